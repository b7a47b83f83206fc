// The page's words in Korean.

export const KO = {
  skip: "본문으로 건너뛰기", nav: "화면", language: "언어", theme: "밝은 화면 / 어두운 화면", panel: "조항 원문", close: "닫기", request: "요청 번호",
  "view.cards": "카드", "view.ask": "질문", "view.documents": "문서", "view.inside": "들여다보기", "view.health": "상태",

  "cards.label": "고객이 한 말", "cards.placeholder": "예: 명의변경하려면 뭐가 필요해요?", "cards.find": "카드 찾기",
  "cards.live": "입력하는 동안 찾기", "cards.collection": "문서 묶음", "cards.all": "전체", "cards.waiting": "필요 서류를 고르는 중…",
  "cards.none": "관련 문서 없음", "cards.searched": "찾은 범위", "cards.missing": "문서에 없는 말:", "cards.count": "카드 {n}장",
  "cards.upgraded": "첫 카드에 필요 서류가 표시되었습니다.", "cards.copy": "복사", "cards.copied": "복사했습니다.", "cards.copy.item": "복사: {name}",
  "cards.copy.failed": "브라우저가 복사를 허용하지 않습니다.",
  "keys.enter": "찾기", "keys.walk": "카드 사이로 이동", "keys.escape": "조항 닫기, 입력 칸으로",
  "card.line": "{start}행", "card.lines": "{start}–{end}행", "card.stale": "원문이 바뀜", "card.required": "필요 서류", "card.open": "조항 보기",
  "card.exact": "정확히 일치", "card.borderline": "참고", "card.unfold": "모두 보기", "index.stale": "바뀐 문서가 있습니다. 색인을 다시 만들면 새 내용이 나옵니다.",
  "mark.item": "고른 이름", "mark.extract": "보여 드린 부분",
  "feedback.label": "평가", "feedback.useful": "도움이 됨", "feedback.wrong_item": "서류가 틀림", "feedback.wrong_clause": "조항이 틀림", "feedback.kept": "기록했습니다.",
  "history.title": "이번 통화", "history.new": "새 통화", "history.empty": "아직 찾은 것이 없습니다.",

  "ask.label": "질문", "ask.placeholder": "예: 누수 감면은 몇 퍼센트인가요?", "ask.go": "묻기", "ask.working": "답을 만드는 중…",
  "ask.answered": "출처 확인됨", "ask.refused": "답하지 않음", "ask.generation_off": "답변 생성 꺼짐", "ask.unverified": "확인하지 못함",
  "ask.sources": "출처", "ask.cite": "출처 {n} 열기",

  "docs.index": "색인", "docs.title": "문서", "docs.collection": "묶음", "docs.document": "문서", "docs.clauses": "조항", "docs.state": "상태", "docs.size": "문서 {documents}건 · 조항 {clauses}개",
  "docs.rebuild": "색인 다시 만들기", "docs.rebuilding": "색인을 만드는 중", "docs.left": "약 {n}초 남음", "docs.done": "색인이 최신입니다.", "docs.failed": "색인을 만들지 못했습니다",
  "docs.unreadable": "읽지 못한 파일", "docs.file": "파일", "docs.reason": "이유", "docs.remedy": "조치", "docs.edition.number": "{n}판", "docs.edition": "판",
  "docs.upload": "문서 올리기", "docs.upload.go": "올리기", "docs.upload.kept": "올렸습니다. 색인을 다시 만들면 검색됩니다.", "docs.upload.off": "문서 올리기가 꺼져 있습니다. CLAUSECARD_UPLOAD=on 으로 켤 수 있습니다.",
  "docs.upload.type": ".md 또는 .txt 파일만 올릴 수 있습니다.", "docs.upload.size": "20 MiB까지 올릴 수 있습니다.",
  "docs.filter": "문서 이름으로 거르기", "docs.empty": "아직 색인이 없습니다.", "docs.more": "더 보기", "docs.hidden": "{n}건이 더 있습니다. 이름으로 걸러 주세요.", "docs.vectors": "벡터",
  "state.fresh": "최신", "state.changed": "바뀜", "state.new": "새 문서", "state.missing": "없어짐",
  "phase.start": "시작", "phase.scan": "문서 살펴보기", "phase.read": "문서 읽기", "phase.publish": "새 색인 적용", "phase.embed": "벡터 만들기",

  "inside.label": "들여다볼 말", "inside.hint": "검색의 각 단계와 점수, 관문에서 거절된 이유까지 보여 드립니다.", "inside.go": "단계 보기", "inside.generate": "모델에도 묻기",
  "inside.steps": "단계와 시간", "inside.verdict": "판정", "inside.admitted": "조항 {n}개", "inside.step": "자세히", "inside.terms": "정확히 있어야 하는 말", "inside.nothing": "없음", "inside.tiers": "점수와 기준선", "inside.score": "점수", "inside.legs": "갈래별 점수와 순위",
  "inside.gates": "후보 → 고른 이름 → 관문", "inside.candidates": "후보", "inside.picks": "고른 이름", "inside.refused": "거절", "inside.items": "통과", "inside.prompt": "모델에 건네는 조항", "inside.tokens": "약 {n} 토큰",
  "step.analysis": "말 분석", "step.exact_terms": "정확한 말", "step.words": "낱말", "step.grams": "글자 쌍", "step.dense": "의미", "step.fusion": "합치기", "step.ranking": "순위", "step.tiers": "등급",
  "tier.exact": "정확", "tier.strong": "강함", "tier.borderline": "경계", "tier.rejected": "제외",
  "gate.schema": "형식", "gate.candidate": "후보 아님", "gate.grounding": "본문에 없음", "gate.body_only": "제목에만 있음", "gate.generic": "너무 일반적", "gate.negated": "내지 않는 서류", "gate.duplicate": "중복", "gate.banned": "금지 표현", "gate.caps": "한도 초과",
  "none.empty_query": "찾을 말이 없습니다.", "none.nothing_found": "맞는 조항을 찾지 못했습니다.", "none.below_threshold": "비슷한 조항은 있지만 기준에 미치지 못해 보여 드리지 않습니다.", "none.exact_term_missing": "꼭 맞아야 하는 말이 문서에 없습니다.", "none.document_missing": "찾은 문서가 지금은 없습니다.",

  "why.off": "꺼짐", "why.shadow": "시험 중", "why.not_selected": "대상 아님", "why.no_candidates": "후보 없음", "why.none_picked": "고른 것 없음", "why.ungrounded": "본문과 다름", "why.banned": "금지 표현", "why.invalid_reply": "잘못된 응답", "why.timeout": "시간 초과", "why.busy": "대기열 가득", "why.unavailable": "연결 안 됨", "why.too_long": "조항이 김", "why.model_missing": "모델 없음", "why.ok": "성공",
  "health.doctor": "점검", "health.checking": "점검하는 중…", "health.again": "다시 점검", "health.switches": "스위치", "health.name": "이름", "health.latency": "지난 한 시간의 응답 시간", "health.latency.key": "진한 막대 p50, 옅은 막대 p95, 세로선 p99. 오른쪽은 p95와 횟수입니다.",
  "health.reasons": "첫 카드에 목록이 없었던 이유", "health.editions": "색인 이력", "health.queue": "모델", "health.waiting": "처리 중 {running} · 대기 {waiting}", "health.quiet": "지난 한 시간에 기록이 없습니다.", "health.finished": "끝난 때 (UTC)", "health.took": "걸린 시간",
  "breaker.closed": "연결됨", "breaker.open": "차단됨", "breaker.half_open": "시험 호출 중",
  ok: "정상", warning: "주의", failed: "실패",
  "error.unreachable": "서버에 연결할 수 없습니다.", "error.title": "요청을 처리하지 못했습니다.",
  "timing.total": "전체", "t.normalise": "정리", "t.retrieval": "검색", "t.filtering": "거르기", "t.generation": "고르기", "t.drafting": "답 만들기", "t.gates": "관문", "t.packing": "묶기", "t.verification": "확인",
};
