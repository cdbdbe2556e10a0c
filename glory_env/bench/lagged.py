"""Does a seat offer more after it has been offered more? A regression over the turns of games.

A row is a seat's first offer of a turn. Its value is the share of the total that it leaves the
other seat; the regressor is the share that the other seat's first offer left this one in the turn
before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_env.bench.dilemma import Cell
from glory_env.bench.regression import poisson_coefficient
from glory_env.bench.statistics import Estimate
from glory_env.bench.store import ResultsStore
from glory_env.core.state import SERVICES

Rows = dict[str, np.ndarray]


def panel(offers: np.ndarray) -> Rows:
    """All rows of games, of their first offers int16 (N, turns, 3) (`metrics.first_offers`).

    A turn counts where the seat made an offer and the other seat made one in the turn before.
    left, before: float64 (M,), shares of the total; total: of the turn, units of tonnage; turn,
    seat, game: int64 (M,).
    """
    totals = offers[:, :, len(SERVICES)].astype(np.float64)
    shares = offers[:, :, : len(SERVICES)] / np.maximum(totals, 1)[:, :, None]
    made = (offers[:, :, : len(SERVICES)] >= 0) & (totals > 0)[:, :, None]
    parts = []
    for seat in range(len(SERVICES)):
        both = made[:, 1:, seat] & made[:, :-1, 1 - seat]
        game, turn = np.nonzero(both)  # the turn before, by number
        parts.append(
            {
                "left": shares[game, turn + 1, seat],
                "before": shares[game, turn, 1 - seat],
                "total": totals[game, turn + 1],
                "turn": turn + 1,
                "seat": np.full(len(game), seat),
                "game": game,
            }
        )
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def reciprocity(store: ResultsStore[Any], cell: Cell) -> tuple[Estimate | None, int]:
    """The coefficient in the games of a cell, and how many rows there are.

    Poisson pseudo-maximum likelihood; a coefficient b says that a share that is 0.1 higher goes
    with an answer that is exp(0.1 b) times as high. Controls: turn, logarithm of the total, seat,
    and which policy offers; errors clustered by game.
    """
    found, games = [], 0
    for members, pair in cell.items():
        rows = panel(store.games(pair).offers)
        rows["policy"] = np.array(members)[rows["seat"]]
        rows["game"] = rows["game"] + games
        games += len(store.games(pair).seeds)
        found.append(rows)
    rows = {name: np.concatenate([part[name] for part in found]) for name in found[0]}
    return fit(rows), len(rows["left"])


def fit(rows: Mapping[str, np.ndarray]) -> Estimate | None:
    """The coefficient of `panel`'s rows; "policy" beside them: int64 (M,), who offers."""
    return poisson_coefficient(
        rows["left"],
        rows["before"],
        np.log(rows["total"])[:, None],
        np.column_stack([rows["turn"], rows["seat"], rows["policy"]]),
        rows["game"],
    )
