"""May anything be shown? Both edges of both thresholds, and the order of the reasons."""

import pytest

from server.domain.hit import Hit, Retrieval
from server.domain.query import Query
from server.domain.reasons import NoDocumentsReason, Outcome, Tier
from server.gates.sufficiency import BORDERLINE, DOCUMENT_MISSING, STRONG, judge, tier_of
from tests.fakes.clauses import clause

JUST_BELOW = 1e-9


def retrieval(*tiers, text="물값", missing=(), reason=""):
    hits = tuple(Hit(clause=clause("본문"), score=0.5, tier=tier, reason=reason) for tier in tiers)
    query = Query(text=text, language="ko")
    return Retrieval(query=query, edition=1, hits=hits, missing_exact_terms=missing)


def test_the_thresholds_are_those_of_the_contract():
    assert (STRONG, BORDERLINE) == (0.32, 0.25)


@pytest.mark.parametrize(
    ("score", "tier"),
    [
        (1.0, Tier.STRONG),
        (STRONG, Tier.STRONG),
        (STRONG - JUST_BELOW, Tier.BORDERLINE),
        (BORDERLINE, Tier.BORDERLINE),
        (BORDERLINE - JUST_BELOW, Tier.REJECTED),
        (0.0, Tier.REJECTED),
    ],
)
def test_a_score_at_a_threshold_has_reached_it(score, tier):
    assert tier_of(score) is tier


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (retrieval(), NoDocumentsReason.NOTHING_FOUND),
        (retrieval(text="  "), NoDocumentsReason.EMPTY_QUERY),
        (retrieval(Tier.REJECTED), NoDocumentsReason.BELOW_THRESHOLD),
        (retrieval(Tier.BORDERLINE, Tier.BORDERLINE), NoDocumentsReason.BELOW_THRESHOLD),
        (retrieval(Tier.EXACT, Tier.STRONG, missing=("제99조",)), NoDocumentsReason.EXACT_TERM_MISSING),
        (retrieval(Tier.REJECTED, reason=DOCUMENT_MISSING), NoDocumentsReason.DOCUMENT_MISSING),
    ],
)
def test_nothing_is_shown_and_the_reason_is_named(found, reason):
    verdict = judge(found)
    assert (verdict.outcome, verdict.reason) == (Outcome.NO_DOCUMENTS, reason)
    assert (verdict.admitted, verdict.refused) == ((), found.hits)


def test_borderline_hits_accompany_a_strong_one_and_rejected_ones_do_not():
    verdict = judge(retrieval(Tier.STRONG, Tier.BORDERLINE, Tier.REJECTED))
    assert verdict.outcome is Outcome.CARDS
    assert [hit.tier for hit in verdict.admitted] == [Tier.STRONG, Tier.BORDERLINE]
    assert [hit.tier for hit in verdict.refused] == [Tier.REJECTED]


def test_an_exact_hit_stands_alone():
    assert judge(retrieval(Tier.EXACT)).outcome is Outcome.CARDS
