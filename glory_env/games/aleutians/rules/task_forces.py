"""Fleets: their ships, cargo and markers (8.1 to 8.4)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import (
    AK,
    ALLIES,
    BOX,
    DD,
    FLEET,
    FLEETS,
    GROUND,
    NONE,
    SHIP,
    SLOTS,
)


@rule
def slot_side(slot: int) -> int:
    return slot // FLEETS


@rule
def is_on_map(g: Game, slot: int) -> bool:
    """Whether a fleet marker is in use and not off map."""
    return g.fleet_used[slot] == 1 and g.fleet_node[slot] != NONE


@rule
def in_fleet(g: Game, s: Tables, u: int, slot: int) -> bool:
    """Whether a unit is a ship of this fleet."""
    return s.kind[u] == SHIP and g.place[u] == FLEET and g.at[u] == slot


@rule
def ships_in(g: Game, s: Tables, slot: int) -> int:
    count = 0
    for u in range(s.units):
        count += int(in_fleet(g, s, u, slot))
    return count


@rule
def cargo_in(g: Game, s: Tables, slot: int) -> int:
    """Ground units aboard a fleet."""
    count = 0
    for u in range(s.units):
        count += int(s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot)
    return count


@rule
def lifts_in(g: Game, s: Tables, slot: int) -> int:
    """AK and APD of a fleet, each one lift (R8-4a); damaged ones lift too (A-91)."""
    count = 0
    for u in range(s.units):
        if in_fleet(g, s, u, slot):
            count += int(s.lift[u])
    return count


@rule
def supply_room(g: Game, s: Tables, slot: int) -> int:
    """SP a fleet can have aboard: one for each AK that carries no troops (A-21)."""
    free = lifts_in(g, s, slot) - cargo_in(g, s, slot)
    transports = 0
    for u in range(s.units):
        transports += int(in_fleet(g, s, u, slot) and s.type[u] == AK)
    return max(0, min(free, transports))


@rule
def has_type(g: Game, s: Tables, slot: int, kind: int) -> bool:
    """Whether a fleet has a ship of this type; an APD is a DD (N-73)."""
    for u in range(s.units):
        if in_fleet(g, s, u, slot) and s.type[u] == kind:
            return True
    return False


@rule
def has_destroyer(g: Game, s: Tables, slot: int) -> bool:
    return has_type(g, s, slot, DD)


@rule
def is_slow(g: Game, s: Tables, slot: int) -> bool:
    """With an AK or a damaged ship (R10-9d, R11-4a)."""
    for u in range(s.units):
        if in_fleet(g, s, u, slot) and (s.type[u] == AK or g.damaged[u]):
            return True
    return False


@rule
def fleet_anti_air(g: Game, s: Tables, slot: int) -> int:
    """Sum of the anti-air values of a fleet's ships."""
    total = 0
    for u in range(s.units):
        if in_fleet(g, s, u, slot):
            total += int(s.aa[u])
    return total


@rule
def fleet_at(g: Game, side: int, node: int, k: int) -> int:
    """The slot of a side's k-th fleet (from 0) in a part of the sea, or NONE."""
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if g.fleet_used[slot] and g.fleet_node[slot] == node:
            if k == 0:
                return slot
            k -= 1
    return NONE


@rule
def fleets_in_area(g: Game, s: Tables, side: int, area: int) -> int:
    count = 0
    for f in range(FLEETS):
        slot = side * FLEETS + f
        if is_on_map(g, slot):
            count += int(s.node_area[g.fleet_node[slot]] == area)
    return count


@rule
def free_slot(g: Game, side: int) -> int:
    """One of the four fleet markers of a side that is not in use, or NONE (R8-1b, RLM-1a)."""
    for f in range(FLEETS):
        if not g.fleet_used[side * FLEETS + f]:
            return side * FLEETS + f
    return NONE


@rule
def start_fleet(g: Game, slot: int, node: int) -> None:
    """A marker comes into use, with no ships yet; node NONE = off map."""
    g.fleet_used[slot] = 1
    g.fleet_node[slot] = node
    g.fleet_found[slot] = 0
    g.fleet_moved[slot] = 0
    g.fleet_fought[slot] = 0
    g.fleet_deadline[slot] = 0
    g.fleet_via_cook[slot] = 0
    g.fleet_supply[slot] = 0
    g.fleet_lifts_used[slot] = 0
    g.fleet_landing[slot] = NONE
    g.fleet_off[slot] = 0
    g.fleet_floatplane[slot] = NONE
    g.fleet_entry[slot] = NONE


@rule
def fleet_to_box(g: Game, s: Tables, slot: int) -> None:
    """A fleet goes off map (R8-5j): it keeps its marker (N-62), troops go ashore there (R8-4l)."""
    g.fleet_node[slot] = NONE
    g.fleet_found[slot] = 0
    g.fleet_deadline[slot] = 0
    g.fleet_via_cook[slot] = 0
    if g.fleet_supply[slot] > 0:  # N-65
        g.seattle += g.fleet_supply[slot]
        g.fleet_supply[slot] = 0
    for u in range(s.units):
        if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
            g.place[u] = BOX
            g.at[u] = NONE


@rule
def seattle_shown(g: Game, seat: int) -> int:
    """SP in Seattle; the enemy's count includes those loaded and not delivered yet (A-21)."""
    total = int(g.seattle)
    if seat != ALLIES:
        for slot in range(FLEETS, SLOTS):
            total += int(g.fleet_supply[slot])
    return total
