"""Infos for replay buffers: the same keys at every step, numbers or arrays of one shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

from glory_env import glory_v0, macro_v0
from glory_env.games.glory.definition import info_words
from glory_env.vector import TurnsBatch

N = 3
OPTIONS = [{}, {"shaping": 0.5, "survival": 0.1}]
MICRO = ["GloryTeaching-v0", "GlorySolo-v0"]
EVERY = [*MICRO, "GloryMacro-v0"]
Info = dict[str, Any]


def kinds(info: Info) -> Info:
    """Key -> Python type, or dtype and shape of an array; nested infos key by key."""
    found: Info = {}
    for key, value in info.items():
        if isinstance(value, dict):
            found[key] = kinds(value)
        elif isinstance(value, np.ndarray):
            found[key] = (value.dtype, value.shape)
        else:
            assert isinstance(value, (int, float)), (key, value)
            found[key] = type(value)
    return found


def infos_of_both(env: Any) -> Iterator[Info]:
    """Both seats' infos at each step of a two-player environment, to the end."""
    rng = np.random.default_rng(2)
    while env.agents:
        seen, _, terminated, truncated, info = env.last()
        yield info
        legal = seen.get("action_mask") if isinstance(seen, dict) else None
        space = env.action_space(env.agent_selection)
        if terminated or truncated:
            env.step(None)
        else:
            env.step(space.sample() if legal is None else int(rng.choice(np.flatnonzero(legal))))


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "paid on the way"])
@pytest.mark.parametrize("make", [glory_v0.env, glory_v0.raw_env, macro_v0.env])
def test_both_seats_infos_are_alike_at_every_step(make: Any, options: dict[str, Any]) -> None:
    env = make(scenario="teaching", **options)
    env.reset(seed=1)
    found = [kinds(info) for info in infos_of_both(env)]
    assert len(found) >= 8
    assert all(one == found[0] for one in found)
    assert ("reward_unshaped" in found[0]) == bool(options)


@pytest.mark.parametrize("illegal", ["end", "noop"])
def test_an_illegal_action_changes_no_key(illegal: str) -> None:
    env = glory_v0.raw_env("teaching", illegal=illegal)
    env.reset(seed=1)
    before = {agent: kinds(info) for agent, info in env.infos.items()}
    env.step(int(np.argmin(env.mask)))
    assert {agent: kinds(info) for agent, info in env.infos.items()} == before
    assert sum(info["illegal_actions"] for info in env.infos.values()) == 1


def test_an_info_that_was_handed_out_stays_as_it_was() -> None:
    env = glory_v0.raw_env("teaching")
    env.reset(seed=1)
    first = env.infos["army"]
    for _ in infos_of_both(env):
        pass
    assert not any(np.any(value) for value in first.values())


def test_the_parallel_environment_gives_both_seats_like_infos() -> None:
    env = macro_v0.parallel_env(scenario="teaching")
    _, infos = env.reset(seed=3)
    found = [*infos.values()]
    while env.agents:
        *_, infos = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        found += infos.values()
    assert all(kinds(one) == kinds(found[0]) for one in found)
    assert found[-1]["outcome"] > 0


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "paid on the way"])
@pytest.mark.parametrize("name", EVERY)
def test_infos_of_one_seat_are_alike_at_every_step(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(name, scenario="teaching", **options)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=4)
    first, over = kinds(info), False
    assert not any(np.any(value) for key, value in info.items() if key != "action_mask")
    while not over:
        mask = info.get("action_mask")
        legal = env.action_space.sample() if mask is None else rng.choice(np.flatnonzero(mask))
        _, _, over, _, info = env.step(legal)
        assert kinds(info) == first
    assert info["outcome"] > 0


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "paid on the way"])
@pytest.mark.parametrize("name", [*EVERY, None])
def test_infos_of_a_batch_are_alike_at_every_step(
    name: str | None, options: dict[str, Any]
) -> None:
    given = {"scenario": "teaching", **options}
    envs: Any = TurnsBatch(N, **given)
    if name is not None:
        envs = gymnasium.make_vec(name, N, "vector_entry_point", **given)
    rng, ends = np.random.default_rng(0), 0
    _, infos = envs.reset(seed=4)
    first = kinds(infos)
    for _ in range(150 if name != "GloryMacro-v0" else 12):
        masks = infos.get("action_mask")
        if masks is None:
            actions = envs.action_space.sample()
        else:
            actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        _, _, over, _, infos = envs.step(actions)
        assert kinds(infos) == first
        own = infos["army"] if name is None else infos
        np.testing.assert_array_equal(own["outcome"] > 0, over)
        ends += int(over.sum())
    assert ends > 0


def test_the_words_of_an_info() -> None:
    info = {"outcome": 1, "cause": 0, "turn": 12, "gp": np.array([61, 40]), "result": 1, "x": 2}
    assert info_words(info) == {
        "outcome": "completed", "cause": "none", "turn": 12, "gp": {"army": 61, "navy": 40},
        "result": "win", "x": 2,
    }  # fmt: skip
    assert info_words({"outcome": 2, "cause": 2}) == {"outcome": "game_over", "cause": "home_boxes"}
    assert info_words({"illegal_actions": 0}) == {"illegal_actions": 0}
