// The frame: which view is shown, language, theme, the Escape key.

import { announce, el, replace } from "./dom.js";
import { loadLabels } from "./labels.js";
import { language, setLanguage, t, translate } from "./language.js";
import { closePanel, panelIsOpen } from "./panel.js";
import * as ask from "./ask.js";
import * as cards from "./cards.js";
import * as documents from "./documents.js";
import * as health from "./health.js";
import * as inside from "./inside.js";

const VIEWS = { cards, ask, documents, inside, health };
const THEME = "clausecard.theme";
let shown = "cards";
let leave = () => {};

function show({ focus = false } = {}) {
  const wanted = location.hash.slice(1);
  shown = Object.hasOwn(VIEWS, wanted) ? wanted : "cards";
  leave();
  closePanel();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = t(`view.${shown}`);
  document.title = `${title} · clausecard`;
  const room = el("div");
  const main = document.getElementById("view");
  replace(main, el("h1", { class: "hidden" }, title), room);
  leave = VIEWS[shown].show(room) ?? (() => {});
  if (focus) announce(title);
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem(THEME, name);
}

function toggleTheme() {
  const now = document.documentElement.dataset.theme;
  const isDark = now === "dark" || (now === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  setTheme(isDark ? "light" : "dark");
}

/** Escape closes the clause, or goes back to the box where the next words are typed. */
function escape(event) {
  if (event.key !== "Escape" || event.isComposing) return;
  if (panelIsOpen()) {
    closePanel({ restore: true });
    return;
  }
  const box = document.querySelector("#view input[type=text], #view textarea");
  box?.focus();
  box?.select();
}

setTheme(localStorage.getItem(THEME) ?? "auto");
translate(document);
const chooser = document.getElementById("language");
chooser.value = language();
chooser.addEventListener("change", () => {
  setLanguage(chooser.value);
  show();
  chooser.focus();
});
document.getElementById("theme").addEventListener("click", toggleTheme);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address names the view, not the place in it
  document.getElementById("view").focus();
});
addEventListener("hashchange", () => show({ focus: true }));
addEventListener("keydown", escape);
loadLabels().catch(() => {}); // without them a card shows the reason's name
show();
