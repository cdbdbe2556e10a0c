"""Games of two scripts up to the end of turn 2: how often Japan has won by then.

A rush of undefended places can bring Japan the VP of a sudden victory in turn 1 or 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.aleutians.agent import CompiledAgent
from glory_agents.aleutians.script import play_out
from glory_env.core.dice import key_from_seed
from glory_env.core.stepping import PLAY_ON
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import Agent
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.generated import kernels

TURNS = 2


class Early:
    """Plays scripts against each other as their agents play; scenario: one that is loaded."""

    def __init__(self, scenario: Any) -> None:
        self._tables = scenario.tables
        self._trace, self._mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        self._game, self._work = np.zeros(1, st.GAME), np.zeros(1, st.GAME)

    def wins(self, japan: Agent, allies: Agent, games: int, first: int) -> np.ndarray:
        """Whether Japan has won by turn 2, bool (games,); game k has the dice of seed first + k.

        ValueError for an agent that is no script.
        """
        rows = np.concatenate([_row(japan), _row(allies)])
        return np.array([self._won(rows, key_from_seed(first + k)) for k in range(games)])

    def _won(self, rows: np.ndarray, key: int) -> bool:
        game, tables, trace, mask = self._game, self._tables, self._trace, self._mask
        game[:] = np.zeros(1, st.GAME)
        game["key"] = key
        kernels.begin(game, 0, tables)
        kernels.step(game, 0, tables, trace, mask, PLAY_ON, True)
        play_out(game, tables, trace, mask, self._work, rows, key, TURNS + 1)
        ended = game[0]
        return bool(ended["cause"] == st.BY_POINTS and ended["level"] == len(st.LEVELS) - 1)


def _row(agent: Agent) -> np.ndarray:
    if not isinstance(agent, CompiledAgent):
        raise ValueError(f"{agent!r} is no script")
    return agent.row
