// Small drawings: SVG made of attributes, no inline styles.

import { svg } from "./dom.js";

/** Horizontal bars: rows of {label, value, text}. */
export function bars(rows, caption) {
  const height = rows.length * 28 + 4;
  const most = Math.max(...rows.map((row) => row.value), Number.MIN_VALUE);
  const drawn = rows.map((row, index) => {
    const y = index * 28;
    return svg("g", {}, svg("text", { x: 0, y: y + 18 }, row.label), svg("rect", { class: "bar", x: 230, y: y + 6, height: 16, rx: 3, width: Math.max(2, (row.value / most) * 280) }), svg("text", { x: 520, y: y + 18 }, row.text));
  });
  return svg("svg", { class: "chart", viewBox: `0 0 620 ${height}`, role: "img", "aria-label": caption }, drawn);
}

/** Hits on a score axis from 0 to 1, with the thresholds: hits of {score, tier, label}. */
export function scoreAxis(hits, thresholds, caption) {
  const x = (score) => 20 + score * 580;
  const height = 64 + hits.length * 20;
  const lines = thresholds.map(({ value, label }) => svg("g", {}, svg("line", { class: "threshold", x1: x(value), x2: x(value), y1: 24, y2: height - 24 }), svg("text", { x: x(value), y: 16, "text-anchor": "middle" }, `${label} ${value}`)));
  const dots = hits.map((hit, index) => {
    const y = 40 + index * 20;
    const onRight = hit.score > 0.55;
    return svg("g", {}, svg("circle", { class: hit.tier, cx: x(hit.score), cy: y, r: 6 }), svg("text", { x: x(hit.score) + (onRight ? -12 : 12), y: y + 4, "text-anchor": onRight ? "end" : "start" }, `${hit.label} ${hit.score.toFixed(2)}`));
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((value) => svg("text", { x: x(value), y: height - 6, "text-anchor": "middle" }, String(value)));
  return svg("svg", { class: "chart", viewBox: `0 0 620 ${height}`, role: "img", "aria-label": caption }, svg("line", { class: "axis", x1: 20, x2: 600, y1: height - 24, y2: height - 24 }), lines, dots, ticks);
}
