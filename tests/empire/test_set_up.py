"""The compiled set-up fills the whole record, whatever stood in it."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.trace import blank_trace
from glory_env.games.empire.engine.sequence import play_on, set_up
from glory_env.games.empire.rules.set_up import start
from glory_env.games.empire.state import AL, GAME, JP, NO_DECISION, NOBODY, TURN_START
from tests.covers import covers

from . import world

KEPT = (
    "key", "switch", "bid", "vp_adjust", "historical_hand", "al4_choice", "jp47_choice",
    "tournament", "events",
)  # fmt: skip


@covers("R17.0-a")
@pytest.mark.parametrize("setup", ["y1941", "y1943"])
def test_nothing_of_the_game_before_is_left(setup):
    s = world.scenario(setup).tables[0]
    clean = np.zeros(1, GAME)
    start(clean[0], s)
    for seed in (3, 4):
        used = np.frombuffer(np.random.default_rng(seed).bytes(GAME.itemsize), GAME).copy()
        before = used.copy()
        start(used[0], s)
        for field in GAME.names:
            expected = before if field in KEPT else clean
            assert np.array_equal(used[field], expected[field]), field
    assert (clean["decision"][0], clean["actor"][0]) == (NO_DECISION, NOBODY)


def test_a_game_pauses_at_the_end_of_a_phase():
    s = world.scenario("y1943").tables[0]
    games, trace = np.zeros(1, GAME), blank_trace()
    trace["pause"] = 1
    set_up(games[0], s)
    phases = [int(games["phase"][0])]
    while games["decision"][0] == NO_DECISION:
        play_on(games[0], s, trace[0])
        phases.append(int(games["phase"][0]))
    assert TURN_START in phases
    assert games["actor"][0] in (JP, AL)
