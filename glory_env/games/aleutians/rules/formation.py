"""The start of S3: fleets are formed, troops board, supply is loaded at Seattle (8.2 to 8.4).

A transfer takes one ship to another fleet of the same place, to a new one, or off map out of all
fleets; each ship and each ground unit moves once (N-63), and cargo stays with its fleet. The enemy
sees neither these choices nor how many there are.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, DONE, N_NUMBERS, NUMBER, OWN_FLEET, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import can_use_port, depot_out, has_port, home_port_at
from glory_env.games.aleutians.rules.board import ask, clear_marks, spot_at
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.losses import close_empty
from glory_env.games.aleutians.rules.submarines import clear_missions
from glory_env.games.aleutians.rules.task_forces import (
    cargo_in,
    free_slot,
    lifts_in,
    seattle_shown,
    ships_in,
    start_fleet,
    supply_room,
)
from glory_env.games.aleutians.state import (
    AK,
    ALLIES,
    BOX,
    FLEET,
    FLEETS,
    FORM,
    FORM_FLEET,
    GROUND,
    JAPAN,
    LOAD_AMOUNT,
    LOAD_SUPPLY,
    MAX_SHIPS,
    NO_DECISION,
    NONE,
    SHIP,
    SPOT,
)

BEGIN, FORMING, LOADING, SAILING = 0, 1, 2, 3  # steps of NAVAL
ALLIED_D = ALLIES * FLEETS + 3


@rule
def begin_formation(g: Game, s: Tables) -> None:
    """SP aboard fleets that have not left Seattle are in the box again (A-21)."""
    clear_marks(g)
    clear_missions(g)
    g.sailing = NONE
    g.entered = 0
    for f in range(FLEETS):
        slot = int(g.side) * FLEETS + f
        g.fleet_moved[slot] = 0
        g.fleet_off[slot] = 0
        g.fleet_lifts_used[slot] = 0
        g.fleet_receives[slot] = 0
        if g.fleet_used[slot] and g.fleet_node[slot] == NONE:
            g.seattle += g.fleet_supply[slot]
            g.fleet_supply[slot] = 0
    g.step = FORMING


@rule
def continue_formation(g: Game, s: Tables) -> None:
    """Forming is always asked, so that the enemy learns nothing from a silence."""
    if g.step == BEGIN:
        begin_formation(g, s)
    if g.step == FORMING:
        ask(g, FORM, int(g.side))
    elif can_load(g, s):
        ask(g, LOAD_SUPPLY, int(g.side))
    else:
        g.step = SAILING


# --- where -------------------------------------------------------------------------------------


@rule
def harbour(g: Game, s: Tables, side: int, n: int) -> bool:
    """Off map, or at a printed port of its own that the side may use (R8-2a, R8-2b, R6-4b)."""
    if n == NONE:
        return True
    for p in range(s.sites):
        if spot_at(g, s, p, n) and can_use_port(g, s, side, p):
            return True
    return False


@rule
def is_tight(g: Game, s: Tables, side: int, n: int) -> bool:
    """At disrupted ports only: one fleet may take ships (R8-3b, N-64)."""
    return n != NONE and not home_port_at(g, s, side, n)


@rule
def new_slot(g: Game, side: int) -> int:
    """The first free marker, or NONE; Allied D waits for the fleet of the set-up (N-13)."""
    slot = free_slot(g, side)
    if slot == ALLIED_D and (g.fleet_d == 0 or g.fleet_d == 3):
        return NONE
    return slot


@rule
def ship_slot(g: Game, u: int) -> int:
    """The fleet of a ship, or NONE in the box."""
    return int(g.at[u]) if g.place[u] == FLEET else NONE


@rule
def ship_node(g: Game, u: int) -> int:
    """Where a ship is; NONE = off map."""
    return int(g.fleet_node[g.at[u]]) if g.place[u] == FLEET else NONE


# --- ships -------------------------------------------------------------------------------------


@rule
def may_leave(g: Game, s: Tables, u: int) -> bool:
    """A ship that has not been moved, in a harbour, whose fleet can spare its lift (N-63)."""
    if s.kind[u] != SHIP or s.side[u] != g.side or g.done[u]:
        return False
    if g.place[u] == BOX:
        return True
    if g.place[u] != FLEET or not harbour(g, s, int(g.side), ship_node(g, u)):
        return False
    slot = int(g.at[u])
    lifts = lifts_in(g, s, slot) - int(s.lift[u])
    if cargo_in(g, s, slot) > lifts:
        return False
    return s.type[u] != AK or g.fleet_supply[slot] <= lifts - cargo_in(g, s, slot)


@rule
def takes_floatplane(g: Game, s: Tables, u: int) -> bool:
    """Whether a waiting floatplane goes with the ship: the last of its fleet (N-74)."""
    slot = ship_slot(g, u)
    return slot != NONE and g.fleet_floatplane[slot] != NONE and ships_in(g, s, slot) == 1


@rule
def is_receiver(g: Game, s: Tables, slot: int, n: int) -> bool:
    """Whether a fleet may take ships here: at disrupted ports only the first that took some."""
    side = int(g.side)
    if not is_tight(g, s, side, n):
        return True
    for f in range(FLEETS):
        k = side * FLEETS + f
        if g.fleet_used[k] and g.fleet_node[k] == n and g.fleet_receives[k] and k != slot:
            return False
    return True


@rule
def can_join(g: Game, s: Tables, u: int, slot: int) -> bool:
    """Whether a ship that may leave can join a fleet, or found the fleet of a free marker.

    A fleet holds ten ships (R8-3a). The last ship of a fleet founds none: it would be the same.
    """
    old = ship_slot(g, u)
    n = ship_node(g, u)
    if slot == old or not is_receiver(g, s, slot, n):
        return False
    if not g.fleet_used[slot]:
        alone = old != NONE and ships_in(g, s, old) == 1
        return slot == new_slot(g, int(g.side)) and not alone
    if g.fleet_node[slot] != n or ships_in(g, s, slot) >= MAX_SHIPS:
        return False
    return not (takes_floatplane(g, s, u) and g.fleet_floatplane[slot] != NONE)


@rule
def can_stay_out(g: Game, s: Tables, u: int) -> bool:
    """Off map a ship may leave all fleets (A-33)."""
    return g.place[u] == FLEET and ship_node(g, u) == NONE and not takes_floatplane(g, s, u)


# --- ground units ------------------------------------------------------------------------------


@rule
def can_board(g: Game, s: Tables, u: int, slot: int) -> bool:
    """A ground unit at an own port or temporary port of the same part of the sea, or off map.

    R8-4d, R8-4l, R8-4m; each lift takes one unit or 1 SP (R8-4a). With the depot out the printed
    ports are of no use for this either (A-22).
    """
    if s.kind[u] != GROUND or s.side[u] != g.side or g.done[u] or not g.fleet_used[slot]:
        return False
    if s.home_spot[u] != NONE:
        return False
    if cargo_in(g, s, slot) + int(g.fleet_supply[slot]) >= lifts_in(g, s, slot):
        return False
    n = int(g.fleet_node[slot])
    if g.place[u] == BOX:
        return n == NONE
    if g.place[u] != SPOT or n == NONE:
        return False
    p = int(g.at[u])
    return spot_at(g, s, p, n) and has_port(g, s, int(g.side), p)


@rule
def can_enter(g: Game, s: Tables, u: int, slot: int) -> bool:
    """A ship or a ground unit into a fleet."""
    if s.kind[u] == SHIP:
        return can_join(g, s, u, slot)
    return can_board(g, s, u, slot)


@rule
def has_transfer(g: Game, s: Tables, u: int) -> bool:
    if s.side[u] != g.side or g.done[u]:
        return False
    if s.kind[u] == SHIP:
        if not may_leave(g, s, u):
            return False
        if can_stay_out(g, s, u):
            return True
    elif s.kind[u] != GROUND:
        return False
    for f in range(FLEETS):
        if can_enter(g, s, u, int(g.side) * FLEETS + f):
            return True
    return False


# --- decisions ---------------------------------------------------------------------------------


@rule
def legal_form(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[DONE] = 1
    for u in range(s.units):
        if has_transfer(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_form(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step = LOADING
    else:
        g.chosen_unit = action - UNIT
        ask(g, FORM_FLEET, int(g.side))


@rule
def legal_form_fleet(g: Game, s: Tables, mask: Array[int]) -> None:
    u = int(g.chosen_unit)
    for f in range(FLEETS):
        if can_enter(g, s, u, int(g.side) * FLEETS + f):
            mask[OWN_FLEET + f] = 1
    if s.kind[u] == SHIP and can_stay_out(g, s, u):
        mask[BOX_ACTION] = 1


@rule
def apply_form_fleet(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    g.done[u] = 1
    slot = int(g.side) * FLEETS + action - OWN_FLEET
    if s.kind[u] == GROUND:
        put(g, s, u, FLEET, slot)
    elif action == BOX_ACTION:
        old = ship_slot(g, u)
        put(g, s, u, BOX, NONE)
        close_empty(g, s, old)
    else:
        transfer(g, s, u, slot)


@rule
def transfer(g: Game, s: Tables, u: int, slot: int) -> None:
    """A ship to another fleet; what its old fleet was, the new one is too.

    Found (R8-2c, A-102), due in port (R8-5i), come by Cook Inlet (R12-2g), bound to come in by a
    part of the sea (RFS-1c).
    """
    old = ship_slot(g, u)
    n = ship_node(g, u)
    last = takes_floatplane(g, s, u)
    if not g.fleet_used[slot]:
        start_fleet(g, slot, n)
        g.fleet_receives[slot] = 0
    if is_tight(g, s, int(g.side), n):
        g.fleet_receives[slot] = 1
    put(g, s, u, FLEET, slot)
    if old == NONE:
        return
    g.fleet_found[slot] |= g.fleet_found[old]
    g.fleet_deadline[slot] |= g.fleet_deadline[old]
    g.fleet_via_cook[slot] |= g.fleet_via_cook[old]
    if g.fleet_entry[slot] == NONE:
        g.fleet_entry[slot] = g.fleet_entry[old]
    if last:
        g.fleet_floatplane[slot] = g.fleet_floatplane[old]
        g.fleet_floatplane[old] = NONE
    close_empty(g, s, old)


# --- supply ------------------------------------------------------------------------------------


@rule
def can_load(g: Game, s: Tables) -> bool:
    """Asked of the Allies with SP and a fleet in Seattle, and the depot in use (R6-4b).

    Whether the fleet has a transport and where loaded SP are is hidden, so it is not looked at.
    """
    if g.side != ALLIES or not seattle_shown(g, JAPAN) or depot_out(g, s):
        return False
    for f in range(FLEETS):
        slot = ALLIES * FLEETS + f
        if g.fleet_used[slot] and g.fleet_node[slot] == NONE:
            return True
    return False


@rule
def load_limit(g: Game, s: Tables, slot: int) -> int:
    """SP a fleet can load: in Seattle, once, one for each AK without troops (A-21)."""
    if not g.fleet_used[slot] or g.fleet_node[slot] != NONE or g.fleet_supply[slot] > 0:
        return 0
    return min(min(int(g.seattle), supply_room(g, s, slot)), N_NUMBERS - 1)


@rule
def legal_load_supply(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[DONE] = 1
    for f in range(FLEETS):
        if load_limit(g, s, ALLIES * FLEETS + f) > 0:
            mask[OWN_FLEET + f] = 1


@rule
def apply_load_supply(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step = SAILING
    else:
        g.chosen_fleet = ALLIES * FLEETS + action - OWN_FLEET
        ask(g, LOAD_AMOUNT, ALLIES)


@rule
def legal_load_amount(g: Game, s: Tables, mask: Array[int]) -> None:
    for k in range(1, load_limit(g, s, int(g.chosen_fleet)) + 1):
        mask[NUMBER + k] = 1


@rule
def apply_load_amount(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.seattle -= action - NUMBER
    g.fleet_supply[g.chosen_fleet] = action - NUMBER
