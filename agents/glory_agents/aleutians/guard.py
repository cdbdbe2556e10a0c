"""The guard: how the Allies answer landings on undefended places with VP, at once.

A plan of the Allied seat up to a turn (`answer`). A unit flies to a place without one in each
phase, two fleets close the way out of Paramushiro (`barrier.py`), a transport waits at Anchorage
and others bring supply, scouts look where Japan sails from and may come to, aircraft strike who is
about to land. When Japan is about to win, troops land where it stands weakest (`plans.target_of`).
All else the script's own parts do.
"""

from __future__ import annotations

from glory_agents.aleutians import barrier
from glory_agents.aleutians.air import strikers
from glory_agents.aleutians.fleets import step_toward
from glory_agents.aleutians.goals import is_open, loads
from glory_agents.aleutians.plans import ALARM
from glory_agents.aleutians.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import ENEMY_FLEET, NO, PASS, SPOT_ACTION, UNIT, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import owns_field
from glory_env.games.aleutians.rules.board import ground_count, in_range
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in
from glory_env.games.aleutians.rules.victory import vp


# --- by air ------------------------------------------------------------------------------------
@rule
def next_flight(g: Game, s: Tables, p: int) -> bool:
    """Whether a transport aircraft can go on from a place to a base where a unit waits for it."""
    for u in range(s.units):
        if not is_transport_aircraft(s, u):
            continue
        for q in range(s.sites):
            waits = s.vp[q] == 0 and g.field[q] == st.LARGE and owns_field(g, s, st.ALLIES, q)
            waits = waits and ground_count(g, s, st.ALLIES, q) > 0
            if waits and in_range(s, u, int(g.spot_area[p]), int(g.spot_area[q])):
                return True
    return False


@rule
def need_of(g: Game, s: Tables, p: int) -> float:
    """How much an own airfield needs a unit that flies there; 0 = not."""
    if not is_open(g, s, p) or not owns_field(g, s, st.ALLIES, p):
        return 0.0
    value = 1.0 + s.vp[p] - 0.1 * min(4, strikers(g, s, st.ALLIES, int(g.spot_area[p])))
    return value + 0.5 * int(next_flight(g, s, p))


@rule
def can_fly_from(g: Game, s: Tables, p: int) -> bool:
    """Whether a unit can be spared there: a place without VP, or with another unit."""
    return s.vp[p] == 0 or ground_count(g, s, st.ALLIES, p) > 1


@rule
def choose_flight(g: Game, s: Tables, mask: Array[int]) -> int:
    """The weakest unit that can be spared, if some place needs one."""
    needed = False
    for p in range(s.sites):
        needed = needed or need_of(g, s, p) > 0.0
    best = st.NONE
    for u in range(s.units):
        if not needed or not mask[UNIT + u] or not can_fly_from(g, s, int(g.at[u])):
            continue
        if best == st.NONE or loads(s, u) < loads(s, best):
            best = u
    return PASS if best == st.NONE else UNIT + best


@rule
def choose_flight_field(g: Game, s: Tables, mask: Array[int]) -> int:
    best = st.NONE
    most = 0.0
    for p in range(s.sites):
        if mask[SPOT_ACTION + p] and need_of(g, s, p) > most:
            most = need_of(g, s, p)
            best = p
    return -1 if best == st.NONE else SPOT_ACTION + best


@rule
def is_transport_aircraft(s: Tables, u: int) -> bool:
    return s.kind[u] == st.AIRCRAFT and s.type[u] == st.TRANSPORT_AIRCRAFT


@rule
def to_fetch(g: Game, s: Tables, p: int) -> int:
    """Units a transport aircraft could fetch at a place."""
    here = ground_count(g, s, st.ALLIES, p)
    return here if s.vp[p] == 0 else here - 1


@rule
def choose_transport_base(g: Game, s: Tables, mask: Array[int]) -> int:
    """Where a transport aircraft lands: where there are units to fetch."""
    best = st.NONE
    for p in range(s.sites):
        more = best == st.NONE or to_fetch(g, s, p) > to_fetch(g, s, best)
        if mask[SPOT_ACTION + p] and more:
            best = p
    return -1 if best == st.NONE else SPOT_ACTION + best


@rule
def choose_rebase(g: Game, s: Tables, mask: Array[int]) -> int:
    """A transport aircraft that has nothing to fetch where it stands, if there is elsewhere."""
    for u in range(s.units):
        if not mask[UNIT + u] or not is_transport_aircraft(s, u) or g.place[u] != st.SPOT:
            continue
        if to_fetch(g, s, int(g.at[u])) > 0:
            continue
        for p in range(s.sites):
            if g.field[p] == st.LARGE and owns_field(g, s, st.ALLIES, p) and to_fetch(g, s, p) > 0:
                return UNIT + u
    return -1


# --- boats' bases ---------------------------------------------------------------------------
@rule
def choose_outlook(g: Game, s: Tables, u: int, mask: Array[int]) -> int:
    """An island without VP from which a flying boat that helps a search sees Paramushiro, or -1."""
    if s.lands[u] != st.ON_WATER or s.recon[u] != st.RECON_R:
        return -1
    for p in range(s.sites):
        away = s.vp[p] == 0 and s.island[p] and mask[SPOT_ACTION + p]
        if away and in_range(s, u, int(g.spot_area[p]), int(g.spot_area[s.paramushiro])):
            return SPOT_ACTION + p
    return -1


# --- attacks -----------------------------------------------------------------------------------
@rule
def choose_air_target(g: Game, s: Tables, mask: Array[int]) -> int:
    """In a Japanese phase first a found fleet that is to land, with no lift more than it needs."""
    best = -1
    most = 0.0
    for f in range(st.FLEETS):
        if not mask[ENEMY_FLEET + f] or cargo_in(g, s, f) == 0:
            continue
        value = 10.0 - 3.0 * (lifts_in(g, s, f) - cargo_in(g, s, f)) - 0.1 * ships_in(g, s, f)
        if value > most:
            most = value
            best = ENEMY_FLEET + f
    return best


@rule
def guard_action(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """What the guard answers; -1 where it leaves a decision to the script."""
    d = g.decision
    if d == st.TRANSPORT_FLIGHT:
        return choose_flight(g, s, mask)
    if d == st.TRANSPORT_FIELD:
        return choose_flight_field(g, s, mask)
    if d == st.REBASE:
        return choose_rebase(g, s, mask)
    if d in (st.PLACE_FLYING_BOAT, st.ARRIVAL_PLACE, st.RETURN_AIRCRAFT, st.REBASE_SPOT):
        u = int(g.chosen_unit)
        if is_transport_aircraft(s, u):
            return choose_transport_base(g, s, mask)
        return choose_outlook(g, s, u, mask)
    if d == st.ASK_SECOND_PHASE:
        return YES if vp(g, s) >= ALARM else NO
    if d == st.FORM:
        return barrier.choose_form(g, s, row, mask)
    if d == st.FORM_FLEET:
        return barrier.choose_form_fleet(g, s, row, mask)
    if d == st.SAIL:
        return barrier.choose_sail(g, s, row, mask)
    if d == st.SAIL_STEP:
        return step_toward(g, s, barrier.goal_of(g, s, row, int(g.sailing)), mask)
    if d == st.RETURN_FLEET:
        return barrier.choose_return(g, s, row, mask)
    if d == st.AIR_TARGET and g.side == st.JAPAN:
        return choose_air_target(g, s, mask)
    return -1
