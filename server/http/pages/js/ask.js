// A question, its answer, and the clauses that back every sentence.

import { post } from "./api.js";
import { announce, el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { marksOfQuote, openClause } from "./panel.js";
import { collectionChooser, reasonWords, requestLine, runner, scope, tag, timingBar } from "./parts.js";

const STATE = { answered: "good", refused: "warn", generation_off: "info", unverified: "bad" };
const CITATION = /^\[#(\d+)\]$/;

export function show(room) {
  const question = el("textarea", { id: "question", rows: 2, maxlength: 2000, placeholder: t("ask.placeholder") });
  const { choice, field } = collectionChooser("ask-collection");
  const result = el("div", { id: "answer" });
  const { run, stop } = runner(result);

  function ask() {
    const query = question.value.trim();
    if (!query) return;
    run(async (signal) => {
      replace(result, el("p", { class: "notice", role: "status" }, t("ask.working")));
      const answer = await post("/v1/ask", { query, ...scope(choice) }, signal);
      announce(answer.answer);
      return answerElement(answer);
    });
  }

  question.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask();
  });
  const submit = (event) => {
    event.preventDefault();
    ask();
  };
  const form = el(
    "form",
    { class: "ask-form", onsubmit: submit },
    el("label", { for: "question" }, t("ask.label")),
    question,
    el("div", { class: "row" }, field, el("button", { class: "main push", type: "submit" }, t("ask.go"))),
  );
  replace(room, el("div", { class: "stack reading" }, form, result));
  question.focus();
  return stop;
}

function answerElement(answer) {
  const known = new Map(answer.citations.map((one) => [String(one.n), one]));
  const missing = answer.missing_exact_terms;
  return el(
    "article",
    { class: "answer box", "data-outcome": answer.outcome, "aria-label": t("view.ask") },
    el("p", { class: "row" }, tag(t(`ask.${answer.outcome}`), STATE[answer.outcome]), answer.reason ? el("span", { class: "soft small" }, reasonWords(answer.reason)) : null),
    el("p", { class: "lead text", dir: "auto" }, answerText(answer.answer, known)),
    missing.length ? el("p", {}, `${t("cards.missing")} `, missing.map((term) => [tag(term, "bad"), " "])) : null,
    sources(answer),
    el("div", { class: "timing" }, timingBar(answer.timings), requestLine(answer.request_id)),
  );
}

/** The answer's text with its marks as buttons; a mark without a verified citation stays text. */
export function answerText(text, known) {
  return text.split(/(\[#\d+\])/).map((piece) => {
    const citation = known.get(piece.match(CITATION)?.[1]);
    return citation ? citationButton(citation) : piece;
  });
}

function citationButton(citation) {
  return el("button", { type: "button", class: "cite", "aria-label": t("ask.cite", { n: citation.n }), onclick: (event) => jump(citation, event.currentTarget) }, String(citation.n));
}

function sources(answer) {
  const shown = answer.citations.length ? answer.citations : answer.sources;
  if (!shown.length) return null;
  const rows = shown.map((one) =>
    el(
      "li",
      {},
      el("span", { class: "tag info", "aria-hidden": "true" }, String(one.n)),
      el("button", { type: "button", class: "link", onclick: (event) => jump(one, event.currentTarget) }, quoted(`${one.document} · ${one.clause} · ${t("card.line", { start: one.start_line })}`)),
      quoted(one.quote, "p", { class: "soft" }),
    ),
  );
  return el("section", { class: "sources" }, el("h2", {}, t("ask.sources")), el("ol", {}, rows));
}

function jump(citation, button) {
  return openClause(citation.clause_id, (body) => marksOfQuote(citation.quote, body), button);
}
