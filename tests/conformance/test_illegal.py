"""The option `illegal`: what an illegal action does, the same in every environment."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import glory_env  # noqa: F401 (registers the ids)
from glory_env import aleutians_v0, glory_v0
from glory_env.core.errors import IllegalAction, OptionError
from glory_env.envs.illegal import MAX_NOOPS
from glory_env.vector import TurnsBatch

pytestmark = pytest.mark.filterwarnings("ignore:.*is not legal")

ONE_SEAT = ["GloryTeaching-v0", "GlorySolo-v0"]
BAD = [0, -1, 10**30]
NO_INTEGER = [105.7, None, "105", True, np.array([1, 2])]
MODES = ("raise", "end", "noop")


def single(name: str, mode: str) -> Any:
    env = gymnasium.make(name, scenario="teaching", illegal=mode, disable_env_checker=True)
    env.unwrapped.reset(seed=4)
    return env.unwrapped


def record(env: Any) -> bytes:
    inner = getattr(env, "env", env)
    found: bytes = inner.games.tobytes()
    return found


@pytest.mark.parametrize("kind", [glory_v0.raw_env, glory_v0.env])
@pytest.mark.parametrize("bad", BAD)
def test_end_in_the_game_of_two(kind: Any, bad: Any) -> None:
    env = kind(scenario="teaching", illegal="end")
    env.reset(seed=4)
    assert [info["illegal_actions"] for info in env.infos.values()] == [0, 0]
    agent = env.agent_selection
    other = next(seat for seat in env.possible_agents if seat != agent)
    before = env.unwrapped.to_bytes()
    env.step(bad)
    assert env.unwrapped.to_bytes() == before
    assert env.rewards == {agent: -1.0, other: 0.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.infos[agent]["illegal_actions"] == 1
    assert not env.observe(agent)["action_mask"].any()
    returns = {}
    while env.agents:
        agent = env.agent_selection
        returns[agent] = env.last()[1]
        env.step(None)
    assert sorted(returns.values()) == [-1.0, 0.0]
    env.reset(seed=4)
    assert env.observe(env.agent_selection)["action_mask"].any()


def test_noop_in_the_game_of_two() -> None:
    env = glory_v0.raw_env("teaching", illegal="noop")
    env.reset(seed=4)
    agent = env.agent_selection
    before = env.to_bytes()
    for count in range(1, MAX_NOOPS):
        env.step(0)
        assert env.infos[agent]["illegal_actions"] == count
        assert env.agent_selection == agent
    twin = env.clone()
    assert env.rewards == {"army": 0.0, "navy": 0.0}
    assert not any(env.truncations.values())
    env.step(0)
    assert env.to_bytes() == before
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    twin.step(int(twin.mask.argmax()))  # a legal one begins a new row
    for _ in range(5):
        twin.step(0)
    assert not any(twin.truncations.values())


def envs_of_both_games(mode: str) -> dict[str, Any]:
    """An environment of each kind after its reset, by name, and how it is asked for its legal."""
    return {
        "glory raw_env": glory_v0.raw_env("teaching", illegal=mode),
        "glory env": glory_v0.env(scenario="teaching", illegal=mode),
        "aleutians raw_env": aleutians_v0.raw_env(illegal=mode),
        "aleutians env": aleutians_v0.env(illegal=mode),
        **{name: single(name, mode) for name in ONE_SEAT},
    }


@pytest.mark.parametrize("mode", MODES)
def test_what_is_no_whole_number_raises_in_every_mode(mode: str) -> None:
    for name, env in envs_of_both_games(mode).items():
        env.reset(seed=4)
        before = record(env.unwrapped)
        for wrong in NO_INTEGER:
            with pytest.raises(IllegalAction, match=r"(?s)not an action number.*is not legal"):
                env.step(wrong)
        inner = getattr(env.unwrapped, "env", env.unwrapped)
        assert record(env.unwrapped) == before, name
        legal = np.flatnonzero(inner.mask)
        env.step(np.array([legal[0]]))
        infos = getattr(env, "infos", {})
        assert not any(info.get("illegal_actions") for info in infos.values()), name
        assert record(env.unwrapped) != before, name


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wrong", [[0.0, 0.0], [True, True], [None, None], ["0", "0"]])
def test_a_batch_takes_whole_numbers_only_in_every_mode(mode: str, wrong: list[Any]) -> None:
    batches = [
        gymnasium.make_vec(name, 2, "vector_entry_point", scenario="teaching", illegal=mode)
        for name in ONE_SEAT
    ]
    for envs in (*batches, TurnsBatch(2, scenario="teaching", illegal=mode)):
        envs.reset(seed=4)
        before = envs.games.games.tobytes()
        with pytest.raises(IllegalAction, match="actions: expected integers"):
            envs.step(wrong)
        assert envs.games.games.tobytes() == before


@pytest.mark.parametrize("mode", ["end", "noop"])
def test_the_first_illegal_action_of_an_environment_is_a_warning(mode: str) -> None:
    for name, env in envs_of_both_games(mode).items():
        env.reset(seed=4)
        words = rf"is not legal; \d+ actions are: .*; illegal='{mode}': .*no more warnings"
        with pytest.warns(UserWarning, match=words):
            env.step(-1)
        env.reset(seed=5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            env.step(-1)
        assert name


@pytest.mark.parametrize("mode", ["end", "noop"])
def test_the_first_illegal_action_of_a_batch_is_a_warning(mode: str) -> None:
    envs = TurnsBatch(2, scenario="teaching", illegal=mode)
    _, infos = envs.reset(seed=4)
    actions = infos["action_mask"].argmax(1)
    actions[1] = -1
    with pytest.warns(UserWarning, match=rf"game 1: .*is not legal; .*illegal='{mode}'"):
        envs.step(actions)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs.step(np.array([-1, -1]))


@pytest.mark.parametrize("name", ONE_SEAT)
@pytest.mark.parametrize("bad", BAD)
def test_end_for_one_seat(name: str, bad: Any) -> None:
    env = single(name, "end")
    before = record(env)
    _, reward, terminated, truncated, info = env.step(bad)
    assert (reward, terminated, truncated, info["illegal_actions"]) == (-1.0, True, False, 1)
    assert record(env) == before
    with pytest.raises(ResetNeeded, match="ended by an illegal action"):
        env.step(int(env.action_masks().argmax()))
    _, info = env.reset(seed=4)
    assert info["illegal_actions"] == 0
    assert env.step(int(env.action_masks().argmax()))[1] == 0.0


@pytest.mark.parametrize("name", ONE_SEAT)
def test_noop_for_one_seat(name: str) -> None:
    env = single(name, "noop")
    before = record(env)
    for count in range(1, MAX_NOOPS + 1):
        _, reward, terminated, truncated, info = env.step(0)
        assert (reward, terminated, truncated) == (0.0, False, count == MAX_NOOPS)
    assert info["illegal_actions"] == MAX_NOOPS
    assert record(env) == before


@pytest.mark.parametrize("name", ONE_SEAT)
def test_raise_is_the_default_and_no_info_has_a_count(name: str) -> None:
    env = gymnasium.make(name, scenario="teaching").unwrapped
    _, info = env.reset(seed=4)
    assert "illegal_actions" not in info
    with pytest.raises(IllegalAction):
        env.step(0)


@pytest.mark.parametrize("name", ONE_SEAT)
@pytest.mark.parametrize("mode", ["end", "noop"])
def test_a_batch_does_the_same_in_each_slot(name: str, mode: str) -> None:
    options = {"scenario": "teaching", "illegal": mode}
    envs = gymnasium.make_vec(name, 4, "vector_entry_point", **options)
    ones = [gymnasium.make(name, disable_env_checker=True, **options).unwrapped for _ in range(4)]
    envs.reset(seed=4)
    for k, one in enumerate(ones):
        one.reset(seed=4 + k)
    rng = np.random.default_rng(2)
    over, wrong = np.zeros(4, bool), 0
    for _ in range(60):
        masks = envs.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        bad = rng.random(4) < 0.2
        actions[bad] = rng.choice([-1, 0, 10**9], size=int(bad.sum()))
        seen, rewards, terminations, truncations, infos = envs.step(actions)
        for k, one in enumerate(ones):
            if over[k]:
                own, reward, terminated, truncated = one.reset()[0], 0.0, False, False
                count = 0
            else:
                own, reward, terminated, truncated, info = one.step(int(actions[k]))
                count = info["illegal_actions"]
                wrong += bad[k]
            np.testing.assert_array_equal(seen[k], own)
            assert (rewards[k], terminations[k], truncations[k]) == (reward, terminated, truncated)
            assert infos["illegal_actions"][k] == count
            over[k] = terminated or truncated
    assert wrong > 10


def test_a_batch_is_truncated_slot_by_slot() -> None:
    envs = gymnasium.make_vec(
        "GloryTeaching-v0", 2, "vector_entry_point", illegal="noop", autoreset_mode="SameStep"
    )
    _, infos = envs.reset(seed=4)
    for _ in range(10):
        envs.step(np.array([0, -1]))
    actions = np.array([int(infos["action_mask"][0].argmax()), 0])
    envs.step(actions)
    for _ in range(MAX_NOOPS - 12):
        assert not envs.step(np.zeros(2, int))[3].any()
    *_, terminations, truncations, infos = envs.step(np.zeros(2, int))
    assert truncations.tolist() == [False, True]
    assert not terminations.any()
    assert infos["final_info"]["illegal_actions"].tolist() == [0, MAX_NOOPS]
    assert infos["illegal_actions"].tolist() == [MAX_NOOPS - 1, 0]


def test_a_batch_of_both_seats_fines_the_one_that_acted() -> None:
    envs = TurnsBatch(2, scenario="teaching", illegal="end")
    _, infos = envs.reset(seed=4)
    seat = int(infos["seat"][1])
    actions = np.array([int(infos["action_mask"][0].argmax()), 0])
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [0.0, -1.0]
    assert terminations.tolist() == [False, True]
    assert infos["rewards"][1].tolist() == [-1.0 if k == seat else 0.0 for k in range(2)]


@pytest.mark.parametrize(
    "made", [glory_v0.raw_env, glory_v0.env, glory_v0.single_agent, TurnsBatch]
)
def test_other_values_are_refused(made: Any) -> None:
    with pytest.raises(OptionError, match="option 'illegal': 'rase': did you mean 'raise'"):
        made(scenario="teaching", illegal="rase")
