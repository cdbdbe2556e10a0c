"""RLlib: PPO for both seats on the batched engine; the policies then play outside RLlib.

python examples/rllib_ppo.py [ITERATIONS [STEPS]]     (needs ray[rllib])

Everything runs in this process; `.env_runners(num_env_runners=2)` plays in two more. Printed is how
many games of `teaching` the two policies complete with each other, before training and after it.
"""

import logging
import os
import sys
import tempfile

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray

from glory_env.bench import play_pairs
from glory_env.envs.agent import make_agent
from glory_env.games.glory.rllib import ppo_config, save

SCENARIO = "teaching"


def completed(algorithm, games: int = 400) -> float:
    """The share of games that army and navy complete, with drawn actions."""
    with tempfile.TemporaryDirectory() as folder:
        army, navy = (
            make_agent(f"{path}:deterministic=false") for path in save(algorithm, folder).values()
        )
        results = play_pairs(army, navy, games, 500_000, SCENARIO, "cooperative")
    return float(results.columns()["completed"].mean())


def main(iterations: int = 30, steps: int = 8192) -> dict[str, float]:
    """Shares before and after so many iterations of so many steps."""
    ray.init(num_cpus=1, include_dashboard=False, logging_level=logging.ERROR)
    config = (
        ppo_config(SCENARIO, layers=(64, 64))
        .env_runners(num_envs_per_env_runner=64)
        .training(train_batch_size_per_learner=steps, minibatch_size=min(steps, 1024), lr=1e-3)
    )
    algorithm = config.build_algo()
    before = completed(algorithm)
    for _ in range(iterations):
        algorithm.train()
    after = completed(algorithm)
    algorithm.stop()
    ray.shutdown()
    print(f"completed with each other: before {before:.1%}, after {after:.1%}")
    return {"before": before, "after": after}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
