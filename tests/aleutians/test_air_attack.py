"""Chapter 10: bombing, attacks on ships, ground support."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOMB_NOW, ENEMY_FLEET, FIELD, PORT, STAY
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_attack import anti_air, bomb_load, ship_load, support
from glory_env.games.aleutians.state import (
    AIR,
    ALLIES,
    AT_DEPOT,
    AT_FIELD,
    AT_GROUND,
    AT_PORT,
    CARGO_LOSS,
    FLEET,
    FLEETS,
    JAPAN,
    LOST,
    REPAIR,
    ROLL_AIR_ATTACK,
    ROLL_BOMBING,
    SPOT,
    SURFACE,
    TARGET,
)
from tests.covers import covers

from .at_sea import bare, put_ashore, throw, thrown
from .driver import u
from .in_battle import act, end_movement, fly, play_on, put_found, put_on_deck
from .positions import spot, unit


def carrier_at(where: str, *aircraft: str) -> tuple[Game, Tables, Trace]:
    """A found Allied fleet with Enterprise and these aircraft on her deck; the Allies are PP."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, FLEETS, where, "enterprise")
    put_on_deck(g, "enterprise", *aircraft)
    return g, s, t


def attack(g: Game, s: Tables, t: Trace, target: int, *aircraft: str) -> None:
    """Fly a group to a target, end the movement and begin its operation."""
    play_on(g, s, t)
    fly(g, s, t, target, *aircraft)
    end_movement(g, s, t)
    act(g, s, t, target)


# --- values ------------------------------------------------------------------------------------


@covers("R10-8a", "R10-8c", "N-80")
def test_loads() -> None:
    """B and D bomb with their strength, T and D hit ships with it."""
    _, s, _ = bare(AIR, ALLIES)
    bombs = {"b26_1": 2, "sbd_ent_1": 2, "tbf_ent": 1, "f6f_ent_1": 1, "pbyr_1": 0, "b29_1": 5}
    ships = {"b26_1": 1, "sbd_ent_1": 2, "tbf_ent": 2, "f6f_ent_1": 1, "pbyr_1": 0, "b29_1": 1}
    assert {n: bomb_load(s, unit(n)) for n in bombs} == bombs
    assert {n: ship_load(s, unit(n)) for n in ships} == ships


@covers("R10-7f", "R10-7g")
def test_anti_air_values() -> None:
    """1, or 2 beside or as an AA unit of the owner; other spots do not count."""
    g, s, _ = bare(AIR, JAPAN)
    harbor = spot("dutch_harbor")
    assert anti_air(g, s, AT_PORT, harbor, -1) == 1
    put_ashore(g, "us_aa", "dutch_harbor")
    put_ashore(g, "inf_4", "dutch_harbor")
    assert anti_air(g, s, AT_PORT, harbor, -1) == 2
    assert anti_air(g, s, AT_GROUND, unit("us_aa"), -1) == 2
    assert anti_air(g, s, AT_GROUND, unit("inf_4"), -1) == 2
    put_ashore(g, "us_aa", "anchorage")
    assert anti_air(g, s, AT_GROUND, unit("inf_4"), -1) == 1
    assert anti_air(g, s, AT_FIELD, spot("anchorage"), -1) == 2
    assert anti_air(g, s, AT_DEPOT, spot("valdez"), -1) == 1
    put_ashore(g, "jp_aa", "dutch_harbor")
    assert anti_air(g, s, AT_PORT, harbor, -1) == 1


# --- facilities --------------------------------------------------------------------------------


@covers("R10-8a", "RDX-13")
def test_bombing_disrupts_a_facility() -> None:
    """Strengths summed, one roll: 2 + 2 + 1 is column 4 to 8."""
    g, s, t = carrier_at("C15", "sbd_ent_1", "sbd_ent_2", "f4f_ent_1")
    throw(t, 6, 2)
    attack(g, s, t, FIELD + spot("paramushiro"), "sbd_ent_1", "sbd_ent_2", "f4f_ent_1")
    assert g.rolled[ROLL_BOMBING] == 1
    assert g.field_disrupted[spot("paramushiro")]
    assert not g.port_disrupted[spot("paramushiro")]
    g, s, t = carrier_at("C15", "sbd_ent_1")
    throw(t, 6, 2)  # power 2: 1 is needed
    attack(g, s, t, PORT + spot("paramushiro"), "sbd_ent_1")
    assert not g.port_disrupted[spot("paramushiro")]


@covers("R6-4e", "R10-4a")
def test_bombing_the_depot_sets_it_on_fire() -> None:
    """The fire marker, no port marker."""
    g, s, t = bare(AIR, JAPAN)
    put_found(g, 0, "A4", "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    throw(t, 6, 1)
    attack(g, s, t, PORT + spot("valdez"), "d3a_junyo_1")
    assert g.depot_fire
    assert not g.port_disrupted[spot("valdez")]


@covers("R10-8e")
def test_bombing_never_eliminates() -> None:
    """A disrupted unit stays as it is."""
    g, s, t = carrier_at("C11", "sbd_ent_1")
    put_ashore(g, "bn_301", "kiska")
    g.disrupted[unit("bn_301")] = 1
    throw(t, 6, 1)
    attack(g, s, t, u("bn_301"), "sbd_ent_1")
    act(g, s, t, BOMB_NOW)
    assert (g.place[unit("bn_301")], g.disrupted[unit("bn_301")]) == (SPOT, 1)


# --- ships -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aircraft", "face", "hit"),
    [
        (("tbd_hor_1", "sbd_hor_1"), 3, True),  # 1 + 2 = 3; 3 + 1 - 1 = 3
        (("tbd_hor_1", "sbd_hor_1"), 4, False),
        (("f4f_hor_1", "b26_1"), 1, True),  # 1 + 1 = 2; 1 + 1 = 2
        (("f4f_hor_1", "b26_1"), 2, False),
    ],
)
@covers("BV-47", "R10-8c", "A-44", "RDX-14")
def test_bv_47_strength_and_die_against_a_ship(
    aircraft: tuple[str, ...], face: int, hit: bool
) -> None:
    """T and D printed, F and B 1; defence +1; -1 for T and D together."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, 0, "C8", "nachi")
    put_found(g, FLEETS, "C8", "hornet")
    put_on_deck(g, "hornet", *[n for n in aircraft if n != "b26_1"])
    if "b26_1" in aircraft:
        put_ashore(g, "b26_1", "umnak")
    attack(g, s, t, ENEMY_FLEET, *aircraft)
    throw(t, 6, face, 1)  # anti-air, attack, repair
    act(g, s, t, *[u("nachi")] * 2)
    assert g.rolled[ROLL_AIR_ATTACK] == 1
    assert thrown(t) == (3 if hit else 2)
    assert g.place[unit("nachi")] == (REPAIR if hit else FLEET)


@covers("R10-8b", "R10-7j")
def test_assignment_is_not_changed_after_losses() -> None:
    """The survivor attacks its own ship; the other one is not attacked."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, 0, "C8", "jp_ak_1", "jp_dd_1")
    put_ashore(g, "b26_1", "umnak")
    put_ashore(g, "b26_2", "umnak")
    attack(g, s, t, ENEMY_FLEET, "b26_1", "b26_2")
    first, second = sorted(("jp_ak_1", "jp_dd_1"), key=unit)
    assert first == "jp_dd_1"  # the DD has anti-air 1, the AK none and so no roll
    throw(t, 1, 6)
    act(g, s, t, u(first), u(second))
    assert thrown(t) == 2
    assert g.place[unit("b26_1")] == LOST
    assert g.place[unit("b26_2")] == TARGET
    assert g.rolled[ROLL_AIR_ATTACK] == 1


@covers("VX-01", "R8-4j")
def test_vx_01_a_sunk_lift_leaves_enough_for_the_troops() -> None:
    """3 AK with 2 units aboard lose one AK and no unit."""
    g, s, t = bare(AIR, JAPAN)
    put_found(g, FLEETS, "C8", "us_ak_1", "us_ak_2", "us_ak_3", "inf_4", "inf_5")
    put_found(g, 0, "C8", "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1", "d3a_junyo_2")
    attack(g, s, t, ENEMY_FLEET, "d3a_junyo_1", "d3a_junyo_2")
    throw(t, 3)  # no anti-air; column 4: 3 - 2 = 1 sinks
    act(g, s, t, u("us_ak_1"), u("us_ak_1"))
    act(g, s, t, *[u("us_ak_1")] * 2)
    assert g.place[unit("us_ak_1")] == LOST
    assert (g.place[unit("inf_4")], g.place[unit("inf_5")]) == (FLEET, FLEET)
    assert g.phase == SURFACE


@covers("R8-4j", "A-91", "R10-9a")
def test_the_owner_chooses_lost_troops_before_the_next_operation() -> None:
    """An AK taken off for repair is a lost lift too."""
    g, s, t = bare(AIR, JAPAN)
    put_found(g, FLEETS, "C8", "us_ak_1", "us_ak_2", "inf_4", "inf_5")
    put_found(g, 0, "C8", "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1", "d3a_junyo_2")
    attack(g, s, t, ENEMY_FLEET, "d3a_junyo_1", "d3a_junyo_2")
    throw(t, 5, 2)  # 5 - 2 = 3 damages; repair
    act(g, s, t, u("us_ak_1"), u("us_ak_1"), u("us_ak_1"))
    assert g.place[unit("us_ak_1")] == REPAIR
    assert (g.decision, g.actor) == (CARGO_LOSS, ALLIES)
    act(g, s, t, u("inf_5"))
    assert g.phase == SURFACE


@covers("R4-1f", "R10-3d")
def test_a_sunk_carrier_scores_and_loses_what_is_on_deck() -> None:
    """The last ship closes the fleet; aircraft in the air wait for S8."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, 0, "C8", "junyo")
    put_on_deck(g, "junyo", "a6m2_junyo", "d3a_junyo_1")
    g.damaged[unit("junyo")] = 1
    put_found(g, FLEETS, "C8", "enterprise")
    put_on_deck(g, "enterprise", "sbd_ent_1", "sbd_ent_2")
    play_on(g, s, t)
    fly(g, s, t, ENEMY_FLEET, "sbd_ent_1", "sbd_ent_2")
    fly(g, s, t, FIELD + spot("umnak"), "a6m2_junyo")
    end_movement(g, s, t)
    act(g, s, t, ENEMY_FLEET, u("junyo"))
    throw(t, 6, 3)
    act(g, s, t, u("junyo"))
    assert g.place[unit("junyo")] == LOST
    assert g.points == -1
    assert not g.fleet_used[0]
    assert g.place[unit("d3a_junyo_1")] == LOST
    assert g.place[unit("a6m2_junyo")] == TARGET


# --- ground support ----------------------------------------------------------------------------


@covers("R10-8d", "A-65", "N-80", "N-85")
def test_support_counts_aircraft() -> None:
    """1 each but for R aircraft, on that island only, until S8."""
    g, s, t = carrier_at("C11", "sbd_ent_1", "f4f_ent_1", "f4f_ent_2")
    put_ashore(g, "bn_301", "kiska")
    put_ashore(g, "pbyr_1", "amchitka")
    throw(t, 1)
    attack(g, s, t, u("bn_301"), "sbd_ent_1", "f4f_ent_1", "f4f_ent_2", "pbyr_1")
    act(g, s, t, u("sbd_ent_1"))  # lost to anti-air
    assert support(g, s, ALLIES, spot("kiska")) == 0
    act(g, s, t, STAY)
    assert g.phase == SURFACE
    assert support(g, s, ALLIES, spot("kiska")) == 2
    assert support(g, s, JAPAN, spot("kiska")) == 0
    assert support(g, s, ALLIES, spot("amchitka")) == 0
    g.place[unit("bn_301")] = LOST
    assert support(g, s, ALLIES, spot("kiska")) == 2


@covers("R10-8d", "A-62")
def test_support_serves_the_whole_land() -> None:
    """One land area; not an island in it, nor another area."""
    g, s, t = bare(AIR, JAPAN)
    put_ashore(g, "inf_4", "anchorage")
    put_found(g, 0, "A4", "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    throw(t, 6)
    attack(g, s, t, u("inf_4"), "d3a_junyo_1")
    act(g, s, t, STAY)
    assert support(g, s, JAPAN, spot("anchorage")) == 1
    assert support(g, s, JAPAN, spot("valdez")) == 1
    assert support(g, s, JAPAN, spot("kodiak")) == 0


@covers("R10-8d", "N-86")
def test_bombs_dropped_are_no_support() -> None:
    """Bombing or support, not both; a group at a facility bombs (N-86)."""
    g, s, t = carrier_at("C11", "sbd_ent_1")
    put_ashore(g, "bn_301", "kiska")
    throw(t, 6, 6)
    attack(g, s, t, u("bn_301"), "sbd_ent_1")
    act(g, s, t, BOMB_NOW)
    assert support(g, s, ALLIES, spot("kiska")) == 0
    assert g.place[unit("sbd_ent_1")] == TARGET
