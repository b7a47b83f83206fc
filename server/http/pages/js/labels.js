// The policy's labels, in the page's language: fetched once, the fallback reasons among them.

import { get } from "./api.js";
import { language } from "./language.js";

let labels = {};

export async function loadLabels() {
  labels = await get("/v1/labels");
}

export function label(key) {
  return labels[language()]?.[key] ?? key;
}
