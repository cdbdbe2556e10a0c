"""The shipped scenario: what the rulebook fixes of it, and how it becomes tables."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules.board import distance, in_range
from glory_env.games.aleutians.scenario import load, names
from glory_env.games.aleutians.scenario.freeze import area_number
from glory_env.games.aleutians.scenario.paths import value_paths
from glory_env.scenario.problems import ScenarioError
from tests.aleutians.positions import node, scenario, spot, tables, unit
from tests.covers import covers
from tests.scenarios.editing import change, write

BASE = area_number("C15")


def units_of(side, kind):
    s = tables()
    return [u for u in range(s.units) if s.side[u] == side and s.kind[u] == kind]


def model_of(name):
    return next(u["id"] for u in scenario().data["aircraft"] if u["model"] == name)


# --- counts and order --------------------------------------------------------------------------
def test_roster():
    """F-RO: 70 Japanese and 107 Allied counters, the Soviet division among them."""
    kinds = (st.SHIP, st.BOAT, st.GROUND, st.AIRCRAFT)
    assert [len(units_of(st.JAPAN, kind)) for kind in kinds] == [31, 3, 11, 25]
    assert [len(units_of(st.ALLIES, kind)) for kind in kinds] == [41, 4, 15, 47]


def test_order_of_units_and_places():
    """Ships and boats, ground units, aircraft; sites, open country, then room for built fields."""
    s, it = tables(), scenario()
    kinds = [int(s.kind[u]) for u in range(s.units)]
    ranks = [{st.SHIP: 0, st.BOAT: 0, st.GROUND: 1, st.AIRCRAFT: 2}[kind] for kind in kinds]
    assert ranks == sorted(ranks)
    assert (s.sites, s.spots, s.nodes) == (18, 36, 59)
    assert len(it.spots) == s.spots <= st.MAX_SPOTS - st.BUILT_SPOTS
    assert all(name.startswith("open_") for name in it.spots[s.sites :])
    assert all(s.open[p] == (p >= s.sites) for p in range(s.spots))
    assert it.areas[:2] == ("A1", "A2")
    assert it.areas[area_number("B1")] == "B1"
    assert area_number("B1") == 15


# --- map --------------------------------------------------------------------------------
@covers("R4-1a", "R4-1b", "R3-2b")
def test_victory_points_of_places():
    """12 in all; Japan begins with the 2 of Paramushiro, its only place (R3-2b)."""
    s = tables()
    assert s.vp.sum() == 12
    assert [p for p in range(s.sites) if s.colour[p] == st.JAPAN] == [spot("paramushiro")]
    assert s.vp[spot("paramushiro")] == 2


@covers("R15-2b")
def test_soviet_areas():
    """C15, A11, B14, B15, C14 by their land, C13 by its island."""
    s, it = tables(), scenario()
    land = {it.areas[a] for a in range(60) if s.area_land[a] and s.area_colour[a] == st.SOVIET}
    assert land == {"C15", "A11", "B14", "B15", "C14"}
    assert s.colour[spot("commander")] == st.SOVIET
    assert s.island[spot("commander")]


@covers("R12-2g")
def test_anchorage_is_reached_through_cook_inlet():
    """A4k, the sea before Anchorage, has one neighbour."""
    s = tables()
    assert s.anchorage_node == node("A4k")
    assert s.cook_node == node("A5")
    assert s.sea_links[node("A4k")] == 1 << node("A5")
    assert s.spot_nodes[spot("anchorage")] == 1 << node("A4k")


@covers("N-31")
def test_open_country_lies_at_all_parts_of_its_area():
    """In A4, B6 and B7 at two parts; inland at none."""
    s = tables()
    assert s.spot_nodes[spot("open_A4")] == 1 << node("A4") | 1 << node("A4k")
    assert s.spot_nodes[spot("open_B7")] == 1 << node("B7n") | 1 << node("B7s")
    assert s.spot_nodes[spot("open_A6")] == 0
    assert s.spot_nodes[spot("cold_bay")] == 1 << node("B7s")


def test_links_are_mutual():
    s = tables()
    for n in range(s.nodes):
        for other in range(s.nodes):
            assert (s.sea_links[n] >> other) & 1 == (s.sea_links[other] >> n) & 1
    land = s.land_links
    assert all((land[a] >> b) & 1 == (land[b] >> a) & 1 for a in range(60) for b in range(60))


@covers("R7-7d")
def test_diagonal_fields_are_out_of_reach_of_a_p40():
    """Baranof and Annette, Anchorage and Kodiak, Nome and Cold Bay, Cold Bay and Umnak."""
    s, fighter = tables(), unit(model_of("P-40"))
    assert s.range[fighter] == 1
    assert not s.star[fighter]
    pairs = (("baranof", "annette"), ("anchorage", "kodiak"), ("nome", "cold_bay"))
    for one, other in (*pairs, ("cold_bay", "umnak")):
        start, end = int(s.spot_area[spot(one)]), int(s.spot_area[spot(other)])
        assert distance(start, end, 1) == 1
        assert not in_range(s, fighter, start, end)


@covers("R7-7c", "VX-02")
def test_reach_of_the_flying_boat_and_the_bomber():
    """H6K from C15 to A10, B9, C9, D9; 16.4: G8N from A3 to Seattle, not from A4."""
    s = tables()
    boat = unit(model_of("H6K"))
    for row, last in zip("ABCD", (10, 9, 9, 9), strict=True):
        reached = [c for c in range(1, 16) if in_range(s, boat, BASE, area_number(f"{row}{c}"))]
        assert min(reached) == last
    bomber = unit(model_of("G8N"))
    rows, columns = 3, 2 + 2  # from A3 to Seattle, two columns east of D1
    assert s.range[bomber] == rows + columns
    assert not s.star[bomber]


# --- ratings --------------------------------------------------------------------------------
def test_ratings_the_text_names():
    """F-UN: Nachi, defence from -2 to +4, guns of 3 and more of CA and BB only, aircraft."""
    s = tables()
    nachi = unit("nachi")
    assert (s.strength[nachi], s.defence[nachi], s.aa[nachi], s.torpedo[nachi]) == (3, 1, 1, 1)
    ships = units_of(st.JAPAN, st.SHIP) + units_of(st.ALLIES, st.SHIP)
    assert {min(s.defence[ships]), max(s.defence[ships])} == {-2, 4}
    assert all((s.strength[u] >= 3) == (s.type[u] in (st.CA, st.BB)) for u in ships)
    planes = units_of(st.JAPAN, st.AIRCRAFT) + units_of(st.ALLIES, st.AIRCRAFT)
    for u in planes:
        assert s.recon[u] != st.RECON_R or s.strength[u] == 0
        assert s.recon[u] != st.RECON_P or s.strength[u] >= 1
        assert s.range[u] > 0 or s.side[u] == st.ALLIES
    assert sum(s.mother[u] != st.NONE for u in units_of(st.JAPAN, st.AIRCRAFT)) == 15


def test_counters_of_one_face():
    """Alike in all that is printed; a strength of 1 or 2 tells American destroyers apart."""
    s = tables()
    assert s.face[unit("us_dd_2")] == s.face[unit("us_dd_1")] == unit("us_dd_1")
    assert s.face[unit("us_dd_3")] != s.face[unit("us_dd_4")]
    assert s.face[unit("us_dd_5")] == unit("us_dd_3")
    assert s.face[unit("a6m2_junyo")] != s.face[unit("a6m2_ryujo")]
    for u in range(s.units):
        twin = s.face[u]
        for rating in ("kind", "type", "strength", "defence", "aa", "torpedo", "lift", "range"):
            assert s[rating][u] == s[rating][twin]


# --- set-up --------------------------------------------------------------------------------
@covers("RSU-1a", "RSU-1b", "RSU-1c", "RSU-2a", "RSU-2b", "RSU-2c", "RSU-3d", "RFS-2a")
def test_fleets_of_the_set_up():
    """Where they begin, also in the what-if."""
    s = tables()
    starts = ["C11", "C11", "C12", "D8", "B5", "D1", "C4"]
    assert s.fleet_start[:7].tolist() == [node(n) for n in starts]
    assert s.fleet_start[7] == st.NONE
    assert s.allied_d_node == node("D6")
    assert s.fleet_start_found.tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    assert s.fleet_what_if[:4].tolist() == [node("C10")] * 3 + [node("D8")]
    assert s.fleet_floatplane[:4].tolist() == [st.NONE, unit("a6m2n_1"), unit("e13a_1"), st.NONE]
    ships = Counter(int(s.start_at[u]) for u in units_of(0, st.SHIP) + units_of(1, st.SHIP))
    assert [ships[slot] for slot in range(8)] == [1, 5, 3, 5, 6, 4, 3, 0]


@covers("RSU-1j", "RSU-1k", "RSU-2b", "RSU-2c", "RSU-2d", "RSU-2e")
def test_places_of_the_set_up():
    """Aircraft aboard carriers, cargo, free pieces, what comes later."""
    s = tables()

    def start(name):
        u = unit(name)
        return int(s.start_place[u]), int(s.start_at[u]), int(s.start_free[u])

    assert start("d3a_junyo_1") == (st.CARRIER, unit("junyo"), 0)
    assert start("snlf_3") == (st.FLEET, 1, 0)
    assert start("a6m3_1") == (st.SPOT, spot("paramushiro"), 0)
    assert start("s_boat") == (st.SEA, node("C11"), 0)
    for free in ("pby_1", "pbyr_2", "jp_ss_1", "jp_ss_2"):
        assert start(free) == (st.ABSENT, st.NONE, 1)
    for later in ("a6m2_zuiho", "f4f_ent_1", "e13a_1", "nevada", "zuikaku", "enterprise"):
        assert start(later) == (st.ABSENT, st.NONE, 0)
    assert s.only_base[unit("a6m3_2")] == spot("paramushiro")
    assert s.home_spot[unit("soviet_div")] == spot("petropavlovsk")
    assert s.mother[unit("f4f_vic")] == unit("victorious")
    assert s.condition[unit("musashi")] == st.YOKOSUKA
    assert s.optional[unit("b29_1")]
    assert s.optional[unit("g8n_1")]


@covers("RSU-2g")
def test_cargo_and_lifts_agree():
    """Fleets B and C each have two lifts and two ground units."""
    s = tables()
    for slot in (1, 2):
        here = [u for u in range(s.units) if s.start_place[u] == st.FLEET and s.start_at[u] == slot]
        assert s.lift[here].sum() == 2 == sum(s.kind[u] == st.GROUND for u in here)


# --- time and schedule -------------------------------------------------------------------------
@covers("R9-2h", "R1-2c", "BV-66")
def test_bv_66_seasons():
    """Winter in turns 6 to 8; no fog then nor in the spring of turn 9 (R9-2h)."""
    s = tables()
    assert np.flatnonzero(s.winter).tolist() == [6, 7, 8]
    assert np.flatnonzero(s.fog).tolist() == [1, 2, 3, 4, 5, 10, 11, 12]


@covers("R5-3c")
def test_income():
    """SP a turn by strategy; none in turn 1 (R5-3c)."""
    s = tables()
    assert not s.income[:, :, 1].any()
    assert not s.income[:, st.NO_STRATEGY].any()
    assert s.income[st.JAPAN, st.J2, 2:6].tolist() == [2, 2, 2, 1]
    assert s.income[st.ALLIES, 1:, 5].tolist() == [1, 1, 2, 2]
    assert s.income[st.ALLIES, 1:, 6].tolist() == [2, 2, 3, 4]
    assert s.strategy_of[:, 1:].tolist() == [[1, 2, 3, 3, 4, 4]] * 2
    assert s.midway_modifier[1:].tolist() == [2, 0, 0, 0, 0, -2]  # RMW


@covers("R4-4a", "R4-4g", "A-12", "RRF-1h", "RRF-1i")
def test_withdrawals():
    """Who leaves when, and how many of a group stay."""
    s = tables()
    keep = dict(zip(st.LEAVE_GROUPS, s.group_keep.tolist(), strict=True))
    assert keep == {
        "whole": 0, "fleet_d": 0, "transports": 1, "destroyers": 2, "flying_boats": 1,
    }  # fmt: skip
    fleet_d = [u for u in range(s.units) if s.leave_group[u] == st.FLEET_D]
    assert Counter(int(s.side[u]) for u in fleet_d) == {st.JAPAN: 8, st.ALLIES: 8}
    leaving = {name: int(s.leave_turn[unit(name)]) for name in ("gato_1", "pt", "rcn_dd_1")}
    assert set(leaving.values()) == {5}
    assert [s.leave_turn[unit(u)] for u in ("s_boat", "b17_1", "nevada")] == [9, 9, 10]
    assert [s.leave_stage[unit(u)] for u in ("s_boat", "b17_1", "nevada", "pt")] == [1, 1, 1, 0]
    assert s.leave_turn[unit("indianapolis")] == s.leave_turn[unit("victorious")] == 0


@covers("RRF-1f", "RRF-1h", "R6-7d", "R6-11a", "R6-11b")
def test_returns_exchanges_and_the_group_of_turn_9():
    s, it = tables(), scenario()
    assert [s.come_back[unit(u)] for u in ("us_ak_1", "louisville", "pby_1")] == [7, 9, 9]
    assert s.group_back.tolist() == [1, 0, 1, 0, 2]
    assert [it.units[u] for u in np.flatnonzero(s.swap)] == ["b25_1", "b25_2"]
    assert [it.units[u] for u in np.flatnonzero(s.swapped)] == ["b26_1", "b26_2"]
    assert {it.units[u] for u in np.flatnonzero(s.special_group)} == {
        "enterprise", "new_orleans", "pensacola", "us_dd_3", "us_dd_4",
        "victorious", "brooklyn", "nashville",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("a6m2n_2", "floatplane"),  # R6-14a
        ("ki43_1", "next_turn"), ("g4m_1", "next_turn"), ("a6m3_1", "next_turn"),  # R6-14b
        ("e13a_1", "never"), ("d3a_junyo_1", "never"), ("a6m2_unyo", "never"),  # R6-14c, A-75
        ("jp_ak_2", "after_5"), ("jp_ss_1", "never"), ("bn_301", "never"),  # R6-14d
        ("b26_1", "next_turn"), ("f4f_ent_1", "next_turn"), ("tr_1", "next_turn"),  # R6-15a
        ("p36_1", "never"), ("b18r_1", "never"), ("os2u_1", "never"),
        ("pby_2", "flying_boat"), ("pbyr_1", "flying_boat"),  # R6-15b, N-19
        ("us_ak_3", "after_2"), ("pt", "after_2"), ("gato_2", "after_2"),  # R6-15c
        ("nevada", "never"), ("inf_4", "never"),
    ],
)  # fmt: skip
def test_replacements(name, rule):
    """Who comes back once eliminated, and by which rule."""
    assert st.REPLACEMENTS[tables().replaced[unit(name)]] == rule


# --- the scenario as a thing -------------------------------------------------------------------
def test_loading_by_name_and_path():
    """A name gives one shared object, a path a fresh one; the tables cannot be written to."""
    it = scenario()
    assert names() == ("aleutians",)
    assert load("aleutians") is it
    fresh = load(it.path)
    assert fresh is not it
    assert fresh.id == it.id
    assert copy.deepcopy(it) is it
    assert not pickle.loads(pickle.dumps(it)).tables.flags.writeable
    with pytest.raises(ScenarioError, match="scenario = 'aleutian', expected one of aleutians"):
        load("aleutian")


def test_everything_drawn_has_a_name_and_a_place():
    it = scenario()
    drawn = (*it.units, *it.spots, *(f"sea:{n}" for n in it.nodes), "seattle", "ominato")
    assert all(it.names[one]["ja"] and it.names[one]["en"] for one in drawn)
    sites = it.spots[: tables().sites]
    assert set(it.coordinates) == {*it.areas, *sites, *(f"sea:{n}" for n in it.nodes)}


def test_every_value_has_a_source():
    it = scenario()
    assert set(it.provenance) == set(value_paths(it.data))
    assert all(section for _, section in it.provenance.values())
    assert it.provenance["ships.nachi.strength"] == ("I", "2.4")
    assert it.provenance["ships.us_ak_4.enter"] == ("S", "schedule")
    assert it.provenance["air_sea.columns.3.sunk"] == ("R", "table")


def test_free_parameters_name_rebuilt_values():
    """Where a key names one value, that is the chosen one, and none the rulebook states."""
    it = scenario()
    values = value_paths(it.data)
    single = [p for p in it.free_parameters if p.key in values and "entry" not in p.key]
    assert len(single) > 20
    for one in single:
        assert values[one.key] == one.range[1], one.key
        assert it.provenance[one.key][0] != "S", one.key


def test_the_id_is_of_what_matters_for_the_rules(tmp_path):
    """Names, coordinates, sources and the order of links do not change it; a rating does."""
    it = scenario()
    content = copy.deepcopy(it.data)
    change(content, "ships.nachi.en", "Heavy cruiser Nachi")
    change(content, "sites.attu.xy", [0, 0])
    change(content, "seas.C11.links", content["seas"][node("C11")]["links"][::-1])
    change(content, "provenance.ships", ["R", ""])
    assert load(write(tmp_path, content)).id == it.id
    change(content, "ships.nachi.strength", 4)
    other = load(write(tmp_path, content))
    assert other.id != it.id
    assert other.tables["strength"][0][unit("nachi")] == 4


def test_half_strength_of_disrupted_units(tmp_path):
    content = copy.deepcopy(scenario().data)
    change(content, "ground.disrupted_strength", "half_up")
    assert load(write(tmp_path, content)).tables["half_disrupted"][0] == 1
    assert tables().half_disrupted == 0


@covers("R1-1a")
def test_two_sides():
    """Americans, Canadians, British and Soviets are one side."""
    nations = {"japan": set(), "allies": set()}
    for unit_ in (*scenario().data["ships"], *scenario().data["ground_units"]):
        nations[unit_["side"]].add(unit_["nation"])
    assert len(nations["allies"]) >= 3
    assert not nations["japan"] & nations["allies"]
    assert st.SIDES == ("japan", "allies")


@covers("R2-2c")
def test_grey_land_is_out_of_play():
    """It has no place on it and no road to it."""
    s, it = tables(), scenario()
    grey = [area["id"] for area in it.data["areas"] if area["land"] == "grey"]
    assert len(grey) > 3
    for name in grey:
        a = area_number(name)
        assert not s.area_land[a]
        assert s.land_links[a] == 0
        assert f"open_{name}" not in it.spots
