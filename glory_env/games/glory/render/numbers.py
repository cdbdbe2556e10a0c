"""Which number a scenario gives to each box and counter, as a picture beside the action table.

`python -m glory_env.games.glory.render.numbers docs/numbers.svg` draws it for the full scenario.
"""

from __future__ import annotations

import sys
from pathlib import Path

from glory_env.core.files import whole_file
from glory_env.games.glory.actions import BOX
from glory_env.games.glory.render import board
from glory_env.games.glory.render.layout import MAP, arrange
from glory_env.games.glory.scenario import Scenario, load
from glory_env.games.glory.state import AMPHIBIOUS, ARMY, LAND, TRANSPORT
from glory_env.render import svg
from glory_env.render.drawing import (
    BLUE,
    BROWN,
    FAINT,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PANEL,
    WHITE,
    Area,
    Primitive,
    Rect,
    tint,
    write,
)

TITLE = Area(MAP.x + 2, 8, MAP.width, 34)
LIST = Area(988, 8, 280, 702)
COLUMNS, LINE = 3, 25
FRAMES = {AMPHIBIOUS: BLUE, LAND: BROWN}


def _box(scenario: Scenario, k: int, area: Area) -> list[Primitive]:
    frame = FRAMES.get(int(scenario.tables[0].box_kind[k]), GREEN)
    below = area.y + area.height - 20
    return [
        Rect(*area, tint(frame, 0.85), frame, 2.2, 7),
        write(Area(area.x, area.y + 2, area.width, 18), scenario.boxes[k], 12, INK, "middle"),
        write(Area(area.x, area.y, area.width, area.height), str(k), 30, INK, "middle", bold=True),
        write(Area(area.x, below, area.width, 16), f"action {BOX + k}", 10.5, GREY, "middle"),
    ]


def _counter(scenario: Scenario, k: int) -> list[Primitive]:
    column, row = divmod(k, int(LIST.height / LINE))
    width = LIST.width / COLUMNS
    x, y = LIST.x + 4 + column * width, LIST.y + 2 + row * LINE
    colour = ORANGE if scenario.tables[0].service[k] == ARMY else BLUE
    if scenario.tables[0].kind[k] == TRANSPORT:
        colour = GREEN
    ink = INK if colour == ORANGE else WHITE
    return [
        Rect(x, y + 3, 22, LINE - 6, colour, None, 1, 3),
        write(Area(x, y, 22, LINE), str(k), 11.5, ink, "middle", bold=True),
        write(Area(x + 26, y, width - 29, LINE), scenario.counters[k], 11),
    ]


def numbers(scenario: Scenario) -> list[Primitive]:
    """The boxes on their map with their numbers, and the counters in a list."""
    layout = arrange(scenario)
    title = f"{scenario.name}: counter k is action k, box k is action {BOX} + k"
    drawn = [*board.ground(), write(TITLE, title, 20, INK, "start", bold=True)]
    drawn += [Rect(*LIST, PANEL, FAINT, 1, 8), *board.connections(scenario, layout)]
    for k in range(len(scenario.boxes)):
        drawn += _box(scenario, k, layout.boxes[k])
    for k in range(len(scenario.counters)):
        drawn += _counter(scenario, k)
    return drawn


def document(scenario: Scenario) -> str:
    """The picture as an SVG document."""
    return svg.document(numbers(scenario), f"Numbers of boxes and counters: {scenario.name}")


if __name__ == "__main__":
    with whole_file(Path(sys.argv[1])) as file:
        file.write(document(load("glory")).encode())
