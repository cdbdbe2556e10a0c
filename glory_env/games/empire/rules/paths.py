"""Activation paths: where an HQ may activate units (6.3, P-9).

Unlike a supply path such a path crosses impassable hexsides and changes between land and sea
anywhere. It stops at live enemy zones on the sea part of a hexside and at hexes that the enemy
alone holds on the land part.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import PATH_SIDES
from glory_env.games.empire.rules.bitmaps import clear, link, neighbours
from glory_env.games.empire.rules.supply import (
    BACK,
    FREE,
    FRONT,
    LATE,
    LATER,
    LINKS,
    LIVE,
    free_mixed,
)
from glory_env.games.empire.rules.zones import live_zones, occupy
from glory_env.games.empire.state import COLUMNS, LAND_SHIFT, LOW, NONE
from glory_env.games.empire.switches import HQ_BLOCKS_ACTIVATION, ZONES_ON_MIXED_SIDES_FREE


@rule
def activation_paths(
    g: Game, s: Tables, w: np.ndarray, hq: int, far: int, battles: int, row: int
) -> None:
    """Into a row: hexes on a path from the HQ (R6.3-c to R6.3-e, E-010, E-011, E-060, P-9).

    `far`: its command range. `battles`: row with the declared battle hexes, which do not count as
    held for the reacting side (R7.26-h), or NONE. An HQ alone holds nothing here, but by a switch.

    R6.4-j, R6.4-m, R6.0-g.
    """
    path_links(g, s, w, int(s.unit_side[hq]), battles)
    begin_paths(w, row)
    enter_paths(s, w, row, int(g.hex[hq]))
    first = last = int(s.column[g.hex[hq]])
    for _ in range(far):
        first, last = max(first - 1, 0), min(last + 1, COLUMNS - 1)
        step_paths(w, row, first, last)


@rule
def path_links(g: Game, s: Tables, w: np.ndarray, side: int, battles: int) -> None:
    """Into LINKS: hexsides that such paths of a side cross; LIVE: the live enemy zones."""
    live_zones(g, w, side, LIVE)
    occupy(g, s, w, 1 - side, LATE, LATER, int(g.switch[HQ_BLOCKS_ACTIVATION]))
    for c in range(COLUMNS):
        held = w[LATER, c] & ~g.own[side, c]
        if battles != NONE:
            held &= ~w[battles, c]
        w[FREE, c] = (s.exist[c] & ~w[LIVE, c]) | ((s.exist[c] & ~held) << LAND_SHIFT)
    link(s, w, PATH_SIDES, FREE, LINKS)
    if g.switch[ZONES_ON_MIXED_SIDES_FREE]:
        free_mixed(s, w, PATH_SIDES)


@rule
def begin_paths(w: np.ndarray, row: int) -> None:
    """No HQ yet."""
    clear(w, FRONT)
    clear(w, BACK)
    clear(w, row)


@rule
def enter_paths(s: Tables, w: np.ndarray, row: int, hex_: int) -> None:
    """Paths begin in this hex, too."""
    c, bit = int(s.column[hex_]), 1 << int(s.row[hex_])
    new = bit & ~w[row, c]
    w[row, c] |= new
    w[FRONT, c] |= new | (new << LAND_SHIFT)


@rule
def step_paths(w: np.ndarray, row: int, first: int, last: int) -> None:
    """All paths grow by a hex; what is new lies in these columns."""
    for c in range(first, last + 1):
        new = neighbours(w, FRONT, LINKS, c)
        new = (new | (new >> LAND_SHIFT)) & LOW & ~w[row, c]
        w[BACK, c] = new
    for c in range(first, last + 1):
        w[row, c] |= w[BACK, c]
        w[FRONT, c] = w[BACK, c] | (w[BACK, c] << LAND_SHIFT)
