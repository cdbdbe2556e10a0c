"""What plays a character's decisions: a macro network, or a script where that does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_agents.glory.scripted.named import row_of
from glory_agents.learned.entries import entry
from glory_agents.learned.shipped import PRETRAINED
from glory_env.envs.agent import GamesView, GameView

Moods = Mapping[str, Mapping[str, Any]]  # parameters of a script that are fixed, by mood
SCRIPT = "withdraw_in_time"  # in scenarios that the network was not trained in


class NetworkHand:
    """A macro network, with the parameters of each mood in place of its own."""

    def __init__(self, name: str, moods: Moods) -> None:
        from glory_agents.glory.macro.player import MacroPlayer

        self._agent = cast(Any, entry(PRETRAINED / name).make({}))
        self._players = {mood: MacroPlayer(self._agent.network) for mood in moods}
        for mood, given in moods.items():
            self._players[mood].fix(given)
        self.scenario_id = self._agent.about["scenario_id"]

    def act_batch(
        self, mood: str, seen: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        """Actions int64 (M,) in a mood."""
        return self._players[mood].act_batch(self._agent.condition(seen), masks, draws, view)

    def weigh(
        self, mood: str, seen: np.ndarray, mask: np.ndarray, view: GameView
    ) -> tuple[str, list[tuple[int, float]]]:
        """The likeliest actions with their probabilities, as `explain` wants them."""
        return self._players[mood].weigh(self._agent.condition(seen[None])[0], mask, view)

    def explain(
        self, mood: str, seen: np.ndarray, mask: np.ndarray, action: int, view: GameView
    ) -> str:
        """The parameters of the turn in words."""
        return self._players[mood].explain(self._agent.condition(seen[None])[0], mask, action, view)

    def row(self, mood: str, seen: np.ndarray) -> np.ndarray:
        """The parameters of a mood, SCRIPT (1,)."""
        player = self._players[mood]
        return player.rows_of(player.choices(self._agent.condition(seen[None])))

    def __deepcopy__(self, memo: dict[int, Any]) -> NetworkHand:
        """It does not change: copies of a character share it."""
        return self

    def value(self, seen: np.ndarray) -> float | None:
        """The network's estimate of the reward still to come."""
        return float(self._agent.value(seen))


class ScriptHand:
    """A script with the parameters of each mood."""

    def __init__(self, moods: Moods) -> None:
        self._rows = {mood: row_of(SCRIPT, dict(given)) for mood, given in moods.items()}
        self._scripts = {mood: ScriptedAgent(SCRIPT, row) for mood, row in self._rows.items()}

    def act_batch(
        self, mood: str, seen: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        return self._scripts[mood].act_batch(seen, masks, draws, view)

    def weigh(
        self, mood: str, seen: np.ndarray, mask: np.ndarray, view: GameView
    ) -> tuple[str, list[tuple[int, float]]]:
        return "", []

    def explain(
        self, mood: str, seen: np.ndarray, mask: np.ndarray, action: int, view: GameView
    ) -> str:
        return f"{view.describe(action)}, by the script {SCRIPT}"

    def row(self, mood: str, seen: np.ndarray) -> np.ndarray:
        return self._rows[mood]

    def __deepcopy__(self, memo: dict[int, Any]) -> ScriptHand:
        return self

    def value(self, seen: np.ndarray) -> float | None:
        return None
