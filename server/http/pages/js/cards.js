// What the customer said -> cards, the first one upgraded in place.

import { stream } from "./api.js";
import { announce, el, quoted, replace } from "./dom.js";
import { cardElement, upgrade } from "./card.js";
import { t } from "./language.js";
import { collectionChooser, failure, timingBar } from "./parts.js";

const DEBOUNCE_MS = 250;
const LIVE_MIN_CHARACTERS = 2;
let history = []; // of this call; kept in memory only, it is what a customer said
let session = newSession();

function newSession() {
  return crypto.randomUUID();
}

export function show(room) {
  const input = el("input", { type: "text", id: "query", autocomplete: "off", maxlength: 2000, placeholder: t("cards.placeholder"), "aria-describedby": "hint" });
  const live = el("input", { type: "checkbox", id: "live-search" });
  const collection = collectionChooser("collection");
  const results = el("div", { id: "results" });
  const calls = el("section", { class: "box history", "aria-labelledby": "history-title" });
  let running = null;
  let timer = 0;

  async function search(text) {
    running?.abort();
    if (!text.trim()) return;
    const mine = new AbortController();
    running = mine;
    performance.mark("clausecard:asked");
    const body = { query: text, session, ...(collection.value ? { collection: collection.value } : {}) };
    const page = { results, body, cards: new Map(), entry: null };
    try {
      await stream("/v1/cards/stream", body, mine.signal, (name, data) => {
        if (running === mine) EVENTS[name]?.(page, data, () => drawHistory(calls, again, forget));
      });
    } catch (error) {
      if (error.name !== "AbortError") replace(results, failure(error));
    }
  }

  function again(text) {
    input.value = text;
    search(text);
  }

  function forget() {
    history = [];
    session = newSession();
    replace(results, el("p", { class: "soft" }, t("cards.hint")));
    drawHistory(calls, again, forget);
    input.value = "";
    input.focus();
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (live.checked && input.value.trim().length >= LIVE_MIN_CHARACTERS) timer = setTimeout(() => search(input.value), DEBOUNCE_MS);
  });
  const form = el(
    "form",
    {
      class: "ask-form",
      role: "search",
      onsubmit: (event) => {
        event.preventDefault();
        clearTimeout(timer);
        search(input.value);
      },
    },
    el("label", { for: "query" }, t("cards.label")),
    input,
    el(
      "div",
      { class: "row" },
      el("label", { for: "collection" }, t("cards.collection"), " ", collection),
      el("label", {}, live, " ", t("cards.live")),
      el("button", { class: "main push", type: "submit" }, t("cards.find")),
    ),
  );
  replace(results, el("p", { class: "soft", id: "hint" }, t("cards.hint")));
  replace(room, form, results, calls);
  drawHistory(calls, again, forget);
  input.focus();
  return () => {
    clearTimeout(timer);
    running?.abort();
  };
}

const EVENTS = {
  cards(page, answer, drawCalls) {
    const list = el("ol", { class: "cards" });
    for (const card of answer.cards) {
      const drawn = cardElement(card, answer);
      page.cards.set(card.card_id, drawn);
      list.append(drawn);
    }
    page.answer = answer;
    page.timing = el("div", { id: "timing" });
    replace(page.results, answer.index_stale ? el("p", { class: "notice warn" }, t("index.stale")) : null, answer.cards.length ? list : emptyResult(answer, page.body), page.timing);
    announce(answer.cards.length ? t("cards.count", { n: answer.cards.length }) : (answer.message ?? t("cards.none")));
    markPainted();
    page.entry = { text: answer.query, requestId: answer.request_id, outcome: answer.outcome, count: answer.cards.length };
    history = [page.entry, ...history].slice(0, 50);
    drawCalls();
  },
  card(page, card) {
    const drawn = page.cards.get(card.card_id);
    if (!drawn) return;
    upgrade(drawn, card, page.answer);
    if (card.kind === "items") announce(t("cards.upgraded"));
  },
  done(page, data) {
    replace(page.timing, timingBar(data.timings), el("p", { class: "soft small" }, `${t("request")} ${page.answer.request_id}`));
    for (const drawn of page.cards.values()) drawn.querySelector(".waiting")?.remove();
  },
};

/** From Enter to the frame that shows the first card, for the performance API. */
function markPainted() {
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark("clausecard:painted");
      performance.measure("clausecard:first-card", "clausecard:asked", "clausecard:painted");
    }),
  );
}

function emptyResult(answer, body) {
  const missing = answer.missing_exact_terms;
  return el(
    "section",
    { class: "notice", id: "empty", "data-outcome": answer.outcome },
    el("h2", {}, answer.message ?? t("cards.none")),
    missing.length ? el("p", {}, `${t("cards.missing")}: `, quoted(missing.join(", "), "strong")) : null,
    el("p", { class: "soft" }, `${t("cards.searched")}: ${body.collection ?? t("cards.all")}`),
    answer.reason ? el("p", { class: "soft small" }, answer.reason) : null,
  );
}

function drawHistory(box, again, forget) {
  const entries = history.map((entry) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "quiet", onclick: () => again(entry.text) }, quoted(entry.text)),
      el("span", { class: "soft small" }, ` ${t("cards.count", { n: entry.count })} · ${entry.requestId}`),
    ),
  );
  replace(
    box,
    el("div", { class: "row" }, el("h2", { id: "history-title" }, t("history.title")), el("button", { type: "button", class: "push", onclick: forget }, t("history.new"))),
    entries.length ? el("ol", {}, entries) : el("p", { class: "soft" }, t("history.empty")),
  );
}
