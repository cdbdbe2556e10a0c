"""A drawing as pixels, with Pillow and the font that comes with it."""

from __future__ import annotations

import itertools
import math

from PIL import Image, ImageDraw

from glory_env.render.drawing import (
    CANVAS,
    PAPER,
    WIDTH,
    Circle,
    Group,
    Line,
    Point,
    Polygon,
    Primitive,
    Rect,
    Text,
    between,
    font,
    measure,
    picture_height,
    plain,
)

OVERSAMPLING = 2  # drawn larger, then averaged: smooth edges

_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def _dashes(points: list[Point], dash: float) -> list[list[Point]]:
    """The pieces of a dashed line; the pattern starts again at each corner."""
    pieces = []
    for start, end in itertools.pairwise(points):
        length = math.dist(start, end)
        at = 0.0
        while at < length:
            shares = at / length, min(at + dash, length) / length
            pieces.append([between(start, end, share) for share in shares])
            at += 2 * dash
    return pieces


def _fill(colour: str) -> str | None:
    return None if colour == "none" else colour


def _draw(canvas: ImageDraw.ImageDraw, item: Primitive, scale: float) -> None:
    match item:
        case Rect() if item.width <= 0 or item.height <= 0:
            pass
        case Rect():
            corners = [v * scale for v in (item.x, item.y)]
            corners += [(item.x + item.width) * scale - 1, (item.y + item.height) * scale - 1]
            if item.stroke:  # SVG centres the stroke on the edge, Pillow draws it inside
                half = item.stroke_width * scale / 2
                corners = [v + d for v, d in zip(corners, (-half, -half, half, half), strict=True)]
            canvas.rounded_rectangle(
                corners,
                radius=(item.radius + (item.stroke_width / 2 if item.stroke else 0)) * scale,
                fill=_fill(item.fill),
                outline=item.stroke,
                width=max(1, round(item.stroke_width * scale)) if item.stroke else 0,
            )
        case Circle():
            radius = (item.radius + (item.stroke_width / 2 if item.stroke else 0)) * scale
            x, y = item.x * scale, item.y * scale
            canvas.ellipse(
                (x - radius, y - radius, x + radius - 1, y + radius - 1),
                fill=_fill(item.fill),
                outline=item.stroke,
                width=max(1, round(item.stroke_width * scale)) if item.stroke else 0,
            )
        case Line():
            points = [(x * scale, y * scale) for x, y in item.points]
            pieces = _dashes(points, item.dash * scale) if item.dash else [points]
            for piece in pieces:
                canvas.line(
                    piece, fill=item.colour, width=max(1, round(item.width * scale)), joint="curve"
                )
        case Group():
            for part in item.items:
                _draw(canvas, part, scale)
        case Polygon():
            canvas.polygon([(x * scale, y * scale) for x, y in item.points], fill=item.fill)
        case Text():
            _write(canvas, item, scale)
        case _:
            raise TypeError(f"not a drawing primitive: {item!r}")


def _write(canvas: ImageDraw.ImageDraw, item: Text, scale: float) -> None:
    text, x, y = plain(item.text), item.x * scale, item.y * scale
    face = font(round(item.size * scale, 1))
    if not item.bold:
        canvas.text((x, y), text, fill=item.colour, font=face, anchor=_ANCHORS[item.anchor])
        return
    # The font has no bold face: letter by letter, each one printed twice, a little apart.
    length = measure(item.text, item.size, bold=True) * scale
    x -= {"start": 0.0, "middle": length / 2, "end": length}[item.anchor]
    shift = item.size * scale * 0.035
    for letter in text:
        for dx in (0.0, shift, 2 * shift):
            canvas.text((x + dx, y), letter, fill=item.colour, font=face, anchor="ls")
        x += measure(letter, item.size, bold=True) * scale


def image(drawn: list[Primitive], width: int = WIDTH, canvas: Point = CANVAS) -> Image.Image:
    """A drawing as a Pillow image, `width` pixels wide; ValueError outside 320..3840.

    canvas: width and height of the drawing in its own units. Needs no display.
    """
    size = (int(width), picture_height(width, canvas))
    large = (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING)
    picture = Image.new("RGB", large, PAPER)
    draw = ImageDraw.Draw(picture)
    for item in drawn:
        _draw(draw, item, large[0] / canvas[0])
    return picture.reduce(OVERSAMPLING)
