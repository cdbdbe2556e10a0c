"""Who plays a seat: the agents' protocol, the random agent, and agents by name.

Every name but `random` belongs to a package of agents, found by its entry point of the group
`glory_env.agents`; this package does not import it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, Protocol, TypeGuard

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, key_from_seed
from glory_env.core.errors import shown
from glory_env.core.installed import advice
from glory_env.core.record import copy_games
from glory_env.game.definition import GameDefinition
from glory_env.games import DEFAULT, by_definition
from glory_env.games import game as game_named

PLAY = 1 << 20  # sets agents' draws apart from the dice, which may come from the same key


class AgentError(ValueError):
    """An agent name or parameter that does not exist; the message lists the valid ones."""


class GameView:
    """What an agent may do besides looking at its observation.

    seat: "army" or "navy". No dice key, no bytes, no sealed offer of the other seat.
    """

    def __init__(self, game: Any, seat: str) -> None:
        """game: a Game, a `raw_env`, or what else has scenario, options, games (1,), mask and
        game_class.
        """
        self._game = game
        self._definition: GameDefinition = game.game_class.definition
        self.seat = seat

    @property
    def scenario(self) -> Any:
        """Map, charts and counters; `scenario.tables` are what compiled functions take."""
        return self._game.scenario

    def records(self, seed: int = 0) -> np.ndarray:
        """The game as a GAME array (1,), with other dice and no offer the seat has not seen."""
        games = copy_games(self._game.games)
        games["key"] = seed
        seat = self._definition.seats.index(self.seat)
        self._definition.kernels.hide(games, 0, self._game.scenario.tables, seat)
        return games

    def describe(self, action: int) -> str:
        """An action in plain words."""
        return self._definition.describe(self._game.scenario, action, self._game.games[0])

    def legal(self) -> list[int]:
        """The legal action numbers."""
        return [int(k) for k in np.flatnonzero(self._game.mask)]

    def clone(self, seed: int) -> Any:
        """A copy to plan on, a `GamePlay`: other dice, and no offer the seat has not seen."""
        twin = self._game.game_class.of(self._game.scenario, self._game.options, self._game.games)
        twin.games["key"] = key_from_seed(seed)
        twin.hide_unseen(self.seat)
        return twin


class GamesView:
    """What an agent may do with many games in which it has to decide."""

    def __init__(
        self,
        scenario: Any,
        games: np.ndarray,
        at: np.ndarray,
        definition: GameDefinition | None = None,
    ) -> None:
        """games: array of game records; at: integers (M,), those the agent is asked about.

        definition: of the game; default Glory's.
        """
        self.scenario = scenario
        self._definition = definition or game_named().definition()
        self._games = games
        self._at = at

    def records(self) -> np.ndarray:
        """Their records, GAME (M,), without dice and offers the agent has not seen."""
        rows = self._games.view(np.uint8).reshape(len(self._games), self._games.itemsize)
        games: np.ndarray = rows[self._at].reshape(-1).view(self._games.dtype)
        self._definition.kernels.conceal(games, self.scenario.tables)
        return games


class Draws:
    """An agent's own randomness in one game: the same numbers as in a batched evaluation."""

    def __init__(self, seat: str, seed: int, seats: Sequence[str] = ()) -> None:
        """seats: of the game; default those of Glory."""
        self._key = key_from_seed(seed)
        self._seat = (seats or game_named().seats).index(seat)
        self._count = 0

    def next(self) -> float:
        """A uniform number in [0, 1)."""
        drawn = draw(self._key, self._seat, self._count)
        self._count += 1
        return drawn


@rule
def draw(key: int, seat: int, count: int) -> float:
    """The uniform number in [0, 1) for a seat's decision number `count`."""
    return hash_key(key, PLAY + seat, count) / 4294967296.0


@rule
def fill_draws(keys: Array[int], seat: int, decisions: Array[int], draws: Array[float]) -> None:
    """Uniform numbers in [0, 1), float64 (M,), for the dice keys and decision numbers (M,)."""
    for i in range(keys.shape[0]):
        draws[i] = draw(keys[i], seat, decisions[i])


class Agent(Protocol):
    """A player of one seat."""

    def reset(self, seat: str, seed: int) -> None:
        """A new game begins; seed drives the agent's own randomness (see `Draws`)."""

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any) -> int:
        """A legal action: observation float32 (OBSERVATION_SIZE,), mask int8 (N_ACTIONS,)."""

    def explain(self) -> str:
        """Why the last action was chosen, in words."""


class BatchAgent(Agent, Protocol):
    """An agent that plays many games at once; one that is not (a planner) plays them singly."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        """Actions int64 (M,) for M games at once, with the same play as `act`.

        observations float32 (M, OBSERVATION_SIZE), masks int8 (M, N_ACTIONS); draws float64 (M,) in
        [0, 1) are all the randomness a policy may use.
        """


def plays_batches(agent: Agent) -> TypeGuard[BatchAgent]:
    """Whether it can play many games at once, by `act_batch`."""
    return hasattr(agent, "act_batch")


class RandomAgent:
    """Uniform over the legal micro-steps. seats: of the game; default those of Glory."""

    def __init__(self, seats: Sequence[str] = ()) -> None:
        self._seats = seats or game_named().seats
        self.reset(self._seats[0], 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed, self._seats)
        self._count = 0

    def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
        self._count = int(mask.sum())
        return int(self.act_batch(None, mask[None], np.array([self._draws.next()]))[0])

    def act_batch(
        self, observations: Any, masks: np.ndarray, draws: np.ndarray, view: Any = None
    ) -> np.ndarray:
        """The k-th legal action of each game, k = draw * number of legal actions."""
        ranks = np.cumsum(masks, axis=1, dtype=np.int32)
        picks = (draws * ranks[:, -1]).astype(np.int32)
        actions: np.ndarray = (ranks > picks[:, None]).argmax(axis=1)
        return actions

    def explain(self) -> str:
        return f"drawn from {self._count} legal actions, all alike"


@cache
def catalogue() -> ModuleType:
    """The package of agents; AgentError where glory-env is not installed."""
    for point in entry_points(group="glory_env.agents"):
        module: ModuleType = point.load()
        return module
    raise AgentError(f"glory-env is not installed here: {advice()}")


def make_agent(name: str, force: bool = False, game: str = DEFAULT) -> Agent:
    """An agent by name, or a checkpoint folder or file; AgentError lists what there is.

    force: load a network in spite of a mismatch. game: the name of the one it is to play.
    """
    if name == "random":
        return RandomAgent(game_named(game).seats)
    agent: Agent = catalogue().make_agent(name, force, game)
    return agent


def agent_for(partner: str | Agent, definition: GameDefinition) -> Agent:
    """A partner of the environments of a game, given as an agent or its name; AgentError."""
    if isinstance(partner, str):
        bundle = by_definition(definition.name)
        return make_agent(partner, game=bundle.name if bundle else DEFAULT)
    if not hasattr(partner, "act"):
        raise AgentError(f"partner: expected an agent or its name, got {shown(partner)}")
    return partner


def is_held_out(name: str) -> bool:
    """Whether an agent is kept for measuring generalisation: no trainer may play with it."""
    return bool(catalogue().is_held_out(name))


def make_pair(
    army: str, navy: str, solo: bool = False, force: bool = False, deterministic: bool = False
) -> tuple[Agent, Agent]:
    """An agent for each seat, by name. Solo, a planner plans for both seats on one budget.

    deterministic: those that can play their likeliest actions do.
    """
    first = make_agent(army, force)
    is_one_mind = solo and not plays_batches(first)
    second = first if is_one_mind else make_agent(navy, force)
    for agent in (first, second):
        if deterministic and hasattr(agent, "deterministic"):
            agent.deterministic = True
    return first, second
