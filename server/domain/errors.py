"""The error tree. No HTTP status here; `server.http.problems` maps class to status."""


class ClausecardError(Exception):
    """Base of every error that a caller may be shown. `remedy` says what to do."""

    remedy: str = ""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        if remedy:
            self.remedy = remedy


class SettingsError(ClausecardError):
    """A setting is unknown, malformed or unsafe."""


class InvalidInput(ClausecardError):
    """The caller's input cannot be used as it is."""


class NotFound(ClausecardError):
    """The named document, clause, record or job does not exist."""


class IndexEmpty(ClausecardError):
    """No edition has been published yet, or the edition holds no clause."""

    remedy = "run `clausecard index build`"


class IndexUnavailable(ClausecardError):
    """The edition cannot be read (damaged, locked, disk gone)."""

    remedy = "run `clausecard index status`, then `clausecard index build`"


class RebuildRunning(ClausecardError):
    """A rebuild is under way already."""

    remedy = "wait until it ends; `clausecard index status` shows how far it is"


class BuildFailed(ClausecardError):
    """A build was given up; the edition before it still serves."""

    remedy = "see runbook/index.md, then run `clausecard index build` again"


class NothingToIndex(BuildFailed):
    """A build would have dropped every document; most often the folder is not mounted."""

    remedy = (
        "check that the documents folder is mounted and may be read;"
        " if it is meant to be empty, run `clausecard index build --allow-empty`"
    )


class EmbedderUnavailable(ClausecardError):
    """No vector could be had; retrieval goes on without the dense leg."""


class LedgerUnavailable(ClausecardError):
    """The ledger could not take or give a record."""


class ModelError(ClausecardError):
    """A call to the model gave nothing usable. Each subclass is one fallback reason."""


class ModelTimeout(ModelError):
    """The deadline passed."""


class ModelBusy(ModelError):
    """No place in the queue within the deadline, or the server said busy."""


class ModelUnavailable(ModelError):
    """Refused, reset, 5xx, breaker open, half a reply."""


class ModelMissing(ModelError):
    """The server answers but does not have the model."""


class ModelInvalidReply(ModelError):
    """A reply came that is not what was asked for. The reply's text is never shown."""


class ModelTooLong(ModelError):
    """The prompt does not fit the model's context."""
