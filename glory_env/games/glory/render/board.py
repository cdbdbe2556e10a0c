"""The picture of a position as one list of drawing primitives: header, map, panel."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render import pieces, position
from glory_env.games.glory.render.layout import MAP, Layout, arrange, clip
from glory_env.games.glory.render.panel import panel
from glory_env.games.glory.state import AMPHIBIOUS, BASE, CONVOY_BOX, LAND, PHASES
from glory_env.render.drawing import (
    BLUE,
    BROWN,
    CONTESTED,
    FAINT,
    GRATICULE,
    GREEN,
    GREY,
    HEIGHT,
    INK,
    PAPER,
    SEA,
    SKY,
    WHITE,
    WIDTH,
    Area,
    Line,
    Primitive,
    Rect,
    arrow,
    between,
    measure,
    tint,
    write,
)

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

HEADER = Area(12, 8, 1256, 34)
NAME_HEIGHT = 19  # of the strip with a box's name
ROUTE_BESIDE = 9  # how far invasion arrows run beside the connection lines
_FRAMES = {AMPHIBIOUS: BLUE, LAND: BROWN}  # the convoy box is green, the colour of civil tonnage


def caption(scenario: Scenario, record: Game) -> str:
    """The picture in a sentence, for readers who do not see it."""
    state = position.outcome(record) or f"{position.phase(record)} phase"
    return (
        f"{scenario.name}, turn {int(record.turn)} of {int(scenario.tables[0].last_turn)}, "
        f"{state}, total {int(record.total)}"
    )


def _header(scenario: Scenario, record: Game) -> list[Primitive]:
    """Title, the phases of a turn, the turn track; where the game stands is dark."""
    x, y, width, height = HEADER
    drawn: list[Primitive] = [
        write(Area(x + 2, y, 110, height), scenario.name.capitalize(), 24, INK, "start", bold=True)
    ]
    at = x + 118
    for number, phase in enumerate(PHASES[:8]):
        now = int(record.phase) == number
        area = Area(at, y + 5, 80, 24)
        drawn.append(Rect(*area, INK if now else WHITE, INK if now else FAINT, 1, 12))
        label = phase.replace("_", " ").capitalize()
        inner = Area(at + 5, y + 5, 70, 24)
        drawn.append(write(inner, label, 11.5, WHITE if now else GREY, "middle", bold=now))
        at += 83
    last = int(scenario.tables[0].last_turn)
    step = min(33.0, (width - 118 - 8 * 83 - 48) / max(last, int(record.turn)))
    at = x + width - step * max(last, int(record.turn))
    drawn.append(write(Area(at - 46, y, 40, height), "Turn", 12, GREY, "end"))
    for turn in range(1, max(last, int(record.turn)) + 1):
        now, past = turn == int(record.turn), turn < int(record.turn)
        area = Area(at + 1.5, y + 5, step - 3, 24)
        fill = INK if now else FAINT if past else WHITE
        drawn.append(Rect(*area, fill, INK if now else FAINT, 1, 4))
        drawn.append(write(area, str(turn), 12, WHITE if now else GREY, "middle", bold=now))
        at += step
    return drawn


def ground() -> list[Primitive]:
    """Paper and sea, with a graticule."""
    drawn: list[Primitive] = [Rect(0, 0, WIDTH, HEIGHT, PAPER), Rect(*MAP, SEA, None, 1, 10)]
    for k in range(1, 8):
        x, y = MAP.x + MAP.width * k / 8, MAP.y + MAP.height * k / 8
        drawn.append(Line(((x, MAP.y), (x, MAP.y + MAP.height)), GRATICULE))
        drawn.append(Line(((MAP.x, y), (MAP.x + MAP.width, y)), GRATICULE))
    return drawn


def connections(scenario: Scenario, layout: Layout) -> list[Primitive]:
    """Connection lines of the units."""
    tables = scenario.tables[0]
    drawn: list[Primitive] = []
    count = len(scenario.boxes)
    for lines, colour in ((tables.sea_lines, SKY), (tables.land_lines, BROWN)):
        for a in range(count):
            for b in range(a + 1, count):
                if int(lines[a]) >> b & 1:
                    points = (layout.boxes[a].centre, layout.boxes[b].centre)
                    drawn += [Line(points, WHITE, 8), Line(points, colour, 4.5)]
    return drawn


def _leg(
    start: list[Area], end: list[Area], colour: str, beside: float, dash: float
) -> list[Primitive]:
    """An arrow from edge to edge, drawn `beside` the straight line between the centres.

    Start and end are what is drawn there: the first area has the centre, the line avoids all.
    """
    (x0, y0), (x1, y1) = start[0].centre, end[0].centre
    length = max(1.0, math.dist((x0, y0), (x1, y1)))
    dx, dy = -(y1 - y0) / length * beside, (x1 - x0) / length * beside
    a, b = (x0 + dx, y0 + dy), (x1 + dx, y1 + dy)
    first = max(clip(a, b, area) for area in start) + 2 / length
    last = 1 - max(clip(b, a, area) for area in end) - 2 / length
    if first >= last:
        return []
    return arrow(between(a, b, first), between(a, b, last), colour, 2.2, dash, 10)


def _base_areas(scenario: Scenario, m: int, area: Area) -> list[Area]:
    """A base consists of a disc and, below it, the name."""
    width = min(area.width, measure(position.name(scenario, f"base:{scenario.markers[m]}"), 11))
    middle = area.centre[0]
    return [
        Area(middle - 15, area.y, 30, 30),
        Area(middle - width / 2, area.y + 31, width, area.height - 31),
    ]


def _routes(scenario: Scenario, layout: Layout) -> list[Primitive]:
    """Invasion routes from the bases outward; of a marker never called, the way back to base."""
    tables = scenario.tables[0]
    drawn: list[Primitive] = []
    done = set()
    for m in range(len(scenario.markers)):
        nation = int(tables.nation[m])
        colour = tint(pieces.NATION_COLOURS[nation], -0.2)
        route = position.route(scenario, m)
        areas = [_base_areas(scenario, m, layout.bases[m])]
        areas += [[layout.boxes[box]] for box in route]
        for k in range(len(route)):
            leg = (nation, route[k - 1] if k else -1 - m, route[k])
            if leg in done:
                continue
            done.add(leg)
            beside = ROUTE_BESIDE if k else 0
            if position.ever_called(scenario, m):
                drawn += _leg(areas[k], areas[k + 1], colour, beside, 0)
            else:
                drawn += _leg(areas[k + 1], areas[k], colour, beside, 4)
    return drawn


def _box(scenario: Scenario, record: Game, box: int, area: Area) -> list[Primitive]:
    tables = scenario.tables[0]
    key = scenario.boxes[box]
    frame = _FRAMES.get(int(tables.box_kind[box]), GREEN)
    label = position.name(scenario, key)
    allied = position.markers_in(scenario, record, box)
    body = CONTESTED if allied else WHITE
    middle = area.y + NAME_HEIGHT / 2 + 0.5
    drawn: list[Primitive] = [
        Rect(*area, tint(frame, 0.8), frame, 2.2, 7, title=f"{label} ({key})"),
        Rect(
            area.x + 1.5, area.y + NAME_HEIGHT, area.width - 3, area.height - NAME_HEIGHT - 1.5,
            body, None, 1, 5,
        ),
    ]  # fmt: skip
    pills = pieces.value_pills(scenario, record, box, area.x + area.width - 5, middle)
    right = min([item.x for item in pills if isinstance(item, Rect)], default=area.x + area.width)
    left = area.x + 7
    if tables.home_islands[box]:
        drawn += pieces.house(left + 5, middle, 11)
        left += 14
    drawn.append(write(Area(left, area.y + 1, right - left - 3, NAME_HEIGHT), label, 12, bold=True))
    drawn += pills
    inside = Area(
        area.x + 4, area.y + NAME_HEIGHT + 1, area.width - 10, area.height - NAME_HEIGHT - 4
    )
    if int(tables.box_kind[box]) == CONVOY_BOX:
        ships, aircraft = position.convoy_escorts(scenario, record)
        limits = f"ships {ships}/{int(tables.convoy_ships)} · "
        limits += f"aircraft {aircraft}/{int(tables.convoy_aircraft)}"
        below = Area(inside.x, inside.y + inside.height - 13, inside.width + 2, 12)
        drawn.append(write(below, limits, 10.5, tint(GREEN, -0.25), "middle"))
        inside = inside._replace(height=inside.height - 14)
    stacks = position.stacks_at(scenario, record, box)
    return drawn + pieces.fill_area(scenario, inside, stacks, allied)


def _base(scenario: Scenario, record: Game, m: int, area: Area) -> list[Primitive]:
    """A base with its name; solid while its marker is there."""
    here = position.marker_box(scenario, record, m) == BASE
    letter = scenario.markers[m]
    nation = int(scenario.tables[0].nation[m])
    label = position.name(scenario, f"base:{letter}")
    state = "marker in base" if here else "marker on the map"
    title = f"Base {letter}: {label} ({pieces.NATION_NAMES[nation]}), {state}"
    disc, below = _base_areas(scenario, m, area)
    return [
        *pieces.marker(disc.centre, 1, letter, nation, title, here),
        write(Area(area.x, below.y, area.width, 14), label, 11, INK, "middle"),
    ]


def board(scenario: Scenario, record: Game) -> list[Primitive]:
    """The drawing of a position, bottom first, on a canvas of drawing.WIDTH x drawing.HEIGHT.

    `record` is one element of a GAME array.
    """
    layout = arrange(scenario)
    drawn = ground() + _header(scenario, record)
    drawn += connections(scenario, layout) + _routes(scenario, layout)
    for box, area in enumerate(layout.boxes):
        drawn += _box(scenario, record, box, area)
    for m, area in enumerate(layout.bases):
        drawn += _base(scenario, record, m, area)
    return drawn + panel(scenario, record)
