"""The error texts that real servers send, by status."""

import json

MISSING = "model 'missing' not found"
BUSY = "server busy, please try again.  maximum pending requests exceeded"
CRASHED = (
    "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error, "
    "check ollama server logs for details"
)
OUT_OF_MEMORY = "llama-server reported out-of-memory during startup: failed to allocate CPU buffer"
TOO_LONG = json.dumps(
    {
        "error": {
            "code": 400,
            "message": "request (27030 tokens) exceeds the available context size (8192 tokens)",
            "type": "exceed_context_size_error",
            "n_prompt_tokens": 27030,
            "n_ctx": 8192,
        }
    }
)
BAD_SCHEMA = json.dumps(
    {
        "error": {
            "code": 400,
            "message": "JSON schema conversion failed:\nUnrecognized schema",
            "type": "invalid_request_error",
        }
    }
)
ERRORS = {400: TOO_LONG, 404: MISSING, 500: CRASHED, 503: BUSY}
