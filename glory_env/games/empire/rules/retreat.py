"""Retreat after a lost ground combat (9.5), at the start of the moves after the battles (E-056)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import RETREAT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import (
    ANY_KIND,
    any_in,
    controls,
    move_unit,
    set_control,
)
from glory_env.games.empire.rules.frames import ask, pop
from glory_env.games.empire.rules.ground import may_fall_back
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.rules.participants import battle_at
from glory_env.games.empire.rules.stacking import room_for
from glory_env.games.empire.state import (
    BY_LAND,
    GROUND,
    MAP,
    MARKED,
    NO_DECISION,
    NONE,
)


@rule
def has_to_retreat(g: Game, s: Tables, unit: int, side: int) -> bool:
    """A ground unit of a side that lost its ground combat and did not land (R9.5-a, R9.5-c)."""
    ours = g.place[unit] == MAP and s.unit_side[unit] == side and s.kind[unit] == GROUND
    if not ours or g.unit_flags[unit] & MARKED == 0:
        return False
    return side != g.op_side or g.unit_flags[unit] & BY_LAND != 0


@rule
def may_retreat(g: Game, s: Tables, unit: int, direction: int) -> bool:
    """A hex over a land hexside that a beaten unit may go to (R9.5-c, R9.5-f, E-057)."""
    here = int(g.hex[unit])
    if not may_fall_back(g, s, unit, direction):
        return False
    if (g.battle_entries[battle_at(g, here)] >> direction) & 1:
        return False
    return room_for(g, s, unit, int(s.near[here, direction]))


@rule
def retreat_hexes(g: Game, s: Tables, unit: int, named: int) -> int:
    """Directions a beaten unit may take, as bits; `named`: to own named hexes alone (R9.5-d)."""
    here, side, found = int(g.hex[unit]), int(s.unit_side[unit]), 0
    for direction in range(6):
        if may_retreat(g, s, unit, direction):
            other = int(s.near[here, direction])
            if not named or (s.named[other] and controls(g, s, other, side)):
                found |= 1 << direction
    return found


@rule
def retreats_to(g: Game, s: Tables, unit: int) -> int:
    """The directions that are open, named hexes first; none from a one-hex island (R9.5-e)."""
    if s.islet[g.hex[unit]]:
        return 0
    named = retreat_hexes(g, s, unit, 1)
    return named if named else retreat_hexes(g, s, unit, 0)


@rule
def next_to_retreat(g: Game, s: Tables, side: int) -> int:
    """The first unit of a side that has to retreat, or NONE."""
    for unit in range(s.units):
        if has_to_retreat(g, s, unit, side):
            return unit
    return NONE


@rule
def continue_retreats(g: Game, s: Tables, t: Trace) -> None:
    """The reaction player's units, moved by the offensive player, then his own (E-056)."""
    op = int(g.op_side)
    unit = next_to_retreat(g, s, 1 - op)
    if unit != NONE:
        if retreats_to(g, s, unit):
            g.chosen_units[0] = unit
            ask(g, RETREAT, op)
        else:
            eliminate(g, s, unit)
        return
    unit = next_to_retreat(g, s, op)
    if unit == NONE:
        pop(g)
        return
    back = int(s.near[g.hex[unit], g.entry[unit]])
    if any_in(g, s, back, 1 - op, ANY_KIND):
        eliminate(g, s, unit)
    else:
        go_back(g, s, unit, back)


@rule
def go_back(g: Game, s: Tables, unit: int, hex_: int) -> None:
    """A unit leaves the hex of its lost combat; an empty hex becomes its side's (R6.5-a, E-057)."""
    move_unit(g, s, unit, hex_)
    g.unit_flags[unit] &= ~MARKED
    set_control(g, s, hex_, int(s.unit_side[unit]))


@rule
def legal_retreat(g: Game, s: Tables, mask: Array[int]) -> None:
    """The hexes that are open to the beaten unit in question."""
    unit = int(g.chosen_units[0])
    ways, here = retreats_to(g, s, unit), int(g.hex[unit])
    for direction in range(6):
        if (ways >> direction) & 1:
            mask[PLACE + int(s.hex_place[s.near[here, direction]])] = 1


@rule
def apply_retreat(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    go_back(g, s, int(g.chosen_units[0]), int(s.place_hex[action - PLACE]))
