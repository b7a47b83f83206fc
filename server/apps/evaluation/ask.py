"""How well questions are answered, without a judge: every figure follows from rules and the golden set.

answered: an answer that the rules let pass; support: sentences of drafts that they let pass;
citation_precision: cited clauses that are gold; refused: unanswerable questions that were refused.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import cast

from server.apps.evaluation.bootstrap import differences, interval
from server.apps.evaluation.golden import Question, is_named
from server.apps.evaluation.result import Case, Condition, EvaluationResult, Figure, mean
from server.apps.retrieval.query import parse_query
from server.domain.answer import Answer
from server.domain.query import Query
from server.domain.reasons import AnswerOutcome

DEPTH = 8  # clauses a question may be answered from
COMPARED = ("answered", "support", "citation_precision", "refused")

Ask = Callable[[Query, str], Answer]
"""(query, request id) -> answer with `explain`; raises what the story raises."""


def evaluate_ask(ways: Mapping[str, Ask], questions: Sequence[Question], *, golden: str) -> EvaluationResult:
    """One condition for each way to answer: a model, a prompt version."""
    conditions = tuple(_condition(name, way, questions) for name, way in ways.items())
    return EvaluationResult(
        kind="ask",
        golden=golden,
        cases=len(questions),
        conditions=conditions,
        differences=tuple(
            one for later in conditions[1:] for one in differences(conditions[0], later, COMPARED)
        ),
    )


def _condition(name: str, way: Ask, questions: Sequence[Question]) -> Condition:
    cases = tuple(_case(question, way, number) for number, question in enumerate(questions))
    return Condition(name=name, figures=tuple(_figures(cases)), cases=cases)


def _case(question: Question, way: Ask, number: int) -> Case:
    query = parse_query(question.query, documents=question.documents or None, k=DEPTH)
    started = perf_counter()
    answer = way(query, f"eval-ask-{number}")
    milliseconds = (perf_counter() - started) * 1000
    return Case(
        case_id=question.question_id,
        text=question.query,
        group=question.group,
        scores={**_scores(question, answer), "milliseconds": milliseconds},
        detail={
            "gold": list(question.gold),
            "outcome": answer.outcome.value,
            "reason": answer.reason or "",
            "answer": answer.answer,
            "cited": [f"{citation.doc_id} {citation.clause}" for citation in answer.citations],
            "refusals": _verdict(answer).get("refusals", []),
        },
    )


def _scores(question: Question, answer: Answer) -> dict[str, float]:
    refused = float(answer.outcome is AnswerOutcome.REFUSED)
    if not question.answerable:
        return {"refused": refused}
    scores = {
        "answered": float(answer.outcome is AnswerOutcome.ANSWERED),
        "unverified": float(answer.outcome is AnswerOutcome.UNVERIFIED),
        "false_refusals": refused,
    }
    verdict = _verdict(answer)
    passed, failed = (len(cast("list[object]", verdict.get(name, []))) for name in ("sentences", "refusals"))
    if passed + failed:
        scores["support"] = passed / (passed + failed)
    if answer.citations:
        right = [is_named(one.doc_id, one.clause, question.gold) for one in answer.citations]
        scores["citation_precision"] = mean(list(map(float, right)))
    return scores


def _verdict(answer: Answer) -> Mapping[str, object]:
    explained = answer.explain or {}
    return cast("Mapping[str, object]", explained.get("verdict") or {})


def _figures(cases: Sequence[Case]) -> Iterator[Figure]:
    for group in ("all", *sorted({case.group for case in cases})):
        inside = [case for case in cases if group in {"all", case.group}]
        for name in dict.fromkeys(name for case in inside for name in case.scores):
            values = [case.scores[name] for case in inside if name in case.scores]
            yield Figure(
                name="p50_ms" if name == "milliseconds" else name,
                value=sorted(values)[len(values) // 2] if name == "milliseconds" else mean(values),
                count=len(values),
                group=group,
                higher_is_better=name not in {"false_refusals", "unverified", "milliseconds"},
                interval=None if name == "milliseconds" else interval(values),
            )
