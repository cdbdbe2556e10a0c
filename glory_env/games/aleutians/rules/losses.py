"""The air-sea and bombardment tables, and what a hit does to a ship (10.8, 10.9)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import lose
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in, supply_room
from glory_env.games.aleutians.state import (
    CARRIER,
    FLEET,
    GROUND,
    JAPAN,
    LAST_CARRIER,
    NONE,
    SHIP,
    SUBMARINE,
)


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


@rule
def check_lifts(g: Game, s: Tables, slot: int) -> None:
    """After ships have left a fleet: all cargo is lost with the last ship, else CARGO is called.

    SP loaded at Seattle beyond the AK that are left are lost (R8-4i, A-21).
    """
    if ships_in(g, s, slot) == 0:
        for u in range(s.units):
            if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == slot:
                lose(g, s, u)
        close_empty(g, s, slot)
    else:
        if cargo_in(g, s, slot) > lifts_in(g, s, slot):
            g.short_fleet = slot
        g.fleet_supply[slot] = min(int(g.fleet_supply[slot]), supply_room(g, s, slot))


@rule
def sink(g: Game, s: Tables, u: int) -> None:
    """A ship or boat is sunk: VP for a carrier (R4-1f); companies and deck aircraft go down.

    A company aboard is lost (R7-3g), aircraft in the air go in S8 (R10-3d). Calls for CARGO where
    the lifts of its fleet get short (R8-4j), and closes an empty fleet.
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
def damage(g: Game, s: Tables, u: int, result: int) -> None:
    """Result of the air-sea table on a ship: 0 none, 1 damaged, 2 sunk.

    Damaged twice it is sunk (R10-9c).
    """
    if result == 2 or (result == 1 and g.damaged[u]):
        sink(g, s, u)
    elif result == 1:
        g.damaged[u] = 1
