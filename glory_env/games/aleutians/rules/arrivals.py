"""Arrivals in stage 1: who comes, where, and the exchange of the B-26 (6.6 to 6.9, 6.11)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import (
    BOX_ACTION,
    DONE,
    FIELD,
    NODE,
    OWN_FLEET,
    SPOT_ACTION,
    UNIT,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import (
    can_land,
    floatplane_home,
    japan_holds_land,
    owns_field,
)
from glory_env.games.aleutians.rules.board import (
    ask,
    fresh_count,
    ground_in_land,
    in_play,
    room_for,
)
from glory_env.games.aleutians.rules.boats import is_boat_base
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.schedule import is_due, railway_open
from glory_env.games.aleutians.rules.task_forces import free_slot, ships_in, start_fleet
from glory_env.games.aleutians.rules.withdrawals import note_return
from glory_env.games.aleutians.state import (
    ABSENT,
    AIRCRAFT,
    ALLIED_D,
    ALLIES,
    ARRIVAL_PLACE,
    BOAT,
    BOX,
    CARRIER,
    DIVE_BOMBER,
    EXCHANGE,
    FLEET,
    FLEETS,
    GONE,
    GROUND,
    JAPAN,
    LOST,
    MAX_NODES,
    MAX_SHIPS,
    MIDGET,
    NO_DECISION,
    NONE,
    ON_WATER,
    PT,
    REPAIR,
    SEA,
    SHIP,
    SPOT,
    WITHDRAWN,
)

ANCHORAGE_FROM = 5  # turn from which ground units arrive there (R6-9b)


# --- where -----------------------------------------------------------------------------------
@rule
def takes_floatplane(g: Game, s: Tables, side: int, p: int) -> bool:
    """Own island or coastal land (R6-7b); for the Allies also coast without a unit (A-98)."""
    if floatplane_home(g, s, side, p):
        return True
    if side == JAPAN or p >= s.spots or not s.open[p] or not in_play(g, s, p):
        return False
    area = int(g.spot_area[p])
    return s.area_coast[area] == 1 and ground_in_land(g, s, JAPAN, area) == 0


@rule
def takes_aircraft(g: Game, s: Tables, u: int, p: int) -> bool:
    """An own undisrupted airfield with room and of the right size (R6-7a); floatplanes above."""
    side = int(s.side[u])
    if s.lands[u] == ON_WATER:
        return takes_floatplane(g, s, side, p)
    return owns_field(g, s, side, p) and not g.field_disrupted[p] and can_land(g, s, u, p)


@rule
def takes_ground(g: Game, s: Tables, u: int, p: int) -> bool:
    """Paramushiro for Japan (R6-9a, c); Anchorage and Nome for the Allies (R6-9b, R5-7b).

    There any spot of the area without an undisrupted enemy (A-59).
    """
    side = int(s.side[u])
    if not in_play(g, s, p) or not room_for(g, s, side, p):
        return False
    if side == JAPAN:
        return p == s.paramushiro and g.holder[p] == JAPAN
    if (p < s.spots and s.island[p]) or fresh_count(g, s, JAPAN, p) > 0 or g.flag[p, JAPAN]:
        return False
    area = int(g.spot_area[p])
    if area == s.spot_area[s.anchorage]:
        return g.turn >= ANCHORAGE_FROM and not japan_holds_land(g, s, int(s.anchorage))
    if area == s.spot_area[s.nome]:
        return railway_open(g) and not japan_holds_land(g, s, int(s.nome))
    return False


@rule
def takes_ship(g: Game, s: Tables, u: int, slot: int) -> bool:
    """A Japanese fleet in C15, or a new one there, while Paramushiro is Japanese (R6-8a, b)."""
    if s.side[u] != JAPAN or g.holder[s.paramushiro] != JAPAN:
        return False
    if not g.fleet_used[slot]:
        return slot == free_slot(g, JAPAN)
    return g.fleet_node[slot] == s.kurile_node and ships_in(g, s, slot) < MAX_SHIPS


@rule
def has_box(s: Tables, u: int) -> bool:
    """All but Japanese aircraft, midget and PT may wait off map (R6-7c, R6-8c, R6-9a, b)."""
    if s.kind[u] == AIRCRAFT:
        return s.side[u] == ALLIES
    return not (s.kind[u] == BOAT and (s.type[u] == MIDGET or s.type[u] == PT))


@rule
def is_place(g: Game, s: Tables, u: int, action: int) -> bool:
    """Whether a unit may come in where an action of arrival_place says."""
    kind = int(s.kind[u])
    if action == BOX_ACTION:
        return has_box(s, u)
    if NODE <= action < NODE + MAX_NODES:  # R6-8d
        here = kind == BOAT and not has_box(s, u) and action - NODE < s.nodes
        return here and is_boat_base(g, s, u, action - NODE)
    if SPOT_ACTION <= action < FIELD:
        p = action - SPOT_ACTION
        if not g.spot_used[p]:
            return False
        if kind == AIRCRAFT:
            return takes_aircraft(g, s, u, p)
        return kind == GROUND and takes_ground(g, s, u, p)
    if OWN_FLEET <= action < OWN_FLEET + FLEETS and kind == SHIP and s.side[u] == JAPAN:
        return takes_ship(g, s, u, JAPAN * FLEETS + action - OWN_FLEET)
    return False


@rule
def next_place(g: Game, s: Tables, u: int, start: int) -> int:
    """The first action from `start` on where the unit may come in, or NONE."""
    for action in range(start, BOX_ACTION + 1):
        if is_place(g, s, u, action):
            return action
    return NONE


@rule
def place_at(g: Game, s: Tables, u: int, action: int) -> None:
    """A unit comes in, fresh; a carrier with its aircraft."""
    returns = g.place[u] == WITHDRAWN
    if returns:
        note_return(g, s, u)
    g.damaged[u] = 0
    g.disrupted[u] = 0
    g.flown[u] = 0
    g.when[u] = 0
    g.done[u] = 1
    if action == BOX_ACTION:
        put(g, s, u, BOX, NONE)
    elif action < SPOT_ACTION:
        put(g, s, u, SEA, action - NODE)
        g.placed_by[u] = g.side
    elif action < FIELD:
        put(g, s, u, SPOT, action - SPOT_ACTION)
    else:
        slot = JAPAN * FLEETS + action - OWN_FLEET
        if not g.fleet_used[slot]:
            start_fleet(g, slot, int(s.kurile_node))
        put(g, s, u, FLEET, slot)
    if s.kind[u] == SHIP and s.capacity[u] > 0:
        come_aboard(g, s, u, returns)


@rule
def come_aboard(g: Game, s: Tables, ship: int, returns: bool) -> None:
    """Aircraft that belong on a carrier's deck when it arrives (RRF-3b, A-101).

    returns: it comes back with the group of turn 9. Enterprise then has the new aircraft of the
    group and one dive bomber, even if that was lost; the others are out of the game (R6-11c).
    """
    dive_bombers = 0
    for k in range(s.units):
        if s.mother[k] != ship:
            continue
        first = returns or s.condition[k] == s.condition[ship]  # not the group's for a repaired one
        if g.place[k] == BOX or (g.place[k] == ABSENT and first):
            on_deck(g, k, ship)
        if returns and s.condition[k] == ALLIED_D:
            if s.type[k] == DIVE_BOMBER and dive_bombers == 0:
                dive_bombers = 1
                on_deck(g, k, ship)
            else:
                g.place[k] = GONE
                g.at[k] = NONE


@rule
def on_deck(g: Game, u: int, ship: int) -> None:
    """An aircraft stands on its carrier, ready."""
    g.place[u] = CARRIER
    g.at[u] = ship
    g.when[u] = 0
    g.flown[u] = 0


@rule
def settle(g: Game, s: Tables, u: int) -> None:
    """Bring a unit in at its only place, or ask where."""
    first = next_place(g, s, u, NODE)
    if next_place(g, s, u, first + 1) == NONE:
        place_at(g, s, u, first)
        return
    g.chosen_unit = u
    ask(g, ARRIVAL_PLACE, int(g.side))


@rule
def legal_arrival_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """SPOT, BOX, OWN_FLEET in C15 (also a free marker: a new fleet), NODE for midget and PT."""
    for action in range(NODE, BOX_ACTION + 1):
        if is_place(g, s, int(g.chosen_unit), action):
            mask[action] = 1


@rule
def apply_arrival_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    place_at(g, s, int(g.chosen_unit), action)
    g.chosen_unit = NONE


# --- who ---------------------------------------------------------------------------------------
@rule
def can_arrive(g: Game, s: Tables, u: int) -> bool:
    """A unit of the phasing side that is due, or repaired, and finds a place (R6-6a, R10-9f)."""
    if s.side[u] != g.side:
        return False
    ready = g.when[u] <= g.turn if g.place[u] == REPAIR else is_due(g, s, u)
    return bool(ready) and next_place(g, s, u, NODE) != NONE


@rule
def legal_arrival(g: Game, s: Tables, mask: Array[int]) -> None:
    """UNIT: it comes now; DONE: the rest may come in later turns (A-80)."""
    mask[DONE] = 1
    for u in range(s.units):
        if can_arrive(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_arrival(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
    else:
        settle(g, s, action - UNIT)


# --- exchange (6.7) ------------------------------------------------------------------------------
@rule
def is_partner(g: Game, s: Tables, u: int) -> bool:
    """A B-26 in play, or one eliminated in the turn before (R6-7d, A-97)."""
    if not s.swapped[u]:
        return False
    if g.place[u] == LOST:
        return g.when[u] == g.turn - 1
    return g.place[u] == SPOT or g.place[u] == BOX


@rule
def due_exchange(g: Game, s: Tables) -> int:
    """The B-25 that has to be exchanged now, or NONE; without a partner it just arrives (A-97)."""
    partners = 0
    for u in range(s.units):
        partners += int(is_partner(g, s, u))
    if g.side != ALLIES or partners == 0:
        return NONE
    for u in range(s.units):
        if s.swap[u] and g.place[u] == ABSENT and is_due(g, s, u):
            return u
    return NONE


@rule
def continue_exchange(g: Game, s: Tables) -> bool:
    """Exchange B-26 that are due; True while the Allies have to choose."""
    while due_exchange(g, s) != NONE:
        partner = NONE
        for u in range(s.units):
            if is_partner(g, s, u):
                if partner != NONE:
                    ask(g, EXCHANGE, ALLIES)
                    return True
                partner = u
        exchange(g, s, partner)
        if g.decision != NO_DECISION:
            return True
    return False


@rule
def exchange(g: Game, s: Tables, old: int) -> None:
    """The B-25 comes onto the same airfield; for a lost B-26 onto any, like an arrival (VX-07)."""
    new = due_exchange(g, s)
    place, at = int(g.place[old]), int(g.at[old])
    g.place[old] = GONE
    g.at[old] = NONE
    if place == LOST:
        settle(g, s, new)
    else:
        g.place[new] = place
        g.at[new] = at


@rule
def legal_exchange(g: Game, s: Tables, mask: Array[int]) -> None:
    for u in range(s.units):
        if is_partner(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_exchange(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    exchange(g, s, action - UNIT)
