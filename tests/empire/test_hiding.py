"""What a seat does not see shows nowhere; worlds drawn for it are all that it could be in."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from glory_env import empire_v0
from glory_env.envs.agent import GameView
from glory_env.games.empire.codes import CARD_CHOICE, CARD_USE
from glory_env.games.empire.engine.hiding import redraw
from glory_env.games.empire.engine.observation import DECISION_AT
from glory_env.games.empire.state import (
    AL,
    CARD_DECK,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    JP,
    NONE,
)
from tests.covers import covers

from .leaks import compare_games


@covers("GD-05", "GD-08", "GD-09", "GD-10", "GD-13")
def test_nothing_hidden_shows():
    counts = compare_games(300, 1)
    assert counts["changed"] > counts["positions"] / 2
    assert counts["masks"] > 100
    assert counts["texts"] > 5
    assert counts["worlds"] == counts["positions"]


@pytest.mark.slow
def test_nothing_hidden_shows_in_many_positions():
    assert compare_games(6_000, 50)["changed"] > 3_000


@covers("GD-02")
def test_the_card_is_secret_until_its_use_is_named():
    env = empire_v0.raw_env(auto_forced=False)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while env.games["decision"][0] != CARD_USE:
        env.step(int(rng.choice(np.flatnonzero(env.mask))))
    seat = env.agent_selection
    (other,) = {"japan", "allies"} - {seat}
    own, seen = env.observe(seat)["observation"], env.observe(other)["observation"]
    assert (own[DECISION_AT + CARD_USE], seen[DECISION_AT + CARD_USE]) == (1, 0)
    assert seen[DECISION_AT + CARD_CHOICE] == 1
    before = env.games.copy()
    env.games["decision"], env.games["chosen_card"] = CARD_CHOICE, NONE
    assert np.array_equal(env.observe(other)["observation"], seen)
    env.games[:] = before
    assert not env.observe(other)["action_mask"].any()


def test_each_unseen_card_is_as_often_in_the_hand_of_a_drawn_world():
    env = empire_v0.raw_env()
    env.reset(seed=8)
    seat = ("japan", "allies").index(env.agent_selection)
    side, drawn, worlds = 1 - seat, Counter(), 3000
    unseen = np.isin(env.games["card_at"][0, side], (CARD_DECK, CARD_HAND))
    size = int((env.games["card_at"][0, side] == CARD_HAND).sum())
    for key in range(worlds):
        world = env.games.copy()
        redraw(world[0], env.scenario.tables[0], seat, key * 7919 + 1)
        held = np.flatnonzero(world["card_at"][0, side] == CARD_HAND)
        assert len(held) == size
        drawn.update(held.tolist())
    assert set(drawn) <= set(np.flatnonzero(unseen).tolist())
    expected = worlds * size / unseen.sum()
    chi = sum((drawn[card] - expected) ** 2 / expected for card in np.flatnonzero(unseen))
    assert chi < 1.6 * unseen.sum()


@covers("R7.29-e")
def test_a_card_that_may_not_be_set_aside_is_in_no_drawn_future():
    env = empire_v0.raw_env()
    env.reset(seed=8)
    games, s = env.games, env.scenario.tables[0]
    first = int(games["future_card"][0, AL])
    assert games["card_known"][0, AL, first] == 3  # the scenario names it
    games["card_at"][0, AL, first] = CARD_DISCARD
    card = int(np.flatnonzero(games["card_at"][0, AL] == CARD_HAND)[0])
    games["card_at"][0, AL, card], games["future_card"][0, AL] = CARD_FUTURE, card
    games["hand"][0, AL] -= 1
    found = set()
    for key in range(300):
        world = games.copy()
        redraw(world[0], s, JP, key)
        (at,) = np.flatnonzero(world["card_at"][0, AL] == CARD_FUTURE)
        assert world["future_card"][0, AL] == at
        assert s.card_future[AL, at]
        found.add(int(at))
    assert len(found) > 20


def test_a_clone_for_a_seat_plays_on_to_the_end():
    env = empire_v0.raw_env()
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(60):
        seat = env.agent_selection
        twin = env.clone(7, seat)
        assert twin.games.tobytes() == GameView(env, seat).clone(7).games.tobytes()
        for name, seen in env.observe(seat).items():
            assert np.array_equal(twin.observe(seat)[name], seen)
        env.step(int(rng.choice(np.flatnonzero(env.mask))))
    while twin.agents:
        dead = twin.terminations[twin.agent_selection]
        twin.step(None if dead else int(rng.choice(np.flatnonzero(twin.mask))))
