"""Zones of influence of aircraft and carriers (6.4, P-1) and hexes that the enemy holds (P-2).

A zone reaches the hexes within two of a supplied air unit or carrier. It is live for the enemy
where no zone of his, other than that of a long range bomber, reaches too.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.state import (
    AIR,
    B29,
    COLUMNS,
    GROUND,
    HQ,
    JP,
    LRB,
    MAP,
    MAX_UNITS,
    NEW,
    STRATEGIC,
)


@rule
def is_flyer(s: Tables, unit: int) -> bool:
    """An air unit or a carrier (R1.3-a, R6.4-a)."""
    return s.kind[unit] == AIR or s.is_carrier[unit] != 0


@rule
def projects(g: Game, s: Tables, unit: int) -> bool:
    """Whether the unit has a zone if it is supplied (R6.4-a, R6.4-f, R6.4-g, R1.3-bj)."""
    on_map = g.place[unit] == MAP and is_flyer(s, unit)
    return on_map and g.unit_flags[unit] & STRATEGIC == 0 and g.zone_cancelled[unit] == 0


@rule
def neutralises(g: Game, s: Tables, unit: int) -> bool:
    """Long range bombers and what has just been placed leave enemy zones alone (R6.4-b, E-501)."""
    return s.type[unit] not in (LRB, B29) and g.unit_flags[unit] & NEW == 0


@rule
def lay_zones(g: Game, s: Tables, side: int) -> None:
    """The zones of a side's supplied units, into the record (R6.4-a to R6.4-d, P-1).

    A zone is the hexes within two, over hexes of the map (E-003).

    R1.3-bi, R6.0-d.
    """
    for c in range(COLUMNS):
        g.zone_reach[side, c] = 0
        g.zone_neutral[side, c] = 0
    for unit in range(MAX_UNITS):
        if s.unit_side[unit] == side and g.supply[unit] and projects(g, s, unit):
            hex_ = int(g.hex[unit])
            first, neutral = int(s.column[hex_]) - 2, neutralises(g, s, unit)
            for k in range(5):
                c = first + k
                if 0 <= c < COLUMNS:
                    g.zone_reach[side, c] |= s.zone[hex_, k]
                    if neutral:
                        g.zone_neutral[side, c] |= s.zone[hex_, k]


@rule
def is_live(g: Game, s: Tables, side: int, hex_: int) -> bool:
    """An enemy zone that is not neutralised reaches the hex (R6.4-b, R6.4-c, P-1)."""
    c, r = int(s.column[hex_]), int(s.row[hex_])
    return bool((g.zone_reach[1 - side, c] & ~g.zone_neutral[side, c]) >> r & 1)


@rule
def is_reached(g: Game, s: Tables, side: int, hex_: int) -> bool:
    """A zone of the side reaches the hex, neutralised or not (R6.4-k)."""
    return bool(g.zone_reach[side, int(s.column[hex_])] >> int(s.row[hex_]) & 1)


@rule
def live_zones(g: Game, w: np.ndarray, side: int, row: int) -> None:
    """Into a row: the hexes with live enemy zones for the side (R6.4-b, P-1, R6.0-j, R6.4-l)."""
    for c in range(COLUMNS):
        w[row, c] = g.zone_reach[1 - side, c] & ~g.zone_neutral[side, c]


@rule
def occupy(
    g: Game, s: Tables, w: np.ndarray, side: int, own: int, holders: int, with_hq: int
) -> None:
    """Into two rows: hexes with any unit of the side, and with one that holds land (P-2).

    Ground and air units hold; HQs too where `with_hq`; so do Japan's garrisons (R6.21-j, E-011).
    """
    for c in range(COLUMNS):
        w[own, c] = 0
        w[holders, c] = (s.garrison_bits[c] & g.ctrl[c] & ~g.fallen[c]) if side == JP else 0
    for unit in range(MAX_UNITS):
        if s.unit_side[unit] == side and g.place[unit] == MAP:
            c, bit = int(s.column[g.hex[unit]]), 1 << int(s.row[g.hex[unit]])
            w[own, c] |= bit
            kind = s.kind[unit]
            if kind in (GROUND, AIR) or (kind == HQ and with_hq):
                w[holders, c] |= bit
