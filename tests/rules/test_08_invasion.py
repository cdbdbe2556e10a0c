"""Chapter 8: the Allied invasion phase."""

from __future__ import annotations

import pytest

from glory_env.games.glory.game import Game
from tests.rules.common import END, finish_turn, position, raw_scenario
from tests.rules.kit import covers

FIRST = {"D": "aleutians", "N": "solomons", "B": "east_new_guinea", "C": "akyab", "I": "mandalay"}
CALL = {"D": (2, 6), "N": (4, 1), "B": (2, 5), "C": (2, 4), "I": (3, 3)}  # turn, die: that code


def invade(turn, die, markers=None, units=None):
    return position(
        "invasion", turn=turn, markers=markers or {}, units=units or {}, dice=[die], then_stop=True
    )


def call(code, markers=None, units=None):
    return invade(*CALL[code], markers, units)


@pytest.mark.parametrize("turn", range(2, 13))
@covers("R8-0a", "R8-1a", "R8-1b", "R8-1c", "R8-1d", "R8-2-1a", "R8-2-2g", "R4-0i", "A-54")
def test_the_whole_table_with_all_markers_at_home(turn):
    for die, cell in enumerate(raw_scenario()["invasion_table"][turn], 1):
        called = {code.removesuffix("F") for code in cell.split("/")} - {"-"}
        game = invade(turn, die, {"Ch": "hunan"})
        for marker, box in FIRST.items():
            assert game.marker(marker) == (box if marker in called else "base"), (die, marker)
        assert game.marker("Ch") == "hunan"


@pytest.mark.parametrize("turn", [5, 8, 12])
@covers("R8-1d", "A-55", "R4-0j")
def test_ch_never_leaves_its_base(turn):
    assert all(invade(turn, die).marker("Ch") == "base" for die in range(1, 7))


@pytest.mark.parametrize("marker", FIRST)
@covers("R8-2-1b")
def test_units_in_the_first_box_do_not_stop_a_marker(marker):
    box = FIRST[marker]
    units = {"army_01": f"{box} active", "fd_1": box, "naf_1": box}
    assert call(marker, units=units).marker(marker) == box


@covers("R8-2-1c", "A-04")
def test_a_marker_driven_back_comes_out_again():
    game = position(
        "combat",
        turn=6,
        total=500,
        markers={"I": "mandalay", "Ch": "hunan"},
        units={"army_07": "mandalay active"},
    )
    game.choose({"box": "mandalay"}, dice=[6, 6, 1, 1, 3])
    assert game.marker("I") == "base"
    finish_turn(game, invasion=6)  # IF
    assert (game.turn, game.marker("I")) == (7, "mandalay")


@pytest.mark.parametrize(
    ("marker", "route"),
    [
        ("D", ["aleutians", "north_kuriles", "hokkaido"]),
        ("N", ["solomons", "marshalls", "marianas", "bonins"]),
        ("B", ["east_new_guinea", "philippines", "taiwan_okinawa"]),
        ("C", ["akyab", "rangoon", "java"]),
        ("I", ["mandalay", "rangoon", "java"]),
    ],
)
@covers("R8-2-2a", "R8-2-2e", "R8-2-2g", "R8-4a", "R8-4b", "R8-4c", "A-01", "A-07", "A-08")
def test_one_step_along_the_route_and_none_beyond_its_end(marker, route):
    for box, after in zip(route, route[1:] + route[-1:], strict=True):
        assert call(marker, {marker: box}).marker(marker) == after


HOLDERS = (
    {"army_01": "marshalls"},
    {"army_01": "marshalls active damaged"},
    {"nagato": "marshalls"},
    {"nagato": "marshalls active"},
    {"dd_1": "marshalls damaged"},
    {"naf_1": "marshalls"},
    {"fd_1": "marshalls damaged"},
)


@pytest.mark.parametrize("units", HOLDERS)
@covers("R8-2-2b", "R8-2-2c", "R8-2-2d", "BV-15")
def test_any_unit_in_its_box_holds_a_marker(units):
    assert call("N", {"N": "marshalls"}, units).marker("N") == "marshalls"


@covers("R8-2-2h", "R8-2-2i", "A-05")
def test_forts_and_units_ahead_do_not_hold_a_marker():
    units = {"fort_1": "solomons", "nagato": "marshalls active", "army_01": "marshalls active"}
    assert call("N", {"N": "solomons"}, units).marker("N") == "marshalls"


@covers("R8-2-2b", "R4-0a", "A-05")
def test_units_on_the_production_track_hold_nothing():
    assert call("N", {"N": "marshalls"}, {"taiho": "track 3"}).marker("N") == "marianas"


@pytest.mark.parametrize(("units", "box"), [({}, "java"), ({"fd_1": "rangoon"}, "rangoon")])
@covers("R8-1c", "R8-2-2f", "A-54")
def test_two_called_markers_in_one_box(units, box):
    game = invade(8, 5, {"C": "rangoon", "I": "rangoon"}, units)  # CF/IF
    assert (game.marker("C"), game.marker("I")) == (box, box)


@pytest.mark.parametrize(("marker", "other"), [("C", "I"), ("I", "C")])
@covers("R8-2-2f")
def test_only_the_called_one_of_two_markers(marker, other):
    game = call(marker, {"C": "rangoon", "I": "rangoon"})
    assert (game.marker(marker), game.marker(other)) == ("java", "rangoon")


@covers("R8-3a", "R7-0c")
def test_turn_1_starts_with_the_allotment():
    game = Game("glory")
    assert (game.turn, game.phase) == (1, "tonnage")
    starts = {m["id"]: m["start"] for m in raw_scenario()["markers"]}
    assert {m: game.marker(m) for m in starts} == starts


@covers("R8-0c", "R10-2e", "R7-0b")
def test_the_allotment_and_the_prices_follow_the_invasion():
    game = position("invasion", turn=4, total=500, units={"nagato": "solomons"}, dice=[1, 1])
    assert (game.phase, game.decision, game.marker("N")) == ("tonnage", "offer", "solomons")
    game.play({"army": 0, "navy": 100}, {"accept": True}, {"unit": "nagato"})
    assert game.left["navy"] == 60
    game.play(END, END)
    assert game.phase == "movement"
