"""A drawing as SVG text."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from glory_env.render.drawing import (
    CANVAS,
    WIDTH,
    Circle,
    Group,
    Line,
    Point,
    Polygon,
    Primitive,
    Rect,
    Text,
    measure,
    picture_height,
)

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
        case Group():
            title = f"<title>{_text(item.title)}</title>" if item.title else ""
            return f"<g>{title}{''.join(element(part) for part in item.items)}</g>"
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


def document(drawn: list[Primitive], title: str, width: int = WIDTH, canvas: Point = CANVAS) -> str:
    """A drawing as an SVG document, `width` pixels wide; ValueError outside 320..3840.

    canvas: width and height of the drawing in its own units.
    """
    box = f"0 0 {_number(canvas[0])} {_number(canvas[1])}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'width="{int(width)}" height="{picture_height(width, canvas)}" '
        f'font-family="{FONTS}" role="img">',
        f"<title>{_text(title)}</title>",
        *(element(item) for item in drawn),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
