"""A plot as inline SVG: no script, no style of its own, every point with its exact value."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from server.apps.evaluation.axes import Axis, axis
from server.apps.evaluation.markup import Html, element
from server.apps.evaluation.result import Plot, Series

WIDTH = 560
LEFT, RIGHT, TOP, BOTTOM = 56, 544, 26, 236
LEGEND_STEP = 17
COLOURS = 6  # classes c0..c5 of the style sheet
FILLED = 0.8  # of the room of one place, by bars
WIDEST = 60  # pixels of a bar
NAMES_ABREAST = 4  # more names take turns in two rows


def draw(plot: Plot) -> Html:
    """The picture with axes, legend and marks."""
    across, up = _axes(plot)
    return element(
        "svg",
        element("title", plot.title),
        _grid(plot, across, up),
        (_shape(plot, place, across, up) for place in range(len(plot.series))),
        _marks(plot, across),
        _legend(plot),
        viewBox=f"0 0 {WIDTH} {BOTTOM + 40 + LEGEND_STEP * len(plot.series)}",
        role="img",
    )


def _axes(plot: Plot) -> tuple[Axis, Axis]:
    room = _room(plot) / 2 if plot.kind == "bars" else 0.0
    xs = [value for series in plot.series for value in series.x]
    edges = [*plot.marks.values(), *(value + side for value in xs for side in (-room, room))]
    ys = [value for series in plot.series for value in series.y]
    return (
        axis(edges, start=LEFT, end=RIGHT, from_zero=False),
        axis(ys, start=BOTTOM, end=TOP, from_zero=True),
    )


def _room(plot: Plot) -> float:
    """The distance of neighbouring places."""
    places = sorted({value for series in plot.series for value in series.x})
    return min((right - left for left, right in pairwise(places)), default=1.0)


def _grid(plot: Plot, across: Axis, up: Axis) -> Iterator[Html]:
    for value in up.ticks():
        y = up.place(value)
        yield element("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid")
        yield element("text", shown(value), x=LEFT - 6, y=y + 4, text_anchor="end")
    named = list(enumerate(plot.x_names)) if plot.x_names else [(v, shown(v)) for v in across.ticks()]
    rows = 2 if len(plot.x_names) > NAMES_ABREAST else 1
    for place, (value, name) in enumerate(named):
        y = BOTTOM + 16 + 13 * (place % rows)
        yield element("text", name, x=across.place(value), y=y, text_anchor="middle")
    yield element("line", x1=LEFT, x2=RIGHT, y1=BOTTOM, y2=BOTTOM, class_="axis")
    yield element("text", plot.x_label, x=RIGHT, y=BOTTOM + 46, text_anchor="end", class_="label")
    yield element("text", plot.y_label, x=LEFT, y=TOP - 12, class_="label")


def _shape(plot: Plot, place: int, across: Axis, up: Axis) -> Html:
    series = plot.series[place]
    colour = f"c{place % COLOURS}"
    if plot.kind == "bars":
        return element("g", _bars(plot, place, across, up), class_=f"bars {colour}")
    points = " ".join(f"{across.place(x)},{up.place(y)}" for x, y in _points(series))
    dots = (
        element("circle", _told(series, x, y), cx=across.place(x), cy=up.place(y), r=3)
        for x, y in _points(series)
    )
    return element("g", element("polyline", points=points), dots, class_=f"line {colour}")


def _bars(plot: Plot, place: int, across: Axis, up: Axis) -> Iterator[Html]:
    room = abs(across.place(across.low + _room(plot)) - across.start) * FILLED
    width = min(room / len(plot.series), WIDEST)
    for x, y in _points(plot.series[place]):
        left = across.place(x) + (place - len(plot.series) / 2) * width
        yield element(
            "rect",
            _told(plot.series[place], x, y),
            x=round(left, 1),
            y=up.place(max(y, 0)),
            width=round(width, 1),
            height=round(abs(up.place(0) - up.place(y)), 1),
        )


def _marks(plot: Plot, across: Axis) -> Iterator[Html]:
    for place, (name, value) in enumerate(plot.marks.items()):
        x = across.place(value)
        yield element("line", x1=x, x2=x, y1=TOP, y2=BOTTOM, class_="mark")
        yield element("text", f"{name} {shown(value)}", x=x + 4, y=TOP + 14 + 14 * place, class_="mark")


def _legend(plot: Plot) -> Iterator[Html]:
    for place, series in enumerate(plot.series):
        y = BOTTOM + 46 + LEGEND_STEP * place
        yield element("rect", x=LEFT, y=y - 9, width=10, height=10, class_=f"key c{place % COLOURS}")
        yield element("text", series.name, x=LEFT + 16, y=y)


def _points(series: Series) -> Sequence[tuple[float, float]]:
    return list(zip(series.x, series.y, strict=True))


def _told(series: Series, x: float, y: float) -> Html:
    return element("title", f"{series.name}: {shown(x)}, {shown(y)}")


def shown(value: float) -> str:
    """A number for people: at most four significant digits below a thousand."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
