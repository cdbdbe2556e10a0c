"""Compile the rules ahead of the first game: `python -m glory_env.warmup`."""

from __future__ import annotations

import time


def main() -> None:
    from glory_env.engine.compile import CACHE_FOLDER
    from glory_env.vector import GloryVector

    start = time.perf_counter()
    from glory_env import glory_v0

    env = glory_v0.raw_env(shaping=1.0)
    env.reset(seed=0)
    env.observe(env.agent_selection)
    games = GloryVector(2)
    games.step(games.sample(0, 0))
    print(f"compiled rules are in {CACHE_FOLDER} ({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
