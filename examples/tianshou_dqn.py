"""Tianshou: DQN on every micro-step of one seat.

python examples/tianshou_dqn.py [STEPS [GAMES]]     (needs tianshou 2)

Tianshou's DQN takes the legal actions from an observation with the keys `obs` and `mask`. Printed
is the mean reward of the army against random play, before and after the training.
"""

import sys
from functools import partial

import gymnasium
import torch
from gymnasium.spaces import Dict
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

KEYS = {"observation": "obs", "action_mask": "mask"}
OPTIONS = {"seat": "army", "partner": "random", "reward": "cooperative"}
SLOTS = 8


class Renamed(gymnasium.ObservationWrapper):
    """The observation under the names that Tianshou knows."""

    def __init__(self, **options) -> None:
        given = {"mask_in_observation": True, **OPTIONS, **options}
        super().__init__(gymnasium.make("glory_env:GloryTeaching-v0", **given))
        spaces = self.env.observation_space
        self.observation_space = Dict({KEYS[key]: space for key, space in spaces.items()})

    def observation(self, observation):
        return {KEYS[key]: part for key, part in observation.items()}


def main(steps: int = 10_000, games: int = 60) -> dict[str, float]:
    """Mean reward of so many games before and after so many steps of training."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    learning = DummyVectorEnv([partial(Renamed, shaping=1.0)] * SLOTS)
    judged = DummyVectorEnv([Renamed] * SLOTS)
    learning.seed(0)
    judged.seed(1000)
    one = Renamed()
    size = one.observation_space["obs"].shape
    net = Net(state_shape=size, action_shape=one.action_space.n, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(
        model=net, action_space=one.action_space, eps_training=0.2, eps_inference=0.05
    )
    optim = AdamOptimizerFactory(lr=3e-4)
    algorithm = DQN(
        policy=policy, optim=optim, gamma=1.0, n_step_return_horizon=10, target_update_freq=200
    )
    judge = Collector(algorithm, judged)
    found = {"before": judge.collect(n_episode=games, reset_before_collect=True).returns.mean()}
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(algorithm, learning, VectorReplayBuffer(steps, SLOTS)),
            max_epochs=1, epoch_num_steps=steps, collection_step_num_env_steps=64, batch_size=128,
            update_step_num_gradient_steps_per_sample=0.15, verbose=False, show_progress=False,
        )
    )  # fmt: skip
    found["after"] = judge.collect(n_episode=games, reset_before_collect=True).returns.mean()
    print(f"mean reward of the army: {found['before']:+.3f} -> {found['after']:+.3f}")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
