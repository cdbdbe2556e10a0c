"""The panel beside the map: shipping, glory points, invasion, production, pool, legend."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.render import pieces, position
from glory_env.games.glory.render.position import Stack
from glory_env.games.glory.state import (
    ARMY,
    CIVIL,
    DD,
    GROUND,
    NAVY,
    POOL,
    REMOVED,
    SERVICES,
    TRACK,
)
from glory_env.render.drawing import (
    BLUE,
    BROWN,
    CONTESTED,
    FAINT,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PANEL,
    SKY,
    VERMILLION,
    WHITE,
    Area,
    Line,
    Primitive,
    Rect,
    arrow,
    tint,
    write,
)

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

X, WIDTH = 988, 280
INSET = 8
EMPTY = "#F1F3F5"
_COLOURS = (ORANGE, BLUE, GREEN)  # army, navy, civil


def _card(y: float, height: float, title: str, note: str = "") -> tuple[list[Primitive], Area]:
    """A white card with a title; the second value is the room left in it."""
    area = Area(X, y, WIDTH, height)
    drawn: list[Primitive] = [Rect(*area, PANEL, FAINT, 1, 8)]
    strip = Area(X + INSET, y + 3, WIDTH - 2 * INSET, 17)
    drawn.append(write(strip, title, 12, INK, "start", bold=True))
    if note:
        drawn.append(write(strip, note, 11, GREY, "end"))
    return drawn, Area(X + INSET, y + 21, WIDTH - 2 * INSET, height - 25)


def _shipping(scenario: Scenario, record: Game, y: float, height: float) -> list[Primitive]:
    tables = scenario.tables[0]
    total, cap = int(record.total), int(tables.cap)
    lowest = position.floor(scenario, record)
    drawn, room = _card(y, height, f"Shipping: total {total}", "left/allotted, x 10,000 t")
    end = max(cap, total, sum(map(int, record.allotment)))
    unit = room.width / end
    bar = Area(room.x, room.y + 3, room.width, 16)
    drawn.append(pieces.meter(bar))
    drawn.append(Rect(bar.x, bar.y, lowest * unit, bar.height, tint(VERMILLION, 0.55)))
    safe = VERMILLION if total < lowest else INK
    drawn.append(Rect(bar.x, bar.y + 3, max(0, total) * unit, bar.height - 6, safe, None, 1, 2))
    floor_x = bar.x + lowest * unit
    drawn.append(Line(((floor_x, bar.y - 2), (floor_x, bar.y + 18)), VERMILLION, 2))
    label = Area(bar.x, bar.y + 18, room.width, 13)
    drawn.append(write(label, f"cap {cap}", 10, GREY, "end"))
    mark = Area(min(floor_x - 40, label.x + label.width - 130), label.y, 80, 13)
    drawn.append(write(mark, f"floor {lowest}", 10, VERMILLION, "middle"))
    at = room.x
    y = label.y + 17
    drawn.append(pieces.meter(Area(room.x, y, room.width, 14), EMPTY))
    for service in (ARMY, NAVY, CIVIL):
        share, left = int(record.allotment[service]), int(record.left[service])
        colour = _COLOURS[service]
        if share > 0:
            drawn.append(Rect(at, y, share * unit, 14, tint(colour, 0.7)))
            drawn.append(Rect(at, y, max(0, left) * unit, 14, colour))
        at += share * unit
    third = room.width / 3
    for service, word in enumerate(("Army", "Navy", "Civil")):
        x = room.x + third * service
        drawn.append(Rect(x, y + 20, 9, 9, _COLOURS[service], None, 1, 2))
        text = f"{word} {int(record.left[service])}/{int(record.allotment[service])}"
        drawn.append(write(Area(x + 12, y + 17, third - 14, 15), text, 11))
    return drawn


def _points(record: Game, y: float, height: float) -> list[Primitive]:
    drawn, room = _card(y, height, "Glory points")
    highest = max(100, *map(int, record.gp))
    for service, word in enumerate(SERVICES):
        at = room.y + 17 * service
        bar = Area(room.x + 38, at + 2, room.width - 70, 10)
        drawn.append(write(Area(room.x, at, 36, 14), word.capitalize(), 11))
        drawn.append(pieces.meter(bar))
        gp = max(0, int(record.gp[service]))
        drawn.append(
            Rect(bar.x, bar.y, bar.width * gp / highest, bar.height, _COLOURS[service], None, 1, 2)
        )
        for ten in range(10, highest, 10):
            x = bar.x + bar.width * ten / highest
            drawn.append(Line(((x, bar.y), (x, bar.y + bar.height)), WHITE, 1))
        number = Area(room.x + room.width - 30, at, 30, 14)
        drawn.append(write(number, str(int(record.gp[service])), 12, INK, "end", bold=True))
    return drawn


def _invasion(scenario: Scenario, record: Game, y: float, height: float) -> list[Primitive]:
    drawn, room = _card(y, height, "Invasion")
    turn = int(record.turn)
    left, column = room.x + 50, (room.width - 50) / 6
    for face in range(6):
        die = Area(left + column * (face + 0.5) - 7.5, y + 4, 15, 15)
        drawn.append(Rect(*die, WHITE, GREY, 1, 3.5))
        drawn.append(write(die, str(face + 1), 10.5, GREY, "middle", bold=True))
    for line, number in enumerate((turn, turn + 1)):
        if number > int(scenario.tables[0].last_turn):
            continue
        now = line == 0
        at = room.y + 1 + 17 * line
        label = Area(room.x, at, 48, 15)
        drawn.append(write(label, f"Turn {number}", 11, INK if now else GREY, bold=now))
        for face, called in enumerate(position.invasion_row(scenario, number) or "-" * 6):
            cell = Area(left + column * face + 1, at, column - 2, 15)
            drawn.append(Rect(*cell, EMPTY if called == "-" else CONTESTED, None, 1, 3))
            drawn.append(write(cell, called, 11, INK if called != "-" else GREY, "middle", now))
    return drawn


def _track(scenario: Scenario, record: Game, y: float, height: float) -> list[Primitive]:
    tables = scenario.tables[0]
    method = position.METHOD_NAMES[position.method(record)]
    drawn, room = _card(y, height, "Production track", f"convoys {method}")
    spaces = int(tables.track_spaces)
    column = room.width / max(1, spaces)
    on_track = position.counters_at(scenario, record, TRACK)
    for space in range(1, spaces + 1):
        area = Area(room.x + column * (space - 1), room.y, column - 2, room.height)
        drawn.append(Rect(*area, EMPTY, None, 1, 4))
        drawn.append(write(area._replace(height=13), str(space), 10, GREY, "middle"))
        items = position.stacks(
            scenario, record, [u for u in on_track if int(record.space[u]) == space]
        )
        inside = Area(area.x - 3, area.y + 13, area.width + 6, area.height - 14)
        drawn += pieces.fill_area(scenario, inside, items, [])
    return drawn


def _pool(scenario: Scenario, record: Game, y: float, height: float) -> list[Primitive]:
    removed = len(position.counters_at(scenario, record, REMOVED))
    note = f"removed: {removed}" if removed else ""
    drawn, room = _card(y, height, "Pool", note)
    inside = room._replace(x=room.x - 4, width=room.width + 6)
    return drawn + pieces.fill_area(
        scenario, inside, position.stacks_at(scenario, record, POOL), []
    )


def _marker_sign(x: float, y: float) -> list[Primitive]:
    """A marker of each nation, side by side."""
    drawn: list[Primitive] = []
    for nation, dx in enumerate((-13, 0, 13)):
        drawn += pieces.marker((x + dx, y), 0.5, "", nation, "", True)
    return drawn


def _pill_sign(x: float, y: float, labels: list[tuple[str, str, str]]) -> list[Primitive]:
    drawn: list[Primitive] = []
    for k, (text, fill, ink) in enumerate(labels):
        drawn += pieces.pill(x + 11 * len(labels) - 22 * k, y, text, fill, ink)
    return drawn


def _legend(y: float, height: float) -> list[Primitive]:
    drawn, room = _card(y, height, "Legend", "counter: strength · tonnage")
    ground = Stack((0,), GROUND, ARMY, "Army", "Army", 4, False, 30, True, 0)
    ship = Stack((0,), DD, NAVY, "DD", "DD", 1, False, 30, True, 0)
    route = tint(pieces.NATION_COLOURS[0], -0.2)
    gp = [("N5", BLUE, WHITE), ("A1", ORANGE, INK)]
    signs: list[tuple[Callable[[float, float], list[Primitive]], str]] = [
        (lambda x, y: pieces.chip((x, y), 0.62, ground, ""), "active"),
        (lambda x, y: pieces.chip((x, y), 0.62, ground._replace(active=False), ""), "not active"),
        (lambda x, y: pieces.chip((x, y), 0.62, ship._replace(damage=1), ""), "damaged"),
        (lambda x, y: pieces.chip((x, y), 0.62, ship._replace(counters=(0, 1)), ""), "two alike"),
        (_marker_sign, "US, UK, China"),
        (lambda x, y: pieces.marker((x, y), 0.5, "", 0, "", False), "empty base"),
        (lambda x, y: [Line(((x - 16, y), (x + 16, y)), SKY, 4.5)], "sea line"),
        (lambda x, y: [Line(((x - 16, y), (x + 16, y)), BROWN, 4.5)], "land line"),
        (lambda x, y: arrow((x - 16, y), (x + 16, y), route, 2.2), "invasion route"),
        (lambda x, y: arrow((x - 16, y), (x + 16, y), route, 2.2, 4), "retreat only"),
        (lambda x, y: _pill_sign(x, y, gp), "points a turn"),
        (lambda x, y: _pill_sign(x + 4, y, [("-50", INK, WHITE)]), "loss if Allied"),
        (lambda x, y: pieces.house(x, y, 13), "home islands"),
        (lambda x, y: [Rect(x - 14, y - 6, 28, 12, CONTESTED, BLUE, 1.5, 3)], "Allied in box"),
    ]
    half, step = room.width / 2, room.height / ((len(signs) + 1) // 2)
    for k, (sign, label) in enumerate(signs):
        row, column = divmod(k, 2)
        x, middle = room.x + half * column, room.y + step * (row + 0.5)
        drawn += sign(x + 21, middle)
        drawn.append(write(Area(x + 46, middle - 8, half - 47, 16), label, 11.5))
    return drawn


def _status(record: Game, y: float, height: float) -> list[Primitive]:
    """Whose decision it is, in the colour of the service, or how the game ended."""
    text = position.outcome(record) or position.pending(record)
    colour = INK
    if text and not position.outcome(record):
        colour = _COLOURS[int(record.actor)]
    area = Area(X, y, WIDTH, height)
    inner = Area(X + INSET, y, WIDTH - 2 * INSET, height)
    ink = INK if colour == ORANGE else WHITE
    words = text[:1].upper() + text[1:] or "No decision pending"
    return [
        Rect(*area, colour if text else PANEL, None if text else FAINT, 1, 8),
        write(inner, words, 13, ink if text else GREY, "middle", bold=bool(text)),
    ]


def panel(scenario: Scenario, record: Game) -> list[Primitive]:
    """All cards, from top to bottom."""
    drawn = _status(record, 50, 26)
    drawn += _shipping(scenario, record, 82, 102)
    drawn += _points(record, 190, 58)
    drawn += _invasion(scenario, record, 254, 60)
    drawn += _track(scenario, record, 320, 120)
    drawn += _pool(scenario, record, 446, 88)
    drawn += _legend(540, 170)
    return drawn
