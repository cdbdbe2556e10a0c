"""The set-up of the game (RSU, RSU-3, RFS-2a)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS, NODE, SPOT_ACTION
from glory_env.games.aleutians.rules import setup
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in
from tests.covers import covers

from .positions import blank, node, spot, tables, unit

ALLIED = st.FLEETS  # slot of Allied fleet A


def names(g, place, at):
    """Units in a place, as a set of numbers."""
    s = tables()
    return {u for u in range(int(s.units)) if g.place[u] == place and g.at[u] == at}


def units(*ids):
    return {unit(one) for one in ids}


def legal(function, g, s):
    mask = np.zeros(N_ACTIONS, np.int8)
    function(g, s, mask)
    return set(np.flatnonzero(mask).tolist())


def place_all(g, s, t):
    """Answer the questions of the set-up; returns who was asked what."""
    asked = []
    setup.continue_set_up(g, s, t)
    while g.decision != st.NO_DECISION:
        asked.append((int(g.decision), int(g.actor)))
        if g.decision == st.PLACE_FLYING_BOAT:
            setup.apply_place_flying_boat(g, s, t, SPOT_ACTION + spot("kodiak"))
        else:
            setup.apply_place_submarine(g, s, t, NODE + node("C8"))
        setup.continue_set_up(g, s, t)
    return asked


def test_whole_record_is_filled():
    """Nothing of an earlier game is left; options, switches and the key stay."""
    clean, used = np.zeros(1, st.GAME), np.zeros(1, st.GAME)
    used.view(np.uint8)[:] = 7
    used["opt_setup"] = used["opt_bid"] = 0
    for games in (clean, used):
        setup.set_up(games[0], tables())
    for name in st.GAME.names:
        if name in ("key", "switch", "opt_rules"):
            assert (used[name].view(np.uint8) == 7).all()
        else:
            assert (used[name] == clean[name]).all(), name


@pytest.mark.parametrize(
    ("slot", "where", "ships"),
    [
        (0, "C11", ("nachi",)),
        (1, "C11", ("tama", "kiso", "jp_dd_1", "jp_apd_1", "jp_ak_1")),
        (2, "C12", ("abukuma", "jp_apd_2", "jp_ak_2")),
        (3, "D8", ("junyo", "ryujo", "maya", "takao", "jp_dd_2")),
        (4, "B5", ("louisville", "indianapolis", "nashville", "honolulu", "st_louis", "us_dd_1")),
        (5, "D1", ("us_ak_1", "prince_robert", "prince_david", "rcn_dd_1")),
        (6, "C4", ("us_ak_2", "us_ak_3", "us_dd_2")),
    ],
)
@covers("RSU-1a", "RSU-1b", "RSU-1c", "RSU-2a", "RSU-2b", "RSU-2c", "RSU-3d")
def test_fleets(slot, where, ships):
    """The fleets of the set-up; only fleet B is found (RSU-3d)."""
    g, s, _ = blank()
    assert g.fleet_used[slot]
    assert g.fleet_node[slot] == node(where)
    assert g.fleet_found[slot] == (slot == 1)
    aboard = {u for u in names(g, st.FLEET, slot) if s.kind[u] == st.SHIP}
    assert aboard == units(*ships)


@covers("RSU-2a", "RSU-2b", "RSU-2g", "RSU-3b")
def test_cargo_and_lifts_agree():
    """Two units and two lifts each; the floatplanes wait (RSU-3b)."""
    g, s, _ = blank()
    for slot, troops, plane in (
        (1, ("snlf_3", "jp_con_1"), "a6m2n_1"),
        (2, ("bn_301", "senpei_1"), "e13a_1"),
    ):
        assert units(*troops) <= names(g, st.FLEET, slot)
        assert cargo_in(g, s, slot) == lifts_in(g, s, slot) == 2
        assert g.fleet_floatplane[slot] == unit(plane)
        assert g.place[unit(plane)] == st.ABSENT


@covers("RSU-1d", "RSU-1e")
def test_allied_fleet_d_is_open():
    """It is not on the map at set-up, and its fate is open."""
    g, s, _ = blank()
    assert not g.fleet_used[ALLIED + 3]
    assert g.fleet_d == 0
    assert ships_in(g, s, ALLIED + 3) == 0
    for name in ("enterprise", "hornet", "us_dd_4", "f4f_ent_1", "sbd_hor_1"):
        assert g.place[unit(name)] == st.ABSENT


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("anchorage", ("inf_4", "scouts", "b18r_1", "tr_1", "rcaf_p40_1")),
        ("annette", ("rcaf_p40_2", "rcaf_boling_1")),
        ("umnak", ("eng_807", "b24r_1", "b26_1", "b26_2", "p40_1")),
        ("cold_bay", ("p36_1",)),
        ("dutch_harbor", ("us_aa",)),
        ("kodiak", ("f4f1_1",)),
        ("petropavlovsk", ("soviet_div",)),
        ("paramushiro", ("a6m3_1", "a6m3_2", "bn_302", "jp_con_2", "senpei_2")),
    ],
)
@covers("RSU-1f", "RSU-1g", "RSU-1h", "RSU-1i", "RSU-1l", "RSU-2d")
def test_garrisons(where, ids):
    """Who stands on land."""
    g, _, _ = blank()
    assert names(g, st.SPOT, spot(where)) == units(*ids)


@covers("RSU-2c", "RSU-1m", "RSU-2f", "R6-2a", "R6-3a")
def test_carriers_and_supply():
    """Aircraft of Japanese fleet D; SP 1 and 2 at the start."""
    g, _, _ = blank()
    assert names(g, st.CARRIER, unit("junyo")) == units("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2")
    assert names(g, st.CARRIER, unit("ryujo")) == units("a6m2_ryujo", "b5n_ryujo_1", "b5n_ryujo_2")
    assert g.supply.tolist() == [1, 2]
    assert g.seattle == 0


@covers("RSU-1j", "RSU-3g")
def test_boat_on_the_map():
    """The S-class boat is in C11 and has to return."""
    g, _, _ = blank()
    boat = unit("s_boat")
    assert g.place[boat] == st.SEA
    assert g.at[boat] == node("C11")
    assert g.flown[boat]


@covers("RFS-2a")
def test_what_if():
    """Japanese fleets A, B and C begin before Adak, none is found; the rest is as ever."""
    games = np.zeros(1, st.GAME)
    games["opt_setup"] = 1
    g, s = games[0], tables()
    setup.set_up(g, s)
    assert [int(n) for n in g.fleet_node[:4]] == [node("C10")] * 3 + [node("D8")]
    assert not g.fleet_found.any()
    assert [int(n) for n in g.fleet_node[4:7]] == [node("B5"), node("D1"), node("C4")]


@covers("R3-1b", "R3-1c", "R5-3a", "RSU-3a", "RSQ-3c")
def test_order_and_start():
    """Four flying boats, two submarines, then S4 of Japan's phase."""
    g, s, t = blank()
    boats = [(st.PLACE_FLYING_BOAT, st.ALLIES)] * 4
    assert place_all(g, s, t) == boats + [(st.PLACE_SUBMARINE, st.JAPAN)] * 2
    assert (g.turn, g.op, g.side, g.phase, g.step) == (1, 0, st.JAPAN, st.AIR, 0)
    assert g.fleet_moved[:4].all()
    assert units("pbyr_1", "pbyr_2", "pby_1", "pby_2") <= names(g, st.SPOT, spot("kodiak"))
    for name in ("jp_ss_1", "jp_ss_2"):  # RSU-3g
        assert g.place[unit(name)] == st.SEA
        assert g.flown[unit(name)]
        assert g.placed_by[unit(name)] == st.JAPAN


@covers("RSU-1k", "A-98", "N-89")
def test_flying_boats_may_stand():
    """Own islands, empty ones too, and own coast without a garrison."""
    g, s, t = blank()
    setup.continue_set_up(g, s, t)
    assert g.chosen_unit == unit("pbyr_1")
    found = legal(setup.legal_place_flying_boat, g, s)
    for name in ("kodiak", "attu", "kiska", "dutch_harbor", "open_A4", "open_B6"):
        assert SPOT_ACTION + spot(name) in found
    for name in ("paramushiro", "commander", "petropavlovsk", "open_A1", "open_B14", "anchorage"):
        assert SPOT_ACTION + spot(name) not in found


@covers("RSU-2e", "R7-2a", "BV-64")
def test_submarines_keep_out_of_barred_waters():
    """Anywhere but in barred waters."""
    g, s, _ = blank()
    found = legal(setup.legal_place_submarine, g, s)
    assert NODE + node("B2") not in found
    assert len(found) == s.nodes - int(s.barred[: s.nodes].sum())
