"""Copies and seeds of the AEC: what is the same game, and what shares nothing."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from glory_env import aleutians_v0, glory_v0
from glory_env.glory_v0 import raw_env
from tests.conformance.test_pettingzoo import ENVS, actions_of, play


def digest(env: raw_env, seed: int, steps: int) -> str:
    """A hash of all that is seen in some steps of random play."""
    out = hashlib.sha256()
    for k, (agent, action) in enumerate(actions_of(env, seed)):
        if k == steps:
            break
        out.update(f"{agent} {action} {env.rewards}".encode())
        for seat in env.possible_agents:
            seen = env.observe(seat)
            out.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    out.update(env.to_bytes())
    return out.hexdigest()


COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", ENVS)
def test_a_copy_has_the_same_future(way: str, kind: str) -> None:
    env = ENVS[kind](scenario="teaching", shaping=0.3)
    env.reset(seed=21)
    for k, _ in enumerate(actions_of(env, 1)):
        if k == 40:
            break
    before = env.unwrapped.to_bytes()
    twin = COPIES[way](env)
    assert twin.unwrapped.to_bytes() == before
    taken = list(actions_of(twin, 2))
    assert env.unwrapped.to_bytes() == before
    assert list(actions_of(env, 2)) == taken
    assert env.unwrapped.to_bytes() == twin.unwrapped.to_bytes()
    assert env._cumulative_rewards == twin._cumulative_rewards
    for agent, info in env.infos.items():
        assert glory_v0.info_words(info) == glory_v0.info_words(twin.infos[agent])
    env.reset()
    twin.reset()
    assert env.unwrapped.to_bytes() == twin.unwrapped.to_bytes()


BOTH_GAMES = {
    "glory raw_env": lambda: raw_env("teaching", observation_index=True),
    "glory env": lambda: glory_v0.env(scenario="teaching"),
    "aleutians raw_env": aleutians_v0.raw_env,
    "aleutians env": aleutians_v0.env,
}


def spaces_of(env: Any) -> list[Any]:
    """Every space of an environment that can be sampled."""
    by_seat = [use(agent) for agent in env.possible_agents
               for use in (env.action_space, env.observation_space)]  # fmt: skip
    return [*by_seat, env.unwrapped.state_space]


def drawn(space: Any) -> list[bytes]:
    """The next sample of a space, as bytes."""
    sample = space.sample()
    parts = sample.values() if isinstance(sample, dict) else [sample]
    return [np.asarray(part).tobytes() for part in parts]


@pytest.mark.parametrize("kind", BOTH_GAMES)
@pytest.mark.parametrize("way", ["clone", "deepcopy"])
def test_a_copy_draws_from_spaces_of_its_own(way: str, kind: str) -> None:
    env = BOTH_GAMES[kind]()
    env.reset(seed=2)
    for k, space in enumerate(spaces_of(env)):
        space.seed(k)
    twin = env.clone() if way == "clone" else copy.deepcopy(env)
    expected = [drawn(space) for space in spaces_of(copy.deepcopy(env))]
    assert [drawn(space) for space in spaces_of(twin)] == expected
    assert [drawn(space) for space in spaces_of(env)] == expected
    assert [space == own for space, own in zip(spaces_of(env), spaces_of(twin), strict=True)]


@pytest.mark.parametrize("kind", BOTH_GAMES)
def test_a_clone_shares_no_space_and_no_array_that_is_written(kind: str) -> None:
    env = BOTH_GAMES[kind]()
    env.reset(seed=2)
    env, twin = env.unwrapped, env.clone()
    for one, own in zip(spaces_of(env), spaces_of(twin), strict=True):
        assert one is not own
        assert one.np_random is not own.np_random
    shared = {
        name
        for name, value in vars(env).items()
        if isinstance(value, np.ndarray) and np.shares_memory(value, vars(twin)[name])
    }
    assert shared == {"_params"}  # what the game pays does not change


@pytest.mark.parametrize("kind", BOTH_GAMES)
@pytest.mark.parametrize("use", ["clone", "state", "observe"])
def test_before_the_first_reset_there_is_nothing_to_copy(kind: str, use: str) -> None:
    env = BOTH_GAMES[kind]().unwrapped
    arguments = [env.possible_agents[0]] if use == "observe" else []
    with pytest.raises(ResetNeeded, match="no game yet"):
        getattr(env, use)(*arguments)


def test_reset_ignores_its_options() -> None:
    env, twin = raw_env("teaching"), raw_env("teaching")
    env.reset(seed=4, options={"negotiation": "fixed", "anything": 1})
    twin.reset(seed=4)
    assert env.to_bytes() == twin.to_bytes()
    assert digest(env, 1, 50) == digest(twin, 1, 50)


def test_two_environments_do_not_share_anything() -> None:
    env, twin = raw_env("teaching"), raw_env("teaching")
    env.reset(seed=4)
    twin.reset(seed=4)
    before = twin.to_bytes()
    play(env, 1)
    assert twin.to_bytes() == before
    assert twin.agents == twin.possible_agents


def test_an_environment_without_a_seed_is_not_always_the_same() -> None:
    keys = set()
    for _ in range(5):
        env = raw_env("teaching")
        env.reset()
        keys.add(int(env.games["key"][0]))
    assert len(keys) == 5


ELSEWHERE = """
import random
import numpy as np
from glory_env.glory_v0 import raw_env
from tests.conformance.test_copies import digest
random.seed({burn}); np.random.seed({burn})
random.random(); np.random.random({burn})
env = raw_env("teaching", deadlock="dice", shaping=0.5)
env.reset(seed=17)
one = digest(env, 6, 60)
random.random(); np.random.random({burn})
print(one, digest(env, 7, 60))
"""


def digests_elsewhere(burn: int, **variables: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE.format(burn=burn)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@pytest.mark.slow
def test_the_same_seed_is_the_same_game_in_any_process_compiled_or_not() -> None:
    np.random.seed(0)
    state = np.random.get_state()[1].tobytes()
    env = raw_env("teaching", deadlock="dice", shaping=0.5)
    env.reset(seed=17)
    here = f"{digest(env, 6, 60)} {digest(env, 7, 60)}"
    assert np.random.get_state()[1].tobytes() == state
    assert digests_elsewhere(3) == here
    assert digests_elsewhere(50, NUMBA_DISABLE_JIT="1") == here
