"""Chapter 10.9: damaged ships and their repair."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import ENEMY_FLEET, OWN_FLEET, STAY
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.losses import damage
from glory_env.games.aleutians.rules.repair import repair_fleet
from glory_env.games.aleutians.state import (
    AIR,
    ALLIES,
    CARRIER,
    FLEET,
    FLEETS,
    GONE,
    JAPAN,
    LOST,
    NONE,
    REPAIR,
    ROLL_REPAIR,
    SURFACE,
)
from tests.covers import covers

from .at_sea import bare, put_ashore, throw, thrown
from .driver import u
from .in_battle import act, end_movement, fly, play_on, put_found, put_on_deck
from .positions import unit


def damaged(turn: int, slot: int, *ships: str) -> tuple[Game, Tables, Trace]:
    """A fleet in C8 all ships of which are damaged."""
    g, s, t = bare(AIR, JAPAN, turn)
    put_found(g, slot, "C8", *ships)
    for name in ships:
        g.damaged[unit(name)] = 1
    return g, s, t


@pytest.mark.parametrize(
    ("turn", "slot", "ship", "face", "back"),
    [
        (5, 0, "nachi", 5, 12),
        (5, 0, "nachi", 6, None),
        (11, FLEETS, "louisville", 2, None),
        (11, FLEETS, "louisville", 1, 12),
    ],
)
@covers("BV-40", "R10-9f", "R10-9g", "RDX-20")
def test_bv_40_turn_of_return(turn: int, slot: int, ship: str, face: int, back: int | None) -> None:
    """The die is the number of turns, +2 for Japan; too late = out."""
    g, s, t = damaged(turn, slot, ship)
    throw(t, face)
    repair_fleet(g, s, t, slot)
    assert g.place[unit(ship)] == (GONE if back is None else REPAIR)
    if back is not None:
        assert g.when[unit(ship)] == back
    assert g.points == 0
    assert not g.damaged[unit(ship)]
    assert not g.fleet_used[slot]


@covers("R10-9a")
def test_all_damaged_ships_leave_and_no_other() -> None:
    """One die for each damaged ship."""
    g, s, t = damaged(2, 0, "nachi", "maya")
    put_found(g, 0, "C8", "takao")
    throw(t, 1, 2)
    repair_fleet(g, s, t, 0)
    assert thrown(t) == 2
    assert g.rolled[ROLL_REPAIR] == 2
    assert g.place[unit("takao")] == FLEET
    assert sorted((g.when[unit("nachi")], g.when[unit("maya")])) == [5, 6]


@covers("R10-9c", "BV-39")
def test_bv_39_second_damage_sinks() -> None:
    g, s, _ = damaged(2, 0, "nachi")
    damage(g, s, unit("nachi"), 1)
    assert g.place[unit("nachi")] == LOST


@covers("BV-39", "R10-9b", "A-49")
def test_bv_39_damage_before_s4_is_repaired_only_after_an_attack() -> None:
    """Without an attack on its fleet the ship stays; with one it leaves."""
    g, s, t = damaged(2, 0, "nachi", "maya")
    g.damaged[unit("maya")] = 0
    play_on(g, s, t)
    assert g.phase == SURFACE
    assert g.damaged[unit("nachi")]
    g, s, t = damaged(2, 0, "nachi", "maya")
    g.damaged[unit("maya")] = 0
    put_ashore(g, "b26_1", "umnak")
    play_on(g, s, t)
    fly(g, s, t, ENEMY_FLEET, "b26_1")
    end_movement(g, s, t)
    throw(t, 1, 3)  # N-81: the only attacker is shot down, yet it was an air attack
    act(g, s, t, OWN_FLEET, u("maya"), u("maya"))
    assert g.place[unit("b26_1")] == LOST
    assert g.place[unit("nachi")] == REPAIR


@covers("R10-9j", "R10-3d", "BV-51")
def test_aircraft_of_a_carrier_in_repair() -> None:
    """No points; her deck is cleared in S8, or at once if she is out."""
    g, s, t = damaged(2, 0, "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    throw(t, 1)
    repair_fleet(g, s, t, 0)
    assert g.points == 0
    assert g.place[unit("d3a_junyo_1")] == CARRIER
    g, s, t = damaged(12, 0, "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    throw(t, 1)
    repair_fleet(g, s, t, 0)
    assert g.place[unit("junyo")] == GONE
    assert g.place[unit("d3a_junyo_1")] == LOST


@covers("R10-9a")
def test_nothing_flies_from_a_carrier_in_repair() -> None:
    """After S4's repair its deck is off the map."""
    g, s, t = damaged(2, 0, "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    throw(t, 1)
    repair_fleet(g, s, t, 0)
    play_on(g, s, t)
    assert g.phase == SURFACE


@covers("A-91", "R8-4j")
def test_troops_without_a_lift_go_down_with_the_last_ship() -> None:
    """The last ship leaves for repair: troops are lost, the marker is free."""
    g, s, t = damaged(2, FLEETS, "us_ak_1")
    put_found(g, FLEETS, "C8", "inf_4")
    throw(t, 1)
    repair_fleet(g, s, t, FLEETS)
    assert g.place[unit("inf_4")] == LOST
    assert g.short_fleet == NONE
    assert not g.fleet_used[FLEETS]


@covers("R10-9a")
def test_attack_on_land_repairs_nothing() -> None:
    """Only an attack on the fleet itself."""
    g, s, t = damaged(2, 0, "nachi")
    put_ashore(g, "bn_301", "dutch_harbor")
    put_ashore(g, "b26_1", "umnak")
    play_on(g, s, t)
    fly(g, s, t, u("bn_301"), "b26_1")
    end_movement(g, s, t)
    throw(t, 6)
    act(g, s, t, u("bn_301"), STAY)
    assert g.damaged[unit("nachi")]
    assert g.group_side[0] == ALLIES
