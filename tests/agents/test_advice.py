"""Advice for a person: whole legal choices, common dice, nothing of the game's own."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.glory.search.advice import Adviser, _unlike_first
from glory_env.envs.agent import GameView
from glory_env.games.glory.game import Game
from glory_env.games.glory.position import position


def advice(game: Game, seed: int = 1, rollouts: int = 40):
    adviser = Adviser()
    adviser.reset(game.actor, seed)
    return adviser.advise(GameView(game, game.actor), game.mask, rollouts=rollouts)


def games() -> list[Game]:
    movement = position(
        "movement", scenario="teaching",
        units={"army_01": "saigon active", "fd_1": "saigon", "dd_1": "homeland"},
    )  # fmt: skip
    army = movement.clone()
    army.choose({"end": True})
    fight = position(
        "combat", scenario="teaching", turn=1, units={"dd_1": "solomons"},
        markers={"N": "solomons"},
    )  # fmt: skip
    fight.choose({"box": "solomons"})
    build = position("production", scenario="teaching", civil=100, units={"taiho": "track 2"})
    return [Game("teaching", seed=3), Game("teaching", seed=3, solo=True), movement, army, fight,
            build]  # fmt: skip


@pytest.mark.parametrize("number", range(6))
def test_advice_is_made_of_whole_legal_choices(number):
    game = games()[number]
    before = game.snapshot()
    found = advice(game)
    assert game.snapshot() == before
    assert 1 <= len(found) <= 3
    assert all(game.is_legal(one.choice) for one in found)
    assert len({str(one.choice) for one in found}) == len(found)
    assert [one.payoff for one in found] == sorted((one.payoff for one in found), reverse=True)
    for one in found:
        assert one.rollouts == 40
        assert 0 <= one.completion <= 1


def test_the_games_own_dice_play_no_part():
    """The same position with other dice gets the same advice; another seed gives other rollouts."""
    one, other = Game("teaching", seed=3), Game("teaching", seed=3)
    other.games["key"] = 12345
    assert advice(one) == advice(other)
    assert [a.payoff for a in advice(one)] != [a.payoff for a in advice(one, seed=2)]


def test_rollouts_are_played_to_the_end():
    """A game about to be lost is lost in every rollout."""
    game = position("tonnage", scenario="teaching", turn=2, total=100)
    for one in advice(game):
        assert one.completion == 0.0
        assert one.payoff == pytest.approx(-1.0)


def test_what_comes_to_the_same_stands_behind():
    values = np.zeros((4, 2, 2))
    values[:, :, 0] = [[1, 1], [3, 3], [3, 3], [2, 2]]
    assert _unlike_first(values, 0) == [1, 3, 0, 2]
    assert _unlike_first(values, 1) == [0, 1, 3, 2]
