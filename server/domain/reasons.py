"""Every named reason that an answer, a log line, a metric or a record may carry."""

from enum import StrEnum


class Outcome(StrEnum):
    """What a request for cards came to. The last three are different failures."""

    CARDS = "cards"
    NO_DOCUMENTS = "no_documents"
    INDEX_EMPTY = "index_empty"
    INDEX_UNAVAILABLE = "index_unavailable"


class NoDocumentsReason(StrEnum):
    """Why nothing was sufficient."""

    EMPTY_QUERY = "empty_query"
    NOTHING_FOUND = "nothing_found"
    BELOW_THRESHOLD = "below_threshold"
    EXACT_TERM_MISSING = "exact_term_missing"
    DOCUMENT_MISSING = "document_missing"


class FallbackReason(StrEnum):
    """Why the first card is a snippet."""

    OFF = "off"
    SHADOW = "shadow"
    NOT_SELECTED = "not_selected"
    NO_CANDIDATES = "no_candidates"
    NONE_PICKED = "none_picked"
    UNGROUNDED = "ungrounded"
    BANNED = "banned"
    INVALID_REPLY = "invalid_reply"
    TIMEOUT = "timeout"
    BUSY = "busy"
    UNAVAILABLE = "unavailable"
    TOO_LONG = "too_long"
    MODEL_MISSING = "model_missing"


class AnswerOutcome(StrEnum):
    """What a question came to."""

    ANSWERED = "answered"
    REFUSED = "refused"
    GENERATION_OFF = "generation_off"
    UNVERIFIED = "unverified"


class Gate(StrEnum):
    """The rules a pick passes, in order."""

    SCHEMA = "schema"
    CANDIDATE = "candidate"
    GROUNDING = "grounding"
    BODY_ONLY = "body_only"
    GENERIC = "generic"
    NEGATED = "negated"
    DUPLICATE = "duplicate"
    BANNED = "banned"
    CAPS = "caps"


class Tier(StrEnum):
    """How far a hit may be trusted."""

    EXACT = "exact"
    STRONG = "strong"
    BORDERLINE = "borderline"
    REJECTED = "rejected"


class BuildRefusal(StrEnum):
    """Why a build that could have gone on was given up."""

    NOTHING_TO_INDEX = "nothing_to_index"


class Freshness(StrEnum):
    """A document on disk against the edition."""

    FRESH = "fresh"
    CHANGED = "changed"
    NEW = "new"
    MISSING = "missing"
