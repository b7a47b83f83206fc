// Doctor's lines, switches, the model's queue, the last hour, the edition's history.

import { get } from "./api.js";
import { bars } from "./charts.js";
import { el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { failure, milliseconds, table, tag } from "./parts.js";

const STATE = { ok: "good", warning: "warn", failed: "bad" };

export function show(room) {
  const doctor = el("section", { class: "box", id: "doctor" });
  const columns = el("div", { class: "columns" });

  async function refresh() {
    replace(doctor, el("h2", {}, t("health.doctor")), el("p", { class: "soft", role: "status" }, "…"));
    get("/v1/status").then((status) => replace(columns, panels(status)), (error) => replace(columns, failure(error)));
    get("/v1/documents/index/status").then((index) => columns.after(editions(index.history)), () => {});
    try {
      const { lines } = await get("/v1/doctor");
      replace(doctor, heading(refresh), table([t("docs.state"), "", ""], lines.map(line), t("health.doctor")));
    } catch (error) {
      replace(doctor, heading(refresh), failure(error));
    }
  }

  replace(room, doctor, columns);
  refresh();
}

function heading(refresh) {
  return el("div", { class: "row" }, el("h2", {}, t("health.doctor")), el("button", { type: "button", class: "push", onclick: refresh }, t("health.again")));
}

function line(one) {
  return [tag(t(one.state), STATE[one.state]), el("strong", {}, one.name), el("span", {}, quoted(one.detail), one.remedy ? quoted(` → ${one.remedy}`, "p", { class: "soft" }) : null)];
}

function panels({ switches, last_hour: hour }) {
  return [
    el("section", { class: "box", id: "switches" }, el("h2", {}, t("health.switches")), table([t("health.switches"), t("docs.state"), t("docs.reason")], Object.entries(switches).map(([name, one]) => [name, tag(one.state, one.state === "on" ? "good" : ""), quoted(one.why ?? "")]), t("health.switches"))),
    el("section", { class: "box", id: "latency" }, el("h2", {}, t("health.latency")), latency(hour.routes)),
    el("section", { class: "box", id: "reasons" }, el("h2", {}, t("health.reasons")), reasons(hour.reasons)),
  ];
}

function latency(routes) {
  const rows = Object.entries(routes).map(([route, one]) => [route, String(one.count), ...["p50_ms", "p95_ms", "p99_ms"].map((name) => milliseconds(one[name]))]);
  return rows.length ? table([t("health.route"), t("health.count"), "p50", "p95", "p99"], rows, t("health.latency")) : el("p", { class: "soft" }, t("health.quiet"));
}

function reasons(all) {
  const rows = all.filter((one) => one.kind === "fallback").map((one) => ({ label: one.reason, value: one.count, text: String(one.count) }));
  return rows.length ? bars(rows, t("health.reasons")) : el("p", { class: "soft" }, t("health.quiet"));
}

function editions(history) {
  document.getElementById("editions")?.remove();
  const rows = history.map((one) => [one.edition === null ? "–" : String(one.edition), one.finished_at.slice(0, 19).replace("T", " "), `${one.seconds.toFixed(1)} s`, String(one.clauses), `${one.vectors} / ${one.passages}`, one.failure ? quoted(one.failure) : tag(t("ok"), "good")]);
  return el("section", { class: "box", id: "editions" }, el("h2", {}, t("health.editions")), table([t("docs.edition"), "", t("inside.time"), t("docs.clauses"), t("docs.vectors"), t("docs.state")], rows, t("health.editions")));
}
