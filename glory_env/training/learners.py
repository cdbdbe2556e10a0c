"""What learns in a run: a network for every micro-step.

The trainer (`glory_env.training.trainer`) makes the games, says how fast to learn, and keeps
checkpoints; the learner plays a rollout and updates its network.
"""

from __future__ import annotations

import copy
import time
from typing import Any, NamedTuple

import torch
from stable_baselines3.common.logger import Logger

from glory_agents.learned.micro import MicroNetwork, products_in
from glory_env.game.settings import ConfigError
from glory_env.training import checkpoint
from glory_env.training.learnable import learnable
from glory_env.training.partners import device_for, start_network
from glory_env.training.ppo import PPO
from glory_env.training.selfplay import SelfPlay
from glory_env.training.settings import TrainSettings

VALUE_FIRST = 2  # updates in which the value network alone learns, after a start


class Spent(NamedTuple):
    """Seconds of one round."""

    rollout: float
    update: float


def first_network(config: TrainSettings) -> MicroNetwork:
    """The network before training, on its device.

    AgentError or ConfigError for a start or a device that cannot be used.
    """
    device = device_for(config.device)
    torch.manual_seed(config.seed)
    network = start_network(config.start, config.scenario, config.layers, config.game)
    if config.start:
        network.sharpen(config.sharpen)
    network.dtype = products_in(config.precision, device)
    return network.to(device)


class Learner:
    """A `MicroNetwork` that learns with `glory_env.training.ppo`.

    first: of `first_network`; state: of the checkpoint it goes on from, None at the beginning.
    """

    def __init__(
        self,
        config: TrainSettings,
        env: SelfPlay,
        first: MicroNetwork,
        state: dict[str, Any] | None,
    ) -> None:
        self._config, self._env = config, env
        self.steps: int = state["steps"] if state else 0
        if state and "updates" not in state:
            raise ConfigError(f"{config.folder / checkpoint.STATE}: damaged, updates is missing")
        self._updates: int = state["updates"] if state else 0
        self.network = first
        self._ppo = PPO(
            self.network,
            copy.deepcopy(first) if config.start else None,
            pull=config.pull,
            pull_talks=config.pull_in_talks,
            talks=learnable(config.game).talks,
            batch=config.batch,
            epochs=config.epochs,
            clip=config.clip,
            entropy=config.entropy,
            seed=config.seed + self.steps,
        )
        if state:
            checkpoint.load(config.folder, state, self.network, self._ppo.optimizer)

    def set_env(self, env: SelfPlay) -> None:
        """Other games from now on."""
        self._env = env

    def learn(self, rate: float, logger: Logger) -> Spent:
        """A rollout and its update, whose figures `train/...` the logger gets.

        ValueError where the logits cannot be drawn from.
        """
        config, began = self._config, time.monotonic()
        value_first = bool(config.start) and self._updates < VALUE_FIRST
        rollout = self._env.collect(self.network, config.rollout, config.gamma, config.gae_lambda)
        between = time.monotonic()
        known = int(torch.isfinite(rollout.advantages).sum())
        if known > 1:  # one seat alone may have had no turn yet
            figures = self._ppo.update(rollout, 0.0 if value_first else rate)
            for name, value in figures.items():
                logger.record(name, value)
            self._updates += 1
        self.steps += known
        return Spent(between - began, time.monotonic() - between)

    def save(self, state: dict[str, Any]) -> None:
        """Write a checkpoint that names `state`."""
        state = {**state, "updates": self._updates}
        checkpoint.save(self._config, self.steps, self.network, self._ppo.optimizer, state)
