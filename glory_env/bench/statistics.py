"""From finished games to figures: means with 95 % bootstrap intervals, clustered by seed.

Games of one seed share their dice, so they are drawn together: a resample takes seeds, not
games. Everything is a pure function of the games; the resamples' own seed is fixed.

Resampling a handful of unlike games says nothing of how far the figure may be off. So an interval
is given only where at least ENOUGH of the clusters behind a figure differ from the commonest value
among them; else the figure stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, isnan, nan
from typing import NamedTuple

import numpy as np

RESAMPLES = 2000
CONFIDENCE = 0.95
ENOUGH = 10  # clusters that differ from the commonest value
KNOWN = 0.975  # share of the resamples in which a figure with an interval means something
JOINT_LOSS = -1.0  # utility of a game that both lose
INTERVALS = {  # for the documents
    "kind": "percentile bootstrap clustered by seed",
    "confidence": CONFIDENCE,
    "resamples": RESAMPLES,
}
_SEED = 20_240_801  # of the resamples
_BLOCK = 4_000_000  # drawn clusters held in memory at once
_DIGITS = 9  # beyond them two values are alike


class Estimate(NamedTuple):
    """A mean and its interval; low and high are nan where the games are too few for one."""

    mean: float
    low: float = nan
    high: float = nan

    @classmethod
    def read(cls, values: Sequence[float | None]) -> Estimate:
        """From what `rounded` gives."""
        return cls(*(nan if value is None else value for value in values))

    @property
    def has_interval(self) -> bool:
        """Whether low and high say anything."""
        return not isnan(self.low)

    def plain(self) -> dict[str, float | None]:
        """By name, for JSON, which has no nan: None instead."""
        return {name: None if isnan(x) else x for name, x in self._asdict().items()}

    def rounded(self, digits: int) -> list[float | None]:
        """[mean, low, high] for JSON."""
        return [None if x is None else round(float(x), digits) for x in self.plain().values()]


Formula = Callable[[Mapping[str, np.ndarray]], np.ndarray]  # of the columns' means, elementwise


@dataclass(frozen=True)
class Share:
    """A formula: the sum of one column over that of another which it is a part of."""

    part: str
    whole: str

    def __call__(self, means: Mapping[str, np.ndarray]) -> np.ndarray:
        share: np.ndarray = means[self.part] / means[self.whole]
        return share


@dataclass(frozen=True)
class Apart:
    """A formula whose parts (columns or formulas) are of unlike games, so that no single game has
    a value of it: each part has to vary enough by itself."""

    formula: Formula
    parts: tuple[str | Formula, ...]

    def __call__(self, means: Mapping[str, np.ndarray]) -> np.ndarray:
        return self.formula(means)


@dataclass(frozen=True)
class Among:
    """A formula: the mean of a column over the games in which a bool column holds, which alone are
    drawn from."""

    column: str
    where: str


Figure = str | Formula | Among  # a column's mean, or what is made of several columns' means


def bootstrap(
    columns: Mapping[str, np.ndarray],
    clusters: np.ndarray,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> dict[str, Estimate]:
    """Mean and percentile bootstrap interval of each column, games (N,); bool means a share.

    clusters: (N,) which games are drawn together, the seed for example. All columns meet the
    same resamples. No interval where fewer than ENOUGH clusters differ from the commonest value;
    but a share of single games, and one that is 0 or 1, has the exact binomial interval there.
    ValueError without games.
    """
    sums = _sums(columns, clusters)
    means = _resampled_means(sums, resamples)
    own = _by_cluster(columns, sums)
    tail = (1 - confidence) / 2
    lows, highs = np.quantile(means, [tail, 1 - tail], axis=0)
    estimates = {}
    for k, (name, column) in enumerate(columns.items()):
        mean = float(np.mean(column, dtype=np.float64))
        if varies(name, own):
            estimates[name] = _around(mean, lows[k], highs[k])
        elif column.dtype == np.bool_ and (mean in (0.0, 1.0) or len(sums) == len(column)):
            estimates[name] = _exact(mean, len(sums), tail)
        else:
            estimates[name] = Estimate(mean)
    return estimates


def _exact(share: float, count: int, tail: float) -> Estimate:
    """A share of `count` clusters, fewer than ENOUGH of them unlike the rest (exact binomial)."""
    if share > 0.5:
        _, low, high = _exact(1 - share, count, tail)
        return Estimate(share, 1 - high, 1 - low)
    seen = round(share * count)
    low = _binomial(seen - 1, count, 1 - tail) if seen else 0.0
    return Estimate(share, low, _binomial(seen, count, tail))


def _binomial(most: int, count: int, chance: float) -> float:
    """The share with which at most `most` of `count` are seen with that chance, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        seen = sum(comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(most + 1))
        low, high = (p, high) if seen > chance else (low, p)
    return low


def _around(mean: float, low: float, high: float) -> Estimate:
    """Rounding must not leave the mean outside; what is alike in all resamples has no interval."""
    if round(float(high - low), _DIGITS) == 0.0:
        return Estimate(mean)
    return Estimate(mean, min(mean, float(low)), max(mean, float(high)))


def varies(formula: str | Formula, own: Mapping[str, np.ndarray]) -> bool:
    """Whether enough clusters are unlike the commonest, of those in which it means something."""
    if isinstance(formula, Apart):
        return all(varies(part, own) for part in formula.parts)
    values = own[formula] if isinstance(formula, str) else formula(own)
    finite = values[np.isfinite(values)]
    _, counts = np.unique(np.round(finite, _DIGITS), return_counts=True)
    return len(finite) - int(counts.max(initial=0)) >= ENOUGH


def utility(win: np.ndarray, draw: np.ndarray, game_over: np.ndarray) -> np.ndarray:
    """Win 1, draw 0.5, loss 0, game over -1: bool (N,) each to float64 (N,)."""
    return np.where(game_over, JOINT_LOSS, np.where(win, 1.0, np.where(draw, 0.5, 0.0)))


def derive(
    formulas: Mapping[str, Figure],
    columns: Mapping[str, np.ndarray],
    clusters: np.ndarray,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> dict[str, Estimate | None]:
    """Formulas of the columns' means, a ratio or a difference for example, with intervals.

    As `bootstrap`, whose resamples are the same and which a column's bare name means. A formula
    takes arrays by column name and is not finite where it means nothing: it is None where it means
    nothing for the games as they are, and has no interval where fewer than KNOWN of the resamples
    mean something (the others are left out) or where, of the clusters in which it means something,
    fewer than ENOUGH differ from the commonest value. A `Share` of 0 or 1 has the interval of
    shares, over the clusters in which there was anything to share. `Among` is a `bootstrap` of
    those games.
    """
    plain = {name: columns[f] for name, f in formulas.items() if isinstance(f, str)}
    estimates: dict[str, Estimate | None] = dict.fromkeys(formulas)
    if plain:
        estimates |= bootstrap(plain, clusters, resamples, confidence)
    compound = {}
    for name, formula in formulas.items():
        if isinstance(formula, Among):
            at = columns[formula.where].astype(np.bool_)
            if at.any():
                part = {name: columns[formula.column][at]}
                estimates |= bootstrap(part, clusters[at], resamples, confidence)
        elif not isinstance(formula, str):
            compound[name] = formula
    if not compound:
        return estimates
    sums, named = _drawn(columns, clusters, resamples)
    own = _by_cluster(columns, sums)
    tail = (1 - confidence) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        for name, formula in compound.items():
            middle, *drawn = formula(named)
            if isinstance(formula, Share) and middle in (0.0, 1.0):
                whole = int(np.count_nonzero(own[formula.whole]))
                estimates[name] = _exact(float(middle), whole, tail)
            else:
                varied = varies(formula, own)
                estimates[name] = percentile(middle, np.asarray(drawn), varied, tail)
    return estimates


def percentile(middle: float, drawn: np.ndarray, varied: bool, tail: float) -> Estimate | None:
    """The percentile interval of a formula's value, from its values in the resamples.

    None where the value means nothing; no interval where it has not varied enough (`varies`), or
    means nothing in too many resamples.
    """
    if not np.isfinite(middle):
        return None
    finite = drawn[np.isfinite(drawn)]
    if not varied or len(finite) < KNOWN * len(drawn):
        return Estimate(float(middle))
    return _around(float(middle), *np.quantile(finite, [tail, 1 - tail]))


def _drawn(
    columns: Mapping[str, np.ndarray], clusters: np.ndarray, resamples: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Sums by cluster; each column's mean of the games as they are, then of every resample."""
    sums = _sums(columns, clusters)
    means = np.concatenate([sums[:, :-1].sum(0)[None] / len(clusters),
                            _resampled_means(sums, resamples)])  # fmt: skip
    return sums, {name: means[:, k] for k, name in enumerate(columns)}


def _by_cluster(columns: Mapping[str, np.ndarray], sums: np.ndarray) -> dict[str, np.ndarray]:
    """Each column's mean in every cluster, (clusters,)."""
    return {name: sums[:, k] / sums[:, -1] for k, name in enumerate(columns)}


def _sums(columns: Mapping[str, np.ndarray], clusters: np.ndarray) -> np.ndarray:
    """Sums of each column over each cluster, and the games in it: (clusters, columns + 1)."""
    if len(clusters) == 0:
        raise ValueError("no games to take a mean of")
    members = np.unique(clusters, return_inverse=True)[1]
    values = [np.asarray(column, np.float64) for column in columns.values()]
    sums = np.zeros((int(members.max()) + 1, len(values) + 1))
    np.add.at(sums, members, np.stack([*values, np.ones(len(members))], axis=1))
    return sums


def _resampled_means(sums: np.ndarray, resamples: int) -> np.ndarray:
    """Means (resamples, columns) over clusters drawn anew; the last column counts games."""
    count = len(sums)
    rng = np.random.default_rng(_SEED)
    block = max(1, _BLOCK // count)
    means = []
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        drawn = rng.integers(count, size=(rows, count)) + count * np.arange(rows)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=rows * count).reshape(rows, count)
        totals = weights.astype(np.float64) @ sums
        means.append(totals[:, :-1] / totals[:, -1:])
    return np.concatenate(means)
