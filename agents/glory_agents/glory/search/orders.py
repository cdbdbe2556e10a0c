"""Orders for a turn: the script parameters that a network, or a script, plays a turn by."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.base import Agent, AgentError, build
from glory_agents.glory.macro.parameters import HEADS
from glory_agents.glory.macro.turns import observe_all
from glory_agents.glory.scripted.named import NAMED, row_of
from glory_agents.learned.entries import networks, pretrained
from glory_agents.learned.shipped import alias_target
from glory_env.core.errors import shown, unknown
from glory_env.games.glory.sections import OBSERVATION_SIZE

CHOICES = len(HEADS)  # numbers that a draw of orders takes


class Orders:
    """Who gives a seat its orders at the start of a turn.

    name: as in the registry. It is a network of the interface macro, or a script, which orders the
    same in every turn.
    """

    def __init__(self, name: str, agent: Agent | None = None, row: np.ndarray | None = None):
        self.name = name
        self._agent: Any = agent
        self._row = row

    def rows(
        self, games: np.ndarray, tables: np.ndarray, seat: int, draws: np.ndarray | None = None
    ) -> np.ndarray:
        """SCRIPT (N,) for one seat of games GAME (N,), each at the start of a turn or in it.

        draws: float64 (N, CHOICES) in [0, 1) to draw from the network's distribution; None for its
        likeliest orders.
        """
        if self._row is not None:
            return np.repeat(self._row, len(games))
        seen = np.empty((len(games), OBSERVATION_SIZE), np.float32)
        observe_all(games, tables, np.full(len(games), seat, np.int8), seen)
        player = self._agent.player
        rows: np.ndarray = player.rows_of(player.choices(self._agent.condition(seen), draws))
        return rows


def orders_by(key: str, name: str) -> Orders:
    """The orders of a script or a network by its name; AgentError names the parameter `key`."""
    if name in NAMED:
        return Orders(name, row=row_of(name))
    given = name.partition(":")[0]
    try:
        known = networks(given)
        if given not in known:
            raise AgentError(unknown("script or network", given, (*NAMED, *known)))
        agent = build(name, known)
    except AgentError as error:
        raise AgentError(f"parameter {key!r}: {error}") from None
    if not _gives_orders(agent):
        raise AgentError(
            f"parameter {key!r}: expected a script or a network of the interface macro, "
            f"got {shown(name)}"
        )
    return Orders(name, agent)


def shipped_orders() -> list[Orders]:
    """Those of the networks that come with the project, each once."""
    entries = pretrained()
    names = [name for name, one in entries.items() if one.installed and alias_target(name) is None]
    agents = {name: build(name, entries) for name in names}
    return [Orders(name, agent) for name, agent in agents.items() if _gives_orders(agent)]


def _gives_orders(agent: Any) -> bool:
    """Whether it is a network of the interface macro."""
    return hasattr(agent, "player") and hasattr(agent.player, "script_rows")
