"""The one shape of every evaluation: printed as JSON and tables, drawn as HTML, compared with a baseline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

EvaluationKind = Literal["retrieval", "items", "ask", "calibration"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """A bootstrap interval of one figure; both ends belong to it."""

    low: float
    high: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """One number of one condition, such as recall@5 of the lexical leg."""

    name: str  # stable: recall@5, mrr, refused, false_refusals, precision, f1, p50_ms, …
    value: float
    count: int  # cases behind it
    group: str = "all"  # a kind, a collection, a tag; `all` for every case
    higher_is_better: bool = True
    interval: Interval | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One question or clause under one condition; `scores` feed the bootstrap, same names as the figures."""

    case_id: str
    text: str
    group: str
    scores: Mapping[str, float]
    detail: Mapping[str, object] = field(default_factory=dict)  # plain JSON values: gold, found, trace


@dataclass(frozen=True, kw_only=True, slots=True)
class Series:
    """One named line, or set of bars, of a plot: `x[i]` belongs to `y[i]`."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Plot:
    """A picture of figures; `marks` are named vertical lines, such as thresholds."""

    title: str
    kind: Literal["line", "bars"]
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    marks: Mapping[str, float] = field(default_factory=dict)
    x_names: tuple[str, ...] = ()  # of the places 0, 1, 2, …, where x stands for words


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """One setup that was measured: model, picker, leg, prompt version."""

    name: str  # "leg:…" is a part of another condition, over the same questions
    figures: tuple[Figure, ...]
    cases: tuple[Case, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_part(self) -> bool:
        """Not a setup of its own: neither compared with a baseline nor searched for worst cases."""
        return self.name.startswith("leg:")

    def figure(self, name: str, group: str = "all") -> Figure | None:
        """The figure of this name and group."""
        return next((one for one in self.figures if (one.name, one.group) == (name, group)), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """Second condition minus first on one figure, over the same cases."""

    figure: str
    first: str
    second: str
    value: float
    interval: Interval


@dataclass(frozen=True, kw_only=True, slots=True)
class EvaluationResult:
    """A whole run. Written as it is to JSON; the report and the baseline read nothing else."""

    kind: EvaluationKind
    golden: str  # name of the golden set
    cases: int
    conditions: tuple[Condition, ...]
    differences: tuple[Difference, ...] = ()
    plots: tuple[Plot, ...] = ()
    created_at: str = ""  # ISO 8601, UTC


def mean(values: Sequence[float]) -> float:
    """The mean, 0.0 of nothing: a figure over no case says so by its count."""
    return sum(values) / len(values) if values else 0.0
