"""What every client is: one model at one server, its options, and its digest once it is known."""

from typing import ClassVar

from ai.runtimes.options import DEFAULTS, ModelOptions
from ai.runtimes.session import Session
from ai.runtimes.url import check_url


class ModelClient:
    """The part of `ServedModel` that no protocol changes.

    Raises SettingsError for an address that cannot be used. Opens no connection.
    """

    accepted_path: ClassVar[str] = ""  # of the address, where the protocol's users write one

    def __init__(self, *, url: str, model: str, options: ModelOptions = DEFAULTS) -> None:
        self._session = Session(check_url(url, accepted_path=self.accepted_path))
        self._model = model
        self._options = options
        self._digest = ""

    @property
    def model_id(self) -> str:
        """The model's name at its server."""
        return self._model

    @property
    def digest(self) -> str:
        """The model's digest as the server tells it; "" until the first contact."""
        return self._digest

    @property
    def context_tokens(self) -> int:
        """Tokens of prompt and reply."""
        return self._options.num_ctx

    @property
    def options(self) -> str:
        """Canonical JSON of the options that change a reply."""
        return self._options.as_key()

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()
