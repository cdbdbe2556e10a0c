"""No agent goes by what its seat does not see."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.aleutians.veil import veil
from glory_env.core.record import copy_games
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.engine.hiding import redraw
from tests.agents import stages

from .positions import agent, played

NAMES = ("careful", "historical", "aggressive", "defensive", "rush", "guard")


def positions():
    """Records at a decision, GAME (1,), with their masks: of games of all stages."""
    yield from stages.positions(played(("historical", "careful"), 4, seed=5, steps=600, every=23))


def test_the_veil_leaves_nothing_that_tells_two_such_worlds_apart():
    differed = 0
    for scenario, games, _ in positions():
        seat = int(games["actor"][0])
        seen = set()
        places = set()
        for world in stages.worlds(scenario, games, redraw):
            places.add(world["place"].tobytes() + world["strategy"].tobytes())
            veiled = copy_games(world)
            veil(veiled[0], scenario.tables[0], seat)
            seen.add(veiled.tobytes())
        differed += len(places) > 1
        assert len(seen) == 1
    assert differed > 20  # the worlds were not all alike


@pytest.mark.parametrize("name", NAMES)
def test_agents_play_alike_in_such_worlds(name):
    player = agent(name)
    for scenario, games, masks in positions():
        assert len(stages.answers(player, scenario, games, masks, redraw)) == 1


def test_the_veil_keeps_what_the_seat_sees():
    for scenario, games, _ in positions():
        seat = int(games["actor"][0])
        veiled = copy_games(games)
        veil(veiled[0], scenario.tables[0], seat)
        own = np.array(scenario.tables[0].side) == seat
        for field in ("place", "at", "damaged", "disrupted", "flown"):
            assert (veiled[field][0][own] == games[field][0][own]).all()
        assert veiled["strategy"][0, seat] == games["strategy"][0, seat]
        assert veiled["strategy"][0, 1 - seat] == st.NO_STRATEGY
