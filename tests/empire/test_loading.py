"""The loader: what it gives, and one line with file and key for all that is wrong."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from glory_env.games.empire import geography as geo
from glory_env.games.empire.scenario import load, names
from glory_env.games.empire.scenario.gather import DATA, PARTS
from glory_env.games.empire.scenario.load import scenarios
from glory_env.scenario.problems import ScenarioError
from tests.scenarios.editing import write

from .own_files import content_with, errors_with, file_with

SU = "setups.setups.y1943"

# Changes of the data, and words of the line about each. One file has all of a list.
VALUES = [
    ("map.ocean.10", "4, 3", "map.ocean.10 = '4, 3', expected rows in rising order"),
    ("map.hexes.2015.terrain", "sea", "map.hexes.2015.terrain = 'sea', expected one of ocean"),
    ("map.hexes.2014.sides", "LBWLwA", "map.hexes.2014.sides = 'LBWLwA', expected six letters"),
    ("map.hexes.2013.has", ["fort"], "map.hexes.2013.has = ['fort'], expected a list of some"),
    ("map.hexes.2012.land", 200333, "map.hexes.2012.land = 200333, expected six digits"),
    ("map.routes.rail", [[2015]], "map.routes.rail = [[2015]], expected a list of pairs"),
    ("map.special.tokyo", 9999, "map.special.tokyo = 9999, expected the number of a hex"),
    ("units.units.j_akagi.full", [12], "units.units.j_akagi.full = [12], expected [attack"),
    ("units.units.j_soryu.side", "Japan", "units.units.j_soryu.side = 'Japan', expected one of"),
    ("units.units.j_soryu.guns", 3, "units.units.j_soryu.guns = 3, expected a known key: one of"),
    ("units.units.a_avg.dot", 1, "units.units.a_avg.dot = 1, expected true or false"),
    ("units.units.a_avg.card", "AL0", "units.units.a_avg.card = 'AL0', expected a card like"),
    (f"{SU}.markers.will", 11, f"{SU}.markers.will = 11, expected a whole number from 0 to 10"),
    (f"{SU}.markers.front", "far", f"{SU}.markers.front = 'far', expected one of stable_front"),
    (f"{SU}.JP.2016x", ["j_sn1"], f"{SU}.JP.2016x = '2016x', expected the number of a hex, or"),
    (f"{SU}.AL.2015", ["A"], f"{SU}.AL.2015 = ['A'], expected a list of ids of units"),
    ("tables.air_naval", [[5, 1], [2, 2]], "tables.air_naval = [[5, 1], [2, 2]], expected rows"),
    ("tables.draft", [1], "tables.draft = [1], expected a list of 5 whole numbers"),
    ("cards.cards.JP1.ov", 4, "cards.cards.JP1.ov = 4, expected a whole number from 1 to 3"),
    ("victory.items.v1942.A.when", "x", "victory.items.v1942.A.when = 'x', expected one of"),
]
MISSING = [
    ("map.hexes.2015.sides", None, "map.yaml: hexes.2015.sides is missing, expected six letters"),
    ("map.routes.kwai", None, "map.yaml: routes.kwai is missing, expected a list of pairs"),
    ("units.units.j_akagi.kind", None, "units.yaml: units.j_akagi.kind is missing, expected one"),
    (f"{SU}.cards_jp", None, "setups.yaml: setups.y1943.cards_jp is missing"),
    ("tables.stacking.naval", None, "tables.yaml: stacking.naval is missing, expected a whole"),
    ("cards.cards.AL5.iv", None, "cards.yaml: cards.AL5.iv is missing, expected two values"),
    ("victory.fewest_resources", None, "victory.yaml: fewest_resources is missing"),
]
MAP = [
    ("map.hexes.2015.sides", "WWWWWW", "2015.sides = 'WWWWWW', expected L to the N, as 2014 has"),
    ("map.hexes.2103.sides", "LXLLLX", "hexes.2103.sides = 'LXLLLX', expected X to the N, where"),
    ("map.hexes.2110.sides", "LXLBBL", "2110.sides = 'LXLBBL', expected a letter other than X"),
    ("map.hexes.2105.has", ["port"], "map.hexes.2105.has = ['port'], expected a port only where"),
    ("map.hexes.4017.sides", "LWWWWW", "map.hexes.4017.sides = 'LWWWWW', expected no way by land"),
    ("map.hexes.1709.garrison", "home", "map.hexes.1709.garrison = 'home', expected a garrison in"),
    ("map.hexes.1710.region", None, "map.yaml: hexes.1710.region = None, expected a region"),
    ("map.ocean.42", "1-21, 23-28", "map.ocean.42 = [1, 2, 3, 4, 5, 6, ...], expected rows"),
    ("map.not_hexes", [2015], "map.not_hexes = 2015, expected numbers that are no hexes"),
    ("map.closed", [[3403, 3505]], "map.closed = [3403, 3505], expected two neighbours"),
    ("map.routes.road", [[2015, 2115], [3823, 3922]], "routes.road = [2015, 2115], expected two"),
    ("map.routes.kwai", [[2206, 2306]], "routes.kwai = [2206, 2306], expected one of the routes"),
    ("map.special.no_route", [2104, 2205], "special.no_route = [2104, 2205], expected 3 hexes"),
    ("map.special.hawaii", [1305], "map.special.hawaii = 1305, expected a hex of the map"),
    ("map.sources.japan", [3606], "map.sources.japan = 3606, expected cities"),
    ("map.sources.west", [1104, 6016], "map.sources.west = 6016, expected hexes at the edge"),
    ("map.china_box.links", [1905, 2005], "china_box.links = 2005, expected a hex with an airf"),
    ("map.nations.siam.bases", [2112], "map.nations.siam.bases = 2112, expected a hex of siam"),
    ("map.nations.burma.keys", [2107], "nations.burma.keys = 2107, expected a hex with a port"),
]
UNITS = [
    ("units.units.j_akagi.full", [12, 12], "j_akagi.full = [12, 12], expected 3 numbers"),
    ("units.units.j_soryu.reduced", [11, 12, 3], "reduced = [11, 12, 3], expected no more attack"),
    ("units.units.j_zuiho.type", "infantry", "j_zuiho.type = 'infantry', expected one of CV"),
    ("units.units.j_hiei.side", "AL", "units.units.j_hiei.side = 'AL', expected the side of japan"),
    ("units.units.j_aoba.service", None, "j_aoba.service is missing, expected army or navy"),
    ("units.units.j_mogami.size", "army", "j_mogami.size = 'army', expected a size, for ground"),
    ("units.units.j_mogami.landing", "one", "j_mogami.landing = 'one', expected ground units"),
    ("units.units.j_a14.organic", "cargo", "j_a14.organic = 'cargo', expected lift for ships"),
    ("units.units.a_10lrb.extended", 8, "a_10lrb.extended = 8, expected more than the range"),
    ("units.units.a_7af.pair", "a_5lrb", "a_7af.pair = 'a_5lrb', expected an air unit that has"),
    ("units.units.a_wake.starts_reduced", True, "starts_reduced = True, expected a counter with"),
    ("units.units.a_hq_cpac.command", None, "a_hq_cpac.command is missing, expected what an HQ"),
    ("units.units.a_essex.card", "AL3", "a_essex.card = 'AL3', expected none where it arrives"),
    ("units.units.a_77.card", "AL85", "units.units.a_77.card = 'AL85', expected one of AL8"),
    ("cards.cards.JP37.hq", ["a_hq_cpac"], "JP37.hq = 'a_hq_cpac', expected one of j_hq_yamamoto"),
    ("cards.cards.AL21.lv_alt", None, "AL21.lv_alt = None, expected alt_hq with it, or neither"),
    ("cards.cards.JP50", None, "cards.JP50 is missing, expected the cards JP1 to JP86"),
]
SETUPS = [
    (f"{SU}.JP.2206", ["j_a15", "j_a28"], "JP.2206 = 'j_a28', expected every unit once"),
    (f"{SU}.JP.2106", [], "y1943 = 'without j_a33', expected every unit that has arrived"),
    (f"{SU}.JP.3119", ["j_ad7", "j_ad10"], "y1943 = 'with j_ad10', expected no j_ad10, which"),
    (f"{SU}.JP.3704", ["j_a27*", "j_x"], "JP.3704 = 'j_x', expected one of"),
    (f"{SU}.JP.4600", ["j_sn2*", "j_ad6"], "JP.4600 = 'j_ad6', expected a hex with airfield"),
    (f"{SU}.AL.1305", ["a_kent"], "AL.1305 = 'a_kent', expected a hex of the map"),
    (f"{SU}.AL.4423", ["a_xiv", "j_sn1"], "AL.4423 = 'j_sn1', expected units of AL only"),
    (f"{SU}.AL.2006", ["a_ind4", "a_ind1", "a_br33", "a_br15"], "expected at most 6 ships, 3"),
    (f"{SU}.AL.china_box", ["a_mb"], "AL.china_box = 'a_mb', expected air units only"),
    (f"{SU}.control", [4612, 4017, 3606], "control = 3606, expected hexes with land and a base"),
    (f"{SU}.hexes", [4600, 4600], "hexes = 4600, expected every hex once"),
    (f"{SU}.markers.resources", 14, "markers.resources = 14, expected 0, the resource hexes"),
    (f"{SU}.markers.no_route", [2106], "markers.no_route = 2106, expected some of [2104"),
    (f"{SU}.markers.hump", False, "markers.hump = False, expected true where the road"),
    (f"{SU}.cards_jp.discarded", [1, 87], "cards_jp.discarded = 1, expected every card once"),
    (f"{SU}.out", ["j_kongo*"], "out = 'j_kongo*', expected a star only"),
]


def test_each_scenario_has_what_its_set_up_and_rules_say() -> None:
    assert len(names()) == 9
    for name in names():
        s = load(name).tables[0]
        year = 1941 + (int(s.first_turn) + 1) // 3
        assert load(name).data["setup"] == f"y{year}"
        assert (s.hexes, s.units, s.places, s.fields) == (1139, 201, 362, 143)
        assert list(s.cards) == [86, 84]
        assert s.last_turn - s.first_turn == 2 or not s.one_year
    assert len({load(name).id for name in names()}) == 9


def test_every_value_says_where_it_comes_from() -> None:
    provenance = load("year_1943").provenance
    assert len(provenance) > 4000
    assert {letter for letter, _ in provenance.values()} == {"S", "P", "I"}
    assert provenance["map.hexes.3023.terrain"] == ("P", "board")


@pytest.mark.parametrize("cases", [MAP, UNITS, SETUPS], ids=["map", "units", "setups"])
def test_the_checks_name_file_and_key(cases) -> None:
    errors = errors_with(*[(path, value) for path, value, _ in cases])
    for _, _, words in cases:
        assert [line for line in errors if words in line], (words, errors)
    assert not any("\n" in line for line in errors)


@pytest.mark.parametrize("cases", [VALUES, MISSING], ids=["values", "missing"])
def test_each_value_is_of_its_kind(tmp_path, cases) -> None:
    path = file_with(tmp_path, *[(path, value) for path, value, _ in cases])
    with pytest.raises(ScenarioError) as error:
        load(path)
    lines = str(error.value).split("\n  ")
    assert lines[0] == f"{path}: {len(cases)} errors"
    for _, _, words in cases:
        assert [line for line in lines if words in line], (words, lines)


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"first_turn": 6}, "own.yaml: first_turn = 6, expected 5, the turn of y1943"),
        ({"last_turn": 4}, "own.yaml: last_turn = 4, expected 5 or later"),
        ({"setup": "y1945"}, "own.yaml: setup = 'y1945', expected one of y1941"),
        ({"units": {}}, "own.yaml: units = {}, expected it under changes"),
        ({"changes": []}, "own.yaml: changes = [], expected a mapping with some of the keys map"),
        ({"changes": {"maps": {}}}, "own.yaml: changes.maps = {}, expected one of map, units"),
    ],
)
def test_a_scenarios_own_lines_are_checked(tmp_path, own, words) -> None:
    with pytest.raises(ScenarioError) as error:
        load(write(tmp_path, {**content_with(), **own}))
    assert words in str(error.value).replace(f"{tmp_path}/", "")


def _copied(tmp_path, part, old, new):
    """The scenarios over data files of which one has a text replaced."""
    for name in PARTS:
        shutil.copy(DATA / f"{name}.yaml", tmp_path)
    path = tmp_path / f"{part}.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return scenarios(tmp_path)


@pytest.mark.parametrize(
    ("part", "old", "new", "words"),
    [
        (
            "map", "sides: LWWWWW, land: \"210000\"", "sides: BWWWWW, land: \"210000\"",
            "year_1943.yaml: map.yaml: hexes.2014.sides = 'LBWLwL', expected B to the S, as 2015",
        ),
        ("units", "type: CVE, full: [8, 8, 3], ", "type: CVE, ", "units.yaml: units.j_kaiyo.full"),
        ("units", "\n  j_soryu:", "\n  j_akagi:", "key 'j_akagi'"),
        ("setups", "[j_hq_southseas, j_yamato, ", "[j_hq_southseas, j_junyo, j_yamato, ",
         "setups.yaml: setups.y1943.JP.4017 = 'j_junyo', expected every unit once"),
        ("cards", "  cards: [P", "  card: [P", "cards.yaml: provenance.card = ['P', 'three"),
    ],
)  # fmt: skip
def test_a_fault_in_a_data_file_is_one_line(tmp_path, part, old, new, words) -> None:
    with pytest.raises(ScenarioError) as error:
        _copied(tmp_path, part, old, new).load("year_1943")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_an_owner_changes_printed_values_in_one_file(tmp_path) -> None:
    path = file_with(
        tmp_path,
        ("units.units.j_taiho.full", [19, 12, 3]),
        ("map.hexes.3023.terrain", "open"),
        ("map.hexes.3023.en", "Port Darwin"),
    )
    own, shipped = load(path), load("year_1943")
    u, h = own.units.index("j_taiho"), own.hexes.index(3023)
    assert own.tables[0].attack[u, 0] == 19
    assert own.tables[0].terrain[h] == geo.OPEN
    assert own.names["3023"]["en"] == "Port Darwin"
    assert own.id != shipped.id
    changed = [name for name in own.tables.dtype.names if not np.array_equal(
        own.tables[name], shipped.tables[name])]  # fmt: skip
    assert sorted(changed) == ["attack", "cost", "terrain"]


def test_the_id_is_of_the_rules_only(tmp_path) -> None:
    same = load(file_with(tmp_path, ("map.hexes.3023.en", "Port Darwin")))
    assert same.id == load("year_1943").id
