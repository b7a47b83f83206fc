// One card on the screen.

import { post } from "./api.js";
import { el, quoted, replace } from "./dom.js";
import { label } from "./labels.js";
import { t } from "./language.js";
import { marksOf, openClause } from "./panel.js";
import { copy, tag } from "./parts.js";

export function cardElement(card, answer) {
  const drawn = el("li", { class: "card", "data-card": card.card_id });
  draw(drawn, card, answer);
  return drawn;
}

/** Replace the first card's content; its room stays, so that nothing below moves. */
export function upgrade(drawn, card, answer) {
  const focused = drawn.contains(document.activeElement) ? document.activeElement.dataset.role : null;
  draw(drawn, card, answer);
  if (focused) drawn.querySelector(`[data-role="${focused}"]`)?.focus();
}

function draw(drawn, card, answer) {
  drawn.className = `card ${card.kind} ${card.rank === 1 ? "first" : ""}`.trim();
  drawn.dataset.kind = card.kind;
  drawn.dataset.fallback = card.fallback_reason ?? "";
  const content = el("div", { class: "content", ...(card.rank === 1 ? { tabindex: "0", role: "group", "aria-label": card.title } : {}) });
  replace(content, card.kind === "items" ? items(card) : snippet(card), note(card));
  replace(
    drawn,
    el("h2", {}, quoted(card.title), card.label ? tag(card.label, "info") : null, card.source.freshness === "fresh" ? null : tag(t("card.stale"), "warn")),
    content,
    foot(card, answer),
  );
}

function items(card) {
  const chips = card.items.map((item) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "chip", title: t("cards.copy.item", { name: item.name }), onclick: (event) => copy(item.name, event.currentTarget) }, quoted(item.name)),
      item.condition ? quoted(item.condition, "span", { class: "condition" }) : null,
    ),
  );
  return [el("h3", {}, t("card.required")), el("ul", { class: "items" }, chips)];
}

function snippet(card) {
  return [
    card.snippet ? quoted(card.snippet, "p", { class: "lead" }) : null,
    card.rank === 1 && card.fallback_reason === null ? el("p", { class: "soft waiting" }, t("cards.waiting")) : null,
  ];
}

/** A quiet sentence: another branch exists, or why there is no list. */
function note(card) {
  const text = card.note ?? (card.fallback_reason ? label(`fallback.${card.fallback_reason}`) : null);
  return text ? el("p", { class: "soft small note" }, text) : null;
}

function foot(card, answer) {
  const source = card.source;
  const where = `${source.document} · ${source.clause} · ${t("card.line", { start: source.start_line })}`;
  return el(
    "div",
    { class: "foot" },
    el("button", { type: "button", class: "source", "data-role": "source", title: t("card.open"), onclick: (event) => openClause(source.clause_id, marksOf(card), event.currentTarget) }, quoted(where)),
    el("button", { type: "button", "data-role": "copy", class: "push", onclick: (event) => copy(asText(card), event.currentTarget) }, t("cards.copy")),
    feedback(card, answer),
  );
}

function feedback(card, answer) {
  const buttons = ["useful", "wrong_item", "wrong_clause"]
    .filter((verdict) => verdict !== "wrong_item" || card.kind === "items")
    .map((verdict) =>
      el("button", {
        type: "button",
        class: "quiet",
        "data-role": verdict,
        onclick: async (event) => {
          const button = event.currentTarget;
          try {
            await post("/v1/feedback", { request_id: answer.request_id, card_id: card.card_id, verdict });
            button.textContent = `✓ ${t("feedback.kept")}`;
          } catch (error) {
            button.textContent = error.remedy || t("error.title");
          }
          button.disabled = true;
        },
      }, t(`feedback.${verdict}`)),
    );
  return el("div", { role: "group", "aria-label": t("feedback.label") }, buttons);
}

/** A card as it leaves the page: with its source and the label of who picked. */
export function asText(card) {
  const source = card.source;
  const lines = card.items.map((item) => (item.condition ? `- ${item.name} (${item.condition})` : `- ${item.name}`));
  return [
    card.kind === "items" ? [card.text, ...lines].join("\n") : (card.snippet ?? card.title),
    `${source.document} · ${source.clause} · ${t("card.line", { start: source.start_line })}`,
    card.label ?? "",
  ].filter(Boolean).join("\n");
}
