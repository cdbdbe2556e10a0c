"""How fast other libraries play a game: `python benchmarks/clients.py [--game aleutians]`.

Every row plays random legal actions of one seat against random play, or of both seats, in the whole
game, and counts the environment steps that the library was asked for. Libraries that put games side
by side have 64 of them. One process, one thread; the time is CPU time, so that other work on the
machine does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, Literal, NamedTuple

import numpy as np
import tyro

from glory_env.cli.timing import drawn, spiel_game

GAMES = 64


class Names(NamedTuple):
    """Where a game stands: gymnasium's id, the modules of PettingZoo, of many games and of
    OpenSpiel, and the class of many games.
    """

    id: str
    module: str
    vector: str
    vector_class: str
    spiel: str


NAMES = {
    "glory": Names(
        "Glory-v0", "glory_env.glory_v0", "glory_env.vector", "GloryVector",
        "glory_env.open_spiel_game",
    ),
    "aleutians": Names(
        "Aleutians-v0", "glory_env.aleutians_v0", "glory_env.aleutians_v0", "Vector",
        "glory_env.open_spiel_aleutians",
    ),
}  # fmt: skip
Client = Callable[[Names], Iterator[int]]  # plays on, and gives the steps of each call


def drawn_all(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Random legal actions by masks (N, actions): int64 (N,)."""
    chosen: np.ndarray = (rng.random(masks.shape, np.float32) * masks).argmax(axis=1)
    return chosen


def vector(names: Names) -> Iterator[int]:
    games = getattr(import_module(names.vector), names.vector_class)(GAMES, seed=1)
    count = 0
    while True:
        games.step(games.sample(1, count := count + 1))
        yield GAMES


def gymnasium_one(names: Names) -> Iterator[int]:
    import gymnasium

    env, rng = gymnasium.make(names.id), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        *_, over, _, info = env.step(drawn(info["action_mask"], rng))
        if over:
            _, info = env.reset()
        yield 1


def gymnasium_vector(names: Names) -> Iterator[int]:
    import gymnasium

    envs, rng = gymnasium.make_vec(names.id, GAMES, "vector_entry_point"), np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    while True:
        *_, info = envs.step(drawn_all(info["action_mask"], rng))
        yield GAMES


def pettingzoo(name: str, names: Names) -> Iterator[int]:
    env, rng = getattr(import_module(names.module), name)(), np.random.default_rng(1)
    while True:
        env.reset(seed=int(rng.integers(2**31)))
        while True:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(drawn(seen["action_mask"], rng))
            yield 1


def stable_baselines3(names: Names) -> Iterator[int]:
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.env_util import make_vec_env

    envs, rng = make_vec_env(names.id, GAMES, 1), np.random.default_rng(1)
    envs.reset()
    while True:
        envs.step(drawn_all(get_action_masks(envs), rng))
        yield GAMES


def torchrl(names: Names) -> Iterator[int]:
    from torchrl.envs import ActionMask, GymEnv, TransformedEnv

    env = GymEnv(names.id, categorical_action_encoding=True, mask_in_observation=True)
    masked = TransformedEnv(env, ActionMask())
    while True:
        yield masked.rollout(200, break_when_any_done=False).numel()


def tianshou(names: Names) -> Iterator[int]:
    import gymnasium
    from tianshou.env import DummyVectorEnv

    envs = DummyVectorEnv([partial(gymnasium.make, names.id)] * GAMES)
    rng = np.random.default_rng(1)
    masks = np.stack([info["action_mask"] for info in envs.reset()[1]])
    while True:
        _, _, over, _, infos = envs.step(drawn_all(masks, rng))
        masks = np.stack([info["action_mask"] for info in infos])
        if over.any():
            at = np.flatnonzero(over)
            masks[at] = [info["action_mask"] for info in envs.reset(at)[1]]
        yield GAMES


def rllib(names: Names) -> Iterator[int]:
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(import_module(names.module).raw_env())
    rng = np.random.default_rng(1)
    while True:
        seen, over = env.reset(seed=int(rng.integers(2**31)))[0], False
        while not over:
            actions = {seat: drawn(own["action_mask"], rng) for seat, own in seen.items()}
            seen, _, overs, _, _ = env.step(actions)
            over = overs["__all__"]
            yield 1


def open_spiel(names: Names) -> Iterator[int]:
    import pyspiel

    game = pyspiel.load_game(import_module(names.spiel).NAME)
    rng = np.random.default_rng(1)
    while True:
        yield spiel_game(game, rng)


# Row -> the module without which it is not installed, and what plays.
CLIENTS: dict[str, tuple[str, Client]] = {
    f"own loop, {GAMES} games": ("glory_env", vector),
    "gymnasium.make": ("gymnasium", gymnasium_one),
    f"gymnasium.make_vec, {GAMES} games": ("gymnasium", gymnasium_vector),
    "PettingZoo raw_env": ("pettingzoo", partial(pettingzoo, "raw_env")),
    "PettingZoo env": ("pettingzoo", partial(pettingzoo, "env")),
    f"Stable-Baselines3 DummyVecEnv, {GAMES} games": ("sb3_contrib", stable_baselines3),
    "TorchRL GymEnv": ("torchrl", torchrl),
    f"Tianshou DummyVectorEnv, {GAMES} games": ("tianshou", tianshou),
    "RLlib PettingZooEnv": ("ray.rllib", rllib),
    "OpenSpiel": ("pyspiel", open_spiel),
}


def rate(client: Client, names: Names, seconds: float) -> float:
    """Steps a CPU second, after a first call that does not count."""
    calls: Any = client(names)
    next(calls)
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not steps:
        steps += next(calls)
    return steps / spent


def measure(seconds: float, game: str) -> Iterator[tuple[str, float | None]]:
    """Each row with its steps a CPU second, None where the library is not installed."""
    for name, (module, client) in CLIENTS.items():
        try:
            import_module(module)
        except ImportError:
            yield name, None
        else:
            yield name, rate(client, NAMES[game], seconds)


def main(seconds: float = 1.0, game: Literal["glory", "aleutians"] = "glory") -> None:
    """Print the table: steps a CPU second of each library that is installed.

    Args:
        seconds: of each row.
        game: which one is played.
    """
    print(f"{'random legal play':52} steps/CPU s")
    for name, steps in measure(seconds, game):
        print(f"{name:52} {'not installed' if steps is None else f'{steps:11,.0f}'}", flush=True)


if __name__ == "__main__":
    tyro.cli(main)
