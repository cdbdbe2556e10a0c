"""Chapter 19: the thirteenth turn."""

from __future__ import annotations

import pytest

from tests.rules.common import faces, position
from tests.rules.kit import covers


def turn_12_ends(gp, units=None, markers=None, total=500, **options):
    """The update of turn 12 up to the question about turn 13; marker D stands in Hokkaido."""
    markers = {"Ch": "hunan", "D": "hokkaido"} if markers is None else {"Ch": "hunan", **markers}
    return position(
        "turn_end", turn=12, total=total, gp=gp, units=units or {}, markers=markers, **options
    )


@pytest.mark.parametrize(
    ("gp", "asked"),
    [((15, 0), "navy"), ((0, 15), "army"), ((40, 25), "navy"), ((14, 0), None), ((20, 20), None)],
)
@covers("R19-1a", "R19-1b", "R19-1d", "N-22", "R7-0a")
def test_a_gap_of_fifteen_and_the_trailing_player_is_asked(gp, asked):
    game = turn_12_ends(gp)
    if asked:
        assert (game.outcome, game.decision, game.actor) == ("playing", "turn_13", asked)
        assert game.phase == "turn_13"
    else:
        assert game.outcome == "completed"


@pytest.mark.parametrize(
    ("markers", "asked"),
    [
        ({"D": "hokkaido"}, True),
        ({"N": "bonins"}, True),
        ({"B": "taiwan_okinawa"}, True),
        ({"D": "hokkaido", "N": "bonins", "B": "taiwan_okinawa"}, True),
        ({"D": "north_kuriles", "N": "marianas", "B": "philippines"}, False),
        ({}, False),
    ],
)
@covers("R19-1c", "R19-1d")
def test_a_marker_in_the_home_boxes(markers, asked):
    game = turn_12_ends((30, 0), markers=markers)
    assert (game.decision == "turn_13") is asked
    assert game.outcome == ("playing" if asked else "completed")


@pytest.mark.parametrize(("gp", "asked"), [((0, 5), "army"), ((0, 4), None), ((24, 0), None)])
@covers("R19-1a", "A-50")
def test_the_points_of_turn_12_count(gp, asked):
    game = turn_12_ends(gp, {"dd_1": "solomons"})
    assert (game.actor if game.decision == "turn_13" else None) == asked


@covers("A-50", "R18-1c")
def test_the_floor_is_tested_before_the_question():
    game = turn_12_ends((30, 0), markers={"D": "hokkaido", "N": "marianas"}, total=145)
    assert (game.outcome, game.cause) == ("game_over", "tonnage")


@covers("R19-1d", "R18-2-2a", "R19-2j")
def test_it_may_be_declined():
    game = turn_12_ends((0, 20))
    game.play({"declare": False})
    assert (game.outcome, game.gp) == ("completed", {"army": 0, "navy": 20})
    assert game.winner == "navy"


@pytest.mark.parametrize(
    ("units", "dice"),
    [
        ({}, 0),
        ({"army_01": "homeland"}, 4),
        ({"army_01": "homeland active damaged", "army_02": "homeland"}, 8),
        ({"nagato": "homeland damaged", "dd_1": "homeland", "naf_1": "homeland damaged"}, 3),
        ({"de_1": "homeland", "de_2": "convoy", "naf_1": "convoy", "dd_1": "convoy"}, 4),
        ({"fort_1": "homeland", "fort_2": "homeland", "fort_3": "hokkaido"}, 2),
        ({"fd_1": "homeland", "army_01": "hokkaido", "nagato": "bonins"}, 0),
        ({"taiho": "track 1", "dd_1": "pool", "army_16": "track 1", "transport_1": "pool"}, 0),
    ],
)
@covers("R19-2b", "R19-2c", "R19-2e", "R19-2i", "A-51", "N-22", "R4-0a")
def test_what_is_counted(units, dice):
    for gp, seat in (((0, 20), "army"), ((20, 0), "navy")):
        game = turn_12_ends(gp, units)
        game.choose({"declare": True}, dice=[2, 6, *faces(1, dice + 8)])
        assert (game.outcome, game.gp[seat]) == ("completed", 3)


@pytest.mark.parametrize(
    ("gp", "result", "after"),
    [((20, 40), (4, 5, 6, 1), (26, 40)), ((40, 20), (6, 6, 6, 6), (40, 32))],
)
@covers("R19-2a", "R19-2d", "R19-2f", "R19-2j", "R18-2-2b")
def test_three_gp_for_each_five_or_six(gp, result, after):
    game = turn_12_ends(gp)
    game.choose({"declare": True}, dice=[1, 3, *result])
    assert game.gp == {"army": after[0], "navy": after[1]}
    assert game.outcome == "completed"
    assert game.winner == ("navy" if gp == (20, 40) else "draw")


@covers("R19-2g")
def test_home_and_the_convoy_box_are_cleared():
    gone = {"army_01": "homeland", "nagato": "homeland", "dd_1": "convoy", "de_1": "convoy"}
    gone |= {"fort_1": "homeland", "naf_1": "homeland", "fd_1": "homeland"}
    game = turn_12_ends((0, 20), gone | {"army_02": "hokkaido", "dd_2": "bonins"})
    game.choose({"declare": True}, dice=[1, 1, *faces(0, 4 + 5 + 2)])
    assert {game.box(counter) for counter in gone} <= {"removed", "pool"}
    assert (game.box("army_02"), game.box("dd_2")) == ("hokkaido", "bonins")


@covers("R19-2g", "R19-1d")
def test_without_turn_13_nothing_is_cleared():
    game = turn_12_ends((0, 20), {"nagato": "homeland"})
    game.play({"declare": False})
    assert game.box("nagato") == "homeland"
