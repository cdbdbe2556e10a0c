"""glory.yaml: fixed values, where they come from, and the tables made of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from glory_env.games.glory import state
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.layout import overlap
from glory_env.games.glory.scenario.paths import value_paths
from glory_env.games.glory.state import ABSENT, ASIDE, DR, KINDS, NONE, POOL, ROWS, TRACK
from tests.scenarios import frozen_values as frozen

GLORY = load("glory")
TABLES = GLORY.tables[0]
FROZEN = {"S": frozen.STATED, "I": frozen.INFERRED}


def box(name: str) -> int:
    return GLORY.boxes.index(name)


def counter(name: str) -> int:
    return GLORY.counters.index(name)


def bits(number: int) -> set[str]:
    return {name for b, name in enumerate(GLORY.boxes) if number >> b & 1}


@pytest.mark.parametrize("letter", ["S", "I"])
def test_stated_and_inferred_values_are_unchanged(letter):
    values = value_paths(GLORY.data)
    assert {path: values.get(path) for path in FROZEN[letter]} == FROZEN[letter]


@pytest.mark.parametrize("letter", ["S", "I"])
def test_provenance_names_exactly_the_frozen_values(letter):
    marked = {path for path, (found, _) in GLORY.provenance.items() if found == letter}
    assert marked == set(FROZEN[letter])


def test_every_value_has_a_provenance():
    assert list(GLORY.provenance) == list(value_paths(GLORY.data))
    assert set(FROZEN["S"]).isdisjoint(FROZEN["I"])


def test_provenance_gives_the_section():
    assert GLORY.provenance["tonnage.start"] == ("S", "preface")
    assert GLORY.provenance["boxes.aleutians.gp"] == ("S", "15-1")
    assert GLORY.provenance["lines.sea.homeland-taiwan_okinawa"] == ("S", "11-3-2 example")
    assert GLORY.provenance["crt.us.3-6.0"] == ("S", "12-7")
    assert GLORY.provenance["crt.us.3-6.1"] == ("R", "")
    assert GLORY.provenance["boxes.akyab.kind"] == ("R", "")
    assert GLORY.provenance["boxes.akyab.gp"] == ("S", "15-1")
    assert GLORY.provenance["coordinates.akyab"] == ("R", "")


def test_routes_end_and_bands_lie_where_the_rulebook_puts_them():
    routes = {marker["id"]: marker["route"] for marker in GLORY.data["markers"]}
    assert {name: routes[name][-1] for name in frozen.LAST_BOX} == frozen.LAST_BOX
    for bands in GLORY.data["crt"].values():
        assert set(frozen.BANDS) < set(bands)


def test_only_the_three_named_boxes_are_home_islands_and_only_nine_give_points():
    assert bits(sum(1 << b for b in np.flatnonzero(TABLES.home_islands))) == {
        "hokkaido",
        "bonins",
        "taiwan_okinawa",
    }
    assert TABLES.box_gp.sum(axis=0).tolist() == [8, 17]  # army, navy: all boxes of 15-1
    assert np.count_nonzero(TABLES.box_gp) == 9
    assert np.count_nonzero(TABLES.box_tonnage) == 3


def test_no_notices_and_an_id():
    assert GLORY.notices == ()
    assert GLORY.name == "glory"
    assert len(GLORY.id) == 64
    assert set(GLORY.id) <= set("0123456789abcdef")


def test_sizes_and_order_of_numbers():
    assert (TABLES.boxes, TABLES.counters, TABLES.markers) == (19, 71, 6)
    assert GLORY.boxes[0] == "homeland"
    assert GLORY.counters[0] == "yamato"
    assert GLORY.counters[60] == "fd_4"
    assert GLORY.counters[61:67] == tuple(f"fort_{n}" for n in range(1, 7))
    assert GLORY.counters[67:] == tuple(f"transport_{n}" for n in range(1, 5))
    assert GLORY.markers == ("D", "N", "B", "C", "I", "Ch")


def test_every_field_of_the_tables_is_filled():
    filled = [name for name in TABLES.dtype.names if name != "spare"]  # room, not a value
    empty = {name for name in filled if not TABLES[name].any()}
    assert empty == {"home", "start_active", "start_method"}  # 0 is their value


def test_plain_numbers():
    assert (TABLES.start_total, TABLES.cap, *TABLES.floor) == (630, 730, 100, 150)
    assert (TABLES.last_turn, TABLES.home_loss_until, TABLES.late_from) == (12, 11, 10)
    assert TABLES.hit_from.tolist() == [5, 6]
    assert (TABLES.margin, TABLES.solo_gp, TABLES.turn_13_gap) == (10, 65, 15)
    assert (TABLES.turn_13_dice, TABLES.turn_13_gp) == (2, 3)
    assert (TABLES.convoy_ships, TABLES.convoy_aircraft, TABLES.track_spaces) == (4, 1, 8)
    assert (TABLES.fort_strength, TABLES.transport_yield) == (20, 50)
    assert (TABLES.start_active, TABLES.start_method) == (0, 0)


def test_map():
    assert (TABLES.home, TABLES.convoy) == (box("homeland"), box("convoy"))
    assert TABLES.box_kind[box("solomons")] == state.AMPHIBIOUS
    assert TABLES.box_kind[box("akyab")] == state.LAND
    assert TABLES.box_kind[box("convoy")] == state.CONVOY_BOX
    assert (TABLES.box_kind[19:] == NONE).all()
    assert TABLES.box_gp[box("solomons")].tolist() == [0, 10]
    assert TABLES.box_gp[box("akyab")].tolist() == [2, 0]
    assert TABLES.box_tonnage[box("java")] == -300
    assert bits(TABLES.sea_lines[box("philippines")]) == {
        "taiwan_okinawa",
        "rangoon",
        "east_new_guinea",
        "java",
    }
    assert bits(TABLES.land_lines[box("rangoon")]) == {"mandalay", "akyab"}
    assert bits(TABLES.sea_lines[box("convoy")]) == {"homeland"}
    assert bits(TABLES.ahead[box("philippines")]) == {"east_new_guinea", "rangoon"}
    assert TABLES.ahead[box("mandalay")] == 0
    for lines in (TABLES.sea_lines, TABLES.land_lines):
        matrix = np.array([[int(row) >> b & 1 for b in range(24)] for row in lines])
        assert (matrix == matrix.T).all()


def test_markers():
    assert TABLES.nation.tolist() == [0, 0, 0, 1, 1, 2, NONE, NONE]
    assert TABLES.route_length.tolist() == [3, 4, 3, 3, 3, 1, 0, 0]
    route = [box(name) for name in ("solomons", "marshalls", "marianas", "bonins")]
    assert TABLES.route[1].tolist() == [*route, NONE, NONE, NONE, NONE]
    assert TABLES.marker_start.tolist() == [0, 1, 0, 0, 0, 1, 0, 0]  # steps: 0 = in its base
    assert (TABLES.bonus_marker, TABLES.bonus_tonnage, TABLES.bonus_gp) == (5, 50, 10)


def test_combat_results_by_turn_nation_and_hits():
    def cell(turn: int, nation: str, hits: int) -> tuple[int, int]:
        n = state.NATIONS.index(nation)
        return int(TABLES.crt_gp[turn, n, hits]), int(TABLES.crt_loss[turn, n, hits])

    assert cell(3, "us", 0) == (1, 50)
    assert cell(6, "us", 0) == (1, 50)
    assert cell(2, "us", 0) == (1, 40)
    assert cell(6, "uk", 2) == (1, DR)
    assert cell(8, "uk", 3) == (3, 10)
    assert cell(8, "uk", 4) == (3, DR)
    assert cell(12, "us", 12) == (15, 10)
    assert cell(12, "us", 13) == (15, DR)
    assert cell(12, "us", 23) == (15, DR)  # the last row is repeated
    assert cell(1, "cn", 23) == (4, 5)
    assert not TABLES.crt_gp[0].any()
    assert not TABLES.crt_gp[13:].any()


def test_no_chinese_retreat_before_turn_7():
    assert DR not in TABLES.crt_loss[1:7, 2]
    assert DR in TABLES.crt_loss[7:13, 2]


def test_transport_and_convoy_tables():
    assert TABLES.sea_loss.tolist() == [[0, 1, 1, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0]]
    assert TABLES.convoy_loss[0, 4, 1:].tolist() == [70, 60, 60, 50, 40, 30, 20]
    assert TABLES.convoy_damage[0, 4, 1:].tolist() == [2, 1, 0, 0, 0, 0, 0]
    assert TABLES.convoy_loss[1, 0, 1:].tolist() == [120, 110, 100, 90, 90, 80, 70]
    assert TABLES.convoy_damage[1, 2, 1:].tolist() == [1, 0, 0, 0, 0, 0, 0]


def test_invasion_table():
    def called(turn: int, face: int) -> set[str]:
        number = int(TABLES.invasion[turn, face])
        return {name for m, name in enumerate(GLORY.markers) if number >> m & 1}

    assert called(5, 6) == {"B", "C", "N"}
    assert called(2, 1) == set()
    assert called(2, 6) == {"D"}
    assert called(11, 6) == {"B", "I"}
    assert not TABLES.invasion[:2].any()
    assert not (TABLES.invasion >> 5 & 1).any()  # Ch is never called


def test_production_rows():
    cost = dict(zip(ROWS, TABLES.cost.tolist(), strict=True))
    assert cost == {
        "DD": 35,
        "DE": 25,
        "CV": 30,
        "navy_aircraft": 20,
        "army_aircraft": 20,
        "ground": 30,
        "transport": 75,
        "fort": 10,
        "BCV": 20,
    }
    periods = dict(zip(ROWS, TABLES.period.tolist(), strict=True))
    assert periods["CV"] == [3, 4]
    assert periods["army_aircraft"] == [1, 1]
    assert periods["BCV"] == [1, 2]


def test_printed_values_and_starts():
    def printed(name: str) -> tuple:
        u = counter(name)
        return (
            state.SERVICES[TABLES.service[u]],
            KINDS[TABLES.kind[u]],
            int(TABLES.dice[u]),
            int(TABLES.modifier[u]),
            int(TABLES.tonnage[u]),
            ROWS[TABLES.row[u]] if TABLES.row[u] != NONE else None,
        )

    assert printed("yamato") == ("navy", "BB", 1, 0, 25, None)
    assert printed("shokaku") == ("navy", "CV", 1, 1, 20, "CV")
    assert printed("cvl") == ("navy", "CVL", 1, 1, 15, "CV")
    assert printed("dd_1") == ("navy", "DD", 1, 0, 30, "DD")
    assert printed("de_1") == ("navy", "DE", 0, 0, 0, "DE")
    assert printed("naf_1") == ("navy", "navy_aircraft", 1, 0, 0, "navy_aircraft")
    assert printed("fd_1") == ("army", "army_aircraft", 1, 0, 0, "army_aircraft")
    assert printed("army_18") == ("army", "ground", 4, 0, 30, "ground")
    assert printed("ise_bcv") == ("navy", "BCV", 1, 1, 20, "BCV")
    assert printed("agano") == ("navy", "CL", 1, 0, 10, None)
    assert printed("fort_6") == ("army", "fort", 0, 0, 20, "fort")
    assert printed("transport_1")[1:] == ("transport", 0, 0, 0, "transport")
    assert TABLES.start_place[counter("aoba")] == box("solomons")
    assert TABLES.start_place[counter("dd_8")] == POOL
    assert TABLES.start_place[counter("ise_bcv")] == ASIDE
    assert TABLES.start_place[counter("fort_1")] == POOL
    assert TABLES.start_place[counter("transport_4")] == POOL
    on_track = {
        name: int(TABLES.start_space[u])
        for u, name in enumerate(GLORY.counters)
        if TABLES.start_place[u] == TRACK
    }
    assert on_track == {"taiho": 5, "agano": 2, "shinano": 8}
    assert np.count_nonzero(TABLES.start_space) == 3
    assert (TABLES.start_place[71:] == ABSENT).all()
    assert (TABLES.kind[71:] == NONE).all()
    assert (TABLES.hybrid_from, TABLES.hybrid_to) == (counter("ise"), counter("ise_bcv"))


def test_counters_of_each_kind():
    count = Counter(KINDS[kind] for kind in TABLES.kind[:71])
    assert count == {
        "BB": 6, "BCV": 1, "CV": 5, "CVL": 1, "CA": 5, "CL": 5, "DD": 8, "DE": 4,
        "navy_aircraft": 4, "army_aircraft": 4, "ground": 18, "fort": 6, "transport": 4,
    }  # fmt: skip


def test_counters_alike_share_a_face():
    face = {name: int(TABLES.face[u]) for u, name in enumerate(GLORY.counters)}
    assert face["nagato"] == face["fuso"] == face["kongo_1"] == face["kongo_2"]
    assert face["yamato"] != face["nagato"]  # other tonnage
    assert face["ise"] not in (face["nagato"], face["ise_bcv"])  # only Ise is converted
    assert face["shokaku"] == face["taiho"] == face["unryu"] != face["shinano"]
    assert face["cvl"] != face["shokaku"]
    assert face["naf_1"] != face["fd_1"]
    assert len({face[f"army_{n:02d}"] for n in range(1, 19)}) == 1
    assert len({face[f"fort_{n}"] for n in range(1, 7)}) == 1
    assert (TABLES.face[71:] == NONE).all()


def test_tables_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        GLORY.tables["cap"] = 1
    with pytest.raises(ValueError, match="read-only"):
        GLORY.tables[0].cost[0] = 1
    with pytest.raises(AttributeError):
        GLORY.name = "other"


def test_names_in_both_languages():
    assert GLORY.names["homeland"] == {"ja": "本土", "en": "Home Islands"}
    assert GLORY.names["base:D"] == {"ja": "ダッチハーバー", "en": "Dutch Harbor"}
    assert GLORY.names["fort_2"]["en"] == "Fort 2"
    keys = {*GLORY.boxes, *GLORY.counters, *(f"base:{m}" for m in GLORY.markers)}
    assert set(GLORY.names) == keys
    assert all(name["ja"] and name["en"].isascii() for name in GLORY.names.values())
    english = [name["en"] for name in GLORY.names.values()]
    assert len(set(english)) == len(english)


@pytest.mark.parametrize("name", ["glory", "teaching"])
def test_drawn_boxes_do_not_overlap(name):
    scenario = load(name)
    keys = {*scenario.boxes, *(f"base:{m}" for m in scenario.markers)}
    assert set(scenario.coordinates) == keys == set(scenario.data["coordinates"])
    for a, b in combinations(scenario.coordinates, 2):
        assert not overlap(scenario.coordinates[a], scenario.coordinates[b]), (a, b)
    assert all(0 <= v <= 1 for point in scenario.coordinates.values() for v in point)
