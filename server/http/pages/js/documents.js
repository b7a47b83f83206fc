// Collections, documents and clauses; freshness; rebuild.

import { get, post } from "./api.js";
import { announce, el, quoted, replace } from "./dom.js";
import { named, t } from "./language.js";
import { openClause } from "./panel.js";
import { failure, table, tag } from "./parts.js";
import { uploadBox } from "./upload.js";

const STATE = { fresh: "good", changed: "warn", new: "info", missing: "bad" };
const PAGE = 50;
const POLL_MS = 400;
const SHOWN_AT_ONCE = 200;
const STARTING = { phase: "start", done: 0, total: 0, remaining_seconds: null };

export function show(room) {
  const status = el("section", { class: "box stack", id: "index-status" });
  const list = el("section", { class: "box", id: "documents" });
  const reader = el("section", { class: "box", id: "reader", hidden: true });
  const unreadable = el("div", { id: "unreadable" });
  let stopped = false;
  let said = null; // how the last rebuild ended
  let rebuilding = false; // asked for here; its process takes a while to begin

  async function refresh() {
    const found = await get("/v1/documents/index/status");
    replace(status, summary(found, { rebuild, rebuilding }), said);
    drawDocuments(found.documents);
    replace(unreadable, unreadableFiles(found.unreadable));
    return found;
  }

  let filter = "";
  function drawDocuments(all) {
    const typing = document.activeElement?.id === "document-filter";
    replace(list, documentTable(all, { filter, onFilter: (text) => (filter = text), open: (one) => read(reader, one) }));
    if (typing) list.querySelector("#document-filter").focus();
  }

  const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

  /** Until `done(status)`: redraw the progress. */
  async function follow(done) {
    for (;;) {
      const found = await refresh();
      if (stopped || done(found)) return found;
      await pause();
    }
  }

  async function rebuild() {
    said = null;
    rebuilding = true;
    try {
      const { job: begun } = await post("/v1/documents/index/rebuild", {});
      const { job } = await follow((one) => one.job?.job_id === begun.job_id && one.job.state !== "running");
      if (job.state === "failed") say(`${t("docs.failed")}: ${job.message} → ${job.remedy}`, "bad");
      else say(t("docs.done"), "good");
    } catch (error) {
      said = failure(error);
    }
    rebuilding = false;
    if (!stopped) await refresh().catch((error) => replace(status, failure(error)));
  }

  function say(words, kind) {
    said = quoted(words, "p", { class: `notice ${kind}`, id: "rebuilt" });
    announce(words);
  }

  replace(room, el("div", { class: "stack" }, status, el("div", { class: "pair" }, list, reader), unreadable, uploadBox(refresh)));
  follow((found) => !found.running).catch((error) => replace(status, failure(error)));
  return () => {
    stopped = true;
  };
}

function summary(found, { rebuild, rebuilding }) {
  const { edition, running, coverage } = found;
  const counts = Object.keys(STATE).map((name) => [name, found.documents.filter((one) => one.freshness === name).length]);
  return [
    el(
      "div",
      { class: "row" },
      el("h2", {}, t("docs.index")),
      edition ? tag(t("docs.edition.number", { n: edition.number }), "info") : tag(t("docs.empty"), "warn"),
      edition ? el("span", { class: "soft" }, t("docs.size", { documents: edition.documents, clauses: edition.clauses })) : null,
      coverage.passages ? el("span", { class: "soft" }, `${t("docs.vectors")} ${coverage.vectors} / ${coverage.passages}`) : null,
      counts.filter(([, count]) => count).map(([name, count]) => tag(`${t(`state.${name}`)} ${count}`, STATE[name])),
      el("button", { type: "button", class: "main push", id: "rebuild", onclick: rebuild, disabled: rebuilding || Boolean(running) }, t("docs.rebuild")),
    ),
    running || rebuilding ? progress(running ?? STARTING) : null,
    found.stale && edition ? el("ul", { class: "notice warn" }, found.reasons.map((reason) => quoted(reason, "li"))) : null,
  ];
}

function progress({ phase, done, total, remaining_seconds: rest }) {
  const left = rest === null ? "" : ` · ${t("docs.left", { n: Math.ceil(rest) })}`;
  return el(
    "div",
    { id: "progress" },
    el("label", { for: "progress-bar", class: "number" }, t("docs.rebuilding"), ": ", `${named(`phase.${phase}`, phase)}${total ? ` ${done} / ${total}` : "…"}${left}`),
    el("progress", { id: "progress-bar", max: Math.max(total, 1), value: total ? done : null }),
  );
}

function documentTable(all, { filter, onFilter, open }) {
  const body = el("div");
  const box = el("input", { type: "text", id: "document-filter", autocomplete: "off", "aria-label": t("docs.filter"), placeholder: t("docs.filter"), value: filter });
  const draw = () => {
    const wanted = box.value.trim().toLowerCase();
    const found = all.filter((one) => `${one.doc_id} ${one.title}`.toLowerCase().includes(wanted));
    const rows = found.slice(0, SHOWN_AT_ONCE).map((one) => [
      el("button", { type: "button", class: "link", "data-doc": one.doc_id, disabled: one.clauses === 0, onclick: () => open(one) }, quoted(one.title || one.path)),
      quoted(one.collection || "–"),
      el("span", { class: "number" }, String(one.clauses)),
      tag(t(`state.${one.freshness}`), STATE[one.freshness]),
    ]);
    const hidden = found.length - rows.length;
    replace(body, table([t("docs.document"), t("docs.collection"), t("docs.clauses"), t("docs.state")], rows, t("docs.title")), hidden > 0 ? el("p", { class: "soft small" }, t("docs.hidden", { n: hidden })) : null);
  };
  box.addEventListener("input", () => {
    onFilter(box.value);
    draw();
  });
  draw();
  return [el("div", { class: "row" }, el("h2", {}, t("docs.title")), el("span", { class: "push" }, box)), body];
}

async function read(reader, one) {
  const list = el("ul", { class: "clauses", tabindex: "0", "aria-label": one.title || one.path });
  const foot = el("div");
  reader.hidden = false;
  replace(reader, quoted(one.title || one.path, "h2"), el("p", { class: "soft mono" }, one.path), list, foot);
  let offset = 0;
  async function more() {
    try {
      const page = await get("/v1/documents/chunks", { doc_id: one.doc_id, offset, limit: PAGE });
      list.append(...page.clauses.map(clauseRow));
      offset += page.clauses.length;
      replace(foot, offset < page.total ? el("button", { type: "button", onclick: more }, `${t("docs.more")} (${offset} / ${page.total})`) : null);
    } catch (error) {
      replace(foot, failure(error));
    }
  }
  await more();
  reader.scrollIntoView({ block: "nearest" });
}

function clauseRow(clause) {
  const heading = clause.heading && clause.heading !== clause.number ? `${clause.number} ${clause.heading}` : clause.number;
  const open = (event) => openClause(clause.clause_id, () => [], event.currentTarget);
  return el("li", {}, el("button", { type: "button", "data-clause": clause.clause_id, onclick: open }, quoted(heading), el("span", { class: "soft small" }, ` · ${t("card.line", { start: clause.start_line })}`)));
}

function unreadableFiles(files) {
  if (!files.length) return null;
  const rows = files.map((one) => [quoted(one.path), el("span", {}, tag(one.reason, "bad"), quoted(` ${one.detail}`)), quoted(one.remedy)]);
  return el("section", { class: "box" }, el("h2", {}, t("docs.unreadable")), table([t("docs.file"), t("docs.reason"), t("docs.remedy")], rows, t("docs.unreadable")));
}
