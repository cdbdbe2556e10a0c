"""The runner: many games of the batched engine, both seats by their own policy."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import ray
import torch
from gymnasium import spaces
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core import COMPONENT_RL_MODULE
from ray.rllib.env import INPUT_ENV_SINGLE_SPACES, INPUT_ENV_SPACES
from ray.rllib.env.env_runner import EnvRunner
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.utils.checkpoints import Checkpointable
from ray.rllib.utils.metrics import (
    EPISODE_LEN_MEAN,
    EPISODE_RETURN_MEAN,
    NUM_AGENT_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_EPISODES,
    NUM_MODULE_STEPS_SAMPLED,
    WEIGHTS_SEQ_NO,
)

from glory_agents.learned.by_seat import BySeat
from glory_agents.learned.micro import MicroNetwork
from glory_env import games
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.rllib.episodes import cut
from glory_env.games.glory.sections import BY_SECTION
from glory_env.games.glory.state import NAVY, SERVICES
from glory_env.training.advantages import transitions
from glory_env.training.learnable import learnable
from glory_env.training.partners import make_partner
from glory_env.training.selfplay import SelfPlay

ITSELF = "itself"  # of the partners: the policy of the other seat, which learns too


def both_seats(army: MicroNetwork, navy: MicroNetwork) -> BySeat:
    """The policies of both seats as one network."""
    networks = dict(zip(SERVICES, (army, navy), strict=True))
    return BySeat(networks, BY_SECTION["seat"].start + NAVY)


class _Itself:
    """The policies that learn, as a partner."""

    def __init__(self, network: BySeat) -> None:
        self.network = network


class GloryRunner(EnvRunner, Checkpointable):  # type: ignore[misc]
    """Plays `num_envs_per_env_runner` games at once; its settings are those of `ppo_config`.

    A sample is a list of episodes, one for the part of each game and seat that falls into it.
    """

    def __init__(self, *, config: Any, **kwargs: Any) -> None:
        super().__init__(config=config, **kwargs)
        self._weights_seq_no = 0
        self._steps = self.config.get_rollout_fragment_length(self.worker_index or 0)
        torch.set_num_threads(1)
        self.make_module()
        self._network = both_seats(*(self.module[seat].network for seat in SERVICES))
        self.make_env()

    # --- what RLlib asks for --------------------------------------------------------------
    def make_module(self) -> None:
        spec = self.config.get_multi_rl_module_spec(spaces=self.get_spaces())
        self.module = spec.build()
        self.module.foreach_module(lambda _, module: module.requires_grad_(False))

    def make_env(self) -> None:
        settings = self.config.env_config
        self.env = SelfPlay(
            self.config.num_envs_per_env_runner,
            settings["scenario"],
            answer=learnable(games.DEFAULT).answer,
            seed=self._seed if self._seed is not None else int.from_bytes(np.random.bytes(4)),
            reward=settings["reward"],
            shaping=settings["shaping"],
            **settings["options"],
        )
        self.set_partners(settings["partners"])

    def get_spaces(self) -> dict[str, tuple[Any, Any]]:
        rows = self.config.rl_module_spec[SERVICES[0]].observation_space
        each: tuple[Any, Any] = (rows, spaces.Discrete(N_ACTIONS))
        both = tuple(spaces.Dict(dict.fromkeys(SERVICES, space)) for space in each)
        names = (INPUT_ENV_SPACES, INPUT_ENV_SINGLE_SPACES)
        return dict.fromkeys(names, both) | dict.fromkeys(SERVICES, each)

    def sample(self, **kwargs: Any) -> list[SingleAgentEpisode]:
        """The next `rollout_fragment_length` decisions in every game."""
        played = self.env.play(self._network, self._network, self._steps)
        decided, seats, rewards, done = played
        values, gained = played.judged(self._network, self.config.gamma, self.config.lambda_)
        paid, following = transitions(seats, rewards, done)
        episodes = cut(
            self.module[SERVICES[0]].packing.pack(decided.looked, decided.legal),
            decided.actions.numpy().copy(),
            decided.log_probs.numpy().copy(),
            gained,
            values,
            seats,
            paid,
            following,
        )
        self._log(episodes, seats.size)
        return episodes

    def _log(self, episodes: list[SingleAgentEpisode], total: int) -> None:
        """Figures of a sample. total: decisions in it, those of partners included."""
        self.num_env_steps_sampled_lifetime += total
        log = self.metrics.log_value
        log(NUM_ENV_STEPS_SAMPLED, total, reduce="sum")
        log(NUM_ENV_STEPS_SAMPLED_LIFETIME, total, reduce="lifetime_sum", with_throughput=True)
        for seat in SERVICES:
            steps = sum(len(episode) for episode in episodes if episode.module_id == seat)
            log((NUM_AGENT_STEPS_SAMPLED, seat), steps, reduce="sum")
            log((NUM_MODULE_STEPS_SAMPLED, seat), steps, reduce="sum")
        figures = learnable(games.DEFAULT).figures(self.env.drain())
        count = figures.pop("episode/count")
        log(NUM_EPISODES, count, reduce="sum")
        if count:
            log(EPISODE_RETURN_MEAN, figures["shaped/return"], window=1)
            log(EPISODE_LEN_MEAN, figures["episode/decisions"], window=1)
            for name, value in figures.items():
                log(name.replace("/", "_"), value, window=1)

    def get_metrics(self) -> Any:
        return self.metrics.reduce()

    def assert_healthy(self) -> None:
        assert self.env
        assert self.module

    # --- state ----------------------------------------------------------------------------
    def get_state(
        self,
        components: str | Collection[str] | None = None,
        *,
        not_components: str | Collection[str] | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        state: dict[str, Any] = {
            NUM_ENV_STEPS_SAMPLED_LIFETIME: self.num_env_steps_sampled_lifetime,
            "partners": self._partners,
        }
        if self._check_component(COMPONENT_RL_MODULE, components, not_components):
            state[COMPONENT_RL_MODULE] = self.module.get_state(**kwargs)
            state[WEIGHTS_SEQ_NO] = self._weights_seq_no
        return state

    def set_state(self, state: dict[str, Any]) -> None:
        if COMPONENT_RL_MODULE in state:
            number = state.get(WEIGHTS_SEQ_NO, 0)
            if number == 0 or number > self._weights_seq_no:
                weights = state[COMPONENT_RL_MODULE]
                self.module.set_state(
                    ray.get(weights) if isinstance(weights, ray.ObjectRef) else weights
                )
            self._weights_seq_no = max(number, self._weights_seq_no)
        if NUM_ENV_STEPS_SAMPLED_LIFETIME in state:
            self.num_env_steps_sampled_lifetime = state[NUM_ENV_STEPS_SAMPLED_LIFETIME]
        if "partners" in state:
            self.set_partners(state["partners"])

    def get_ctor_args_and_kwargs(self) -> tuple[tuple[()], dict[str, Any]]:
        return (), {"config": self.config}

    def get_checkpointable_components(self) -> list[tuple[str, Any]]:
        return [(COMPONENT_RL_MODULE, self.module)]

    def set_partners(self, partners: Mapping[str, float]) -> None:
        """As of the function `set_partners`, for this runner."""
        scenario = self.config.env_config["scenario"]
        players: list[Any] = [
            _Itself(self._network) if name == ITSELF else make_partner(name, [scenario])
            for name in partners
        ]
        self.env.set_partners(players, list(partners.values()))
        self._partners = dict(partners)


def set_partners(algorithm: Algorithm, partners: Mapping[str, float]) -> None:
    """Who plays the other seat in games that begin from now on, and how often each.

    partners: agent -> weight. An agent's name is one that `--army` of the commands takes, a folder
    of `save` among them (a past self, at the same path on every machine), or `itself`. Runners that
    are started again get them, too.
    """
    chosen = dict(partners)
    algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.set_partners(chosen), local_env_runner=True
    )
