"""S1: the HQ of an offensive and the units it activates (6.3, 7.21, 13.79, 14.0)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, UNIT
from glory_env.games.empire.codes import ACTIVATE
from glory_env.games.empire.events import FX_ANY_NATION, FX_MUST_ACTIVATE, FX_NO_SUPPLY
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds, put
from glory_env.games.empire.rules.board import controls, touch
from glory_env.games.empire.rules.card_effects import op_effect
from glory_env.games.empire.rules.china_box import may_call
from glory_env.games.empire.rules.event_limits import (
    any_due_active,
    fits_event,
    has_exception,
    is_due,
    is_extra,
    is_too_many,
    may_lead_now,
    set_logistics,
)
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.headquarters import (
    can_activate,
    can_lead,
    commands,
    efficiency,
)
from glory_env.games.empire.rules.kwai import kwai_bonus, starts_beyond_kwai
from glory_env.games.empire.rules.paths import activation_paths
from glory_env.games.empire.rules.supply import (
    PATHS,
    scratch,
)
from glory_env.games.empire.state import (
    ACTIVE,
    ARMY,
    CHINA_BOX,
    HQ,
    JP,
    MAP,
    NAT_US,
    NAVY,
    NO_DECISION,
    NO_SERVICE,
    NONE,
)


@rule
def any_lead(g: Game, s: Tables, side: int) -> bool:
    """Whether a side has an HQ that may lead an offensive (E-020)."""
    for unit in range(s.units):
        if can_lead(g, s, unit, side):
            return True
    return False


@rule
def legal_headquarters(g: Game, s: Tables, mask: Array[int]) -> None:
    """A supplied HQ of the side, one the event allows (R6.3-f, R5.31-d, E-020)."""
    for unit in range(s.units):
        if may_lead_now(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_headquarters(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The HQ leads: ER and OV or LV are the units it may activate (R7.21-a, R6.11-b).

    R5.1-b, R6.3-g.
    """
    g.decision = NO_DECISION
    w = scratch()
    g.op_hq = action - UNIT
    set_logistics(g, s)
    strength = int(g.lv) if g.as_ec else int(g.ov)
    g.op_max = efficiency(g, s, w, int(g.op_hq)) + strength
    g.op_used = 0
    next_step(g)


# --- how many, and whom together -----------------------------------------------------------
@rule
def is_bound(g: Game, s: Tables, unit: int) -> bool:
    """Whether rivalry binds a unit: of the Allies US units alone (R14.1-c, R14.2-a, E-532)."""
    side = int(s.unit_side[unit])
    return g.rivalry[side] != 0 and (side == JP or s.nat[unit] == NAT_US)


@rule
def rivals(g: Game, s: Tables, side: int) -> int:
    """Bits of the services whose units rivalry bars: those of the active units bar the other one.

    The service of a unit is data (R14.2-c). The Army still makes landings (R14.1-d).
    """
    found = 0
    if not g.rivalry[side]:
        return found
    for unit in range(s.units):
        active = g.unit_flags[unit] & ACTIVE != 0 and g.place[unit] in (MAP, CHINA_BOX)
        if active and s.unit_side[unit] == side and is_bound(g, s, unit):
            if s.service[unit] == NAVY:
                found |= 1 << ARMY
            elif s.service[unit] == ARMY:
                found |= (1 << NAVY) | (1 << NO_SERVICE)
    return found


@rule
def is_barred(g: Game, s: Tables, unit: int, barred: int) -> bool:
    """Whether a unit is of the services that `rivals` has found (R7.21-d, R8.45-e).

    Two events let some rivals act together.
    """
    if not is_bound(g, s, unit):
        return False
    if has_exception(g, s, int(s.unit_side[unit])):
        return is_too_many(g, s, unit)
    return (barred >> int(s.service[unit])) & 1 == 1


@rule
def is_rival(g: Game, s: Tables, unit: int) -> bool:
    """The same of one unit (R14.1-c)."""
    return is_bound(g, s, unit) and is_barred(g, s, unit, rivals(g, s, int(s.unit_side[unit])))


@rule
def limit_with(g: Game, s: Tables, w: np.ndarray, unit: int) -> int:
    """Units the HQ may activate if this one is among them (R13.79-b, R13.79-c, E-526b, NX-10).

    A Japanese HQ counts one less for units beyond the Kwai without the bridge and Rangoon, one more
    if one of them is supplied over it.

    R6.11-d, R6.11-e.
    """
    hq, limit = int(g.op_hq), int(g.op_max)
    if s.unit_side[hq] != JP:
        return limit
    beyond = starts_beyond_kwai(s, int(g.hex[unit])) if unit != NONE else False
    over = beyond and kwai_bonus(g, s, w, hq, unit)
    for one in range(s.units):
        active = g.place[one] == MAP and s.unit_side[one] == JP and g.unit_flags[one] & ACTIVE
        if active and starts_beyond_kwai(s, int(g.hex[one])):
            beyond = True
            over = over or kwai_bonus(g, s, w, hq, one)
    if not beyond:
        return limit
    if over:
        return limit + 1
    if not g.kwai and not controls(g, s, int(s.rangoon), JP):
        least = int(g.lv) if g.as_ec else int(g.ov)
        return max(limit - 1, least)
    return limit


@rule
def can_join(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """On an activation path of the HQ; one event needs no supply, one is for all nations."""
    hq = int(g.op_hq)
    no_supply = op_effect(g, s, FX_NO_SUPPLY) != NONE
    any_nation = op_effect(g, s, FX_ANY_NATION) != NONE
    if not no_supply and not any_nation:
        return can_activate(g, s, w, hq, unit, PATHS)
    here = g.place[unit] == MAP and s.unit_side[unit] == s.unit_side[hq] and s.kind[unit] != HQ
    if not here or g.unit_flags[unit] & ACTIVE or not holds(s, w, PATHS, int(g.hex[unit])):
        return False
    supplied = no_supply or g.supply[unit] != 0
    return supplied and (any_nation or commands(s, hq, unit))


@rule
def may_activate(g: Game, s: Tables, w: np.ndarray, unit: int, barred: int) -> bool:
    """A unit the HQ reaches that still fits in (R6.3-b, R7.21-c, R7.21-d, R7.21-f, R5.31-c).

    barred: services, as `rivals` says.
    """
    if not fits_event(g, s, unit):
        return False
    if g.place[unit] == CHINA_BOX:
        if not may_call(g, s, w, int(g.op_hq), unit):
            return False
    elif s.kind[unit] == HQ or not can_join(g, s, w, unit):
        return False
    if is_barred(g, s, unit, barred):
        return False
    # The unit itself may take one place away, no more.
    fits = g.op_used < g.op_max - 1 or g.op_used < limit_with(g, s, w, unit)
    return fits or is_extra(g, s, unit)


@rule
def owes_unit(g: Game, s: Tables, w: np.ndarray, barred: int) -> bool:
    """The event wants one of some units, one may be activated, and none is yet."""
    if op_effect(g, s, FX_MUST_ACTIVATE) == NONE or any_due_active(g, s):
        return False
    for unit in range(s.units):
        if is_due(g, s, unit) and may_activate(g, s, w, unit, barred):
            return True
    return False


@rule
def find_paths(g: Game, s: Tables, w: np.ndarray) -> None:
    """Into PATHS: hexes on an activation path of the offensive's HQ."""
    hq = int(g.op_hq)
    activation_paths(g, s, w, hq, int(s.command_range[hq]), NONE, PATHS)


@rule
def legal_activate(g: Game, s: Tables, mask: Array[int]) -> None:
    """The next unit, or DONE: fewer than allowed may be activated, and none (R7.21-g).

    While the event wants a unit DONE waits, and the last place is kept for it.
    """
    w = scratch()
    find_paths(g, s, w)
    barred = rivals(g, s, int(g.actor))
    owed = owes_unit(g, s, w, barred)
    kept = owed and g.op_used >= g.op_max - 1
    mask[DONE] = 0 if owed else 1
    for unit in range(s.units):
        if may_activate(g, s, w, unit, barred) and (not kept or is_due(g, s, unit)):
            mask[UNIT + unit] = 1


@rule
def apply_activate(g: Game, s: Tables, t: Trace, action: int) -> None:
    """An active unit stays supplied until the offensive is over (R6.0-f, R6.21-w).

    If it is supplied now zones and supply are what they were.
    """
    g.decision = NO_DECISION
    if action == DONE:
        next_step(g)
        return
    unit = action - UNIT
    g.unit_flags[unit] |= ACTIVE
    g.home[unit] = g.hex[unit]
    if not g.supply[unit]:
        touch(g, s, unit)
    if not is_extra(g, s, unit):
        g.op_used += 1


@rule
def continue_activation(g: Game, s: Tables) -> None:
    """Ask for the next unit while one fits in.

    First those in the hex of the HQ: mostly that is enough, and no path has to be found.
    """
    w = scratch()
    barred = rivals(g, s, int(g.op_side))
    put(s, w, PATHS, int(g.hex[g.op_hq]))
    for near in (1, 0):
        if not near:
            find_paths(g, s, w)
        for unit in range(s.units):
            if (not near or g.hex[unit] == g.hex[g.op_hq]) and may_activate(g, s, w, unit, barred):
                ask(g, ACTIVATE, int(g.op_side))
                return
    next_step(g)
