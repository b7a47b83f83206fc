"""Metrics for Prometheus, and the last hour for the page's health view."""

from collections import Counter as Tally
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
HOUR_SECONDS = 3600.0
MAX_SAMPLES = 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sample:
    at: float  # monotonic seconds
    route: str
    milliseconds: float
    status: int


class Observatory:
    """Counts and times; bounded memory. Implements server.ports.metrics.Metrics."""

    def __init__(self, monotonic: Callable[[], float] = monotonic) -> None:
        self._monotonic = monotonic
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "clausecard_requests",
            "Requests by route and status",
            ["route", "status"],
            registry=self._registry,
        )
        self._latency = Histogram(
            "clausecard_request_seconds", "Latency", ["route"], registry=self._registry, buckets=_BUCKETS
        )
        self._reasons = Counter(
            "clausecard_reasons", "Named reasons by kind", ["kind", "reason"], registry=self._registry
        )
        self._steps = Histogram(
            "clausecard_step_seconds",
            "Time of each step",
            ["step"],
            registry=self._registry,
            buckets=_BUCKETS,
        )
        self._samples: deque[_Sample] = deque(maxlen=MAX_SAMPLES)
        self._named: deque[tuple[float, str, str]] = deque(maxlen=MAX_SAMPLES)

    def request(self, route: str, status: int, milliseconds: float) -> None:
        """One finished request."""
        self._requests.labels(route, str(status)).inc()
        self._latency.labels(route).observe(milliseconds / 1000)
        self._samples.append(
            _Sample(at=self._monotonic(), route=route, milliseconds=milliseconds, status=status)
        )

    def count(self, kind: str, reason: str) -> None:
        """One named reason: a fallback, a refusal, an outage."""
        self._reasons.labels(kind, reason).inc()
        self._named.append((self._monotonic(), kind, reason))

    def observe(self, step: str, milliseconds: float) -> None:
        """The time of one step."""
        self._steps.labels(step).observe(milliseconds / 1000)

    def exposition(self) -> bytes:
        """The text format of Prometheus."""
        return generate_latest(self._registry)

    def last_hour(self) -> Mapping[str, object]:
        """Percentiles per route and counts per reason, over the last hour (at most MAX_SAMPLES)."""
        since = self._monotonic() - HOUR_SECONDS
        by_route: dict[str, list[float]] = {}
        for sample in list(self._samples):
            if sample.at >= since:
                by_route.setdefault(sample.route, []).append(sample.milliseconds)
        reasons = Tally((kind, reason) for at, kind, reason in list(self._named) if at >= since)
        return {
            "routes": {route: _summary(values) for route, values in sorted(by_route.items())},
            "reasons": [
                {"kind": kind, "reason": reason, "count": count}
                for (kind, reason), count in sorted(reasons.items())
            ],
        }


def percentile(sorted_values: list[float], share: float) -> float:
    """Linear interpolation between the two nearest ranks; the list must not be empty."""
    place = share * (len(sorted_values) - 1)
    lower = int(place)
    upper = min(lower + 1, len(sorted_values) - 1)
    return sorted_values[lower] + (sorted_values[upper] - sorted_values[lower]) * (place - lower)


def _summary(values: list[float]) -> Mapping[str, float]:
    ordered = sorted(values)
    shares = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99}
    return {"count": len(ordered)} | {
        name: round(percentile(ordered, share), 3) for name, share in shares.items()
    }
