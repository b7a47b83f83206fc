// Adding a file to a collection, where that is enabled. The server checks type and size again.

import { get, upload } from "./api.js";
import { announce, el, replace } from "./dom.js";
import { t } from "./language.js";
import { failure } from "./parts.js";

const MOST_BYTES = 20 * 1024 * 1024;
const ENDINGS = [".md", ".txt"];

export function uploadBox(onKept) {
  const box = el("section", { class: "box", id: "upload" }, el("h2", {}, t("docs.upload")));
  get("/v1/status").then(
    ({ switches }) => box.append(switches.upload?.state === "on" ? uploadForm(onKept) : el("p", { class: "soft" }, t("docs.upload.off"))),
    () => {}, // the index above says that the server is away
  );
  return box;
}

function uploadForm(onKept) {
  const file = el("input", { type: "file", id: "upload-file", name: "file", accept: ENDINGS.join(","), required: true });
  const collection = el("input", { type: "text", id: "upload-collection", name: "collection", autocomplete: "off", maxlength: 120 });
  const said = el("div", { id: "upload-said" });
  const submit = async (event) => {
    event.preventDefault();
    const refused = refusal(file.files[0]);
    if (refused) {
      replace(said, el("p", { class: "notice bad", role: "alert" }, refused));
      return;
    }
    try {
      await upload("/v1/documents/upload", new FormData(form));
      replace(said, el("p", { class: "notice good" }, t("docs.upload.kept")));
      announce(t("docs.upload.kept"));
      form.reset();
      await onKept();
    } catch (error) {
      replace(said, failure(error));
    }
  };
  const form = el(
    "form",
    { class: "stack", onsubmit: submit },
    el("div", { class: "row" }, el("label", { for: "upload-file" }, t("docs.file")), file),
    el("div", { class: "row" }, el("label", { for: "upload-collection" }, t("docs.collection")), el("span", {}, collection), el("button", { class: "main", type: "submit" }, t("docs.upload.go"))),
    said,
  );
  return form;
}

/** Why this file cannot be sent, or null. */
function refusal(file) {
  if (!ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))) return t("docs.upload.type");
  return file.size > MOST_BYTES ? t("docs.upload.size") : null;
}
