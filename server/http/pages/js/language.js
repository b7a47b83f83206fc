// Which language the page speaks, and its words.

import { STRINGS } from "./strings.js";

const KEY = "clausecard.language";
let current = initial();

function initial() {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find((one) => one !== null && Object.hasOwn(STRINGS, one)) ?? "ko";
}

export function language() {
  return current;
}

export function setLanguage(name) {
  current = name;
  localStorage.setItem(KEY, name);
  translate(document);
}

/** t("cards.count", {n: 3}) */
export function t(key, values = {}) {
  return named(key, key, values);
}

/** The words for a code that the server may extend, or the code itself. */
export function named(key, code, values = {}) {
  const words = STRINGS[current][key] ?? String(code);
  return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Put the words into the marked elements of the fixed frame. */
export function translate(root) {
  document.documentElement.lang = current;
  for (const node of root.querySelectorAll("[data-i18n]")) node.textContent = t(node.dataset.i18n);
  for (const node of root.querySelectorAll("[data-i18n-label]")) node.setAttribute("aria-label", t(node.dataset.i18nLabel));
}
