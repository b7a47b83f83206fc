// Small parts that several views share.

import { get } from "./api.js";
import { announce, el, quoted, replace, svg } from "./dom.js";
import { named, t } from "./language.js";

/** A failed request, with what to do. */
export function failure(error) {
  const away = error.code === "unreachable";
  return el(
    "div",
    { class: "notice bad", role: "alert", "data-code": error.code ?? "page" },
    el("strong", {}, away ? t("error.unreachable") : t("error.title")),
    away ? null : quoted(error.message, "p"),
    error.remedy ? quoted(`→ ${error.remedy}`, "p") : null,
    error.requestId ? requestLine(error.requestId) : null,
  );
}

export function requestLine(requestId) {
  return el("p", { class: "soft small" }, `${t("request")} `, el("span", { class: "mono" }, requestId));
}

/** A thin bar of the steps' times with its legend. */
export function timingBar(timings) {
  const drafts = "verification_ms" in timings; // a question's answer: the model writes instead of picking
  const words = (name) => t(`t.${drafts && name === "generation" ? "drafting" : name}`);
  const steps = Object.entries(timings)
    .filter(([name]) => name.endsWith("_ms") && name !== "total_ms")
    .map(([name, value], index) => ({ name: name.slice(0, -3), value, colour: `s${index % 6}` }));
  const sum = steps.reduce((total, step) => total + step.value, 0) || 1;
  let x = 0;
  const bars = steps.map((step) => {
    const width = (step.value / sum) * 100;
    const bar = svg("rect", { x, y: 0, width, height: 1, class: step.colour });
    x += width;
    return bar;
  });
  const legend = steps
    .filter((step) => step.value > 0)
    .map((step) => el("span", { class: "number" }, el("i", { class: `dot ${step.colour}`, "aria-hidden": "true" }), `${words(step.name)} ${milliseconds(step.value)}`));
  return [
    svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, bars),
    el("p", { class: "legend" }, el("strong", { class: "number" }, `${t("timing.total")} ${milliseconds(timings.total_ms)}`), legend),
  ];
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
  return { choice, field: el("label", { class: "soft" }, `${t("cards.collection")} `, choice) };
}

/** The form's fields that say where to look. */
export function scope(choice) {
  return choice.value ? { collection: choice.value } : {};
}

export function tag(text, kind = "") {
  return quoted(text, "span", { class: `tag ${kind}`.trim() });
}

/** What a reason code says: why nothing was shown, why nothing was picked, or the code itself. */
export function reasonWords(code) {
  return named(`none.${code}`, named(`why.${code}`, code));
}

export function bareNothing() {
  return el("p", { class: "soft" }, t("inside.nothing"));
}

/** Copy, and say so on the button for a moment. */
export async function copy(text, button) {
  const icon = button.querySelector(".icon");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    announce(t("cards.copy.failed"));
    icon.textContent = "✕";
    return;
  }
  announce(t("cards.copied"));
  button.classList.add("copied");
  icon.textContent = "✓";
  setTimeout(() => {
    button.classList.remove("copied");
    icon.textContent = "⧉";
  }, 1500);
}

export function copyIcon() {
  return el("span", { class: "icon", "aria-hidden": "true" }, "⧉");
}

/** A table whose cells are text or elements. A wide one scrolls by itself, from the keyboard too. */
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

/** A form whose result replaces `result`; a new call gives up the one before. */
export function runner(result) {
  let running = null;
  return {
    async run(work) {
      running?.abort();
      const mine = new AbortController();
      running = mine;
      try {
        const made = await work(mine.signal);
        if (running === mine) replace(result, made);
      } catch (error) {
        if (running === mine && error.name !== "AbortError") replace(result, failure(error));
      }
    },
    stop: () => running?.abort(),
  };
}
