// Small drawings: SVG made of attributes, no inline styles.

import { svg } from "./dom.js";

const WIDTH = 540;
const ROW = 26;

function drawing(height, caption, ...children) {
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": caption }, ...children);
}

function text(x, y, words, kind = "") {
  return svg("text", { x, y, class: kind }, words);
}

/** At most so many characters: a drawing has no line breaks. */
function short(words, most = 30) {
  const characters = Array.from(words);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : words;
}

/** Horizontal bars: rows of {label, value, text}. */
export function bars(rows, caption) {
  const most = Math.max(...rows.map((row) => row.value), Number.MIN_VALUE);
  const drawn = rows.map((row, index) => {
    const y = index * ROW;
    return svg("g", {}, text(158, y + 17, short(row.label, 20), "end"), svg("rect", { class: "fill", x: 168, y: y + 5, height: 16, rx: 4, width: Math.max(3, (row.value / most) * 320) }), text(WIDTH, y + 17, row.text, "end faint"));
  });
  return drawing(rows.length * ROW + 4, caption, drawn);
}

/** Hits on a score axis from 0 to 1 over the zones of the tiers: hits of {score, tier, label}. */
export function scoreAxis(hits, { strong, borderline }, words, caption) {
  const from = 130;
  const x = (score) => from + score * (WIDTH - from - 50);
  const bottom = 30 + hits.length * ROW;
  const zone = (kind, start, end) => svg("rect", { class: `zone-${kind}`, x: x(start), y: 24, width: x(end) - x(start), height: bottom - 24 });
  const line = (value) => svg("line", { class: "threshold", x1: x(value), x2: x(value), y1: 24, y2: bottom });
  const rows = hits.map((hit, index) => {
    const y = 42 + index * ROW;
    return svg("g", {}, text(from - 12, y + 4, short(hit.label, 16), "end"), svg("line", { class: "stem", x1: x(0), x2: x(hit.score), y1: y, y2: y }), svg("circle", { class: hit.tier, cx: x(hit.score), cy: y, r: 6 }), text(x(hit.score) + 11, y + 4, hit.score.toFixed(2), "faint"));
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((value) => text(x(value), bottom + 16, String(value), "middle faint"));
  return drawing(
    bottom + 22,
    caption,
    zone("rejected", 0, borderline),
    zone("borderline", borderline, strong),
    zone("strong", strong, 1),
    line(borderline),
    line(strong),
    text(x(borderline) - 5, 16, `${words.borderline} ${borderline}`, "end faint"),
    text(x(strong) + 5, 16, `${words.strong} ${strong}`, "faint"),
    rows,
    ticks,
  );
}

const DECADES = [1, 10, 100, 1000, 10000];

/** Percentiles on a logarithmic axis: rows of {label, p50, p95, p99, text}, milliseconds. */
export function percentiles(rows, caption) {
  const from = 168;
  const most = Math.max(10, ...rows.map((row) => row.p99));
  const scale = Math.log10(most);
  const x = (value) => from + (Math.max(0, Math.log10(Math.max(value, 1))) / scale) * (WIDTH - from - 92);
  const bottom = rows.length * ROW + 4;
  const grid = DECADES.filter((value) => value <= most).map((value) => svg("g", {}, svg("line", { class: "axis", x1: x(value), x2: x(value), y1: 0, y2: bottom }), text(x(value), bottom + 15, value >= 1000 ? `${value / 1000} s` : `${value} ms`, "middle faint")));
  const drawn = rows.map((row, index) => {
    const y = index * ROW;
    return svg(
      "g",
      {},
      text(from - 10, y + 17, short(row.label, 26), "end"),
      svg("rect", { class: "fill-2", x: from, y: y + 6, height: 14, width: Math.max(2, x(row.p95) - from) }),
      svg("rect", { class: "fill", x: from, y: y + 6, height: 14, width: Math.max(2, x(row.p50) - from) }),
      svg("line", { class: "tip", x1: x(row.p99), x2: x(row.p99), y1: y + 3, y2: y + 23 }),
      text(WIDTH, y + 17, row.text, "end faint"),
    );
  });
  return drawing(bottom + 20, caption, grid, drawn);
}
