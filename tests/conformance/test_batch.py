"""`gymnasium.make_vec` over the batched engine: every slot plays the environment of one game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from glory_env import glory_v0
from glory_env.cli.envs import LADDER
from glory_env.core.errors import IllegalAction, OptionError
from glory_env.vector import TurnsBatch

N = 5
MICRO = {"scenario": "teaching", "shaping": 0.7, "survival": 0.3}
CASES: list[tuple[str, dict[str, Any]]] = [
    ("GloryMacro-v0", {"scenario": "teaching", "seat": "navy", "shaping": 0.5}),
    ("GloryMacro-v0", {"partner": "grim", "observation_index": True}),
    ("GloryTeaching-v0", {}),
    ("GloryTeaching-v0", {"seat": "navy", "partner": "tit_for_tat", "mask_in_observation": True}),
    ("GloryTeaching-v0", {"partner": "one_ply:simulations=2", "auto_forced": False}),
    ("GlorySolo-v0", {**MICRO, "observation_index": True}),
    ("GlorySolo-v0", {"scenario": "teaching", "mask_in_observation": True}),
    ("Glory-v0", {**MICRO, "reward": 30, "without": ["counter_box"], "seat": "navy"}),
]


def vec(name: str, n: int = N, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return gymnasium.make_vec(name, n, "vector_entry_point", **options)


def singles(name: str, n: int = N, **options: Any) -> list[Any]:
    return [gymnasium.make(name, disable_env_checker=True, **options).unwrapped for _ in range(n)]


def choose(envs: Any, rng: np.random.Generator) -> np.ndarray:
    """A random legal action for each slot; where none is legal, any."""
    if not hasattr(envs.single_action_space, "n"):
        return rng.integers(envs.single_action_space.nvec, size=envs.action_space.shape)
    masks = envs.action_masks()
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


def same(batch: Any, one: Any, at: int) -> None:
    """Element `at` of a batch of observations is one observation."""
    if isinstance(one, dict):
        assert batch.keys() == one.keys()
        for key, value in one.items():
            np.testing.assert_array_equal(batch[key][at], value)
    else:
        np.testing.assert_array_equal(batch[at], one)


def same_info(infos: dict[str, Any], one: dict[str, Any], at: int) -> None:
    """All of an info is in the batch, and nothing else of that slot."""
    assert {key for key in infos if f"_{key}" in infos and infos[f"_{key}"][at]} == set(one)
    for key, value in one.items():
        if isinstance(value, dict):
            same_info(infos[key], value, at)
        else:
            np.testing.assert_array_equal(infos[key][at], value)


def steps(mode: str, name: str, count: int, **options: Any) -> Iterator[tuple[Any, ...]]:
    """Random play in a batch and, one by one, in environments that are reset when they end."""
    envs, ones = vec(name, autoreset_mode=mode, **options), singles(name, **options)
    assert envs.metadata["autoreset_mode"] is AutoresetMode(mode)
    assert envs.single_observation_space == ones[0].observation_space
    assert envs.single_action_space == ones[0].action_space
    rng = np.random.default_rng(3)
    observations, infos = envs.reset(seed=20)
    for k, one in enumerate(ones):
        seen, info = one.reset(seed=20 + k)
        same(observations, seen, k)
        same_info(infos, info, k)
    for _ in range(count):
        actions = choose(envs, rng)
        yield envs, ones, actions, envs.step(actions)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_slot_plays_the_game_of_one_environment(name: str, options: dict[str, Any]) -> None:
    over, ends = np.zeros(N, bool), 0
    plans = "one_ply" in str(options)
    for envs, ones, actions, handed in steps("NextStep", name, 80 if plans else 150, **options):
        observations, rewards, terminations, truncations, infos = handed
        assert envs.observation_space.contains(observations)
        for k, one in enumerate(ones):
            if over[k]:
                seen, info = one.reset()
                reward, terminated = 0.0, False
            else:
                seen, reward, terminated, _, info = one.step(actions[k])
            same(observations, seen, k)
            same_info(infos, info, k)
            assert rewards[k] == pytest.approx(reward, abs=1e-12)
            assert terminations[k] == terminated
            over[k] = terminated
        assert not truncations.any()
        ends += int(over.sum())
    assert ends > (0 if plans else N)


@pytest.mark.parametrize(
    ("name", "options"), [CASES[0], CASES[3], CASES[5]], ids=lambda value: str(value)[:20]
)
def test_same_step_autoreset_gives_the_last_ones_apart(name: str, options: dict[str, Any]) -> None:
    ends = 0
    for _, ones, actions, handed in steps("SameStep", name, 160, **options):
        observations, rewards, terminations, _, infos = handed
        for k, one in enumerate(ones):
            seen, reward, terminated, _, info = one.step(actions[k])
            assert rewards[k] == pytest.approx(reward, abs=1e-12)
            assert terminations[k] == terminated
            if terminated:
                same(infos["final_obs"][k], seen, slice(None))
                same_info(infos["final_info"], info, k)
                seen, info = one.reset()
                ends += 1
            same(observations, seen, k)
            for key, value in info.items():
                np.testing.assert_array_equal(infos[key][k], value)
    assert ends > N


def test_without_autoreset_slots_are_reset_by_a_mask() -> None:
    envs = vec("GloryTeaching-v0", autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded, match="call reset"):
        envs.step(np.zeros(N, int))
    rng = np.random.default_rng(0)
    envs.reset(seed=[7, 7, None, 8, 9])
    over = np.zeros(N, bool)
    while not over.any():
        _, _, over, _, _ = envs.step(choose(envs, rng))
    slots = ", ".join(map(str, np.flatnonzero(over)))
    with pytest.raises(ResetNeeded, match=rf"in the slots \[{slots}\]: call reset"):
        envs.step(choose(envs, rng))
    before = envs.games.games[~over].tobytes()
    observations, _ = envs.reset(seed=40, options={"reset_mask": over})
    assert envs.games.games[~over].tobytes() == before
    (one,) = singles("GloryTeaching-v0", 1)
    at = int(np.flatnonzero(over)[0])
    same(observations, one.reset(seed=40 + at)[0], at)
    envs.step(choose(envs, rng))


def test_both_seats_are_played_as_in_the_two_player_environment() -> None:
    options = {"scenario": "teaching", "shaping": 0.5}
    envs = TurnsBatch(N, autoreset_mode="SameStep", **options)
    ones = [glory_v0.raw_env(**options) for _ in range(N)]
    assert envs.single_observation_space == ones[0].observation_space("army")
    rng = np.random.default_rng(1)
    observations, infos = envs.reset(seed=5)
    for k, one in enumerate(ones):
        one.reset(seed=5 + k)
    ends = 0
    for _ in range(150):
        for k, one in enumerate(ones):
            seat = one.agent_selection
            assert infos["seat"][k] == one.possible_agents.index(seat)
            same(observations, one.observe(seat), k)
        actions = choose(envs, rng)
        acted = infos["seat"]
        observations, rewards, terminations, _, infos = envs.step(actions)
        for k, one in enumerate(ones):
            one.step(int(actions[k]))
            paid = [one.rewards[seat] for seat in one.possible_agents]
            assert infos["rewards"][k] == pytest.approx(paid, abs=1e-12)
            assert rewards[k] == infos["rewards"][k, acted[k]]
            assert terminations[k] == one.terminations["army"]
            if terminations[k]:
                for seat, info in one.infos.items():
                    same_info(infos["final_info"][seat], info, k)
                last = one.observe(one.possible_agents[acted[k]])
                same(infos["final_obs"][k], last, slice(None))
                one.reset()
                ends += 1
    assert ends > 0


@pytest.mark.parametrize("name", LADDER)
def test_gymnasiums_wrappers_take_it(name: str) -> None:
    envs = RecordEpisodeStatistics(vec(name))
    known = singles(name, 1)[0].metadata["render_modes"]
    assert envs.metadata["render_modes"] == [mode for mode in known if mode != "human"]
    envs.reset(seed=1)
    rng = np.random.default_rng(0)
    lengths: list[int] = []
    while len(lengths) < N:
        *_, infos = envs.step(choose(envs.unwrapped, rng))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert min(lengths) > 1
    envs.close()
    assert envs.unwrapped.closed


def test_it_renders_every_game() -> None:
    envs = vec("GloryTeaching-v0", 2, render_mode="ansi")
    envs.reset(seed=3)
    assert [text.count("\n") > 5 for text in envs.render()] == [True, True]


def test_an_illegal_action_changes_nothing() -> None:
    envs = vec("GloryTeaching-v0")
    envs.reset(seed=1)
    before = envs.games.games.tobytes()
    legal = choose(envs, np.random.default_rng(0))
    for wrong in (-1, 0, 10**9):
        actions = legal.copy()
        actions[3] = wrong
        with pytest.raises(IllegalAction, match=rf"^game 3: .* action {wrong} "):
            envs.step(actions)
    with pytest.raises(IllegalAction, match="expected integers of shape"):
        envs.step(legal.astype(float))
    macro = vec("GloryMacro-v0", 2)
    macro.reset(seed=1)
    with pytest.raises(IllegalAction, match="expected one for each of 2 games"):
        macro.step(macro.single_action_space.sample()[:1])
    with pytest.raises(IllegalAction, match="game 1: expected 12 whole numbers"):
        macro.step([macro.single_action_space.sample(), 4])
    assert envs.games.games.tobytes() == before


def test_a_partner_of_ones_own_is_copied_for_each_game() -> None:
    class Mine:
        """Always the first legal action; it counts its decisions."""

        def reset(self, seat: str, seed: int) -> None:
            self.seat, self.count = seat, 0

        def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
            assert env_view.seat == self.seat == "army"
            assert env_view.legal() == np.flatnonzero(mask).tolist()
            self.count += 1
            return int(mask.argmax())

    envs = vec("GloryTeaching-v0", 2, seat="navy", partner=Mine())
    ones = [gymnasium.make("GloryTeaching-v0", seat="navy", partner=Mine()) for _ in range(2)]
    envs.reset(seed=1)
    rng = np.random.default_rng(0)
    for k, one in enumerate(ones):
        one.reset(seed=1 + k)
    for _ in range(10):
        actions = choose(envs, rng)
        rewards = envs.step(actions)[1]
        assert rewards.tolist() == [
            one.step(int(a))[1] for one, a in zip(ones, actions, strict=True)
        ]
    counts = [agent.count for agent in envs._agents]
    assert counts == [one.unwrapped.partner.count for one in ones]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n": 0}, "num_envs: expected at least 1, got 0"),
        ({"autoreset_mode": "next"}, "unknown autoreset_mode 'next'.*NextStep"),
        ({"partner": "grimm"}, "did you mean 'grim'"),
        ({"seat": "nav"}, "did you mean 'navy'"),
        ({"autoreset": True}, "unknown option 'autoreset'"),
        ({"mask_in_observation": 1}, "'mask_in_observation': expected true or false"),
    ],
)
def test_bad_arguments(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        vec("Glory-v0", **options)
    envs = vec("GloryTeaching-v0")
    with pytest.raises(OptionError, match="seed: expected 5 seeds, got 2"):
        envs.reset(seed=[1, 2])
    with pytest.raises(OptionError, match="reset_mask: expected bool of shape"):
        envs.reset(options={"reset_mask": np.ones(2, bool)})
