"""Carriers that stand off: targets, and the hexes from which they reach them (8.21, P-10)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import battle_allowed
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.offsets import RINGS
from glory_env.games.empire.rules.ships import (
    battle_hexes,
    enemy_word,
    landing_hexes,
    naval_allowance,
    sail_freely,
)
from glory_env.games.empire.rules.supply import BATTLES, BLOCKED, REACHED, WITHIN
from glory_env.games.empire.state import COLUMNS, NONE


@rule
def carrier_reach(g: Game, s: Tables) -> int:
    """Hexes from which every carrier of the stack can fight."""
    least = RINGS
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.is_carrier[unit]:
            least = min(least, int(s.range[unit]))
    return least


@rule
def look_for_targets(g: Game, s: Tables, w: np.ndarray) -> None:
    """Into BATTLES: hexes carriers may come for (R7.24-c, R7.24-j).

    Battles that are allowed, and landings to cover. Into REACHED: where the stack may sail; into
    BLOCKED: hexes with enemies.
    """
    op = int(g.op_side)
    battle_hexes(g, s, w, op, battle_allowed(g, s), WITHIN)
    landing_hexes(g, s, w, op, BATTLES)
    for c in range(COLUMNS):
        w[BATTLES, c] |= w[WITHIN, c]
    sail_freely(g, s, w, op, int(g.hex[g.chosen_units[0]]), naval_allowance(g, s))
    for c in range(COLUMNS):
        w[BLOCKED, c] = enemy_word(g, s, op, c)


@rule
def is_station(s: Tables, w: np.ndarray, target: int, hex_: int, reach: int) -> bool:
    """A hex the stack may stand in for the target: in range, no other enemies (R8.21-j C, E)."""
    if s.dist[target, hex_] > reach or not holds(s, w, REACHED, hex_):
        return False
    return hex_ == target or not holds(s, w, BLOCKED, hex_)


@rule
def has_station(s: Tables, w: np.ndarray, target: int, reach: int) -> bool:
    """Whether the stack may stand somewhere for the target."""
    column, row = int(s.column[target]), int(s.row[target])
    for k in range(2 * reach + 1):
        c = column - reach + k
        if c < 0 or c >= COLUMNS:
            continue
        near = s.ring[target, k] if reach == RINGS else s.zone[target, k]
        blocked = w[BLOCKED, c] & ~(1 << row) if c == column else w[BLOCKED, c]
        if near & w[REACHED, c] & ~blocked:
            return True
    return False


@rule
def is_target_place(s: Tables, w: np.ndarray, hex_: int, reach: int) -> bool:
    """A target with a station, after `look_for_targets` (P-10, E-030)."""
    return hex_ != NONE and holds(s, w, BATTLES, hex_) and has_station(s, w, hex_, reach)


@rule
def any_target(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Whether the stack's carriers have any target."""
    look_for_targets(g, s, w)
    reach = carrier_reach(g, s)
    for place in range(s.places):
        if is_target_place(s, w, int(s.place_hex[place]), reach):
            return True
    return False
