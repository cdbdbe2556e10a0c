"""Japanese ships that sail past US aircraft: the targets of one attack card (5.32 B, E-576)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.events import OF_CA_CL_APD
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.participants import reach_in_battle
from glory_env.games.empire.rules.ships import way
from glory_env.games.empire.rules.subjects import is_of
from glory_env.games.empire.state import AIRCRAFT, JP, MAP, NAT_US, PASSED_AIR


@rule
def may_be_bombed(g: Game, s: Tables) -> bool:
    """Whether Japanese cruisers or transports are in the stack; without events nobody asks."""
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.unit_side[unit] == JP and is_of(s, OF_CA_CL_APD, unit):
            return g.events != 0
    return False


@rule
def near_us_aircraft(g: Game, s: Tables, hex_: int) -> bool:
    """Whether a US air unit that is no LRB has the hex in the range it fights at (E-576)."""
    for unit in range(s.units):
        here = s.type[unit] == AIRCRAFT and s.nat[unit] == NAT_US and g.place[unit] == MAP
        if here and s.dist[g.hex[unit], hex_] <= reach_in_battle(s, unit):
            return True
    return False


@rule
def note_aircraft(g: Game, s: Tables, w: np.ndarray, end: int, far: int) -> None:
    """Mark the ships of the stack if their way leads past such aircraft.

    The hex they start from does not count. The way is the one taken: out of zones if that can be,
    then the shortest (NX-01); the links of the search for it are in `w`.
    """
    found = np.zeros(far + 2, np.int64)
    for k in range(way(s, w, int(g.hex[g.chosen_units[0]]), end, far, found)):
        if near_us_aircraft(g, s, int(found[k + 1])):
            for one in range(int(g.chosen_count)):
                g.unit_flags[g.chosen_units[one]] |= PASSED_AIR
            return
