"""Lines and bars that several evaluations draw alike."""

from collections import Counter
from collections.abc import Mapping, Sequence

from server.apps.evaluation.result import Plot, Series

BINS = 20
SHARES = tuple(range(5, 100, 5))  # percent


def histogram(name: str, scores: Sequence[float]) -> Series:
    """How many scores of 0..1 lie in each twentieth."""
    counts = Counter(min(BINS - 1, int(score * BINS)) for score in scores)
    places = range(BINS)
    return Series(
        name=name,
        x=tuple((place + 0.5) / BINS for place in places),
        y=tuple(float(counts[place]) for place in places),
    )


def latency_plot(milliseconds: Mapping[str, Sequence[float]]) -> Plot:
    """Condition to the times of its cases."""
    return Plot(
        title="Latency",
        kind="line",
        x_label="share of cases, percent",
        y_label="milliseconds",
        series=tuple(_quantiles(name, sorted(times)) for name, times in milliseconds.items() if times),
    )


def counted_plot(title: str, unit: str, counts: Mapping[str, Counter[str]]) -> Plot:
    """Series name to how often each word came."""
    words = tuple(sorted({word for one in counts.values() for word in one}))
    return Plot(
        title=title,
        kind="bars",
        x_label="",
        y_label=unit,
        series=tuple(
            Series(
                name=name,
                x=tuple(float(place) for place in range(len(words))),
                y=tuple(float(one[word]) for word in words),
            )
            for name, one in counts.items()
        ),
        x_names=words,
    )


def _quantiles(name: str, ordered: Sequence[float]) -> Series:
    return Series(
        name=name,
        x=tuple(map(float, SHARES)),
        y=tuple(ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in SHARES),
    )
