"""The Python agent around compiled play: a scripted plan, or careful random play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from glory_env.envs.agent import Draws, GamesView, GameView
from glory_env.games.aleutians.describe import describe
from glory_env.games.aleutians.state import DECISIONS, SIDES

# Fills the actions int64 (M,) of GAME (M,); its other arguments are those of `script.script_all`.
Play = Callable[..., None]


class CompiledAgent:
    """Plays by a compiled function of what its seat sees.

    name: for `explain`. play: `script.script_all`, or a function of its form. row: SCRIPT (1,).
    """

    def __init__(self, name: str, play: Play, row: np.ndarray) -> None:
        self.name = name
        self.row = row
        self._play = play
        self.reset(SIDES[0], 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed, SIDES)
        self._last = "nothing has been decided yet"

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        games = env_view.records()
        decision = DECISIONS[int(games["decision"][0])]
        draws = np.array([self._draws.next()])
        action = int(self._actions(games, mask[None], draws, env_view.scenario)[0])
        words = describe(env_view.scenario, action)
        self._last = f"{self.name} answers {decision.replace('_', ' ')} with {words}"
        return action

    def act_batch(
        self, observations: Any, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        return self._actions(view.records(), masks, draws, view.scenario)

    def explain(self) -> str:
        """The last decision and its answer."""
        return self._last

    def _actions(
        self, games: np.ndarray, masks: np.ndarray, draws: np.ndarray, scenario: Any
    ) -> np.ndarray:
        actions = np.empty(len(games), np.int64)
        self._play(games, scenario.tables, self.row, masks, draws, actions)
        return actions
