"""Request bodies. Unknown fields and other types are refused, so that a typing error is not ignored."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from server.domain.query import MAX_CARDS, MAX_DEADLINE_MS, MIN_DEADLINE_MS

DocIds = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=512)]], Field(min_length=1, max_length=200)
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Asked(_Strict):
    """What every search shares."""

    query: Annotated[
        str, Field(max_length=20_000, description="What the customer said", examples=["명의변경 서류"])
    ]
    collection: Annotated[str | None, Field(max_length=200, description="Only this collection")] = None
    documents: Annotated[DocIds | None, Field(description="Only these doc_ids")] = None
    k: Annotated[int, Field(ge=1, le=MAX_CARDS, description="At most this many")] = 5


class CardsRequest(Asked):
    """POST /v1/cards (contracts/cards-request.v1.schema.json)."""

    deadline_ms: Annotated[
        int | None, Field(ge=MIN_DEADLINE_MS, le=MAX_DEADLINE_MS, description="From trigger to answer")
    ] = None
    session: Annotated[str | None, Field(max_length=200, description="Keeps a staged roll-out stable")] = None


class AskRequest(Asked):
    """POST /v1/ask (contracts/ask-request.v1.schema.json)."""

    k: Annotated[int, Field(ge=1, le=MAX_CARDS)] = 8
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    explain: bool = False


class SearchRequest(Asked):
    """POST /v1/documents/search."""

    k: Annotated[int, Field(ge=1, le=MAX_CARDS)] = 10


class DebugRequest(SearchRequest):
    """POST /v1/rag/debug; the model is asked only when `generate` is true."""

    generate: bool = False


class Feedback(_Strict):
    """POST /v1/feedback (contracts/feedback.v1.schema.json)."""

    request_id: Annotated[str, Field(min_length=1, max_length=64)]
    card_id: Annotated[str | None, Field(max_length=64)] = None
    verdict: Literal["useful", "wrong_item", "wrong_clause"]
    item: Annotated[str | None, Field(max_length=200)] = None
