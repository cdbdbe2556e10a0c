"""What a game writes while it is played: whole choices, forced ones, lines of the system."""

from __future__ import annotations

import pytest

from glory_env.games.glory.game import DiceError, Game, IllegalChoice
from glory_env.games.glory.position import position

END = {"end": True}


def test_a_line_appears_with_the_last_step_of_its_choice():
    game = position("movement", units={"dd_1": "homeland"})
    game.act(game.counter("dd_1"))
    assert (game.lines, game.decision) == ([], "move")
    with pytest.raises(IllegalChoice, match=r"navy move: \{'unit': 'dd_1', 'to': 'mandalay'\}"):
        game.choose({"unit": "dd_1", "to": "mandalay"})
    assert game.is_legal({"unit": "dd_1", "to": "hokkaido"})
    game.choose({"unit": "dd_1", "to": "hokkaido"}, dice=())
    (line,) = game.lines
    assert line["choice"] == {"unit": "dd_1", "to": "hokkaido"}
    assert line["actions"][0] == game.counter("dd_1")
    assert len(line["actions"]) == 2


def test_forced_does_not_depend_on_who_plays_it():
    lines = {}
    for auto in (True, False):
        game = Game("teaching", seed=1, auto_forced=auto)
        lines[auto] = list(game.lines)
        while game.turn == 1 and game.outcome == "playing":
            game.act(game.legal_actions()[-1])
            lines[auto] += game.lines
    assert lines[True][:20] == lines[False][:20]
    assert any("forced" in line for line in lines[True][:20])


def test_a_game_completed_without_a_question_has_a_line_for_it():
    game = position("production", turn=12, markers={"Ch": "hunan"}, production="navy_first")
    game.choose(END, dice=())
    game.choose(END, dice=())
    last = game.lines[-1]
    assert (last["actor"], last["decision"], last["turn"]) == ("system", "turn_13", 12)
    assert last["events"] == [{"outcome": "completed", "cause": "none"}]
    assert [line["decision"] for line in game.lines] == ["produce", "turn_end", "turn_13"]


def test_a_question_about_turn_13_is_the_line_of_the_end():
    game = position("turn_13", turn=12, gp=(20, 50), markers={"D": "hokkaido"})
    game.choose({"declare": False}, dice=())
    (line,) = game.lines
    assert (line["actor"], line["phase"]) == ("army", "turn_13")
    assert line["events"] == [{"outcome": "completed", "cause": "none"}]


@pytest.mark.parametrize(("face", "seat"), [(3, "army"), (4, "navy")])
def test_dice_of_the_beginning(face, seat):
    game = Game("teaching", dice=[face])
    assert game.lines[0]["dice"] == [{"purpose": "opener", "faces": [face]}]
    assert game.actor == seat


@pytest.mark.parametrize("dice", [[], [1, 1]])
def test_wrong_dice_of_the_beginning(dice):
    with pytest.raises(DiceError):
        Game("teaching", dice=dice)


def test_more_dice_than_the_trace_holds():
    game = Game("teaching", negotiation="sealed")
    with pytest.raises(DiceError, match="at most 512 dice, got 513"):
        game.choose({"army": 0, "navy": 0}, dice=[1] * 513)
    game.choose({"army": 0, "navy": 0}, dice=[])


@pytest.mark.parametrize("army", [-5, -1000, 10_000, 3, 5.0])
def test_offers_outside_the_total(army):
    game = Game("teaching", negotiation="sealed")
    assert not game.is_legal({"army": army, "navy": 0})


def test_the_hook_gets_the_phase_that_has_ended():
    seen = []
    game = Game(
        "teaching",
        seed=1,
        negotiation="fixed",
        on_phase_end=lambda game, turn, phase: seen.append((turn, phase, game.turn, game.phase)),
    )
    assert seen == [(1, "tonnage", 1, "activation")]
    while game.turn == 1 and game.outcome == "playing":
        game.act(game.legal_actions()[-1])
    assert (1, "turn_end", 2, "invasion") in seen
