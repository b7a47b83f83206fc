"""How well retrieval finds, and how well it refuses."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter

from server.apps.evaluation.bootstrap import differences, interval
from server.apps.evaluation.golden import Question, is_gold
from server.apps.evaluation.result import Case, Condition, EvaluationResult, Figure, mean
from server.apps.evaluation.retrieval_plots import retrieval_plots
from server.apps.retrieval.query import parse_query
from server.domain.hit import Hit, Retrieval, Sufficiency
from server.domain.plain import as_json
from server.domain.query import Query
from server.domain.reasons import Outcome
from server.gates.sufficiency import judge

DEPTHS = (1, 3, 5, 10)
NDCG_DEPTH = 10
LEGS = ("words", "grams", "dense")
COMPARED = ("recall@1", "recall@5", "mrr", "refused")

Retrieve = Callable[[Query], Retrieval]


def evaluate_retrieval(
    retrieve: Mapping[str, Retrieve], questions: Sequence[Question], *, golden: str, legs: bool = True
) -> EvaluationResult:
    """One condition for each way to retrieve, and one for each leg of the last of them.

    A leg's condition holds what it contributes to the reranked candidates.
    """
    conditions = [_condition(name, way, questions) for name, way in retrieve.items()]
    if legs and conditions:
        conditions += _leg_conditions(conditions[-1])
    whole = conditions[: len(retrieve)]
    return EvaluationResult(
        kind="retrieval",
        golden=golden,
        cases=len(questions),
        conditions=tuple(conditions),
        differences=tuple(one for later in whole[1:] for one in differences(whole[0], later, COMPARED)),
        plots=retrieval_plots(whole, conditions[len(whole) :]),
    )


def frozen_hits(result: EvaluationResult) -> Iterator[dict[str, object]]:
    """The hits of the last whole condition, a question a line, for evaluations that need the same clauses."""
    whole = [one for one in result.conditions if not one.is_part]
    for case in whole[-1].cases:
        yield {"id": case.case_id, "query": case.text, "hits": case.detail["found"]}


def _condition(name: str, way: Retrieve, questions: Sequence[Question]) -> Condition:
    cases = [_case(question, *_timed(way, question)) for question in questions]
    return Condition(name=name, figures=tuple(_figures(cases)), cases=tuple(cases))


def _timed(way: Retrieve, question: Question) -> tuple[Retrieval, float]:
    query = parse_query(question.query, documents=question.documents or None, k=NDCG_DEPTH)
    started = perf_counter()
    retrieval = way(query)
    return retrieval, (perf_counter() - started) * 1000


def _case(question: Question, retrieval: Retrieval, milliseconds: float) -> Case:
    verdict = judge(retrieval)
    gold = [is_gold(hit.clause, question.gold) for hit in retrieval.hits]
    return Case(
        case_id=question.question_id,
        text=question.query,
        group=question.group,
        scores={**_scores(question, gold, verdict), "milliseconds": milliseconds},
        detail={
            "gold": list(question.gold),
            "outcome": str(verdict.outcome),
            "reason": str(verdict.reason or ""),
            "score": retrieval.hits[0].score if retrieval.hits else 0.0,
            "collection": retrieval.hits[0].clause.collection if retrieval.hits else "",
            "found": [_found(hit, is_right) for hit, is_right in zip(retrieval.hits, gold, strict=True)],
            "trace": [as_json(step) for step in retrieval.trace],
        },
    )


def _found(hit: Hit, gold: bool) -> dict[str, object]:  # noqa: FBT001  # one of two parallel columns
    return {
        "clause_id": hit.clause.clause_id,
        "content_hash": hit.clause.content_hash,
        "score": round(hit.score, 4),
        "tier": str(hit.tier),
        "ranks": dict(hit.ranks),
        "fused": round(hit.fused, 4),
        "gold": gold,
    }


def _scores(question: Question, gold: Sequence[bool], verdict: Sufficiency) -> dict[str, float]:
    refused = float(verdict.outcome is not Outcome.CARDS)
    if not question.answerable:
        return {"refused": refused}
    return {**_ranking_scores(gold), "false_refusals": refused}


def _ranking_scores(gold: Sequence[bool]) -> dict[str, float]:
    place = next((rank for rank, right in enumerate(gold, 1) if right), None)
    gain = sum(right / math.log2(rank + 1) for rank, right in enumerate(gold[:NDCG_DEPTH], 1))
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(sum(gold), NDCG_DEPTH) + 1))
    return {
        **{f"recall@{depth}": float(place is not None and place <= depth) for depth in DEPTHS},
        "mrr": 1 / place if place else 0.0,
        f"ndcg@{NDCG_DEPTH}": gain / ideal if ideal else 0.0,
    }


def _figures(cases: Sequence[Case]) -> Iterator[Figure]:
    yield from _group_figures("all", cases)
    for group in sorted({case.group for case in cases}):
        yield from _group_figures(group, [case for case in cases if case.group == group])
    for collection in sorted({str(case.detail["collection"]) for case in cases} - {""}):
        inside = [case for case in cases if case.detail["collection"] == collection]
        yield from _group_figures(f"collection:{collection}", inside)
    times = sorted(case.scores["milliseconds"] for case in cases)
    for share in (50, 95, 99):
        yield Figure(
            name=f"p{share}_ms",
            value=times[min(len(times) - 1, len(times) * share // 100)] if times else 0.0,
            count=len(times),
            higher_is_better=False,
        )


def _group_figures(group: str, cases: Sequence[Case]) -> Iterator[Figure]:
    names = dict.fromkeys(name for case in cases for name in case.scores if name != "milliseconds")
    for name in names:
        values = [case.scores[name] for case in cases if name in case.scores]
        yield Figure(
            name=name,
            value=mean(values),
            count=len(values),
            group=group,
            higher_is_better=name != "false_refusals",
            interval=interval(values),
        )


def _leg_conditions(condition: Condition) -> Iterator[Condition]:
    for leg in (*LEGS, "fusion"):
        cases = [_leg_case(case, leg) for case in condition.cases if case.detail["gold"]]
        if any(case.detail["found"] for case in cases):
            yield Condition(
                name=f"leg:{leg}", figures=tuple(_group_figures("all", cases)), cases=tuple(cases)
            )


def _leg_case(case: Case, leg: str) -> Case:
    found = case.detail["found"]
    rows = [row for row in found if leg == "fusion" or leg in row["ranks"]] if isinstance(found, list) else []
    rows.sort(key=lambda row: -row["fused"] if leg == "fusion" else row["ranks"][leg])
    return Case(
        case_id=case.case_id,
        text=case.text,
        group=case.group,
        scores=_ranking_scores([row["gold"] for row in rows]),
        detail={"gold": case.detail["gold"], "found": rows},
    )
