"""The board: what stands where, and the changes that several chapters make.

Slots are fleets by number: fleet f (0 = A) of a side is `side * FLEETS + f`. Units, nodes (parts of
the sea), spots (places on land) and areas are numbers of the scenario.
"""

from __future__ import annotations

from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.state import (
    AIRCRAFT,
    AK,
    BOX,
    CARRIER,
    COLUMNS,
    DD,
    FLEET,
    FLEETS,
    GROUND,
    JAPAN,
    LAST_CARRIER,
    LOST,
    MAX_NODES,
    MAX_SPOTS,
    MAX_UNITS,
    NO_DECISION,
    NO_FIELD,
    NONE,
    SEA,
    SHIP,
    SPOT,
    SUBMARINE,
)
from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die_of
from glory_env.core.records import Trace


# --- the driver ----------------------------------------------------------------------------
@rule
def ask(g: Game, decision: int, side: int) -> None:
    """The game stops at this decision of a side."""
    g.decision = decision
    g.actor = side


@rule
def end_phase(g: Game, phase: int) -> None:
    """The next phase begins with its step 0; nobody is asked."""
    g.phase = phase
    g.step = 0
    g.passes = 0
    g.decision = NO_DECISION


@rule
def roll(g: Game, t: Trace, purpose: int) -> int:
    """One die, 1 to 6 (RDX). Its face depends on the key, the purpose and how many came before."""
    begin_roll(t, purpose)
    face = die_of(g, t, purpose, 0, 0, int(g.rolled[purpose]), 6)
    g.rolled[purpose] += 1
    return face


@rule
def other(side: int) -> int:
    return 1 - side


# --- areas ---------------------------------------------------------------------------------
@rule
def distance(start: int, end: int, star: int) -> int:
    """Areas counted orthogonally, without the first and with the last (R7-7a).

    star: the first step may be diagonal.
    """
    rows = abs(start // COLUMNS - end // COLUMNS)
    columns = abs(start % COLUMNS - end % COLUMNS)
    steps = rows + columns
    if star and rows > 0 and columns > 0:
        steps -= 1
    return steps


@rule
def in_range(s: Tables, u: int, start: int, end: int) -> bool:
    """Whether a unit reaches area `end` from area `start`."""
    return distance(start, end, int(s.star[u])) <= s.range[u]


@rule
def spot_area(g: Game, s: Tables, p: int) -> int:
    """The area of a spot; fields built on open land have theirs in the game."""
    return int(g.spot_area[p])


@rule
def spot_at(g: Game, s: Tables, p: int, n: int) -> bool:
    """Whether a spot lies at this part of the sea."""
    nodes = int(s.spot_nodes[p])
    if p >= s.spots:  # a built field lies where the open country of its area does (N-34)
        nodes = int(s.area_nodes[g.spot_area[p]]) if s.area_coast[g.spot_area[p]] else 0
    return (nodes >> n) & 1 == 1


@rule
def first_node(s: Tables, area: int) -> int:
    """The lowest-numbered part of the sea in an area, or NONE; aircraft on recon stand there."""
    for n in range(MAX_NODES):
        if (int(s.area_nodes[area]) >> n) & 1:
            return n
    return NONE


@rule
def in_play(g: Game, s: Tables, p: int) -> bool:
    """Whether a spot may be used: it exists, and is not Soviet before entry (A-72)."""
    if not g.spot_used[p]:
        return False
    return colour_of(g, s, p) < 2


@rule
def colour_of(g: Game, s: Tables, p: int) -> int:
    """Default owner of a spot's ground (R3-2b); Soviet ground is Allied after entry (R15-2b)."""
    colour = int(s.colour[p]) if p < s.spots else int(s.area_colour[g.spot_area[p]])
    if colour == 2 and g.soviet:
        return 1
    return colour


@rule
def area_of(g: Game, s: Tables, u: int) -> int:
    """The area a unit is in, or NONE off the map."""
    place = g.place[u]
    at = int(g.at[u])
    if place == SPOT:
        return int(g.spot_area[at])
    if place == SEA:
        return int(s.node_area[at])
    if place == FLEET:
        return int(s.node_area[g.fleet_node[at]]) if g.fleet_node[at] != NONE else NONE
    if place == CARRIER or place == SUBMARINE:
        return area_of_ship(g, s, at)
    return NONE


@rule
def area_of_ship(g: Game, s: Tables, u: int) -> int:
    """The area of a ship in a fleet or of a boat at sea, or NONE."""
    if g.place[u] == SEA:
        return int(s.node_area[g.at[u]])
    if g.place[u] == FLEET and g.fleet_node[g.at[u]] != NONE:
        return int(s.node_area[g.fleet_node[g.at[u]]])
    return NONE


# --- fleets --------------------------------------------------------------------------------
@rule
def slot_side(slot: int) -> int:
    return slot // FLEETS


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
        if g.fleet_used[slot] and g.fleet_node[slot] != NONE:
            count += int(s.node_area[g.fleet_node[slot]] == area)
    return count


@rule
def free_slot(g: Game, side: int) -> int:
    """A fleet marker of a side that is not in use, or NONE."""
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


@rule
def close_empty(g: Game, s: Tables, slot: int) -> bool:
    """A fleet without ships gives its marker back (R8-3c); SP loaded on it are lost (R8-4i).

    Ground units aboard must have been dealt with before (`short_fleet`). Returns whether it closed.
    """
    if g.fleet_used[slot] and ships_in(g, s, slot) == 0:
        g.fleet_used[slot] = 0
        g.fleet_found[slot] = 0
        g.fleet_node[slot] = NONE
        g.fleet_supply[slot] = 0
        if g.fleet_floatplane[slot] != NONE:
            lose(g, s, int(g.fleet_floatplane[slot]))
            g.fleet_floatplane[slot] = NONE
        return True
    return False


# --- losses --------------------------------------------------------------------------------
@rule
def lose(g: Game, s: Tables, u: int) -> None:
    """A unit is eliminated or sunk, this turn. Use `sink` for ships."""
    g.place[u] = LOST
    g.at[u] = NONE
    g.when[u] = g.turn
    g.damaged[u] = 0
    g.disrupted[u] = 0
    g.aim[u] = NONE


@rule
def sink(g: Game, s: Tables, u: int) -> None:
    """A ship or boat is sunk: VP for a carrier (R4-1f), companies and landed aircraft go down.

    Aircraft of a sunk carrier that are in the air go in S8 (R10-3d). Calls for CARGO where the
    lifts of its fleet get short (R8-4j), and closes an empty fleet.
    """
    slot = int(g.at[u]) if g.place[u] == FLEET else NONE
    if s.kind[u] == SHIP and s.type[u] <= LAST_CARRIER:
        g.points += 1 if s.side[u] != JAPAN else -1
    lose(g, s, u)
    for k in range(s.units):
        if (g.place[k] == CARRIER or g.place[k] == SUBMARINE) and g.at[k] == u:
            lose(g, s, k)
    if slot != NONE:
        check_lifts(g, s, slot)


@rule
def check_lifts(g: Game, s: Tables, slot: int) -> None:
    """After ships have left a fleet: all cargo is lost with the last ship, else CARGO is called."""
    if ships_in(g, s, slot) == 0:
        for u in range(s.units):
            if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
                lose(g, s, u)
        close_empty(g, s, slot)
    elif cargo_in(g, s, slot) > lifts_in(g, s, slot):
        g.short_fleet = slot


@rule
def damage(g: Game, s: Tables, u: int, result: int) -> None:
    """Result of the air-sea table on a ship: 0 none, 1 damaged, 2 sunk; twice damaged is sunk."""
    if result == 2 or (result == 1 and g.damaged[u]):
        sink(g, s, u)
    elif result == 1:
        g.damaged[u] = 1


@rule
def air_sea(s: Tables, strength: int, die: int) -> int:
    """The air-sea table: 0 nothing, 1 damaged, 2 sunk, by column and modified die."""
    column = min(strength, s.sunk.shape[0] - 1)
    if column <= 0:
        return 0
    if die <= s.sunk[column]:
        return 2
    return 1 if die <= s.damage[column] else 0


@rule
def torpedo(s: Tables, die: int) -> int:
    """Its torpedo column: 0 nothing, 1 damaged, 2 sunk, by modified die."""
    if die <= s.torpedo_sunk:
        return 2
    return 1 if die <= s.torpedo_damage else 0


@rule
def is_disrupting(s: Tables, power: int, die: int) -> bool:
    """The bombardment table."""
    return power > 0 and die <= s.bombard[min(power, s.bombard.shape[0] - 1)]


# --- ground --------------------------------------------------------------------------------
@rule
def ground_at(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether a unit is a ground unit that stands at this spot."""
    return s.kind[u] == GROUND and g.place[u] == SPOT and g.at[u] == p


@rule
def ground_count(g: Game, s: Tables, side: int, p: int) -> int:
    count = 0
    for u in range(s.units):
        count += int(s.side[u] == side and ground_at(g, s, u, p))
    return count


@rule
def fresh_count(g: Game, s: Tables, side: int, p: int) -> int:
    """Undisrupted ground units of a side at a spot."""
    count = 0
    for u in range(s.units):
        count += int(s.side[u] == side and ground_at(g, s, u, p) and not g.disrupted[u])
    return count


@rule
def ground_in_land(g: Game, s: Tables, side: int, area: int) -> int:
    """Ground units of a side on the land of an area (islands left out)."""
    count = 0
    for u in range(s.units):
        if s.side[u] == side and s.kind[u] == GROUND and g.place[u] == SPOT:
            p = int(g.at[u])
            count += int(g.spot_area[p] == area and not s.island[p])
    return count


# --- facilities ----------------------------------------------------------------------------
@rule
def landed_at(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether a unit is a landed aircraft at this spot."""
    return s.kind[u] == AIRCRAFT and g.place[u] == SPOT and g.at[u] == p


@rule
def on_field(g: Game, s: Tables, u: int, p: int) -> bool:
    """Landed on the airfield of a spot; floatplanes never are (R14-2c)."""
    return landed_at(g, s, u, p) and s.base[u] != 3


@rule
def field_load(g: Game, s: Tables, p: int) -> int:
    """Aircraft on the airfield of a spot."""
    count = 0
    for u in range(s.units):
        count += int(on_field(g, s, u, p))
    return count


@rule
def field_capacity(g: Game, p: int) -> int:
    """Aircraft it holds: large 10, small 3 (R10-3a)."""
    if g.field[p] == 2:
        return 10
    return 3 if g.field[p] == 1 else 0


@rule
def owns_field(g: Game, s: Tables, side: int, p: int) -> bool:
    return in_play(g, s, p) and g.field[p] != NO_FIELD and g.field_owner[p] == side


@rule
def owns_port(g: Game, s: Tables, side: int, p: int) -> bool:
    """A printed port that the side controls, disrupted or not."""
    return in_play(g, s, p) and s.port[p] == 1 and g.port_owner[p] == side


@rule
def depot_out(g: Game, s: Tables) -> bool:
    """Fire at the depot, or Japan holds Anchorage or the depot itself (R6-4a, A-22)."""
    depot = int(s.depot)
    if g.depot_fire or japan_holds_land(g, s, int(s.anchorage)):
        return True
    return ground_count(g, s, 0, depot) > 0 and ground_count(g, s, 1, depot) == 0


@rule
def japan_holds_land(g: Game, s: Tables, p: int) -> bool:
    """Japan controls Anchorage or Nome: all printed facilities there, the depot apart (A-03).

    With the switch LAND_POINTS_BY_FIELD any one of them.
    """
    field = g.field[p] != NO_FIELD and g.field_owner[p] == JAPAN
    if not s.port[p]:
        return field
    port = g.port_owner[p] == JAPAN
    if g.switch[0]:
        return field or port
    return field and port


@rule
def can_use_port(g: Game, s: Tables, side: int, p: int) -> bool:
    """A printed port for loading, unloading, forming and return; not with the depot out (R6-4b)."""
    if not owns_port(g, s, side, p):
        return False
    return side == JAPAN or not depot_out(g, s)


@rule
def has_beach(g: Game, s: Tables, side: int, p: int) -> bool:
    """A temporary port (12.5): landed here and still there, or R3-2g's island with an airfield."""
    if not in_play(g, s, p) or owns_port(g, s, side, p):
        return False
    if g.beach[p, side] and ground_count(g, s, side, p) > 0:
        return True
    if not s.island[p] or s.port[p]:
        return False
    return colour_of(g, s, p) != side and g.holder[p] == side and owns_field(g, s, side, p)


@rule
def has_port(g: Game, s: Tables, side: int, p: int) -> bool:
    """An own port or temporary port to board and disembark at."""
    return can_use_port(g, s, side, p) or has_beach(g, s, side, p)


@rule
def home_port_at(g: Game, s: Tables, side: int, n: int) -> bool:
    """Whether a part of the sea has a usable own printed port that is not disrupted (R8-6a)."""
    for p in range(s.sites):
        if spot_at(g, s, p, n) and can_use_port(g, s, side, p) and not g.port_disrupted[p]:
            return True
    return False


@rule
def room_for(g: Game, s: Tables, side: int, p: int) -> bool:
    """Whether one more ground unit of the side may stand there (R13-1a)."""
    return ground_count(g, s, side, p) < 4


@rule
def floatplane_home(g: Game, s: Tables, side: int, p: int) -> bool:
    """Own island, or coastal land with an own ground unit in the area (R10-3c, N-88)."""
    if not in_play(g, s, p):
        return False
    if p < s.spots and s.island[p]:
        return g.holder[p] == side
    area = int(g.spot_area[p])
    open_spot = p < s.spots and s.open[p] == 1
    return open_spot and s.area_coast[area] == 1 and ground_in_land(g, s, side, area) > 0


@rule
def can_land(g: Game, s: Tables, u: int, p: int) -> bool:
    """Whether an aircraft may land at a spot, disrupted or not (R10-3, R14-2a); never a carrier's.

    Range is not looked at.
    """
    side = int(s.side[u])
    if s.only_base[u] != NONE and s.only_base[u] != p:
        return False
    if s.base[u] == 3:
        return floatplane_home(g, s, side, p)
    if not owns_field(g, s, side, p) or (s.base[u] == 2 and g.field[p] != 2):
        return False
    return field_load(g, s, p) < field_capacity(g, p)


# --- control (chapter 3) -------------------------------------------------------------------
@rule
def capture(g: Game, s: Tables, p: int) -> None:
    """After ground units have come to or left a spot: what is captured at once (R3-2k, R3-3a).

    Aircraft on a captured airfield are eliminated (R3-3c), floatplanes likewise (A-02).
    """
    if not in_play(g, s, p):
        return
    for side in range(2):
        if ground_count(g, s, side, p) == 0 or ground_count(g, s, 1 - side, p) > 0:
            continue
        if g.field[p] != NO_FIELD and g.field_owner[p] != side:
            g.field_owner[p] = side
        if s.port[p] and g.port_owner[p] != side:
            g.port_owner[p] = side
        if p < s.spots and s.island[p]:
            g.holder[p] = side
        for u in range(s.units):
            if s.side[u] != side and landed_at(g, s, u, p) and s.kind[u] == AIRCRAFT:
                lose(g, s, u)


@rule
def put(g: Game, s: Tables, u: int, place: int, at: int) -> None:
    """Move a unit; captures where ground units come to or leave a spot."""
    left = int(g.at[u]) if g.place[u] == SPOT else NONE
    g.place[u] = place
    g.at[u] = at
    if s.kind[u] == GROUND:
        if left != NONE:
            capture(g, s, left)
        if place == SPOT:
            capture(g, s, at)


@rule
def fleet_to_box(g: Game, s: Tables, slot: int) -> None:
    """A fleet goes off map: it keeps its marker (N-62), its troops step ashore in the box (R8-4l)."""
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
def clear_marks(g: Game) -> None:
    """Nobody has used a go of the stage that begins."""
    for u in range(MAX_UNITS):
        g.done[u] = 0


@rule
def any_fleet(g: Game, side: int) -> bool:
    for f in range(FLEETS):
        if g.fleet_used[side * FLEETS + f]:
            return True
    return False


@rule
def clear_spots_tried(g: Game) -> None:
    for p in range(MAX_SPOTS):
        g.field_new[p] = 0
        g.field_tried[p] = 0


