"""S3: battle hexes, landings to cover, and who fights where (7.24; DK-28, DK-29)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PLACE, UNIT
from glory_env.games.empire.codes import (
    DEFENDED,
    DROPPED_BATTLE,
    OPEN_BATTLE,
    TASK_PLACE,
    TASK_UNIT,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import ANY_KIND, any_in, controls
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.participants import (
    battle_at,
    declare_battle,
    garrisons_in,
    is_defended,
    reach_in_battle,
)
from glory_env.games.empire.rules.zones import is_flyer
from glory_env.games.empire.state import (
    ACTIVE,
    BOMBED,
    BRACKET_USED,
    FIRST_COVER,
    JP,
    MAP,
    NO_DECISION,
    NO_TASK,
    NONE,
    TRANSFERRED,
)


# --- battles and landings ------------------------------------------------------------------
@rule
def enemies_in(g: Game, s: Tables, hex_: int, side: int) -> bool:
    """Whether any enemy is in a hex, HQs and garrisons among them (R7.24-b, E-007)."""
    garrison = side != JP and garrisons_in(g, s, hex_) > 0
    return garrison or any_in(g, s, hex_, 1 - side, ANY_KIND)


@rule
def battle_allowed(g: Game, s: Tables) -> int:
    """The one battle hex of an OC that is fixed already; NONE while any is free (R7.24-e, P-10).

    An event may have any number (R7.24-f, R5.31-a).
    """
    if g.as_ec:
        return NONE
    for k in range(int(g.battles)):
        hex_ = int(g.battle_hex[k])
        if g.battle_state[k] == OPEN_BATTLE and enemies_in(g, s, hex_, int(g.op_side)):
            return hex_
    return NONE


@rule
def may_be_battle(g: Game, s: Tables, hex_: int) -> bool:
    """A hex with enemies that may be attacked (R7.24-c, R7.24-d, R8.41-b, E-079)."""
    c, bit = int(s.column[hex_]), 1 << int(s.row[hex_])
    if (s.inland_china[c] | s.no_flight[c]) & bit or not enemies_in(g, s, hex_, int(g.op_side)):
        return False
    return battle_allowed(g, s) in (NONE, hex_)


@rule
def landing_at(g: Game, hex_: int) -> int:
    """The number of the landing in an empty enemy hex, or NONE."""
    for k in range(int(g.landings)):
        if g.landing_hex[k] == hex_:
            return k
    return NONE


@rule
def name_landing(g: Game, hex_: int) -> None:
    """Ground units have landed in an empty enemy hex; carriers may cover them (R7.24-j)."""
    if landing_at(g, hex_) == NONE:
        g.landing_hex[int(g.landings)] = hex_
        g.landing_state[int(g.landings)] = 0
        g.landings += 1


@rule
def task_of(g: Game, s: Tables, hex_: int) -> int:
    """The task of who comes for a hex: its battle, declared now, or the cover of a landing."""
    if enemies_in(g, s, hex_, int(g.op_side)):
        return declare_battle(g, s, hex_)
    return FIRST_COVER + landing_at(g, hex_)


@rule
def settle_battles(g: Game, s: Tables) -> None:
    """When all have moved: every hex with units of both sides, and no other (R7.24-a, -b, -n).

    What was aimed at a hex that the enemy has left is free again (NX-08).
    """
    op = int(g.op_side)
    for unit in range(s.units):
        here = g.place[unit] == MAP and s.unit_side[unit] == op
        if here and g.unit_flags[unit] & ACTIVE and enemies_in(g, s, int(g.hex[unit]), op):
            declare_battle(g, s, int(g.hex[unit]))
    for k in range(int(g.battles)):
        hex_ = int(g.battle_hex[k])
        if enemies_in(g, s, hex_, op):
            g.battle_flags[k] = DEFENDED if is_defended(g, s, hex_) else 0
        else:
            g.battle_state[k] = DROPPED_BATTLE
            for unit in range(s.units):
                if g.task[unit] == k:
                    g.task[unit] = NO_TASK


# --- who fights where ----------------------------------------------------------------------
@rule
def is_free(g: Game, s: Tables, unit: int) -> bool:
    """An active air unit or carrier without a task, in no battle hex (R7.24-h, R7.24-l).

    A B-29 that has bombed this turn may move, but not fight (R12.31-e, E-505).
    """
    if g.place[unit] != MAP or s.unit_side[unit] != g.op_side or not is_flyer(s, unit):
        return False
    flags = int(g.unit_flags[unit])
    fit = flags & ACTIVE and not flags & (TRANSFERRED | BRACKET_USED | BOMBED)
    return bool(fit) and g.task[unit] == NO_TASK and battle_at(g, int(g.hex[unit])) == NONE


@rule
def may_task(g: Game, s: Tables, unit: int, hex_: int) -> bool:
    """Whether a free unit may be given a hex: a battle in range, a landing to cover (E-023)."""
    if s.dist[g.hex[unit], hex_] > reach_in_battle(s, unit):
        return False
    return landing_at(g, hex_) != NONE or may_be_battle(g, s, hex_)


@rule
def any_task(g: Game, s: Tables, unit: int) -> bool:
    """Whether there is a hex a free unit may be given."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_task(g, s, unit, hex_):
            return True
    return False


@rule
def must_task(g: Game, s: Tables, unit: int) -> bool:
    """A carrier outside own ports has to fight or to cover if it can (R7.24-j, NX-08)."""
    here = int(g.hex[unit])
    in_port = s.has_port[here] and controls(g, s, here, int(s.unit_side[unit]))
    return s.is_carrier[unit] != 0 and not in_port


@rule
def continue_tasks(g: Game, s: Tables) -> None:
    """Ask while a unit may be given a task."""
    for unit in range(s.units):
        if is_free(g, s, unit) and any_task(g, s, unit):
            ask(g, TASK_UNIT, int(g.op_side))
            return
    next_step(g)


@rule
def legal_task_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A free unit; DONE when no carrier has to be given a task."""
    mask[DONE] = 1
    for unit in range(s.units):
        if is_free(g, s, unit) and any_task(g, s, unit):
            mask[UNIT + unit] = 1
            if must_task(g, s, unit):
                mask[DONE] = 0


@rule
def apply_task_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        next_step(g)
    else:
        g.chosen_units[0] = action - UNIT
        ask(g, TASK_PLACE, int(g.op_side))


@rule
def legal_task_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """A battle hex in range, one that is declared with this too, or a landing to cover."""
    unit = int(g.chosen_units[0])
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and may_task(g, s, unit, hex_):
            mask[PLACE + place] = 1


@rule
def apply_task_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The unit takes part there and nowhere else (R7.24-g, R7.24-h)."""
    g.decision = NO_DECISION
    unit, hex_ = int(g.chosen_units[0]), int(s.place_hex[action - PLACE])
    g.task[unit] = task_of(g, s, hex_)
