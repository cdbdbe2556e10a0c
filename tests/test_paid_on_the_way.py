"""Shaping and survival in every environment: what they pay, and the reward without them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from glory_env import glory_v0, macro_v0
from glory_env.core.errors import OptionError
from glory_env.games.glory.engine.rewards import SOLO_REWARD, parse_reward, reward_params
from glory_env.games.glory.generated import kernels
from glory_env.solo_v0 import SoloEnv
from glory_env.vector import GloryVector

SHAPING, SURVIVAL = 0.7, 0.3
Ended = tuple[np.ndarray, np.ndarray, int, np.ndarray]  # paid, unshaped, turn, potential at first


def phi(env: Any, reward: Any) -> np.ndarray:
    """The potential of army and navy in the game of an environment."""
    out = np.zeros(2)
    params = reward_params(parse_reward(reward), SHAPING)
    kernels.potentials(env.games, 0, env.scenario.tables, params, out)
    return out


def unshaped_of(infos: list[dict[str, Any]]) -> np.ndarray:
    """The reward without extras, NaN where the info does not say it."""
    return np.array([info.get("reward_unshaped", np.nan) for info in infos])


def play_aec(make: Callable[..., Any], seed: int, **options: Any) -> Ended:
    env = make(scenario="teaching", **options)
    env.reset(seed=seed)
    raw = env.unwrapped
    start, paid, rng = phi(raw, "selfish"), np.zeros(2), np.random.default_rng(seed)
    while not any(raw.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        paid += [raw.rewards[seat] for seat in raw.possible_agents]
    infos = [raw.infos[seat] for seat in raw.possible_agents]
    return paid, unshaped_of(infos), infos[0]["turn"], start


def play_one(env: Any, inner: Any, reward: Any, number: int, seed: int) -> Ended:
    """A gymnasium environment of one seat."""
    env.reset(seed=seed)
    start, paid, done, rng = phi(inner, reward)[number], 0.0, False, np.random.default_rng(seed)
    env.action_space.seed(seed)
    while not done:
        masked = hasattr(env, "action_masks")
        legal = np.flatnonzero(env.action_masks()) if masked else []
        action = int(rng.choice(legal)) if masked else env.action_space.sample()
        _, reward, done, _, info = env.step(action)
        paid += reward
    return np.array([paid]), unshaped_of([info]), info["turn"], np.array([start])


def play_seat(seed: int, **options: Any) -> Ended:
    seat = ("army", "navy")[seed % 2]
    env = glory_v0.single_agent(seat, scenario="teaching", **options)
    return play_one(env, env.env, "selfish", seed % 2, seed)


def play_solo(seed: int, **options: Any) -> Ended:
    env = SoloEnv("teaching", **options)
    return play_one(env, env, SOLO_REWARD, 0, seed)


def play_macro_seat(seed: int, **options: Any) -> Ended:
    env = macro_v0.MacroEnv(("army", "navy")[seed % 2], scenario="teaching", **options)
    return play_one(env, env.env, "selfish", seed % 2, seed)


def play_macro(seed: int, **options: Any) -> Ended:
    env = macro_v0.parallel_env(scenario="teaching", **options)
    env.reset(seed=seed)
    start, paid, infos = phi(env, "selfish"), np.zeros(2), {}
    rng = np.random.default_rng(seed)
    while env.agents:
        actions = {seat: rng.integers(env.action_space(seat).nvec) for seat in env.possible_agents}
        _, rewards, _, _, infos = env.step(actions)
        paid += list(rewards.values())
    return paid, unshaped_of(list(infos.values())), infos["army"]["turn"], start


def play_vector(seed: int, solo: bool = False, **options: Any) -> Ended:
    games = GloryVector(1, "teaching", seed=seed, solo=solo, **options)
    start, paid = phi(games, SOLO_REWARD if solo else "selfish"), np.zeros(2)
    for count in range(2000):
        rewards, done = games.step(games.sample(seed, count))
        paid += rewards[0]
        if done[0]:
            break
        assert not games.unshaped.any()
    return paid, games.unshaped[0].copy(), int(games.finals["turn"][0]), start


PLAYERS = {
    "raw_env": lambda seed, **options: play_aec(glory_v0.raw_env, seed, **options),
    "env": lambda seed, **options: play_aec(glory_v0.env, seed, **options),
    "single_agent": play_seat,
    "solo": play_solo,
    "vector": play_vector,
    "vector_solo": lambda seed, **options: play_vector(seed, True, **options),
    "macro": play_macro,
    "macro_seat": play_macro_seat,
}


@pytest.mark.parametrize("kind", PLAYERS)
def test_what_is_paid_less_the_extras_is_the_reward_of_the_outcome(kind: str) -> None:
    """Shaping adds up to minus the first potential, survival to the turns that have begun."""
    lasting = set()
    for seed in range(6):
        plain, none, turns, _ = PLAYERS[kind](seed)
        assert kind.startswith("vector") or np.isnan(none).all()  # off: no such entry
        both, unshaped, turn, start = PLAYERS[kind](seed, shaping=SHAPING, survival=SURVIVAL)
        assert turn == turns
        np.testing.assert_array_equal(unshaped, plain)
        np.testing.assert_allclose(both, plain - start + SURVIVAL * (turn - 1), atol=1e-12)
        alone, outcome, _, _ = PLAYERS[kind](seed, survival=SURVIVAL)
        np.testing.assert_allclose(alone, plain + SURVIVAL * (turn - 1), atol=1e-12)
        np.testing.assert_array_equal(outcome, plain)
        lasting.add(turn)
    assert len(lasting) > 1


def test_survival_is_paid_when_a_turn_begins_and_not_at_the_end() -> None:
    env = glory_v0.raw_env("teaching", survival=SURVIVAL)
    rng = np.random.default_rng(3)
    for seed in range(20):
        env.reset(seed=seed)
        turn = 1
        while not env.terminations["army"]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            begun = int(env.games["turn"][0]) - turn
            turn += begun
            ended = {seat: info.get("reward_unshaped", 0.0) for seat, info in env.infos.items()}
            wanted = {seat: paid + SURVIVAL * begun for seat, paid in ended.items()}
            assert env.rewards == pytest.approx(wanted)


def test_a_restored_game_and_a_copy_are_paid_alike() -> None:
    env = glory_v0.raw_env("teaching", shaping=SHAPING, survival=SURVIVAL)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    while int(env.games["turn"][0]) == 1:
        other = glory_v0.raw_env("teaching", shaping=SHAPING, survival=SURVIVAL)
        other.restore(env.to_bytes())
        twin = env.clone()
        mask = env.observe(env.agent_selection)["action_mask"]
        action = int(rng.choice(np.flatnonzero(mask)))
        for one in (env, other, twin):
            one.step(action)
        assert env.rewards == other.rewards == twin.rewards
    assert max(env.rewards.values()) > 0.5 * SURVIVAL


def test_survival_may_be_set_for_some_games_of_a_vector_while_they_are_played() -> None:
    games = GloryVector(4, "teaching", seed=1)
    games.set_reward("selfish", survival=SURVIVAL, at=[1, 3])
    survival = np.array([0.0, SURVIVAL, 0.0, SURVIVAL])
    begun = np.zeros(4)
    for count in range(200):
        turns = games.games["turn"].copy()
        rewards, done = games.step(games.sample(1, count))
        more = np.where(done, games.finals["turn"], games.games["turn"]) - turns
        begun += more
        wanted = games.unshaped + (survival * more)[:, None]
        np.testing.assert_allclose(rewards, wanted, atol=1e-12)
    assert begun.all()
    with pytest.raises(OptionError, match="'survival': expected None or a number"):
        games.set_reward("selfish", survival=-1)
