"""Chapter 10, step 1 of S4: which aircraft fly to which targets."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, ENEMY_FLEET, FIELD, OWN_FLEET, PASS, PORT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_movement import asks_next, begin_movement
from glory_env.games.aleutians.state import (
    AIR,
    AIR_GROUP,
    AIR_ORDER,
    AIR_TARGET,
    ALLIES,
    BOX,
    FLEETS,
    JAPAN,
    NO_DECISION,
    SEA,
    SUPPORT,
    SURFACE,
    TARGET,
)
from tests.covers import covers

from .at_sea import bare, put_ashore, put_fleet
from .driver import options, u
from .in_battle import act, fly, play_at_random, play_on, put_found, put_on_deck
from .positions import spot, unit

UMNAK, COLD_BAY, KODIAK = "umnak", "cold_bay", "kodiak"


def field(name: str) -> int:
    return FIELD + spot(name)


def port(name: str) -> int:
    return PORT + spot(name)


def raid(side: int = JAPAN) -> tuple[Game, Tables, Trace]:
    """Junyo's three aircraft in C8, a fighter and two bombers on Umnak; side: PP."""
    g, s, t = bare(AIR, side)
    put_found(g, 0, "C8", "junyo", "nachi")
    put_on_deck(g, "junyo", "a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2")
    for name in ("p40_1", "b26_1", "b26_2"):
        put_ashore(g, name, UMNAK)
    play_on(g, s, t)
    return g, s, t


@covers("R10-1b", "R10-1e", "RSQ-7a")
def test_pp_goes_first_then_sides_alternate() -> None:
    """One target and its whole group a go; the other side answers next."""
    g, s, t = raid()
    assert (g.decision, g.actor) == (AIR_TARGET, JAPAN)
    fly(g, s, t, field(UMNAK), "d3a_junyo_1")
    assert (g.decision, g.actor) == (AIR_TARGET, ALLIES)
    assert g.place[unit("d3a_junyo_1")] == TARGET
    assert g.flown[unit("d3a_junyo_1")]


@covers("VX-21", "R10-1b")
def test_vx_21_nothing_is_added_to_a_group_later() -> None:
    """No second group of a side at a target; the other side may defend it."""
    g, s, t = raid()
    fly(g, s, t, field(UMNAK), "a6m2_junyo")
    assert field(UMNAK) in options(g, s)
    act(g, s, t, PASS)
    assert g.actor == JAPAN
    assert field(UMNAK) not in options(g, s)
    assert port("dutch_harbor") in options(g, s)


@covers("R10-1c")
def test_two_passes_end_the_step() -> None:
    """Two passes in a row, though aircraft are left; a flight in between starts anew."""
    g, s, t = raid()
    act(g, s, t, PASS)
    fly(g, s, t, ENEMY_FLEET, "b26_1")
    act(g, s, t, PASS)
    assert (g.decision, g.actor) == (AIR_TARGET, ALLIES)
    act(g, s, t, PASS)
    assert (g.decision, g.actor) == (AIR_ORDER, JAPAN)


@covers("A-24")
def test_nothing_to_fly_passes_by_itself() -> None:
    """Without aircraft the stage goes on; one pass after the other's forced pass ends it."""
    g, s, t = bare(AIR, JAPAN)
    play_on(g, s, t)
    assert (g.decision, g.phase) == (NO_DECISION, SURFACE)
    g, s, t = bare(AIR, JAPAN)
    put_ashore(g, "p40_1", UMNAK)
    play_on(g, s, t)
    assert (g.decision, g.actor) == (AIR_TARGET, ALLIES)
    act(g, s, t, PASS)
    assert g.phase == SURFACE


@covers("R10-1b")
def test_a_group_has_one_aircraft_or_more_of_several_bases() -> None:
    """Airfields and carriers contribute; it cannot be empty."""
    g, s, t = raid()
    put_found(g, 1, "C9", "ryujo")
    put_on_deck(g, "ryujo", "b5n_ryujo_1")
    act(g, s, t, field(UMNAK))
    assert g.decision == AIR_GROUP
    assert options(g, s) == {
        u(n) for n in ("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2", "b5n_ryujo_1")
    }
    act(g, s, t, u("b5n_ryujo_1"))
    assert DONE in options(g, s)
    act(g, s, t, DONE)
    assert g.actor == ALLIES


@covers("R10-4a", "R10-4b", "R10-4e", "A-48", "R9-1a")
def test_what_is_a_target() -> None:
    """Fields, ports, units one by one, found fleets; own ones too."""
    g, s, _ = raid()
    put_ashore(g, "us_aa", "dutch_harbor")
    put_ashore(g, "eng_807", UMNAK)
    put_fleet(g, FLEETS, "C8", "louisville")
    legal = options(g, s)
    assert {field(UMNAK), port("dutch_harbor"), u("us_aa"), u("eng_807"), OWN_FLEET} <= legal
    assert ENEMY_FLEET not in legal  # not found
    assert field("dutch_harbor") not in legal
    assert port(UMNAK) not in legal
    g.fleet_found[FLEETS] = 1
    assert ENEMY_FLEET in options(g, s)
    g.fleet_found[0] = 0
    assert OWN_FLEET not in options(g, s)


@covers("R10-4b", "R12-5d")
def test_boats_and_temporary_ports_are_no_targets() -> None:
    """Only printed ports, and no submarine."""
    g, s, t = raid()
    put_ashore(g, "bn_301", "kiska")
    g.beach[spot("kiska"), JAPAN] = 1
    g.place[unit("jp_ss_1")] = SEA
    g.at[unit("jp_ss_1")] = g.fleet_node[0]
    act(g, s, t, PASS)
    legal = options(g, s)
    assert port("kiska") not in legal
    assert u("jp_ss_1") not in legal


@covers("R10-4d")
def test_range_zero_and_own_area() -> None:
    """P-36s of range 0 at Cold Bay stay in their area; P-40s reach the next one."""
    g, s, t = bare(AIR, ALLIES)
    put_ashore(g, "p36_1", COLD_BAY)
    play_on(g, s, t)
    assert options(g, s) == {PASS, field(COLD_BAY)}
    g, s, t = bare(AIR, ALLIES)
    put_ashore(g, "p40_1", UMNAK)
    play_on(g, s, t)
    assert field(UMNAK) in options(g, s)
    assert field(COLD_BAY) not in options(g, s)  # two areas away, R7-7d


@pytest.mark.parametrize("name", ["tr_1", "b24_1", "b17_1"])
@covers("R10-2a", "R10-2b", "R9-4i", "A-69")
def test_who_does_not_fly(name: str) -> None:
    """No TR, nothing that has flown, nothing in Seattle."""
    g, s, t = bare(AIR, ALLIES)
    put_ashore(g, name, "anchorage")
    if name == "b24_1":
        g.flown[unit(name)] = 1
    if name == "b17_1":
        g.place[unit(name)] = BOX
    play_on(g, s, t)
    assert g.phase == SURFACE


@covers("N-80", "R10-2a")
def test_reconnaissance_aircraft_may_join() -> None:
    """R aircraft fly in S4 too."""
    g, s, t = bare(AIR, ALLIES)
    put_ashore(g, "b24r_1", UMNAK)
    play_on(g, s, t)
    assert field(UMNAK) in options(g, s)


@covers("R10-5a", "R10-5c")
def test_suppression() -> None:
    """Under an attack bombers stay down, fighters only guard their own field."""
    g, s, t = raid()
    put_ashore(g, "eng_807", UMNAK)
    fly(g, s, t, field(UMNAK), "a6m2_junyo")
    assert g.suppressed[spot(UMNAK)]
    assert options(g, s) == {PASS, field(UMNAK)}
    act(g, s, t, field(UMNAK))
    assert options(g, s) == {u("p40_1")}


@covers("A-46", "R10-5c")
def test_aircraft_already_flown_are_not_called_back() -> None:
    """NP as first to move has bombers out before its field is suppressed."""
    g, s, t = raid(ALLIES)
    fly(g, s, t, ENEMY_FLEET, "b26_1")
    fly(g, s, t, field(UMNAK), "a6m2_junyo")
    assert g.place[unit("b26_1")] == TARGET
    assert options(g, s) == {PASS, field(UMNAK)}


@covers("BV-45", "R10-5b")
def test_bv_45_what_does_not_suppress() -> None:
    """An R aircraft of strength 0 alone; nor are floatplanes ever suppressed."""
    g, s, t = raid()
    put_ashore(g, "e13a_1", "adak")
    g.holder[spot("adak")] = JAPAN
    put_ashore(g, "pby_1", UMNAK)
    fly(g, s, t, field(UMNAK), "e13a_1")
    assert not g.suppressed[spot(UMNAK)]
    fly(g, s, t, ENEMY_FLEET, "b26_1")
    fly(g, s, t, port("dutch_harbor"), "d3a_junyo_1")
    g.suppressed[spot(UMNAK)] = 1
    act(g, s, t, field(KODIAK))
    assert options(g, s) == {u("pby_1")}


@covers("R10-5a", "R10-4c")
def test_own_flight_to_an_own_field_does_not_suppress() -> None:
    """Only enemy groups hold a field down."""
    g, s, t = raid(ALLIES)
    fly(g, s, t, field(UMNAK), "p40_1")
    assert not g.suppressed[spot(UMNAK)]


@covers("R10-3h", "A-45")
def test_disrupted_field() -> None:
    """Fighters may intercept anywhere in range, bombers nothing."""
    g, s, t = raid(ALLIES)
    g.field_disrupted[spot(UMNAK)] = 1
    put_found(g, FLEETS, "C8", "louisville")
    legal = options(g, s)
    assert {OWN_FLEET, field(UMNAK), port("dutch_harbor")} <= legal
    assert ENEMY_FLEET not in legal
    act(g, s, t, OWN_FLEET)
    assert options(g, s) == {u("p40_1")}


@covers("R10-3j", "R10-5b")
def test_carriers_are_never_suppressed() -> None:
    """An attack on a carrier's fleet keeps nothing on deck."""
    g, s, t = raid(ALLIES)
    fly(g, s, t, ENEMY_FLEET, "b26_1")
    act(g, s, t, field(UMNAK))
    assert u("d3a_junyo_1") in options(g, s)


@covers("VX-09", "RSU-3e", "N-90")
def test_vx_09_only_dutch_harbor_on_turn_1() -> None:
    """In the first phase fleet D strikes its port and ground units alone."""
    g, s, t = bare(AIR, JAPAN, 1)
    g.op = 0
    put_fleet(g, 3, "D8", "junyo")
    put_on_deck(g, "junyo", "a6m2_junyo")
    put_ashore(g, "us_aa", "dutch_harbor")
    put_ashore(g, "eng_807", UMNAK)
    put_ashore(g, "inf_4", COLD_BAY)
    play_on(g, s, t)
    assert options(g, s) == {PASS, port("dutch_harbor"), u("us_aa")}
    g.op = 2
    assert field(UMNAK) in options(g, s)


@covers("A-72")
def test_soviet_places_are_closed() -> None:
    """No target before entry; afterwards an Allied one."""
    g, s, t = bare(AIR, JAPAN)
    put_ashore(g, "g4m_1", "paramushiro")
    put_ashore(g, "soviet_div", "petropavlovsk")
    play_on(g, s, t)
    soviet = {field("petropavlovsk"), port("petropavlovsk"), u("soviet_div")}
    assert not soviet & options(g, s)
    g.soviet = 1
    assert soviet <= options(g, s)


@covers("R10-4a")
def test_the_depot_is_a_target_of_its_own() -> None:
    """The depot is named as the port of Valdez, apart from Anchorage."""
    g, s, t = bare(AIR, JAPAN)
    put_found(g, 0, "A4", "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    play_on(g, s, t)
    assert {port("valdez"), port("anchorage"), field("anchorage")} <= options(g, s)


@covers("A-47", "R10-2b")
def test_defence_of_what_is_not_attacked() -> None:
    """Such a group waits for S8 without an operation, and has flown."""
    g, s, t = raid(ALLIES)
    fly(g, s, t, port("dutch_harbor"), "p40_1")
    act(g, s, t, PASS, PASS)
    assert (g.decision, g.phase) == (NO_DECISION, SURFACE)
    assert g.place[unit("p40_1")] == TARGET


@covers("RHI-1e", "R10-1c")
def test_who_may_have_aircraft_on_deck_is_asked() -> None:
    """A side with an unfound fleet at sea can at least pass; with a found one all is open."""
    g, s, _ = bare(AIR, JAPAN)
    put_fleet(g, 4, "C9", "us_dd_1")
    begin_movement(g)
    assert asks_next(g, s)
    assert (g.decision, g.actor) == (AIR_TARGET, ALLIES)
    assert options(g, s) == {PASS}
    g.fleet_found[4] = 1
    begin_movement(g)
    assert not asks_next(g, s)


@covers("BV-70", "RHI-1a")
def test_bv_70_masks_do_not_show_an_unfound_fleet() -> None:
    """The same choices whatever ships the enemy fleet has."""
    legal = []
    for ship in ("junyo", "jp_dd_1"):
        g, s, t = bare(AIR, ALLIES)
        put_fleet(g, 0, "C8", ship)
        put_ashore(g, "p40_1", UMNAK)
        put_ashore(g, "us_aa", "dutch_harbor")
        play_on(g, s, t)
        assert g.actor == ALLIES
        legal.append(options(g, s))
    assert legal[0] == legal[1]


@pytest.mark.parametrize("seed", range(6))
def test_a_random_air_stage_ends(seed: int) -> None:
    """R10-1: every course comes to the next stage, with no operation left open."""
    g, s, t = raid(seed % 2)
    put_found(g, FLEETS, "C8", "enterprise", "atlanta", "us_dd_3")
    put_on_deck(g, "enterprise", "f4f_ent_1", "sbd_ent_1", "sbd_ent_2")
    put_ashore(g, "us_aa", "dutch_harbor")
    t.scripted = -1
    play_at_random(g, s, t, seed)
    assert g.phase == SURFACE
    assert all(state in (0, 1, 2, SUPPORT) for state in g.group_state)
    assert g.operation == -1
