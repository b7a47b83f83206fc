// Calls to our own server. A failure is a Problem with what to do.

export class Problem extends Error {
  constructor(body, status) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.code = body.code ?? "unreachable";
    this.remedy = body.remedy ?? "";
    this.requestId = body.request_id ?? "";
  }
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ code: "unreachable", detail: "unreachable" }, 0);
  }
  if (response.ok) return response;
  let body = {};
  try {
    body = await response.json();
  } catch {
    // a proxy's page: the status alone has to do
  }
  throw new Problem(body, response.status);
}

export async function get(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return (await send(query ? `${path}?${query}` : path, {})).json();
}

function json(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
}

export async function post(path, body, signal) {
  return (await send(path, json(body, signal))).json();
}

export async function upload(path, form) {
  return (await send(path, { method: "POST", body: form })).json();
}

/** Server-sent events of a POST: calls onEvent(name, data) for each; a stream that ends before `done` is a Problem. */
export async function stream(path, body, signal, onEvent) {
  const response = await send(path, json(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  let last = "";
  for (;;) {
    const { value, done } = await piece(reader);
    if (done && last === "done") return;
    if (done) throw new Problem({ code: "unreachable", detail: "the stream was cut" }, 0);
    buffer += value;
    let end;
    while ((end = buffer.indexOf("\n\n")) >= 0) {
      const event = parse(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (!event) continue;
      last = event.name;
      onEvent(event.name, event.data);
    }
  }
}

async function piece(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ code: "unreachable", detail: "the stream was cut" }, 0);
  }
}

function parse(block) {
  const lines = block.split("\n");
  const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
  const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
  return name && data ? { name, data: JSON.parse(data) } : null;
}
