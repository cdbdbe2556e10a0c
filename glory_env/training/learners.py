"""What learns in a run: a macro policy with MaskablePPO, or a network for every micro-step.

The trainer (`glory_env.training.trainer`) makes the games, says how fast to learn, and keeps
checkpoints; a learner plays a rollout and updates its network.
"""

from __future__ import annotations

import copy
import time
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import FloatSchedule

from glory_agents.learned.interface import interface
from glory_agents.learned.micro import MicroNetwork, products_in
from glory_agents.learned.names import FLAT
from glory_agents.learned.network import ActorCritic, GloryPolicy
from glory_env.game.settings import ConfigError
from glory_env.games.glory.engine.observation import indices_of
from glory_env.training import checkpoint
from glory_env.training.config import TrainConfig
from glory_env.training.games import TrainingGames
from glory_env.training.learnable import learnable
from glory_env.training.macro_vecenv import MacroVecEnv
from glory_env.training.partners import device_for, start_network
from glory_env.training.ppo import PPO
from glory_env.training.selfplay import SelfPlay

VALUE_FIRST = 2  # updates in which the value network alone learns, after a start


class Spent(NamedTuple):
    """Seconds of one round."""

    rollout: float
    update: float


class Learner(Protocol):
    """What the trainer asks for."""

    @property
    def network(self) -> ActorCritic:
        """What learns."""

    @property
    def steps(self) -> int:
        """Transitions so far."""

    def set_env(self, env: Any) -> None:
        """Other games from now on."""

    def learn(self, rate: float, logger: Logger) -> Spent:
        """A rollout and its update, whose figures `train/...` the logger gets.

        ValueError where the logits cannot be drawn from.
        """

    def save(self, state: dict[str, Any]) -> None:
        """Write a checkpoint that names `state`."""


def games_of(kind: str) -> type[TrainingGames]:
    """The games of an interface."""
    return SelfPlay if kind == FLAT else MacroVecEnv


def learner(
    config: TrainConfig, env: Any, first: MicroNetwork | None, state: dict[str, Any] | None
) -> Learner:
    """The learner of a run. first: of `first_network`; state: of the checkpoint it goes on from,
    None at the beginning.
    """
    if first is None:
        return MacroLearner(config, env, state)
    return MicroLearner(config, env, first, state)


def first_network(config: TrainConfig) -> MicroNetwork | None:
    """The flat network before training, on its device; None for a macro policy.

    AgentError or ConfigError for a start or a device that cannot be used.
    """
    if config.interface != FLAT:
        return None
    device = device_for(config.device)
    torch.manual_seed(config.seed)
    network = start_network(config.start, config.scenario, config.layers, config.game)
    if config.start:
        network.sharpen(config.sharpen)
    network.dtype = products_in(config.precision, device)
    return network.to(device)


class MicroLearner:
    """Every micro-step by a `MicroNetwork`, learnt with `glory_env.training.ppo`."""

    def __init__(
        self,
        config: TrainConfig,
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
            pull_talks=config.pull_talks,
            talks=learnable(config.game).talks,
            batch=config.batch,
            epochs=config.epochs,
            clip=config.clip,
            entropy=config.entropy,
            seed=config.seed + self.steps,
        )
        if state:
            checkpoint.load_tensors(config.folder, state, self.network, self._ppo.optimizer)

    def set_env(self, env: Any) -> None:
        self._env = env

    def learn(self, rate: float, logger: Logger) -> Spent:
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
        state = {**state, "updates": self._updates}
        checkpoint.save_tensors(self._config, self.steps, self.network, self._ppo.optimizer, state)


class MacroLearner:
    """Script parameters once a turn, learnt with MaskablePPO."""

    def __init__(self, config: TrainConfig, env: MacroVecEnv, state: dict[str, Any] | None) -> None:
        self._config = config
        self.model = (
            _masked_ppo(config, env)
            if state is None
            else checkpoint.load_model(config.folder, state, env)
        )
        seed = np.random.SeedSequence([config.seed, self.model.num_timesteps])
        self.model.set_random_seed(int(seed.generate_state(1)[0] >> 1))
        self.network = cast(GloryPolicy, self.model.policy).network

    @property
    def steps(self) -> int:
        return self.model.num_timesteps

    def set_env(self, env: Any) -> None:
        self.model.set_env(env)

    def learn(self, rate: float, logger: Logger) -> Spent:
        self.model.set_logger(logger)
        self.model.lr_schedule = FloatSchedule(rate)
        began = time.monotonic()
        ended = _Stopwatch()
        self.model.learn(
            self._config.slots * self._config.rollout,
            callback=ended.note,
            reset_num_timesteps=False,
            log_interval=None,  # type: ignore[arg-type]  # SB3 takes None for no log
        )
        return Spent(ended.last - began, time.monotonic() - ended.last)

    def save(self, state: dict[str, Any]) -> None:
        checkpoint.save(self._config, self.model, state)


class _Stopwatch:
    """When the rollout's last step ended."""

    last = 0.0

    def note(self, *_: Any) -> bool:
        self.last = time.monotonic()
        return True


def _masked_ppo(config: TrainConfig, env: MacroVecEnv) -> MaskablePPO:
    kind = interface(config.interface)
    return MaskablePPO(
        GloryPolicy,
        env,
        n_steps=config.rollout,
        batch_size=config.batch,
        n_epochs=config.epochs,
        learning_rate=config.learning_rate,
        clip_range=config.clip,
        ent_coef=config.entropy,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        policy_kwargs={
            "shape": kind.shape(config.layers, config.activation)
            | {"columns": indices_of(kind.columns()), "bias": kind.bias(config.usual)}
        },
        seed=config.seed,
        device="cpu",
    )
