"""Counters, Allied markers and small signs: the same on the map, in the panel and in the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render.layout import CHIP, slots
from glory_env.games.glory.render.position import Stack, if_allied
from glory_env.games.glory.state import ARMY, FORT, KINDS, TRANSPORT
from glory_env.render.drawing import (
    BLUE,
    FAINT,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    VERMILLION,
    WHITE,
    YELLOW,
    Area,
    Circle,
    Point,
    Polygon,
    Primitive,
    Rect,
    measure,
    tint,
    write,
)

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

NATION_NAMES = ("United States", "Britain", "China")
NATION_COLOURS = (VERMILLION, PURPLE, YELLOW)
_SERVICE_COLOURS = (ORANGE, BLUE)


def chip_colour(stack: Stack) -> str:
    """Orange for the army, blue for the navy, green for transports, which are civil."""
    return GREEN if stack.kind == TRANSPORT else _SERVICE_COLOURS[stack.service]


def chip_values(stack: Stack) -> str:
    """Strength (with + for the die modifier) and tonnage, as printed on the counter."""
    if stack.kind == FORT:
        return f"{stack.strength}"
    if stack.kind == TRANSPORT:
        return f"+{stack.strength}"
    strength = f"{stack.strength}{'+' if stack.bonus else ''}"
    return f"{strength}·{stack.tonnage}" if stack.tonnage else strength


def chip_title(scenario: Scenario, stack: Stack) -> str:
    """Tooltip of a stack: what it is, its state, the ids of its counters."""
    state = "active" if stack.active else "not active"
    if stack.damage:
        state += ", damaged"
    values = f"strength {stack.strength}, tonnage {stack.tonnage}"
    if stack.kind in (FORT, TRANSPORT):
        state, values = "marker", f"value {stack.strength}"
    kind = KINDS[stack.kind].replace("_", " ")
    ids = ", ".join(scenario.counters[u] for u in stack.counters)
    return f"{len(stack.counters)} x {kind}: {values}, {state}; {ids}"


def chip(centre: Point, scale: float, stack: Stack, title: str) -> list[Primitive]:
    """A counter: kind over strength and tonnage; solid = Active, dot = damage, disc = count."""
    x, y = centre
    width, height = CHIP[0] * scale, CHIP[1] * scale
    left, top = x - width / 2, y - height / 2
    colour, count = chip_colour(stack), len(stack.counters)
    edge = tint(colour, -0.25) if stack.active else colour
    fill = colour if stack.active else tint(colour, 0.88)
    ink = WHITE if stack.active and colour != ORANGE else INK
    drawn: list[Primitive] = []
    if count > 1:
        shift = 2.5 * scale
        drawn.append(Rect(left + shift, top + shift, width, height, fill, edge, 1, 3 * scale))
    drawn.append(Rect(left, top, width, height, fill, edge, 1.2, 3 * scale, title))
    inner = Area(left + 2 * scale, top + 2 * scale, width - 4 * scale, 12 * scale)
    drawn.append(write(inner, stack.code, 10.5 * scale, ink, "middle", bold=True))
    values = chip_values(stack)
    room = width - (11 if count > 1 else 4) * scale
    below = Area(left + 2 * scale, top + 13 * scale, room, 11 * scale)
    drawn.append(write(below, values, 9.5 * scale, ink, "middle"))
    if count > 1:
        disc = (left + width + 0.5 * scale, top + height - 2 * scale, 6.5 * scale)
        drawn.append(Circle(*disc, INK, WHITE, 0.8))
        area = Area(disc[0] - disc[2], disc[1] - disc[2], 2 * disc[2], 2 * disc[2])
        drawn.append(write(area, str(count), 9.5 * scale, WHITE, "middle", bold=True))
    if stack.damage:
        drawn.append(Circle(left + scale, top + scale, 4.5 * scale, VERMILLION, WHITE, 1.2))
    return drawn


def marker(
    centre: Point, scale: float, letter: str, nation: int, title: str, here: bool
) -> list[Primitive]:
    """An Allied marker; hollow where it only shows a base whose marker is away."""
    colour = NATION_COLOURS[nation]
    radius = 13.5 * scale
    ink = INK if nation else WHITE
    if not here:
        drawn: list[Primitive] = [Circle(*centre, radius, WHITE, colour, 2 * scale, title)]
        ink = INK
    else:
        drawn = [
            Circle(*centre, radius, colour, INK, 1.4 * scale, title),
            Circle(*centre, radius - 2.6 * scale, colour, ink, 0.9 * scale),
        ]
    side = 1.5 * radius
    area = Area(centre[0] - side / 2, centre[1] - side / 2, side, side)
    return [*drawn, write(area, letter, 13 * scale, ink, "middle", bold=True)]


def fill_area(
    scenario: Scenario, area: Area, stacks: list[Stack], allied: list[int]
) -> list[Primitive]:
    """Allied markers and stacks side by side, made smaller until all fit into the area."""
    drawn: list[Primitive] = []
    scale, centres = slots(area, len(allied) + len(stacks))
    nations = scenario.tables[0].nation
    for m, centre in zip(allied, centres, strict=False):
        nation = int(nations[m])
        title = f"Allied marker {scenario.markers[m]} ({NATION_NAMES[nation]})"
        drawn += marker(centre, scale, scenario.markers[m], nation, title, True)
    for stack, centre in zip(stacks, centres[len(allied) :], strict=True):
        drawn += chip(centre, scale, stack, chip_title(scenario, stack))
    return drawn


def pill(right: float, middle: float, text: str, fill: str, ink: str) -> list[Primitive]:
    """A small label that ends at `right`; its first primitive tells its width."""
    width = measure(text, 9.5, bold=True) + 8
    area = Area(right - width, middle - 6.5, width, 13)
    return [
        Rect(*area, fill, None, 1, 6.5),
        write(area, text, 9.5, ink, "middle", bold=True),
    ]


def value_pills(
    scenario: Scenario, record: Game, box: int, right: float, middle: float
) -> list[Primitive]:
    """GP a turn for each service and the change of the total, laid out from right to left."""
    tables: Any = scenario.tables[0]
    drawn: list[Primitive] = []
    labels = []
    if change := if_allied(scenario, record, box):
        labels.append((f"{change:+d}", INK, WHITE))
    for service, colour in enumerate(_SERVICE_COLOURS):
        if tables.box_gp[box, service]:
            letter = "A" if service == ARMY else "N"
            ink = INK if service == ARMY else WHITE
            labels.append((f"{letter}{int(tables.box_gp[box, service])}", colour, ink))
    for text, fill, ink in labels:
        part = pill(right, middle, text, fill, ink)
        drawn += part
        right -= part[0].width + 3  # type: ignore[union-attr]
    return drawn


def house(x: float, y: float, size: float) -> list[Primitive]:
    """The sign of the boxes whose loss ends the game."""
    half = size / 2
    roof = ((x - half, y), (x, y - half), (x + half, y))
    wall, foot = half * 0.7, y + half * 0.9
    body = ((x - wall, y), (x + wall, y), (x + wall, foot), (x - wall, foot))
    return [Polygon(roof, VERMILLION), Polygon(body, VERMILLION)]


def meter(area: Area, fill: str = FAINT) -> Rect:
    """The empty track behind a bar."""
    return Rect(*area, fill, None, 1, 2)
