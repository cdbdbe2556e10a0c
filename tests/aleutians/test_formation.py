"""The start of S3: forming fleets, boarding, loading supply (8.2 to 8.4)."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians.actions import BOX_ACTION, DONE, NODE, NUMBER, OWN_FLEET, UNIT
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.rules.task_forces import cargo_in, ships_in
from glory_env.games.aleutians.state import (
    AIR,
    ALLIES,
    BOX,
    FLEET,
    FLEETS,
    FORM,
    FORM_FLEET,
    JAPAN,
    LOAD_AMOUNT,
    LOAD_SUPPLY,
    NAVAL,
    NONE,
    SAIL,
    SPOT,
)
from tests.covers import covers

from .at_sea import act, bare, play_on, put_ashore, put_fleet, put_in_box, refuse
from .driver import options
from .positions import node, spot, unit

A, B, C, D = (OWN_FLEET + k for k in range(4))
AL_A, AL_B = FLEETS, FLEETS + 1


def u(name: str) -> int:
    return UNIT + unit(name)


# --- ships -------------------------------------------------------------------------------------


@covers("R8-2a", "R8-3b", "R8-3c")
def test_split_and_merge_at_a_port() -> None:
    """Ships change fleets or found one; an empty fleet is closed."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "tama")
    put_fleet(g, 1, "C15", "kiso")
    play_on(g, s, t)
    assert options(g, s) == {DONE, u("nachi"), u("tama"), u("kiso")}
    act(g, s, t, u("nachi"))
    assert g.decision == FORM_FLEET
    assert options(g, s) == {B, C}, "the first free marker is enough"
    act(g, s, t, C)
    assert g.fleet_node[2] == node("C15")
    refuse(g, s, u("nachi"))
    act(g, s, t, u("kiso"), C)
    assert not g.fleet_used[1]
    assert [int(g.at[unit(name)]) for name in ("nachi", "tama", "kiso")] == [2, 0, 2]
    act(g, s, t, DONE)
    assert g.decision == SAIL


@covers("R8-2b", "R12-5d")
def test_elsewhere_nothing_is_formed() -> None:
    """At sea or at a temporary port only; ships of two places do not meet."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi", "tama")
    put_ashore(g, "bn_302", "kiska")
    g.beach[spot("kiska"), JAPAN] = 1
    put_fleet(g, 1, "C15", "kiso")
    play_on(g, s, t)
    assert options(g, s) == {DONE}


@covers("R8-2a", "A-33", "N-62")
def test_off_map() -> None:
    """Ships of the box found and join fleets, and may leave them."""
    g, s, t = bare(NAVAL, ALLIES)
    put_in_box(g, "louisville")
    put_fleet(g, AL_A, "", "honolulu")
    put_fleet(g, AL_B, "D1", "st_louis")
    play_on(g, s, t)
    assert options(g, s) == {DONE, u("louisville"), u("honolulu")}
    act(g, s, t, u("louisville"))
    assert options(g, s) == {A, C}
    act(g, s, t, A)
    act(g, s, t, u("honolulu"))
    assert options(g, s) == {C, BOX_ACTION}
    act(g, s, t, BOX_ACTION)
    assert g.place[unit("honolulu")] == BOX
    assert g.at[unit("louisville")] == AL_A


@covers("N-13", "R8-1b")
def test_marker_of_allied_fleet_d_is_kept() -> None:
    """Until the fate of fleet D is known; there are four."""
    for fate, legal in ((0, {A, B, C}), (3, {A, B, C}), (2, {A, B, C, D})):
        g, s, t = bare(NAVAL, ALLIES)
        g.fleet_d = fate
        put_in_box(g, "louisville")
        for slot, ship in ((0, "honolulu"), (1, "st_louis"), (2, "nashville")):
            put_fleet(g, FLEETS + slot, "", ship)
        play_on(g, s, t)
        act(g, s, t, u("louisville"))
        assert options(g, s) == legal


@covers("BV-36", "R8-3a")
def test_bv_36_ten_ships() -> None:
    """Ten ships and four ground units are legal, eleven ships are not."""
    g, s, t = bare(NAVAL, JAPAN)
    ships = ("nachi", "tama", "kiso", "abukuma", "maya", "takao")
    lifts = ("jp_ak_1", "jp_ak_2", "jp_apd_1")
    put_fleet(g, 0, "C15", *ships, *lifts, "bn_301", "bn_302", "senpei_1")
    put_fleet(g, 1, "C15", "jp_apd_2", "ryujo", "junyo")
    put_ashore(g, "senpei_2", "paramushiro")
    play_on(g, s, t)
    act(g, s, t, u("jp_apd_2"), A, u("senpei_2"), A)
    assert (ships_in(g, s, 0), cargo_in(g, s, 0)) == (10, 4)
    act(g, s, t, u("ryujo"))
    refuse(g, s, A)


@covers("BV-72", "R8-2c", "A-102")
def test_bv_72_found_stays_found() -> None:
    """Both parts of a fleet found in S2 are found; who joins it too."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "tama")
    put_fleet(g, 1, "C15", "kiso", "maya")
    g.fleet_found[0] = 1
    g.fleet_deadline[0] = 1
    play_on(g, s, t)
    act(g, s, t, u("nachi"), C)
    assert list(g.fleet_found[:3]) == [1, 0, 1]
    assert g.fleet_deadline[2], "due in port like the fleet it left (R8-5i)"
    act(g, s, t, u("tama"), B)
    assert list(g.fleet_found[:3]) == [0, 1, 1]


@covers("VX-06", "R8-3b", "N-64")
def test_vx_06_disrupted_port_one_new_fleet() -> None:
    """The first fleet that takes ships is the only one."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "tama")
    put_fleet(g, 1, "C15", "kiso", "maya")
    g.port_disrupted[spot("paramushiro")] = 1
    play_on(g, s, t)
    act(g, s, t, u("nachi"), C)
    act(g, s, t, u("kiso"))
    assert options(g, s) == {C}


@covers("VX-06")
def test_vx_06_disrupted_port_merging() -> None:
    """Or one fleet goes into the other; then no new one."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "tama")
    put_fleet(g, 1, "C15", "kiso")
    g.port_disrupted[spot("paramushiro")] = 1
    play_on(g, s, t)
    act(g, s, t, u("kiso"), A)
    assert options(g, s) == {DONE}


@covers("R6-4b", "A-22")
def test_depot_out_no_forming_at_ports() -> None:
    """Allied fleets form only off map."""
    g, s, t = bare(NAVAL, ALLIES)
    g.depot_fire = 1
    put_fleet(g, AL_A, "B5", "louisville", "honolulu")
    put_in_box(g, "st_louis")
    play_on(g, s, t)
    assert options(g, s) == {DONE, u("st_louis")}


@covers("N-63")
def test_lift_ship_stays_with_its_cargo() -> None:
    """Not away while the cargo needs it."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "jp_ak_1", "bn_301")
    put_fleet(g, 1, "C15", "tama", "jp_ak_2", "jp_apd_1", "bn_302")
    play_on(g, s, t)
    refuse(g, s, u("jp_ak_1"))
    act(g, s, t, u("jp_apd_1"), A)
    refuse(g, s, u("jp_ak_2"))


@covers("N-74", "A-86")
def test_floatplane_goes_with_the_last_ship() -> None:
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "tama")
    put_fleet(g, 1, "C15", "kiso")
    g.fleet_floatplane[0] = unit("e13a_1")
    play_on(g, s, t)
    act(g, s, t, u("nachi"), B)
    assert g.fleet_floatplane[0] == unit("e13a_1")
    act(g, s, t, u("tama"), B)
    assert g.fleet_floatplane[1] == unit("e13a_1")
    assert g.fleet_floatplane[0] == NONE


def test_forming_is_always_asked() -> None:
    """decisions.md 4: the same first question with and without ships to form."""
    for ships in (("nachi",), ("nachi", "tama")):
        g, s, t = bare(NAVAL, JAPAN)
        put_fleet(g, 0, "C15", *ships)
        play_on(g, s, t)
        assert (g.decision, g.actor) == (FORM, JAPAN)


# --- boarding ----------------------------------------------------------------------------------


@covers("R8-4a", "R8-4d")
def test_boarding() -> None:
    """At a port or temporary port of the same part of the sea, while lifts last."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C15", "nachi", "jp_ak_1")
    put_fleet(g, 1, "C11", "jp_apd_1", "jp_apd_2")
    put_fleet(g, 2, "C12", "jp_ak_2")
    for name, where in (("bn_302", "paramushiro"), ("bn_301", "paramushiro")):
        put_ashore(g, name, where)
    put_ashore(g, "senpei_1", "kiska")
    put_ashore(g, "senpei_2", "attu")
    g.beach[spot("kiska"), JAPAN] = 1
    play_on(g, s, t)
    assert {u("bn_302"), u("bn_301"), u("senpei_1")} <= options(g, s)
    refuse(g, s, u("senpei_2"))
    act(g, s, t, u("bn_302"), A)
    assert g.place[unit("bn_302")] == FLEET
    refuse(g, s, u("bn_301"))
    act(g, s, t, u("senpei_1"))
    assert options(g, s) == {B}


@covers("BV-68", "R8-4m")
def test_bv_68_no_boarding_after_the_start_of_the_stage() -> None:
    """A fleet that comes to a port finds the regiment still ashore."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C4", "us_ak_1")
    put_ashore(g, "inf_4", "kodiak")
    play_on(g, s, t)
    assert options(g, s) == {DONE}
    act(g, s, t, DONE, A, NODE + node("B5"), DONE)
    assert g.phase == AIR
    assert g.place[unit("inf_4")] == SPOT


@covers("R8-1a")
def test_boats_never_join_fleets() -> None:
    """Submarines, midgets and torpedo boats; aircraft neither."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "", "us_ak_1")
    put_in_box(g, "gato_2", "b24_1")
    play_on(g, s, t)
    assert options(g, s) == {DONE, UNIT + unit("us_ak_1")}


@covers("R8-4l")
def test_boarding_off_map() -> None:
    """Units of the box board a fleet off map."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "", "us_ak_1")
    put_fleet(g, AL_B, "D1", "us_ak_2")
    put_in_box(g, "inf_5", "inf_7")
    play_on(g, s, t)
    act(g, s, t, u("inf_5"))
    assert options(g, s) == {A}
    act(g, s, t, A)
    refuse(g, s, u("inf_7"))


@covers("A-22")
def test_no_boarding_with_the_depot_out() -> None:
    """Not at printed ports; temporary ports serve on."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C8", "us_ak_1")
    put_fleet(g, AL_B, "C10", "us_ak_2")
    put_ashore(g, "us_aa", "dutch_harbor")
    put_ashore(g, "inf_4", "adak")
    g.beach[spot("adak"), ALLIES] = 1
    g.depot_fire = 1
    play_on(g, s, t)
    assert options(g, s) == {DONE, u("inf_4")}


def test_the_soviet_division_does_not_board() -> None:
    """R15-2: it cannot leave its place, entry or not."""
    g, s, t = bare(NAVAL, ALLIES)
    g.soviet = 1
    p = spot("petropavlovsk")
    g.port_owner[p] = g.field_owner[p] = ALLIES
    put_ashore(g, "soviet_div", "petropavlovsk")
    put_ashore(g, "inf_4", "petropavlovsk")
    put_fleet(g, AL_A, "C15", "us_ak_1")
    play_on(g, s, t)
    assert u("inf_4") in options(g, s)
    refuse(g, s, u("soviet_div"))
    assert g.place[unit("soviet_div")] == SPOT


# --- supply ------------------------------------------------------------------------------------


@covers("A-21", "R6-3d")
def test_loading_at_seattle() -> None:
    """Up to the AK without troops, not more than Seattle has, once a fleet."""
    g, s, t = bare(NAVAL, ALLIES)
    g.seattle = 3
    put_fleet(g, AL_A, "", "us_ak_1", "us_ak_2", "us_ak_3", "inf_4")
    put_fleet(g, AL_B, "", "us_ak_4", "us_ak_5")
    put_fleet(g, FLEETS + 2, "", "louisville")
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert (g.decision, g.actor) == (LOAD_SUPPLY, ALLIES)
    assert options(g, s) == {DONE, A, B}
    act(g, s, t, A)
    assert g.decision == LOAD_AMOUNT
    assert options(g, s) == {NUMBER + 1, NUMBER + 2}
    act(g, s, t, NUMBER + 2)
    assert (g.seattle, g.fleet_supply[AL_A]) == (1, 2)
    assert options(g, s) == {DONE, B}
    act(g, s, t, B)
    assert options(g, s) == {NUMBER + 1}
    act(g, s, t, NUMBER + 1)
    assert options(g, s) == {DONE}, "Seattle is empty, which is hidden"
    act(g, s, t, DONE)
    assert g.decision == SAIL


@pytest.mark.parametrize("loaded", [0, 3])
def test_loading_is_asked_without_transports_too(loaded: int) -> None:
    """decisions.md 4: an AK in a fleet off map and SP that have left Seattle are hidden."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "", "louisville")
    put_fleet(g, AL_B, "B5", "us_ak_1", "us_ak_2", "us_ak_3")
    g.seattle, g.fleet_supply[AL_B] = 3 - loaded, loaded
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert g.decision == LOAD_SUPPLY
    assert options(g, s) == {DONE}


def test_loading_is_not_asked_where_the_enemy_knows_of_no_supply() -> None:
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "", "us_ak_1")
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert g.decision == SAIL


@covers("R6-4b")
def test_no_loading_with_the_depot_out() -> None:
    g, s, t = bare(NAVAL, ALLIES)
    g.seattle, g.depot_fire = 3, 1
    put_fleet(g, AL_A, "", "us_ak_1")
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert g.decision == SAIL


@covers("A-21")
def test_supply_of_a_fleet_that_stayed_is_in_the_box_again() -> None:
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "", "us_ak_1")
    g.fleet_supply[AL_A] = 1
    play_on(g, s, t)
    assert (g.seattle, g.fleet_supply[AL_A]) == (1, 0)


@covers("R8-4i", "BV-24", "N-66")
def test_supply_goes_down_with_the_transports() -> None:
    """Two AK, 2 SP, one sunk: 1 SP lost; 1 SP, one sunk: none lost."""
    for loaded, left in ((2, 1), (1, 1)):
        g, s, _ = bare(NAVAL, ALLIES)
        put_fleet(g, AL_A, "C4", "us_ak_1", "us_ak_2", "us_dd_1")
        g.fleet_supply[AL_A] = loaded
        sink(g, s, unit("us_ak_1"))
        assert g.fleet_supply[AL_A] == left
