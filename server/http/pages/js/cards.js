// What the customer said -> cards, the first one upgraded in place.

import { stream } from "./api.js";
import { cardElement, upgrade } from "./card.js";
import { announce, el, quoted, replace } from "./dom.js";
import { addCall, callsBox, newCall, session } from "./history.js";
import { t } from "./language.js";
import { collectionChooser, failure, reasonWords, requestLine, scope, tag, timingBar } from "./parts.js";

const DEBOUNCE_MS = 250;
const LIVE_MIN_CHARACTERS = 2;

export function show(room) {
  const input = el("input", { type: "text", id: "query", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", maxlength: 2000, placeholder: t("cards.placeholder") });
  const live = el("input", { type: "checkbox", id: "live-search" });
  const { choice, field } = collectionChooser("collection");
  const results = el("div", { id: "results", class: "stack" });
  const calls = callsBox({ again, forget });
  let running = null;
  let timer = 0;

  async function search({ typing = false, since = performance.now() } = {}) {
    clearTimeout(timer);
    running?.abort();
    if (!input.value.trim()) return;
    const mine = new AbortController();
    running = mine;
    performance.mark("clausecard:asked", { startTime: since });
    const body = { query: input.value, session: session(), ...scope(choice) };
    const page = { results, body, cards: new Map() };
    try {
      await stream("/v1/cards/stream", body, mine.signal, (name, data) => {
        if (running !== mine) return;
        EVENTS[name]?.(page, data);
        if (name === "cards") {
          addCall({ text: body.query, requestId: data.request_id, count: data.cards.length, typing });
          calls.draw();
        }
      });
    } catch (error) {
      if (running === mine && error.name !== "AbortError") giveUp(page, error);
    }
  }

  function again(text) {
    input.value = text;
    input.focus();
    search();
  }

  function forget() {
    running?.abort();
    newCall();
    input.value = "";
    input.focus();
    replace(results, hints());
    calls.draw();
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (live.checked && input.value.trim().length >= LIVE_MIN_CHARACTERS) timer = setTimeout(() => search({ typing: true }), DEBOUNCE_MS);
  });
  const submit = (event) => {
    event.preventDefault();
    search({ since: event.timeStamp });
  };
  const form = el(
    "form",
    { class: "ask-form", role: "search", onsubmit: submit },
    el("label", { for: "query" }, t("cards.label")),
    input,
    el("div", { class: "row" }, field, el("label", { class: "soft" }, live, t("cards.live")), el("button", { class: "main push", type: "submit" }, t("cards.find"))),
  );
  replace(results, hints());
  const desk = el("div", { class: "desk" }, el("div", { class: "stack" }, form, results), calls.box);
  desk.addEventListener("keydown", (event) => walk(event, desk));
  replace(room, desk);
  input.focus();
  return () => {
    clearTimeout(timer);
    running?.abort();
  };
}

/** Arrow keys go from the box through the cards' sources and back. */
function walk(event, desk) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.isComposing || event.target.tagName === "SELECT") return;
  const stops = [desk.querySelector("#query"), ...desk.querySelectorAll('.card [data-role="source"]')];
  const here = stops.findIndex((stop) => stop === event.target || stop.closest(".card")?.contains(event.target));
  const next = stops[here + step];
  if (here < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function hints() {
  const keys = [["Enter", "keys.enter"], ["↓ ↑", "keys.walk"], ["Esc", "keys.escape"]];
  return el("p", { class: "hint", id: "hint" }, keys.map(([key, words]) => el("span", {}, el("kbd", {}, key), ` ${t(words)}`)));
}

const EVENTS = {
  cards(page, answer) {
    const list = el("ol", { class: "cards", "aria-label": t("view.cards") });
    for (const card of answer.cards) {
      const drawn = cardElement(card, answer.request_id);
      page.cards.set(card.card_id, drawn);
      list.append(drawn);
    }
    page.requestId = answer.request_id;
    page.timing = el("div", { class: "timing", id: "timing" });
    replace(page.results, stale(answer), answer.cards.length ? list : emptyResult(answer, page.body), page.timing);
    announce(answer.cards.length ? t("cards.count", { n: answer.cards.length }) : (answer.message ?? t("cards.none")));
    markPainted();
  },
  card(page, card) {
    const drawn = page.cards.get(card.card_id);
    if (!drawn) return;
    if (drawn.classList.contains("pending")) upgrade(drawn, card, page.requestId);
    if (card.kind === "items") announce(t("cards.upgraded"));
  },
  done(page, data) {
    replace(page.timing, timingBar(data.timings), requestLine(page.requestId));
  },
};

/** What is on the screen stays; only what was still expected will not come. */
function giveUp(page, error) {
  for (const drawn of page.cards.values()) drawn.querySelector(".waiting")?.remove();
  if (page.timing) replace(page.timing, failure(error));
  else replace(page.results, failure(error));
}

/** From Enter to the frame that shows the first card, for the performance API. */
function markPainted() {
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark("clausecard:painted");
      performance.measure("clausecard:first-card", "clausecard:asked", "clausecard:painted");
    }),
  );
}

function stale(answer) {
  return answer.index_stale ? el("p", { class: "notice warn" }, t("index.stale")) : null;
}

/** Nothing found, no index, store away: three different sentences from the server, and where was searched. */
function emptyResult(answer, body) {
  const missing = answer.missing_exact_terms;
  return el(
    "section",
    { class: "empty", id: "empty", "data-outcome": answer.outcome },
    el("h2", {}, answer.outcome === "no_documents" ? t("cards.none") : answer.message),
    missing.length ? el("p", {}, `${t("cards.missing")} `, missing.map((term) => [tag(term, "bad"), " "])) : null,
    answer.reason && !missing.length ? el("p", {}, reasonWords(answer.reason)) : null,
    el("p", { class: "soft" }, `${t("cards.searched")}: `, body.collection ? quoted(body.collection) : t("cards.all"), ` · “`, quoted(answer.query), "”"),
  );
}
