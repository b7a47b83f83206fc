// One card on the screen.

import { post } from "./api.js";
import { announce, el, quoted, replace } from "./dom.js";
import { label } from "./labels.js";
import { t } from "./language.js";
import { marksOf, openClause } from "./panel.js";
import { copy, copyIcon, tag } from "./parts.js";

export function cardElement(card, requestId) {
  const drawn = el("li", { class: "card", "data-card": card.card_id });
  draw(drawn, card, requestId);
  return drawn;
}

/** Is a pick for this card still under way? */
export function isPending(card) {
  return card.rank === 1 && card.kind === "snippet" && card.fallback_reason === null;
}

/** Replace the first card's content; it keeps its height, so that nothing below moves. */
export function upgrade(drawn, card, requestId) {
  const { height } = drawn.querySelector(".content").getBoundingClientRect();
  const focused = drawn.contains(document.activeElement) ? document.activeElement.dataset.role : null;
  draw(drawn, card, requestId);
  drawn.classList.add("upgraded");
  const content = drawn.querySelector(".content");
  content.style.height = `${height}px`;
  if (content.scrollHeight > height + 1) content.append(unfoldButton(content));
  if (focused) drawn.querySelector(`[data-role="${focused}"]`)?.focus();
}

function unfoldButton(content) {
  const unfold = (event) => {
    content.style.height = "auto";
    event.currentTarget.remove();
    content.querySelector("button")?.focus();
  };
  return el("button", { type: "button", class: "unfold", onclick: unfold }, t("card.unfold"));
}

function draw(drawn, card, requestId) {
  const classes = ["card", card.rank === 1 && "first", isPending(card) && "pending"];
  drawn.className = classes.filter(Boolean).join(" ");
  drawn.dataset.kind = card.kind;
  drawn.dataset.fallback = card.fallback_reason ?? "";
  replace(
    drawn,
    head(card),
    el("div", { class: "content" }, card.kind === "items" ? items(card) : snippet(card), note(card)),
    foot(card, requestId),
  );
}

function head(card) {
  const [document, rest] = titleParts(card);
  const tags = [
    card.label ? tag(card.label, "info") : null,
    card.tier === "exact" || card.tier === "borderline" ? tag(t(`card.${card.tier}`), card.tier === "exact" ? "good" : "") : null,
    card.source.freshness === "fresh" ? null : tag(t("card.stale"), "warn"),
  ].filter(Boolean);
  return el(
    "div",
    { class: "card-head" },
    el("h2", {}, document ? quoted(document, "span", { class: "document" }) : null, quoted(rest)),
    tags.length ? el("span", { class: "tags" }, tags) : null,
  );
}

/** The title's document apart from its clause, where the title begins with it. */
function titleParts(card) {
  const start = `${card.source.document} · `;
  return card.title.startsWith(start) ? [card.source.document, card.title.slice(start.length)] : ["", card.title];
}

function items(card) {
  const chips = card.items.map((item) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "chip", title: t("cards.copy.item", { name: item.name }), onclick: (event) => copy(item.name, event.currentTarget) },
        quoted(item.name, "span", { class: "name" }),
        copyIcon(),
        item.condition ? quoted(item.condition, "span", { class: "condition" }) : null,
      ),
    ),
  );
  return [el("p", { class: "wanted" }, t("card.required")), el("ul", { class: "chips" }, chips)];
}

function snippet(card) {
  return [card.snippet ? quoted(card.snippet, "p", { class: "lead" }) : null, isPending(card) ? waiting() : null];
}

function waiting() {
  return el("p", { class: "waiting" }, el("span", { class: "soft small" }, t("cards.waiting")), el("i"), el("i"), el("i"));
}

/** A quiet sentence: another branch exists, or why there is no list. */
function note(card) {
  const text = card.note ?? (card.fallback_reason ? label(`fallback.${card.fallback_reason}`) : null);
  return text ? quoted(text, "p", { class: "soft small note" }) : null;
}

function place(source) {
  return `${source.document} · ${source.clause} · ${t("card.line", { start: source.start_line })}`;
}

function foot(card, requestId) {
  const open = (event) => openClause(card.source.clause_id, () => marksOf(card), event.currentTarget);
  return el(
    "div",
    { class: "foot" },
    el("button", { type: "button", class: "link", "data-role": "source", title: t("card.open"), onclick: open }, quoted(place(card.source))),
    el("button", { type: "button", class: "quiet", "data-role": "copy", onclick: (event) => copy(asText(card), event.currentTarget) }, copyIcon(), ` ${t("cards.copy")}`),
    feedback(card, requestId),
  );
}

function feedback(card, requestId) {
  const verdicts = ["useful", "wrong_item", "wrong_clause"].filter((verdict) => verdict !== "wrong_item" || card.kind === "items");
  const give = async (event, verdict) => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      await post("/v1/feedback", { request_id: requestId, card_id: card.card_id, verdict });
      button.textContent = `✓ ${t("feedback.kept")}`;
      announce(t("feedback.kept"));
    } catch (error) {
      button.textContent = t("error.title");
      button.title = error.remedy;
      button.disabled = false;
    }
  };
  const buttons = verdicts.map((verdict) => el("button", { type: "button", class: "quiet", "data-role": verdict, onclick: (event) => give(event, verdict) }, t(`feedback.${verdict}`)));
  return el("div", { class: "verdicts", role: "group", "aria-label": t("feedback.label") }, buttons);
}

/** A card as it leaves the page: with its source and the label of who picked. */
export function asText(card) {
  const conditions = card.items.filter((item) => item.condition).map((item) => `- ${item.name}: ${item.condition}`);
  const said = card.kind === "items" ? [card.text, ...conditions] : [card.snippet ?? card.title];
  return [...said, place(card.source), card.label].filter(Boolean).join("\n");
}

/** At another width the kept height means nothing. */
addEventListener("resize", () => {
  for (const content of document.querySelectorAll(".upgraded .content")) content.style.height = "auto";
});
