"""Strategic moves of the offensive side: ships, aircraft and ground units (8.23, 8.33, 8.44).

None enters or leaves a live enemy zone (R6.4-h, R6.4-i). ENDS are the hexes where the move may end;
the unit's own hex is not among them.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.aircraft import field_ends, fly, open_air
from glory_env.games.empire.rules.bitmaps import take_out
from glory_env.games.empire.rules.board import own_word
from glory_env.games.empire.rules.ships import (
    enemy_ships,
    enemy_word,
    open_sea,
    port_ends,
    sail,
)
from glory_env.games.empire.rules.supply import (
    BARRED,
    ENDS,
    LIVE,
    PORTS,
    eligible_ports,
    free_hexes,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import COLUMNS
from glory_env.games.empire.switches import SGT_ANY_PORT


@rule
def in_own_port(g: Game, s: Tables, unit: int) -> bool:
    """Whether the unit stands in a port of its side (R8.23-a, R8.44-b)."""
    c, r = int(s.column[g.hex[unit]]), int(s.row[g.hex[unit]])
    return (s.port_bits[c] & own_word(g, s, int(s.unit_side[unit]), c)) >> r & 1 == 1


@rule
def naval_move(g: Game, s: Tables, w: np.ndarray, unit: int, far: int) -> None:
    """SNM into ENDS: from own port to own port, `far` doubled already (R8.23-a, -b, -d).

    Not to a port with enemies: a unit that cannot fight would stand in a battle hex.
    """
    side, start = int(s.unit_side[unit]), int(g.hex[unit])
    live_zones(g, w, side, BARRED)
    open_sea(g, s, w, side)
    sail(s, w, start, far if in_own_port(g, s, unit) else 0)
    port_ends(g, s, w, side)
    for c in range(COLUMNS):
        w[ENDS, c] &= ~enemy_word(g, s, side, c)
    take_out(s, w, ENDS, start)


@rule
def air_transport(g: Game, s: Tables, w: np.ndarray, unit: int, legs: int) -> None:
    """SAT into ENDS: `legs` doubled already, in all of them no live zone (R8.33-a, -b, -d).

    R8.33-c.
    """
    side, start = int(s.unit_side[unit]), int(g.hex[unit])
    live_zones(g, w, side, BARRED)
    open_air(s, w)
    far = max(int(s.extended[unit]), int(s.range[unit]))
    fly(g, s, w, side, start, legs, far)
    field_ends(g, s, w, side)
    take_out(s, w, ENDS, start)


@rule
def ground_transport(g: Game, s: Tables, w: np.ndarray, unit: int, far: int) -> None:
    """SGT into ENDS: eligible own ports without enemies (R8.44-a to R8.44-c, R8.4-c, E-033).

    `far`: the naval allowance, doubled here from an own port; no hex with enemy ships (R8.11-b).
    By a switch any own port will do.

    R8.44-e, R8.44-f, R8.44-h, R8.49-a.
    """
    side, start = int(s.unit_side[unit]), int(g.hex[unit])
    c, r = int(s.column[start]), int(s.row[start])
    coast = (s.coast_bits[c] & own_word(g, s, side, c)) >> r & 1
    live_zones(g, w, side, LIVE)
    free_hexes(g, s, w, side)
    eligible_ports(g, s, w, side)
    enemy_ships(g, s, w, side, BARRED)
    for k in range(COLUMNS):
        w[BARRED, k] |= w[LIVE, k]
    open_sea(g, s, w, side)
    allowed = coast and s.strategic_move[unit]
    sail(s, w, start, far * (1 + in_own_port(g, s, unit)) if allowed else 0)
    port_ends(g, s, w, side)
    for k in range(COLUMNS):
        w[ENDS, k] &= ~enemy_word(g, s, side, k)
        if not g.switch[SGT_ANY_PORT]:
            w[ENDS, k] &= w[PORTS, k]
    take_out(s, w, ENDS, start)
