"""Half characters: what Python holds for a byte that it could not decode, and what JSON may escape."""

import re

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""No text of ours holds one: it can be neither encoded nor shown."""
