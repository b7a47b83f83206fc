"""How much a model server may send, and how few tokens a prompt can be."""

MAX_WIRE_BYTES = 4 * 1024 * 1024  # all bytes of one response: a streamed token costs up to 2 KB with logprobs
MAX_LINE_BYTES = 256 * 1024  # one line of a stream
MAX_CONTENT_CHARACTERS = 64 * 1024  # the text of one reply
MAX_ERROR_BYTES = 16 * 1024  # of an error's text; the table of faults needs its beginning only

BYTES_PER_TOKEN = 6
"""No common tokenizer packs more UTF-8 bytes of prose into a token on average; see decision 0502."""


def fewest_tokens(texts: tuple[str, ...]) -> int:
    """A lower bound of what these texts cost: it may refuse too little, never too much."""
    return sum(len(text.encode()) for text in texts) // BYTES_PER_TOKEN
