// A question, its answer, and the clauses that back every sentence.

import { post } from "./api.js";
import { announce, el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { openClause } from "./panel.js";
import { collectionChooser, failure, tag, timingBar } from "./parts.js";

const STATE = { answered: "good", refused: "warn", generation_off: "info", unverified: "bad" };
const CITATION = /\[#(\d+)\]/;

export function show(room) {
  const question = el("textarea", { id: "question", rows: 2, maxlength: 2000, placeholder: t("ask.placeholder") });
  const collection = collectionChooser("ask-collection");
  const result = el("div", { id: "answer" });
  const button = el("button", { class: "main push", type: "submit" }, t("ask.go"));
  let running = null;

  async function ask() {
    const text = question.value.trim();
    if (!text) return;
    running?.abort();
    running = new AbortController();
    replace(result, el("p", { class: "notice", role: "status" }, t("ask.working")));
    try {
      const body = { query: text, ...(collection.value ? { collection: collection.value } : {}) };
      const answer = await post("/v1/ask", body, running.signal);
      replace(result, answerElement(answer));
      announce(answer.answer);
    } catch (error) {
      if (error.name !== "AbortError") replace(result, failure(error));
    }
  }

  question.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      ask();
    }
  });
  const form = el(
    "form",
    {
      class: "ask-form",
      onsubmit: (event) => {
        event.preventDefault();
        ask();
      },
    },
    el("label", { for: "question" }, t("ask.label")),
    question,
    el("div", { class: "row" }, el("label", { for: "ask-collection" }, t("cards.collection"), " ", collection), button),
  );
  replace(room, form, result);
  question.focus();
  return () => running?.abort();
}

function answerElement(answer) {
  const known = new Map(answer.citations.map((one) => [String(one.n), one]));
  return el(
    "article",
    { class: "answer", "data-outcome": answer.outcome },
    el("p", {}, tag(t(`ask.${answer.outcome}`), STATE[answer.outcome]), answer.reason ? el("span", { class: "soft small" }, ` ${answer.reason}`) : null),
    answer.missing_exact_terms.length ? el("p", {}, `${t("cards.missing")}: `, quoted(answer.missing_exact_terms.join(", "), "strong")) : null,
    el("p", { class: "lead text", dir: "auto" }, withCitations(answer.answer, known)),
    sources(answer),
    timingBar(answer.timings),
    el("p", { class: "soft small" }, `${t("request")} ${answer.request_id}`),
  );
}

/** The answer's text with its marks as buttons; a mark without a verified citation stays text. */
function withCitations(text, known) {
  return text.split(/(\[#\d+\])/).map((piece) => {
    const citation = known.get(piece.match(CITATION)?.[1]);
    return citation ? citationButton(citation) : piece;
  });
}

function citationButton(citation) {
  return el("button", { type: "button", class: "cite", "aria-label": t("ask.cite", { n: citation.n }), onclick: (event) => jump(citation, event.currentTarget) }, `[${citation.n}]`);
}

function sources(answer) {
  const shown = answer.citations.length ? answer.citations : answer.sources;
  if (!shown.length) return null;
  const rows = shown.map((one) =>
    el(
      "li",
      { value: one.n },
      el("button", { type: "button", class: "source", onclick: (event) => jump(one, event.currentTarget) }, quoted(`${one.document} · ${one.clause}`)),
      quoted(one.quote, "p", { class: "soft" }),
    ),
  );
  return el("section", {}, el("h2", {}, t("ask.sources")), el("ol", {}, rows));
}

async function jump(citation, button) {
  await openClause(citation.clause_id, [], button);
  markQuote(citation.quote);
}

/** The quote is literal text of the clause: find it in the panel and mark it. */
function markQuote(quote) {
  const body = document.querySelector("#panel .body .text");
  const at = body && quote ? body.textContent.indexOf(quote) : -1;
  if (at < 0) return;
  const whole = body.textContent;
  const mark = el("mark", { class: "extract" }, quote);
  replace(body, whole.slice(0, at), mark, whole.slice(at + quote.length));
  mark.scrollIntoView({ block: "nearest" });
}
