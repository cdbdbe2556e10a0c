"""The Python agent around a script."""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.scripted.rows import SCRIPT
from agents.scripted.script import script_all, script_one
from glory_env.partners import Draws, GamesView, GameView


class ScriptedAgent:
    """Plays a row of parameters; also in solo, where it holds both services.

    row: SCRIPT (1,), see `agents.scripted.rows.script_row`.
    """

    def __init__(self, row: np.ndarray) -> None:
        self.row = row
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed)
        self._reason = "nothing has been decided yet"

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        games, tables = env_view.records(), env_view.scenario.tables
        action = int(script_one(games, 0, tables, self.row, mask, self._draws.next()[0]))
        self._view, self._action = env_view, action
        return action

    def act_batch(
        self, observations: Any, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        actions = np.empty(len(draws), np.int64)
        script_all(view.records(), view.scenario.tables, self.row, masks, draws, actions)
        return actions

    def explain(self) -> str:
        return self._reason
