// Small parts that several views share.

import { get } from "./api.js";
import { el, quoted, svg } from "./dom.js";
import { t } from "./language.js";

/** A failed request, with what to do. */
export function failure(error) {
  if (error.name === "AbortError") return el("span");
  const known = error.code === "unreachable" ? t("error.unreachable") : t("error.title");
  return el(
    "div",
    { class: "notice bad", role: "alert", "data-code": error.code ?? "page" },
    el("strong", {}, known),
    quoted(error.code === "unreachable" ? "" : ` ${error.message}`),
    error.remedy ? quoted(` → ${error.remedy}`, "p") : null,
    error.requestId ? el("p", { class: "small" }, `${t("request")} ${error.requestId}`) : null,
  );
}

/** A thin bar of the steps' times with its legend. */
export function timingBar(timings) {
  const steps = Object.entries(timings)
    .filter(([name]) => name.endsWith("_ms") && name !== "total_ms")
    .map(([name, value]) => ({ name: name.slice(0, -3), value }));
  const sum = steps.reduce((total, step) => total + step.value, 0) || 1;
  let x = 0;
  const bars = steps.map((step, index) => {
    const width = (step.value / sum) * 100;
    const bar = svg("rect", { x, y: 0, width, height: 1, class: `s${index % 6}` });
    x += width;
    return bar;
  });
  const legend = steps
    .filter((step) => step.value > 0)
    .map((step) => el("span", {}, el("i", { class: `dot s${steps.indexOf(step) % 6}`, "aria-hidden": "true" }), `${t(`t.${step.name}`)} ${milliseconds(step.value)}`));
  return el(
    "div",
    { class: "timing" },
    svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, bars),
    el("div", { class: "legend" }, el("strong", {}, `${t("timing.total")} ${milliseconds(timings.total_ms)}`), legend),
  );
}

export function milliseconds(value) {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/** A choice of collection, filled from the documents of the edition. */
export function collectionChooser(id) {
  const choice = el("select", { id }, el("option", { value: "" }, t("cards.all")));
  get("/v1/documents").then(
    ({ documents }) => {
      const names = [...new Set(documents.map((one) => one.collection))].filter(Boolean).sort();
      choice.append(...names.map((name) => el("option", { value: name }, name)));
    },
    () => {}, // without an index there is nothing to choose; the search itself says so
  );
  return choice;
}

export function tag(text, kind = "") {
  return el("span", { class: `tag ${kind}`.trim() }, text);
}

/** Copy, and say so on the button for a moment. */
export async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = `✓ ${t("cards.copied")}`;
  setTimeout(() => {
    button.textContent = before;
  }, 1200);
}

/** A table whose cells are text or elements. */
export function table(columns, rows, caption) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", { class: "hidden" }, caption),
      el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell))))),
    ),
  );
}
