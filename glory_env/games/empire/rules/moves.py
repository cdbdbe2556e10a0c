"""S2: the moves of the activated units, one stack at a time (7.22, 7.23, 8.1 to 8.4; P-10, P-11).

A stack is a lead unit and others of its hex (`chosen_units`); then its kind of move is asked, then
where it goes. Every kind that is offered has an end, and to stay is always possible.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import (
    BARGE,
    DONE,
    FLY,
    LANDING,
    N_OFFSETS,
    OFFSET,
    ORGANIC_MOVE,
    PLACE,
    SAIL,
    STAND_OFF,
    STAY,
    STRATEGIC_MOVE,
    TO_TRACK,
    UNIT,
    VERB,
    WALK,
)
from glory_env.games.empire.codes import (
    MOVE_KIND,
    MOVE_OFFSET,
    MOVE_PLACE,
    MOVE_STACK,
    MOVE_TARGET,
    MOVE_UNIT,
    WALKING,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.aircraft import (
    air_ends,
    flies_to_china,
    flies_unseen,
    reaches_box,
)
from glory_env.games.empire.rules.battle_hexes import (
    battle_allowed,
    enemies_in,
    name_landing,
    task_of,
)
from glory_env.games.empire.rules.bitmaps import count, holds, take_out
from glory_env.games.empire.rules.board import controls, move_unit, remove_unit
from glory_env.games.empire.rules.china_box import fly_to
from glory_env.games.empire.rules.frames import ask, next_step, push
from glory_env.games.empire.rules.landing import barge_ends
from glory_env.games.empire.rules.offsets import offset_hex
from glory_env.games.empire.rules.participants import declare_battle
from glory_env.games.empire.rules.passed_air import may_be_bombed, note_aircraft
from glory_env.games.empire.rules.ships import (
    naval_allowance,
    offer_ends,
    sail_freely,
    sails_unseen,
    ship_ends,
)
from glory_env.games.empire.rules.stacks import (
    asp_left,
    asp_of_stack,
    carriers_in,
    load_organic,
    may_organic,
    stack_landing,
    stack_of,
    stack_strategic,
)
from glory_env.games.empire.rules.stand_off import (
    any_target,
    carrier_reach,
    is_station,
    is_target_place,
    look_for_targets,
)
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.rules.walk import may_walk
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    BARGES_READY,
    BRACKET_USED,
    CHINA_BOX,
    GROUND,
    JP,
    LANDED,
    MAP,
    MAX_STACK,
    MOVED,
    NAVAL,
    NO_DECISION,
    NONE,
    TRACK,
    TRANSFERRED,
)


# --- who moves -----------------------------------------------------------------------------
@rule
def may_move(g: Game, s: Tables, unit: int) -> bool:
    """An active unit that has not moved yet (R7.23-a)."""
    here = g.place[unit] in (MAP, CHINA_BOX)
    ours = here and s.unit_side[unit] == g.op_side
    return ours and g.unit_flags[unit] & (ACTIVE | MOVED) == ACTIVE


@rule
def continue_moves(g: Game, s: Tables) -> None:
    """Ask while a unit has not moved."""
    for unit in range(s.units):
        if may_move(g, s, unit):
            ask(g, MOVE_UNIT, int(g.op_side))
            return
    next_step(g)


@rule
def legal_move_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """The lead of the next stack, or DONE: the others stay."""
    mask[DONE] = 1
    for unit in range(s.units):
        if may_move(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_move_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        next_step(g)
        return
    g.chosen_units[0] = action - UNIT
    g.chosen_count = 1
    ask_stack(g, s)


@rule
def may_join(g: Game, s: Tables, unit: int) -> bool:
    """Another unit of the hex for the stack, ships and ground units in order (R7.23-b, R7.23-e)."""
    lead, last = int(g.chosen_units[0]), int(g.chosen_units[int(g.chosen_count) - 1])
    if unit <= last or g.hex[unit] != g.hex[lead] or g.chosen_count == MAX_STACK:
        return False
    return s.kind[lead] != AIR and s.kind[unit] in (NAVAL, GROUND) and may_move(g, s, unit)


@rule
def ask_stack(g: Game, s: Tables) -> None:
    """Ask who goes along, if anybody may, then the kind of move."""
    for unit in range(s.units):
        if may_join(g, s, unit):
            ask(g, MOVE_STACK, int(g.op_side))
            return
    ask(g, MOVE_KIND, int(g.op_side))


@rule
def legal_move_stack(g: Game, s: Tables, mask: Array[int]) -> None:
    """Another unit for the stack, or DONE."""
    mask[DONE] = 1
    for unit in range(s.units):
        if may_join(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_move_stack(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        ask(g, MOVE_KIND, int(g.op_side))
        return
    g.chosen_units[int(g.chosen_count)] = action - UNIT
    g.chosen_count += 1
    ask_stack(g, s)


# --- how -----------------------------------------------------------------------------------
@rule
def land_points(g: Game, s: Tables) -> int:
    """Half points of ground movement (R8.1-b)."""
    return 2 * int(s.ground_move) * int(g.ov)


@rule
def ends_of(g: Game, s: Tables, w: np.ndarray, verb: int) -> bool:
    """Into ENDS: where a kind of move may end for the stack; whether there is any such hex.

    Not for walks, which go hex by hex, and for ships that stand off.
    """
    lead, op = int(g.chosen_units[0]), int(g.op_side)
    if verb == SAIL:
        sail_freely(g, s, w, op, int(g.hex[lead]), naval_allowance(g, s))
        ship_ends(g, s, w, op, battle_allowed(g, s))
        take_out(s, w, ENDS, int(g.hex[lead]))
    elif verb == FLY:
        air_ends(g, s, w, lead, int(g.ov), 1)
        if g.hex[lead] != NONE:
            take_out(s, w, ENDS, int(g.hex[lead]))
    elif verb == STRATEGIC_MOVE:
        return stack_strategic(g, s, w)
    elif verb == BARGE:
        barge_ends(g, s, w, lead, battle_allowed(g, s))
    else:
        return stack_landing(g, s, w)
    return count(w, ENDS) > 0


@rule
def may_barge(g: Game, s: Tables) -> bool:
    """One Japanese ground unit, with an OV of 3, once an offensive (R8.47-a, R8.47-b)."""
    alone = g.chosen_count == 1 and g.op_side == JP and not g.barge_used
    return alone and g.barges == BARGES_READY and g.ov == 3


@rule
def legal_move_kind(g: Game, s: Tables, mask: Array[int]) -> None:
    """The kinds of move that have an end, and to stay (P-11, NX-03)."""
    w = scratch()
    ships, ground = stack_of(g, s, NAVAL), stack_of(g, s, GROUND)
    mask[STAY] = 1
    if ships and ground:
        if asp_of_stack(g, s) <= asp_left(g, int(g.op_side)) and ends_of(g, s, w, LANDING):
            mask[LANDING] = 1
        if may_organic(g, s) and ends_of(g, s, w, ORGANIC_MOVE):
            mask[ORGANIC_MOVE] = 1
        return
    if g.place[g.chosen_units[0]] == MAP and ends_of(g, s, w, STRATEGIC_MOVE):
        mask[STRATEGIC_MOVE] = 1
    if ships:
        if ends_of(g, s, w, SAIL):
            mask[SAIL] = 1
        if carriers_in(g, s) and any_target(g, s, w):
            mask[STAND_OFF] = 1
    elif ground:
        if may_walk(g, s, land_points(g, s)):
            mask[WALK] = 1
        if asp_of_stack(g, s) <= asp_left(g, int(g.op_side)) and ends_of(g, s, w, LANDING):
            mask[LANDING] = 1
        if may_barge(g, s) and ends_of(g, s, w, BARGE):
            mask[BARGE] = 1
    else:
        mask[TO_TRACK] = 1
        if ends_of(g, s, w, FLY) or flies_to_china(g, s, w, int(g.chosen_units[0])):
            mask[FLY] = 1


@rule
def apply_move_kind(g: Game, s: Tables, t: Trace, action: int) -> None:
    """An air unit may leave for the track instead (R8.33-h, E-032)."""
    g.decision = NO_DECISION
    g.chosen_kind = action - VERB
    if action == STAY:
        end_move(g, s)
    elif action == TO_TRACK:
        end_move(g, s)
        remove_unit(g, s, int(g.chosen_units[0]), TRACK, int(g.turn) + 1)
    elif action == WALK:
        push(g, WALKING, int(g.op_side), land_points(g, s), 0)
    else:
        ask(g, MOVE_TARGET if action == STAND_OFF else MOVE_PLACE, int(g.op_side))


@rule
def end_move(g: Game, s: Tables) -> None:
    """The stack has moved; a landing in an empty enemy hex may be covered from now on."""
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        g.unit_flags[unit] |= MOVED
        hex_ = int(g.hex[unit])
        if hex_ == NONE:
            continue
        if enemies_in(g, s, hex_, int(g.op_side)):
            declare_battle(g, s, hex_)
        elif g.unit_flags[unit] & LANDED and not controls(g, s, hex_, int(g.op_side)):
            name_landing(g, hex_)


# --- where to ------------------------------------------------------------------------------
@rule
def legal_move_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """The end hexes of the stack and its kind of move."""
    w = scratch()
    ends_of(g, s, w, VERB + int(g.chosen_kind))
    offer_ends(s, w, mask)
    if VERB + int(g.chosen_kind) == FLY and flies_to_china(g, s, w, int(g.chosen_units[0])):
        mask[PLACE + int(s.places) - 1] = 1


@rule
def apply_move_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The stack goes to its end; the die of intelligence notes zones it could not avoid (NX-01)."""
    g.decision = NO_DECISION
    verb, end = VERB + int(g.chosen_kind), int(s.place_hex[action - PLACE])
    op = int(g.op_side)
    note_zones(g, s, verb, end)
    if verb == LANDING:
        g.asp_used[op] += asp_of_stack(g, s)
    elif verb == ORGANIC_MOVE:
        load_organic(g, s)
    elif verb == BARGE:
        g.barge_used = 1
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        fly_to(g, s, unit, end)
        if verb == STRATEGIC_MOVE:
            g.unit_flags[unit] |= TRANSFERRED
        elif s.kind[unit] == GROUND:
            g.unit_flags[unit] |= LANDED
    end_move(g, s)


@rule
def note_zones(g: Game, s: Tables, verb: int, end: int) -> None:
    """Whether the way went through an enemy zone, and on a bracketed range (R7.25-h, R8.31-i)."""
    w = scratch()
    lead, op = int(g.chosen_units[0]), int(g.op_side)
    if verb == STRATEGIC_MOVE:
        far, legs = 2 * naval_allowance(g, s), 2 * int(g.ov)
    else:
        far, legs = naval_allowance(g, s), int(g.ov)
    if s.kind[lead] == AIR:
        reach = max(int(s.range[lead]), int(s.extended[lead]))
        if s.bracketed[lead] and verb == FLY:
            near = int(s.range[lead])
            air_ends(g, s, w, lead, legs, 0)
            if reaches_box(g, s, w, lead, legs, near, 0) if end == NONE else holds(s, w, ENDS, end):
                reach = int(s.range[lead])
            else:
                g.unit_flags[lead] |= BRACKET_USED
        unseen = flies_unseen(g, s, w, lead, end, legs, reach)
    else:
        ships = stack_of(g, s, NAVAL)
        unseen = sails_unseen(g, s, w, op, int(g.hex[lead]), end, far, ships)
        if may_be_bombed(g, s):
            if not unseen and verb in (SAIL, STAND_OFF):
                sail_freely(g, s, w, op, int(g.hex[lead]), far)
            elif not unseen:
                ends_of(g, s, w, verb)
            note_aircraft(g, s, w, end, far)
    if not unseen:
        g.zone_entered = 1


# --- carriers that stand off ---------------------------------------------------------------
@rule
def legal_move_target(g: Game, s: Tables, mask: Array[int]) -> None:
    """The hex for which the carriers stand off (P-10)."""
    w = scratch()
    look_for_targets(g, s, w)
    reach = carrier_reach(g, s)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if is_target_place(s, w, hex_, reach):
            mask[PLACE + place] = 1


@rule
def apply_move_target(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.chosen_target = s.place_hex[action - PLACE]
    ask(g, MOVE_OFFSET, int(g.op_side))


@rule
def legal_move_offset(g: Game, s: Tables, mask: Array[int]) -> None:
    """The hex to stand in, told from the target."""
    w = scratch()
    look_for_targets(g, s, w)
    target, reach = int(g.chosen_target), carrier_reach(g, s)
    for k in range(N_OFFSETS):
        hex_ = offset_hex(s, target, k)
        if hex_ != NONE and is_station(s, w, target, hex_, reach):
            mask[OFFSET + k] = 1


@rule
def apply_move_offset(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Its carriers are to fight there, or to cover the landing; their escorts follow them."""
    g.decision = NO_DECISION
    target = int(g.chosen_target)
    end = offset_hex(s, target, action - OFFSET)
    note_zones(g, s, STAND_OFF, end)
    task = task_of(g, s, target)
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        move_unit(g, s, unit, end)
        if s.is_carrier[unit]:
            g.task[unit] = task
    end_move(g, s)
