"""Whole games of the agents: legal, the same by seed, and scripts win."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.empire.affairs import STRONG
from glory_agents.empire.rows import NAMED, PARAMETERS, script_row
from glory_agents.registry import AgentError, make_agent, registry
from glory_env import empire_v0
from glory_env.bench import play_pairs
from glory_env.envs.agent import GameView
from glory_env.games.empire import actions as a
from glory_env.games.empire import codes
from glory_env.games.empire.state import AL, CARD_HAND, MILITARY
from tests.agents import stages

GAME = "empire"


def played(japan, allies, games, seed, **more):
    players = make_agent(japan, game=GAME), make_agent(allies, game=GAME)
    return play_pairs(
        *players, games, seed, reward="outcome", vector_class=empire_v0.Vector, **more
    )


# --- games -------------------------------------------------------------------------------------
def test_careful_play_beats_random_play_from_both_sides():
    """Random play of both sides is a tactical victory of Japan."""
    assert (played("random", "careful", 3, 700).rewards[:, 0] < 0).all()
    as_japan = played("careful", "random", 3, 700).rewards[:, 0]
    assert as_japan.mean() > played("random", "random", 3, 700).rewards[:, 0].mean()


@pytest.mark.slow
def test_the_plan_beats_careful_play_from_both_sides():
    """Of 120 games, each side in 60, it wins at least 73: by chance one time in 100."""
    as_japan = played("plan", "careful", 60, 900).rewards[:, 0]
    as_allies = played("careful", "plan", 60, 900).rewards[:, 0]
    assert (as_japan > 0).sum() + (as_allies < 0).sum() >= 73


def test_one_game_through_act_is_the_game_of_the_batch():
    """`act` and `act_batch` play the same, since both draw by seat and decision."""
    vector = empire_v0.Vector(1, seed=77, autoreset=False)
    players = [make_agent(name, game=GAME) for name in ("plan", "careful")]
    for seat, player in zip(("japan", "allies"), players, strict=True):
        player.reset(seat, 77)
    while (seat := int(vector.seats[0])) < 2:
        view = GameView(vector.one(0), ("japan", "allies")[seat])
        action = players[seat].act(vector.observations[0], vector.masks[0], view)
        vector.step(np.array([action]))
    batch = played("plan", "careful", 1, 77)
    assert vector.games.tobytes() == batch.finals.tobytes()
    assert "answers" in players[0].explain()


# --- questions it does not know ----------------------------------------------------------------
def position():
    """The first position of a game, at the first card."""
    return next(stages.positions(stages.played(GAME, ("careful", "careful"), 1, 3, 1, 1)))


def answer(scenario, games, *legal):
    mask = np.zeros((1, a.N_ACTIONS), np.int8)
    mask[0, list(legal)] = 1
    player = make_agent("careful", game=GAME)
    return int(player._actions(games, mask, np.array([0.7]), scenario)[0])


def test_an_unknown_question_is_answered_legally():
    scenario, games, _ = position()
    games["decision"] = len(codes.DECISIONS) + 5
    options = (a.UNIT + 3, a.PLACE + 9, a.CARD + 2, a.NO)
    assert answer(scenario, games, *options) in options
    for decision in range(1, len(codes.DECISIONS)):
        games["decision"] = decision
        assert answer(scenario, games.copy(), a.JAPAN_SIDE) == a.JAPAN_SIDE


def test_a_strong_military_event_goes_before_operations():
    scenario, games, _ = position()
    s = scenario.tables[0]
    games["actor"], games["decision"] = AL, codes.CARD_USE
    military = np.flatnonzero(s.card_kind[AL] == MILITARY)
    by_lv = military[np.argsort(np.array(s.card_lv[AL])[military])]
    weak, strong = by_lv[0], by_lv[-1]
    assert s.card_lv[AL, weak] < STRONG <= s.card_lv[AL, strong]
    for card, verb in ((strong, a.EVENT), (weak, a.OC_OFFENSIVE)):
        games["chosen_card"] = card
        games["card_at"][0, AL, card] = CARD_HAND
        assert answer(scenario, games.copy(), a.EVENT, a.OC_OFFENSIVE, a.DISCARD) == verb


# --- names -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", registry(GAME))
def test_every_name_makes_an_agent_that_says_something(name):
    entry = registry(GAME)[name]
    assert entry.about
    assert all(entry.parameters.values())
    player = make_agent(name, game=GAME)
    player.reset("allies", 3)
    assert player.explain()


def test_named_scripts_differ_and_take_numbers():
    rows = {name: script_row(name)[0] for name in NAMED}
    assert any(rows["careful"][p.name] != rows["plan"][p.name] for p in PARAMETERS)
    row = make_agent("plan:steps=0.5,agreement=1", game=GAME).row[0]
    assert (row.steps, row.agreement, row.own) == (0.5, 1, rows["plan"].own)
    with pytest.raises(AgentError, match="from 0 to 2"):
        make_agent("plan:steps=3", game=GAME)
