"""A trained network that plays a seat: loaded from safetensors and JSON, nothing is unpickled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from glory_agents.learned.game_networks import interfaces_of, stored_of
from glory_agents.learned.policy_file import load_policy
from glory_env import games
from glory_env.core.errors import shown
from glory_env.envs.agent import AgentError, Draws, GamesView
from glory_env.game.definition import GameDefinition


class LearnedAgent:
    """Plays what a network was trained to play.

    path: folder or .safetensors file. deterministic: always the likeliest action, or one
    drawn from the network's distribution; None: what the JSON says, else drawn (a macro network
    always plays the likeliest). force: load and play in spite of a mismatch. script: parameters
    that a macro network does not decide any more, by name. `about` is the JSON beside the network.
    AgentError where it cannot be loaded, and at the first decision of another scenario than it was
    trained in.

    The network is always shown the objective and options it was trained with (`conditioning`
    in the JSON): `values` float32 in the `columns` int64 of the observation.
    """

    game: ClassVar[str] = games.DEFAULT  # a subclass may play another one

    def __init__(
        self,
        path: str | Path,
        *,
        deterministic: bool | None = None,
        force: bool = False,
        script: Mapping[str, Any] | None = None,
    ) -> None:
        self.network, self.about = load_policy(path, force)
        if (plays := self.about.get("game", games.DEFAULT)) != self.game:
            raise AgentError(f"{path}: this network plays {plays}, not {self.game}")
        kind = interfaces_of(self.game)[self.about["config"]["interface"]]
        self.player = kind.player(self.network)
        if script:
            fix = getattr(self.player, "fix", None)
            if fix is None:
                raise AgentError(f"{path}: plays every micro-step itself, no script: {[*script]}")
            fix(script)
        self.path = path
        self.columns, self.values = self._conditioning()
        self._scenario = None if force else self.about["scenario_id"]
        chosen = self.about.get("deterministic") if deterministic is None else deterministic
        if chosen is not None:
            self.deterministic = bool(chosen)
        self.reset(self._first_seat(), 0)

    @property
    def definition(self) -> GameDefinition:
        """That of its game. No attribute: an agent can be copied and pickled."""
        return games.game(self.game).definition()

    def _first_seat(self) -> str:
        """A seat that it can play."""
        return self.definition.seats[0]

    def _conditioning(self) -> tuple[np.ndarray, np.ndarray]:
        """Where the network gets fixed numbers in place of the game's: int64, float32."""
        given = self.about.get("conditioning", {})
        try:
            values = np.array([*given.values()], np.float32).reshape(len(given))
            return stored_of(self.game).at(list(given)), values
        except (AttributeError, KeyError, TypeError, ValueError):
            raise AgentError(
                f"{self.path}: conditioning is {shown(given)}, expected labels of the observation, "
                "each with a number"
            ) from None

    @property
    def deterministic(self) -> bool:
        """Whether it plays its likeliest action."""
        return self.player.deterministic

    @deterministic.setter
    def deterministic(self, value: bool) -> None:
        self.player.deterministic = value

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed, self.definition.seats)
        self._last: tuple[Any, ...] | None = None

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any = None) -> int:
        view = None
        if env_view is not None:
            at = np.zeros(1, np.int64)
            view = GamesView(env_view.scenario, env_view.records(), at, self.definition)
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
        if view is not None:
            self.check(view.scenario)
        return self.player.act_batch(self.condition(observations), masks, draws, view)

    def explain(self) -> str:
        """What the network weighed at the last decision."""
        if self._last is None:
            return "nothing has been decided yet"
        observation, *rest = self._last
        return self.player.explain(self.condition(observation[None])[0], *rest)

    def weigh(self) -> tuple[str, list[tuple[int, float]]]:
        """What the probabilities at the last decision are, and the likeliest actions with them."""
        if self._last is None:
            return "", []
        observation, mask, _, env_view = self._last
        return self.player.weigh(self.condition(observation[None])[0], mask, env_view)

    def value(self, observation: np.ndarray) -> float:
        """The network's estimate of the reward still to come, for the seat that looks."""
        return float(self.player.network.values(self.condition(observation[None]))[0])

    def condition(self, observations: np.ndarray) -> np.ndarray:
        """Observations (M, size) as the network is shown them, in a copy."""
        conditioned = observations.copy()
        conditioned[:, self.columns] = self.values
        return conditioned

    def check(self, scenario: Any) -> None:
        """AgentError where the network was trained in another scenario."""
        here = scenario.id
        if self._scenario is not None and here != self._scenario:
            raise AgentError(
                f"{self.path}: scenario_id is {self._scenario!r}, but this game's is {here!r}: "
                "the network was trained in another scenario; force=true plays it anyway"
            )
