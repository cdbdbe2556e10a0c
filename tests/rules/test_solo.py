"""One player for both services: what solo play changes."""

from __future__ import annotations

import pytest

from glory_env.games.glory.game import Game
from tests.rules.common import END, faces, owed, position, raw_scenario, sea
from tests.rules.kit import covers


@covers("R5-0c", "R1-1b", "R0-2a")
def test_the_same_placement():
    solo, pair = Game("glory", solo=True), Game("glory")
    for unit in raw_scenario()["units"]:
        assert solo.box(unit["id"]) == pair.box(unit["id"])
    assert (solo.total, solo.turn, solo.phase) == (630, 1, "tonnage")


@covers("R9-0g", "R0-2d", "R9-0b")
def test_the_split_is_chosen_once():
    game = position("tonnage", turn=5, total=500, solo=True)
    assert game.decision == "offer"
    assert not game.is_legal({"army": 101, "navy": 100})
    assert not game.is_legal({"army": 400, "navy": 105})
    game.play({"army": 100, "navy": 150})
    assert game.allotment == {"army": 100, "navy": 150, "civil": 250}
    assert game.phase == "activation"


@covers("R11-3-2g")
def test_an_escort_needs_no_consent():
    units = {"army_01": "homeland active", "dd_1": "solomons"}
    game = position("movement", turn=5, units=units, solo=True)
    game.play(END, sea("army_01", "hokkaido"))
    assert game.decision == "escort_grant"
    game.choose({"unit": "dd_1"}, dice=[2])
    assert (game.box("dd_1"), game.damage("army_01")) == ("hokkaido", 0)


@covers("R11-3-2g", "N-09")
def test_a_unit_may_sail_without_escort():
    units = {"army_01": "homeland active", "dd_1": "solomons"}
    game = position("movement", turn=5, units=units, solo=True)
    game.play(END, sea("army_01", "hokkaido"))
    game.choose({"refuse": True}, dice=[2])
    assert (game.box("army_01"), game.damage("army_01")) == ("hokkaido", 1)


@covers("R1-0d", "R12-8a", "A-41")
def test_support_without_request():
    units = {"nagato": "rangoon active", "cl_1": "rangoon active", "army_10": "rangoon active"}
    game = position("combat", turn=3, total=500, markers={"C": "rangoon"}, units=units, solo=True)
    game.play({"box": "rangoon"})
    assert game.decision == "support"
    game.play({"unit": "cl_1"})
    game.choose(END, dice=[1])
    assert owed(game) == 30
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[6, 6, 1, 1, 1, 4])
    assert game.gp == {"army": 5, "navy": 1}


@covers("R13-1e")
def test_the_method_is_the_players_choice():
    game = position("convoy", turn=5, total=500, solo=True)
    assert game.decision == "convoy_method"
    game.until_phase_end({"large": True}, dice=[6])
    assert (game.method, game.total) == ("B", 420)


@covers("R1-1b", "R14-2h")
def test_production_is_one_menu():
    units = {"dd_7": "pool", "army_16": "pool", "taiho": "track 3"}
    game = position("production", turn=5, total=500, civil=200, units=units, solo=True)
    game.play({"advance": "taiho"}, {"start": "DD", "counter": "dd_7"})
    game.play({"start": "ground", "counter": "army_16"})
    game.until_phase_end(END, dice=())
    assert (game.phase, game.left["civil"]) == ("turn_end", 0)


@pytest.mark.parametrize(("total", "outcome"), [(210, "playing"), (205, "game_over")])
@covers("R18-1f", "R0-2d")
def test_the_solo_floor_in_combat(total, outcome):
    game = position(
        "combat",
        turn=3,
        total=total,
        markers={"C": "rangoon"},
        units={"army_10": "rangoon active"},
        solo=True,
    )
    game.choose({"box": "rangoon"}, dice=[1] * 4)
    game.play({"pool": 60})
    assert (game.total, game.outcome) == (total - 60, outcome)


@pytest.mark.parametrize(
    ("gp", "won"), [((66, 66), True), ((65, 66), False), ((66, 65), False), ((0, 99), False)]
)
@covers("R18-2-2c", "R18-2-2d", "R18-2-1a", "N-21")
def test_solo_victory(gp, won):
    game = position("turn_end", turn=12, total=500, gp=gp, markers={"Ch": "hunan"}, solo=True)
    assert (game.outcome, game.solo_victory) == ("completed", won)


@covers("R18-2-2c", "R18-1f", "N-21")
def test_no_solo_victory_without_completion():
    game = position(
        "turn_end",
        turn=12,
        total=195,
        gp=(80, 80),
        markers={"N": "marianas", "Ch": "hunan"},
        solo=True,
    )
    assert game.outcome == "game_over"
    assert not game.solo_victory


@covers("R19-1e")
def test_solo_turn_13_may_be_declined():
    markers = {"Ch": "hunan", "D": "hokkaido"}
    game = position("turn_end", turn=12, total=500, gp=(70, 90), markers=markers, solo=True)
    game.play({"declare": False})
    assert (game.outcome, game.solo_victory) == ("completed", True)
    assert game.gp == {"army": 70, "navy": 90}


@pytest.mark.parametrize(
    ("gp", "after", "won"), [((60, 75), (66, 75), True), ((80, 60), (80, 66), True)]
)
@covers("R19-1e", "R19-2h", "N-21", "N-22")
def test_turn_13_pays_the_service_with_fewer_points(gp, after, won):
    game = position(
        "turn_end", turn=12, total=500, gp=gp, markers={"Ch": "hunan", "D": "hokkaido"}, solo=True
    )
    assert game.decision == "turn_13"
    game.choose({"declare": True}, dice=[1, 2, *faces(2, 3)])
    assert game.gp == {"army": after[0], "navy": after[1]}
    assert (game.outcome, game.solo_victory) == ("completed", won)
