"""Statements about a game as targets for play: a figure of games, and the band it should lie in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.crossplay import DIGITS
from glory_env.bench.statistics import Estimate, Figure, derive

WITHIN, OUTSIDE, SHOWN, NOT_MEASURED = "within", "outside", "", "not measured"
INFINITY = float("inf")


class Target(NamedTuple):
    """One measurable statement and the band its figure should lie in.

    id: of the game's list. form: of `report.tables.FORMS`. figure: None where it is not measured;
    `why` then says so.
    """

    id: str
    name: str
    form: str
    low: float = -INFINITY
    high: float = INFINITY
    figure: Figure | None = None
    why: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the figure is shown without a band."""
        return self.low == -INFINITY and self.high == INFINITY

    @property
    def band(self) -> str:
        """The band in words, for the table."""
        if self.is_open:
            return ""
        factor, unit = (100, " %") if self.form == "share" else (1, "")
        low, high = f"{factor * self.low:.3g}", f"{factor * self.high:.3g}"
        if 0 < self.low < 0.001:
            return "> 0" + unit
        if self.low <= 0:
            return f"<= {high}{unit}"
        if self.form == "share" and self.high >= 1:
            return f">= {low}{unit}"
        return f"{low} to {high}{unit}"


def measure(
    targets: Sequence[Target], columns: Mapping[str, np.ndarray], seeds: np.ndarray
) -> list[tuple[Target, Estimate | None]]:
    """Every target with its figure over games; None where there is none.

    columns: (N,). seeds: int64 (N,), of the dice.
    """
    formulas = {str(k): t.figure for k, t in enumerate(targets) if t.figure is not None}
    estimates = derive(formulas, columns, seeds)
    return [(target, estimates.get(str(k))) for k, target in enumerate(targets)]


def verdict(target: Target, estimate: Estimate | None) -> str:
    """Whether the measured mean lies in the band; the interval is for the reader to weigh."""
    if estimate is None:
        return NOT_MEASURED
    if target.is_open:
        return SHOWN
    return WITHIN if target.low <= estimate.mean <= target.high else OUTSIDE


def judged(rows: Sequence[tuple[Target, Estimate | None]]) -> list[dict[str, Any]]:
    """Targets and what games say of them, as plain values for JSON."""
    return [
        {
            "id": target.id,
            "name": target.name,
            "form": target.form,
            "band": target.band,
            "measured": None if estimate is None else estimate.rounded(DIGITS),
            "verdict": verdict(target, estimate),
            "why": target.why,
        }
        for target, estimate in rows
    ]
