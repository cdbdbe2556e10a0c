"""Finished games and the figures of an evaluation made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glory_env.games.glory.bench.metrics import columns
from glory_env.bench.statistics import Estimate, bootstrap
from glory_env.games.glory.state import CAUSES, COMPLETED, SERVICES

# Figure of `Results.summary` -> column. A service loses where the other one wins.
SUMMARY = {
    "completion": "completed",
    **{
        name: name
        for name in ("solo_victory", "welfare", "turns", "gp_army", "gp_navy", "margin",
                     "reward_army", "reward_navy")
    },
    **{
        f"{seat}_{ending}": column
        for seat, other in (SERVICES, SERVICES[::-1])
        for ending, column in (
            ("win", f"win_{seat}"), ("draw", "draw"), ("loss", f"win_{other}"),
            ("game_over", "over"),
        )
    },
    **{f"cause_{cause}": f"cause_{cause}" for cause in CAUSES[1:]},
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Results:
    """Finished games of one scenario, one row each (first axis N)."""

    seeds: np.ndarray  # int64 (N,), of the dice
    finals: np.ndarray  # GAME (N,), the records as the games ended, with their logs
    rewards: np.ndarray  # float64 (N, 2), army and navy
    tables: Any  # the scenario's TABLES record

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def outcome(self) -> np.ndarray:
        """int8 (N,), state.COMPLETED or GAME_OVER."""
        return self.finals["outcome"]

    @property
    def cause(self) -> np.ndarray:
        """int8 (N,), index in state.CAUSES."""
        return self.finals["cause"]

    @property
    def turn(self) -> np.ndarray:
        """int16 (N,), the turn reached."""
        return self.finals["turn"]

    @property
    def gp(self) -> np.ndarray:
        """int16 (N, 2), army and navy, also of games that were lost."""
        return self.finals["gp"]

    @property
    def total(self) -> np.ndarray:
        """int16 (N,), shipping at the end in units of 10,000 tons."""
        return self.finals["total"]

    @property
    def completed(self) -> np.ndarray:
        """bool (N,)."""
        completed: np.ndarray = self.outcome == COMPLETED
        return completed

    def columns(self) -> dict[str, np.ndarray]:
        """`metrics.columns` and each seat's reward, (N,); shares are bool."""
        rewards = {f"reward_{name}": self.rewards[:, k] for k, name in enumerate(SERVICES)}
        return columns(self.finals, self.tables) | rewards

    def summary(self) -> dict[str, Estimate]:
        """Figure -> mean with 95 % interval; shares are of all games. ValueError without games.

        Turns, GP, margin (army minus navy) and rewards are means over all games, lost ones too.
        """
        values = self.columns()
        return bootstrap({name: values[column] for name, column in SUMMARY.items()}, self.seeds)
