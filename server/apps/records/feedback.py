"""A person's verdict as a record."""

from collections.abc import Mapping

from server.domain.record import Record


def feedback_record(content: Mapping[str, object], *, sent_as: str, created_at: str) -> Record:
    """Beside the record of the card: under the request id that the card came with.

    `content` is valid under contracts/feedback.v1.schema.json; `sent_as` is the feedback's own request id.
    """
    return Record(
        request_id=str(content["request_id"]),
        created_at=created_at,
        kind="feedback",
        content={**content, "feedback_request_id": sent_as},
    )
