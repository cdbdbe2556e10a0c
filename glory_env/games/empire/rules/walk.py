"""Ground movement hex by hex in S2 (8.11, 8.42), and the enemy who leaves (8.43).

The frame WALKING carries the half points left; DISENGAGEMENT stands above it while the reaction
player decides.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PLACE, UNIT
from glory_env.games.empire.codes import (
    DISENGAGEMENT,
    LEAVE_PLACE,
    LEAVE_UNIT,
    WALK_STEP,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import battle_allowed, enemies_in
from glory_env.games.empire.rules.board import (
    beside,
    move_unit,
    set_control,
)
from glory_env.games.empire.rules.frames import ask, go_to, pop, push, top
from glory_env.games.empire.rules.ground import (
    may_fall_back,
    may_step,
    may_stop,
    must_stop,
    step_cost,
)
from glory_env.games.empire.rules.participants import declare_battle, garrisons_in
from glory_env.games.empire.rules.zones import is_reached
from glory_env.games.empire.state import (
    BY_LAND,
    GROUND,
    JP,
    MAP,
    MOVED,
    NO_DECISION,
)

STEPPING, ARRIVED = range(2)


# --- the walk ------------------------------------------------------------------------------
@rule
def stack_may_step(g: Game, s: Tables, direction: int, points: int) -> bool:
    """Whether all units of the stack may take a step (R8.42-b, R7.24-m)."""
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if not may_step(g, s, unit, int(g.hex[unit]), direction, points, battle_allowed(g, s)):
            return False
    return True


@rule
def may_walk(g: Game, s: Tables, points: int) -> bool:
    """Whether the stack may take any step."""
    for direction in range(6):
        if stack_may_step(g, s, direction, points):
            return True
    return False


@rule
def continue_walk(g: Game, s: Tables) -> None:
    """Look at the hex entered, then ask for the next (R6.5-b, R8.42-f, R13.33-a, E-005).

    R8.43-c, R4.31-a.
    """
    op, here = int(g.op_side), int(g.hex[g.chosen_units[0]])
    if g.frame_step[top(g)] == ARRIVED:
        if not enemies_in(g, s, here, op):
            set_control(g, s, here, op)
        go_to(g, STEPPING)
    if must_stop(g, s, op, here) or not may_walk(g, s, int(g.frame_1[top(g)])):
        end_walk(g, s)
    else:
        ask(g, WALK_STEP, op)


@rule
def end_walk(g: Game, s: Tables) -> None:
    """The stack stays; a hex with enemies is a battle hex (R7.24-b, R8.42-g)."""
    here = int(g.hex[g.chosen_units[0]])
    for k in range(int(g.chosen_count)):
        g.unit_flags[g.chosen_units[k]] |= MOVED
    if enemies_in(g, s, here, int(g.op_side)):
        declare_battle(g, s, here)
    pop(g)


@rule
def legal_walk_step(g: Game, s: Tables, mask: Array[int]) -> None:
    """A neighbour the stack may enter; DONE where it may stay."""
    here, points = int(g.hex[g.chosen_units[0]]), int(g.frame_1[top(g)])
    for direction in range(6):
        if stack_may_step(g, s, direction, points):
            mask[PLACE + int(s.hex_place[s.near[here, direction]])] = 1
    if may_stop(g, s, int(g.op_side), here, battle_allowed(g, s)):
        mask[DONE] = 1


@rule
def apply_walk_step(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        end_walk(g, s)
        return
    rp, here = 1 - int(g.op_side), int(g.hex[g.chosen_units[0]])
    there = int(s.place_hex[action - PLACE])
    direction, cost = beside(s, here, there), 0
    for k in range(int(g.chosen_count)):
        cost = max(cost, step_cost(g, s, int(g.chosen_units[k]), here, direction))
    if is_reached(g, s, rp, here) or is_reached(g, s, rp, there):  # R6.4-k, R7.25-k, E-024
        g.zone_entered = 1
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        move_unit(g, s, unit, there)
        g.unit_flags[unit] |= BY_LAND
        g.entry[unit] = (direction + 3) % 6
    g.frame_1[top(g)] -= cost
    go_to(g, ARRIVED)
    if may_disengage(g, s, there):
        push(g, DISENGAGEMENT, rp, there, 0)


# --- disengagement -------------------------------------------------------------------------
@rule
def ground_attack(g: Game, s: Tables, hex_: int, side: int) -> int:
    """Attack of all ground units of a side in a hex, garrisons too (E-034, E-590)."""
    total = 0
    if side == JP:
        total = garrisons_in(g, s, hex_) * int(s.garrison_attack[s.garrison[hex_]])
    for unit in range(s.units):
        here = g.place[unit] == MAP and g.hex[unit] == hex_ and s.unit_side[unit] == side
        if here and s.kind[unit] == GROUND:
            total += int(s.attack[unit, 2 - int(g.steps[unit])])
    return total


@rule
def may_disengage(g: Game, s: Tables, hex_: int) -> bool:
    """The enemy is stronger on the ground, and some unit has a hex to go to (R8.43-a)."""
    op = int(g.op_side)
    if ground_attack(g, s, hex_, 1 - op) <= ground_attack(g, s, hex_, op):
        return False
    return any_leaves(g, s, hex_)


@rule
def any_leaves(g: Game, s: Tables, hex_: int) -> bool:
    """Whether some ground unit of the reaction player has a hex to go to."""
    for unit in range(s.units):
        if leave_ways(g, s, unit, hex_):
            return True
    return False


@rule
def leave_ways(g: Game, s: Tables, unit: int, hex_: int) -> int:
    """Directions in which a unit may leave, as bits (R8.43-a, R8.43-b, E-034).

    Over a land hexside, to a hex without units of the other side, not one they came from.
    """
    op, found = int(g.op_side), 0
    if g.place[unit] != MAP or g.hex[unit] != hex_ or s.unit_side[unit] == op:
        return 0
    if s.kind[unit] != GROUND:
        return 0
    for direction in range(6):
        back = entered_from(g, s, hex_, direction)
        if not back and may_fall_back(g, s, unit, direction):
            found |= 1 << direction
    return found


@rule
def entered_from(g: Game, s: Tables, hex_: int, direction: int) -> bool:
    """Whether units of the offensive player have entered a hex from this direction."""
    for unit in range(s.units):
        ours = g.place[unit] == MAP and g.hex[unit] == hex_ and s.unit_side[unit] == g.op_side
        if ours and g.unit_flags[unit] & BY_LAND and g.entry[unit] == direction:
            return True
    return False


@rule
def continue_disengagement(g: Game, s: Tables) -> None:
    """Ask while a unit may leave (R8.43-a); it needs no activation (R8.43-d)."""
    hex_ = int(g.frame_1[top(g)])
    if g.frame_2[top(g)] == 0 and any_leaves(g, s, hex_):
        ask(g, LEAVE_UNIT, int(g.frame_side[top(g)]))
    else:
        pop(g)


@rule
def legal_leave_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit that may leave, or DONE."""
    mask[DONE] = 1
    hex_ = int(g.frame_1[top(g)])
    for unit in range(s.units):
        if leave_ways(g, s, unit, hex_):
            mask[UNIT + unit] = 1


@rule
def apply_leave_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.frame_2[top(g)] = 1
    else:
        g.cursor = action - UNIT
        ask(g, LEAVE_PLACE, int(g.actor))


@rule
def legal_leave_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """The hexes the unit may go to."""
    hex_ = int(g.frame_1[top(g)])
    ways = leave_ways(g, s, int(g.cursor), hex_)
    for direction in range(6):
        if (ways >> direction) & 1:
            mask[PLACE + int(s.hex_place[s.near[hex_, direction]])] = 1


@rule
def apply_leave_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It takes control of the empty hex it enters (E-034)."""
    g.decision = NO_DECISION
    unit, hex_ = int(g.cursor), int(s.place_hex[action - PLACE])
    move_unit(g, s, unit, hex_)
    set_control(g, s, hex_, int(s.unit_side[unit]))
