"""How many units may stay in a hex when a card play is over (8.24, 8.34, 8.48)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import UNIT
from glory_env.games.empire.codes import OVER_STACK
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import (
    AIR_BIT,
    GROUND_BIT,
    NAVAL_BIT,
    any_in,
    count_in,
    remove_unit,
)
from glory_env.games.empire.rules.frames import ask, go_to, pop, top
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.state import MAP, NAVAL, NO_DECISION, NO_UNIT, NONE, TRACK

LAND_BASED = AIR_BIT | GROUND_BIT


@rule
def bases_of(g: Game, s: Tables, hex_: int, side: int) -> int:
    """Air and ground units in a hex as stacking counts them (R8.34-b, R8.34-f).

    Two air units of one formation count as one.

    R1.3-ct.
    """
    found = count_in(g, s, hex_, side, LAND_BASED)
    for unit in range(s.units):
        other = int(s.pair[unit])
        here = g.place[unit] == MAP and g.hex[unit] == hex_ and s.unit_side[unit] == side
        if here and other > unit and g.place[other] == MAP and g.hex[other] == hex_:
            found -= 1
    return found


@rule
def room_for(g: Game, s: Tables, unit: int, hex_: int) -> bool:
    """Whether an air or ground unit may be added to a hex (E-038)."""
    found = bases_of(g, s, hex_, int(s.unit_side[unit])) + 1
    other = int(s.pair[unit])
    if other != NONE and g.place[other] == MAP and g.hex[other] == hex_:
        found -= 1
    return found <= s.stack[1]


@rule
def is_over(g: Game, s: Tables, unit: int) -> bool:
    """Whether a unit stands in a hex with too many and may be the one that goes.

    Six naval units, three others (R8.24-b, R8.34-b, R8.48-a); of the others aircraft go first
    (R8.34-c).
    """
    if g.place[unit] != MAP:
        return False
    hex_, side, kind = int(g.hex[unit]), int(s.unit_side[unit]), 1 << int(s.kind[unit])
    if kind == NAVAL_BIT:
        return count_in(g, s, hex_, side, NAVAL_BIT) > s.stack[0]
    if kind & LAND_BASED == 0 or bases_of(g, s, hex_, side) <= s.stack[1]:
        return False
    return kind == AIR_BIT or not any_in(g, s, hex_, side, AIR_BIT)


@rule
def first_over(g: Game, s: Tables, side: int) -> int:
    """The first unit of a side that stands in a hex with too many, or NONE."""
    for unit in range(s.units):
        if s.kind[unit] != NO_UNIT and s.unit_side[unit] == side and is_over(g, s, unit):
            return unit
    return NONE


@rule
def continue_stacking(g: Game, s: Tables, t: Trace) -> None:
    """Ask each owner, the offensive player first, until no hex holds too many (E-038).

    R8.24-a, R8.34-a.
    """
    step = int(g.frame_step[top(g)])
    if step == 2:
        pop(g)
        return
    side = int(g.op_side) if step == 0 else 1 - int(g.op_side)
    unit = first_over(g, s, side)
    if unit == NONE:
        go_to(g, step + 1)
    else:
        g.chosen_units[0] = unit
        ask(g, OVER_STACK, side)


@rule
def legal_over_stack(g: Game, s: Tables, mask: Array[int]) -> None:
    """The units of the hex that may be taken off, ships apart from the others."""
    first, side = int(g.chosen_units[0]), int(g.actor)
    for unit in range(s.units):
        here = s.unit_side[unit] == side and g.hex[unit] == g.hex[first]
        alike = (s.kind[unit] == NAVAL) == (s.kind[first] == NAVAL)
        if here and alike and is_over(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_over_stack(g: Game, s: Tables, t: Trace, action: int) -> None:
    """In supply it comes back, a ship next turn, others the turn after; else it is lost.

    R8.24-c, R8.24-d, R8.34-d, R8.34-e, E-031.
    """
    g.decision = NO_DECISION
    unit = action - UNIT
    if g.supply[unit]:
        remove_unit(g, s, unit, TRACK, int(g.turn) + (1 if s.kind[unit] == NAVAL else 2))
    else:
        eliminate(g, s, unit)
