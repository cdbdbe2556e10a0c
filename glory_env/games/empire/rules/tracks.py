"""Tracks that events move too: political will, the war in Europe, rivalry (14.0, 15.0, 16.4)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import ONCE_NO_ESCORTS
from glory_env.games.empire.events import (
    OF_BARGES,
    OF_DOOLITTLE,
    OF_HUMP,
    OF_INTERCEPTORS,
    OF_ISLAND_FORTS,
    OF_KWAI,
    OF_NO_BARGES,
    OF_TOJO,
)
from glory_env.games.empire.generated.records import Game
from glory_env.games.empire.state import BARGES_GONE, BARGES_READY, DIRTY_LAND, DIRTY_ROADS, JP

MOST_WILL = 10
MOST_ESCORTS = 4
BEST_WAR, WORST_WAR = 3, -7  # ends of the track of the war in Europe
# Boxes by side, size of the victory there, and year of the war: 1942 to 1945
WAR_BOXES = (-2, -1, 0, 0, -3, -2, -1, 0, 1, 1, 2, 3, 1, 2, 3, 3)
YEARS = 4
FIRST_TURN_OF_1942, TURNS_A_YEAR = 2, 3


@rule
def move_will(g: Game, boxes: int) -> None:
    """The will of the US goes up or down, not beyond 0 and 10 (R16.4-a, R16.44-a, E-537).

    What goes beyond is lost.
    """
    g.will = min(max(int(g.will) + boxes, 0), MOST_WILL)


@rule
def move_wie(g: Game, boxes: int) -> None:
    """The war in Europe: up for the Allies, down for the Axis, not beyond the ends (R15.7-a)."""
    g.wie = min(max(int(g.wie) + boxes, WORST_WAR), BEST_WAR)


@rule
def year_of(turn: int) -> int:
    """0 for 1942 (and December 1941) to 3 for 1945."""
    return min(max(turn - FIRST_TURN_OF_1942, 0) // TURNS_A_YEAR, YEARS - 1)


@rule
def war_victory(g: Game, side: int, major: int) -> None:
    """A card of a minor or major victory in Europe; the later, the better for the Allies (R15.7-a).

    side: JP for the Axis.
    """
    row = (0 if side == JP else 2) + major
    move_wie(g, int(WAR_BOXES[YEARS * row + year_of(int(g.turn))]))


@rule
def set_rivalry(g: Game, side: int, rivals: int) -> None:
    """The services of a side are rivals, or agree; without effect if it is so (R14.0-b)."""
    g.rivalry[side] = rivals


@rule
def move_escort(g: Game, more: int) -> None:
    """Escorts for Japan's shipping: more of them, or (0) none any more for the whole game."""
    if more == 0:
        g.escort = 0
        g.once |= ONCE_NO_ESCORTS
    elif not g.once & ONCE_NO_ESCORTS:
        g.escort = min(int(g.escort) + more, MOST_ESCORTS)


@rule
def set_mark(g: Game, of: int) -> None:
    """Something that holds for the rest of the game, by `events.SUBJECTS`.

    One card brings barges (R10.33-a); once there are PT boats there are no more (R10.33-b).
    """
    if of == OF_KWAI:
        g.kwai = 1
        g.dirty |= DIRTY_LAND | DIRTY_ROADS
    elif of == OF_HUMP:
        g.hump = 1
        g.dirty |= DIRTY_LAND | DIRTY_ROADS
    elif of == OF_BARGES:
        if g.barges != BARGES_GONE:
            g.barges = BARGES_READY
    elif of == OF_NO_BARGES:
        g.barges = BARGES_GONE
        g.pt_boats = 1
    elif of == OF_DOOLITTLE:
        g.doolittle = 1
    elif of == OF_INTERCEPTORS:
        g.bomb_drm = 1
    elif of == OF_ISLAND_FORTS:
        g.doctrine = 1
    elif of == OF_TOJO:
        g.tojo = 1
