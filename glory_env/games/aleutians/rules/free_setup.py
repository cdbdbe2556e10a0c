"""Free set-up: both sides place their units in secret, the Allies first (RFS-1).

A side is asked for each ship which fleet it joins, then for each fleet where it begins, then for
each boat, ground unit and aircraft where it stands. Nothing is seen of the other side until both
are done.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, FIELD, NODE, OWN_FLEET, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.arrivals import takes_aircraft
from glory_env.games.aleutians.rules.board import ask, colour_of, end_phase, in_play, room_for
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in, start_fleet
from glory_env.games.aleutians.state import (
    ABSENT,
    AIRCRAFT,
    ALLIES,
    BOAT,
    BOX,
    CARRIER,
    FLEET,
    FLEETS,
    FREE,
    GROUND,
    JAPAN,
    MAX_SHIPS,
    NO_DECISION,
    NONE,
    RECON_STAGE,
    SEA,
    SET_UP,
    SET_UP_FLEET,
    SET_UP_UNIT,
    SHIP,
    SLOTS,
    SPOT,
    UNCONDITIONAL,
)

# Steps of a side: ships, fleets A to D, the rest; the Allies first.
SHIPS, FIRST_FLEET, REST, STEPS = 0, 1, 1 + FLEETS, 2 + FLEETS
ALLIED_D = ALLIES * FLEETS + 3


@rule
def is_secret(g: Game) -> bool:
    """Whether both set-ups are still unknown to the other side (RFS-1a)."""
    return bool(g.opt_setup == FREE and g.phase == SET_UP)


@rule
def is_listed(s: Tables, u: int) -> bool:
    """A unit of the set-up; not Allied fleet D, nor the Soviet division (RFS-1b)."""
    set_up = s.enter[u] == 0 and s.condition[u] == UNCONDITIONAL
    return set_up and s.home_spot[u] == NONE


@rule
def travels_along(s: Tables, u: int) -> bool:
    """One of the floatplanes that go with a fleet (RFS-1c, RSU-3b)."""
    for slot in range(SLOTS):
        if s.fleet_floatplane[slot] == u:
            return True
    return False


@rule
def is_placed(g: Game, u: int) -> bool:
    for slot in range(SLOTS):
        if g.fleet_floatplane[slot] == u:
            return True
    return bool(g.place[u] != ABSENT)


@rule
def take_up(g: Game, s: Tables, side: int) -> None:
    """Nothing of a side is placed; its carriers' aircraft come with their ships."""
    for f in range(FLEETS):
        slot = side * FLEETS + f
        start_fleet(g, slot, NONE)
        g.fleet_used[slot] = 0
    for u in range(s.units):
        if s.side[u] == side and is_listed(s, u):
            g.place[u] = ABSENT
            g.at[u] = NONE
            g.flown[u] = 0
            g.placed_by[u] = NONE


@rule
def next_unit(g: Game, s: Tables, side: int, ships: bool) -> int:
    """The first ship, or other unit, that the side still has to place, or NONE."""
    for u in range(s.units):
        if s.side[u] != side or not is_listed(s, u) or s.mother[u] != NONE:
            continue
        if (s.kind[u] == SHIP) == ships and not is_placed(g, u):
            return u
    return NONE


@rule
def continue_free_set_up(g: Game, s: Tables) -> None:
    """Ask for the next unit or fleet; then play begins with S2 of Japan's first phase (RSQ-3c)."""
    while g.step < 2 * STEPS:
        side = ALLIES if g.step < STEPS else JAPAN
        step = int(g.step) % STEPS
        if step in (SHIPS, REST):
            u = next_unit(g, s, side, step == SHIPS)
            if u != NONE:
                g.chosen_unit = u
                ask(g, SET_UP_UNIT, side)
                return
        else:
            slot = side * FLEETS + step - FIRST_FLEET
            if g.fleet_used[slot] and g.fleet_node[slot] == NONE and g.fleet_entry[slot] == NONE:
                g.chosen_fleet = slot
                ask(g, SET_UP_FLEET, side)
                return
        g.step += 1
    g.chosen_unit = NONE
    g.chosen_fleet = NONE
    end_phase(g, RECON_STAGE)


# --- where ---------------------------------------------------------------------------------
@rule
def is_own_coast(g: Game, s: Tables, side: int, n: int) -> bool:
    """Sea beside own land or islands; for Japan the sea before Paramushiro (RFS-1b, RFS-1c)."""
    if side == JAPAN:
        return n == s.kurile_node
    for p in range(s.spots):
        here = in_play(g, s, p) and g.spot_area[p] == s.node_area[n]
        if here and colour_of(g, s, p) == ALLIES:
            return True
    return False


@rule
def is_fleet_start(g: Game, s: Tables, side: int, n: int) -> bool:
    """Where a fleet begins; for Japan also where it will enter the map (RFS-1c)."""
    return is_own_coast(g, s, side, n) or (side == JAPAN and s.entry[JAPAN, n] == 1)


@rule
def may_join(g: Game, s: Tables, u: int, slot: int) -> bool:
    """A ship any fleet with room, Allied D apart (N-13); Japanese troops one with a free lift.

    A floatplane that travels along: a fleet that has none yet.
    """
    if s.kind[u] == SHIP:
        return slot != ALLIED_D and ships_in(g, s, slot) < MAX_SHIPS
    if not g.fleet_used[slot]:
        return False
    if s.kind[u] == GROUND:
        return s.side[u] == JAPAN and cargo_in(g, s, slot) < lifts_in(g, s, slot)
    return travels_along(s, u) and g.fleet_floatplane[slot] == NONE


@rule
def may_stand(g: Game, s: Tables, u: int, p: int) -> bool:
    """Own land or islands with room, for an aircraft a place to land; Japan: Paramushiro."""
    side = int(s.side[u])
    if not in_play(g, s, p) or colour_of(g, s, p) != side:
        return False
    if side == JAPAN and p != s.paramushiro:
        return False
    if s.kind[u] == GROUND:
        return room_for(g, s, side, p)
    on_its_own = s.kind[u] == AIRCRAFT and not travels_along(s, u)
    return on_its_own and takes_aircraft(g, s, u, p)


@rule
def legal_set_up_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """OWN_FLEET, NODE or SPOT; BOX for a submarine (RFS-1d), or where there is no place at all."""
    u = int(g.chosen_unit)
    side = int(s.side[u])
    count = 0
    for f in range(FLEETS):
        mask[OWN_FLEET + f] = int(may_join(g, s, u, side * FLEETS + f))
        count += int(mask[OWN_FLEET + f])
    for p in range(s.spots):
        mask[SPOT_ACTION + p] = int(may_stand(g, s, u, p))
        count += int(mask[SPOT_ACTION + p])
    if s.kind[u] == BOAT:
        for n in range(s.nodes):
            mask[NODE + n] = int(is_own_coast(g, s, side, n))
    mask[BOX_ACTION] = int(s.kind[u] == BOAT or count == 0)


@rule
def apply_set_up_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    place_unit(g, s, action)


@rule
def place_unit(g: Game, s: Tables, action: int) -> None:
    """The unit in question is placed; a carrier with the aircraft of its deck."""
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.chosen_unit = NONE
    side = int(s.side[u])
    if action == BOX_ACTION:
        put(g, s, u, BOX, NONE)
    elif action >= OWN_FLEET:
        slot = side * FLEETS + action - OWN_FLEET
        if s.kind[u] == AIRCRAFT:
            g.fleet_floatplane[slot] = u
            return
        if not g.fleet_used[slot]:
            start_fleet(g, slot, NONE)
        put(g, s, u, FLEET, slot)
        for k in range(s.units):
            if s.mother[k] == u and is_listed(s, k):
                g.place[k] = CARRIER
                g.at[k] = u
    elif SPOT_ACTION <= action < FIELD:
        put(g, s, u, SPOT, action - SPOT_ACTION)
    else:
        put(g, s, u, SEA, action - NODE)
        g.flown[u] = 1
        g.placed_by[u] = side


@rule
def legal_set_up_fleet(g: Game, s: Tables, mask: Array[int]) -> None:
    for n in range(s.nodes):
        mask[NODE + n] = int(is_fleet_start(g, s, int(g.chosen_fleet) // FLEETS, n))


@rule
def apply_set_up_fleet(g: Game, s: Tables, t: Trace, action: int) -> None:
    place_fleet(g, s, action)


@rule
def place_fleet(g: Game, s: Tables, action: int) -> None:
    """A fleet stands there, or waits off map and is bound to come in there (RFS-1c, A-108)."""
    g.decision = NO_DECISION
    slot = int(g.chosen_fleet)
    n = action - NODE
    g.chosen_fleet = NONE
    if is_own_coast(g, s, slot // FLEETS, n):
        g.fleet_node[slot] = n
    else:
        g.fleet_entry[slot] = n
