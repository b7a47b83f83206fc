// The clause beside the cards, with picked names and the extract marked in place.

import { get } from "./api.js";
import { codePoints, el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { failure } from "./parts.js";

let opener = null;
let asked = 0;

function panel() {
  return document.getElementById("panel");
}

export function panelIsOpen() {
  return !panel().hidden;
}

export function closePanel({ restore = false } = {}) {
  asked += 1;
  if (panel().hidden) return;
  panel().hidden = true;
  panel().replaceChildren();
  if (restore) opener?.focus();
}

/** `find(body)` gives the marks: [{start, end, kind: "item" | "extract"}], code points, end exclusive. */
export async function openClause(clauseId, find, button) {
  opener = button;
  asked += 1;
  const mine = asked;
  let content;
  try {
    const { clause } = await get("/v1/documents/clause", { clause_id: clauseId });
    content = clauseContent(clause, find(clause.body));
  } catch (error) {
    content = [el("div", { class: "panel-head" }, el("span"), closeButton()), el("div", { class: "panel-body" }, failure(error))];
  }
  if (mine !== asked) return; // closed, or another clause was asked for meanwhile
  panel().hidden = false;
  replace(panel(), content);
  panel().scrollTop = 0;
  panel().querySelector("mark")?.scrollIntoView({ block: "nearest" });
  panel().querySelector("[data-close]").focus({ preventScroll: true });
}

function closeButton() {
  return el("button", { type: "button", class: "quiet", "data-close": true, onclick: () => closePanel({ restore: true }) }, `${t("close")} `, el("kbd", {}, "Esc"));
}

function clauseContent(clause, marks) {
  const title = clause.heading && clause.heading !== clause.number ? `${clause.number} ${clause.heading}` : clause.number;
  const where = [clause.document, ...clause.path].join(" › ");
  return [
    el("div", { class: "panel-head" }, quoted(title, "h2"), closeButton()),
    el(
      "div",
      { class: "panel-body" },
      el("p", { class: "soft small" }, quoted(where), ` · ${t("card.lines", { start: clause.start_line, end: clause.end_line })}`),
      key(marks),
      el("div", { class: "body text", dir: "auto", lang: clause.language }, marked(clause.body, marks)),
    ),
  ];
}

function key(marks) {
  const kinds = ["item", "extract"].filter((kind) => marks.some((one) => one.kind === kind));
  if (!kinds.length) return null;
  return el("p", { class: "key" }, kinds.map((kind) => el("span", {}, el("mark", { class: kind, "aria-hidden": "true" }), t(`mark.${kind}`))));
}

/** The body in pieces; a name inside the extract is marked as a name. */
export function marked(body, marks) {
  const characters = codePoints(body);
  const kinds = new Array(characters.length).fill("");
  for (const kind of ["extract", "item"]) {
    for (const mark of marks.filter((one) => one.kind === kind)) {
      // a new name next to another one starts a mark of its own
      for (let at = mark.start; at < mark.end && at < kinds.length; at += 1) kinds[at] = `${kind}:${mark.start}`;
    }
  }
  const pieces = [];
  let from = 0;
  for (let at = 1; at <= characters.length; at += 1) {
    if (at < characters.length && kinds[at] === kinds[from]) continue;
    const text = characters.slice(from, at).join("");
    pieces.push(kinds[from] ? el("mark", { class: kinds[from].split(":")[0] }, text) : text);
    from = at;
  }
  return pieces;
}

/** The marks of a card. */
export function marksOf(card) {
  const items = card.items.map((item) => ({ start: item.start, end: item.end, kind: "item" }));
  const extract = card.snippet_start === null ? [] : [{ start: card.snippet_start, end: card.snippet_end, kind: "extract" }];
  return [...extract, ...items];
}

/** A quote is literal text of the clause: its place. */
export function marksOfQuote(quote, body) {
  const at = quote ? body.indexOf(quote) : -1;
  if (at < 0) return [];
  const start = codePoints(body.slice(0, at)).length;
  return [{ start, end: start + codePoints(quote).length, kind: "extract" }];
}
