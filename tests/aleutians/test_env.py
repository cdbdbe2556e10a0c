"""The environment: PettingZoo's conventions, nothing hidden shows."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from glory_env import aleutians_v0
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import BLOCKS, N_ACTIONS
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE, SECTIONS
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.limits import MAX_PER_PHASE
from tests.covers import covers

from .leaks import compare_games

ALL = {"setup": "free", "optional_rules": st.OPTIONAL_RULES}


def test_api():
    """PettingZoo's own test of an AEC environment."""
    api_test(aleutians_v0.env(), num_cycles=200)


def test_seeds():
    """PettingZoo's test: the same seed gives the same game."""
    seed_test(aleutians_v0.env, num_cycles=200)


def test_sections_fill_the_observation_and_blocks_the_action_table():
    start = 0
    for section in SECTIONS:
        assert section.start == start
        start += int(np.prod(section.shape))
    assert start == OBSERVATION_SIZE
    assert sum(block.size for block in BLOCKS) == N_ACTIONS <= 448


def test_a_clone_for_a_seat_is_a_world_that_agrees_with_what_it_knows():
    """The same as an agent's, whatever is hidden in the true position; it can be played on."""
    env = aleutians_v0.raw_env(shaping=0.5)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    drawn = 0
    for _ in range(150):
        seat = env.agent_selection
        index = st.SIDES.index(seat)
        twin = env.clone(7, seat)
        assert twin.games.tobytes() == GameView(env, seat).clone(7).games.tobytes()
        other = env.clone()
        other.games["key"] = 5
        kernels.hide(other.games, 0, env.scenario.tables, index)
        assert other.clone(7, seat).games.tobytes() == twin.games.tobytes()
        for name, seen in env.observe(seat).items():
            assert np.array_equal(twin.observe(seat)[name], seen)
        drawn += not np.array_equal(twin.games["at"], env.games["at"])
        env.step(int(rng.choice(np.flatnonzero(env.mask))))
    assert drawn > 50
    while twin.agents:
        dead = twin.terminations[twin.agent_selection]
        twin.step(None if dead else int(rng.choice(np.flatnonzero(twin.mask))))


@pytest.mark.parametrize("given", [(None, "allies"), (7, "japan"), (7, "army")])
def test_a_clone_for_a_seat_needs_its_turn_and_a_seed(given):
    env = aleutians_v0.raw_env()
    env.reset(seed=4)
    with pytest.raises(ValueError, match="expected the agent whose turn it is, 'allies'"):
        env.clone(*given)


@covers("RSQ-1a")
@pytest.mark.parametrize("options", [{}, ALL])
def test_a_random_game_ends_by_itself_with_zero_sum_rewards(options):
    env = aleutians_v0.env(**options)
    env.reset(seed=11)
    rng = np.random.default_rng(11)
    last = {}
    lengths = Counter()
    for agent in env.agent_iter(max_iter=40_000):
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            last[agent] = reward, info
            env.step(None)
            continue
        assert observation["observation"].shape == (OBSERVATION_SIZE,)
        assert np.abs(observation["observation"]).max() <= 1
        g = env.unwrapped.games[0]
        lengths[int(g.turn), int(g.op), st.PHASES[g.phase]] += 1
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    for (_, _, phase), length in lengths.items():
        assert length <= MAX_PER_PHASE[phase], phase
    assert lengths.total() <= aleutians_v0.MAX_DECISIONS
    assert set(last) == set(st.SIDES)
    assert last["japan"][0] == -last["allies"][0] != 0
    assert last["japan"][1]["outcome"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "options"), [(1, {}), (3, ALL), (4, ALL | {"rulings": ["closed_fleet_size"]})]
)
@covers("BV-78", "BV-70", "RHI-1e")
def test_bv_70_bv_78_nothing_hidden_shows(seed, options):
    """Where only hidden things differ, a seat sees the same and may do the same."""
    counts = compare_games(2_400, seed, **options)
    assert counts["changed"] > counts["positions"] / 3  # the drawing does change what is hidden
    assert counts["masks"] > 1_000
    assert counts["texts"] > 220
    assert counts["worlds"] == counts["positions"]
    assert counts["other_loads"] > counts["positions"] / 4
    assert not counts["no_answer"]


def test_the_board_as_text():
    env = aleutians_v0.env(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "japan fleet B: C11, 5 ships, found" in text
    assert "anchorage: inf_4, scouts" in text


def test_options_are_checked():
    with pytest.raises(ValueError, match="historicl"):
        aleutians_v0.env(setup="historicl")
    with pytest.raises(ValueError, match="ruling"):
        aleutians_v0.env(rulings=["sham"])
    with pytest.raises(ValueError, match='expected "outcome" or 5 numbers'):
        aleutians_v0.env(reward="selfish")
