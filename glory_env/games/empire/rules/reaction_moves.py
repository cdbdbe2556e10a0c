"""S8: how the stack of a reaction moves, and which battle it comes for (7.26; DK-39)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import (
    LANDING,
    N_OFFSETS,
    OFFSET,
    ORGANIC_MOVE,
    PLACE,
    STAND_OFF,
    STAY,
    VERB,
    WALK,
)
from glory_env.games.empire.codes import (
    REACT_OFFSET,
    REACT_PLACE,
    REACT_STEP,
    REACT_TARGET,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import enemies_in
from glory_env.games.empire.rules.board import beside, move_unit, set_control
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.ground import step_cost
from glory_env.games.empire.rules.moves import land_points
from glory_env.games.empire.rules.offsets import offset_hex
from glory_env.games.empire.rules.participants import battle_at
from glory_env.games.empire.rules.reaction_ways import (
    KINDS,
    escorted_battle,
    find_goals,
    has_kind,
    in_reach_of,
    look_for_stations,
    may_react_step,
    may_stand,
    may_stand_off,
    ways_of,
)
from glory_env.games.empire.rules.ships import offer_ends
from glory_env.games.empire.rules.special_reaction import join_special
from glory_env.games.empire.rules.stacks import asp_of_stack, load_organic
from glory_env.games.empire.rules.supply import scratch
from glory_env.games.empire.rules.zones import is_flyer
from glory_env.games.empire.state import MOVED, NAVAL, NO_DECISION, NONE, REACTION


# --- how ---------------------------------------------------------------------------------------
@rule
def legal_react_kind(g: Game, s: Tables, mask: Array[int]) -> None:
    """The kinds of move that bring the stack to a battle; none is strategic (R7.26-m)."""
    w = scratch()
    for verb in KINDS:
        if has_kind(g, s, w, verb):
            mask[verb] = 1


@rule
def apply_react_kind(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    unit = int(g.chosen_units[0])
    g.chosen_kind = action - VERB
    if action == STAY:
        g.chosen_place = g.hex[unit]
        stay(g, s, unit)
    elif action == WALK:
        g.chosen_number = land_points(g, s)
        ask(g, REACT_STEP, int(g.actor))
    else:
        ask(g, REACT_TARGET if action == STAND_OFF else REACT_PLACE, int(g.actor))


@rule
def stay(g: Game, s: Tables, unit: int) -> None:
    """It fights in its hex, from its hex, or with a carrier there (R7.26-j, R7.26-p, E-072)."""
    k = battle_at(g, int(g.hex[unit]))
    if k != NONE or not is_flyer(s, unit):
        end_reaction_move(g, s, int(g.hex[unit]), k if k != NONE else escorted_battle(g, s, unit))
    else:
        choose_target(g, s, unit, NONE)


@rule
def choose_target(g: Game, s: Tables, unit: int, bound: int) -> None:
    """The battle it fights in from the chosen hex; asked where there are several (E-074)."""
    found, first = 0, NONE
    for k in range(int(g.battles)):
        if in_reach_of(g, s, unit, int(g.chosen_place), bound, k):
            found += 1
            if first == NONE:
                first = k
    if found == 1:
        end_reaction_move(g, s, int(g.chosen_place), first)
    else:
        ask(g, REACT_TARGET, int(g.actor))


# --- where to ----------------------------------------------------------------------------------
@rule
def legal_react_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """The end hexes of the stack and its kind of move."""
    w = scratch()
    ways_of(g, s, w, VERB + int(g.chosen_kind))
    offer_ends(s, w, mask)


@rule
def apply_react_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A landing takes the one ASP of the reaction, organic transport none (R7.26-l, R8.45-i)."""
    g.decision = NO_DECISION
    verb, end = VERB + int(g.chosen_kind), int(s.place_hex[action - PLACE])
    if verb == LANDING:
        g.rp_asp += asp_of_stack(g, s)
        g.asp_used[int(g.actor)] += asp_of_stack(g, s)
    elif verb == ORGANIC_MOVE:
        load_organic(g, s)
    k = battle_at(g, end)
    if k != NONE:
        end_reaction_move(g, s, end, k)
    else:
        unit = int(g.chosen_units[0])
        g.chosen_place = end
        choose_target(g, s, unit, battle_at(g, int(g.hex[unit])))


@rule
def legal_react_target(g: Game, s: Tables, mask: Array[int]) -> None:
    """The battles the stack may fight in from outside the hex."""
    unit = int(g.chosen_units[0])
    bound = battle_at(g, int(g.hex[unit]))
    off = VERB + int(g.chosen_kind) == STAND_OFF
    w = scratch()
    if off:
        look_for_stations(g, s, w)
    for k in range(int(g.battles)):
        if off:
            fit = may_stand_off(g, s, w, k)
        else:
            fit = in_reach_of(g, s, unit, int(g.chosen_place), bound, k)
        if fit:
            mask[PLACE + int(s.hex_place[g.battle_hex[k]])] = 1


@rule
def apply_react_target(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    target = int(s.place_hex[action - PLACE])
    if VERB + int(g.chosen_kind) == STAND_OFF:
        g.chosen_target = target
        ask(g, REACT_OFFSET, int(g.actor))
    else:
        end_reaction_move(g, s, int(g.chosen_place), battle_at(g, target))


@rule
def legal_react_offset(g: Game, s: Tables, mask: Array[int]) -> None:
    """The hex to stand in, told from the battle hex."""
    w = scratch()
    look_for_stations(g, s, w)
    k = battle_at(g, int(g.chosen_target))
    for offset in range(N_OFFSETS):
        hex_ = offset_hex(s, int(g.chosen_target), offset)
        if hex_ != NONE and may_stand(g, s, w, k, hex_):
            mask[OFFSET + offset] = 1


@rule
def apply_react_offset(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    target = int(g.chosen_target)
    end_reaction_move(g, s, offset_hex(s, target, action - OFFSET), battle_at(g, target))


# --- by land -----------------------------------------------------------------------------------
@rule
def legal_react_step(g: Game, s: Tables, mask: Array[int]) -> None:
    """A neighbour on a way to a battle hex."""
    w = scratch()
    unit = int(g.chosen_units[0])
    here = int(g.hex[unit])
    find_goals(g, s, w, here)
    for direction in range(6):
        if may_react_step(g, s, w, unit, direction, int(g.chosen_number)):
            mask[PLACE + int(s.hex_place[s.near[here, direction]])] = 1


@rule
def apply_react_step(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The walk ends in the battle hex; empty hexes on the way change hands (R6.5-b, R8.11-d)."""
    g.decision = NO_DECISION
    unit, there = int(g.chosen_units[0]), int(s.place_hex[action - PLACE])
    rp = int(s.unit_side[unit])
    k = battle_at(g, there)
    if k != NONE:
        end_reaction_move(g, s, there, k)
        return
    g.chosen_number -= step_cost(g, s, unit, int(g.hex[unit]), beside(s, int(g.hex[unit]), there))
    move_unit(g, s, unit, there)
    if not enemies_in(g, s, there, rp):
        set_control(g, s, there, rp)
    ask(g, REACT_STEP, rp)


# --- the end -----------------------------------------------------------------------------------
@rule
def end_reaction_move(g: Game, s: Tables, end: int, k: int) -> None:
    """The stack has come to battle k, and is assigned to it if it fights from outside (E-074)."""
    for one in range(int(g.chosen_count)):
        unit = int(g.chosen_units[one])
        g.unit_flags[unit] |= MOVED
        if end != g.home[unit]:
            g.unit_flags[unit] |= REACTION
        move_unit(g, s, unit, end)
        outside = end != g.battle_hex[k]
        if outside and (is_flyer(s, unit) or (s.kind[unit] == NAVAL and end != g.home[unit])):
            g.task[unit] = k
    g.chosen_count = 0
    join_special(g, s, k)
