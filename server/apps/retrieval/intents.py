"""What kind of fact a question asks for, and how a clause shows that it states one."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Intent(StrEnum):
    """Kinds of facts that citizens ask for."""

    PAPERS = "papers"
    AMOUNT = "amount"
    LOST = "lost"
    PERIOD = "period"
    PERSON = "person"


@dataclass(frozen=True, kw_only=True, slots=True)
class IntentRule:
    """How a query asks and how a clause answers, as patterns over the plain and the flattened text."""

    asked: re.Pattern[str]
    answered: re.Pattern[str]


_WHAT = r"(?:뭐|뭘|뭔|무엇|어떤|무슨|what|какие)"
_OFTEN = r"(?!나\s?(?:자주|오래|걸|떨|깨|빨|안|까지))"

RULES: dict[Intent, IntentRule] = {
    Intent.PAPERS: IntentRule(
        asked=re.compile(
            rf"서류|준비물|{_WHAT}.{{0,12}}(?:내|가져|갖|챙|필요|준비|붙|제출|첨부)|(?:하|신청|신고)려[고면]"
            r"|documents?|papers?|документ|справк"
        ),
        answered=re.compile(
            r"첨부|갖추어|제출하여야|제출해야|붙여|다음각호의서류|submit|attach|прилага|представл"
        ),
    ),
    Intent.AMOUNT: IntentRule(
        asked=re.compile(
            rf"얼마{_OFTEN}|퍼센트|프로(?!그)|값이|값은|비용|수수료|요금이"
            r"|how much|fee|cost|сколько стоит|тариф"
        ),
        answered=re.compile(
            r"[0-9](?:천|만|백|억)*원|퍼센트|100분의|1000분의|수수료|한도액|이율|포상금|(?:금액|요금|비용)[은의]|[$€£₽%]|fee|руб"
        ),
    ),
    Intent.LOST: IntentRule(
        asked=re.compile(r"잃어|분실|훼손|찢|부러|너덜|도둑|다시 (?:받|발급|만들)|재발급|새로 받|lost|потер"),
        answered=re.compile(r"재발급|재교부|분실|잃어버|다시발급|lost|утер|утра"),
    ),
    Intent.PERIOD: IntentRule(
        asked=re.compile(
            r"며칠|언제|몇\s?(?:일|달|년|시간|살|번|개월)|얼마나 (?:자주|오래|걸)|기간|기한"
            r"|when|how long|срок|когда"
        ),
        answered=re.compile(r"[0-9]+(?:일|개월|년|시간|회|세)|날까지|이내|매월|매년|기간|days?|дней|срок"),
    ),
    Intent.PERSON: IntentRule(
        asked=re.compile(r"누가|누구|대상|조건|자격|who|кто|кому"),
        answered=re.compile(r"대상|범위|자격|요건|다음각호의(?:어느하나|사람)"),
    ),
}


def intents_of(query: str) -> frozenset[Intent]:
    """The kinds of facts that the query asks for."""
    lowered = query.lower()
    return frozenset(intent for intent, rule in RULES.items() if rule.asked.search(lowered))


@lru_cache(maxsize=8192)
def answers(intent: Intent, flat: str) -> bool:
    """Does the flattened text state such a fact? Remembered: a body takes long to read."""
    return RULES[intent].answered.search(flat) is not None
