"""The environments by their ids, from easy to whole, with the length of random games."""

from __future__ import annotations

import statistics
from typing import Any

import gymnasium
import numpy as np

import glory_env  # noqa: F401 (registers the ids)
from glory_env.core.errors import OptionError

LADDER = {
    "GloryMacro-v0": "the parameters of a script, once a turn; the partner too is a script",
    "GloryTeaching-v0": "every micro-step of one seat, the small scenario of four turns",
    "GlorySolo-v0": "every micro-step of both services: no bargaining",
    "Glory-v0": "every micro-step of one seat, twelve turns",
    "Aleutians-v0": "the second game: every micro-step of one seat, twelve turns",
    "Empire-v0": "the third game: every micro-step of one seat, three turns of 1943",
}


def random_steps(env: Any, games: int) -> list[int]:
    """How many steps games of random legal play have, those of the seeds 0, 1, 2 ..."""
    env.action_space.seed(0)
    rng = np.random.default_rng(0)
    masks = getattr(env.unwrapped, "action_masks", None)
    steps = []
    for seed in range(games):
        env.reset(seed=seed)
        done, count = False, 0
        while not done:
            action = rng.choice(np.flatnonzero(masks())) if masks else env.action_space.sample()
            _, _, done, _, _ = env.step(action)
            count += 1
        steps.append(count)
    return steps


def envs(*, games: int = 200) -> None:
    """List the environments of `gymnasium.make`, with the steps of random games.

    Args:
        games: random games of each environment, to count their steps.
    """
    if games < 1:
        raise OptionError(f"games: expected at least 1, got {games}")
    print(f"{'id':18} {'median':>6} {'max':>4}  chosen ({games} games, random legal play)")
    for name, about in LADDER.items():
        steps = random_steps(gymnasium.make(name), games)
        print(f"{name:18} {statistics.median(steps):6.0f} {max(steps):4}  {about}", flush=True)
