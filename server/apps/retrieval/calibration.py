"""From features to a rank and to a probability: linear weights that were fitted, kept as data."""

import json
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import mul
from pathlib import Path

from server.apps.retrieval.features import FEATURES
from server.apps.retrieval.text import has_hangul
from server.apps.retrieval.wordlists import packaged_text
from server.domain.clause import Clause
from server.domain.errors import SettingsError
from server.gates.sufficiency import BORDERLINE, STRONG

LEXICAL = "none"  # the embedder id of an edition without a dense leg
ANSWER_FEATURES = (*FEATURES, "margin", "lead")
PACKAGED = {LEXICAL: "calibration.lexical.json", "e5": "calibration.e5.json"}
CHOICES = 10  # clauses that `lead` compares the first with


class Shape(StrEnum):
    """What kind of question meets what kind of clause; each has its own weights.

    A heading that states the matter, as in Korean statutes, weighs much; where there is none, or where
    another language compares stems, what the text covers has to do.
    """

    HEADED = "headed"
    PLAIN = "plain"


@dataclass(frozen=True, kw_only=True)
class AnswerModel:
    """Weights of ANSWER_FEATURES and the intercept, in log-odds."""

    weights: Mapping[str, float]
    intercept: float

    @cached_property
    def in_order(self) -> tuple[float, ...]:
        """The weights in the order of ANSWER_FEATURES."""
        return _in_order(self.weights, ANSWER_FEATURES)

    def log_odds(self, features: Sequence[float]) -> float:
        """That the clause with these ANSWER_FEATURES answers its query."""
        return float(self.intercept + sum(map(mul, self.in_order, features)))


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """Holds for one embedder and one analyser.

    `rank` orders the clauses of one query. `answers` give, by shape, the log-odds that the first one
    answers it; `curve`, when given, maps them to a probability through its points (isotonic), the
    logistic function otherwise. Lower clauses lose exactly the log-odds that they rank behind.
    """

    embedder_id: str
    analyser_version: str
    rank: Mapping[str, float]
    answers: Mapping[Shape, AnswerModel]
    strong: float = STRONG
    borderline: float = BORDERLINE
    curve: tuple[tuple[float, float], ...] = ()
    golden: str = ""  # what it was fitted on
    figures: Mapping[str, float] = field(default_factory=dict)  # what was measured then

    @cached_property
    def rank_weights(self) -> tuple[float, ...]:
        """In the order of FEATURES."""
        return _in_order(self.rank, FEATURES)

    def rank_score(self, features: Sequence[float]) -> float:
        """Larger is better; comparable within one query only."""
        return float(sum(map(mul, self.rank_weights, features)))

    def answer_log_odds(self, shape: Shape, features: Sequence[float], rank_scores: Sequence[float]) -> float:
        """Of the first clause: its shape and features, and the scores of all, best first."""
        return self.answers[shape].log_odds(answer_features(features, rank_scores))

    def probability(self, log_odds: float) -> float:
        """0..1."""
        if not self.curve:
            return 1 / (1 + math.exp(-max(-60.0, min(60.0, log_odds))))
        places = [place for place, _ in self.curve]
        right = bisect_right(places, log_odds)
        if right in (0, len(places)):
            return self.curve[min(right, len(places) - 1)][1]
        (left_x, left_y), (right_x, right_y) = self.curve[right - 1], self.curve[right]
        return left_y + (right_y - left_y) * (log_odds - left_x) / (right_x - left_x)

    def check(self, *, embedder_id: str, analyser_version: str) -> None:
        """Raise SettingsError when it was made for another embedder or analyser."""
        for name, made_for, used in (
            ("embedder", self.embedder_id, embedder_id),
            ("analyser", self.analyser_version, analyser_version),
        ):
            if made_for != used:
                raise SettingsError(
                    f"calibration_of_another_{name}: made for {made_for}, but {used} is in use",
                    remedy="run `clausecard eval calibrate` again, or unset CLAUSECARD_CALIBRATION",
                )


def shape_of(query: str, clause: Clause) -> Shape:
    """Headed only when both are Korean and the clause has a heading."""
    return Shape.HEADED if has_hangul(query) and has_hangul(clause.heading) else Shape.PLAIN


def answer_features(features: Sequence[float], rank_scores: Sequence[float]) -> tuple[float, ...]:
    """The first clause's features, its lead over the second and over the mean of the first ten."""
    first = rank_scores[0]
    second = rank_scores[1] if len(rank_scores) > 1 else first
    near = rank_scores[:CHOICES]
    return (*features, first - second, first - sum(near) / len(near))


def read_calibration(path: Path) -> Calibration:
    """A file of `clausecard eval calibrate`. Raises SettingsError when it is none."""
    try:
        return calibration_of(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SettingsError(
            f"{path} is no calibration ({error})",
            remedy="write one with `clausecard eval calibrate`, or unset CLAUSECARD_CALIBRATION",
        ) from error


def calibration_of(text: str) -> Calibration:
    """From its JSON. Raises ValueError, TypeError or KeyError on another shape."""
    values = json.loads(text)
    values["answers"] = {Shape(shape): AnswerModel(**model) for shape, model in values["answers"].items()}
    values["curve"] = tuple((float(x), float(y)) for x, y in values.get("curve", ()))
    return Calibration(**values)


def calibration_json(calibration: Calibration) -> str:
    """As `read_calibration` takes it."""
    return json.dumps(asdict(calibration), ensure_ascii=False, indent=1)


def packaged_calibration(embedder_id: str) -> Calibration:
    """Ours for e5 vectors; for every other embedder the lexical one, which leaves cosines out."""
    kind = "e5" if embedder_id.startswith("e5") else LEXICAL
    return calibration_of(packaged_text(PACKAGED[kind]))


def _in_order(weights: Mapping[str, float], names: Sequence[str]) -> tuple[float, ...]:
    return tuple(weights.get(name, 0.0) for name in names)
