"""S8: the HQ of a reaction and the units it activates (7.26; DK-37, DK-38, NX-04).

Who may be activated is fixed when the HQ is named (`elig`); then a unit or stack is activated and
moved at once, and is offered only if it comes to a battle.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PASS, UNIT
from glory_env.games.empire.codes import REACT_KIND, REACT_STACK, REACT_UNIT, REACTION_HQ
from glory_env.games.empire.events import FX_KINDS
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.activation import is_rival
from glory_env.games.empire.rules.board import controls, touch
from glory_env.games.empire.rules.card_effects import counter_effect
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.headquarters import (
    can_activate,
    can_lead,
    efficiency,
    in_command,
)
from glory_env.games.empire.rules.intelligence import counter_value
from glory_env.games.empire.rules.kwai import kwai_bonus, starts_beyond_kwai
from glory_env.games.empire.rules.participants import battle_at
from glory_env.games.empire.rules.paths import activation_paths
from glory_env.games.empire.rules.reaction_ways import (
    find_goals,
    has_way,
    may_join_battle,
)
from glory_env.games.empire.rules.supply import PATHS, STOPS, scratch
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    GROUND,
    JP,
    MAP,
    MAX_STACK,
    NAVAL,
    NO_DECISION,
    NONE,
)

ELIGIBLE, BEYOND_KWAI, OVER_KWAI = 1, 2, 4  # bits of `elig`


# --- the HQ ------------------------------------------------------------------------------------
@rule
def may_react(g: Game, s: Tables, hq: int) -> bool:
    """A supplied HQ with a battle hex in its range, straight (R7.26-b, R7.26-c, R6.0-h)."""
    if not can_lead(g, s, hq, 1 - int(g.op_side)):
        return False
    for k in range(int(g.battles)):
        if may_join_battle(g, k) and in_command(g, s, hq, int(g.battle_hex[k])):
            return True
    return False


@rule
def continue_reaction_hq(g: Game, s: Tables) -> None:
    """After a surprise nobody reacts; else one HQ may lead (R7.2-h, -i, R7.26-a, -b, -k)."""
    g.rp_hq = NONE
    for unit in range(s.units):
        if may_react(g, s, unit):
            ask(g, REACTION_HQ, 1 - int(g.op_side))
            return
    next_step(g)


@rule
def legal_reaction_hq(g: Game, s: Tables, mask: Array[int]) -> None:
    """An HQ, or PASS: nobody has to react."""
    mask[PASS] = 1
    for unit in range(s.units):
        if may_react(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_reaction_hq(g: Game, s: Tables, t: Trace, action: int) -> None:
    """ER and the OV of the offensive, or the LV of the counter-offensive (R7.26-e, R5.1-d)."""
    g.decision = NO_DECISION
    next_step(g)
    if action == PASS:
        return
    w = scratch()
    g.rp_hq = action - UNIT
    g.rp_max = efficiency(g, s, w, int(g.rp_hq)) + counter_value(g, s)
    g.rp_used = 0
    g.rp_asp = 0
    freeze(g, s, w)


@rule
def freeze(g: Game, s: Tables, w: np.ndarray) -> None:
    """Who may be activated: supplied, of its nations, on a path (R7.26-f to R7.26-h, NX-04)."""
    hq = int(g.rp_hq)
    find_goals(g, s, w, NONE)
    activation_paths(g, s, w, hq, int(s.command_range[hq]), STOPS, PATHS)
    for unit in range(s.units):
        g.elig[unit] = ELIGIBLE if can_activate(g, s, w, hq, unit, PATHS) else 0
    if s.unit_side[hq] != JP:
        return
    for unit in range(s.units):
        if g.elig[unit] and starts_beyond_kwai(s, int(g.hex[unit])):
            g.elig[unit] |= BEYOND_KWAI
            if kwai_bonus(g, s, w, hq, unit):
                g.elig[unit] |= OVER_KWAI


# --- the units ---------------------------------------------------------------------------------
@rule
def reaction_limit(g: Game, s: Tables, unit: int) -> int:
    """Units the HQ may activate if this one is among them (R7.26-g, R13.79-b, R13.79-c, NX-10)."""
    bits = int(g.elig[unit])
    for one in range(s.units):
        if g.elig[one] and g.place[one] == MAP and g.unit_flags[one] & ACTIVE:
            bits |= int(g.elig[one])
    if bits & OVER_KWAI:
        return int(g.rp_max) + 1
    if bits & BEYOND_KWAI and not g.kwai and not controls(g, s, int(s.rangoon), JP):
        return max(int(g.rp_max) - 1, counter_value(g, s))
    return int(g.rp_max)


@rule
def may_answer_call(g: Game, s: Tables, unit: int) -> bool:
    """A unit that was eligible, fits in and is no rival; in battle hexes too (R7.26-g, R7.26-j)."""
    if not g.elig[unit] or g.place[unit] != MAP or g.unit_flags[unit] & ACTIVE:
        return False
    if is_rival(g, s, unit) or not fits_counter(g, s, unit):
        return False
    return bool(g.rp_used < reaction_limit(g, s, unit))


@rule
def fits_counter(g: Game, s: Tables, unit: int) -> bool:
    """The card of the counter-offensive allows such units, one of them those of one kind alone.

    R5.32-i, E-563.
    """
    slot = counter_effect(g, s, FX_KINDS)
    if slot == NONE:
        return True
    rp, card = 1 - int(g.op_side), int(g.counter_card)
    if not (int(s.fx_kinds[rp, card, slot]) >> int(s.kind[unit])) & 1:
        return False
    if not s.fx_m[rp, card, slot]:
        return True
    for one in range(s.units):
        if g.elig[one] and g.unit_flags[one] & ACTIVE and s.kind[one] != s.kind[unit]:
            return False
    return True


@rule
def may_lead_stack(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """A unit that comes to a battle by itself (R7.26-i, P-12, E-025)."""
    return may_answer_call(g, s, unit) and has_way(g, s, w, unit)


@rule
def continue_reaction(g: Game, s: Tables) -> None:
    """Ask while a unit may be activated; nobody has to be (R7.26-k)."""
    g.chosen_count = 0
    if g.rp_hq != NONE:
        w = scratch()
        for unit in range(s.units):
            if may_lead_stack(g, s, w, unit):
                ask(g, REACT_UNIT, 1 - int(g.op_side))
                return
    next_step(g)


@rule
def legal_react_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """The lead of the next stack, or DONE."""
    w = scratch()
    mask[DONE] = 1
    for unit in range(s.units):
        if may_lead_stack(g, s, w, unit):
            mask[UNIT + unit] = 1


@rule
def apply_react_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        next_step(g)
    else:
        activate_in_reaction(g, s, action - UNIT)
        ask_company(g, s)


@rule
def activate_in_reaction(g: Game, s: Tables, unit: int) -> None:
    """The unit is active and in the stack; it counts against the HQ's number (R7.26-e)."""
    g.unit_flags[unit] |= ACTIVE
    g.home[unit] = g.hex[unit]
    g.rp_used += 1
    g.chosen_units[int(g.chosen_count)] = unit
    g.chosen_count += 1
    if g.supply[unit] == 0:  # it was supplied when the reaction began
        touch(g, s, unit)


@rule
def may_accompany(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """A ship or ground unit of the hex with which the stack still comes to a battle (R7.26-i).

    Out of a battle hex units go one by one.
    """
    lead = int(g.chosen_units[0])
    if g.hex[unit] != g.hex[lead] or s.kind[lead] == AIR or g.chosen_count == MAX_STACK:
        return False
    if s.kind[unit] not in (NAVAL, GROUND) or battle_at(g, int(g.hex[lead])) != NONE:
        return False
    return may_answer_call(g, s, unit) and has_way(g, s, w, unit)


@rule
def ask_company(g: Game, s: Tables) -> None:
    """Ask who goes along, if anybody may, then the kind of move."""
    w = scratch()
    rp = 1 - int(g.op_side)
    for unit in range(s.units):
        if may_accompany(g, s, w, unit):
            ask(g, REACT_STACK, rp)
            return
    ask(g, REACT_KIND, rp)


@rule
def legal_react_stack(g: Game, s: Tables, mask: Array[int]) -> None:
    """Another unit for the stack, or DONE."""
    w = scratch()
    mask[DONE] = 1
    for unit in range(s.units):
        if may_accompany(g, s, w, unit):
            mask[UNIT + unit] = 1


@rule
def apply_react_stack(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        ask(g, REACT_KIND, int(g.actor))
    else:
        activate_in_reaction(g, s, action - UNIT)
        ask_company(g, s)
