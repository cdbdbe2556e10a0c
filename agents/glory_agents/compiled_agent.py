"""The Python agent around compiled play, for the games whose scripts are one compiled function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from glory_env.envs.agent import Draws, GamesView, GameView

# play(games, tables, rows, masks, draws, actions) fills the actions int64 (M,) of games (M,), from
# masks int8 (M, N_ACTIONS) and draws float64 (M,).
Play = Callable[..., None]


class CompiledAgent:
    """Plays by a compiled function of what its seat sees. A class of each game names its words.

    name: for `explain`. play: a function as `Play` is. row: its parameters, a record array (1,).
    """

    seats: ClassVar[Sequence[str]]
    decisions: ClassVar[Sequence[str]]  # names, by number
    describe: ClassVar[Callable[..., str]]

    def __init__(self, name: str, play: Play, row: np.ndarray) -> None:
        self.name = name
        self.row = row
        self._play = play
        self.reset(self.seats[0], 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed, self.seats)
        self._last = "nothing has been decided yet"

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        games = env_view.records()
        decision = self.decisions[int(games["decision"][0])]
        draws = np.array([self._draws.next()])
        action = int(self._actions(games, mask[None], draws, env_view.scenario)[0])
        words = self.describe(env_view.scenario, action)
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
