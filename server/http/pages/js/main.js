// The frame: which view is shown, language, theme, keys.

import { announce, el, replace } from "./dom.js";
import { loadLabels } from "./labels.js";
import { language, setLanguage, t, translate } from "./language.js";
import { closePanel } from "./panel.js";
import * as ask from "./ask.js";
import * as cards from "./cards.js";
import * as documents from "./documents.js";
import * as health from "./health.js";
import * as inside from "./inside.js";

const VIEWS = { cards, ask, documents, inside, health };
const THEME = "clausecard.theme";
let leave = () => {};

function show({ focus = false } = {}) {
  const name = location.hash.slice(1).split("?")[0];
  const view = VIEWS[name] ?? cards;
  leave();
  closePanel();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${VIEWS[name] ? name : "cards"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const main = document.getElementById("view");
  const title = t(`view.${VIEWS[name] ? name : "cards"}`);
  document.title = `${title} · clausecard`;
  const heading = el("h1", { class: "hidden" }, title);
  const room = el("div");
  replace(main, heading, room);
  leave = view.show(room) ?? (() => {});
  if (focus) {
    main.focus({ preventScroll: true });
    announce(title);
  }
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem(THEME, name);
}

function toggleTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme;
  const isDark = now === "dark" || (now === "auto" && dark);
  setTheme(isDark ? "light" : "dark");
}

function keys(event) {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === "Escape") closePanel({ restore: true });
  if (event.key === "/" && !typing) {
    event.preventDefault();
    document.querySelector("#view input[type=text], #view textarea")?.focus();
  }
}

setTheme(localStorage.getItem(THEME) ?? "auto");
translate(document);
const chooser = document.getElementById("language");
chooser.value = language();
chooser.addEventListener("change", () => {
  setLanguage(chooser.value);
  show();
});
document.getElementById("theme").addEventListener("click", toggleTheme);
addEventListener("hashchange", () => show({ focus: true }));
addEventListener("keydown", keys);
loadLabels().catch(() => {}); // without them a card shows the reason's name
show();
