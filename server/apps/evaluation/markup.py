"""HTML and SVG as nested calls. Text becomes HTML in one place only: `escaped`."""

from collections.abc import Iterable
from html import escape

VOID = frozenset({"meta"})


class Html(str):
    """Text that is HTML already; only this module makes it."""

    __slots__ = ()


def escaped(text: object) -> Html:
    """Any value as visible text, also fit for an attribute in double quotes; lone surrogates spelled out."""
    return Html(escape(str(text), quote=True).encode("utf-8", "backslashreplace").decode("utf-8"))


def element(name: str, /, *children: object, **attributes: object) -> Html:
    """`<name …>children</name>`, or `<meta …>` alone.

    `class_` is the attribute class and `data_x` is data-x; None leaves an attribute out.
    A child is Html, an iterable of Html, or anything else, which is shown as text.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{''.join(_html(child) for child in children)}</{name}>")


def _html(child: object) -> str:
    if isinstance(child, Html):
        return child
    if isinstance(child, str) or not isinstance(child, Iterable):
        return escaped(child)
    return "".join(_html(one) for one in child)
