// The page's words in English.

export const EN = {
  skip: "Skip to content", nav: "Views", language: "Language", theme: "Light / dark", panel: "The clause", close: "Close", request: "Request",
  "view.cards": "Cards", "view.ask": "Ask", "view.documents": "Documents", "view.inside": "Look inside", "view.health": "Health",

  "cards.label": "What the customer said", "cards.placeholder": "e.g. What do I need to get my deposit back?", "cards.find": "Find cards",
  "cards.live": "Search while typing", "cards.collection": "Collection", "cards.all": "All", "cards.waiting": "Picking the required papers…",
  "cards.none": "No matching document", "cards.searched": "Searched in", "cards.missing": "Not in the documents:", "cards.count": "Cards: {n}",
  "cards.upgraded": "The first card now lists the required papers.", "cards.copy": "Copy", "cards.copied": "Copied.", "cards.copy.item": "Copy: {name}",
  "cards.copy.failed": "The browser does not allow copying.",
  "keys.enter": "find", "keys.walk": "walk through the cards", "keys.escape": "close the clause, back to the box",
  "card.line": "line {start}", "card.lines": "lines {start}–{end}", "card.stale": "document has changed", "card.required": "Required papers", "card.open": "Show the clause",
  "card.exact": "exact match", "card.borderline": "related", "card.unfold": "Show all", "index.stale": "Some documents have changed. Rebuild the index to search the new text.",
  "mark.item": "picked name", "mark.extract": "shown extract",
  "feedback.label": "Feedback", "feedback.useful": "Useful", "feedback.wrong_item": "Wrong paper", "feedback.wrong_clause": "Wrong clause", "feedback.kept": "Recorded.",
  "history.title": "This call", "history.new": "New call", "history.empty": "Nothing searched yet.",

  "ask.label": "Question", "ask.placeholder": "e.g. How long does the landlord have to repay the deposit?", "ask.go": "Ask", "ask.working": "Drafting the answer…",
  "ask.answered": "Citations verified", "ask.refused": "Not answered", "ask.generation_off": "Answering is off", "ask.unverified": "Could not be verified",
  "ask.sources": "Sources", "ask.cite": "Open source {n}",

  "docs.index": "Index", "docs.title": "Documents", "docs.collection": "Collection", "docs.document": "Document", "docs.clauses": "Clauses", "docs.state": "State", "docs.size": "{documents} documents · {clauses} clauses",
  "docs.rebuild": "Rebuild the index", "docs.rebuilding": "Building the index", "docs.left": "about {n} s left", "docs.done": "The index is up to date.", "docs.failed": "The index could not be built",
  "docs.unreadable": "Files that could not be read", "docs.file": "File", "docs.reason": "Reason", "docs.remedy": "What to do", "docs.edition.number": "Edition {n}", "docs.edition": "Edition",
  "docs.upload": "Add a document", "docs.upload.go": "Upload", "docs.upload.kept": "Uploaded. It is searched after the next rebuild.", "docs.upload.off": "Uploads are off. CLAUSECARD_UPLOAD=on turns them on.",
  "docs.upload.type": "Only .md and .txt files can be uploaded.", "docs.upload.size": "At most 20 MiB can be uploaded.",
  "docs.filter": "Filter by name", "docs.empty": "There is no index yet.", "docs.more": "Show more", "docs.hidden": "{n} more; filter by name.", "docs.vectors": "Vectors",
  "state.fresh": "fresh", "state.changed": "changed", "state.new": "new", "state.missing": "missing",
  "phase.start": "starting", "phase.scan": "looking at documents", "phase.read": "reading documents", "phase.publish": "switching over", "phase.embed": "making vectors",

  "inside.label": "Words to look into", "inside.hint": "Shows every step of the search, the scores, and why a gate refused a name.", "inside.go": "Show the steps", "inside.generate": "Ask the model too",
  "inside.steps": "Steps and times", "inside.verdict": "verdict", "inside.admitted": "Clauses: {n}", "inside.step": "details", "inside.terms": "Must match to the letter", "inside.nothing": "none", "inside.tiers": "Scores and thresholds", "inside.score": "Score", "inside.legs": "Scores and ranks per leg",
  "inside.gates": "Candidates → picks → gates", "inside.candidates": "Candidates", "inside.picks": "Picked", "inside.refused": "Refused", "inside.items": "Passed", "inside.prompt": "Clauses handed to the model", "inside.tokens": "about {n} tokens",
  "step.analysis": "analysis", "step.exact_terms": "exact terms", "step.words": "words", "step.grams": "pairs of letters", "step.dense": "meaning", "step.fusion": "fusion", "step.ranking": "ranking", "step.tiers": "tiers",
  "tier.exact": "exact", "tier.strong": "strong", "tier.borderline": "borderline", "tier.rejected": "rejected",
  "gate.schema": "wrong form", "gate.candidate": "not a candidate", "gate.grounding": "not in the clause", "gate.body_only": "only in a heading", "gate.generic": "too general", "gate.negated": "not to be handed in", "gate.duplicate": "duplicate", "gate.banned": "banned expression", "gate.caps": "over the limit",
  "none.empty_query": "There is nothing to search for.", "none.nothing_found": "No clause matches.", "none.below_threshold": "Some clauses come close, but none is good enough to show.", "none.exact_term_missing": "A term that must match to the letter is in no document.", "none.document_missing": "The document that was found is gone.",

  "why.off": "switched off", "why.shadow": "in shadow", "why.not_selected": "not selected", "why.no_candidates": "no candidates", "why.none_picked": "none picked", "why.ungrounded": "not in the clause", "why.banned": "banned expression", "why.invalid_reply": "invalid reply", "why.timeout": "out of time", "why.busy": "queue full", "why.unavailable": "not reachable", "why.too_long": "clause too long", "why.model_missing": "model missing", "why.ok": "went well",
  "health.doctor": "Doctor", "health.checking": "Checking…", "health.again": "Check again", "health.switches": "Switches", "health.name": "Name", "health.latency": "Latency of the last hour", "health.latency.key": "Dark bar p50, light bar p95, tick p99. On the right: p95 and how many.",
  "health.reasons": "Why first cards had no list", "health.editions": "Edition history", "health.queue": "Model", "health.waiting": "in flight {running} · waiting {waiting}", "health.quiet": "Nothing in the last hour.", "health.finished": "Finished (UTC)", "health.took": "Took",
  "breaker.closed": "connected", "breaker.open": "breaker open", "breaker.half_open": "trying one call",
  ok: "ok", warning: "warning", failed: "failed",
  "error.unreachable": "The server cannot be reached.", "error.title": "The request could not be served.",
  "timing.total": "Total", "t.normalise": "cleaning", "t.retrieval": "search", "t.filtering": "filtering", "t.generation": "picking", "t.drafting": "drafting", "t.gates": "gates", "t.packing": "packing", "t.verification": "verification",
};
