"""No agent goes by the cards its seat does not see."""

from __future__ import annotations

import numpy as np

from glory_agents.empire.veil import veil
from glory_agents.registry import make_agent
from glory_env.core.record import copy_games
from glory_env.games.empire.engine.hiding import redraw
from glory_env.games.empire.state import CARD_HAND, CARD_OUT
from tests.agents import stages

GAME = "empire"


def positions():
    """Records at a decision, GAME (1,), with their masks."""
    return stages.positions(
        stages.played(GAME, ("careful", "random"), 2, seed=5, steps=500, every=41)
    )


def test_the_veil_leaves_nothing_that_tells_two_such_worlds_apart():
    differed = 0
    for scenario, games, _ in positions():
        seat = int(games["actor"][0])
        seen, cards = set(), set()
        for world in stages.worlds(scenario, games, redraw):
            cards.add(world["card_at"].tobytes())
            veiled = copy_games(world)
            veil(veiled[0], scenario.tables[0], seat)
            seen.add(veiled.tobytes())
        differed += len(cards) > 1
        assert len(seen) == 1
    assert differed > 10  # the worlds were not all alike


def test_the_veil_keeps_what_the_seat_sees():
    for scenario, games, _ in positions():
        seat = int(games["actor"][0])
        veiled = copy_games(games)
        veil(veiled[0], scenario.tables[0], seat)
        assert (veiled["card_at"][0, seat] == games["card_at"][0, seat]).all()
        gone = games["card_at"][0, 1 - seat] != veiled["card_at"][0, 1 - seat]
        assert (veiled["card_at"][0, 1 - seat][gone] == CARD_OUT).all()
        assert np.array_equal(veiled["hex"], games["hex"])
        assert not (veiled["card_at"][0, 1 - seat] == CARD_HAND).any()


def test_agents_play_alike_in_such_worlds():
    player = make_agent("careful", game=GAME)
    for scenario, games, mask in positions():
        assert len(stages.answers(player, scenario, games, mask, redraw)) == 1
