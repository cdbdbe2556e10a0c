"""Agents that are not part of the project: what they are given is theirs, and they end no program.

Such code gets copies. Of the game it has only what its seat knows, so neither the true record nor
the dice can be reached from what it holds. It runs in this process all the same: whoever measures
it plays its actions again (`glory_env.bench.pairs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from glory_env.core.record import copy_games
from glory_env.envs.agent import Agent, AgentError, GamesView, GameView, plays_batches

PROJECT = ("glory_agents", "glory_env")  # packages


class SeenGames(GamesView):
    """Many games as those who decide in them know them: the records are concealed already."""

    def records(self) -> np.ndarray:
        return copy_games(self._games)


class Guard:
    """An agent that is not part of the project, named `name` in errors.

    Attributes are those of the agent itself. SystemExit and whatever else would end the program
    becomes an AgentError; ordinary errors stay as they are, for those who write the agent.
    """

    def __init__(self, agent: Any, name: str = "") -> None:
        self.__dict__["guarded_agent"] = agent
        self.__dict__["guarded_name"] = name or f"{type(agent).__module__}:{type(agent).__name__}"

    def reset(self, seat: str, seed: int) -> None:
        self._call("reset", seat, seed)

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any) -> int:
        action: int = self._call("act", _copy(observation), _copy(mask), own_view(env_view))
        return action

    def explain(self) -> str:
        said: str = self._call("explain")
        return said

    def _call(self, method: str, *given: Any) -> Any:
        try:
            return getattr(self.guarded_agent, method)(*given)
        except (Exception, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise AgentError(f"agent {self.guarded_name!r}: {method}: {one_line(error)}") from None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "guarded_agent" not in self.__dict__:  # while it is copied
            raise AttributeError(name)
        return getattr(self.__dict__["guarded_agent"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.guarded_agent, name, value)


class BatchGuard(Guard):
    """One that plays many games at once."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: Any
    ) -> np.ndarray:
        given = _copy(observations), _copy(masks), _copy(draws), own_views(view)
        actions: np.ndarray = self._call("act_batch", *given)
        return actions


def guard(agent: Any, name: str = "") -> Guard:
    """The agent behind a guard. name: for errors; "": that of its class."""
    if isinstance(agent, Guard):
        return agent
    return (BatchGuard if plays_batches(agent) else Guard)(agent, name)


def guarded(agent: Any) -> Agent:
    """The agent, behind a guard where it is not part of the project."""
    player: Agent = guard(agent) if _is_from_elsewhere(agent) else agent
    return player


def strangers(*agents: Any) -> list[str]:
    """The names of agents that are not part of the project, those inside of others too."""
    return list(dict.fromkeys(name for agent in agents for name in _strangers_in(agent, set())))


def _strangers_in(agent: Any, met: set[int]) -> Iterator[str]:
    if id(agent) in met:
        return
    met.add(id(agent))
    if isinstance(agent, Guard):
        yield agent.guarded_name
    elif _is_from_elsewhere(agent):
        yield Guard(agent).guarded_name
    else:
        inner = (value for value in getattr(agent, "__dict__", {}).values())
        for one in inner:
            if hasattr(one, "act") or hasattr(one, "act_batch"):
                yield from _strangers_in(one, met)


def _is_from_elsewhere(agent: Any) -> bool:
    return type(agent).__module__.partition(".")[0] not in PROJECT


def own_view(view: Any) -> Any:
    """What an agent sees of one game, as a game of its own: a `GameView`; others stay."""
    if not isinstance(view, GameView):
        return view
    game = view._game
    detached = SimpleNamespace(
        scenario=game.scenario,
        options=game.options,
        games=view.records(),
        mask=game.mask.copy(),
        game_class=game.game_class,
    )
    return GameView(detached, view.seat)


def own_views(view: Any) -> Any:
    """The same of many games, whatever has `scenario` and `records`; None stays."""
    if view is None:
        return None
    records = view.records()
    definition = getattr(view, "_definition", None)
    return SeenGames(view.scenario, records, np.arange(len(records)), definition)


def _copy(array: Any) -> Any:
    return array.copy() if isinstance(array, np.ndarray) else array


def one_line(error: BaseException) -> str:
    """What other people's code has raised, in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
