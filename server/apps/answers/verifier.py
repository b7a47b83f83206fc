"""The citation rules of every language, ready to judge drafts and questions."""

from collections.abc import Callable, Sequence

from server.apps.answers.lexicons import LANGUAGES, lexicon_version, load_lexicons
from server.apps.answers.words import tokeniser
from server.domain.answer import Extract
from server.domain.clause import Clause, Language
from server.domain.policy import Policy
from server.gates.banned import find_banned
from server.gates.citations import DraftVerdict, Rules, verify_draft
from server.gates.near_name import near_names
from server.ports.morphology import Morphology

RULES_VERSION = "citations-1"


class Verifier:
    """One for the whole process. Thread-safe. Loads the morphology at the first Korean text."""

    def __init__(self, *, morphology: Morphology, policy: Policy) -> None:
        lexicons = load_lexicons()
        self.policy = policy
        self.version = f"{RULES_VERSION}:{lexicon_version()}:{policy.version}"
        self._rules = {
            language: Rules(
                language=language,
                lexicon=lexicons[language],
                tokenise=tokeniser(language, morphology, lexicons[language]),
                find_banned=_banned_rules(policy),
            )
            for language in LANGUAGES
        }

    def verify(self, draft: str, extracts: Sequence[Extract], language: Language) -> DraftVerdict:
        """The verified part of a draft."""
        return verify_draft(draft, extracts, self._rules[language])

    def near_names(self, question: str, clauses: Sequence[Clause], language: Language) -> tuple[str, ...]:
        """Names of the question of which only a neighbour is in these clauses."""
        rules = self._rules[language]
        evidence = [
            f"{clause.document}\n{clause.number} {clause.heading}\n{clause.body}" for clause in clauses
        ]
        return near_names(question, evidence, rules.tokenise, rules.lexicon)


def _banned_rules(policy: Policy) -> Callable[[str], Sequence[str]]:
    def rules_in(text: str) -> Sequence[str]:
        match = find_banned(text, policy)
        return () if match is None else (match.rule_id,)

    return rules_in
