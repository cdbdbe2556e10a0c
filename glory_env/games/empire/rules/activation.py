"""S1: the HQ of an offensive and the units it activates (6.3, 7.21, 13.79, 14.0)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, UNIT
from glory_env.games.empire.codes import ACTIVATE
from glory_env.games.empire.events import FX_ANY_NATION, FX_NO_SUPPLY
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
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
    AL,
    ARMY,
    CHINA_BOX,
    HQ,
    JP,
    MAP,
    NAT_US,
    NAVY,
    NO_DECISION,
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
    """The HQ leads: ER and OV or LV are the units it may activate (R7.21-a, R6.11-b)."""
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
def is_rival(g: Game, s: Tables, unit: int) -> bool:
    """Rivalry: an active unit of the other service bars this one (R14.1-c, R14.2-a, E-532).

    Of the Allies it binds US units alone; the service of a unit is data (R14.2-c). The Army still
    makes landings (R14.1-d).
    """
    side = int(s.unit_side[unit])
    if not g.rivalry[side] or (side == AL and s.nat[unit] != NAT_US):
        return False
    if has_exception(g, s, side):
        return is_too_many(g, s, unit)
    other = NAVY if s.service[unit] == ARMY else ARMY
    for one in range(s.units):
        active = g.place[one] in (MAP, CHINA_BOX) and g.unit_flags[one] & ACTIVE != 0
        ours = s.unit_side[one] == side and s.service[one] == other
        if active and ours and (side == JP or s.nat[one] == NAT_US):
            return True
    return False


@rule
def limit_with(g: Game, s: Tables, w: np.ndarray, unit: int) -> int:
    """Units the HQ may activate if this one is among them (R13.79-b, R13.79-c, E-526b, NX-10).

    A Japanese HQ counts one less for units beyond the Kwai without the bridge and Rangoon, one more
    if one of them is supplied over it.
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
def may_activate(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """A unit the HQ reaches that still fits in (R6.3-b, R7.21-c, R7.21-d, R7.21-f, R5.31-c)."""
    if not fits_event(g, s, unit):
        return False
    if g.place[unit] == CHINA_BOX:
        if not may_call(g, s, w, int(g.op_hq), unit):
            return False
    elif s.kind[unit] == HQ or not can_join(g, s, w, unit):
        return False
    # The unit itself may take one place away, no more.
    fits = g.op_used < g.op_max - 1 or g.op_used < limit_with(g, s, w, unit)
    return (fits or is_extra(g, s, unit)) and not is_rival(g, s, unit)


@rule
def owes_unit(g: Game, s: Tables, w: np.ndarray) -> bool:
    """The event wants one of some units, one may be activated, and none is yet."""
    if any_due_active(g, s):
        return False
    for unit in range(s.units):
        if is_due(g, s, unit) and may_activate(g, s, w, unit):
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
    owed = owes_unit(g, s, w)
    kept = owed and g.op_used >= g.op_max - 1
    mask[DONE] = 0 if owed else 1
    for unit in range(s.units):
        if may_activate(g, s, w, unit) and (not kept or is_due(g, s, unit)):
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
    """Ask for the next unit while one fits in."""
    w = scratch()
    find_paths(g, s, w)
    for unit in range(s.units):
        if may_activate(g, s, w, unit):
            ask(g, ACTIVATE, int(g.op_side))
            return
    next_step(g)
