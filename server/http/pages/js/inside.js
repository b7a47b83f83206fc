// The trace of one query as a picture: legs, fusion, tiers, candidates, picks, gates.

import { post } from "./api.js";
import { scoreAxis } from "./charts.js";
import { el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { openClause } from "./panel.js";
import { collectionChooser, failure, milliseconds, table, tag } from "./parts.js";

const SHOWN_HITS = 12;

export function show(room) {
  const input = el("input", { type: "text", id: "inside-query", autocomplete: "off", maxlength: 2000, placeholder: t("cards.placeholder") });
  const generate = el("input", { type: "checkbox", id: "inside-generate" });
  const collection = collectionChooser("inside-collection");
  const result = el("div", { id: "trace" });
  const form = el(
    "form",
    {
      class: "ask-form",
      onsubmit: async (event) => {
        event.preventDefault();
        if (!input.value.trim()) return;
        try {
          const body = { query: input.value, generate: generate.checked, ...(collection.value ? { collection: collection.value } : {}) };
          replace(result, trace(await post("/v1/rag/debug", body)));
        } catch (error) {
          replace(result, failure(error));
        }
      },
    },
    el("label", { for: "inside-query" }, t("inside.label")),
    input,
    el(
      "div",
      { class: "row" },
      el("label", { for: "inside-collection" }, t("cards.collection"), " ", collection),
      el("label", {}, generate, " ", t("inside.generate")),
      el("button", { class: "main push", type: "submit" }, t("inside.go")),
    ),
  );
  replace(room, form, result);
  input.focus();
}

function trace(found) {
  const retrieval = found.retrieval;
  return [
    el("section", { class: "box" }, el("h2", {}, `${found.sufficiency.outcome} ${found.sufficiency.reason ?? ""}`), terms(retrieval), steps(retrieval.trace)),
    el("section", { class: "box" }, el("h2", {}, t("inside.tiers")), axis(retrieval.hits, found.thresholds)),
    el("section", { class: "box" }, el("h2", {}, t("inside.legs")), legs(retrieval.hits)),
    el("section", { class: "box" }, el("h2", {}, t("inside.gates")), gates(found.pick)),
    found.packed ? el("section", { class: "box" }, el("h2", {}, t("inside.prompt")), quoted(found.packed.prompt, "pre", { tabindex: "0" })) : null,
  ];
}

function terms(retrieval) {
  const missing = new Set(retrieval.missing_exact_terms);
  const shown = [...new Set([...retrieval.exact_terms, ...missing])].map((term) => tag(term, missing.has(term) ? "bad" : "good"));
  return el("p", {}, `${t("inside.terms")}: `, shown.length ? shown : t("inside.nothing"));
}

function steps(all) {
  return el(
    "ol",
    { class: "steps" },
    all.map((step) => el("li", {}, el("strong", {}, step.name), el("span", { class: "soft" }, ` ${milliseconds(step.milliseconds)}`), el("details", {}, el("summary", {}, t("inside.step")), quoted(JSON.stringify(step.detail, null, 1), "pre", { tabindex: "0" })))),
  );
}

function axis(hits, thresholds) {
  const shown = hits.slice(0, SHOWN_HITS).map((hit) => ({ score: hit.score, tier: hit.tier, label: hit.clause.number }));
  const lines = [
    { value: thresholds.strong, label: t("inside.strong") },
    { value: thresholds.borderline, label: t("inside.borderline") },
  ];
  return shown.length ? scoreAxis(shown, lines, t("inside.tiers")) : el("p", {}, t("inside.nothing"));
}

function legs(hits) {
  const names = [...new Set(hits.flatMap((hit) => Object.keys(hit.legs)))];
  const rows = hits.slice(0, SHOWN_HITS).map((hit) => [
    el("button", { type: "button", class: "source", onclick: (event) => openClause(hit.clause.clause_id, [], event.currentTarget) }, quoted(`${hit.clause.document} · ${hit.clause.number}`)),
    el("span", {}, tag(hit.tier, { exact: "good", strong: "good", borderline: "warn" }[hit.tier] ?? ""), ` ${hit.score.toFixed(3)} ${hit.reason}`),
    ...names.map((name) => (hit.legs[name] === undefined ? "–" : `${hit.legs[name].toFixed(3)} (${hit.ranks[name] ?? "–"})`)),
    hit.fused.toFixed(4),
  ]);
  return table([t("docs.document"), t("docs.state"), ...names, "RRF"], rows, t("inside.legs"));
}

function gates(pick) {
  if (!pick) return el("p", { class: "soft" }, t("inside.nothing"));
  const names = (all) => (all.length ? el("p", {}, all.map((name) => [tag(name), " "])) : el("p", { class: "soft" }, t("inside.nothing")));
  return el(
    "ol",
    { class: "steps" },
    el("li", {}, el("strong", {}, `${t("inside.candidates")} (${pick.candidates.length})`), names(pick.candidates)),
    el("li", {}, el("strong", {}, `${t("inside.picks")} (${pick.names.length})`), names(pick.names)),
    el("li", {}, el("strong", {}, `${t("inside.refused")} (${pick.refusals.length})`), pick.refusals.length ? table([t("inside.picks"), t("inside.refused"), t("docs.reason")], pick.refusals.map((one) => [quoted(one.name), tag(one.gate, "bad"), one.reason]), t("inside.refused")) : names([])),
    el("li", {}, el("strong", {}, `${t("inside.items")} (${pick.items.length})`), names(pick.items), pick.fallback_reason ? tag(pick.fallback_reason, "warn") : null),
  );
}
