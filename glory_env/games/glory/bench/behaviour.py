"""How the members of a family behave with each other: what they offer, grant, burn and complete."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np

from glory_env.bench.families import estimate
from glory_env.bench.statistics import Formula, Share
from glory_env.bench.study import ratio
from glory_env.games.glory.bench.cells import Cell
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Family, Part, grids
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import NONE, SERVICES

# Shares of the total that a first offer leaves the other seat: 0, then up to each of these.
EDGES = (0.05, 0.10, 0.20, 0.30, 0.40, 0.50)
TOTAL = 4  # column of `metrics.offer_log`


def deadlocks(agreements: str, talks: str) -> Formula:
    """Share of the turns with talks that ended without an agreement; of the two columns' names."""
    return lambda m: 1.0 - m[agreements] / m[talks]


def behaviour(store: ResultsStore[Any], family: Family, cell: Cell) -> dict[str, Any]:
    """Plain values; estimates are [mean, low, high], None where one means nothing.

    cell: the family with itself. "offers": by seat what its first offers left the other: the share
    of them in each class of EDGES, their mean, how many. "pool": by seat the share of its combat
    losses that the total paid.
    """
    whole = ("completed", "agreements", "talks", "asked", "granted")
    by_seat = [
        f"{name}_{s}" for name in ("left", "first_offers", "burnt", "loss") for s in SERVICES
    ]
    parts = {
        name: Part(family, family, {key: [(pair, name)] for key, pair in cell.items()})
        for name in (*whole, *by_seat)
    }
    formulas: dict[str, Formula] = {
        "completed": itemgetter("completed"),
        "deadlocks": deadlocks("agreements", "talks"),
        "escorts": Share("granted", "asked"),
    }
    for seat in SERVICES:
        formulas[f"pool {seat}"] = Share(f"burnt_{seat}", f"loss_{seat}")
        formulas[f"left {seat}"] = ratio(f"left_{seat}", f"first_offers_{seat}")
    found = {name: plain(x) for name, x in estimate(formulas, grids(store, parts)).items()}
    return {
        **{name: found[name] for name in ("completed", "deadlocks", "escorts")},
        "pool": {seat: found[f"pool {seat}"] for seat in SERVICES},
        "offers": {
            seat: {"mean": found[f"left {seat}"], **_classes(store, cell, k)}
            for k, seat in enumerate(SERVICES)
        },
    }


def _classes(store: ResultsStore[Any], cell: Cell, seat: int) -> dict[str, Any]:
    """How many first offers a seat made, and the share of them in each class of EDGES."""
    shares = np.concatenate([left(store.games(pair).offers, seat) for pair in cell.values()])
    counts = classes(shares)
    return {"n": len(shares), "shares": (counts / max(len(shares), 1)).round(4).tolist()}


def left(offers: np.ndarray, seat: int) -> np.ndarray:
    """Share of the total that each first offer of a seat left the other, float64 (M,).

    offers: `metrics.offer_log`.
    """
    made = (offers[:, :, seat] != NONE) & (offers[:, :, TOTAL] > 0)
    shares: np.ndarray = offers[:, :, seat][made] / offers[:, :, TOTAL][made]
    return shares


def classes(shares: np.ndarray) -> np.ndarray:
    """How many shares are 0, above 0 and below the first of EDGES, ..., and at least the last."""
    at = np.where(shares == 0.0, 0, 1 + np.searchsorted(EDGES, shares, side="right"))
    return np.bincount(at, minlength=len(EDGES) + 2)


def class_names() -> list[str]:
    """In percent, for a table's head."""
    ends = [f"{100 * edge:.0f}" for edge in EDGES]
    between = [f"{a}-{b}" for a, b in zip(["0", *ends], ends, strict=False)]
    return ["0", *between, f"{ends[-1]}+"]
