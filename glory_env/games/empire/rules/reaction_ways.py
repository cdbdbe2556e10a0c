"""How the stack of a reaction can come to a battle (7.26, P-12): kinds of moves and their ends.

The stack is in `chosen_units`. GOALS are the battle hexes it may come to, STOPS all of them; a unit
that stands in a battle hex fights there. No move of a reaction is a strategic one.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.actions import (
    FLY,
    LANDING,
    ORGANIC_MOVE,
    SAIL,
    STAND_OFF,
    STAY,
    WALK,
)
from glory_env.games.empire.codes import NO_SPECIAL, OPEN_BATTLE
from glory_env.games.empire.events import FX_NO_REACTION_ASP
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.aircraft import field_ends, fly, open_air
from glory_env.games.empire.rules.bitmaps import clear, count, holds, put, take_out
from glory_env.games.empire.rules.card_effects import counter_effect
from glory_env.games.empire.rules.ground import must_stop, step_cost, walk
from glory_env.games.empire.rules.landing import landing, may_embark
from glory_env.games.empire.rules.moves import land_points
from glory_env.games.empire.rules.participants import (
    battle_at,
    escorts,
    joins,
    reach_in_battle,
)
from glory_env.games.empire.rules.ships import enemy_word, naval_allowance, sail_freely
from glory_env.games.empire.rules.stacks import (
    asp_left,
    asp_of_stack,
    carriers_in,
    may_organic,
    stack_of,
)
from glory_env.games.empire.rules.stand_off import carrier_reach, has_station, is_station
from glory_env.games.empire.rules.supply import (
    BARRED,
    BATTLES,
    BLOCKED,
    ENDS,
    GOALS,
    REACHED,
    STOPS,
)
from glory_env.games.empire.rules.zones import is_flyer
from glory_env.games.empire.state import (
    ACTIVE,
    COLUMNS,
    GROUND,
    MAP,
    NAVAL,
    NO_TASK,
    NONE,
    SURPRISE,
)
from glory_env.games.empire.switches import SR_GRANTS_REACTION

REACTION_ASP = 1
KINDS = (STAY, WALK, SAIL, STAND_OFF, LANDING, ORGANIC_MOVE, FLY)


# --- battles -----------------------------------------------------------------------------------
@rule
def may_join_battle(g: Game, k: int) -> bool:
    """A battle the reaction player may send units to (R7.26-a, R7.27-c, R7.27-k, E-027).

    After a surprise none; by the switch those of special reactions.
    """
    if g.battle_state[k] != OPEN_BATTLE:
        return False
    if g.condition != SURPRISE:
        return True
    return g.switch[SR_GRANTS_REACTION] != 0 and g.battle_sr[k] != NO_SPECIAL


@rule
def may_go_to(g: Game, k: int, from_battle: int) -> bool:
    """A unit in a battle hex has that battle only (R7.26-n, R9.11-c, E-064)."""
    return may_join_battle(g, k) and from_battle in (NONE, k)


@rule
def find_goals(g: Game, s: Tables, w: np.ndarray, hex_: int) -> None:
    """Into GOALS: battle hexes a unit of a hex may go to; into STOPS: all (R7.26-d)."""
    clear(w, GOALS)
    clear(w, STOPS)
    bound = battle_at(g, hex_) if hex_ != NONE else NONE
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE:
            put(s, w, STOPS, int(g.battle_hex[k]))
            if may_go_to(g, k, bound):
                put(s, w, GOALS, int(g.battle_hex[k]))


@rule
def in_reach_of(g: Game, s: Tables, unit: int, hex_: int, bound: int, k: int) -> bool:
    """From this hex outside all battle hexes the unit fights in battle k (R9.11-a, R9.12-c)."""
    if not may_go_to(g, k, bound) or battle_at(g, hex_) != NONE:
        return False
    return bool(s.dist[hex_, g.battle_hex[k]] <= reach_in_battle(s, unit))


@rule
def any_in_reach(g: Game, s: Tables, unit: int, hex_: int, bound: int) -> bool:
    """Whether the unit fights in some battle from this hex outside."""
    for k in range(int(g.battles)):
        if in_reach_of(g, s, unit, hex_, bound, k):
            return True
    return False


# --- kinds of moves ----------------------------------------------------------------------------
@rule
def has_way(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """Whether the stack, with this unit too, comes to a battle in some way (R7.26-i)."""
    if not is_near(g, s, unit):
        return False
    k = int(g.chosen_count)
    before = int(g.chosen_units[k])
    g.chosen_units[k] = unit
    g.chosen_count = k + 1
    found = False
    for verb in KINDS:
        if not found and has_kind(g, s, w, verb):
            found = True
    g.chosen_units[k] = before
    g.chosen_count = k
    return found


@rule
def is_near(g: Game, s: Tables, unit: int) -> bool:
    """Whether any battle is so near that the unit may come to it at all."""
    reach = max(int(s.range[unit]), int(s.extended[unit]))
    far = max(naval_allowance(g, s), land_points(g, s), reach * int(g.ov)) + reach
    for k in range(int(g.battles)):
        if may_join_battle(g, k) and s.dist[g.hex[unit], g.battle_hex[k]] <= far:
            return True
    return False


@rule
def has_kind(g: Game, s: Tables, w: np.ndarray, verb: int) -> bool:
    """Whether the stack comes to a battle by a kind of move (R7.26-m, P-12).

    In a battle hex all but aircraft and carriers stay (R7.26-n, R7.26-o).
    """
    lead = int(g.chosen_units[0])
    inside = battle_at(g, int(g.hex[lead])) != NONE
    ships, ground = stack_of(g, s, NAVAL), stack_of(g, s, GROUND)
    if verb == STAY:
        return may_stay(g, s)
    if inside and not is_flyer(s, lead):
        return False
    if verb == WALK:
        return ground == 1 and ships == 0 and any_step(g, s, w, land_points(g, s))
    if verb == STAND_OFF:
        return ground == 0 and ships > 0 and any_stand_off(g, s, w)
    if verb == SAIL:
        return ground == 0 and ships > 0 and ways_of(g, s, w, SAIL)
    if verb == LANDING:
        return (
            ground > 0 and asp_of_stack(g, s) <= asp_for_reaction(g, s) and ways_of(g, s, w, verb)
        )
    if verb == ORGANIC_MOVE:
        return ground > 0 and may_organic(g, s) and ways_of(g, s, w, verb)
    return ships + ground == 0 and ways_of(g, s, w, FLY)


@rule
def asp_for_reaction(g: Game, s: Tables) -> int:
    """One ASP in all, if the side has one left (R7.26-l, R8.45-i); none by one card."""
    if counter_effect(g, s, FX_NO_REACTION_ASP) != NONE:
        return 0
    return min(REACTION_ASP - int(g.rp_asp), asp_left(g, 1 - int(g.op_side)))


@rule
def ways_of(g: Game, s: Tables, w: np.ndarray, verb: int) -> bool:
    """Into ENDS: where the stack may end by this kind of move; whether there is any such hex."""
    lead, rp = int(g.chosen_units[0]), 1 - int(g.op_side)
    start = int(g.hex[lead])
    find_goals(g, s, w, start)
    if verb == SAIL:
        sail_freely(g, s, w, rp, start, naval_allowance(g, s))
        for c in range(COLUMNS):
            w[ENDS, c] = w[REACHED, c] & w[GOALS, c]
        take_out(s, w, ENDS, start)
    elif verb == FLY:
        fly_ends(g, s, w, lead)
    else:
        land_ends(g, s, w)
    return count(w, ENDS) > 0


@rule
def fly_ends(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: fields from which the unit fights in a battle (R7.26-n, R8.31-g, E-064).

    No battle hex is entered; a bracketed range is not used, for there is no battle after it.
    """
    start, side = int(g.hex[unit]), int(s.unit_side[unit])
    for c in range(COLUMNS):
        w[BARRED, c] = w[STOPS, c]
    take_out(s, w, BARRED, start)
    open_air(s, w)
    far = int(s.extended[unit]) if s.extended[unit] and not s.bracketed[unit] else s.range[unit]
    fly(g, s, w, side, start, int(g.ov), int(far))
    field_ends(g, s, w, side)
    take_out(s, w, ENDS, start)
    bound = battle_at(g, start)
    for field in range(s.fields):
        hex_ = int(s.field_hex[field])
        if hex_ != NONE and not any_in_reach(g, s, unit, hex_, bound):
            take_out(s, w, ENDS, hex_)


@rule
def land_ends(g: Game, s: Tables, w: np.ndarray) -> None:
    """Into ENDS: battle hexes where all ground units of the stack may land (R8.45-s)."""
    ships, carriers = stack_of(g, s, NAVAL), carriers_in(g, s)
    for c in range(COLUMNS):
        w[BATTLES, c] = w[GOALS, c]
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.kind[unit] != GROUND:
            continue
        if not may_embark(g, s, unit):
            clear(w, BATTLES)
            break
        landing(g, s, w, unit, naval_allowance(g, s), ships, carriers, NONE, 1)
        for c in range(COLUMNS):
            w[BATTLES, c] &= w[ENDS, c]
    for c in range(COLUMNS):
        w[ENDS, c] = w[BATTLES, c]


# --- staying -----------------------------------------------------------------------------------
@rule
def may_stay(g: Game, s: Tables) -> bool:
    """One unit fights from where it stands: in the hex, in range, as an escort (R7.26-j, E-025)."""
    unit = int(g.chosen_units[0])
    hex_ = int(g.hex[unit])
    k = battle_at(g, hex_)
    if g.chosen_count != 1:
        return False
    if k != NONE:
        return may_join_battle(g, k)
    if is_flyer(s, unit):
        return any_in_reach(g, s, unit, hex_, NONE)
    return s.kind[unit] == NAVAL and escorted_battle(g, s, unit) != NONE


@rule
def escorted_battle(g: Game, s: Tables, unit: int) -> int:
    """The battle in which a carrier of the ship's hex fights from outside, NONE if none does."""
    for k in range(int(g.battles)):
        if may_join_battle(g, k) and escorts(g, s, unit, k):
            return k
    return NONE


# --- standing off ------------------------------------------------------------------------------
@rule
def look_for_stations(g: Game, s: Tables, w: np.ndarray) -> None:
    """Into REACHED: where the stack may sail; into BLOCKED: hexes of enemies and battles."""
    lead, rp = int(g.chosen_units[0]), 1 - int(g.op_side)
    find_goals(g, s, w, int(g.hex[lead]))
    sail_freely(g, s, w, rp, int(g.hex[lead]), naval_allowance(g, s))
    for c in range(COLUMNS):
        w[BLOCKED, c] = enemy_word(g, s, rp, c) | w[STOPS, c]


@rule
def is_escort_station(g: Game, s: Tables, w: np.ndarray, k: int, hex_: int) -> bool:
    """A hex, in reach, of an own active carrier that fights in battle k from there (R9.12-b)."""
    if not holds(s, w, REACHED, hex_):
        return False
    for ship in range(s.units):
        here = g.place[ship] == MAP and g.hex[ship] == hex_ and s.unit_side[ship] != g.op_side
        busy = g.unit_flags[ship] & ACTIVE and g.task[ship] != NO_TASK
        if here and busy and s.is_carrier[ship] and joins(g, s, ship, k):
            return True
    return False


@rule
def may_stand(g: Game, s: Tables, w: np.ndarray, k: int, hex_: int) -> bool:
    """A station for battle k, after `look_for_stations`: in range, or of a carrier (R8.21-j C)."""
    target = int(g.battle_hex[k])
    if hex_ == target or holds(s, w, BLOCKED, hex_) or hex_ == g.hex[g.chosen_units[0]]:
        return False
    if carriers_in(g, s):
        return is_station(s, w, target, hex_, carrier_reach(g, s))
    return is_escort_station(g, s, w, k, hex_)


@rule
def may_stand_off(g: Game, s: Tables, w: np.ndarray, k: int) -> bool:
    """Whether the stack may stand off for battle k, after `look_for_stations`."""
    target = int(g.battle_hex[k])
    if not may_join_battle(g, k) or not holds(s, w, GOALS, target):
        return False
    if carriers_in(g, s):
        start = int(g.hex[g.chosen_units[0]])
        put(s, w, BLOCKED, start)
        return has_outer_station(s, w, target, carrier_reach(g, s))
    for ship in range(s.units):
        at_sea = s.is_carrier[ship] and g.place[ship] == MAP
        if at_sea and may_stand(g, s, w, k, int(g.hex[ship])):
            return True
    return False


@rule
def has_outer_station(s: Tables, w: np.ndarray, target: int, reach: int) -> bool:
    """A station other than the target itself."""
    reached = holds(s, w, REACHED, target)
    take_out(s, w, REACHED, target)
    found = has_station(s, w, target, reach)
    if reached:
        put(s, w, REACHED, target)
    return found


@rule
def any_stand_off(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Whether the stack may stand off for any battle."""
    look_for_stations(g, s, w)
    for k in range(int(g.battles)):
        if may_stand_off(g, s, w, k):
            return True
    return False


# --- walking -----------------------------------------------------------------------------------
@rule
def may_react_step(
    g: Game, s: Tables, w: np.ndarray, unit: int, direction: int, points: int
) -> bool:
    """A step by land into a battle hex, or to a hex from which one is reached (R8.11-c, -d)."""
    here = int(g.hex[unit])
    cost = step_cost(g, s, unit, here, direction)
    if cost == NONE or cost > points:
        return False
    other = int(s.near[here, direction])
    if holds(s, w, STOPS, other) or must_stop(g, s, int(s.unit_side[unit]), other):
        return holds(s, w, GOALS, other)
    walk(g, s, w, unit, other, points - cost, STOPS)
    found = 0
    for c in range(COLUMNS):
        found |= w[REACHED, c] & w[GOALS, c]
    return found != 0


@rule
def any_step(g: Game, s: Tables, w: np.ndarray, points: int) -> bool:
    """Whether the ground unit of the stack may take any step towards a battle."""
    unit = int(g.chosen_units[0])
    find_goals(g, s, w, int(g.hex[unit]))
    for direction in range(6):
        if may_react_step(g, s, w, unit, direction, points):
            return True
    return False
