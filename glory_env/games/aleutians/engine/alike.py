"""Counters that look alike: out of the other side's sight nobody can tell which is which (RHI-1a).

The number of a unit is what both sides know it by. Whenever counters of one face go out of sight,
the numbers of all of that face that are out of sight are dealt anew among them. So a destroyer that
has been seen cannot be known again in another fleet. Nothing else changes: like counters are worth
the same, and what the schedule says of one (`duty`) goes with it.

The dealing has random numbers of its own; it takes no die of the game.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dealing import draw
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import AT_GROUND, MAX_GROUPS, SUPPORT

# What is drawn, for the hash; the others are for `hiding.redraw`.
SHIPS, CARGO, STRATEGY, LINE, WEAPON, ENTRY, SET_UP_CHOICE, NUMBERS, DUTIES = range(211, 220)
UNSEEN, NEWLY_UNSEEN = 1, 2  # values of `unseen`


@rule
def look_alike(s: Tables, u: int, v: int) -> bool:
    """Whether two units are counters of one face that can go out of sight."""
    return bool(s.alike[u] == 1 and s.face[u] == s.face[v])


@rule
def note_unseen(g: Game, s: Tables) -> None:
    """Deal the numbers of like counters anew where one has gone out of sight.

    To be called wherever the game may have hidden a unit, before anybody is asked.
    """
    for u in range(s.units):
        if s.alike[u]:
            if not is_hidden(g, s, u, 1 - int(s.side[u])):
                g.unseen[u] = 0
            elif not g.unseen[u]:
                g.unseen[u] = NEWLY_UNSEEN
    for u in range(s.units):
        if g.unseen[u] == NEWLY_UNSEEN:
            deal_numbers(g, s, u)


@rule
def deal_numbers(g: Game, s: Tables, u: int) -> None:
    """The numbers of the unseen counters like u change hands at random (Fisher and Yates)."""
    count = 0
    for v in range(s.units):
        if not look_alike(s, u, v) or not g.unseen[v]:
            continue
        g.unseen[v] = UNSEEN
        count += 1
        if count == 1:
            continue
        pick = draw(int(g.key), NUMBERS, int(g.dealt), count)
        g.dealt += 1
        for w in range(v):
            if look_alike(s, u, w) and g.unseen[w]:
                if pick == 0:
                    exchange_numbers(g, v, w)
                    break
                pick -= 1


@rule
def exchange_numbers(g: Game, u: int, v: int) -> None:
    """Two like counters change numbers: every field of the record that says which unit."""
    for field in (g.place, g.when, g.damaged, g.disrupted, g.flown, g.done, g.placed_by, g.struck,
                  g.boat_supply, g.hit_by):  # fmt: skip
        field[u], field[v] = field[v], field[u]
    for field in (g.at, g.aim, g.duty):
        field[u], field[v] = field[v], field[u]
    rename(g.aim, u, v)
    rename(g.line[0], u, v)
    rename(g.line[1], u, v)
    rename(g.fleet_floatplane, u, v)
    for k in range(MAX_GROUPS):
        if g.group_kind[k] == AT_GROUND and g.group_state[k] != SUPPORT:
            g.group_target[k] = other_of(int(g.group_target[k]), u, v)
    g.chosen_unit = other_of(int(g.chosen_unit), u, v)
    g.air_ship = other_of(int(g.air_ship), u, v)


@rule
def rename(units: Array[int], u: int, v: int) -> None:
    """Exchange two units in a list of units."""
    for k in range(units.shape[0]):
        units[k] = other_of(int(units[k]), u, v)


@rule
def other_of(unit: int, u: int, v: int) -> int:
    """v for u, u for v, and all others as they are."""
    if unit == u:
        return v
    return u if unit == v else unit
