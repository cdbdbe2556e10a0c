"""Every check of the loader, met by a file that fails it: one line that says where and why."""

from __future__ import annotations

import copy

import pytest

from glory_env.games.aleutians.scenario import load
from glory_env.scenario import files
from glory_env.scenario.problems import ScenarioError
from tests.aleutians.positions import scenario
from tests.covers import covers
from tests.scenarios.editing import DELETE, change, write

# What is changed, the error's key and value, and words of what was expected.
SINGLE_VALUES = [
    ("turns.last", 13, "turns.last = 13", "from 1 to 12"),
    ("turns.season.3", "autum", "turns.season.3 = 'autum'", "one of spring, summer, autumn"),
    ("areas.A1.id", "E1", "areas.E1.id = 'E1'", "an area from A1 to D15"),
    ("areas.A1.land", "ice", "areas.A1.land = 'ice'", "one of none, grey, allies, soviet"),
    ("areas.A1.coast", "no", "areas.A1.coast = 'no'", "true or false"),
    ("areas.A1.coast", 0, "areas.A1.coast = 0", "true or false"),
    ("areas.A1.xy", [1], "areas.A1.xy = [1]", "[x, y], each from -5000 to 5000"),
    ("areas.A1.lon", 200, "areas.A1.lon = 200", "a number from -180 to 180"),
    ("seas.A4k.id", "A44k", "seas.A44k.id = 'A44k'", "a letter where there are several"),
    ("land_links.0", ["A1"], "land_links.0 = ['A1']", "two areas, like [A1, A2]"),
    ("sites.attu.id", "Attu", "sites.Attu.id = 'Attu'", "small letters"),
    ("sites.attu.ja", " ", "sites.attu.ja = ' '", "a name (one line of text)"),
    ("sites.attu.field", "big", "sites.attu.field = 'big'", "one of none, small, large"),
    ("sites.attu.vp", 5, "sites.attu.vp = 5", "from 0 to 4"),
    ("victory.levels", [0, 2, 4], "victory.levels = [0, 2, 4]", "a list of 4 whole numbers"),
    ("midway.modifiers", "+2", "midway.modifiers = '+2'", "a list of 6 whole numbers"),
    ("strategies.japan.by_die", [1, 2, 3, 3, 4, 5], "by_die = [1, 2, 3", "from 1 to 4"),
    ("strategies.allies.income.1", [1, 2], "income.1 = [1, 2]", "a list of 12 whole numbers"),
    ("air_sea.columns.2.sunk", 2.5, "air_sea.columns.2.sunk = 2.5", "from -12 to 24"),
    ("air_sea.columns.2.sunk", True, "air_sea.columns.2.sunk = True", "a whole number"),
    ("bombardment.columns.0.hit", 7, "bombardment.columns.0.hit = 7", "from 0 to 6"),
    ("ground.columns.1.losses.0", "A5", "losses.0 = 'A5'", "like A1, D2, A1/D1 or -"),
    ("ground.columns.1.losses.0", "D1/A1", "losses.0 = 'D1/A1'", "like A1, D2"),
    ("ground.columns.1.losses.0", "A1D1", "losses.0 = 'A1D1'", "like A1, D2"),
    ("ground.columns.1.up_to", "3", "ground.columns.1.up_to = '3'", "or null"),
    ("ground.disrupted_strength", "half", "disrupted_strength = 'half'", "half_up, same"),
    ("surface.start_gap", 6, "surface.start_gap = 6", "from 0 to 5"),
    ("models.PBY.type", "P", "models.PBY.type = 'P'", "one of F, T, D, B, R, TR"),
    ("models.PBY.range", -1, "models.PBY.range = -1", "from 0 to 15"),
    ("models.PBY.recon", "X", "models.PBY.recon = 'X'", "one of none, R, P"),
    ("ships.nachi.side", "allied", "ships.nachi.side = 'allied'", "one of allies, japan"),
    ("ships.nachi.type", "BC", "ships.nachi.type = 'BC'", "CV, CVL, CVE"),
    ("ships.nachi.strength", "3", "ships.nachi.strength = '3'", "from 0 to 20"),
    ("ships.nachi.defence", 5, "ships.nachi.defence = 5", "from -2 to 4"),
    ("ships.nachi.enter", 13, "ships.nachi.enter = 13", "from 0 to 12"),
    ("ships.nachi.at", "at sea", "ships.nachi.at = 'at sea'", "an id (one word)"),
    ("ships.musashi.cond", "kure", "ships.musashi.cond = 'kure'", "yokosuka"),
    ("ground_units.us_aa.aa", 3, "ground_units.us_aa.aa = 3", "from 1 to 2"),
    ("ground_units.us_aa.arm", "tank", "ground_units.us_aa.arm = 'tank'", "one of infantry"),
    ("aircraft.b29_1.option", 16.3, "aircraft.b29_1.option = 16.3", "in quotes"),
    ("withdrawals.0.when", "now", "withdrawals.0.when = 'now'", "one of end, supply"),
    ("withdrawals.0.group", "D", "withdrawals.0.group = 'D'", "fleet_d"),
    ("replacements.0.rule", "after_3", "rule = 'after_3'", "one of after_5, after_2"),
    ("free_parameters.0.range", [1], "free_parameters.0.range = [1]", "[lowest, chosen"),
    ("provenance.ships", ["X", "1"], "provenance.ships = ['X', '1']", "S, I or R"),
    ("provenance.ships", ["S", 4.4], "provenance.ships = ['S', 4.4]", "in quotes"),
    ("areas", {"A1": 1}, "areas = {'A1': 1}", "a list"),
    ("supply", 5, "supply = 5", "a mapping"),
]

KEYS = [
    ("supply.caps", {}, "supply.caps = {}", "a known key: one of cap, start"),
    ("ship", [], "ship = []", "a known key: one of ships,"),
    ("ships.nachi.gun", 3, "ships.nachi.gun = 3", "a known key: one of"),
    ("set_up.what_if.E", "C10", "set_up.what_if.E = 'C10'", "one of A, B, C, D"),
    ("ships.nachi.aa", DELETE, "ships.nachi.aa is missing", "from 0 to 20"),
    ("sites.attu.field", DELETE, "sites.attu.field is missing", "one of none, small, large"),
    ("ships.nachi.torpedo", DELETE, "ships.nachi.torpedo is missing", "true or false"),
    ("named.depot", DELETE, "named.depot is missing", "small letters"),
    ("air_sea.torpedo", DELETE, "air_sea.torpedo is missing", "keys sunk, damaged"),
    ("models", DELETE, "models is missing", "a list"),
    ("exchanges", DELETE, "exchanges is missing", "keys arrive, leave"),
]

MAP = [
    ("areas.A2", DELETE, "areas.A2 is missing", "every area from A1 to D15"),
    ("areas.A1.coast", True, "areas.A1.coast = True", "false where"),
    ("seas.D8.area", "D9", "seas.D8.links = 'D7'", "neighbours of D9 only"),
    ("seas.C10.links.0", "C1", "seas.C10.links = 'C1'", "neighbours of C10 only"),
    ("seas.C10.links.0", "C10", "seas.C10.links = 'C10'", "another part of the sea"),
    ("seas.C10.links.+", "B12x", "seas.C10.links = 'B12x'", "one of B12"),
    ("seas.D15.links", ["C15", "D14"], "seas.C14.links = 'D15'", "a link that is at D15 too"),
    ("land_links.+", ["A1", "A3"], "land_links.A1-A3 = ['A1', 'A3']", "a common edge"),
    ("land_links.+", ["A8", "A9"], "land_links.A8-A9 = ['A8', 'A9']", "land in play"),
    ("land_links.+", ["A2", "A1"], "land_links.A1-A2 = 'A1-A2'", "every id once"),
    ("sites.attu.sea", "C13", "sites.attu.sea = 'C13'", "a part of the sea in C12"),
    ("sites.attu.sea", "C12s", "sites.attu.sea = 'C12s'", "one of C12"),
    ("sites.nome.colour", "soviet", "sites.nome.colour = 'soviet'", "land of A8, allies"),
    ("off_map.seattle.side", "japan", "off_map = ['japan', 'japan']", "one box of each side"),
    ("off_map.seattle.entry", [], "off_map.seattle.entry = []", "one or more"),
    ("off_map.seattle.entry", ["D0"], "off_map.seattle.entry.0 = 'D0'", "a part of the sea"),
    ("named.nome", "nom", "named.nome = 'nom'", "one of nome"),
    ("named.kuriles", "C16", "named.kuriles = 'C16'", "a part of the sea"),
    ("named.before_anchorage", "A4", "named.before_anchorage = 'A4'", "anchorage, A4k"),
    ("turns.last", 11, "turns.season = '12 entries'", "each of the 11 turns"),
]

CHARTS = [
    ("victory.levels", [0, 4, 2, 6], "victory.levels = [0, 4, 2, 6]", "numbers that rise"),
    ("supply.start.japan", 6, "supply.start.japan = 6", "at most the cap, 5"),
    ("strategies.japan.income.3", DELETE, "strategies.japan.income = '3 rows'", "4 rows"),
    ("air_sea.columns.0.strength", 2, "air_sea.columns.0 = 2", "begins at 1"),
    ("air_sea.columns.3.strength", 3, "air_sea.columns.3 = [3, 1, 3]", "more than the column"),
    ("air_sea.columns.3.sunk", -1, "air_sea.columns.3 = [4, -1, 3]", "more than the column"),
    ("air_sea.torpedo.sunk", 2, "air_sea.torpedo.sunk = 2", "at most damaged, 1"),
    ("bombardment.columns.1.hit", 0, "bombardment.columns.1 = [4, 0]", "more than the column"),
    ("bombardment.columns", [], "bombardment.columns.0 = 'none'", "begins at 1"),
    ("ground.columns.1.up_to", -1, "ground.columns.*.up_to = [-1, -1", "null in the last"),
    ("ground.columns.6.up_to", 30, "ground.columns.*.up_to = [-1, 2", "null in the last"),
    ("ground.columns.1.losses.5", DELETE, "columns.1.losses = '5 cells'", "6 cells"),
    ("ground.columns.1.losses.0", "D2", "columns.1.losses = [2, -1", "that never fall"),
    ("ground.columns.6.losses.0", "A2", "columns.6.losses = [-2", "the column before"),
]

UNITS = [
    ("ships.tama.id", "nachi", "units.nachi = 'nachi'", "every id once"),
    ("models.PBY.id", "B-17", "models.B-17 = 'B-17'", "every id once"),
    ("ships.nachi.at", "fleet:E:C11", "ships.nachi.at = 'E'", "one of A, B, C, D"),
    ("ships.nachi.at", "fleet:A:C16", "ships.nachi.at = 'C16'", "C15"),
    ("ships.nachi.at", "C11", "ships.nachi.at = 'C11'", "like fleet:A:C11"),
    ("ships.tama.at", "fleet:B:C12", "ships.kiso.at = 'fleet:B:C11'", "C12, where fleet B is"),
    ("ships.nevada.at", "ominato", "ships.nevada.at = 'ominato'", "one of seattle"),
    ("ships.s_boat.at", "fleet:A:C11", "ships.s_boat.at = 'fleet:A:C11'", "C11"),
    ("ships.nachi.capacity", 1, "ships.nachi.capacity = 1", "0 for a CA"),
    ("ships.junyo.capacity", 2, "ships.junyo.capacity = 2", "room for its 3 aircraft"),
    ("ships.nachi.option", "16.5", "ships.nachi.option = '16.5'", "no optional rule"),
    ("ships.jp_ak_1.lift", 0, "ground_units = '2 units of japan aboard fleet B'", "its 1 lifts"),
    ("ground_units.us_aa.at", "dutch", "ground_units.us_aa.at = 'dutch'", "dutch_harbor"),
    ("ground_units.bn_301.at", "aboard:E", "ground_units.bn_301.at = 'E'", "one of A, B, C, D"),
    ("ground_units.inf_5.at", "nome", "ground_units.inf_5.at = 'nome'", "one of seattle"),
    ("ground_units.soviet_div.at", "nome", "cannot_leave = 'petropavlovsk'", "its place, nome"),
    ("aircraft.p40_1.model", "P-41", "aircraft.p40_1.model = 'P-41'", "one of P-40"),
    ("aircraft.p40_1.at", "umnk", "aircraft.p40_1.at = 'umnk'", "one of umnak"),
    ("aircraft.p40_1.at", "carrier:hornet", "at = 'carrier:hornet'", "only for them"),
    ("aircraft.f4f_vic.at", "carrier:zuiho", "aircraft.f4f_vic.at = 'zuiho'", "enterprise"),
    ("aircraft.p40_2.at", "seattle", "at = 'seattle'", "one of any_allied_or_seattle"),
    ("aircraft.p40_2.at", "any_allied", "at = 'any_allied'", "one of any_allied_or_seattle"),
    ("aircraft.p40_1.at", "any_allied", "at = 'any_allied'", "one of "),
    ("ships.s_boat.at", "any_sea", "ships.s_boat.at = 'any_sea'", "one of A4"),
    ("aircraft.e13a_1.at", "with:A1", "aircraft.e13a_1.at = 'A1'", "a fleet of the set-up"),
    ("aircraft.e13a_1.at", "with:B", "aircraft.*.at.with:B = 'with:B'", "every id once"),
    ("aircraft.a6m3_1.at", "with:A", "aircraft.a6m3_1.at = 'with:A'", "for a floatplane"),
    ("aircraft.b25_1.at", "swap:B-27", "aircraft.b25_1.at = 'B-27'", "one of B-2"),
    ("aircraft.a6m3_1.only_base", "paramushir", "only_base = 'paramushir'", "of paramushiro"),
    ("aircraft.tr_1.at", "kodiak", "aircraft.tr_1.at = 'kodiak'", "a large field for a C-47"),
    ("aircraft.p36_1.at", "attu", "sites.attu = '1 aircraft at the start'", "at most 0"),
    ("set_up.found.+", "japan:E", "set_up.found = 'japan:E'", "one of japan:"),
    ("set_up.what_if.A", "C16", "set_up.what_if.A = 'C16'", "a part of the sea"),
]

SCHEDULE = [
    ("withdrawals.0.units.0", "junio", "withdrawals.0.units = 'junio'", "one of junyo"),
    ("withdrawals.0.units.0", "ryujo", "withdrawals.0.units.ryujo = 'ryujo'", "every id once"),
    ("withdrawals.7.units.0", "s_boat", "withdrawals.s_boat = 's_boat'", "every id once"),
    ("withdrawals.2.units.+", "nachi", "withdrawals.2.units = 'nachi'", "DD only"),
    ("withdrawals.4.units.+", "kiso", "withdrawals.4.units = 'kiso'", "aircraft only"),
    ("returns.2.units.0", "nevada_", "returns.2.units = 'nevada_'", "one of nevada"),
    ("returns.2.units.0", "us_ak_1", "returns.2.units = 'us_ak_1'", "in the group whole"),
    ("returns.2.count", 2, "returns.2.count = 2", "at most the 1 units"),
    ("special_group.+", "b17_1", "special_group = 'b17_1'", "ships only"),
    ("exchanges.arrive", ["b25_1"], "exchanges.arrive = ['b25_1']", "arrive by swap:"),
    ("exchanges.leave.0", "nevada", "exchanges.leave = 'nevada'", "aircraft only"),
    ("replacements.0.units.+", "jp_ak_1", "replacements.0.units = 'jp_ak_1'", "aircraft only"),
    ("replacements.3.units.+", "bn_301", "replacements.3.units = 'bn_301'", "ships and boats"),
    ("replacements.4.units.+", "jp_ak_1", "replacements.jp_ak_1 = 'jp_ak_1'", "every id once"),
    ("provenance.ship", ["S", ""], "provenance.ship = ['S', '']", "the path of a value"),
]


@pytest.fixture
def errors_of(monkeypatch):
    """The lines of the error of the shipped file with changes, without the file's name."""

    def errors(*changes):
        content = copy.deepcopy(scenario().data)
        for path, value in changes:
            change(content, path, value)
        monkeypatch.setattr(files, "read_yaml", lambda path, model: content)
        with pytest.raises(ScenarioError) as caught:
            load("own.yaml")
        first, *rest = str(caught.value).removeprefix("own.yaml: ").split("\n  ")
        return rest or [first]

    return errors


@pytest.mark.parametrize(
    ("path", "value", "found", "expected"),
    [*SINGLE_VALUES, *KEYS, *MAP, *CHARTS, *UNITS, *SCHEDULE],
)
def test_each_error_has_one_clear_line(errors_of, path, value, found, expected):
    lines = errors_of((path, value))
    about = [line for line in lines if found in line]
    assert len(about) == 1, lines
    before, _, after = about[0].partition(", expected ")
    assert found in before
    assert expected in after, lines


@covers("R8-3a")
def test_a_fleet_holds_ten_ships(errors_of):
    """Those that join later are counted."""
    lines = errors_of(*((f"ships.{ship}.at", "fleet:D:D8") for ship in ("tama", "kiso", "jp_dd_1")))
    assert lines == ["ships = '11 ships of japan in fleet D', expected at most 10"]


@covers("R13-1a")
def test_a_stack_holds_four_units(errors_of):
    lines = errors_of(
        ("ground_units.snlf_3.at", "paramushiro"), ("ground_units.bn_301.at", "paramushiro")
    )
    assert lines == ["sites.paramushiro = '5 ground units', expected at most 4 of japan"]


def test_sea_that_no_fleet_reaches(errors_of):
    lines = errors_of(("seas.B7n.links", ["B8", "C7", "A8", "C8"]), ("seas.B6n.links", []))
    assert lines == ["seas.B6n = 'B6n', expected links to the rest of the sea"]


@covers("R12-2g")
def test_the_way_to_anchorage(errors_of):
    links = ["B3", "B4"]
    lines = errors_of(
        ("seas.A4k.links", ["A5", "B4"]), ("seas.B4.links.+", "A4k"), ("seas.A4.links", links)
    )
    assert lines == ["seas.A4k.links = ['A5', 'B4'], expected A5 only (12.2)"]


def test_more_than_the_record_holds(errors_of):
    models = copy.deepcopy(scenario().data["aircraft"][-3])
    more = [("aircraft.+", {**models, "id": f"more_{k}"}) for k in range(4)]
    assert errors_of(*more)[0].endswith("expected at most 180")
    node = copy.deepcopy(next(n for n in scenario().data["seas"] if n["id"] == "A4k"))
    more = [("seas.+", {**node, "id": f"A4{letter}"}) for letter in "xyz"]
    assert "seas = '5 entries with area A4', expected at most 4" in errors_of(*more)
    site = copy.deepcopy(next(s for s in scenario().data["sites"] if s["id"] == "attu"))
    more = [("sites.+", {**site, "id": f"more_{k}"}) for k in range(5)]
    assert errors_of(*more) == [
        "sites = '23 sites and 18 land areas', expected at most 40 together"
    ]


def test_many_errors_name_the_file_once(tmp_path):
    content = copy.deepcopy(scenario().data)
    change(content, "ships.tama.at", "C11")
    change(content, "supply.start.japan", 6)
    path = write(tmp_path, content)
    with pytest.raises(ScenarioError) as caught:
        load(path)
    first, *lines = str(caught.value).split("\n  ")
    assert first == f"{path}: 2 errors"
    assert len(lines) == 2


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(ScenarioError, match="no such file, expected a scenario in YAML"):
        load(tmp_path / "none.yaml")
    path = tmp_path / "empty.yaml"
    path.write_text("")
    with pytest.raises(ScenarioError, match="expected a mapping with the sections turns, areas"):
        load(path)
