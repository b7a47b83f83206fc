// The trace of one query as a picture: steps, score axis with thresholds, legs, candidates -> picks -> gates.

import { post } from "./api.js";
import { scoreAxis } from "./charts.js";
import { el, quoted, replace } from "./dom.js";
import { named, t } from "./language.js";
import { openClause } from "./panel.js";
import { bareNothing, collectionChooser, milliseconds, reasonWords, requestLine, runner, scope, table, tag } from "./parts.js";

const SHOWN_HITS = 12;
const TIER = { exact: "good", strong: "good", borderline: "warn", rejected: "" };

export function show(room) {
  const input = el("input", { type: "text", id: "inside-query", autocomplete: "off", maxlength: 2000, placeholder: t("cards.placeholder") });
  const generate = el("input", { type: "checkbox", id: "inside-generate" });
  const { choice, field } = collectionChooser("inside-collection");
  const result = el("div", { id: "trace", class: "stack" });
  const { run, stop } = runner(result);
  const submit = (event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    run(async (signal) => trace(await post("/v1/rag/debug", { query: input.value, generate: generate.checked, ...scope(choice) }, signal)));
  };
  const form = el(
    "form",
    { class: "ask-form", onsubmit: submit },
    el("label", { for: "inside-query" }, t("inside.label")),
    input,
    el("div", { class: "row" }, field, el("label", { class: "soft" }, generate, t("inside.generate")), el("button", { class: "main push", type: "submit" }, t("inside.go"))),
  );
  replace(result, el("p", { class: "soft" }, t("inside.hint")));
  replace(room, el("div", { class: "stack" }, form, result));
  input.focus();
  return stop;
}

function box(title, ...content) {
  return el("section", { class: "box" }, el("h2", {}, title), content);
}

function trace(found) {
  const { retrieval, sufficiency, pick, packed } = found;
  return [
    box(t("inside.steps"), flow(retrieval.trace, sufficiency), terms(retrieval)),
    el("div", { class: "columns" }, box(t("inside.tiers"), axis(retrieval.hits, found.thresholds)), box(t("inside.gates"), pick ? funnel(pick) : bareNothing())),
    box(t("inside.legs"), retrieval.hits.length ? legs(retrieval.hits) : bareNothing()),
    packed ? box(t("inside.prompt"), el("details", {}, el("summary", {}, t("inside.tokens", { n: packed.tokens })), quoted(packed.data, "pre", { tabindex: "0" }))) : null,
    requestLine(found.request_id),
  ];
}

function flow(steps, sufficiency) {
  const boxes = steps.map((step) => el("li", {}, el("strong", { class: "small" }, named(`step.${step.name}`, step.name)), el("span", { class: "time" }, milliseconds(step.milliseconds)), detail(step)));
  const enough = sufficiency.outcome === "cards";
  const last = el(
    "li",
    { class: `last ${enough ? "" : "none"}` },
    el("strong", { class: "small" }, t("inside.verdict")),
    el("span", { class: "time" }, enough ? t("inside.admitted", { n: sufficiency.admitted.length }) : t("cards.none")),
    sufficiency.reason ? el("span", { class: "small" }, reasonWords(sufficiency.reason)) : null,
  );
  return el("ol", { class: "flow", id: "flow" }, boxes, last);
}

function detail(step) {
  if (!Object.keys(step.detail).length) return null;
  return el("details", {}, el("summary", {}, t("inside.step")), quoted(JSON.stringify(step.detail, null, 1), "pre", { tabindex: "0" }));
}

function terms(retrieval) {
  const missing = new Set(retrieval.missing_exact_terms);
  const all = [...new Set([...retrieval.exact_terms, ...missing])];
  const shown = all.map((term) => [tag(missing.has(term) ? `${term} ✕` : `${term} ✓`, missing.has(term) ? "bad" : "good"), " "]);
  return el("p", { class: "note" }, `${t("inside.terms")}: `, shown.length ? shown : t("inside.nothing"));
}

function axis(hits, thresholds) {
  if (!hits.length) return bareNothing();
  const shown = hits.slice(0, SHOWN_HITS).map((hit) => ({ score: hit.score, tier: hit.tier, label: hit.clause.number }));
  return scoreAxis(shown, thresholds, { strong: t("tier.strong"), borderline: t("tier.borderline") }, t("inside.tiers"));
}

function legs(hits) {
  const names = [...new Set(hits.flatMap((hit) => Object.keys(hit.legs)))];
  const leg = (hit, name) => (hit.legs[name] === undefined ? "–" : `${hit.legs[name].toFixed(2)} (${hit.ranks[name] ?? "–"})`);
  const rows = hits.slice(0, SHOWN_HITS).map((hit) => [
    el("button", { type: "button", class: "link", onclick: (event) => openClause(hit.clause.clause_id, () => [], event.currentTarget) }, quoted(`${hit.clause.document} · ${hit.clause.number}`)),
    tag(t(`tier.${hit.tier}`), TIER[hit.tier]),
    el("span", { class: "number" }, hit.score.toFixed(3)),
    ...names.map((name) => el("span", { class: "number" }, leg(hit, name))),
    el("span", { class: "number" }, hit.fused.toFixed(4)),
    el("span", { class: "soft mono" }, hit.reason),
  ]);
  const columns = [t("docs.document"), t("docs.state"), t("inside.score"), ...names.map((name) => named(`step.${name}`, name)), t("step.fusion"), t("docs.reason")];
  return table(columns, rows, t("inside.legs"));
}

function funnel(pick) {
  const stage = (title, kind, names) => el("li", { class: kind }, el("h3", {}, el("span", {}, title), el("span", { class: "number" }, String(names.length))), names.length ? names : el("span", { class: "soft small" }, t("inside.nothing")));
  const plain = (name) => quoted(name, "span", { class: "name" });
  const refused = pick.refusals.map((one) => el("span", {}, el("s", {}, plain(one.name)), el("span", { class: "small" }, named(`gate.${one.gate}`, one.gate), " ", el("span", { class: "mono" }, one.reason))));
  return [
    el(
      "ol",
      { class: "funnel", id: "funnel" },
      stage(t("inside.candidates"), "", pick.candidates.map(plain)),
      stage(t("inside.picks"), "", pick.names.map(plain)),
      stage(t("inside.refused"), "refused", refused),
      stage(t("inside.items"), "passed", pick.items.map(plain)),
    ),
    pick.fallback_reason ? el("p", { class: "note" }, tag(reasonWords(pick.fallback_reason), "warn")) : null,
  ];
}
