"""The picture of a position: header, map, counters, boxes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from glory_env.games.empire import state as st
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.render.counters import SIZE, control, counters, pile
from glory_env.games.empire.render.ground import TOP, ground, size
from glory_env.render.drawing import (
    FAINT,
    GREY,
    INK,
    PANEL,
    PAPER,
    Area,
    Primitive,
    Rect,
    measure,
    write,
)
from glory_env.render.file import write_drawing
from glory_env.render.raster import image

if TYPE_CHECKING:
    from glory_env.games.empire.scenario import Scenario

WIDTH = 1600  # pixels
SEASONS = ("May-Aug", "Sep-Dec", "Jan-Apr")
BOXES = (
    (st.CHINA_BOX, "China"), (st.DELAY_BOX, "Delayed"), (st.TRACK, "Turn track"),
    (st.ELIMINATED, "Can be rebuilt"),
)  # fmt: skip
IN_A_ROW = 14


def board(scenario: Scenario, game: Game) -> list[Primitive]:
    """The position as a drawing, with English labels, in the units of `size(scenario)`.

    game: one element of a GAME array. Bases and counters carry tooltips.
    """
    s = scenario.tables[0]
    across, down = size(scenario)
    drawn: list[Primitive] = [Rect(0, 0, across, down, PAPER)]
    drawn += _header(game, across)
    drawn += ground(scenario, s)
    drawn += control(scenario, game, s)
    drawn += counters(scenario, game, s)
    drawn += _boxes(game, scenario, s)
    return drawn


def pixels(scenario: Scenario, game: Game) -> np.ndarray:
    """The position as pixels: uint8 of shape (H, W, 3), RGB."""
    return np.array(image(board(scenario, game), WIDTH, size(scenario)), dtype=np.uint8)


def write_picture(scenario: Scenario, game: Game, out: Path, width: int = WIDTH) -> None:
    """Write a position as PNG or SVG, by the suffix of `out`; errors as in `write_drawing`."""
    write_drawing(board(scenario, game), caption(game), out, width, size(scenario))


def caption(game: Game) -> str:
    """The picture in a sentence."""
    return f"Empire of the Sun, turn {int(game.turn)}, political will {int(game.will)}"


def _header(game: Game, across: float) -> list[Primitive]:
    turn = int(game.turn)
    when = "Dec 1941" if turn == 1 else f"{SEASONS[turn % 3 - 3]} {1941 + (turn + 1) // 3}"
    marks = (
        f"Turn {turn}: {when}",
        f"Will {int(game.will)}",
        f"War in Europe {int(game.wie)}",
        f"ASP {int(game.asp[st.JP])} : {int(game.asp[st.AL])}",
        f"China: {st.FRONTS[int(game.front)].replace('_', ' ')}, {int(game.divisions)} divisions",
        f"India: {st.INDIA_BOXES[int(game.india)]}",
        f"Road: {st.BURMA_ROADS[int(game.road)].replace('_', ', ')}",
        f"Resources {int(game.resources)}",
    )
    drawn: list[Primitive] = [Rect(8, 6, across - 16, TOP - 8, PANEL, FAINT, 1, 6)]
    x = 20.0
    for mark in marks:
        drawn.append(write(Area(x, 6, across - 20 - x, TOP - 8), mark, 15, INK))
        x += measure(mark, 15) + 36
    return drawn


def _boxes(game: Game, scenario: Scenario, s: Tables) -> list[Primitive]:
    """Units in boxes, over the empty north of the map west of Japan."""
    x, y = 16.0, TOP + 14
    drawn: list[Primitive] = []
    for place, name in BOXES:
        units = [u for u in range(int(s.units)) if game.place[u] == place]
        rows = max(1, -(-len(units) // IN_A_ROW))
        drawn.append(Rect(x, y, 46 + IN_A_ROW * (SIZE + 3), 10 + rows * 20, PANEL, FAINT, 1, 4))
        drawn.append(write(Area(x + 5, y, 48, 10 + rows * 20), name, 8, GREY))
        for k, u in enumerate(units):
            at = (x + 64 + k % IN_A_ROW * (SIZE + 2), y + 17 + k // IN_A_ROW * 20)
            drawn += pile(scenario, game, s, [u], at)
        y += 16 + rows * 20
    return drawn
