"""RLlib: PPO with its module for action masks, on every micro-step of one seat.

python examples/rllib_ppo.py [ITERATIONS [STEPS]]     (needs ray[rllib])

Everything runs in this process. Printed is the mean return of the army against random play, shaping
included, in the first iteration and in the last.
"""

import logging
import os
import sys

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
    ActionMaskingTorchRLModule,
)

import glory_env  # noqa: F401 (registers the ids)


class Masked(gymnasium.ObservationWrapper):
    """The observation under the names, and with the mask of the kind, that the module wants."""

    def __init__(self, options) -> None:
        given = {"seat": "army", "partner": "random", "reward": "cooperative", **options}
        super().__init__(gymnasium.make("GloryTeaching-v0", mask_in_observation=True, **given))
        spaces = self.env.observation_space
        masks = Box(0.0, 1.0, spaces["action_mask"].shape, np.float32)
        self.observation_space = Dict({"action_mask": masks, "observations": spaces["observation"]})

    def observation(self, observation):
        mask = observation["action_mask"].astype(np.float32)
        return {"action_mask": mask, "observations": observation["observation"]}


def main(iterations: int = 8, steps: int = 2000) -> dict[str, float]:
    """Mean returns of the first and the last of so many iterations of so many steps."""
    ray.init(num_cpus=1, include_dashboard=False, logging_level=logging.ERROR)
    spec = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [64], "head_fcnet_hiddens": [64]},
    )
    config = (
        PPOConfig()
        .environment(Masked, env_config={"shaping": 1.0}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .learners(num_learners=0)
        .training(
            train_batch_size_per_learner=steps, minibatch_size=min(steps, 500), num_epochs=4,
            lr=7e-4, gamma=1.0, lambda_=0.98, entropy_coeff=0.01, vf_clip_param=100.0,
        )
        .rl_module(rl_module_spec=spec)
        .debugging(seed=0)
    )  # fmt: skip
    algorithm = config.build_algo()
    returns = [
        float(algorithm.train()["env_runners"]["episode_return_mean"]) for _ in range(iterations)
    ]
    algorithm.stop()
    ray.shutdown()
    print(f"mean return of the army: first {returns[0]:+.3f}, last {returns[-1]:+.3f}")
    return {"first": returns[0], "last": returns[-1]}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
