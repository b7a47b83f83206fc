// Collections, documents and clauses; freshness; rebuild; upload.

import { get, post, upload } from "./api.js";
import { announce, el, quoted, replace } from "./dom.js";
import { t } from "./language.js";
import { openClause } from "./panel.js";
import { failure, table, tag } from "./parts.js";

const STATE = { fresh: "good", changed: "warn", new: "info", missing: "bad" };
const PAGE = 50;
const POLL_MS = 500;
const SHOWN_AT_ONCE = 200;

export function show(room) {
  const status = el("section", { class: "box", id: "index-status" });
  const list = el("section", { class: "box", id: "documents" });
  const reader = el("section", { class: "box", id: "reader", hidden: true });
  const unreadable = el("section", { id: "unreadable" });
  let stopped = false;

  async function refresh() {
    const found = await get("/v1/documents/index/status");
    replace(status, summary(found, rebuild));
    replace(list, documents(found.documents, (one) => read(reader, one)));
    replace(unreadable, unreadableFiles(found.unreadable));
    return found;
  }

  async function follow() {
    for (;;) {
      const found = await refresh();
      if (!found.running || stopped) return found;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async function rebuild() {
    try {
      await post("/v1/documents/index/rebuild", {});
      const before = Date.now();
      let found = await follow();
      // the job takes a moment to begin: keep looking until it has been seen or has ended
      while (!found.history.some((one) => Date.parse(one.finished_at) >= before - 1000) && Date.now() - before < 60000 && !stopped) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        found = await follow();
      }
      const failed = found.history[0]?.failure;
      status.append(el("p", { class: `notice ${failed ? "bad" : ""}`, id: "rebuilt" }, failed ? `${t("docs.failed")}: ${failed}` : t("docs.done")));
      announce(failed ? t("docs.failed") : t("docs.done"));
    } catch (error) {
      status.append(failure(error));
    }
  }

  replace(room, status, list, reader, unreadable, uploadForm(refresh));
  follow().catch((error) => replace(status, failure(error)));
  return () => {
    stopped = true;
  };
}

function summary(found, rebuild) {
  const edition = found.edition;
  const running = found.running;
  return [
    el(
      "div",
      { class: "row" },
      el("h2", {}, t("docs.title")),
      edition ? tag(`${t("docs.edition")} ${edition.number}`, "info") : tag(t("docs.empty"), "warn"),
      edition ? el("span", { class: "soft" }, `${edition.documents} · ${t("docs.clauses")} ${edition.clauses}`) : null,
      found.coverage.passages ? el("span", { class: "soft" }, `${t("docs.vectors")} ${found.coverage.vectors} / ${found.coverage.passages}`) : null,
      el("button", { type: "button", class: "main push", id: "rebuild", onclick: rebuild, disabled: Boolean(running) }, t("docs.rebuild")),
    ),
    running ? progress(running) : null,
    found.stale ? el("ul", { class: "notice warn" }, found.reasons.map((reason) => quoted(reason, "li"))) : null,
  ];
}

function progress(running) {
  const rest = running.remaining_seconds === null ? "" : ` · ${Math.ceil(running.remaining_seconds)} s`;
  return el(
    "div",
    { id: "progress" },
    el("label", { for: "progress-bar" }, `${t("docs.rebuilding")}: ${running.phase} ${running.done} / ${running.total}${rest}`),
    el("progress", { id: "progress-bar", max: Math.max(running.total, 1), value: running.done }),
  );
}

function documents(all, open) {
  const body = el("div");
  const filter = el("input", { type: "text", id: "document-filter", autocomplete: "off", "aria-label": t("docs.filter"), placeholder: t("docs.filter") });
  const draw = () => {
    const wanted = filter.value.trim().toLowerCase();
    const rows = all
      .filter((one) => `${one.doc_id} ${one.title}`.toLowerCase().includes(wanted))
      .slice(0, SHOWN_AT_ONCE)
      .map((one) => [
        quoted(one.collection),
        el("button", { type: "button", class: "source", "data-doc": one.doc_id, disabled: one.clauses === 0, onclick: () => open(one) }, quoted(one.title || one.path)),
        String(one.clauses),
        tag(t(`state.${one.freshness}`), STATE[one.freshness]),
      ]);
    replace(body, table([t("docs.collection"), t("docs.document"), t("docs.clauses"), t("docs.state")], rows, t("docs.title")));
  };
  filter.addEventListener("input", draw);
  draw();
  return [filter, body];
}

async function read(reader, one) {
  const list = el("ul", { class: "clauses" });
  reader.hidden = false;
  replace(reader, quoted(one.title || one.path, "h2"), list);
  let offset = 0;
  async function more(button) {
    button?.remove();
    try {
      const page = await get("/v1/documents/chunks", { doc_id: one.doc_id, offset, limit: PAGE });
      list.append(...page.clauses.map(clauseRow));
      offset += page.clauses.length;
      if (offset < page.total) reader.append(el("button", { type: "button", onclick: (event) => more(event.currentTarget) }, `${t("docs.more")} (${offset} / ${page.total})`));
    } catch (error) {
      reader.append(failure(error));
    }
  }
  await more(null);
  reader.scrollIntoView({ block: "nearest" });
}

function clauseRow(clause) {
  const heading = clause.heading === clause.number ? clause.heading : `${clause.number} ${clause.heading}`;
  return el("li", {}, el("button", { type: "button", "data-clause": clause.clause_id, onclick: (event) => openClause(clause.clause_id, [], event.currentTarget) }, quoted(heading), el("span", { class: "soft small" }, ` · ${t("card.line", { start: clause.start_line })}`)));
}

function unreadableFiles(files) {
  if (!files.length) return null;
  const rows = files.map((one) => [quoted(one.path), el("span", {}, tag(one.reason, "bad"), quoted(` ${one.detail}`)), quoted(one.remedy)]);
  return el("div", { class: "box" }, el("h2", {}, t("docs.unreadable")), table([t("docs.file"), t("docs.reason"), t("docs.remedy")], rows, t("docs.unreadable")));
}

function uploadForm(refresh) {
  const file = el("input", { type: "file", name: "file", accept: ".md,.txt", required: true, "aria-label": t("docs.file") });
  const collection = el("input", { type: "text", name: "collection", id: "upload-collection", autocomplete: "off", maxlength: 120 });
  const said = el("div", { id: "upload-said", role: "status" });
  const box = el("section", { class: "box", id: "upload" });
  const form = el(
    "form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await upload("/v1/documents/upload", new FormData(form));
          replace(said, el("p", { class: "notice" }, t("docs.upload.kept")));
          form.reset();
          await refresh();
        } catch (error) {
          replace(said, failure(error));
        }
      },
    },
    el("div", { class: "row" }, el("label", { for: "upload-collection" }, t("docs.collection")), collection, file, el("button", { class: "main", type: "submit" }, t("docs.upload.go"))),
    said,
  );
  get("/v1/status").then(
    ({ switches }) => replace(box, el("h2", {}, t("docs.upload")), switches.upload?.state === "on" ? form : el("p", { class: "soft" }, t("docs.upload.off"))),
    () => {}, // the box stays empty; the status above shows that the server is away
  );
  return box;
}
