"""S8: fleets, aircraft and boats return (14.1, 14.2, 14.5, 8.6)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, NODE, PASS, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.airfields import can_build
from glory_env.games.aleutians.rules.bases import (
    can_land,
    can_use_port,
    clear_spots_tried,
    home_port_at,
    lies_in_port,
)
from glory_env.games.aleutians.rules.board import (
    area_of_ship,
    ask,
    clear_marks,
    in_range,
    lose,
    room_for,
    sea_area,
    spot_at,
)
from glory_env.games.aleutians.rules.boats import continue_boats
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.naval import is_closed
from glory_env.games.aleutians.rules.rebase import can_rebase
from glory_env.games.aleutians.rules.task_forces import fleet_to_box, is_on_map
from glory_env.games.aleutians.rules.turn import next_operation
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ASHORE,
    BUILD,
    CARRIER,
    CVE,
    FLEET,
    FLEETS,
    GROUND,
    JAPAN,
    MAX_SPOTS,
    NO_DECISION,
    NO_GROUP,
    NONE,
    ON_CARRIER,
    REBASE,
    REPAIR,
    RETURN_AIRCRAFT,
    RETURN_FLEET,
    SEA,
    SLOTS,
    SPOT,
    TARGET,
    TRUK,
)

START, HOME, BUILDING, OWN_AIRCRAFT, ENEMY_AIRCRAFT, BASES, BOATS, END = range(8)  # steps


@rule
def continue_return(g: Game, s: Tables, t: Trace) -> None:
    """Fleets, airfields, aircraft (PP, then NP), base changes, boats of NP (R14-1a, RSQ-8c).

    So aircraft may land on a field that has just been built (R14-1b, RSQ-8c).
    """
    side = int(g.side)
    if g.step == START:
        clear_marks(g)
        clear_spots_tried(g)
        for slot in range(SLOTS):
            g.fleet_moved[slot] = 0  # from here on: has been asked in S8
        g.step = HOME
    if g.step == HOME:
        if ask_ashore(g, s):
            return
        for f in range(FLEETS):
            slot = side * FLEETS + f
            if is_on_map(g, slot) and not g.fleet_moved[slot]:
                g.chosen_fleet = slot
                ask(g, RETURN_FLEET, side)
                return
        end_fleets(g, s)
        g.step = BUILDING
    if g.step == BUILDING:
        if can_build(g, s):
            ask(g, BUILD, side)
            return
        g.step = OWN_AIRCRAFT
    if g.step == OWN_AIRCRAFT:
        if return_of(g, s, side):
            return
        g.step = ENEMY_AIRCRAFT
    if g.step == ENEMY_AIRCRAFT:
        if return_of(g, s, 1 - side):
            return
        g.step = BASES
    if g.step == BASES:
        if can_rebase(g, s):
            ask(g, REBASE, side)
            return
        g.step = BOATS
    if g.step == BOATS:
        if continue_boats(g, s):
            return
        g.step = END
    end_operation(g, s)
    next_operation(g, s, t)


# --- fleets --------------------------------------------------------------------------------
@rule
def may_stay(g: Game, s: Tables, slot: int) -> bool:
    """A fleet may end the phase where it is, but not twice at sea (R8-5i) or in ice.

    Allied fleet D begins turn 1 at sea (RSU-3f), and another fleet with its marker does not (N-92).
    """
    node = int(g.fleet_node[slot])
    if is_closed(g, s, node):
        return False
    return not g.fleet_deadline[slot] or lies_in_port(g, s, slot // FLEETS, node)


@rule
def legal_return_fleet(g: Game, s: Tables, mask: Array[int]) -> None:
    """PASS: stay; NODE with an own usable undisrupted printed port; BOX: off map (R8-5h).

    No distance is too far (R8-6a, R8-6c); a temporary port is not enough (R8-6b, R12-5e). Ice is
    closed, and out of it leads only the way off map (R8-5g, R8-6d, A-70).
    """
    slot = int(g.chosen_fleet)
    node = int(g.fleet_node[slot])
    mask[BOX_ACTION] = 1
    mask[PASS] = int(may_stay(g, s, slot))
    if is_closed(g, s, node):
        return
    for n in range(s.nodes):
        if n != node and not is_closed(g, s, n) and home_port_at(g, s, g.side, n):
            mask[NODE + n] = 1


@rule
def apply_return_fleet(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A fleet that stays keeps its troops aboard (R8-4h)."""
    g.decision = NO_DECISION
    slot = int(g.chosen_fleet)
    g.fleet_moved[slot] = 1
    if action == BOX_ACTION:
        fleet_to_box(g, s, slot)
    elif action != PASS:
        g.fleet_node[slot] = action - NODE
        for u in range(s.units):  # R8-4g: all its troops have to go ashore there
            if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
                g.done[u] = 1


@rule
def berth(g: Game, s: Tables, u: int, p: int) -> bool:
    """A spot where a unit may step ashore after its fleet's return."""
    node = int(g.fleet_node[g.at[u]])
    return spot_at(g, s, p, node) and can_use_port(g, s, g.side, p) and room_for(g, s, g.side, p)


@rule
def ask_ashore(g: Game, s: Tables) -> bool:
    """Troops of fleets that have returned to a port go ashore; what finds no room stays (N-45)."""
    for u in range(s.units):
        if s.kind[u] == GROUND and g.place[u] == FLEET and g.done[u]:
            count = 0
            spot = NONE
            for p in range(s.sites):
                if berth(g, s, u, p):
                    count += 1
                    spot = p
            if count > 1:
                g.chosen_unit = u
                ask(g, ASHORE, g.side)
                return True
            g.done[u] = 0
            if count == 1:
                put(g, s, u, SPOT, spot)
    return False


@rule
def legal_ashore(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(s.sites):
        if berth(g, s, int(g.chosen_unit), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_ashore(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.done[u] = 0
    put(g, s, u, SPOT, action - SPOT_ACTION)
    g.chosen_unit = NONE


@rule
def end_fleets(g: Game, s: Tables) -> None:
    """Deadlines (R8-5i, N-47), and set-up floatplanes on the island of a landing (RSU-3b, A-86)."""
    for f in range(FLEETS):
        slot = int(g.side) * FLEETS + f
        at_sea = is_on_map(g, slot) and not lies_in_port(g, s, g.side, int(g.fleet_node[slot]))
        g.fleet_deadline[slot] = int(at_sea)
        p = int(g.fleet_landing[slot])
        if g.fleet_used[slot] and g.fleet_floatplane[slot] != NONE and p != NONE and s.island[p]:
            put(g, s, int(g.fleet_floatplane[slot]), SPOT, p)
            g.fleet_floatplane[slot] = NONE
        g.fleet_landing[slot] = NONE


# --- aircraft ------------------------------------------------------------------------------
@rule
def lands_ashore(g: Game, s: Tables, u: int) -> bool:
    """The fighter of Unyo, an escort carrier of the Truk force, goes to an airfield (R6-10h).

    So do all Japanese carrier aircraft once they are land planes (R16-8a).
    """
    mother = int(s.mother[u])
    if g.aircraft_landed and s.side[u] == JAPAN:
        return True
    return mother != NONE and s.condition[u] == TRUK and s.type[mother] == CVE


@rule
def is_away(g: Game, s: Tables, u: int, side: int) -> bool:
    """An aircraft that has flown and has not returned."""
    return (
        s.kind[u] == AIRCRAFT and s.side[u] == side and (g.place[u] == SEA or g.place[u] == TARGET)
    )


@rule
def away_area(g: Game, s: Tables, u: int) -> int:
    """The area an aircraft returns from (N-84)."""
    if g.place[u] == TARGET:
        return int(g.group_area[g.at[u]])
    return sea_area(s, int(g.at[u]))


@rule
def may_return_to(g: Game, s: Tables, u: int, p: int) -> bool:
    """In range and with room; it may be another base than before (R14-2e)."""
    return (
        g.spot_used[p] == 1
        and can_land(g, s, u, p)
        and in_range(s, u, away_area(g, s, u), int(g.spot_area[p]))
    )


@rule
def to_carrier(g: Game, s: Tables, u: int) -> None:
    """Back on its own carrier if that is in range, else eliminated (R10-3d, R14-2b, A-94)."""
    mother = int(s.mother[u])
    area = area_of_ship(g, s, mother)
    if g.place[mother] == FLEET and area != NONE and in_range(s, u, away_area(g, s, u), area):
        g.place[u] = CARRIER
        g.at[u] = mother
        back(g, u)
    else:
        lose(g, s, u)


@rule
def back(g: Game, u: int) -> None:
    """An aircraft has landed; it cannot change base in this stage (R14-2d)."""
    g.flown[u] = 0
    g.done[u] = 1
    g.aim[u] = NONE


@rule
def return_of(g: Game, s: Tables, side: int) -> bool:
    """Ask for the next aircraft of a side that has a choice; False when all have landed."""
    for u in range(s.units):
        on_deck = s.kind[u] == AIRCRAFT and g.place[u] == CARRIER and s.side[u] == side
        if on_deck and g.place[g.at[u]] == REPAIR:  # R10-3d, N-21
            lose(g, s, u)
        if not is_away(g, s, u, side):
            continue
        if s.lands[u] == ON_CARRIER and not lands_ashore(g, s, u):
            to_carrier(g, s, u)
            continue
        for p in range(MAX_SPOTS):
            if may_return_to(g, s, u, p):
                g.chosen_unit = u
                ask(g, RETURN_AIRCRAFT, side)
                return True
        lose(g, s, u)
    return False


@rule
def legal_return_aircraft(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(MAX_SPOTS):
        if may_return_to(g, s, int(g.chosen_unit), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_return_aircraft(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    put(g, s, u, SPOT, action - SPOT_ACTION)
    back(g, u)
    g.chosen_unit = NONE


# --- end of the phase ----------------------------------------------------------------------
@rule
def end_operation(g: Game, s: Tables) -> None:
    """Found markers off, groups dissolved, marks of the phase cleared (R9-5a, R9-5b)."""
    for slot in range(SLOTS):
        g.fleet_found[slot] = 0
        g.fleet_moved[slot] = 0
        g.fleet_fought[slot] = 0
        g.fleet_lifts_used[slot] = 0
        g.fleet_off[slot] = 0
    for k in range(g.group_state.shape[0]):
        g.group_state[k] = NO_GROUP
    for p in range(MAX_SPOTS):
        g.suppressed[p] = 0
    for u in range(s.units):
        if s.kind[u] == AIRCRAFT or s.kind[u] == GROUND:
            g.flown[u] = 0
    clear_marks(g)
