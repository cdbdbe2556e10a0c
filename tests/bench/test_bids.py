"""Replaced offers: what is offered then, and that nothing else changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.games.glory.bench.bids import GRID, Constant, Listener, Shuffled, Split
from glory_env.games.glory.state import ARMY, NAVY, SERVICES

GAMES = 10


def first_offers(finals: np.ndarray, seat: int, turn: int | None = None) -> np.ndarray:
    """Own, other and civil share in the first offers of a seat, float64 (M, 3)."""
    turns = slice(None) if turn is None else slice(turn, turn + 1)
    made = finals["log_claim"][:, turns, seat] >= 0
    parts = [finals[name][:, turns, seat][made]
             for name in ("log_claim", "log_first_other", "log_first_civil")]  # fmt: skip
    split = np.column_stack(parts).astype(float)
    return split / split.sum(axis=1, keepdims=True)


def test_the_listener_changes_nothing_and_keeps_the_offers():
    agent = make_agent("withdraw_in_time")
    listener = Listener(agent)
    heard = play_pairs(listener, listener, GAMES, 3)
    assert heard.finals.tobytes() == play_pairs(agent, agent, GAMES, 3).finals.tobytes()
    pool = listener.pool()
    for seat in range(len(SERVICES)):
        found = first_offers(heard.finals, seat)
        kept = np.concatenate([v for (s, _, first), v in pool.items() if s == seat and first])
        own, other = (0, 1) if seat == ARMY else (1, 0)
        np.testing.assert_allclose(np.sort(kept[:, own]), np.sort(found[:, 0]), atol=1e-9)
        np.testing.assert_allclose(np.sort(kept[:, other]), np.sort(found[:, 1]), atol=1e-9)
        np.testing.assert_allclose(kept.sum(axis=1), 1.0)


@pytest.mark.parametrize("seat", [ARMY, NAVY], ids=SERVICES)
def test_a_constant_split_is_offered_every_time(seat):
    agent, split = make_agent("tit_for_tat"), Split(0.3, 0.2, 0.5)
    pair: list[Any] = [agent, agent]
    pair[seat] = Constant(agent, split)
    finals = play_pairs(*pair, GAMES, 3).finals
    found = first_offers(finals, seat)
    assert len(found) > 20
    assert np.abs(found - np.array(split)).max() < 0.06  # the grid of 5 of a small total
    own = first_offers(finals, 1 - seat)
    assert np.abs(own - own[0]).max() > 0.2  # the partner's are its own


def test_shuffled_offers_come_from_the_pool_of_seat_and_turn():
    agent = make_agent("withdraw_in_time")
    pool = {
        (ARMY, turn, True): np.array([[0.1 + 0.05 * turn, 0.1, 0.8 - 0.05 * turn]])
        for turn in range(1, 6)
    }
    finals = play_pairs(Shuffled(agent, pool), agent, GAMES, 3).finals
    for turn in range(1, 6):
        found = first_offers(finals, ARMY, turn)
        assert len(found) > 0
        assert np.abs(found - pool[ARMY, turn, True]).max() < 0.05
    assert np.abs(first_offers(finals, ARMY, 6)[:, 1] - 0.1).max() > 0.05  # no pool: its own


def test_an_offer_without_a_pool_stays():
    agent = make_agent("withdraw_in_time")
    alone = play_pairs(Shuffled(agent, {}), agent, GAMES, 3)
    assert alone.finals.tobytes() == play_pairs(agent, agent, GAMES, 3).finals.tobytes()


def test_the_same_offer_of_all_games_makes_the_same_games():
    """Who always claims all, in every game, plays on as before with its offers shuffled."""
    agent, partner = make_agent("always_grim"), make_agent("withdraw_in_time")
    listener = Listener(agent)
    play_pairs(listener, partner, GAMES, 50)
    shuffled = play_pairs(Shuffled(agent, listener.pool()), partner, GAMES, 3)
    plain = play_pairs(agent, partner, GAMES, 3)
    assert shuffled.finals.tobytes() == plain.finals.tobytes()


def test_the_grid_is_of_whole_splits():
    for split in GRID:
        assert sum(split) == pytest.approx(1.0)
        assert min(split) > 0
        assert split.by_seat(ARMY) == split
        assert split.by_seat(NAVY) == (split.other, split.own, split.civil)
