"""Chapter 11: movement, sea transport, escorts."""

from __future__ import annotations

import pytest

from tests.rules.common import END, air, land, position, rolls, sea, targets, variant
from tests.rules.kit import covers

PACIFIC = {"bonins", "marianas", "marshalls", "solomons"}
NORTH = {"hokkaido", "north_kuriles", "aleutians"}
SOUTH = {"taiwan_okinawa", "philippines", "java", "rangoon", "east_new_guinea"}
AMPHIBIOUS = PACIFIC | NORTH | SOUTH | {"homeland"}
LAND = {"mandalay", "akyab", "henan", "hunan", "jiangxi"}


def movement(units, markers=None, army=False, **options):
    """The movement phase; with army=True the navy has ended its step."""
    game = position("movement", turn=5, units=units, markers=markers or {}, **options)
    if army:
        game.play(END)
    return game


@pytest.mark.parametrize(
    ("unit", "boxes"),
    [
        ("nagato", AMPHIBIOUS),
        ("cl_1", AMPHIBIOUS),
        ("dd_1", AMPHIBIOUS | {"convoy"}),
        ("naf_1", AMPHIBIOUS | LAND | {"convoy"}),
        ("de_1", {"convoy"}),
    ],
)
@covers("R11-1a", "R11-1b", "R11-2a", "R11-2f", "R11-2g", "R11-2j", "R11-2l", "R4-0e", "R4-0f")
@covers("N-07", "A-40", "A-42")
def test_how_far_the_navy_goes(unit, boxes):
    game = movement({unit: "homeland active" if unit in ("nagato", "cl_1") else "homeland"})
    assert targets(game, unit) == boxes - {"homeland"}


@pytest.mark.parametrize(
    ("piece", "boxes"),
    [("army_01", AMPHIBIOUS | LAND), ("fort_1", AMPHIBIOUS | LAND), ("fd_1", AMPHIBIOUS | LAND)],
)
@covers("R11-1a", "R11-1b", "R11-2f", "R11-2g", "R4-0e", "R4-0f", "A-40", "N-08", "N-25")
def test_how_far_the_army_goes(piece, boxes):
    game = movement({piece: "homeland active" if piece == "army_01" else "homeland"}, army=True)
    assert targets(game, piece) == boxes - {"homeland"}


@covers("R11-0a", "R15-4a")
def test_no_active_units_do_not_move():
    units = {"nagato": "homeland", "army_01": "homeland", "taiho": "track 1", "dd_1": "track 1"}
    game = movement(units)
    assert game.choices() == [END]
    game.play(END)
    assert game.choices() == [END]


@covers("R11-0b", "R11-0c", "R11-0d", "R11-0e", "R11-0f", "R11-0g")
def test_navy_first_then_army_then_over():
    units = {"dd_1": "homeland", "naf_1": "homeland", "army_01": "homeland active"}
    game = movement(units | {"fort_1": "homeland", "fd_1": "homeland"})
    assert (game.decision, game.actor) == ("move", "navy")
    assert not any(targets(game, piece) for piece in ("army_01", "fort_1", "fd_1"))
    game.play({"unit": "dd_1", "to": "hokkaido"}, END)
    assert (game.decision, game.actor) == ("move", "army")
    assert not targets(game, "naf_1")
    game.play(land("fort_1", "henan"), air("fd_1", "solomons"), land("army_01", "henan"), END)
    assert game.phase == "convoy"
    assert [game.box(p) for p in units] == ["hokkaido", "homeland", "henan"]
    assert (game.box("fd_1"), game.box("fort_1")) == ("solomons", "henan")


@covers("N-05", "R6-1d", "VX-02")
def test_a_piece_moves_once():
    game = movement({"nagato": "homeland active", "army_01": "homeland active"})
    game.play({"unit": "nagato", "to": "hokkaido"})
    assert not targets(game, "nagato")
    game.play(END)
    game.choose(sea("army_01", "aleutians"), dice=[4])
    assert game.box("army_01") == "aleutians"
    assert not targets(game, "army_01")


@covers("N-05", "R11-3-3e", "R11-3-2c")
def test_a_twin_that_has_not_moved_or_escorted_is_still_offered():
    units = {"dd_1": "homeland", "dd_2": "hokkaido", "army_01": "homeland active"}
    game = movement(units | {"army_02": "homeland active"})
    game.play({"unit": "dd_1", "to": "hokkaido"})
    assert targets(game, "dd_2")
    game.play(END, sea("army_01", "hokkaido"), {"request": True})
    game.choose({"unit": "dd_1"}, dice=[6])
    game.play(sea("army_02", "hokkaido"), {"request": True})
    game.choose({"unit": "dd_2"}, dice=[6])
    assert game.box("dd_2") == "hokkaido"


@covers("R11-1c", "R4-0d")
def test_no_stacking_limit():
    ships = ("yamato", "nagato", "shokaku", "cvl", "myoko", "cl_1", "dd_1", "naf_1")
    game = movement({ship: "homeland active" for ship in ships})
    game.play(*[{"unit": ship, "to": "solomons"} for ship in ships])
    assert {game.box(ship) for ship in ships} == {"solomons"}


@covers("R11-2b", "R11-2d", "A-23", "N-25")
def test_everything_stops_in_a_contested_box():
    pieces = {"nagato": "homeland active", "naf_1": "homeland", "army_01": "homeland active"}
    pieces |= {"fd_1": "homeland", "fort_1": "homeland"}
    game = movement(pieces, {"N": "marianas", "B": "philippines"})
    beyond = {"marshalls", "solomons", "rangoon", "java", "east_new_guinea"}
    for piece in ("nagato", "naf_1"):
        assert {"marianas", "philippines"} <= targets(game, piece)
        assert not beyond & targets(game, piece)
    game.play(END)
    for piece in ("army_01", "fd_1", "fort_1"):
        assert {"marianas", "philippines"} <= targets(game, piece)
        assert not (beyond | {"mandalay"}) & targets(game, piece)


@covers("R11-2b", "A-23", "N-08", "R11-3-2b")
def test_no_way_through_a_contested_port():
    units = {"army_01": "homeland active", "army_07": "mandalay active"}
    game = movement(units, {"C": "rangoon"}, army=True)
    assert "rangoon" in targets(game, "army_01")
    assert not LAND & targets(game, "army_01") - {"henan", "hunan", "jiangxi"}
    assert targets(game, "army_07") == {"rangoon"}


@pytest.mark.parametrize(
    ("box", "marker", "blocked"),
    [
        ("marshalls", "N", {"solomons"}),
        ("marianas", "N", {"marshalls", "solomons"}),
        ("bonins", "N", PACIFIC),
        ("philippines", "B", {"east_new_guinea", "rangoon"}),
        ("taiwan_okinawa", "B", {"philippines", "java", "rangoon", "east_new_guinea"}),
        ("north_kuriles", "D", {"aleutians"}),
        ("hokkaido", "D", {"north_kuriles", "aleutians"}),
        ("java", "C", {"rangoon"}),
        ("solomons", "N", set()),
        ("rangoon", "C", set()),
    ],
)
@covers("R11-2c", "R11-2e", "N-06", "A-06")
def test_no_ship_goes_on_toward_the_base(box, marker, blocked):
    game = movement({"nagato": f"{box} active"}, {marker: box})
    expected = AMPHIBIOUS - blocked - {box}
    if box == "philippines":  # round by Java the way to Rangoon is open
        expected |= {"rangoon"}
    if box == "java":  # likewise round by the Philippines
        expected |= {"rangoon"}
    assert targets(game, "nagato") == expected


@covers("R11-2c", "R11-2d", "N-25", "A-24")
def test_restriction_c_binds_army_units_aircraft_and_forts():
    pieces = {"army_10": "rangoon active", "fd_1": "rangoon", "fort_1": "rangoon"}
    game = movement(pieces | {"naf_1": "rangoon"}, {"C": "rangoon"})
    assert not {"mandalay", "akyab"} & targets(game, "naf_1")
    game.play(END)
    for piece in pieces:
        assert {"philippines", "java", "homeland", "henan"} <= targets(game, piece)
        assert not {"mandalay", "akyab"} & targets(game, piece)


@covers("R11-2e", "VX-13")
def test_from_one_contested_box_into_another():
    game = movement({"nagato": "rangoon active"}, {"C": "rangoon", "B": "philippines"})
    assert {"philippines", "java"} <= targets(game, "nagato")
    assert "homeland" not in targets(game, "nagato")


@covers("R11-2h", "N-10", "A-42", "BV-16")
def test_four_escorts_and_a_unit_may_leave_to_make_room():
    units = dict.fromkeys(("dd_1", "de_1", "de_2", "de_3"), "convoy")
    game = movement(units | {"dd_2": "homeland", "de_4": "homeland"})
    assert not targets(game, "de_4")
    assert "convoy" not in targets(game, "dd_2")
    game.play({"unit": "dd_1", "to": "homeland"})
    assert targets(game, "de_4") == {"convoy"}
    game.play({"unit": "dd_2", "to": "convoy"})
    assert not targets(game, "de_4")


@covers("R11-2i", "A-42")
def test_one_aircraft_escorts_and_may_leave():
    game = movement({"naf_1": "convoy", "naf_2": "homeland"})
    assert "convoy" not in targets(game, "naf_2")
    game.play({"unit": "naf_1", "to": "solomons"})
    assert "convoy" in targets(game, "naf_2")


@covers("R11-2k", "A-40")
def test_aircraft_are_not_bound_to_a_kind_of_box():
    game = movement({"naf_1": "homeland", "fd_1": "homeland"})
    game.play({"unit": "naf_1", "to": "mandalay"}, END, air("fd_1", "marshalls"))
    assert (game.box("naf_1"), game.box("fd_1")) == ("mandalay", "marshalls")


@covers("R11-2j", "N-07")
def test_de_never_leave_the_convoy_box():
    game = movement({"de_1": "convoy", "de_2": "hokkaido"})
    assert not targets(game, "de_1")
    assert targets(game, "de_2") <= {"convoy"}


@pytest.mark.parametrize(("face", "damage"), [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0), (6, 0)])
@covers("R11-3-1a", "R11-3-1b", "R11-3-1c", "R11-3-1d", "A-22")
def test_sea_check_without_escort(face, damage):
    game = movement({"army_01": "homeland active"}, army=True)
    game.choose(sea("army_01", "rangoon"), dice=[face])  # three sea lines, one check
    assert rolls(game, "sea_check") == [[face]]
    assert (game.box("army_01"), game.damage("army_01")) == ("rangoon", damage)


@covers("R11-3-1e", "A-60")
def test_a_sunk_fort_is_removed():
    game = movement({"fort_1": "homeland", "army_01": "rangoon"}, army=True)
    game.choose(sea("fort_1", "rangoon"), dice=[3])
    assert game.box("fort_1") == "pool"
    game = movement({"fort_1": "homeland", "army_01": "rangoon"}, army=True)
    game.choose(sea("fort_1", "rangoon"), dice=[4])
    assert game.box("fort_1") == "rangoon"


@covers("R11-3-1g", "A-21", "N-23")
def test_a_damaged_unit_is_lost_at_sea():
    game = movement({"army_01": "homeland active damaged"}, army=True)
    game.choose(sea("army_01", "hokkaido"), dice=[1])
    assert game.box("army_01") == "removed"


@covers("R11-3-1f", "R4-0f", "N-08")
def test_no_check_by_land_or_for_aircraft():
    units = {"army_03": "hunan active", "fd_1": "homeland", "dd_1": "solomons"}
    game = movement(units, army=True)
    ways = {c["to"]: c["by"] for c in game.choices() if c.get("piece") == "army_03"}
    assert {box for box, by in ways.items() if by == "land"} == {"homeland", "henan", "jiangxi"}
    game.play(land("army_03", "homeland"), air("fd_1", "solomons"))
    assert [game.box(u) for u in ("army_03", "fd_1")] == ["homeland", "solomons"]


def request(units=None, piece="army_01", to="hokkaido", **options):
    """A sea move for which the army has asked for an escort."""
    units = units or {"army_01": "homeland active", "dd_1": "marshalls"}
    game = movement(units, army=True, **options)
    game.play(sea(piece, to))
    assert (game.decision, game.actor) == ("escort_request", "army")
    game.play({"request": True})
    assert (game.decision, game.actor) == ("escort_grant", "navy")
    return game


@pytest.mark.parametrize("face", range(1, 7))
@covers("R11-3-2a", "R11-3-2d", "R11-3-2e", "R11-3-2h", "R11-3-3b", "A-20")
def test_sea_check_with_escort(face):
    game = request(markers={"N": "marshalls"})
    game.choose({"unit": "dd_1"}, dice=[face])
    assert (game.box("army_01"), game.box("dd_1")) == ("hokkaido", "hokkaido")
    assert game.damage("army_01") == (face == 1)
    assert game.damage("dd_1") == 0


@covers("R11-3-2a", "N-09")
def test_the_army_need_not_ask():
    game = movement({"army_01": "homeland active", "dd_1": "homeland"}, army=True)
    game.play(sea("army_01", "hokkaido"))
    game.choose({"request": False}, dice=[2])
    assert (game.damage("army_01"), game.box("dd_1")) == (1, "homeland")


@covers("R11-3-2a", "N-09")
def test_after_a_refusal_the_army_sails_or_stays():
    game = request()
    game.play({"refuse": True})
    assert (game.decision, game.actor) == ("embark", "army")
    game.choose({"sail": True}, dice=[2])
    assert (game.box("army_01"), game.damage("army_01")) == ("hokkaido", 1)
    game = request()
    game.play({"refuse": True}, {"sail": False})
    assert (game.box("army_01"), game.damage("army_01")) == ("homeland", 0)
    assert not targets(game, "army_01")


@covers("R11-3-2b", "N-09")
def test_a_unit_that_does_not_sail_waits_at_the_port():
    game = request(units={"army_03": "henan active", "dd_1": "homeland"}, piece="army_03")
    game.play({"refuse": True}, {"sail": False})
    assert game.box("army_03") == "homeland"
    assert not targets(game, "army_03")


@covers("N-08", "R11-3-2b", "N-09")
def test_two_ports_lead_to_the_same_box(tmp_path):
    more = "- [rangoon, akyab]\n    - [taiwan_okinawa, jiangxi]"
    scenario = variant(tmp_path, ("- [rangoon, akyab]", more))
    units = {"army_03": "henan active", "dd_1": "homeland"}
    for port in ("homeland", "taiwan_okinawa"):
        game = movement(units, army=True, scenario=scenario)
        ways = [c for c in game.choices() if c.get("to") == "mandalay"]
        assert {(way["by"], way["embark"], way["land"]) for way in ways} == {
            ("sea", "homeland", "rangoon"),
            ("sea", "taiwan_okinawa", "rangoon"),
        }
        assert [c["by"] for c in game.choices() if c.get("to") == "taiwan_okinawa"] == ["land"]
        game.play(sea("army_03", "mandalay", port, "rangoon"), {"request": True})
        game.play({"refuse": True}, {"sail": False})
        assert game.box("army_03") == port


@pytest.mark.parametrize("port", ["homeland", "taiwan_okinawa"])
@covers("N-08", "R11-3-2f", "R11-3-2d")
def test_two_landings_lead_to_the_same_box(tmp_path, port):
    more = "- [rangoon, akyab]\n    - [taiwan_okinawa, jiangxi]"
    scenario = variant(tmp_path, ("- [rangoon, akyab]", more))
    units = {"army_01": "solomons active", "dd_1": "marshalls"}
    game = movement(units, army=True, scenario=scenario)
    ways = [c for c in game.choices() if c.get("to") == "hunan"]
    assert {(way["by"], way["embark"], way["land"]) for way in ways} == {
        ("sea", "solomons", "homeland"),
        ("sea", "solomons", "taiwan_okinawa"),
    }
    game.play(sea("army_01", "hunan", "solomons", port), {"request": True})
    game.choose({"unit": "dd_1"}, dice=[2])
    assert (game.box("army_01"), game.box("dd_1")) == ("hunan", port)


@covers("R11-3-3a", "R11-3-3c", "N-09", "R4-0a")
def test_neither_de_nor_dd_on_the_track_can_escort():
    units = {"army_01": "homeland active", "de_1": "convoy", "dd_1": "track 1", "dd_2": "pool"}
    game = movement(units, army=True)
    game.choose(sea("army_01", "hokkaido"), dice=[4])  # nobody is asked
    assert game.box("army_01") == "hokkaido"
    game = request(units=units | {"dd_3": "solomons"})
    assert sorted(game.choices(), key=str) == [{"refuse": True}, {"unit": "dd_3"}]


@covers("A-20", "R11-3-2c", "R11-3-3b")
def test_an_escort_from_the_convoy_box():
    units = {"army_01": "homeland active", "dd_1": "convoy", "dd_2": "solomons damaged"}
    game = request(units=units)
    assert game.is_legal({"unit": "dd_2"})
    game.choose({"unit": "dd_1"}, dice=[6])
    assert game.box("dd_1") == "hokkaido"


@covers("A-21", "N-05")
def test_a_dd_that_has_moved_may_be_lent():
    game = movement({"army_01": "homeland active", "dd_1": "homeland"})
    game.play({"unit": "dd_1", "to": "solomons"}, END, sea("army_01", "hokkaido"))
    game.play({"request": True})
    game.choose({"unit": "dd_1"}, dice=[6])
    assert game.box("dd_1") == "hokkaido"


@pytest.mark.parametrize(
    ("piece", "state", "gone"), [("army_01", " active damaged", "removed"), ("fort_1", "", "pool")]
)
@covers("A-21", "R11-3-2a", "R11-3-1e")
def test_when_the_piece_is_lost_the_escort_waits_at_the_port(piece, state, gone):
    game = request(units={piece: "homeland" + state, "dd_1": "solomons"}, piece=piece)
    game.choose({"unit": "dd_1"}, dice=[1])
    assert (game.box(piece), game.box("dd_1")) == (gone, "homeland")
    assert game.damage("dd_1") == 0


@covers("A-23", "R11-2b", "R12-1a")
def test_the_escort_stops_and_fights_where_the_piece_lands():
    units = {"army_01": "homeland active", "dd_1": "homeland"}
    game = request(units=units, to="philippines", markers={"B": "philippines"})
    game.choose({"unit": "dd_1"}, dice=[6])
    game.play(END)
    assert (game.phase, game.decision, game.actor) == ("combat", "battle", "navy")
    assert game.is_legal({"box": "philippines"})


@covers("R11-3-3d", "R11-3-3e", "R11-3-1b", "A-60")
def test_one_escort_for_one_piece():
    units = {"army_01": "homeland active", "fort_1": "homeland", "dd_1": "homeland"}
    game = request(units=units | {"dd_2": "solomons", "army_02": "homeland active"})
    game.choose({"unit": "dd_1"}, dice=[2])
    game.play(sea("fort_1", "hokkaido"), {"request": True})
    assert not game.is_legal({"unit": "dd_1"})
    game.choose({"unit": "dd_2"}, dice=[2])
    assert (game.box("fort_1"), game.box("dd_2")) == ("hokkaido", "hokkaido")
    game.choose(sea("army_02", "hokkaido"), dice=[2])  # no DD is left to be asked for
    assert (game.damage("army_01"), game.damage("army_02")) == (0, 1)
