"""Drawing primitives, the palette, and the measuring of text.

A drawing is a list of primitives on a canvas of WIDTH x HEIGHT units, x to the right, y down,
painted in order. svg.py and raster.py know these primitives and nothing of the game.
"""

from __future__ import annotations

import functools
import math
import unicodedata
from typing import NamedTuple

from PIL import ImageFont

WIDTH, HEIGHT = 1280, 720  # units of the canvas; a picture of this width shows them 1:1
CANVAS = (float(WIDTH), float(HEIGHT))
SMALLEST, LARGEST = 320, 3840  # picture widths in pixels

# Okabe-Ito, safe for colour-blind eyes, with light tints of the same hues.
BLUE, SKY, GREEN, ORANGE = "#0072B2", "#56B4E9", "#009E73", "#E69F00"
VERMILLION, PURPLE, YELLOW = "#D55E00", "#CC79A7", "#F0E442"
BROWN = "#8A5A2B"
INK, GREY, FAINT, WHITE = "#1F2933", "#66727F", "#D5DBE1", "#FFFFFF"
CONTESTED = "#F8E1D1"  # background of boxes with an Allied marker
PAPER, PANEL, SEA, GRATICULE = "#F6F4EE", "#FFFFFF", "#E6F0F6", "#D9E6EF"

BOLD_WIDTH = 1.05  # of a bold letter, against the regular one


Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle with rounded corners; `title` is shown as a tooltip where there are any."""

    x: float
    y: float
    width: float
    height: float
    fill: str = WHITE
    stroke: str | None = None
    stroke_width: float = 1
    radius: float = 0
    title: str = ""


class Line(NamedTuple):
    """A line through points; `dash` is the length of dashes and of the gaps, 0 = solid."""

    points: tuple[Point, ...]
    colour: str
    width: float = 1
    dash: float = 0


class Polygon(NamedTuple):
    """A filled area."""

    points: tuple[Point, ...]
    fill: str


class Circle(NamedTuple):
    """A disc."""

    x: float
    y: float
    radius: float
    fill: str = WHITE
    stroke: str | None = None
    stroke_width: float = 1
    title: str = ""


class Text(NamedTuple):
    """One line of text; (x, y) is on its baseline, `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    anchor: str = "start"
    bold: bool = False


class Group(NamedTuple):
    """Primitives that belong together, as those of a counter."""

    items: tuple[Rect | Line | Polygon | Circle | Text, ...]
    title: str = ""


Primitive = Rect | Line | Polygon | Circle | Text | Group


class Area(NamedTuple):
    """A rectangle of the layout."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


def picture_height(width: int, canvas: Point = CANVAS) -> int:
    """Pixels from top to bottom of a picture of this width; ValueError if it makes no sense."""
    if isinstance(width, bool) or int(width) != width or not SMALLEST <= width <= LARGEST:
        raise ValueError(f"width {width!r}: expected a whole number {SMALLEST}..{LARGEST} (pixels)")
    return round(int(width) * canvas[1] / canvas[0])


@functools.lru_cache(maxsize=64)
def font(size: float) -> ImageFont.FreeTypeFont:
    """The font that comes with Pillow, at a size in pixels."""
    return ImageFont.load_default(size=size)  # type: ignore[return-value]


def plain(text: str) -> str:
    """The text in the letters Pillow's font has: accents dropped, anything else as "?"."""
    letters = unicodedata.normalize("NFKD", text)
    letters = "".join(c for c in letters if not unicodedata.combining(c))
    return "".join(c if c.isascii() or c in "·…" else "?" for c in letters)


@functools.lru_cache(maxsize=4096)
def measure(text: str, size: float, bold: bool = False) -> float:
    """Width of a text in canvas units."""
    letters = plain(text)
    if bold:  # set letter by letter, each a little wider
        return sum(font(100).getlength(letter) for letter in letters) * size / 100 * BOLD_WIDTH
    return font(100).getlength(letters) * size / 100


def write(
    area: Area,
    text: str,
    size: float,
    colour: str = INK,
    anchor: str = "start",
    bold: bool = False,
) -> Text:
    """A text centred vertically in an area; made smaller, then shortened, until it fits."""
    full = measure(text, size, bold)
    if full > area.width:
        size = max(size * 0.72, size * area.width / full)
        short = text
        while short and measure(text, size, bold) > area.width + 0.01:
            short = short[:-1]
            text = short.rstrip() + "…"
    x = area.x + {"start": 0.0, "middle": area.width / 2, "end": area.width}[anchor]
    return Text(x, area.y + area.height / 2 + size * 0.36, text, size, colour, anchor, bold)


def arrow(
    start: Point,
    end: Point,
    colour: str,
    width: float = 2,
    dash: float = 0,
    head: float = 9,
) -> list[Primitive]:
    """A line with a head at its end."""
    length = math.dist(start, end)
    if length < 1:
        return []
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = min(head, length)
    neck = (end[0] - dx * head, end[1] - dy * head)
    side = head * 0.45
    tip = (
        end,
        (neck[0] - dy * side, neck[1] + dx * side),
        (neck[0] + dy * side, neck[1] - dx * side),
    )
    return [Line((start, neck), colour, width, dash), Polygon(tip, colour)]


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share (0..1) of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def tint(colour: str, amount: float) -> str:
    """A colour made lighter (0..1, 1 = white) or darker (0..-1, -1 = black)."""
    parts = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(
        f"{round(p + (255 - p) * amount if amount >= 0 else p * (1 + amount)):02X}" for p in parts
    )
