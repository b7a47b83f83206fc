"""The English finder: what must be provided, by verbs, labels and lists."""

import re
from collections.abc import Iterator

from ai.apps.generation.found import Found
from ai.apps.generation.span import Span
from ai.apps.generation.spoken import Language, find
from ai.apps.generation.wordlists import ENGLISH_HEAD
from server.domain.outline import Line

_VERB = (
    r"(?:provid(?:e|es|ing)|submit(?:s|ting)?|attach(?:es|ing)?|enclos(?:e|es|ing)|bring(?:s|ing)?"
    r"|includ(?:e|es|ing)|suppl(?:y|ies|ying)"
    r"|furnish(?:es|ing)?|produc(?:e|es|ing)|present(?:s|ing)?|show(?:s|ing)?|send(?:s|ing)?|hand in"
    r"|lodge(?:s)?|file(?:s)?|deliver(?:s)?)"
)
_ENGLISH = Language(
    head=ENGLISH_HEAD,
    active=re.compile(
        rf"\b(?:must|shall|should|needs? to|ha(?:ve|s) to|is required to|are required to|please"
        rf"|will need to|to|and|or|also|then)\s+(?:also\s+|first\s+)?{_VERB}\b"
        rf"|(?:^\W*|,\s+|;\s+)(?:please\s+|also\s+|then\s+)?{_VERB}\b|\b(?:will need|you need|needs?"
        rf"|requires?|together with|accompanied by|along with)\b(?!\s+(?:to|not|no)\b)",
        re.IGNORECASE,
    ),
    passive=re.compile(
        r"\b(?:must|shall|should|need(?:s)? to|ha(?:ve|s) to)\s+(?:also\s+)?(?:be\s+)?(?:provided|submitted"
        r"|attached|enclosed|produced|presented|included|supplied|accompany)\b"
        r"|\b(?:is|are)\s+(?:also\s+)?(?:required|needed)\b(?!\s+to\b)",
        re.IGNORECASE,
    ),
    lead=re.compile(
        r"\b(?:following|these|documents?|papers?|evidence|enclosures?|bring|provide|submit|attach|enclose"
        r"|include|required|needed)\b[^.]*:\s*$|\bthe following\b[^.:]*[:.]?\s*$",
        re.IGNORECASE,
    ),
    label=re.compile(
        r"^\W*(?:required|necessary|supporting)?\s*(?:documents|papers|enclosures|what to bring"
        r"|what you need)(?:\s+(?:required|needed|to bring))?\s*:\s*",
        re.IGNORECASE,
    ),
    joint=re.compile(
        r"\s*[,;]\s*(?:and\s+|or\s+|as well as\s+)?|\s+(?:and|or|as well as|together with|along with|plus"
        r"|accompanied by)\s+|\s+with\s+(?=(?:a|an|the|your|two|copies|proof)\b)",
        re.IGNORECASE,
    ),
    stop=re.compile(
        r"\s+(?:to\s+(?:the|our|us|your|this|a|an|any|prove|show|confirm|support)\b|within\b|by\s+(?:post"
        r"|email|e-mail|the|[0-9])|before\b|after\b|at\s+(?:the|our|least\b)"
        r"|when\b|if\b|unless\b|where\b|in\s+(?:person|writing|order|case)\b|no later\b|for\s+(?:us"
        r"|the purpose)\b|so\b|because\b|on\s+(?:the\s+)?(?:day|request)\b|with\s+(?:the"
        r"|your)\s+(?:application|form|claim|request)\b)",
        re.IGNORECASE,
    ),
    leading=re.compile(
        r"(?:(?:a|an|the|your|his|her|their|its|our|any|both|either|each|one|two|three|four|[0-9]+|us with"
        r"|us|with|to (?:the|our|us)(?: \w+)?|also|and|or|that|at least)\s+)+",
        re.IGNORECASE,
    ),
    conditional=re.compile(r"(?:if|when|where|unless|in case|as soon as)\b", re.IGNORECASE),
    bare=re.compile(
        r"(?:the\s+|these\s+)?(?:following|above|required|necessary|same)?\s*(?:documents?|papers?|forms?)",
        re.IGNORECASE,
    ),
    refused=re.compile(
        r"\b(?:not|n['’]t|no longer|without|waived|except|unless|never)\b|\b(?:we|the (?:office|council"
        r"|authority|company|landlord|registrar)|officials?)\s+(?:will|shall|may|must|can|has|have|is|are"
        r"|check|obtain|look|provides?|sends?|issues?)\b",
        re.IGNORECASE,
    ),
)


def find_english(body: str, lines: tuple[Line, ...]) -> Iterator[Found]:
    """Names in the body, in order of their lines."""
    return find(body, lines, _ENGLISH)


def english_name(text: str) -> bool:
    """Could the text name a paper?"""
    return bool(ENGLISH_HEAD.search(str(Span(text=text, start=0, end=len(text)))))
