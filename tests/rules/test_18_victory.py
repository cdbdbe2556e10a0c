"""Chapter 18: game over, completion."""

from __future__ import annotations

import pytest

from glory_env.games.glory.rules import victory
from glory_env.games.glory.state import NONE
from tests.rules.common import position
from tests.rules.kit import covers

THREE = {"D": "hokkaido", "N": "bonins", "B": "taiwan_okinawa"}


def turn_end(markers=None, turn=11, total=500, **options):
    markers = {"Ch": "hunan", **(markers or {})}
    options = {"then_stop": True, **options} if turn < 12 else options
    return position("turn_end", turn=turn, total=total, markers=markers, **options)


@pytest.mark.parametrize(
    ("lost", "outcome"),
    [("", "playing"), ("D", "playing"), ("N", "playing"), ("B", "playing")]
    + [(pair, "game_over") for pair in ("DN", "DB", "NB", "DNB")],
)
@pytest.mark.parametrize("turn", [2, 11])
@covers("R18-1a", "R18-1d", "R1-0c", "A-48")
def test_two_of_the_three_home_boxes(turn, lost, outcome):
    game = turn_end({marker: THREE[marker] for marker in lost}, turn)
    assert game.outcome == outcome
    assert game.cause == ("home_boxes" if outcome == "game_over" else "none")
    if outcome == "game_over":
        assert (game.phase, game.turn) == ("over", turn)


@pytest.mark.parametrize("lost", ["DN", "DNB"])
@covers("R18-1b", "R18-2-1a")
def test_turn_12_is_exempt(lost):
    game = turn_end({marker: THREE[marker] for marker in lost}, 12)
    assert (game.outcome, game.cause) == ("completed", "none")


@covers("R18-1a", "N-20", "R15-0a")
def test_the_tonnage_is_tested_first_and_gp_are_in():
    markers = {"D": "hokkaido", "N": "bonins", "C": "java"}
    game = turn_end(markers, total=350, units={"dd_1": "solomons"})
    assert (game.outcome, game.cause) == ("game_over", "tonnage")
    game = turn_end({"D": "hokkaido", "N": "bonins", "Ch": "base"}, units={"dd_1": "solomons"})
    assert (game.cause, game.total) == ("home_boxes", 550)
    assert game.gp == {"army": 10, "navy": 10}


@covers("R18-1a")
def test_only_the_turn_update_tests_the_home_boxes():
    game = position("tonnage", turn=11, total=500, markers=THREE, dice=[1])
    game.play({"army": 0, "navy": 0}, {"accept": True})
    assert game.outcome == "playing"


@pytest.mark.parametrize(("total", "outcome"), [(200, "completed"), (195, "game_over")])
@covers("R18-1c", "R18-1d", "R18-2-1a")
def test_the_floor_holds_on_turn_12_too(total, outcome):
    game = turn_end({"B": "philippines"}, 12, total)
    assert (game.outcome, game.total) == (outcome, total - 100)


@pytest.mark.parametrize(("face", "outcome"), [(6, "playing"), (5, "game_over")])
@covers("R18-1c", "R18-1d", "A-27")
def test_the_floor_in_the_convoy_phase(face, outcome):
    game = position("convoy", turn=5, total=170)
    game.play({"request": False})
    game.until_phase_end({"large": False}, dice=[face])
    assert (game.outcome, game.total) == (outcome, 100 if face == 6 else 90)


@covers("R18-1e", "A-49", "R1-0c")
def test_game_over_has_no_winner():
    game = turn_end({"D": "hokkaido", "N": "bonins"}, gp=(90, 10))
    assert game.outcome == "game_over"
    assert game.winner == "none"
    assert victory.winner(game.record, game.scenario.tables[0]) == NONE


@pytest.mark.parametrize(
    ("gp", "result"),
    [((10, 0), "army"), ((0, 10), "navy"), ((9, 0), "draw"), ((14, 5), "draw"), ((0, 99), "navy")],
)
@covers("R18-2-1a", "R18-2-2a", "R18-2-2b", "R7-0a")
def test_the_winner_after_turn_12(gp, result):
    game = turn_end(turn=12, gp=gp)
    assert (game.outcome, game.winner) == ("completed", result)


@covers("R18-2-2a", "A-50", "R15-1c", "R15-1d")
def test_the_last_update_counts():
    game = turn_end(turn=12, gp=(5, 3), units={"dd_1": "solomons"})
    assert game.gp == {"army": 5, "navy": 13}
    assert game.winner == "draw"
    game = turn_end(turn=12, gp=(5, 5), units={"dd_1": "solomons"})
    assert game.winner == "navy"
