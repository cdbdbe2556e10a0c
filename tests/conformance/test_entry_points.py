"""The other games' entry points: gymnasium's id, three ways to make many, PettingZoo's names."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from glory_env import aleutians_v0, empire_v0
from glory_env.core.errors import OptionError
from glory_env.envs.agent import AgentError, make_agent
from tests.conformance.test_batch import choose, same, same_info

MODULES = {"Aleutians-v0": aleutians_v0, "Empire-v0": empire_v0}
N = 3
each_game = pytest.mark.parametrize("name", MODULES)


def vec(name: str, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return gymnasium.make_vec(name, N, "vector_entry_point", **options)


def one(name: str, **options: Any) -> Any:
    return gymnasium.make(name, disable_env_checker=True, **options).unwrapped


@each_game
@pytest.mark.filterwarnings("ignore:.*not within the observation space", "ignore:.*render")
def test_gymnasiums_own_check(name: str) -> None:
    check_env(one(name, illegal="noop"), skip_render_check=True)


@each_game
def test_the_id_with_its_module_needs_no_import(name: str) -> None:
    words = f"import gymnasium; print(gymnasium.make('glory_env:{name}').reset(seed=1)[0].shape)"
    run = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(one(name).observation_space.shape)


SECOND, THIRD = MODULES


@pytest.mark.parametrize(
    ("name", "seat", "steps", "options"),
    [
        pytest.param(
            SECOND, "japan", 2200, {"shaping": 0.3}, marks=pytest.mark.slow
        ),  # past the end
        (
            SECOND,
            "allies",
            300,
            {"partner": "careful", "mask_in_observation": True, "shaping": 0.5},
        ),
        (SECOND, "japan", 60, {"partner": "aleutians-0", "auto_forced": False}),
        (THIRD, "japan", 300, {"shaping": 0.3, "mask_in_observation": True}),
        (THIRD, "allies", 60, {"auto_forced": False}),
    ],
)
def test_every_slot_plays_the_game_of_one_environment(
    name: str, seat: str, steps: int, options: dict[str, Any]
) -> None:
    envs = vec(name, seat=seat, **options)
    ones = [one(name, seat=seat, **options) for _ in range(N)]
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng, over = np.random.default_rng(1), np.zeros(N, bool)
    seen, infos = envs.reset(seed=8)
    for k, env in enumerate(ones):
        first, info = env.reset(seed=8 + k)
        same(seen, first, k)
        same_info(infos, info, k)
    for _ in range(steps):
        actions = choose(envs, rng)
        seen, rewards, ended, _, infos = envs.step(actions)
        for k, env in enumerate(ones):
            if over[k]:
                last, info = env.reset()
                paid, over[k] = 0.0, False
            else:
                last, paid, over[k], _, info = env.step(actions[k])
            same(seen, last, k)
            same_info(infos, info, k)
            assert (rewards[k], ended[k]) == (pytest.approx(paid, abs=1e-12), over[k])


@pytest.mark.slow
@each_game
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasiums_other_ways_play_the_same(name: str, mode: str) -> None:
    fast, slow = vec(name), gymnasium.make_vec(f"glory_env:{name}", N, mode)
    rng = np.random.default_rng(2)
    try:
        pair = [envs.reset(seed=5) for envs in (fast, slow)]
        for _ in range(200):
            np.testing.assert_array_equal(pair[0][0], pair[1][0])
            np.testing.assert_array_equal(pair[0][-1]["action_mask"], pair[1][-1]["action_mask"])
            actions = choose(fast, rng)
            pair = [envs.step(actions) for envs in (fast, slow)]
            np.testing.assert_array_equal(pair[0][1], pair[1][1])
    finally:
        slow.close()


@each_game
def test_both_seats_of_many_games_as_in_one(name: str) -> None:
    envs = MODULES[name].TurnsBatch(N)
    ones = [MODULES[name].raw_env() for _ in range(N)]
    seen, infos = envs.reset(seed=4)
    for k, env in enumerate(ones):
        env.reset(seed=4 + k)
    rng = np.random.default_rng(3)
    for _ in range(150):
        for k, env in enumerate(ones):
            assert env.possible_agents[infos["seat"][k]] == env.agent_selection
            same(seen, env.observe(env.agent_selection), k)
        actions = np.array([rng.choice(np.flatnonzero(m)) for m in infos["action_mask"]])
        seen, _, _, _, infos = envs.step(actions)
        for k, env in enumerate(ones):
            env.step(int(actions[k]))
            np.testing.assert_array_equal(infos["rewards"][k], list(env.rewards.values()))


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="a version without a registry")
@each_game
def test_pettingzoos_registry(name: str) -> None:
    for written in (name, name.lower()):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            env = pettingzoo.make("aec", written)
        env.reset(seed=1)
        assert env.possible_agents == ["japan", "allies"]
        assert env.unwrapped.metadata["name"] == name.lower().replace("-", "_")


def test_who_may_sit_in_the_other_seat() -> None:
    agent = make_agent("careful", game="aleutians")
    env = aleutians_v0.single_agent("allies", agent)
    env.reset(seed=1)
    named = aleutians_v0.single_agent("allies", "careful")
    named.reset(seed=1)
    assert env.unwrapped.env.games.tobytes() == named.unwrapped.env.games.tobytes()
    with pytest.raises(AgentError, match="agent 'tit_for_tat' plays glory, not aleutians"):
        aleutians_v0.single_agent("allies", "tit_for_tat")
    with pytest.raises(AgentError, match="partner: expected an agent or its name, got 3"):
        aleutians_v0.single_agent("allies", 3)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="unknown seat 'navy'"):
        aleutians_v0.single_agent("navy")


@each_game
def test_stable_baselines_makes_many_without_pictures(name: str) -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(f"glory_env:{name}", 2, 3, env_kwargs={"seat": "allies"})
    envs.reset()
    masks = np.stack(envs.env_method("action_masks"))
    _, rewards, _, _ = envs.step(masks.argmax(1))
    assert rewards.tolist() == [0.0, 0.0]
