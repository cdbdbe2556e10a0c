"""Where the boxes and bases of a scenario stand on the canvas, and how counters fill an area.

Coordinates of the scenario (0..1, y down) are stretched over the map area; areas that would
overlap are pushed apart, so that any scenario can be drawn.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, NamedTuple

from glory_env.render.drawing import Area, Point

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

MAP = Area(12, 50, 966, 660)
MARGIN, GAP = 10, 20  # to the edge of the map, between areas
BOX, HOME_BOX, BASE = (144, 84), (214, 112), (86, 46)
CHIP = (31, 26)  # a counter at full size
PITCH = (37, 31)
LARGEST = 1.12  # scale of counters with room to spare
SCALES = (1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.6, 0.5)  # of boxes and bases, tried in turn
ROUNDS = 150


class Layout(NamedTuple):
    """Areas on the canvas, by box and by marker number."""

    boxes: list[Area]
    bases: list[Area]


def _separate(centres: list[list[float]], sizes: list[tuple[float, float]]) -> bool:
    """Push overlapping areas apart, step by step, inside the map; True once none overlap."""
    for _ in range(ROUNDS):
        moved = False
        for i in range(len(centres)):
            for j in range(i):
                apart = [centres[i][k] - centres[j][k] for k in (0, 1)]
                lack = [(sizes[i][k] + sizes[j][k]) / 2 + GAP - abs(apart[k]) for k in (0, 1)]
                if min(lack) <= 0.01:
                    continue
                k = 0 if lack[0] < lack[1] else 1
                push = math.copysign(lack[k] / 2, apart[k])
                centres[i][k] += push
                centres[j][k] -= push
                moved = True
        for centre, size in zip(centres, sizes, strict=True):
            for k, (low, extent) in enumerate(((MAP.x, MAP.width), (MAP.y, MAP.height))):
                inset = size[k] / 2 + MARGIN
                centre[k] = min(max(centre[k], low + inset), low + extent - inset)
        if not moved:
            return True
    return False


def _stretch(values: list[float]) -> list[float]:
    low, high = min(values), max(values)
    return [(value - low) / ((high - low) or 1) for value in values]


@functools.lru_cache(maxsize=8)
def arrange(scenario: Scenario) -> Layout:
    """Find the areas of all boxes and bases; the same for every position of a scenario.

    All are made smaller where there is no room for them at full size.
    """
    count = len(scenario.boxes)
    keys = [*scenario.boxes, *(f"base:{marker}" for marker in scenario.markers)]
    full = [BOX] * count + [BASE] * len(scenario.markers)
    full[int(scenario.tables[0].home)] = HOME_BOX
    points = [_stretch([scenario.coordinates[key][k] for key in keys]) for k in (0, 1)]
    centres: list[list[float]] = []
    sizes: list[tuple[float, float]] = []
    for scale in SCALES:
        sizes = [(width * scale, height * scale) for width, height in full]
        centres = []
        for x, y, (width, height) in zip(*points, sizes, strict=True):
            inset = width / 2 + MARGIN, height / 2 + MARGIN
            across, down = MAP.width - 2 * inset[0], MAP.height - 2 * inset[1]
            centres.append([MAP.x + inset[0] + x * across, MAP.y + inset[1] + y * down])
        if _separate(centres, sizes):
            break
    areas = [
        Area(x - width / 2, y - height / 2, width, height)
        for (x, y), (width, height) in zip(centres, sizes, strict=True)
    ]
    return Layout(areas[:count], areas[count:])


def slots(area: Area, count: int) -> tuple[float, list[Point]]:
    """Scale (at most LARGEST) and centres of `count` counters that fill an area row by row."""
    if not count:
        return 1.0, []
    scale = LARGEST
    while True:
        columns = int(area.width / (PITCH[0] * scale))
        rows = int(area.height / (PITCH[1] * scale))
        if columns * rows >= count or scale < 0.15:
            break
        scale -= 0.02
    used = math.ceil(count / max(1, columns))
    columns = math.ceil(count / used)  # rows of equal length look better
    width, height = PITCH[0] * scale, PITCH[1] * scale
    centres = []
    for k in range(count):
        row, column = divmod(k, columns)
        in_row = min(columns, count - row * columns)
        centres.append(
            (
                area.x + area.width / 2 + (column - (in_row - 1) / 2) * width,
                area.y + area.height / 2 + (row - (used - 1) / 2) * height,
            )
        )
    return scale, centres


def clip(start: Point, end: Point, area: Area) -> float:
    """Share of the way from start to end at which the line leaves an area; 0 if it misses it."""
    enter, leave = 0.0, 1.0
    for k, (low, extent) in enumerate(((area.x, area.width), (area.y, area.height))):
        delta = end[k] - start[k]
        if abs(delta) < 1e-9:
            if not low <= start[k] <= low + extent:
                return 0.0
            continue
        shares = sorted(((low - start[k]) / delta, (low + extent - start[k]) / delta))
        enter, leave = max(enter, shares[0]), min(leave, shares[1])
    return leave if leave > enter else 0.0
