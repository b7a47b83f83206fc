// Doctor's lines, switches, the model's queue, the last hour, the edition's history.

import { get } from "./api.js";
import { bars, percentiles } from "./charts.js";
import { el, quoted, replace } from "./dom.js";
import { named, t } from "./language.js";
import { failure, milliseconds, table, tag } from "./parts.js";

const STATE = { ok: "good", warning: "warn", failed: "bad" };
const SWITCH = { on: "good", closed: "good", shadow: "info", open: "bad", half_open: "warn" };

export function show(room) {
  const doctor = el("div");
  const again = el("button", { type: "button", class: "push", id: "doctor-again", onclick: () => refresh() }, t("health.again"));
  const columns = el("div", { class: "columns" });
  const history = el("section", { class: "box", id: "editions" });

  async function refresh() {
    again.disabled = true;
    replace(doctor, el("p", { class: "soft", role: "status" }, t("health.checking")));
    fill(columns, get("/v1/status"), panels);
    fill(history, get("/v1/documents/index/status"), (index) => [el("h2", {}, t("health.editions")), editions(index.history)]);
    await fill(doctor, get("/v1/doctor"), ({ lines }) => el("ul", { class: "findings" }, lines.map(finding)));
    again.disabled = false;
  }

  replace(room, el("div", { class: "stack" }, el("section", { class: "box", id: "doctor" }, el("div", { class: "row" }, el("h2", {}, t("health.doctor")), again), doctor), columns, history));
  refresh();
}

async function fill(place, answer, draw) {
  try {
    replace(place, draw(await answer));
  } catch (error) {
    replace(place, failure(error));
  }
}

function finding(one) {
  return el(
    "li",
    {},
    el("span", {}, tag(t(one.state), STATE[one.state])),
    el("strong", {}, one.name),
    el("span", {}, quoted(one.detail), one.remedy ? quoted(`→ ${one.remedy}`, "p", { class: "remedy" }) : null),
  );
}

function panels({ switches, last_hour: hour }) {
  const { model, ...others } = switches;
  const box = (id, ...content) => el("section", { class: "box", id }, el("h2", {}, t(`health.${id}`)), content);
  return [
    el("div", { class: "stack" }, box("latency", latency(hour.routes)), box("reasons", reasons(hour.reasons))),
    el("div", { class: "stack" }, model ? box("queue", queue(model)) : null, box("switches", switchTable(others))),
  ];
}

function switchTable(switches) {
  const rows = Object.entries(switches).map(([name, one]) => [el("strong", {}, name), tag(one.state, SWITCH[one.state] ?? ""), quoted(one.why ?? "")]);
  return table([t("health.name"), t("docs.state"), t("docs.reason")], rows, t("health.switches"));
}

function queue({ state, dispatcher }) {
  const { in_flight: running, waiting, counts = {} } = dispatcher ?? {};
  const calls = Object.entries(counts).map(([name, count]) => ({ label: named(`why.${name}`, name), value: count, text: String(count) }));
  return [
    el("p", { class: "row" }, tag(named(`breaker.${state}`, state), SWITCH[state] ?? ""), el("span", {}, t("health.waiting", { running: running ?? 0, waiting: waiting ?? 0 }))),
    calls.length ? bars(calls, t("health.queue")) : null,
  ];
}

/** The service's own routes; pages and probes would only fill the picture. */
function latency(routes) {
  const rows = Object.entries(routes)
    .filter(([route]) => route.startsWith("/v1/"))
    .map(([route, one]) => ({ label: route.slice(3), p50: one.p50_ms, p95: one.p95_ms, p99: one.p99_ms, text: `${milliseconds(one.p95_ms)} · ${one.count}` }));
  if (!rows.length) return el("p", { class: "soft" }, t("health.quiet"));
  return [percentiles(rows, t("health.latency")), el("p", { class: "soft small" }, t("health.latency.key"))];
}

function reasons(all) {
  const rows = all.filter((one) => one.kind === "fallback").map((one) => ({ label: named(`why.${one.reason}`, one.reason), value: one.count, text: String(one.count) }));
  return rows.length ? bars(rows, t("health.reasons")) : el("p", { class: "soft" }, t("health.quiet"));
}

function editions(history) {
  if (!history.length) return el("p", { class: "soft" }, t("docs.empty"));
  const number = (text) => el("span", { class: "number" }, text);
  const rows = history.map((one) => [
    number(one.edition === null ? "–" : String(one.edition)),
    number(one.finished_at.slice(0, 16).replace("T", " ")),
    number(`${one.seconds.toFixed(1)} s`),
    number(String(one.clauses)),
    number(`${one.vectors} / ${one.passages}`),
    one.failure ? el("span", {}, tag(t("failed"), "bad"), quoted(` ${one.failure}`)) : tag(t("ok"), "good"),
  ]);
  return table([t("docs.edition"), t("health.finished"), t("health.took"), t("docs.clauses"), t("docs.vectors"), t("docs.state")], rows, t("health.editions"));
}
