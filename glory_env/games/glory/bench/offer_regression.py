"""Does a seat offer more after it has been offered more? A regression over the turns of games.

A row is a seat's first offer of a turn. Its value is the share of the total that it leaves the
other seat; the regressor is the share that the other seat's first offer left this one in the turn
before. The model is a Poisson regression (pseudo-maximum likelihood): with a coefficient b, a share
that is 0.1 higher goes with an answer that is exp(0.1 b) times as high. Controls, for each seat:
turn, logarithm of the total, and what both seats spent on activation in the turn before; and which
policy offers. Errors are clustered by game.

Needs last for several turns, and many policies offer by need: who needs much is left much and goes
on to leave little. So without the spending, which shows the needs, policies without memory have a
coefficient below 0. It does not show them in full, so that some of this is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_env.bench.regression import poisson_coefficient
from glory_env.bench.statistics import Estimate
from glory_env.games.glory.bench.cells import Cell
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import SERVICES

Rows = dict[str, np.ndarray]


def panel(offers: np.ndarray) -> Rows:
    """All rows of games, of their first offers int16 (N, turns, 5) (`metrics.offer_log`).

    A turn counts where the seat made an offer and the other seat made one in the turn before.
    left, before, spent, other_spent: float64 (M,), shares of the total of their turn, the last two
    on activation in the turn before; total: float64 (M,), of the turn, units of tonnage; turn,
    seat, game: int64 (M,).
    """
    seats = len(SERVICES)
    totals = offers[:, :, 2 * seats].astype(np.float64)
    shares = offers[:, :, : 2 * seats] / np.maximum(totals, 1)[:, :, None]
    offered = (offers[:, :, :seats] >= 0) & (totals > 0)[:, :, None]
    parts = []
    for seat in range(seats):
        other = 1 - seat
        game, turn = np.nonzero(offered[:, 1:, seat] & offered[:, :-1, other])  # the turn before
        parts.append(
            {
                "left": shares[game, turn + 1, seat],
                "before": shares[game, turn, other],
                "spent": shares[game, turn, seats + seat],
                "other_spent": shares[game, turn, seats + other],
                "total": totals[game, turn + 1],
                "turn": turn + 1,
                "seat": np.full(len(game), seat),
                "game": game,
            }
        )
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def reciprocity(store: ResultsStore[Any], cell: Cell) -> tuple[Estimate | None, int]:
    """The coefficient in the games of a cell, and how many rows there are."""
    panels, games = [], 0
    for members, pair in cell.items():
        rows = panel(store.games(pair).offers)
        rows["policy"] = np.array(members)[rows["seat"]]
        rows["game"] = rows["game"] + games
        games += len(store.games(pair).seeds)
        panels.append(rows)
    together = {name: np.concatenate([rows[name] for rows in panels]) for name in panels[0]}
    return fit(together), len(together["left"])


def fit(rows: Mapping[str, np.ndarray]) -> Estimate | None:
    """The coefficient of `panel`'s rows; "policy" beside them: int64 (M,), who offers."""
    seat = rows["seat"]
    controls = np.column_stack([np.log(rows["total"]), rows["spent"], rows["other_spent"]])
    of_seats = [np.where((seat == k)[:, None], controls, 0.0) for k in range(len(SERVICES))]
    turn_of_seat = len(SERVICES) * rows["turn"] + seat
    return poisson_coefficient(
        rows["left"],
        rows["before"],
        np.column_stack(of_seats),
        np.column_stack([turn_of_seat, rows["policy"]]),
        rows["game"],
    )
