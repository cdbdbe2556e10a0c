"""For plain `sb3_contrib.MaskablePPO`: begin with a network of the project, play what it learnt.

    model = MaskablePPO("MlpPolicy", env, policy_kwargs=start_kwargs("micro"), ...)
    play_as_start(model)
    model.learn(1_000_000, callback=ValueFirst())

The start is a features extractor: its features are the network's logits and its value. SB3's own
last layers only read them off, so they are not trained; the network inside the extractor is.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.flat import FlatPlayer
from glory_agents.learned.interface import Player
from glory_agents.learned.micro import MicroNetwork, products_in
from glory_agents.learned.shipped import folder_of
from glory_env import games
from glory_env.core.errors import shown, unknown
from glory_env.envs.agent import AgentError, Draws, GamesView

PRECISIONS = ("auto", "float32", "bfloat16")


class StartFeatures(BaseFeaturesExtractor):
    """Observations float32 (M, size) to float32 (M, actions + 1): logits, value.

    start: a start that comes with the project (`micro`), or the folder of a network for every
    micro-step. precision: of the matrix products, float32 or bfloat16; auto is bfloat16 on a CPU
    with instructions for it (AMX, AVX512-BF16), where it is twice as fast. As in play, the network
    always sees the options it was trained with. AgentError for another start, ValueError for
    another observation space or precision.
    """

    columns: torch.Tensor
    values: torch.Tensor

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        start: str | Path = "micro",
        precision: str = "auto",
    ) -> None:
        if precision not in PRECISIONS:
            raise ValueError(unknown("precision", precision, PRECISIONS))
        agent = LearnedAgent(folder_of(start))
        if not isinstance(agent.network, MicroNetwork):
            raise AgentError(f"start: {start}: expected a network for every micro-step")
        whole = agent.definition.observation_space().shape
        if observation_space.shape != whole:
            raise ValueError(
                f"observation_space: shape {observation_space.shape}, expected {whole}: the start "
                "needs the whole observation, without options that change it"
            )
        super().__init__(observation_space, agent.definition.n_actions + 1)
        self.network = agent.network
        self.network.dtype = products_in(precision)
        self.register_buffer("columns", torch.from_numpy(agent.columns), persistent=False)
        self.register_buffer("values", torch.from_numpy(agent.values), persistent=False)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        seen = observations.index_copy(1, self.columns, self.values.expand(len(observations), -1))
        return torch.cat(self.network(seen), 1)


class ValueFirst(BaseCallback):
    """In the first updates the value alone learns.

    updates: how many. The start has never seen a reward: what its value says at first would teach
    the policy nonsense. After `play_as_start`.
    """

    def __init__(self, updates: int = 4) -> None:
        super().__init__()
        if not isinstance(updates, int) or updates < 0:
            raise ValueError(f"updates: {shown(updates)}, expected a number of updates from 0 on")
        self.updates = updates
        self._done = 0

    def _on_rollout_start(self) -> None:
        learns = self._done >= self.updates
        for weight in _features(self.model).network.policy_parameters():
            weight.requires_grad_(learns)
        self._done += 1

    def _on_step(self) -> bool:
        return True


class ModelAgent:
    """A `MaskablePPO` for every micro-step as an agent: for `play_pairs`, or as a partner.

    model: trained on the whole observation. deterministic: always its likeliest action; else one
    drawn from its distribution. game: which one it plays. It plays by the weights that the model
    has when it is asked.
    """

    actions: ClassVar[type[spaces.Space[Any]]] = spaces.Discrete

    def __init__(
        self, model: MaskablePPO, deterministic: bool = True, game: str = games.DEFAULT
    ) -> None:
        if not isinstance(model.action_space, self.actions):
            space, wanted = model.action_space, self.actions.__name__
            raise ValueError(f"model: its actions are {space}, expected {wanted}")
        self.model, self.deterministic = model, deterministic
        self._definition = games.game(game).definition()
        self.reset(self._definition.seats[0], 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed, self._definition.seats)
        self._last: tuple[Any, ...] | None = None

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any = None) -> int:
        view = None
        if env_view is not None:
            at = np.zeros(1, np.int64)
            view = GamesView(env_view.scenario, env_view.records(), at, self._definition)
        draws = np.array([self._draws.next()])
        action = int(self.act_batch(observation[None], mask[None], draws, view)[0])
        self._last = observation.copy(), mask.copy(), action, env_view
        return action

    def act_batch(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.ndarray,
        view: GamesView | None = None,
    ) -> np.ndarray:
        return self._player.act_batch(observations, masks, draws, view)

    def explain(self) -> str:
        """What the model weighed at the last decision."""
        if self._last is None:
            return "nothing has been decided yet"
        return self._player.explain(*self._last)

    @property
    def _player(self) -> Player:
        """Asks for nothing but `probabilities`."""
        myself: Any = self
        return FlatPlayer(myself, self.deterministic)

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """float64 (M, actions), 0 where the masks int8 (M, actions) forbid it."""
        policy = self.model.policy
        with torch.no_grad():
            seen = torch.from_numpy(observations).to(policy.device)
            distribution: Any = policy.get_distribution(seen, masks)
            likely: np.ndarray = distribution.distribution.probs.double().cpu().numpy()
        return np.where(masks > 0, likely, 0.0)


def start_kwargs(start: str | Path = "micro", precision: str = "auto") -> dict[str, Any]:
    """`policy_kwargs` for "MlpPolicy" of a model that begins with a start.

    Arguments as for `StartFeatures`. `play_as_start` has to follow: SB3 makes the last layers anew.
    """
    return {
        "features_extractor_class": StartFeatures,
        "features_extractor_kwargs": {"start": str(start), "precision": precision},
        "net_arch": [],
        "ortho_init": False,  # it would write over the start
    }


def play_as_start(model: MaskablePPO, sharpen: float = 2.0) -> None:
    """Let SB3's last layers read off what the start says, and do not train them.

    sharpen: factor of the logits; drawn actions come nearer to the likeliest one. Call it again,
    with the same factor, after `MaskablePPO.load`, which does not store what is not trained.
    """
    _features(model)
    sound = isinstance(sharpen, int | float) and not isinstance(sharpen, bool)
    if not sound or not math.isfinite(sharpen) or sharpen <= 0:
        raise ValueError(f"sharpen: {shown(sharpen)}, expected a number above 0")
    action, value = model.policy.action_net, model.policy.value_net
    both = torch.eye(_features(model).features_dim)  # the last feature is the value
    both[:-1] *= sharpen
    with torch.no_grad():
        for layer, rows in ((action, both[:-1]), (value, both[-1:])):
            layer.weight.copy_(rows)  # type: ignore[operator]
            layer.bias.zero_()  # type: ignore[operator]
            layer.requires_grad_(False)


def _features(model: Any) -> StartFeatures:
    features = model.policy.features_extractor
    if not isinstance(features, StartFeatures):
        raise ValueError("model: expected one made with policy_kwargs=start_kwargs(...)")
    return features
