"""Sums over the data files: a printed value that changes by mistake breaks one of these."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario import load
from tests.covers import covers

S = load("campaign_1941").tables[0]
DATA = load("campaign_1941").data
SIDES = {"B": 250, "L": 580, "N": 2, "V": 56, "W": 1078, "X": 128, "l": 2, "m": 17, "w": 59}
TERRAIN = {"atoll": 34, "jungle": 53, "mixed": 184, "mountain": 22, "ocean": 1, "open": 68}
REGIONS = {
    "aleutians": 5, "amboina": 1, "andaman_nicobar": 3, "australia": 52, "bali": 1, "borneo": 17,
    "burma": 9, "caroline": 11, "celebes": 8, "ceylon": 3, "china_coast": 15, "china_inland": 7,
    "dei_other": 16, "formosa": 2, "guam": 1, "hawaii": 3, "himalaya": 6, "hokkaido": 3,
    "hong_kong": 1, "honshu": 7, "india_central": 7, "india_north": 5, "indochina": 12, "java": 5,
    "korea": 5, "kyushu": 1, "malaya": 8, "maldives": 1, "manchuria": 7, "mandates": 17,
    "marianas": 2, "marshall": 11, "midway": 1, "morotai": 1, "new_guinea": 26, "new_hebrides": 10,
    "oceania": 22, "philippines": 16, "ryukyu_bonin": 6, "sakhalin": 2, "sakhalin_north": 2,
    "siam": 7, "sumatra": 13, "timor": 2, "wake": 1,
}  # fmt: skip
# Counters, attack, defence, reduced attack of those with two sides
UNITS = {
    ("JP", "naval"): (19, 210, 204, 127),
    ("JP", "air"): (25, 296, 250, 150),
    ("JP", "ground"): (26, 402, 288, 201),
    ("AL", "naval"): (42, 449, 478, 264),
    ("AL", "air"): (26, 170, 254, 94),
    ("AL", "ground"): (51, 470, 493, 251),
}
CARDS = {
    "JP": {"cards": 86, "ov": 199, "oc": 361, "ec": 176, "lv": 145, "lv_alt": 10, "removed": 44,
           "draw": 22, "military": 29, "reaction": 25, "resource": 10, "political": 22},
    "AL": {"cards": 84, "ov": 171, "oc": 172, "ec": 162, "lv": 178, "lv_alt": 118, "removed": 41,
           "draw": 10, "military": 43, "reaction": 10, "resource": 10, "political": 21},
}  # fmt: skip


def test_the_hexes_add_up() -> None:
    hexes = DATA["map"]["hexes"]
    assert Counter("".join(entry["sides"] for entry in hexes.values())) == SIDES
    assert Counter(entry["terrain"] for entry in hexes.values()) == TERRAIN
    assert Counter(entry["region"] for entry in hexes.values() if "region" in entry) == REGIONS
    assert len(hexes) == 362
    assert np.count_nonzero(S.region == st.NONE) == 778


def test_the_hexes_stand_where_they_stand() -> None:
    """Sums with the place in the list as weight, against two values that changed places."""
    hexes = DATA["map"]["hexes"]
    sides = "".join(entry["sides"] for entry in hexes.values())
    assert sum(k * geo.HEXSIDES.index(letter) for k, letter in enumerate(sides, 1)) == 2399858
    terrains = [geo.TERRAINS.index(entry["terrain"]) for entry in hexes.values()]
    assert sum(k * terrain for k, terrain in enumerate(terrains, 1)) == 206591
    assert sum(k * number for k, number in enumerate(hexes, 1)) == 249057182


def test_the_features_add_up() -> None:
    assert S.has_port.sum() == 76
    assert S.has_field.sum() == 143
    assert S.city.sum() == 93
    assert S.resource.sum() == 14
    assert list(np.bincount(S.garrison))[1:] == [12, 8]
    assert S.named.sum() == 150
    assert S.coast.sum() == 297
    assert S.islet.sum() == 116
    assert np.count_nonzero(S.road_side == 1) == 110
    assert np.count_nonzero(S.road_side == 2) == 6
    edges = [S.hex_id[np.flatnonzero(S.edge & bit)].astype(int) for bit in (1, 2, 4)]
    assert [(len(edge), edge.sum()) for edge in edges] == [(19, 114304), (41, 157201), (31, 45527)]


@pytest.mark.parametrize(("side", "kind"), list(UNITS))
def test_the_counters_add_up(side, kind) -> None:
    mine = (S.unit_side == st.SIDES.index(side)) & (S.kind == st.UNIT_KINDS.index(kind))
    two = mine & (S.full_steps == 2)
    sums = (mine.sum(), S.attack[mine, 0].sum(), S.defence[mine, 0].sum(), S.attack[two, 1].sum())
    assert sums == UNITS[side, kind]


def test_the_marks_of_the_counters_add_up() -> None:
    units = S.unit_side != st.NONE
    assert units.sum() == 201
    assert S.dotted.sum() == 70
    assert S.bracketed.sum() == 11
    assert (S.pair[units] != st.NONE).sum() == 12
    assert (S.organic == st.LIFT).sum() + (S.organic == st.CARGO).sum() == 11
    assert S.europe.sum() == 30
    assert S.command_range.sum() == 149
    assert S.efficiency.sum() == 21
    assert S.arrival.sum() == 536
    assert (units & (S.full_steps == 2) & (S.arrives_full == 1)).sum() == 24
    on_map = S.start_place == st.MAP
    assert S.hex_id[S.start_hex[on_map]].sum() == 304525


def test_counters_of_each_nation_and_service() -> None:
    units = S.unit_side != st.NONE
    nations = Counter(st.UNIT_NATIONS[nation] for nation in S.nat[units])
    services = Counter(st.SERVICES[service] for service in S.service[units & (S.kind != st.HQ)])
    assert nations == {
        "japan": 74, "us": 77, "british": 19, "australian": 8, "new_zealand": 1, "indian": 6,
        "dutch": 11, "chinese": 3, "joint": 2,
    }  # fmt: skip
    sizes = Counter(st.UNIT_SIZES[size] for size in S.unit_size[S.kind == st.GROUND])
    assert sizes == {"regiment": 8, "brigade": 12, "division": 13, "corps": 20, "army": 24}
    assert services == {"none": 46, "army": 62, "navy": 81}


@pytest.mark.parametrize("side", st.SIDES)
def test_the_cards_add_up(side) -> None:
    k, sums = st.SIDES.index(side), CARDS[side]
    kinds = Counter(st.CARD_KINDS[kind] for kind in S.card_kind[k])
    found = {
        "cards": S.cards[k],
        "ov": S.card_ov[k].sum(),
        "oc": S.card_iv[k, :, 0].clip(0).sum(),
        "ec": S.card_iv[k, :, 1].clip(0).sum(),
        "lv": S.card_lv[k].clip(0).sum(),
        "lv_alt": S.card_lv_alt[k].clip(0).sum(),
        "removed": S.card_removed[k].sum(),
        "draw": S.card_draw[k].sum(),
    }
    assert found | {kind: kinds[kind] for kind in st.CARD_KINDS[1:]} == sums


def test_victory_points_add_up() -> None:
    for name, points in (("year_1942", 20), ("year_1943", 9), ("year_1944", 43)):
        assert load(name).tables[0].item_points.sum() == points


@covers("R11.31-a", "R11.32-a", "R11.33-a", "R11.33-b", "R11.33-c", "R11.34-a", "R11.34-e")
def test_replacements_by_turn() -> None:
    turns = range(1, st.MAX_TURNS + 1)

    def at(steps: np.ndarray) -> list[int]:
        return [turn for turn in turns if steps[turn]]

    for side, ground, naval in ((st.JP, 2, [3, 4, 11]), (st.AL, 2, [2, 4, 6, 8, 10, 12])):
        assert at(S.repl_ground[side] == ground) == list(turns)[1:]
        assert at(S.repl_naval[side]) == naval
    assert at(S.repl_air[st.AL] == 5) == list(turns)[1:]
    assert at(S.repl_air[st.JP]) == []
    assert at(S.repl_oahu == 1) == list(turns)[1:]
    assert at(S.repl_cw == 1) == [6, 9, 12]
    assert at(S.repl_chinese == 1) == [3, 5, 7, 9, 11]


@covers("R12.4-a", "R12.51-a", "R16.47-a")
def test_cards_drawn_and_passes() -> None:
    assert list(S.al_draw[1:]) == [0, 5, 6] + [7] * 9
    assert list(S.jp_passes) == [2] * 6 + [1, 0]
    assert list(np.flatnonzero(S.progress)) == list(range(4, 13))


@covers("R15.1-a", "R15.2-a", "R15.3-a", "R15.4-a", "R15.5-a")
def test_levels_of_the_war_in_europe() -> None:
    """Boxes 3 .. -7, and the highest die that drafts at each level."""
    assert list(S.wie_level) == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4]
    assert list(S.draft) == [st.NONE, 1, 3, 5, 7]


@covers("R9.2-i", "R9.4-d", "R8.42-a", "R8.24-b", "R8.34-b", "R7.22-a")
def test_numbers_of_the_charts() -> None:
    assert list(S.us_air_drm[1:]) == [0] * 4 + [1] * 3 + [3] * 5
    assert (S.ambush_drm, S.surprise_drm) == (4, 3)
    assert (list(S.support_drm), S.landing_drm, S.armour_drm) == ([2, 2], 3, 1)
    assert dict(zip(geo.TERRAINS, S.mp.tolist(), strict=True)) == {
        "ocean": 0, "atoll": 0, "open": 2, "jungle": 4, "mixed": 4, "mountain": 6,
    }  # fmt: skip
    assert list(S.drm) == [0, 0, 0, -1, -2, -3]
    assert (S.ground_move, S.naval_move, S.emergency_move) == (1, 5, 10)
    assert (S.supply_mp, S.zone_radius, list(S.stack)) == (8, 2, [6, 3])


@covers("R9.2-h", "R9.4-c")
def test_factors_of_fire_by_modified_die() -> None:
    """Quarters below 3, to 5 and above; halves below 3, to 6, to 8 and above."""
    assert list(S.an_factor) == [1] * 3 + [2] * 3 + [4] * 10
    assert list(S.gc_factor) == [1] * 3 + [2] * 4 + [3] * 2 + [4] * 7


def test_ratings_the_examples_of_the_rules_show() -> None:
    """Attack of groups, and hits a unit takes whose defence is halved, rounded up (19.0)."""
    number = {name: u for u, name in enumerate(load("campaign_1941").units)}

    def attack(*names: str, side: int = 0) -> int:
        return int(sum(S.attack[number[name], side] for name in names))

    def half(name: str) -> int:
        return int(S.defence[number[name], 0] + 1) // 2

    assert attack("j_akagi", "j_soryu", "j_shokaku") == 36
    assert attack("j_ad5", "j_af21", "j_af23") == 54
    assert attack("j_a16", side=1) == attack("j_a17", side=1) == 9
    assert [attack(name) for name in ("j_takao", "j_a14", "a_nl", "j_ryujo", "j_nachi")] == [
        12, 18, 6, 6, 10,
    ]  # fmt: skip
    assert [attack(name) for name in ("j_af24", "j_tenryu", "a_vmf211", "j_sn4", "a_wake")] == [
        10, 4, 1, 4, 2,
    ]  # fmt: skip
    assert 2 * half("a_mdca") == 10
    assert 2 * (half("a_7af") + half("a_7lrb")) == 20
    assert [half("a_neworleans"), half("j_a14"), half("j_sn4")] == [4, 6, 3]
    defence = [S.defence[number[name], 0] for name in ("a_feaf", "a_19lrb", "a_ca_asia", "a_hk")]
    assert defence == [10, 9, 6, 4]
    assert S.efficiency[number["j_hq_south"]] == 1


U = {name: u for u, name in enumerate(load("campaign_1941").units)}


@covers("R1.3-cb", "R8.45-a")
def test_who_can_land() -> None:
    """All ground units of Japan, the US and the Commonwealth but the Indians and the armour."""
    ground = S.kind == st.GROUND
    never = np.isin(S.nat, (st.NAT_INDIAN, st.NAT_DUTCH, st.NAT_CHINESE)) | (S.type == st.ARMOUR)
    assert ((S.landing != st.NO_LANDING) == (ground & ~never)).all()
    costs = {S.unit_size[u]: S.landing[u] for u in np.flatnonzero(ground & ~never)}
    assert costs[st.BRIGADE] == costs[st.DIVISION] == st.ONE_POINT
    assert costs[st.CORPS] == st.POINT_A_STEP
    assert S.landing[U["j_korea"]] == st.TWO_A_STEP
    armies = np.isin(S.unit_size, (st.CORPS, st.FIELD_ARMY)) & ground & ~never
    assert (S.landing == st.POINT_A_STEP).sum() == armies.sum() - 1


@covers("R8.46-a", "R8.46-b")
def test_who_carries_brigades_and_who_is_carried() -> None:
    cargo = {name for name, u in U.items() if S.organic[u] == st.CARGO}
    assert cargo == {"j_sn1", "j_sn2", "j_sn3", "j_sn4", "j_ss"}
    lift = (S.unit_side == st.JP) & np.isin(S.type, (st.CA, st.CL, st.APD))
    assert ((S.organic == st.LIFT) == lift).all()


@covers("R10.22-a")
def test_who_can_be_kept_in_europe() -> None:
    """Ground units and aircraft of the US Army but the B-29s, and escort carriers."""
    army = (S.service == st.ARMY) & (S.nat == st.NAT_US) & (S.type != st.B29)
    carriers = (S.type == st.CVE) & (S.nat == st.NAT_US)
    assert ((S.europe == 1) == (army | carriers)).all()


@covers("R6.12-a", "R7.21-e")
def test_whom_an_hq_commands() -> None:
    def commands(hq: str, unit: str) -> bool:
        return bool(S.commands[S.command[U[hq]], S.unit_class[U[unit]]])

    units = ("j_a14", "a_x", "a_7af", "a_br15", "a_dutch1", "a_cn5")
    table = {hq: [commands(hq, unit) for unit in units] for hq in U if S.kind[U[hq]] == st.HQ}
    assert table["j_hq_south"] == [True] + [False] * 5
    assert table["a_hq_cpac"] == [False, True, True, False, False, True]
    assert table["a_hq_seac"] == [False, False, True, True, False, True]
    assert table["a_hq_abda"] == [False] + [True] * 5
    assert len(table) == S.hqs == 12


@covers("R13.76-a")
def test_garrisons() -> None:
    assert list(S.garrison_attack) == [0, 9, 12]
    assert list(S.garrison_defence) == [0, 12, 12]


@covers("R8.41-a", "R8.41-d", "R8.41-e", "R8.41-f", "R8.41-g")
def test_regions_closed_to_some() -> None:
    hexes = load("campaign_1941").hexes

    def bars(number: int) -> int:
        return int(S.bars[hexes.index(number)])

    everybody = geo.BAR_JP_GROUND | geo.BAR_JP_AIR | geo.BAR_AL_GROUND | geo.BAR_CHINESE
    assert bars(3302) == bars(3800) == everybody
    assert bars(2407) == geo.BAR_JP_GROUND | geo.BAR_AL_GROUND
    assert bars(1406) == geo.BAR_JP_GROUND | geo.BAR_CHINESE
    assert bars(2105) == bars(2008) == 0
    assert bars(1307) == bars(2508) == bars(4017) == geo.BAR_CHINESE
