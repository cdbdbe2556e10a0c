"""SEARCH: a unit or a fleet looks for enemies, and who finds a fleet may attack it (chapter 9).

An interrupt. `begin_unit_search` serves cases 1 and 2 of R9-2, `begin_fleet_search` cases 3 and 4;
`continue_search` then goes through the targets in order and asks where there is a choice. Rolls are
automatic but in case 4 (R9-2f, A-96). `search_next` counts the targets: enemy fleets A to D, then,
for a fleet, the units of the scenario.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, PASS, UNIT, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import area_of, ask, lose, other, roll
from glory_env.games.aleutians.rules.destroyers import attack_boat
from glory_env.games.aleutians.rules.losses import air_sea, damage, torpedo
from glory_env.games.aleutians.rules.task_forces import (
    fleet_anti_air,
    fleets_in_area,
    has_destroyer,
    in_fleet,
    is_on_map,
    slot_side,
)
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    AUTOMATIC_CASE_4,
    BOAT,
    FLEETS,
    JAPAN,
    NAVAL,
    NO_DECISION,
    NONE,
    PT,
    RECON_P,
    RECON_R,
    ROLL_AIR_COMBAT,
    ROLL_SEARCH,
    ROLL_SPOT_ATTACK,
    ROLL_TORPEDO,
    SEA,
    SEARCH_SUBMARINE,
    SPOT_ATTACK,
)

FOUND_FROM = 6  # modified die (R9-2h)
R_BONUS = 2


@rule
def is_submarine(s: Tables, u: int) -> bool:
    """A submarine or a midget; torpedo boats cannot be searched for (R9-2e)."""
    return s.kind[u] == BOAT and s.type[u] != PT


@rule
def may_attack(s: Tables, u: int) -> bool:
    """Whether a recon unit may attack what it finds; an R of strength 0 may not (R7-1d, R9-4a)."""
    return s.kind[u] == BOAT or s.recon[u] == RECON_P or s.strength[u] > 0


@rule
def scout_in_area(g: Game, s: Tables, side: int, area: int) -> bool:
    """Whether a side has an R aircraft on reconnaissance in an area."""
    for u in range(s.units):
        scout = s.side[u] == side and s.recon[u] == RECON_R and g.place[u] == SEA
        if scout and s.node_area[g.at[u]] == area:
            return True
    return False


@rule
def unit_modifier(g: Game, s: Tables, u: int) -> int:
    """What a unit adds to its search die (R9-2h, R9-2i, A-36).

    An aircraft gets the bonus of R by being R, never from another (R7-4b). So a P aircraft alone
    never finds a fleet in fog (R9-2k).
    """
    if is_submarine(s, u):
        return 0
    side = int(s.side[u])
    area = area_of(g, s, u)
    total = fleets_in_area(g, s, side, area) - int(s.fog[g.turn] != 0)
    if s.kind[u] == AIRCRAFT:
        return total + R_BONUS * int(s.recon[u] == RECON_R)
    return total + R_BONUS * int(scout_in_area(g, s, side, area))


@rule
def fleet_modifier(g: Game, s: Tables, slot: int) -> int:
    """What a fleet adds to its search die, also against a submarine (R9-2h, N-71)."""
    side = slot_side(slot)
    area = int(s.node_area[g.fleet_node[slot]])
    total = fleets_in_area(g, s, side, area) - 1 - int(s.fog[g.turn] != 0)
    return total + R_BONUS * int(scout_in_area(g, s, side, area))


@rule
def finds(g: Game, t: Trace, modifier: int) -> bool:
    """One die for one target (RDX-08)."""
    return roll(g, t, ROLL_SEARCH) + modifier >= FOUND_FROM


@rule
def begin_unit_search(g: Game, u: int) -> None:
    """A recon unit searches: in S2 all enemy fleets of its area, in S3 the one that moves."""
    g.search_unit = u
    g.search_next = 0
    g.search_target = NONE


@rule
def begin_fleet_search(g: Game, slot: int) -> None:
    """A fleet that has stopped searches the enemy fleets beside it, then submarines."""
    g.search_fleet = slot
    g.search_next = 0


@rule
def continue_search(g: Game, s: Tables, t: Trace) -> None:
    """The next target of the search in work; a fleet that moves waits meanwhile (R9-2g, R9-4d)."""
    if g.search_unit != NONE:
        search_by_unit(g, s, t)
    else:
        search_by_fleet(g, s, t)


@rule
def is_target(g: Game, s: Tables, u: int, slot: int) -> bool:
    """Whether a recon unit rolls for this enemy fleet (R9-2a, R9-2b).

    It rolls for a found fleet too, for the right to attack (A-37), if it can attack (N-70).
    """
    if not is_on_map(g, slot):
        return False
    if g.phase == NAVAL and slot != g.sailing:
        return False
    if s.node_area[g.fleet_node[slot]] != area_of(g, s, u):
        return False
    return not g.fleet_found[slot] or may_attack(s, u)


@rule
def search_by_unit(g: Game, s: Tables, t: Trace) -> None:
    """Cases 1 and 2; after each success the unit may attack before it goes on (R9-4c, R9-4h)."""
    u = int(g.search_unit)
    side = int(s.side[u])
    for f in range(FLEETS):
        if f < g.search_next or g.place[u] != SEA:
            continue
        g.search_next = f + 1
        slot = other(side) * FLEETS + f
        if is_target(g, s, u, slot) and finds(g, t, unit_modifier(g, s, u)):
            g.fleet_found[slot] = 1
            if may_attack(s, u):
                g.search_target = slot
                ask(g, SPOT_ATTACK, side)
                return
    g.search_unit = NONE
    g.search_target = NONE


@rule
def search_by_fleet(g: Game, s: Tables, t: Trace) -> None:
    """Case 3, then case 4 (R9-2c, R9-2d).

    A fleet not found is asked before it looks for a submarine, with or without a destroyer, since
    the question and the roll would tell (A-96).
    """
    slot = int(g.search_fleet)
    node = int(g.fleet_node[slot])
    enemy = other(slot_side(slot))
    for k in range(FLEETS + s.units):
        if k < g.search_next:
            continue
        g.search_next = k + 1
        if k < FLEETS:
            target = enemy * FLEETS + k
            there = g.fleet_used[target] == 1 and g.fleet_node[target] == node
            if there and not g.fleet_found[target] and finds(g, t, fleet_modifier(g, s, slot)):
                g.fleet_found[target] = 1
        elif is_searchable(g, s, k - FLEETS, enemy, node):
            if g.fleet_found[slot] or g.switch[AUTOMATIC_CASE_4]:
                search_boat(g, s, t, slot, k - FLEETS)
            else:
                g.chosen_unit = k - FLEETS
                ask(g, SEARCH_SUBMARINE, slot_side(slot))
                return
    g.search_fleet = NONE


@rule
def is_searchable(g: Game, s: Tables, u: int, side: int, node: int) -> bool:
    """A submarine of a side in the area of a node that has not attacked the fleet (N-72)."""
    if s.side[u] != side or not is_submarine(s, u) or g.place[u] != SEA or g.hit_by[u]:
        return False
    return s.node_area[g.at[u]] == s.node_area[node]


@rule
def search_boat(g: Game, s: Tables, t: Trace, slot: int, u: int) -> None:
    """Case 4: one die of a fleet with a destroyer; a submarine found is attacked (R9-4j)."""
    if has_destroyer(g, s, slot) and finds(g, t, fleet_modifier(g, s, slot)):
        attack_boat(g, s, t, slot, u)


@rule
def legal_search_submarine(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[NO] = 1
    if has_destroyer(g, s, int(g.search_fleet)):
        mask[YES] = 1


@rule
def apply_search_submarine(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == YES:
        search_boat(g, s, t, int(g.search_fleet), int(g.chosen_unit))


@rule
def legal_spot_attack(g: Game, s: Tables, mask: Array[int]) -> None:
    """Any ship of the found fleet, or none (R9-4e)."""
    mask[PASS] = 1
    for u in range(s.units):
        if in_fleet(g, s, u, int(g.search_target)):
            mask[UNIT + u] = 1


@rule
def apply_spot_attack(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == PASS:
        return
    if s.kind[g.search_unit] == AIRCRAFT:
        attack_by_aircraft(g, s, t, action - UNIT)
    else:
        attack_by_boat(g, s, t, action - UNIT)


@rule
def attack_by_aircraft(g: Game, s: Tables, t: Trace, ship: int) -> None:
    """First one roll of the whole fleet's anti-air at it (R9-4f, A-39, A-40).

    Then it attacks; P has strength 1 (R9-4b, RDX-10).
    """
    u = int(g.search_unit)
    anti_air = fleet_anti_air(g, s, int(g.search_target))
    if anti_air > 0 and air_sea(s, anti_air, roll(g, t, ROLL_AIR_COMBAT)) > 0:
        lose(g, s, u)
        return
    strength = 1 if s.recon[u] == RECON_P else int(s.strength[u])
    die = roll(g, t, ROLL_SPOT_ATTACK) + int(s.defence[ship])
    damage(g, s, ship, air_sea(s, strength, die))


@rule
def attack_by_boat(g: Game, s: Tables, t: Trace, ship: int) -> None:
    """One torpedo roll (R9-4g, RDX-09), then what is left of the fleet replies (R9-3a, R9-4n).

    It need not stop for that (R9-4l).
    """
    u = int(g.search_unit)
    slot = int(g.search_target)
    die = roll(g, t, ROLL_TORPEDO) - int(s.side[u] == JAPAN)
    damage(g, s, ship, torpedo(s, die))
    g.hit_by[u] = 1
    attack_boat(g, s, t, slot, u)
