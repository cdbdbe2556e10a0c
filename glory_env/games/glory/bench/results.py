"""Finished games of Glory and the figures of an evaluation made of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from glory_env.bench.results import Results
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.state import CAUSES, COMPLETED, SERVICES

# Figure of `GloryResults.summary` -> column. A service loses where the other one wins.
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


class GloryResults(Results):
    """Turns, GP, margin (army minus navy) and rewards are means over all games, lost ones too."""

    @property
    def outcome(self) -> np.ndarray:
        """int8 (N,), state.COMPLETED or GAME_OVER."""
        return self.finals["outcome"]

    @property
    def cause(self) -> np.ndarray:
        """int8 (N,), index in state.CAUSES."""
        return self.finals["cause"]

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

    def measured(self) -> dict[str, np.ndarray]:
        """`metrics.columns`."""
        return columns(self.finals, self.tables)

    def figures(self) -> Mapping[str, str]:
        return SUMMARY
