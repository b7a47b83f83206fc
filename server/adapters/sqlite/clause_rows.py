"""Clauses and documents as rows: the one place that knows the columns."""

import json
from dataclasses import fields
from typing import Any

from server.domain.clause import Clause
from server.domain.document import Document

SCHEMA = """
create table documents (doc_id text primary key, collection text not null, value text not null) without rowid;
create table clauses (
    row integer primary key, clause_id text not null unique, doc_id text not null, ordinal integer not null,
    start_line integer not null, end_line integer not null,
    document text not null, collection text not null, number text not null, heading text not null,
    path text not null, body text not null, content_hash text not null, language text not null,
    text_key text not null, parts integer not null, passages integer not null
);
create index clauses_of_document on clauses (doc_id, ordinal);
create table passages (
    row integer not null, place integer not null, passage_hash text not null, text text not null,
    primary key (row, place)
) without rowid;
"""

COLUMNS = (
    "clause_id, doc_id, ordinal, start_line, end_line, document, collection, number, heading, path, body,"
    " content_hash, language"
)
PATH_SEPARATOR = "\x1f"  # the ASCII unit separator; loaders drop control characters


def clause_values(clause: Clause) -> tuple[str | int, ...]:
    """The values of COLUMNS."""
    return (
        clause.clause_id,
        clause.doc_id,
        clause.ordinal,
        clause.start_line,
        clause.end_line,
        clause.document,
        clause.collection,
        clause.number,
        clause.heading,
        PATH_SEPARATOR.join(clause.path),
        clause.body,
        clause.content_hash,
        clause.language,
    )


def clause_of(values: Any) -> Clause:  # noqa: ANN401  # a row of COLUMNS, typed by the schema
    """The clause of a row of COLUMNS."""
    return Clause(
        clause_id=values[0],
        doc_id=values[1],
        ordinal=values[2],
        start_line=values[3],
        end_line=values[4],
        document=values[5],
        collection=values[6],
        number=values[7],
        heading=values[8],
        path=tuple(values[9].split(PATH_SEPARATOR)) if values[9] else (),
        body=values[10],
        content_hash=values[11],
        language=values[12],
    )


def document_value(document: Document) -> str:
    """The document as JSON."""
    values = {field.name: getattr(document, field.name) for field in fields(document)}
    return json.dumps({**values, "metadata": dict(document.metadata)}, ensure_ascii=False)


def document_of(value: str) -> Document:
    """The document of that JSON."""
    return Document(**json.loads(value))
