"""Networks of an RLlib run in the project's own format: they play wherever agents play."""

from __future__ import annotations

from pathlib import Path

from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME

from glory_agents.learned.policy_file import save_policy
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.state import SERVICES
from glory_env.training.files import about_network

STEPS = (ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME)  # of an algorithm's figures


def save(algorithm: Algorithm, folder: str | Path) -> dict[str, Path]:
    """Write the policies of both seats; seat -> folder, which is the name of an agent."""
    settings = algorithm.config.env_config
    games = GloryVector(1, settings["scenario"], reward=settings["reward"], **settings["options"])
    about = about_network(
        settings,
        games.observations[0],
        (),
        seed=algorithm.config.seed,
        steps=int(algorithm.metrics.peek(STEPS, default=0)),
    )
    folders = {}
    for seat in SERVICES:
        folders[seat] = Path(folder) / seat
        save_policy(folders[seat], algorithm.get_module(seat).network, about)
    return folders
