"""Finished games and the figures of an evaluation made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from glory_env import games
from glory_env.bench.statistics import Estimate, bootstrap
from glory_env.game.bundle import Bundle


@dataclass(frozen=True, eq=False)
class Results:
    """Finished games of one scenario, one row each (first axis N).

    Of a game that measures nothing of its own. Others have a subclass (`Bundle.results`).
    """

    seeds: np.ndarray  # int64 (N,), of the dice
    finals: np.ndarray  # GAME (N,), the records as the games ended, with their logs
    rewards: np.ndarray  # float64 (N, 2), by seat
    tables: Any  # the scenario's TABLES record
    seats: tuple[str, ...]

    # Figures of a cell of a cross-play besides the reward: name -> column, form, digits, words.
    cells: ClassVar[Mapping[str, tuple[str, str, int, str]]] = {
        "turns": ("turns", "number", 1, "turns")
    }

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def turn(self) -> np.ndarray:
        """int16 (N,), the turn reached."""
        return self.finals["turn"]

    def columns(self) -> dict[str, np.ndarray]:
        """What figures are made of, each seat's reward among it, (N,); shares are bool."""
        paid = {f"reward_{name}": self.rewards[:, k] for k, name in enumerate(self.seats)}
        return self.measured() | paid

    def measured(self) -> dict[str, np.ndarray]:
        """What the game itself measures, (N,)."""
        return {"turns": self.turn.astype(np.float64)}

    def figures(self) -> Mapping[str, str]:
        """Figure of `summary` -> column."""
        return {name: name for name in self.words()}

    def words(self) -> Mapping[str, tuple[str, str]]:
        """Figure -> form (`report.tables.FORMS`) and words, for a table."""
        paid = {f"reward_{name}": ("signed", f"reward of {name}") for name in self.seats}
        return {**paid, "turns": ("number", "turns")}

    def game(self, k: int) -> dict[str, Any]:
        """Game k as plain values for JSON."""
        return {"seed": int(self.seeds[k]), "rewards": self.rewards[k].tolist()}

    def summary(self) -> dict[str, Estimate]:
        """Figure -> mean with 95 % interval; shares are of all games. ValueError without games."""
        values = self.columns()
        return bootstrap({name: values[key] for name, key in self.figures().items()}, self.seeds)


def results_of(definition: str) -> type[Results]:
    """The class of a game by the name of its definition."""
    bundle: Bundle | None = games.by_definition(definition)
    return (bundle.results() if bundle else None) or Results
