"""Every check of the loader, met by a file that fails it: the message says where and why."""

from __future__ import annotations

import pytest

from glory_env.games.glory.scenario import ScenarioError, load
from tests.scenarios.editing import DELETE, change, content_of, edited, text_of, write

# What is changed in teaching.yaml, the error's key and value, and words of what was expected.
SINGLE_VALUES = [
    ("tonnage.start", 303, "tonnage.start = 303", "a multiple of 5 from 0 to 730"),
    ("tonnage.start", 735, "tonnage.start = 735", "0 to 730"),
    ("tonnage.cap", 800, "tonnage.cap = 800", "0 to 730"),
    ("tonnage.cap", -5, "tonnage.cap = -5", "0 to 730"),
    ("tonnage.start", "300", "tonnage.start = '300'", "a multiple of 5"),
    ("tonnage.start", 300.0, "tonnage.start = 300.0", "a multiple of 5"),
    ("tonnage.start", True, "tonnage.start = True", "a multiple of 5"),
    ("tonnage.start", None, "tonnage.start = None", "a multiple of 5"),
    ("tonnage.step", 1, "tonnage.step = 1", "from 5 to 5"),
    ("turns.last", 17, "turns.last = 17", "from 1 to 16"),
    ("convoy_box.ships", 9, "convoy_box.ships = 9", "from 0 to 8"),
    ("track_spaces", 21, "track_spaces = 21", "from 1 to 20"),
    ("victory.margin", -1, "victory.margin = -1", "from 0 to 99"),
    ("boxes.bonins.id", "Bonins", "boxes.Bonins.id = 'Bonins'", "small letters"),
    ("boxes.bonins.kind", "seas", "boxes.bonins.kind = 'seas'", "one of sea, land, convoy"),
    ("boxes.bonins.home_islands", "yes", "boxes.bonins.home_islands = 'yes'", "true or false"),
    ("boxes.rangoon.tonnage_if_allied", -31, "boxes.rangoon.tonnage_if_allied = -31", "of 5"),
    ("boxes.rangoon.tonnage_if_allied", 30, "boxes.rangoon.tonnage_if_allied = 30", "to 0"),
    ("boxes.solomons.gp.navy", 100, "boxes.solomons.gp.navy = 100", "from 0 to 99"),
    ("boxes.solomons.en", " ", "boxes.solomons.en = ' '", "a name"),
    ("lines.land.0", ["saigon"], "lines.land.0 = ['saigon']", "the ids of two boxes"),
    ("markers.N.id", "n", "markers.n.id = 'n'", "a capital first"),
    ("markers.N.nation", "usa", "markers.N.nation = 'usa'", "one of us, uk, cn"),
    ("evaluation_gp.SS", 1.5, "evaluation_gp.SS = 1.5", "a whole number"),
    ("crt.us.1-2.0", "E/31", "crt.us.1-2.0 = 'E/31'", "a multiple of 5 from 0 to 300"),
    ("crt.us.1-2.0", "E/305", "crt.us.1-2.0 = 'E/305'", "a multiple of 5 from 0 to 300"),
    ("crt.us.1-2.0", "F/30", "crt.us.1-2.0 = 'F/30'", "E, D, C, B, A, S, SS"),
    ("crt.us.1-2.0", 30, "crt.us.1-2.0 = 30", "like E/40 or C/DR"),
    ("crt.us.1-2", "E/30", "crt.us.1-2 = 'E/30'", "a list"),
    ("crt.us.2-1", ["E/30"], "crt.us.2-1 = '2-1'", "a range of turns"),
    ("sea_transport_loss.escorted", [0], "sea_transport_loss.escorted.0 = 0", "from 1 to 6"),
    ("convoy_crt.small_convoys.2.0", "35/D3", "small_convoys.2.1 = '35/D3'", "D1 or D2"),
    ("convoy_crt.small_convoys.2.0", 34, "small_convoys.2.1 = 34", "a multiple of 5"),
    ("convoy_crt.small_convoys.2.6", "12/D1", "small_convoys.2.7 = '12/D1'", "30/D1"),
    ("invasion_table.3.5", "IF,NF", "invasion_table.3.6 = 'IF,NF'", "like CF or BF/NF"),
    ("invasion_table.3.5", "IF/IF", "invasion_table.3.6 = 'IF/IF'", "like CF or BF/NF"),
    ("invasion_table.3.5", None, "invasion_table.3.6 = None", '"-"'),
    ("invasion_table.soon", ["-"], "invasion_table.soon = 'soon'", "from 1 to 16"),
    ("production.DD.cost", 26, "production.DD.cost = 26", "a multiple of 5"),
    ("production.DD.period.A", 0, "production.DD.period.A = 0", "from 1 to 20"),
    ("units.ise.kind", "BX", "units.ise.kind = 'BX'", "one of BB, BCV, CV"),
    ("units.ise.dice", 13, "units.ise.dice = 13", "from 0 to 12"),
    ("units.ise.tonnage", 22, "units.ise.tonnage = 22", "a multiple of 5"),
    ("units.shokaku.modifier", 2, "units.shokaku.modifier = 2", "from 0 to 1"),
    ("units.ise.service", "marines", "units.ise.service = 'marines'", "one of army, navy"),
    ("forts.strength", 22, "forts.strength = 22", "a multiple of 5"),
    ("initial.convoy_method", "C", "initial.convoy_method = 'C'", "one of A, B"),
    ("coordinates.rangoon", [0.2, 1.2], "coordinates.rangoon = [0.2, 1.2]", "from 0 to 1"),
    ("coordinates.rangoon", "left", "coordinates.rangoon = 'left'", "like [0.55, 0.35]"),
    ("provenance.turns", ["X", "7.0"], "provenance.turns = ['X', '7.0']", "S, I or R"),
    ("provenance.turns", ["S", 7.0], "provenance.turns = ['S', 7.0]", "in quotes"),
    ("boxes", {"homeland": 1}, "boxes = {'homeland': 1}", "a list"),
    ("turns", 4, "turns = 4", "a mapping"),
]

UNKNOWN_OR_MISSING_KEYS = [
    ("tonnage.strat", 300, "tonnage.strat = 300", "a known key: one of start, cap"),
    ("unit", [], "unit = []", "a known key: one of units,"),
    ("units.ise.dices", 1, "units.ise.dices = 1", "a known key: one of dice,"),
    ("crt.usa", {}, "crt.usa = {}", "one of us, uk, cn"),
    ("production.fort.yields_tonnage", 5, "yields_tonnage = 5", "one of cost, period"),
    ("production.DE", DELETE, "production.DE is missing", "keys cost, period"),
    ("production.CV.period.B", DELETE, "production.CV.period.B is missing", "from 1 to 20"),
    ("production.transport.yields_tonnage", DELETE, "yields_tonnage is missing", "of 5"),
    ("units.ise.kind", DELETE, "units.ise.kind is missing", "one of BB, BCV"),
    ("bcv.from", DELETE, "bcv.from is missing", "small letters"),
    ("evaluation_gp.SS", DELETE, "evaluation_gp.SS is missing", "a whole number"),
    ("convoy_crt.large_convoys", DELETE, "convoy_crt.large_convoys is missing", "a list"),
    ("invasion_table", DELETE, "invasion_table is missing", "a mapping"),
    ("tonnage", DELETE, "tonnage is missing", "a mapping with the keys start, cap"),
]

MAP = [
    ("boxes.homeland", DELETE, "boxes.homeland is missing", "the home islands"),
    ("boxes.homeland.kind", "land", "boxes.homeland.kind = 'land'", "expected sea"),
    ("boxes.convoy.kind", "sea", "boxes = []", "exactly one box of kind convoy"),
    ("boxes.bonins.kind", "convoy", "boxes = ['bonins', 'convoy']", "exactly one box"),
    ("boxes.bonins.id", "hokkaido", "boxes.hokkaido = 'hokkaido'", "every id once"),
    ("boxes.convoy.gp", {"navy": 1}, "boxes.convoy = 'convoy'", "no gp in a convoy box"),
    ("boxes.mandalay.gp", {"navy": 1}, "boxes.mandalay.gp = {'navy': 1}", "no ship can be"),
    ("boxes.+", {"id": "pool", "kind": "sea"}, "boxes.pool = 'pool'", "no place off the map"),
    ("boxes.+", {"id": "ise", "kind": "sea"}, "boxes.ise = 'ise'", "no counter"),
    ("boxes.+", {"id": "java", "kind": "sea"}, "boxes.java = 'java'", "connect with homeland"),
    ("lines.sea.+", ["homeland", "saigno"], "homeland-saigno = 'saigno'", "one of saigon,"),
    ("lines.sea.+", ["saigon", "mandalay"], "saigon-mandalay", "mandalay is a land box"),
    ("lines.sea.+", ["bonins", "bonins"], "lines.sea.bonins-bonins", "two different boxes"),
    ("lines.sea.+", ["bonins", "homeland"], "lines.sea.bonins-homeland", "every sea line once"),
    ("lines.sea.+", ["bonins", "convoy"], "lines.sea.bonins-convoy", "one sea line to homeland"),
    ("lines.land.+", ["homeland", "convoy"], "lines.land.homeland-convoy", "one sea line to"),
    ("lines.sea.7", DELETE, "lines.sea.homeland-convoy is missing", "the sea line"),
    ("ahead.rangon", ["mandalay"], "ahead.rangon = 'rangon'", "one of rangoon,"),
    ("ahead.rangoon", ["mandaley"], "ahead.rangoon = 'mandaley'", "one of mandalay,"),
    ("ahead.rangoon", ["bonins"], "ahead.rangoon = 'bonins'", "neighbours of rangoon only"),
    ("ahead.rangoon", ["saigon", "saigon"], "ahead.rangoon.saigon", "every id once"),
    ("markers.N.id", "D", "markers.D = 'D'", "every id once"),
    ("markers.N.route.1", "marshals", "markers.N.route.2 = 'marshals'", "one of marshalls,"),
    ("markers.N.route.2", "homeland", "markers.N.route.3 = 'homeland'", "never enter it"),
    ("markers.N.route.2", "convoy", "markers.N.route.3 = 'convoy'", "the convoy box"),
    ("markers.N.route.2", "solomons", "markers.N.route.3 = 'solomons'", "every box of a route"),
    ("markers.D.route", [], "markers.D.route = '0 boxes'", "1 to 8 boxes"),
    ("markers.N.start", "hokkaido", "markers.N.start = 'hokkaido'", "one of base, solomons"),
    ("markers.N.route.2", "saigon", "markers.I.route.3 = 'saigon'", "could meet marker I (uk)"),
    (
        "base_bonus",
        {"base": "Ch", "tonnage": 50, "army_gp": 9},
        "base_bonus.base = 'Ch'",
        "one of D, N, I",
    ),
    ("coordinates.ragoon", [0.1, 0.1], "coordinates.ragoon = 'ragoon'", "one of rangoon,"),
    ("coordinates.base:X", [0.1, 0.1], "coordinates.base:X = 'base:X'", "base:D"),
]

CHARTS = [
    ("tonnage.cap", 345, "tonnage.start = 350", "at most the cap, 345"),
    ("tonnage.defeat_below", 355, "tonnage.defeat_below = 355", "at most the start, 350"),
    ("tonnage.defeat_below_solo", 355, "tonnage.defeat_below_solo = 355", "at most the start"),
    ("turns.home_loss_until", 5, "turns.home_loss_until = 5", "at most the last turn, 4"),
    ("hits.late_from", 6, "hits.late_from = 6", "at most 5"),
    ("hits.faces", [4, 6], "hits.faces = [4, 6]", "in a row up to 6"),
    ("hits.late_faces", [5], "hits.late_faces = [5]", "in a row up to 6"),
    ("hits.faces", [], "hits.faces = []", "one or more faces"),
    ("crt.us.1-2", DELETE, "crt.us = ['3-4']", "rows for all turns; none for [1, 2]"),
    ("crt.uk", DELETE, "crt.uk = []", "none for [1, 2, 3, 4]"),
    ("crt.us.2-3", ["E/0"], "crt.us.2-3 = '2-3'", "every turn once; 1-2 has turn 2"),
    ("crt.us.5", ["E/0"], "crt.us.5 = '5'", "turns up to the last one, 4"),
    ("crt.us.1-2", [], "crt.us.1-2 = '0 cells'", "1 to 24 cells"),
    ("crt.us.1-2", ["E/0"] * 25, "crt.us.1-2 = '25 cells'", "1 to 24 cells"),
    ("invasion_table.3", DELETE, "invasion_table.3 is missing", "6 cells"),
    ("invasion_table.3", ["-"] * 5, "invasion_table.3 = '5 cells'", "6 cells"),
    ("invasion_table.1", ["-"] * 6, "invasion_table.1 = 1", "turns 2 to 4"),
    ("invasion_table.5", ["-"] * 6, "invasion_table.5 = 5", "turns 2 to 4"),
    ("invasion_table.3.0", "CF", "invasion_table.3.1 = 'CF'", "one of DF, NF, IF"),
    ("sea_transport_loss.escorted", [1, 1], "escorted = [1, 1]", "every face once"),
    ("convoy_crt.small_convoys.3", DELETE, "small_convoys = '3 rows'", "0 to 3 escorts"),
    ("convoy_crt.large_convoys.+", [0] * 7, "large_convoys = '5 rows'", "0 to 3 escorts"),
    ("convoy_crt.large_convoys.1", [5] * 5, "large_convoys.1 = '5 cells'", "roll 1 to 7"),
    ("production.CV.period.B", 5, "production.CV.period.B = 5", "at most track_spaces, 4"),
]

UNITS = [
    ("units.dd_2.id", "dd_1", "units.dd_1 = 'dd_1'", "every id once"),
    ("units.dd_2.id", "fort_1", "units.fort_1 = 'fort_1'", "every id once"),
    ("units.dd_2.id", "pool", "units.pool = 'pool'", "no place off the map"),
    ("forts.counters", 60, "units = '19 units + 62 forts", "at most 80 counters"),
    ("units.ise.service", "army", "units.ise.service = 'army'", "navy, as the kind is BB"),
    ("units.army_01.service", "navy", "units.army_01.service = 'navy'", "army, as the kind"),
    ("units.ise.modifier", 1, "units.ise.modifier = 1", "only CV, CVL, BCV"),
    ("units.de_1.tonnage", 5, "units.de_1.tonnage = 5", "0, as the kind is DE"),
    ("units.fd_1.tonnage", 5, "units.fd_1.tonnage = 5", "0, as the kind is air"),
    ("units.de_1.dice", 1, "units.de_1.dice = 1", "0, as a DE never fights"),
    ("units.ise.start", "homland", "units.ise.start = 'homland'", "one of homeland,"),
    ("units.unryu.start", "pol", "units.unryu.start = 'pol'", "one of pool,"),
    ("units.taiho.space", DELETE, "units.taiho.space = None", "a space of the production"),
    ("units.taiho.space", 5, "units.taiho.space = 5", "production track, 1 to 4"),
    ("units.unryu.space", 1, "units.unryu.space = 1", "it starts off the track"),
    ("units.ise.start", "pool", "units.ise.start = 'pool'", "no BB can be produced"),
    ("units.ise.start", "conversion", "units.ise.start = 'conversion'", "for no other"),
    ("units.ise_bcv.start", "homeland", "units.ise_bcv.start = 'homeland'", "conversion for"),
    ("units.dd_1.start", "mandalay", "units.dd_1.start = 'mandalay'", "cannot enter land"),
    ("units.de_1.start", "solomons", "units.de_1.start = 'solomons'", "homeland, the convoy"),
    ("units.ise.start", "convoy", "units.ise.start = 'convoy'", "only DD, DE and navy aircraft"),
    ("units.army_01.start", "convoy", "units.army_01.start = 'convoy'", "not the convoy box"),
    ("units.fd_1.start", "convoy", "units.fd_1.start = 'convoy'", "not the convoy box"),
    ("bcv.from", "isse", "bcv.from = 'isse'", "one of ise,"),
    ("bcv.from", "shokaku", "bcv.from = 'shokaku'", "a BB; shokaku is of kind CV"),
    ("bcv.to", "unryu", "bcv.to = 'unryu'", "a BCV; unryu is of kind CV"),
    ("units.cvl.kind", "BCV", "units.cvl.kind = 'BCV'", "BCV only for the counter of bcv.to"),
]
ALL = [*SINGLE_VALUES, *UNKNOWN_OR_MISSING_KEYS, *MAP, *CHARTS, *UNITS]


@pytest.mark.parametrize(
    ("path", "value", "found", "expected"), ALL, ids=[f"{e[0]}-{n}" for n, e in enumerate(ALL)]
)
def test_one_bad_value(tmp_path, path, value, found, expected):
    file = edited(tmp_path, (path, value))
    with pytest.raises(ScenarioError) as caught:
        load(file)
    message = str(caught.value)
    assert message.startswith(str(file))
    assert any(found in line and expected in line for line in message.splitlines()), message


def error_of(path) -> str:
    with pytest.raises(ScenarioError) as caught:
        load(path)
    return str(caught.value)


def test_all_errors_are_listed_together(tmp_path):
    message = error_of(
        edited(tmp_path, ("units.ise.start", "nowhere"), ("turns.home_loss_until", 9))
    )
    assert message.splitlines()[0] == f"{tmp_path / 'own.yaml'}: 2 errors"
    assert len(message.splitlines()) == 3
    assert "turns.home_loss_until = 9" in message
    assert "units.ise.start = 'nowhere'" in message


def test_a_long_list_of_errors_is_cut(tmp_path):
    content = content_of()
    for unit in content["units"]:
        unit["tonnage"] = unit["dice"] = -1
    message = error_of(write(tmp_path, content))
    assert ": 38 errors" in message
    assert message.endswith("and 18 more")


def test_long_values_are_cut(tmp_path):
    message = error_of(edited(tmp_path, ("turns", ["x" * 500])))
    assert len(message.splitlines()[0]) < 300


def test_two_nations_may_not_meet_in_one_box(tmp_path):
    message = error_of(
        edited(tmp_path, ("markers.N.nation", "cn"), ("markers.D.route.+", "bonins"))
    )
    assert "markers.N.route.3 = 'bonins'" in message
    assert "no box where marker D (us) could meet marker N (cn)" in message


def test_the_chinese_marker_is_never_called(tmp_path):
    message = error_of(edited(tmp_path, ("invasion_table.12.5", "ChF"), base="glory"))
    assert "invasion_table.12.6 = 'ChF', expected no code of China" in message


def test_the_convoy_box_has_room_for_what_starts_there(tmp_path):
    ships = [("convoy_box.ships", 1), ("units.dd_1.start", "convoy")]
    tables = [(f"convoy_crt.{m}_convoys", [[0] * 7, [0] * 7]) for m in ("small", "large")]
    message = error_of(edited(tmp_path, *ships, *tables))
    assert "convoy_box.ships = 1, expected room for dd_1, de_1" in message
    message = error_of(
        edited(tmp_path, ("convoy_box.aircraft", 0), ("units.naf_1.start", "convoy"))
    )
    assert "convoy_box.aircraft = 0, expected room for naf_1" in message


def test_more_than_the_maxima(tmp_path):
    content = content_of()
    for n in range(15):
        change(content, "boxes.+", {"id": f"island_{n}", "kind": "sea"})
        change(content, "lines.sea.+", ["homeland", f"island_{n}"])
    assert "boxes = '25 boxes', expected at most 24" in error_of(write(tmp_path, content))
    for n in range(6):
        marker = {"id": f"X{n}", "nation": "us", "route": ["hokkaido"], "start": "base"}
        change(content, "markers.+", marker)
    assert "markers = '9 markers', expected at most 8" in error_of(write(tmp_path, content))
    change(content, "markers.X1.route", [f"island_{n}" for n in range(9)])
    found = "markers.X1.route = '9 boxes', expected 1 to 8 boxes"
    assert found in error_of(write(tmp_path, content))


def test_more_dice_than_the_trace_holds(tmp_path):
    content = content_of()
    for n in range(26):
        unit = {"service": "army", "kind": "ground", "dice": 12, "tonnage": 30, "start": "pool"}
        change(content, "units.+", {"id": f"corps_{n}", **unit})
    assert "expected at most 300 dice of all units together" in error_of(write(tmp_path, content))


def test_provenance_that_names_nothing_offers_near_misses(tmp_path):
    content = content_of()
    content["provenance"]["tonnage.strat"] = ["S", "9.0"]
    message = error_of(write(tmp_path, content))
    assert "provenance.tonnage.strat = ['S', '9.0'], expected the path of" in message
    assert "like tonnage.start," in message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "the file is empty, expected a mapping with the sections tonnage, turns"),
        ("# only a remark\n", "the file is empty"),
        ("glory", "found str, expected a mapping"),
        ("- tonnage\n", "found list, expected a mapping"),
        ("tonnage: [1, 2", ", column "),
        ("tonnage: {start: 1}}", "line 1, column "),
        ("turns: {last: 4}\nturns: {last: 5}\n", "line 2, column 1: key 'turns' stands here a sec"),
        ("tonnage: {start: 5, start: 6}", "key 'start' stands here a second time"),
        ("tonnage: \x01", "expected YAML of plain values"),
        ("? [a]\n: 3", "expected YAML of plain values"),
        ("tonnage: !!python/object:os.system {}", "expected YAML of plain values"),
        ("turns: 2020-13-45", "expected YAML of plain values"),
        ("a: " + "[" * 5000, "expected YAML of plain values"),
    ],
)
def test_files_that_are_no_scenario_at_all(tmp_path, text, expected):
    file = tmp_path / "own.yaml"
    file.write_text(text, encoding="utf-8")
    message = error_of(file)
    assert message.startswith(str(file))
    assert expected in message
    assert "\n" not in message


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_a_half_written_file_is_one_clear_error(tmp_path, share):
    text = text_of("teaching")
    file = tmp_path / "own.yaml"
    file.write_text(text[: int(len(text) * share)], encoding="utf-8")
    assert error_of(file).startswith(str(file))


def test_a_file_cut_between_sections_lists_what_is_missing(tmp_path):
    text = text_of("teaching")
    file = tmp_path / "own.yaml"
    file.write_text(text[: text.index("\nunits:")], encoding="utf-8")
    message = error_of(file)
    for section in ("units", "bcv", "forts", "transports", "initial"):
        assert f"{section} is missing" in message


def test_files_that_cannot_be_read(tmp_path):
    assert "no such file" in error_of(tmp_path / "none.yaml")
    assert "expected a readable file" in error_of(tmp_path)
    (tmp_path / "latin.yaml").write_bytes(b"tonnage: \xff\xfe\xfa")
    assert "expected text in UTF-8" in error_of(tmp_path / "latin.yaml")
