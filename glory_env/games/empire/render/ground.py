"""The map without counters: sea, coasts of our own, routes, bases, names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.generated.records import Tables
from glory_env.render.drawing import (
    BLUE,
    BROWN,
    GREY,
    INK,
    ORANGE,
    SEA,
    VERMILLION,
    WHITE,
    Area,
    Circle,
    Group,
    Line,
    Point,
    Polygon,
    Primitive,
    Rect,
    Text,
    between,
    tint,
    write,
)

if TYPE_CHECKING:
    from glory_env.games.empire.scenario import Scenario

RADIUS = 24.0  # of a hex, in canvas units
MARGIN = 30.0  # from the middle of the outer hexes to the edge of the map
TOP = 40.0  # above the map
COLOURS = {
    geo.ATOLL: "#F3E3B3", geo.OPEN: "#EFE6B8", geo.JUNGLE: "#A9C792", geo.MIXED: "#CDD3A0",
    geo.MOUNTAIN: "#C3A888", geo.OCEAN: SEA,
}  # fmt: skip
LINES, CLOSED = "#CBDCE6", "#B4554A"
# Corners of a hex in radii, clockwise: corner k and k + 1 end the side in direction k.
CORNERS = [
    (math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (-120, -60, 0, 60, 120, 180)
]
LAND_SIDES = [geo.HEXSIDES.index(letter) for letter in "LBVNlm"]
CLOSED_SIDES = (geo.DEAD_WATER, geo.DEAD_LAND, geo.DEAD_BOTH)


def centre(scenario: Scenario, number: int) -> Point:
    """The middle of a hex on the canvas."""
    x, y = scenario.coordinates[str(number)]
    return MARGIN + x * RADIUS, TOP + MARGIN + y * RADIUS


def size(scenario: Scenario) -> Point:
    """Width and height of the map on the canvas."""
    points = [centre(scenario, number) for number in scenario.hexes]
    return max(x for x, _ in points) + MARGIN, max(y for _, y in points) + MARGIN


def ground(scenario: Scenario, s: Tables) -> list[Primitive]:
    """All that is printed, in the order of painting."""
    drawn: list[Primitive] = []
    for number in scenario.hexes:
        drawn.append(Polygon(_outline(centre(scenario, number)), SEA))
    for h, number in enumerate(scenario.hexes):
        if number in scenario.land:
            drawn += _land(s, h, centre(scenario, number), scenario.land[number])
    for h, number in enumerate(scenario.hexes):
        drawn += _sides(s, h, centre(scenario, number))
    drawn += _routes(scenario, s)
    for h, number in enumerate(scenario.hexes):
        if s.named[h] or s.has_field[h]:
            drawn.append(_base(scenario, s, h, number))
    return drawn


def _outline(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return tuple((x + dx * RADIUS, y + dy * RADIUS) for dx, dy in CORNERS)


def _land(s: Tables, h: int, middle: Point, shares: str) -> list[Primitive]:
    """A shape of our own from the six shares of land; a dot where they show none."""
    colour = COLOURS[int(s.terrain[h])]
    x, y = middle
    sides = [int(side) if side != geo.NO_SIDE else geo.DEAD_LAND for side in s.hexside[h]]
    land = [int(share) for share in shares]
    if not any(land) and not any(side in LAND_SIDES for side in sides):
        dot = RADIUS * (0.2 if s.terrain[h] == geo.ATOLL else 0.26)
        return [Circle(x, y, dot, colour, tint(colour, -0.45), 1)]
    points = []
    for k in range(6):
        before = (k - 1) % 6
        both = sides[before] in LAND_SIDES and sides[k] in LAND_SIDES
        solid = both and land[before] == land[k] == 3
        share = min(land[before], land[k]) if both else (land[before] + land[k]) / 2
        reach = 1.0 if solid else (0.52 + 0.14 * share if both else 0.3 + 0.17 * share)
        points.append(_towards(middle, CORNERS[k], reach))
        edge = between(CORNERS[k], CORNERS[(k + 1) % 6], 0.5)
        joined = sides[k] in LAND_SIDES
        reach = 1.0 if joined else 0.3 + 0.2 * land[k]
        width = 1.0 if land[k] == 3 else 0.55
        for end in (k, (k + 1) % 6):
            near = between(edge, CORNERS[end], width if reach == 1.0 else 0.4)
            points.append(_towards(middle, near, reach))
    return [Polygon(tuple(points), colour)]


def _towards(middle: Point, direction: Point, reach: float) -> Point:
    return middle[0] + direction[0] * RADIUS * reach, middle[1] + direction[1] * RADIUS * reach


def _sides(s: Tables, h: int, middle: Point) -> list[Primitive]:
    """The lines between hexes, each once; closed sides are marked."""
    corners = _outline(middle)
    drawn: list[Primitive] = []
    for d in range(6):
        other = int(s.near[h, d])
        if st.NONE < other < h:
            continue
        line = (corners[d], corners[(d + 1) % 6])
        side = int(s.hexside[h, d])
        if other == st.NONE:
            drawn.append(Line(line, GREY, 1))
        elif side in CLOSED_SIDES or side == geo.NO_SIDE:
            drawn += [Line(line, WHITE, 3.5), Line(line, CLOSED, 2.2)]
        else:
            drawn.append(Line(line, LINES if side == geo.WATER else "#B9BE9E", 0.7))
    return drawn


def _routes(scenario: Scenario, s: Tables) -> list[Primitive]:
    """Routes from middle to middle; those that need the bridge are dashed."""
    drawn: list[Primitive] = []
    for h, number in enumerate(scenario.hexes):
        for d in range(6):
            other = int(s.near[h, d])
            if other > h and s.road_side[h, d]:
                ends = (centre(scenario, number), centre(scenario, scenario.hexes[other]))
                drawn.append(Line(ends, BROWN, 1.6, 4 if s.road_side[h, d] == 2 else 0))
    return drawn


def _base(scenario: Scenario, s: Tables, h: int, number: int) -> Group:
    """Signs of port, airfield, city and resource, and the name below."""
    x, y = centre(scenario, number)
    name = scenario.names[str(number)]["en"] if str(number) in scenario.names else str(number)
    items: list[Rect | Line | Polygon | Circle | Text] = []
    if s.city[h]:
        items.append(Rect(x - 3, y - 3, 6, 6, INK if not s.garrison[h] else VERMILLION, WHITE, 0.6))
    if s.has_port[h]:
        items.append(Circle(x - 9, y + 3, 2.8, BLUE, WHITE, 0.6))
    if s.has_field[h]:
        items.append(Polygon(((x + 9, y - 0.5), (x + 12.4, y + 5.6), (x + 5.6, y + 5.6)), GREY))
    if s.resource[h]:
        items.append(Polygon(((x, y + 3), (x + 4, y + 7), (x, y + 11), (x - 4, y + 7)), ORANGE))
    short = name.split(" (")[0].split("/")[0]
    items.append(write(Area(x - RADIUS, y + 13.6, 2 * RADIUS, 7), short, 5.6, INK, "middle"))
    return Group(tuple(items), f"{number} {name}")
