"""The environment: PettingZoo's conventions, a whole game, options, the position as text."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from glory_env import empire_v0
from glory_env.games.empire.actions import BLOCKS, N_ACTIONS
from glory_env.games.empire.engine.observation import OBSERVATION_SIZE, SECTIONS
from glory_env.games.empire.engine.rewards import OUTCOMES, params


def test_api():
    """PettingZoo's own test of an AEC environment."""
    api_test(empire_v0.env(), num_cycles=200)


def test_seeds():
    """PettingZoo's test: the same seed gives the same game."""
    seed_test(empire_v0.env, num_cycles=200)


def test_sections_fill_the_observation_and_blocks_the_action_table():
    start = 0
    for section in SECTIONS:
        assert section.start == start
        start += int(np.prod(section.shape))
    assert start == OBSERVATION_SIZE == 5960
    assert sum(block.size for block in BLOCKS) == N_ACTIONS == 765


@pytest.mark.parametrize("scenario", ["year_1942", "year_1943", "year_1944"])
def test_a_random_game_ends_by_itself_with_zero_sum_rewards(scenario):
    env = empire_v0.env(scenario=scenario)
    env.reset(seed=11)
    rng = np.random.default_rng(11)
    last, count = {}, 0
    for agent in env.agent_iter(max_iter=empire_v0.MAX_DECISIONS):
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            last[agent] = reward, info
            env.step(None)
            continue
        count += 1
        if count % 16 == 0:
            assert np.abs(observation["observation"]).max() <= 1
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert set(last) == {"japan", "allies"}
    assert last["japan"][0] == -last["allies"][0]
    assert last["japan"][0] in OUTCOMES
    assert last["japan"][1]["outcome"] == 1


def test_what_a_game_pays():
    by_level = params(None, None, None)
    assert by_level[0, :4].tolist() == [-1.0, -0.4, 0.4, 1.0]
    assert (by_level[1] == -by_level[0]).all()
    assert params("vp", None, None)[0, -1] == 1
    for bad in ("selfish", [1, 2], [0, 0, 0, float("nan")]):
        with pytest.raises(ValueError, match='reward: expected "outcome", "vp" or 4 numbers'):
            params(bad, None, None)
    with pytest.raises(ValueError, match="no reward for survival"):
        params(None, None, 1.0)
    with pytest.raises(ValueError, match="shaping: expected a number, got inf"):
        params(None, float("inf"), None)


def test_victory_points_as_a_reward_and_as_shaping():
    """Shaping sums to minus the potential of the start; the points of the end are clipped."""
    ends = {}
    for shaping in (0.0, 0.5):
        env = empire_v0.raw_env(reward="vp", shaping=shaping, bid=10)
        env.reset(seed=5)
        rng, paid = np.random.default_rng(5), 0.0
        while not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.mask))))
            paid += env.rewards["japan"]
        ends[shaping] = paid, env.infos["japan"]["points"]
    (plain, points), (shaped, same) = ends.values()
    assert points == same
    assert plain == pytest.approx(np.clip((points - 5.5) / 8, -1, 1))
    assert shaped == pytest.approx(plain - 0.5 * (3 + 10 - 5.5) / 8)


def test_the_position_as_text():
    env = empire_v0.env(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "VP 3" in text
    assert "Tokyo" in text


def test_options_are_checked():
    for given, words in (
        ({"rulings": {"sham": "yes"}}, "unknown ruling 'sham'"),
        ({"rulings": {"liberation": "never"}}, "unknown value for ruling 'liberation'"),
        ({"rulings": ["liberation"]}, "expected a dict"),
        ({"bid": 16}, "option 'bid': expected -15 to 15, got 16"),
        ({"tournament": 1}, "option 'tournament': expected true or false"),
        ({"tournment": True}, "unknown option 'tournment'"),
        ({"scenario": "year_1945"}, "year_1945"),
    ):
        with pytest.raises(ValueError, match=words):
            empire_v0.env(**given)
