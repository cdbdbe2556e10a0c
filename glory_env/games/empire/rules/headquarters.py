"""Headquarters: whom they supply and activate, how well, and when they may react (6.1, 7.21, 7.26).

The record is fresh (`mutual.refresh`) when these are asked.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.supply import FLOOD, LIVE, free_hexes, supply_hqs
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import ACTIVE, HQ, JOINT_HQS, LAND_SHIFT, MAP, US_HQS


@rule
def commands(s: Tables, hq: int, unit: int) -> bool:
    """Whether the HQ may supply and activate such a unit (R6.12-a, R7.21-e, E-022, R13.75-d)."""
    return (s.served_by[unit] >> s.group[hq]) & 1 == 1


@rule
def can_lead(g: Game, s: Tables, hq: int, side: int) -> bool:
    """A supplied HQ of the side on the map may lead an offensive or a reaction (E-020, R7.26-b).

    R6.3-h.
    """
    here = s.kind[hq] == HQ and s.unit_side[hq] == side and g.place[hq] == MAP
    return here and g.supply[hq] != 0


@rule
def can_activate(g: Game, s: Tables, w: np.ndarray, hq: int, unit: int, paths: int) -> bool:
    """The unit is supplied, of a nation of the HQ, on a path of the row (R6.3-b, R7.21-c, P-9).

    HQs are never activated, and nobody twice (R7.21-f).

    R6.0-a, R6.0-c, R6.3-a.
    """
    here = g.place[unit] == MAP and s.unit_side[unit] == s.unit_side[hq] and s.kind[unit] != HQ
    if not here or not commands(s, hq, unit) or g.unit_flags[unit] & ACTIVE:
        return False
    return g.supply[unit] != 0 and holds(s, w, paths, int(g.hex[unit]))


@rule
def in_command(g: Game, s: Tables, hq: int, hex_: int) -> bool:
    """Whether a hex lies within the range of an HQ, straight (R6.0-h, R7.26-c, R6.24-b).

    R6.11-a.
    """
    return bool(s.dist[g.hex[hq], hex_] <= s.command_range[hq])


@rule
def efficiency(g: Game, s: Tables, w: np.ndarray, hq: int) -> int:
    """ER, one less for a US or joint HQ without a path to the east edge.

    R6.11-c, R6.25-a, R7.21-b.
    """
    rating = int(s.efficiency[hq])
    if s.group[hq] in (US_HQS, JOINT_HQS) and rating > 0:
        side = int(s.unit_side[hq])
        live_zones(g, w, side, LIVE)
        free_hexes(g, s, w, side)
        supply_hqs(g, s, w, side, 1)
        if not reached_hq(s, w, int(g.hex[hq])):
            rating -= 1
    return rating


@rule
def reached_hq(s: Tables, w: np.ndarray, hex_: int) -> bool:
    """After `supply_hqs`: whether the path leads to this hex, in any medium (P-4)."""
    word = w[FLOOD, int(s.column[hex_])] >> int(s.row[hex_])
    return bool((word | (word >> LAND_SHIFT)) & 1)
