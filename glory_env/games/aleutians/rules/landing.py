"""S5: landings from fleets (12.1, 12.2, 12.4)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, OWN_FLEET, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_attack import support
from glory_env.games.aleutians.rules.armed_recon import asks_fleets
from glory_env.games.aleutians.rules.bases import has_beach, owns_port
from glory_env.games.aleutians.rules.board import (
    ask,
    clear_marks,
    end_phase,
    ground_at,
    ground_count,
    in_play,
    is_defended,
    spot_at,
)
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.events import begin_combat, continue_combat
from glory_env.games.aleutians.rules.ground_combat import strength_of
from glory_env.games.aleutians.rules.gunfire import ask_gunfire, fire_guns
from glory_env.games.aleutians.rules.task_forces import fleet_at, is_on_map
from glory_env.games.aleutians.state import (
    ANTI_AIR,
    FLEET,
    FLEET_HINDERS_LANDING,
    FLEETS,
    GROUND,
    GROUND_MOVE,
    LAND_FLEET,
    LAND_SPOT,
    LAND_UNITS,
    LANDING_BATTLE,
    LANDINGS,
    MAX_SPOTS,
    MAX_STACK,
    NO_DECISION,
    NONE,
    SPOT,
)

START, SCOUTS, MARKERS, GUNS, ASHORE, COMBATS, END = range(7)  # steps


# --- where a fleet may land ----------------------------------------------------------------
@rule
def defence(g: Game, s: Tables, side: int, p: int) -> int:
    """Total strength of the enemy ground units at a spot, AA and disrupted units too (A-57)."""
    total = 0
    for u in range(s.units):
        if s.side[u] != side and ground_at(g, s, u, p):
            total += strength_of(g, s, u)
    return total


@rule
def landing_strength(g: Game, s: Tables, u: int) -> int:
    """What a landing unit counts; AA units count nothing (A-57)."""
    return 0 if s.type[u] == ANTI_AIR else strength_of(g, s, u)


@rule
def aboard(g: Game, s: Tables, u: int, slot: int) -> bool:
    """A ground unit aboard that may land; not one that has scouted in this phase (R16-2d)."""
    return s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot and not g.flown[u]


@rule
def any_aboard(g: Game, s: Tables, slot: int) -> bool:
    for u in range(s.units):
        if aboard(g, s, u, slot):
            return True
    return False


@rule
def landed_so_far(g: Game, s: Tables, side: int, p: int, strength: bool) -> int:
    """Units chosen to land at a spot, of all fleets (R12-2c): their strength, or their number."""
    total = 0
    for u in range(s.units):
        chosen = s.kind[u] == GROUND and g.place[u] == FLEET and g.done[u] and s.side[u] == side
        if chosen and g.fleet_landing[g.at[u]] == p:
            total += landing_strength(g, s, u) if strength else 1
    return total


@rule
def most(g: Game, s: Tables, slot: int, p: int, without: int) -> int:
    """The largest strength that a fleet's units not chosen yet can still add at a spot.

    without: one more unit that is taken as chosen, or NONE. No more than a stack (A-58).
    """
    side = slot // FLEETS
    room = MAX_STACK - ground_count(g, s, side, p) - landed_so_far(g, s, side, p, False)
    if without != NONE:
        room -= 1
    total = 0
    limit = 1000
    while room > 0:
        best = -1
        count = 0
        for u in range(s.units):
            if aboard(g, s, u, slot) and not g.done[u] and u != without:
                value = landing_strength(g, s, u)
                if value < limit and value > best:
                    best = value
        if best < 0:
            break
        for u in range(s.units):
            if aboard(g, s, u, slot) and not g.done[u] and u != without:
                count += int(landing_strength(g, s, u) == best)
        count = min(count, room)
        total += count * best
        room -= count
        limit = best
    return total


@rule
def needed(g: Game, s: Tables, side: int, p: int) -> int:
    """Strength still missing for a landing at a defended spot (R12-2d, N-43)."""
    given = landed_so_far(g, s, side, p, True) + support(g, s, side, p)
    return defence(g, s, side, p) - given


@rule
def lies_off(g: Game, s: Tables, slot: int, p: int) -> bool:
    """Whether a fleet could land at a spot, for all that the enemy knows (R12-1a, R12-2f)."""
    side = slot // FLEETS
    node = int(g.fleet_node[slot])
    if not in_play(g, s, p) or not spot_at(g, s, p, node) or owns_port(g, s, side, p):
        return False
    if p < s.spots and s.island[p] and has_beach(g, s, side, p):
        return False
    if ground_count(g, s, side, p) >= MAX_STACK:
        return False
    if g.switch[FLEET_HINDERS_LANDING] and fleet_at(g, 1 - side, node, 0) != NONE:
        return False
    return bool(g.supply[side] > 0 or not is_defended(g, s, side, p))


@rule
def may_land_at(g: Game, s: Tables, slot: int, p: int) -> bool:
    """Whether a fleet may put its landing marker down for a spot (R12-2d, g, N-42)."""
    side = slot // FLEETS
    if not lies_off(g, s, slot, p):
        return False
    if p == s.anchorage and not g.fleet_via_cook[slot]:  # R12-2g
        return False
    if ground_count(g, s, side, p) + landed_so_far(g, s, side, p, False) >= MAX_STACK:
        return False
    if not is_defended(g, s, side, p) or g.flag[p, 1 - side]:
        return True  # under a flag the strength is not known before the marker is down
    return most(g, s, slot, p, NONE) >= needed(g, s, side, p)


@rule
def has_no_marker(g: Game, slot: int) -> bool:
    """A fleet on the map without a landing marker (R12-2a)."""
    return is_on_map(g, slot) and g.fleet_landing[slot] == NONE


@rule
def has_fleet_off_land(g: Game, s: Tables) -> bool:
    """The phasing side is asked in any case: whether there are troops aboard is hidden (RHI-1a)."""
    for f in range(FLEETS):
        slot = int(g.side) * FLEETS + f
        if has_no_marker(g, slot):
            for p in range(MAX_SPOTS):
                if lies_off(g, s, slot, p):
                    return True
    return False


@rule
def may_land(g: Game, s: Tables, slot: int) -> bool:
    """Whether a fleet of the phasing side can take one of the landing markers (R12-2a, b).

    Troops that have not disembarked may land (R8-4f); submarines cannot land any (R7-3d).
    """
    if not has_no_marker(g, slot) or not any_aboard(g, s, slot):
        return False
    for p in range(MAX_SPOTS):
        if may_land_at(g, s, slot, p):
            return True
    return False


@rule
def markers(g: Game, side: int) -> int:
    """Landing markers in use, of three (R12-2a, RLM-1a)."""
    count = 0
    for f in range(FLEETS):
        count += int(g.fleet_landing[side * FLEETS + f] != NONE)
    return count


# --- the stage -----------------------------------------------------------------------------
@rule
def continue_landing(g: Game, s: Tables, t: Trace) -> None:
    """Armed reconnaissance (16.2), markers and SP, gunfire, units ashore, combats (RSQ-8a)."""
    if g.ground_step and continue_combat(g, s, t):
        return
    side = int(g.side)
    if g.step == START:
        clear_marks(g)
        g.battle_done[:] = 0
        for f in range(FLEETS):
            g.fleet_landing[side * FLEETS + f] = NONE
        g.step = SCOUTS
    if g.step == SCOUTS:
        if asks_fleets(g, s):
            return
        g.step = MARKERS
    if g.step == MARKERS:
        if markers(g, side) < LANDINGS and has_fleet_off_land(g, s):
            ask(g, LAND_FLEET, side)
            return
        g.step = GUNS
    if g.step == GUNS:
        if ask_gunfire(g, s):
            return
        fire_guns(g, s, t)
        g.step = ASHORE
    if g.step == ASHORE:
        land(g, s)
        g.step = COMBATS
    if g.step == COMBATS:
        for p in range(MAX_SPOTS):
            if is_opposed(g, s, p):
                ask(g, LANDING_BATTLE, side)
                return
    end_phase(g, GROUND_MOVE)


@rule
def legal_land_fleet(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[DONE] = 1
    for f in range(FLEETS):
        if may_land(g, s, int(g.side) * FLEETS + f):
            mask[OWN_FLEET + f] = 1


@rule
def apply_land_fleet(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step = GUNS
        return
    g.chosen_fleet = int(g.side) * FLEETS + action - OWN_FLEET
    ask(g, LAND_SPOT, g.side)


@rule
def legal_land_spot(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(MAX_SPOTS):
        if may_land_at(g, s, int(g.chosen_fleet), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_land_spot(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The marker is placed; against defenders it costs 1 SP (R6-5b, R12-2e).

    A flag of the enemy goes (R16-2b). Where his units then prove too strong, the fleet takes its
    marker back; it may try another place.
    """
    g.decision = NO_DECISION
    slot = int(g.chosen_fleet)
    p = action - SPOT_ACTION
    g.fleet_landing[slot] = p
    g.flag[p, 1 - g.side] = 0
    if is_defended(g, s, g.side, p):
        g.supply[g.side] -= 1
        if most(g, s, slot, p, NONE) < needed(g, s, int(g.side), p):
            g.fleet_landing[slot] = NONE
            g.chosen_fleet = NONE
            return
    ask(g, LAND_UNITS, g.side)


@rule
def legal_land_units(g: Game, s: Tables, mask: Array[int]) -> None:
    """Units of the fleet one after another; DONE once one is chosen and the strength suffices.

    The others stay aboard, for another landing perhaps (RSU-3c).
    """
    slot = int(g.chosen_fleet)
    p = int(g.fleet_landing[slot])
    need = needed(g, s, g.side, p) if is_defended(g, s, g.side, p) else 0
    chosen = 0
    for u in range(s.units):
        if aboard(g, s, u, slot):
            chosen += int(g.done[u])
    if chosen > 0 and need <= 0:
        mask[DONE] = 1
    taken = ground_count(g, s, g.side, p) + landed_so_far(g, s, g.side, p, False)
    if taken >= MAX_STACK:
        return
    for u in range(s.units):
        if not aboard(g, s, u, slot) or g.done[u]:
            continue
        if landing_strength(g, s, u) + most(g, s, slot, p, u) >= need:
            mask[UNIT + u] = 1


@rule
def apply_land_units(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.chosen_fleet = NONE
        return
    g.done[action - UNIT] = 1
    slot = int(g.chosen_fleet)
    p = int(g.fleet_landing[slot])
    left = 0
    for u in range(s.units):
        left += int(aboard(g, s, u, slot) and not g.done[u])
    full = ground_count(g, s, g.side, p) + landed_so_far(g, s, g.side, p, False) >= MAX_STACK
    if left == 0 or full:
        g.chosen_fleet = NONE
    else:
        ask(g, LAND_UNITS, g.side)


@rule
def land(g: Game, s: Tables) -> None:
    """The chosen units go ashore; their side has a temporary port there (R12-5a)."""
    for u in range(s.units):
        if s.kind[u] == GROUND and g.place[u] == FLEET and g.done[u] and s.side[u] == g.side:
            slot = int(g.at[u])
            p = int(g.fleet_landing[slot])
            g.fleet_lifts_used[slot] += 1
            put(g, s, u, SPOT, p)
            g.beach[p, g.side] = 1


# --- landing combats -----------------------------------------------------------------------
@rule
def is_opposed(g: Game, s: Tables, p: int) -> bool:
    """A combat is due at a spot where units have landed beside enemies (R12-4a)."""
    if g.battle_done[p]:
        return False
    for f in range(FLEETS):
        if g.fleet_landing[int(g.side) * FLEETS + f] == p:
            return ground_count(g, s, g.side, p) > 0 and is_defended(g, s, g.side, p)
    return False


@rule
def legal_landing_battle(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(MAX_SPOTS):
        if is_opposed(g, s, p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_landing_battle(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    p = action - SPOT_ACTION
    g.battle_done[p] = 1
    begin_combat(g, s, t, p, True)
