"""RLlib on a cluster of two nodes on this machine: how fast, and what it survives.

`python -m tests.rllib_cluster` prints decisions a second with 0, 1 and 2 runners, then trains on
while a runner is killed and while a node is, and goes on with a checkpoint with fewer runners. With
the argument `faults` it leaves the speed out.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests import cluster

GAMES, STEPS = 64, 64  # side by side in a runner; decisions in each of them for an update
ROUNDS = 4  # that are timed
SAMPLED, SAMPLING, LEARNING = (
    "num_env_steps_sampled_lifetime", "env_runner_sampling_timer", "learner_update_timer",
)  # fmt: skip


def settings(runners: int) -> Any:
    """The default network in the full game, two rounds of learning for each decision."""
    from glory_env.games.glory.rllib import ppo_config

    batch = GAMES * STEPS * max(1, runners)
    return (
        ppo_config(start="micro")
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=GAMES)
        .training(train_batch_size_per_learner=batch)
    )


def small(runners: int) -> Any:
    """A small network in four turns, for what needs no speed."""
    from glory_env.games.glory.rllib import ppo_config

    return (
        ppo_config("teaching", layers=(16, 16))
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=16)
        .training(train_batch_size_per_learner=512 * runners, minibatch_size=512)
    )


def decisions(result: dict[str, Any]) -> int:
    return int(result["env_runners"][SAMPLED])


def timed(algorithm: Any) -> tuple[float, float, float]:
    """Decisions a second while sampling and in all, and the share of time spent learning."""
    before = decisions(algorithm.train())  # compiles, and fills the memory
    began, sampling, learning, now = time.monotonic(), 0.0, 0.0, before
    for _ in range(ROUNDS):
        result = algorithm.train()
        now = decisions(result)
        sampling += float(result["timers"][SAMPLING])
        learning += float(result["timers"][LEARNING])
    seconds = time.monotonic() - began
    return (now - before) / sampling, (now - before) / seconds, learning / seconds


def bytes_a_decision(algorithm: Any) -> float:
    """Of a sample as it is sent to the learner."""
    import pickle

    runner = algorithm.env_runner_group.local_env_runner
    episodes = runner.sample()
    return len(pickle.dumps(episodes, protocol=5)) / sum(map(len, episodes))


def speed() -> None:
    for runners in (0, 1, 2):
        algorithm = settings(runners).build_algo()
        if not runners:
            print(f"{bytes_a_decision(algorithm):,.0f} bytes a decision", flush=True)
        sampled, whole, learning = timed(algorithm)
        algorithm.stop()
        print(
            f"{runners} runners: sampled {sampled:,.0f} decisions/s, trained {whole:,.0f}/s, "
            f"{learning:.0%} of the time in the learner",
            flush=True,
        )


def pids(algorithm: Any) -> list[int]:
    found: list[int] = algorithm.env_runner_group.foreach_env_runner(
        lambda runner: os.getpid(), local_env_runner=False
    )
    return found


def trained_on(algorithm: Any, rounds: int = 6) -> str:
    before = decisions(algorithm.train())
    for _ in range(rounds):
        after = decisions(algorithm.train())
    healthy = algorithm.env_runner_group.num_healthy_remote_workers()
    return f"{after - before:,} decisions more, {healthy} healthy runners"


def faults(nodes: list[Any], folder: Path) -> None:
    algorithm = small(2).build_algo()
    algorithm.train()
    os.kill(pids(algorithm)[0], signal.SIGKILL)
    print(f"a runner killed: {trained_on(algorithm)}", flush=True)
    algorithm.save_to_path(str(folder))
    os.killpg(nodes[1].pid, signal.SIGKILL)
    print(f"a node killed: {trained_on(algorithm)}", flush=True)
    algorithm.stop()
    smaller = small(1).build_algo()
    smaller.restore_from_path(str(folder))
    print(f"resumed with one runner: {trained_on(smaller, 1)}", flush=True)
    smaller.stop()


def main(part: str = "") -> None:
    os.environ.update(cluster.TOKEN, RAY_USAGE_STATS_ENABLED="0")
    import ray

    with cluster.started() as (address, nodes), tempfile.TemporaryDirectory() as folder:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
        if part != "faults":
            speed()
        faults(nodes, Path(folder))
        ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
