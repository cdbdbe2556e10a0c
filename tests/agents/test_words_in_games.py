"""Words kept and broken in whole games, and the silent beside talk."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from glory_agents.glory.scripted.script import script_one
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import END
from glory_env.games.glory.game import Game

ARMY, NAVY = range(2)


@cache
def tally(army: str, navy: str, talk: str = "cheap", games: int = 24) -> np.ndarray:
    """int (2, statements, columns of TALLY), of all games together."""
    found = play_pairs(make_agent(army), make_agent(navy), games, seed=300, talk=talk)
    total: np.ndarray = found.finals["tally"].sum(axis=0)
    return total


WORDS = slice(0, st.THREAT_POOL)
THREATS = slice(st.THREAT_POOL, None)


def count(table: np.ndarray, kinds: slice, column: str) -> int:
    return int(table[kinds, st.TALLY.index(column)].sum())


@pytest.mark.parametrize("talk", ["cheap", "binding"])
@pytest.mark.parametrize("navy", ["honest", "deceiver", "tit_for_tat"])
def test_the_honest_break_no_word_in_whole_games(navy, talk):
    army = tally("honest", navy, talk)[ARMY]
    assert count(army, WORDS, "kept") > 24
    assert count(army, WORDS, "broken") == 0
    assert count(army, THREATS, "offered") == 0


def test_the_deceiver_breaks_words_where_nothing_binds_it():
    for seat, pair in ((ARMY, ("deceiver", "honest")), (NAVY, ("honest", "deceiver"))):
        cheap, bound = (tally(*pair, talk)[seat] for talk in ("cheap", "binding"))
        assert count(cheap, WORDS, "broken") > 0.2 * count(cheap, WORDS, "kept")
        assert count(bound, WORDS, "broken") < 0.02 * count(bound, WORDS, "kept")


def test_most_words_are_broken_late():
    games = play_pairs(make_agent("deceiver"), make_agent("honest"), 24, seed=300, talk="cheap")
    state = games.finals["promise_state"][:, :, ARMY]
    judged = np.isin(state, (st.KEPT, st.BROKEN)).sum(axis=(0, 2))
    broken = (state == st.BROKEN).sum(axis=(0, 2))
    early, late = (
        broken[turns].sum() / judged[turns].sum() for turns in (slice(1, 8), slice(8, 13))
    )
    assert late > early


def test_threats_are_made_and_carried_out_in_whole_games():
    for seat, pair in ((ARMY, ("threatening", "honest")), (NAVY, ("honest", "threatening"))):
        found = tally(*pair)[seat]
        assert count(found, THREATS, "offered") > 24
        assert count(found, THREATS, "kept") > 5 * count(found, THREATS, "broken")
        assert count(found, WORDS, "broken") == 0


@pytest.mark.parametrize("pair", [("withdraw_in_time", "tit_for_tat"), ("grim", "boulware")])
def test_the_silent_play_the_same_game_with_talk(pair):
    """With the same draw at every decision, but for the ends of their lines."""

    def play(talk: str) -> tuple[list[int], Game]:
        game = Game("glory", seed=11, talk=talk)
        rows = np.concatenate([make_agent(name).row for name in pair])
        actions = []
        while game.decision != "none":
            tables, speaking = game.scenario.tables, game.decision == "speak"
            action = int(script_one(game.games, 0, tables, rows, game.mask, 0.4))
            assert not speaking or action == END
            actions += [] if speaking else [action]
            game.act(action)
        return actions, game

    plain, off = play("off")
    assert len(plain) > 100
    for talk in ("cheap", "binding"):
        actions, game = play(talk)
        assert actions == plain
        assert game.record.tally.sum() == 0
        for field in ("gp", "total", "turn", "outcome", "log_shares", "log_loss", "place"):
            assert np.array_equal(game.record[field], off.record[field])
