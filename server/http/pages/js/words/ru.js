// The page's words in Russian.

export const RU = {
  skip: "К содержанию", nav: "Разделы", language: "Язык", theme: "Светлая / тёмная тема", panel: "Текст пункта", close: "Закрыть", request: "Запрос",
  "view.cards": "Карточки", "view.ask": "Вопрос", "view.documents": "Документы", "view.inside": "Внутри", "view.health": "Состояние",

  "cards.label": "Что сказал клиент", "cards.placeholder": "Например: какие документы нужны для договора?", "cards.find": "Найти карточки",
  "cards.live": "Искать при вводе", "cards.collection": "Подборка", "cards.all": "Все", "cards.waiting": "Выбираем нужные документы…",
  "cards.none": "Подходящего документа нет", "cards.searched": "Где искали", "cards.missing": "Нет в документах:", "cards.count": "Карточек: {n}",
  "cards.upgraded": "В первой карточке показаны нужные документы.", "cards.copy": "Копировать", "cards.copied": "Скопировано.", "cards.copy.item": "Копировать: {name}",
  "cards.copy.failed": "Браузер не разрешает копирование.",
  "keys.enter": "найти", "keys.walk": "переход по карточкам", "keys.escape": "закрыть пункт, к строке ввода",
  "card.line": "строка {start}", "card.lines": "строки {start}–{end}", "card.stale": "документ изменён", "card.required": "Нужные документы", "card.open": "Показать пункт",
  "card.exact": "точное совпадение", "card.borderline": "по теме", "card.unfold": "Показать всё", "index.stale": "Документы изменились. Перестройте индекс, чтобы искать по новому тексту.",
  "mark.item": "выбранное название", "mark.extract": "показанный отрывок",
  "feedback.label": "Оценка", "feedback.useful": "Полезно", "feedback.wrong_item": "Не тот документ", "feedback.wrong_clause": "Не тот пункт", "feedback.kept": "Записано.",
  "history.title": "Этот звонок", "history.new": "Новый звонок", "history.empty": "Пока ничего не искали.",

  "ask.label": "Вопрос", "ask.placeholder": "Например: за сколько дней рассматривают заявление?", "ask.go": "Спросить", "ask.working": "Готовим ответ…",
  "ask.answered": "Ссылки проверены", "ask.refused": "Без ответа", "ask.generation_off": "Ответы выключены", "ask.unverified": "Проверить не удалось",
  "ask.sources": "Источники", "ask.cite": "Открыть источник {n}",

  "docs.index": "Индекс", "docs.title": "Документы", "docs.collection": "Подборка", "docs.document": "Документ", "docs.clauses": "Пункты", "docs.state": "Состояние", "docs.size": "документов: {documents} · пунктов: {clauses}",
  "docs.rebuild": "Перестроить индекс", "docs.rebuilding": "Строим индекс", "docs.left": "осталось около {n} с", "docs.done": "Индекс обновлён.", "docs.failed": "Построить индекс не удалось",
  "docs.unreadable": "Непрочитанные файлы", "docs.file": "Файл", "docs.reason": "Причина", "docs.remedy": "Что делать", "docs.edition.number": "Издание {n}", "docs.edition": "Издание",
  "docs.upload": "Добавить документ", "docs.upload.go": "Загрузить", "docs.upload.kept": "Загружено. Поиск увидит файл после перестройки индекса.", "docs.upload.off": "Загрузка выключена. Включается настройкой CLAUSECARD_UPLOAD=on.",
  "docs.upload.type": "Можно загрузить только файлы .md и .txt.", "docs.upload.size": "Можно загрузить не более 20 МиБ.",
  "docs.filter": "Отбор по названию", "docs.empty": "Индекса ещё нет.", "docs.more": "Показать ещё", "docs.hidden": "Ещё {n}; уточните название.", "docs.vectors": "Векторы",
  "state.fresh": "актуален", "state.changed": "изменён", "state.new": "новый", "state.missing": "исчез",
  "phase.start": "запуск", "phase.scan": "осмотр документов", "phase.read": "чтение документов", "phase.publish": "переключение", "phase.embed": "векторы",

  "inside.label": "Что рассмотреть", "inside.hint": "Показывает каждый шаг поиска, оценки и причины отказа на проверках.", "inside.go": "Показать шаги", "inside.generate": "Спросить и модель",
  "inside.steps": "Шаги и время", "inside.verdict": "решение", "inside.admitted": "Пунктов: {n}", "inside.step": "подробнее", "inside.terms": "Должно совпасть буква в букву", "inside.nothing": "нет", "inside.tiers": "Оценки и пороги", "inside.score": "Оценка", "inside.legs": "Оценки и места по ветвям",
  "inside.gates": "Кандидаты → выбор → проверки", "inside.candidates": "Кандидаты", "inside.picks": "Выбрано", "inside.refused": "Отклонено", "inside.items": "Прошло", "inside.prompt": "Пункты, переданные модели", "inside.tokens": "около {n} токенов",
  "step.analysis": "разбор", "step.exact_terms": "точные слова", "step.words": "слова", "step.grams": "пары букв", "step.dense": "смысл", "step.fusion": "слияние", "step.ranking": "порядок", "step.tiers": "уровни",
  "tier.exact": "точно", "tier.strong": "уверенно", "tier.borderline": "на грани", "tier.rejected": "отклонено",
  "gate.schema": "неверная форма", "gate.candidate": "не кандидат", "gate.grounding": "нет в тексте", "gate.body_only": "только в заголовке", "gate.generic": "слишком общее", "gate.negated": "подавать не нужно", "gate.duplicate": "повтор", "gate.banned": "запрещённое выражение", "gate.caps": "сверх предела",
  "none.empty_query": "Искать нечего.", "none.nothing_found": "Подходящего пункта нет.", "none.below_threshold": "Есть близкие пункты, но ни один не подходит достаточно.", "none.exact_term_missing": "Слова, которое должно совпасть буква в букву, в документах нет.", "none.document_missing": "Найденного документа больше нет.",

  "why.off": "выключено", "why.shadow": "в тени", "why.not_selected": "не отобрано", "why.no_candidates": "нет кандидатов", "why.none_picked": "ничего не выбрано", "why.ungrounded": "нет в тексте", "why.banned": "запрещённое выражение", "why.invalid_reply": "негодный ответ", "why.timeout": "время вышло", "why.busy": "очередь полна", "why.unavailable": "нет связи", "why.too_long": "пункт слишком длинный", "why.model_missing": "нет модели", "why.ok": "успешно",
  "health.doctor": "Проверка", "health.checking": "Проверяем…", "health.again": "Проверить снова", "health.switches": "Переключатели", "health.name": "Название", "health.latency": "Время ответа за последний час", "health.latency.key": "Тёмная полоса — p50, светлая — p95, черта — p99. Справа: p95 и число запросов.",
  "health.reasons": "Почему в первых карточках не было списка", "health.editions": "История изданий", "health.queue": "Модель", "health.waiting": "в работе {running} · в очереди {waiting}", "health.quiet": "За последний час записей нет.", "health.finished": "Готово (UTC)", "health.took": "Время",
  "breaker.closed": "связь есть", "breaker.open": "отключена", "breaker.half_open": "пробный вызов",
  ok: "в порядке", warning: "внимание", failed: "сбой",
  "error.unreachable": "Сервер недоступен.", "error.title": "Запрос не выполнен.",
  "timing.total": "Всего", "t.normalise": "разбор", "t.retrieval": "поиск", "t.filtering": "отбор", "t.generation": "выбор", "t.drafting": "составление", "t.gates": "проверки", "t.packing": "сборка", "t.verification": "сверка",
};
