"""S1 to S3 of an offensive, and where its units go afterwards."""

from __future__ import annotations

import numpy as np

from glory_agents.empire import forces
from glory_agents.empire.design import design
from glory_agents.empire.records import Design, Script
from glory_agents.empire.rows import DESIGN
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
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
    UNIT,
    WALK,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import may_task
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.headquarters import commands, in_command
from glory_env.games.empire.rules.moves import ends_of
from glory_env.games.empire.rules.offsets import offset_hex
from glory_env.games.empire.rules.participants import reach_in_battle
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    AL,
    ARMY,
    GROUND,
    HQ,
    MAP,
    MAX_UNITS,
    NAT_US,
    NAVAL,
    NAVY,
    NONE,
)

BOTH = -1  # any service


# --- who there is ------------------------------------------------------------------------------
@rule
def gathered(fit: np.ndarray) -> np.ndarray:
    """The numbers of the units that are set in int8 (MAX_UNITS,)."""
    count = 0
    for u in range(MAX_UNITS):
        count += int(fit[u])
    mine = np.empty(count, np.int64)
    k = 0
    for u in range(MAX_UNITS):
        if fit[u]:
            mine[k] = u
            k += 1
    return mine


@rule
def serves_in(s: Tables, u: int, side: int, service: int) -> bool:
    """Whether a rivalry lets a unit fight beside those of a service."""
    if service == BOTH or (side == AL and s.nat[u] != NAT_US):
        return True
    return bool(s.service[u] == service)


@rule
def under_hq(g: Game, s: Tables, side: int, hq: int, service: int) -> np.ndarray:
    """The units an HQ may activate, about: numbers."""
    fit = np.zeros(MAX_UNITS, np.int8)
    for u in range(s.units):
        if g.place[u] != MAP or s.unit_side[u] != side or s.kind[u] == HQ or not g.supply[u]:
            continue
        near = commands(s, hq, u) and in_command(g, s, hq, int(g.hex[u]))
        fit[u] = near and serves_in(s, u, side, service)
    return gathered(fit)


@rule
def callable_units(g: Game, s: Tables, mask: Array[int], service: int) -> np.ndarray:
    """The units that are active or may be activated now: numbers."""
    fit = np.zeros(MAX_UNITS, np.int8)
    side = int(g.op_side)
    for u in range(s.units):
        active = g.unit_flags[u] & ACTIVE != 0 and s.unit_side[u] == side and g.place[u] == MAP
        fit[u] = active or (mask[UNIT + u] and serves_in(s, u, side, service))
    return gathered(fit)


@rule
def active_units(g: Game, s: Tables, side: int) -> np.ndarray:
    """The active units of a side: numbers."""
    fit = np.zeros(MAX_UNITS, np.int8)
    for u in range(s.units):
        active = g.unit_flags[u] & ACTIVE != 0 and s.unit_side[u] == side
        fit[u] = active and g.place[u] == MAP
    return gathered(fit)


@rule
def goals_of_moves(g: Game, s: Tables, p: Script) -> Array[int]:
    """Where the active units go, int64 (MAX_UNITS,), a hex or NONE."""
    o = np.zeros(1, DESIGN)
    side = int(g.op_side)
    design(g, s, p, side, active_units(g, s, side), int(g.ov), 0, o[0])
    goal: Array[int] = o[0].goal
    return goal


# --- S1 ----------------------------------------------------------------------------------------
@rule
def units_for(g: Game, s: Tables, side: int, hq: int, service: int, mask: Array[int]) -> np.ndarray:
    """Those that an HQ may activate, or, with NONE for it, that the mask offers."""
    if hq == NONE:
        return callable_units(g, s, mask, service)
    return under_hq(g, s, side, hq, service)


@rule
def best_design(
    g: Game, s: Tables, p: Script, hq: int, mask: Array[int], o: Array[Design]
) -> float:  # fmt: skip
    """The better design of the two services where rivals do not fight together, into o[0].

    hq: who is to lead; NONE: the one that does. o: DESIGN (2,).
    """
    side, ov = int(g.actor), int(g.ov)
    limit = int(g.op_max) - int(g.op_used)
    if hq != NONE:
        limit = int(s.efficiency[hq]) + (int(g.lv) if g.as_ec else ov)
    if not g.rivalry[side]:
        return design(g, s, p, side, units_for(g, s, side, hq, BOTH, mask), ov, limit, o[0])
    first = design(g, s, p, side, units_for(g, s, side, hq, ARMY, mask), ov, limit, o[0])
    second = design(g, s, p, side, units_for(g, s, side, hq, NAVY, mask), ov, limit, o[1])
    if second > first:
        for u in range(s.units):
            o[0].goal[u] = o[1].goal[u]
    return max(first, second)


@rule
def choose_hq(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The HQ with the best design; -1 if none has any."""
    best, most, o = -1, 0.0, np.zeros(2, DESIGN)
    for u in range(s.units):
        if mask[UNIT + u]:
            value = best_design(g, s, p, u, mask, o)
            if value > most:
                best, most = UNIT + u, value
    return best


@rule
def choose_active(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """A unit of the design that is not active yet; DONE when all are."""
    o = np.zeros(2, DESIGN)
    best_design(g, s, p, NONE, mask, o)
    for u in range(s.units):
        if o[0].goal[u] != NONE and mask[UNIT + u]:
            return UNIT + u
    return DONE


# --- S2 ----------------------------------------------------------------------------------------
@rule
def rank_of(s: Tables, u: int) -> int:
    """Who moves first: carriers, aircraft, other ships, ground units."""
    if s.is_carrier[u]:
        return 0
    if s.kind[u] == AIR:
        return 1
    return 2 if s.kind[u] == NAVAL else 3


@rule
def choose_mover(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The next unit with a hex to go to; DONE when there is none."""
    goal = goals_of_moves(g, s, p)
    best, least = DONE, 9
    for u in range(s.units):
        if mask[UNIT + u] and goal[u] != NONE and rank_of(s, u) < least:
            best, least = UNIT + u, rank_of(s, u)
    return best


@rule
def choose_company(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """Ground units for the same hex go along with a carrier where they need one; else nobody."""
    lead = int(g.chosen_units[0])
    if not s.is_carrier[lead]:
        return DONE
    goal = goals_of_moves(g, s, p)
    hex_, side = int(goal[lead]), int(g.op_side)
    if hex_ == NONE or not (is_live(g, s, side, hex_) or is_live(g, s, side, int(g.hex[lead]))):
        return DONE
    for u in range(s.units):
        if mask[UNIT + u] and goal[u] == hex_ and s.kind[u] == GROUND:
            return UNIT + u
    return DONE


@rule
def goes_to(g: Game, s: Tables, verb: int, hex_: int) -> bool:
    """Whether a kind of move brings the stack to a hex."""
    w = scratch()
    ends_of(g, s, w, verb)
    return holds(s, w, ENDS, hex_)


@rule
def choose_kind(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The kind of move that brings the stack to its hex, or aircraft nearer to it; else STAY."""
    u = int(g.chosen_units[0])
    hex_ = int(goals_of_moves(g, s, p)[u])
    if hex_ == NONE:
        return STAY
    far = int(s.dist[g.hex[u], hex_])
    if s.kind[u] == AIR:
        return FLY if far > reach_in_battle(s, u) and mask[FLY] else STAY
    if g.chosen_count == 1 and s.is_carrier[u] and far > s.range[u] and mask[STAND_OFF]:
        return STAND_OFF
    if s.is_carrier[u] and g.chosen_count == 1:
        return STAY
    if mask[WALK] and forces.walks_to(g, s, u, hex_, int(g.ov)):
        return WALK
    for verb in (SAIL, LANDING, ORGANIC_MOVE, BARGE):
        if mask[verb] and goes_to(g, s, verb, hex_):
            return verb
    return STAY


@rule
def choose_end(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The hex of the design, or for aircraft an airfield in reach of it; else the nearest one."""
    u = int(g.chosen_units[0])
    hex_ = int(goals_of_moves(g, s, p)[u])
    if hex_ == NONE:
        return home_or_near(g, s, u, mask)
    best, least = -1, 1000
    for place in range(s.places):
        at = int(s.place_hex[place])
        if at == NONE or not mask[PLACE + place]:
            continue
        far = int(s.dist[at, hex_])
        if s.kind[u] == AIR and at == hex_:
            far += 100  # it fights from outside
        if far < least:
            best, least = PLACE + place, far
    return best


@rule
def choose_station(g: Game, s: Tables, target: int, side: int, mask: Array[int]) -> int:
    """The hex a carrier stands in: out of the enemy's zones if it can, as far off as it can."""
    best, most = -1, -1
    for k in range(N_OFFSETS):
        if not mask[OFFSET + k]:
            continue
        hex_ = offset_hex(s, target, k)
        value = int(s.dist[hex_, target]) + (0 if is_live(g, s, side, hex_) else 10)
        if value > most:
            best, most = OFFSET + k, value
    return best


@rule
def nearest_place(s: Tables, hex_: int, mask: Array[int]) -> int:
    """The legal place nearest to a hex, -1 if none is."""
    best, least = -1, 1000
    for place in range(s.places):
        at = int(s.place_hex[place])
        if at != NONE and mask[PLACE + place] and s.dist[at, hex_] < least:
            best, least = PLACE + place, int(s.dist[at, hex_])
    return best


@rule
def choose_target(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The hex of the design for carriers, or the legal one nearest to it."""
    u = int(g.chosen_units[0])
    hex_ = int(goals_of_moves(g, s, p)[u])
    return -1 if hex_ == NONE else nearest_place(s, hex_, mask)


@rule
def choose_step(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """A step that ends in the hex of the design; else no more steps."""
    hex_ = int(goals_of_moves(g, s, p)[int(g.chosen_units[0])])
    if hex_ != NONE and mask[PLACE + int(s.hex_place[hex_])]:
        return PLACE + int(s.hex_place[hex_])
    return DONE if mask[DONE] else -1


# --- S3 ----------------------------------------------------------------------------------------
@rule
def task_for(g: Game, s: Tables, goal: Array[int], u: int) -> int:
    """The hex a flyer is to fight for: that of the design, else a declared battle; NONE if none."""
    hex_ = int(goal[u])
    if hex_ != NONE and may_task(g, s, u, hex_):
        return hex_
    hex_ = forces.open_battle(g)
    return hex_ if hex_ != NONE and may_task(g, s, u, hex_) else NONE


@rule
def choose_tasked(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """An air unit or carrier that reaches a battle; DONE when none does."""
    goal = goals_of_moves(g, s, p)
    for u in range(s.units):
        if mask[UNIT + u] and task_for(g, s, goal, u) != NONE:
            return UNIT + u
    return DONE if mask[DONE] else -1


@rule
def choose_task(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """The hex of that unit; -1 if it has none."""
    hex_ = task_for(g, s, goals_of_moves(g, s, p), int(g.chosen_units[0]))
    return -1 if hex_ == NONE else PLACE + int(s.hex_place[hex_])


# --- afterwards --------------------------------------------------------------------------------
@rule
def home_or_near(g: Game, s: Tables, u: int, mask: Array[int]) -> int:
    """The hex the unit came from, or the own one nearest to its HQs; -1 if no place is legal."""
    home = int(g.home[u])
    if home != NONE and s.hex_place[home] != NONE and mask[PLACE + int(s.hex_place[home])]:
        return PLACE + int(s.hex_place[home])
    side = int(s.unit_side[u])
    best, least = -1, 1000
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not mask[PLACE + place]:
            continue
        far = 0 if controls(g, s, hex_, side) else 100
        far += 20 if is_live(g, s, side, hex_) else 0
        far += to_hq(g, s, side, hex_)
        if far < least:
            best, least = PLACE + place, far
    return best


@rule
def to_hq(g: Game, s: Tables, side: int, hex_: int) -> int:
    """Hexes to the nearest own HQ."""
    least = 50
    for u in range(s.units):
        if s.kind[u] == HQ and s.unit_side[u] == side and g.place[u] == MAP:
            least = min(least, int(s.dist[g.hex[u], hex_]))
    return least


@rule
def choose_back(g: Game, s: Tables, mask: Array[int]) -> int:
    """A unit that is not where it came from; DONE where all are."""
    for u in range(s.units):
        if mask[UNIT + u] and (not mask[DONE] or g.hex[u] != g.home[u]):
            return UNIT + u
    return DONE if mask[DONE] else -1
