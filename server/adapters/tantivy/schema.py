"""The lexical index's schema. Tokens come ready from the analyser; Tantivy only splits at white space."""

import tantivy

from server.ports.analyser import FIELDS

ROW = "row"
DOC_ID = "doc_id"
COLLECTION = "collection"


def build_schema() -> tantivy.Schema:
    """One Tantivy document per searched part: token fields, the clause's row, and the scope it lies in.

    Frequencies without positions: there are no phrase queries, and the index is half the size.
    """
    builder = tantivy.SchemaBuilder()
    for name in FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(DOC_ID, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(COLLECTION, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field(ROW, indexed=True, fast=True)
    return builder.build()
