// The clause beside the cards, with picked names and the extract marked in place.

import { get } from "./api.js";
import { codePoints, el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { failure } from "./parts.js";

let opener = null;

function panel() {
  return document.getElementById("panel");
}

export function closePanel({ restore = false } = {}) {
  if (panel().hidden) return;
  panel().hidden = true;
  panel().replaceChildren();
  if (restore) opener?.focus();
}

/** marks: [{start, end, kind: "item" | "extract"}], code points of the body, end exclusive. */
export async function openClause(clauseId, marks, button) {
  opener = button ?? document.activeElement;
  panel().hidden = false;
  try {
    const { clause } = await get("/v1/documents/clause", { clause_id: clauseId });
    render(clause, marks);
  } catch (error) {
    replace(panel(), closeButton(), failure(error));
  }
  panel().querySelector("button")?.focus();
}

function closeButton() {
  return el("button", { type: "button", "data-close": true, onclick: () => closePanel({ restore: true }) }, t("close"));
}

function render(clause, marks) {
  const lines = `${t("card.line", { start: clause.start_line })}–${clause.end_line}`;
  replace(
    panel(),
    el("div", { class: "panel-head" }, quoted(`${clause.number} ${clause.heading === clause.number ? "" : clause.heading}`, "h2"), closeButton()),
    quoted([clause.document, ...clause.path].join(" › "), "p", { class: "soft small" }),
    el("p", { class: "soft small" }, lines),
    el("div", { class: "body", dir: "auto" }, el("div", { class: "text" }, marked(clause.body, marks))),
  );
  panel().querySelector("mark")?.scrollIntoView({ block: "nearest" });
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
