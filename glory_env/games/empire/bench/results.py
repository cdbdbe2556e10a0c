"""Finished games of Empire of the Sun and the figures of an evaluation made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from glory_env.bench.results import Results
from glory_env.games.empire.engine.rewards import LEVELS, column_of
from glory_env.games.empire.rules.victory import vp

# Figure of `EmpireResults.summary` -> how it is written, in words.
FIGURES = {
    **{f"level_{name}": ("share", name.replace("_", " ")) for name in LEVELS},
    "vp": ("number", "VP at the end"),
    "will": ("number", "will of the US at the end"),
    "turns": ("number", "turns"),
    "reward_japan": ("signed", "reward of Japan"),
    "japan_wins": ("share", "Japan wins"),
}


class EmpireResults(Results):
    """Japan wins tactically or decisively."""

    cells: ClassVar = {
        "wins": ("japan_wins", "share", 0, "Japan wins"),
        "vp": ("vp", "number", 1, "VP at the end"),
        "turns": ("turns", "number", 1, "turns"),
    }

    def measured(self) -> dict[str, np.ndarray]:
        levels = np.array([column_of(int(level)) for level in self.finals["level"]])
        return {
            **{f"level_{name}": levels == k for k, name in enumerate(LEVELS)},
            "vp": np.array([self._points(k) for k in range(len(self))], np.float64),
            "will": self.finals["will"].astype(np.float64),
            "turns": self.finals["turn"].astype(np.float64),
            "japan_wins": self.finals["level"] > 0,
        }

    def words(self) -> Mapping[str, tuple[str, str]]:
        return FIGURES

    def game(self, k: int) -> dict[str, Any]:
        return {
            "seed": int(self.seeds[k]),
            "level": LEVELS[column_of(int(self.finals["level"][k]))],
            "vp": self._points(k),
            "turn": int(self.turn[k]),
        }

    def _points(self, k: int) -> int:
        return int(vp(self.finals[k], self.tables))
