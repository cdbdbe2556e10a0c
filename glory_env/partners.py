"""Who plays a seat: the agents' protocol, the random agent, and agents by name.

Names other than those here belong to the `agents` folder of the repository, which is looked up
only when such a name is asked for: run from the repository root.
"""

from __future__ import annotations

import importlib
from typing import Any, Protocol

import numpy as np

from glory_env.engine.describe import describe
from glory_env.engine.dice import key_from_seed
from glory_env.engine.game import Game
from glory_env.options import unknown


class AgentError(ValueError):
    """An agent name or parameter that does not exist; the message lists the valid ones."""


class GameView:
    """What an agent may do besides looking at its observation.

    seat: "army" or "navy". No dice key, no bytes, no sealed offer of the other seat.
    """

    def __init__(self, game: Any, seat: str) -> None:
        """game: a Game or a `glory_v0.raw_env`."""
        self._game = game
        self.seat = seat

    def describe(self, action: int) -> str:
        """An action in plain words."""
        return describe(self._game.scenario, action, self._game.games[0])

    def legal(self) -> list[int]:
        """The legal action numbers."""
        return [int(k) for k in np.flatnonzero(self._game.mask)]

    def clone(self, seed: int) -> Game:
        """A copy to plan on: other dice, and no offer the seat has not seen."""
        twin = Game.of(self._game.scenario, self._game.options, self._game.games)
        twin.games["key"] = key_from_seed(seed)
        twin.hide_unseen(self.seat)
        return twin


class Agent(Protocol):
    """A player of one seat."""

    def reset(self, seat: str, seed: int) -> None:
        """A new game begins; seed drives the agent's own randomness."""

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any) -> int:
        """A legal action: observation float32 (OBSERVATION_SIZE,), mask int8 (309,)."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray
    ) -> np.ndarray:
        """Actions int64 (M,) for M games at once, with the same play as `act`.

        observations float32 (M, OBSERVATION_SIZE), masks int8 (M, 309); draws float64 (M,) in
        [0, 1) are all the randomness a sampled policy may use.
        """

    def explain(self) -> str:
        """Why the last action was chosen, in words."""


class RandomAgent:
    """Uniform over the legal micro-steps."""

    def __init__(self) -> None:
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._rng = np.random.default_rng([seed, ("army", "navy").index(seat)])
        self._count = 0

    def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
        legal = np.flatnonzero(mask)
        self._count = len(legal)
        return int(legal[self._rng.integers(len(legal))])

    def act_batch(self, observations: Any, masks: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """The k-th legal action of each game, k = draw * number of legal actions."""
        ranks = np.cumsum(masks, axis=1, dtype=np.int32)
        picks = (draws * ranks[:, -1]).astype(np.int32)
        return (ranks > picks[:, None]).argmax(axis=1)

    def explain(self) -> str:
        return f"drawn from {self._count} legal actions, all alike"


def make_agent(name: str) -> Agent:
    """An agent by name, or a checkpoint folder or file; AgentError lists what there is."""
    if name == "random":
        return RandomAgent()
    try:
        make = importlib.import_module("agents").make_agent
    except (ImportError, AttributeError):  # another package may own that name
        raise AgentError(
            unknown("agent", name, ("random",))
            + "; others are in the folder agents/: run from the repository root"
        ) from None
    return make(name)
