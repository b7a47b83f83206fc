// The searches of this call. Kept in memory only: it is what a customer said.

import { el, quoted, replace } from "./dom.js";
import { t } from "./language.js";

const MOST = 50;
let calls = [];
let current = newSession();

function newSession() {
  return crypto.randomUUID();
}

/** Keeps a staged roll-out stable for one call. */
export function session() {
  return current;
}

export function newCall() {
  calls = [];
  current = newSession();
}

/** One search; while somebody types, the longer text takes the place of the shorter one. */
export function addCall(call) {
  const [last, ...older] = calls;
  const sameThought = last?.typing && (call.text.startsWith(last.text) || last.text.startsWith(call.text));
  calls = [call, ...(sameThought ? older : calls)].slice(0, MOST);
}

export function callsBox({ again, forget }) {
  const list = el("div");
  const box = el(
    "section",
    { class: "box history", "aria-labelledby": "history-title" },
    el("div", { class: "row" }, el("h2", { id: "history-title" }, t("history.title")), el("button", { type: "button", class: "quiet push", onclick: forget }, t("history.new"))),
    list,
  );
  const entry = (call) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "link", onclick: () => again(call.text) }, quoted(call.text)),
      el("span", { class: "soft small" }, call.count ? t("cards.count", { n: call.count }) : t("cards.none")),
      el("span", { class: "soft mono" }, call.requestId),
    );
  const draw = () => replace(list, calls.length ? el("ol", {}, calls.map(entry)) : el("p", { class: "soft" }, t("history.empty")));
  draw();
  return { box, draw };
}
