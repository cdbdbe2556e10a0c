"""The picture of a position as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render import board as scene
from glory_env.render.drawing import (
    HEIGHT,
    WIDTH,
    Circle,
    Line,
    Point,
    Polygon,
    Primitive,
    Rect,
    Text,
    measure,
    picture_height,
)

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

FONTS = "Aileron, 'Helvetica Neue', Helvetica, Arial, sans-serif"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Escaped, and without the control characters XML has no place for."""
    return escape("".join(c if c.isprintable() else " " for c in text))


def _attributes(**values: float | str | None) -> str:
    return "".join(
        f" {key.replace('_', '-')}={quoteattr(_number(v) if isinstance(v, float | int) else v)}"
        for key, v in values.items()
        if v is not None
    )


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _close(tag: str, title: str) -> str:
    return f"><title>{_text(title)}</title></{tag}>" if title else "/>"


def _border(item: Rect | Circle) -> str:
    if item.stroke is None:
        return _attributes(fill=item.fill)
    return _attributes(fill=item.fill, stroke=item.stroke, stroke_width=item.stroke_width)


def element(item: Primitive) -> str:
    """One primitive as an SVG element."""
    match item:
        case Rect():
            place = _attributes(
                x=item.x, y=item.y, width=item.width, height=item.height, rx=item.radius or None
            )
            return f"<rect{place}{_border(item)}{_close('rect', item.title)}"
        case Circle():
            place = _attributes(cx=item.x, cy=item.y, r=item.radius)
            return f"<circle{place}{_border(item)}{_close('circle', item.title)}"
        case Line():
            dash = _number(item.dash) if item.dash else None
            style = _attributes(
                fill="none", stroke=item.colour, stroke_width=item.width, stroke_dasharray=dash
            )
            return f'<polyline points="{_points(item.points)}"{style}/>'
        case Polygon():
            return f'<polygon points="{_points(item.points)}"{_attributes(fill=item.fill)}/>'
        case Text():
            style = _attributes(
                x=item.x,
                y=item.y,
                font_size=item.size,
                fill=item.colour,
                text_anchor=item.anchor if item.anchor != "start" else None,
                font_weight="bold" if item.bold else None,
                textLength=measure(item.text, item.size, item.bold),
                lengthAdjust="spacingAndGlyphs",
            )
            return f"<text{style}>{_text(item.text)}</text>"
    raise TypeError(f"not a drawing primitive: {item!r}")


def document(drawn: list[Primitive], title: str, width: int = WIDTH) -> str:
    """A drawing as an SVG document, `width` pixels wide, 16:9; ValueError outside 320..3840."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{int(width)}" height="{picture_height(width)}" '
        f'font-family="{FONTS}" role="img">',
        f"<title>{_text(title)}</title>",
        *(element(item) for item in drawn),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def board(scenario: Scenario, record: Game, width: int = WIDTH) -> str:
    """The position as an SVG document, with English labels.

    `record` is one element of a GAME array. Counters and boxes carry tooltips.
    """
    return document(scene.board(scenario, record), scene.caption(scenario, record), width)
