"""Emergency moves of ships and aircraft out of a hex the enemy has taken (8.22, 8.32)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import EMERGENCY
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.aircraft import emergency_fields
from glory_env.games.empire.rules.bitmaps import count
from glory_env.games.empire.rules.board import controls, in_bitmap, move_unit
from glory_env.games.empire.rules.frames import ask, pop
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.rules.ships import emergency_ports, offer_ends
from glory_env.games.empire.rules.supply import (
    ENDS,
    scratch,
)
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    JP,
    MAP,
    NAVAL,
    NO_DECISION,
)


@rule
def has_to_flee(g: Game, s: Tables, unit: int) -> bool:
    """A ship or air unit, not active, in a hex that has become the enemy's (R8.22-a, R8.32-a).

    `saved_ctrl` is the control before.

    R9.61-c.
    """
    if s.kind[unit] not in (NAVAL, AIR) or g.place[unit] != MAP or g.unit_flags[unit] & ACTIVE:
        return False
    hex_, side = int(g.hex[unit]), int(s.unit_side[unit])
    return in_bitmap(s, g.saved_ctrl, hex_) == (side == JP) and not controls(g, s, hex_, side)


@rule
def refuges(g: Game, s: Tables, unit: int, w: np.ndarray) -> None:
    """Into ENDS: where the unit may go; zones do not matter (R8.22-c, R8.22-d, R8.32-b)."""
    if s.kind[unit] == NAVAL:
        emergency_ports(g, s, w, int(s.unit_side[unit]), int(g.hex[unit]))
    else:
        emergency_fields(g, s, w, unit)


@rule
def continue_emergencies(g: Game, s: Tables, t: Trace) -> None:
    """Unit by unit in the order of numbers; without a place to go it is eliminated (R8.22-d).

    R8.22-b.
    """
    w = scratch()
    for unit in range(s.units):
        if has_to_flee(g, s, unit):
            refuges(g, s, unit, w)
            if count(w, ENDS):
                g.chosen_units[0] = unit
                ask(g, EMERGENCY, int(s.unit_side[unit]))
                return
            eliminate(g, s, unit)
            return
    pop(g)


@rule
def legal_emergency(g: Game, s: Tables, mask: Array[int]) -> None:
    """A port, or an airfield, the unit in question may go to."""
    w = scratch()
    refuges(g, s, int(g.chosen_units[0]), w)
    offer_ends(s, w, mask)


@rule
def apply_emergency(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    move_unit(g, s, int(g.chosen_units[0]), int(s.place_hex[action - PLACE]))
