"""Estimates for families of training seeds: intervals over training seeds and dice together.

A policy of a family is one draw of what its recipe gives. A claim about the recipe has to hold for
seeds that nobody has trained, so both levels are resampled: the members of each family, and the
dice, which all pairings share (the pigeonhole bootstrap of Owen 2007). A member that is drawn twice
counts twice wherever it plays, in either seat. Two members that play each other say nothing of
a third: with them there is no interval.

With few members percentile intervals are too narrow. They are taken further out, by as much as
Student's t of the smallest family asks for (the expanded percentile interval of Hesterberg 2015).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from glory_env.bench.statistics import (
    CONFIDENCE,
    RESAMPLES,
    Estimate,
    Formula,
    percentile,
    varies,
)

_SEED = 20_261_123  # of the resamples


@dataclass(frozen=True)
class Grid:
    """One column of every pairing of two families.

    values: float64 (pairings, games); column k of all grids has the same dice. first, second: which
    member plays the seat, int64 (pairings,). families: names and sizes of the two; where both are
    the same, no pairing is of one member with itself, unless it has only one.
    """

    values: np.ndarray
    first: np.ndarray
    second: np.ndarray
    families: tuple[tuple[str, int], tuple[str, int]]


def pairs_of(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Members that play each other, the first seat's first.

    All pairs of two families; of one with itself all pairs of different members, or that of its
    only one.
    """
    alike = tuple(one) == tuple(other)
    pairs = product(range(len(one)), range(len(other)))
    return [(i, j) for i, j in pairs if not alike or i != j or len(one) == 1]


def estimate(
    formulas: Mapping[str, Formula],
    grids: Mapping[str, Grid],
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    drawn: Mapping[str, np.ndarray] | None = None,
) -> dict[str, Estimate | None]:
    """Formulas of the grids' means with intervals; as `statistics.derive` says where there is none.

    All pairings count alike. drawn: what `resampled` gives of the grids, where it is needed more
    than once. ValueError where the grids have unlike numbers of games.
    """
    means = _means(grids)
    drawn = resampled(grids, resamples) if drawn is None else drawn
    table = {name: grid.values.mean(axis=0) for name, grid in grids.items()}
    estimates = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for name, formula in formulas.items():
            noted = _Noted(means)
            middle = float(formula(noted))
            used = [grids[key] for key in noted.keys_read]
            varied = not any(map(_is_lone, used)) and varies(formula, table)
            tail = expanded((1 - confidence) / 2, _fewest(used))
            estimates[name] = percentile(middle, formula(drawn), varied, tail)
    return estimates


def expanded(tail: float, members: int) -> float:
    """The tail of a percentile interval that is as wide as Student's t for so many members."""
    if members < 2:
        return tail
    from scipy.stats import norm, t  # it takes a second to load

    return float(norm.cdf(-np.sqrt(members / (members - 1)) * t.ppf(1 - tail, members - 1)))


class _Noted(dict[str, Any]):
    """Means of grids; `keys_read` says of which a formula is made."""

    def __init__(self, means: Mapping[str, Any]) -> None:
        super().__init__(means)
        self.keys_read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.keys_read.add(key)
        return super().__getitem__(key)


def _is_lone(grid: Grid) -> bool:
    """Whether all it has are two members that play each other."""
    one, other = grid.families
    return one == other and one[1] == 2


def _fewest(grids: Sequence[Grid]) -> int:
    """Members of the smallest family that has several; 0 where none has."""
    sizes = [size for grid in grids for _, size in grid.families if size > 1]
    return min(sizes, default=0)


def _means(grids: Mapping[str, Grid]) -> dict[str, Any]:
    return {name: grid.values.mean() for name, grid in grids.items()}


def resampled(grids: Mapping[str, Grid], resamples: int = RESAMPLES) -> dict[str, np.ndarray]:
    """Mean of each grid in every resample, float64 (resamples,).

    ValueError where the grids have unlike numbers of games.
    """
    games = {grid.values.shape[1] for grid in grids.values()}
    if len(games) != 1:
        raise ValueError(f"games: expected as many in every pairing, got {sorted(games)}")
    (count,) = games
    rng = np.random.default_rng(_SEED)
    dice = rng.multinomial(count, np.full(count, 1 / count), resamples).astype(np.float64)
    sizes = {name: size for grid in grids.values() for name, size in grid.families}
    drawn = {
        name: rng.multinomial(n, np.full(n, 1 / n), resamples).astype(np.float64)
        for name, n in sorted(sizes.items())
    }
    means = {}
    for name, grid in grids.items():
        (one, size), (other, _) = grid.families
        row, column = drawn[one][:, grid.first], drawn[other][:, grid.second]
        weight = _within(row, column, size) if one == other and size > 1 else row * column
        means[name] = ((dice @ grid.values.T) * weight).sum(axis=1) / (weight.sum(axis=1) * count)
    return means


def _within(row: np.ndarray, column: np.ndarray, size: int) -> np.ndarray:
    """Weights of the pairs of a family with itself, by how often their members are drawn.

    Products would leave out what a member drawn twice does with itself. The mean over all pairs is
    a U-statistic; this is its first-order part, as the jackknife has it (Arvesen 1969), so that
    what a member brings moves it as much as any other mean over the members.
    """
    factor = (size - 1) / max(size - 2, 1)
    weights: np.ndarray = 1.0 + factor * (row - 1.0) + factor * (column - 1.0)
    return weights
