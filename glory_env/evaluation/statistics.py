"""From finished games to figures: means with 95 % bootstrap intervals, clustered by seed.

Games of one seed share their dice, so they are drawn together: a resample takes seeds, not
games. Everything is a pure function of the games; the resamples' own seed is fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from glory_env.engine.state import ARMY, CAUSES, COMPLETED, GAME_OVER, NAVY, SERVICES

RESAMPLES = 2000
CONFIDENCE = 0.95
RUIN = -1.0  # utility of a game that is over for both
_SEED = 20_240_801  # of the resamples
_BLOCK = 4_000_000  # drawn clusters held in memory at once


class Estimate(NamedTuple):
    """A mean and its interval."""

    mean: float
    low: float
    high: float


Formula = Callable[[Mapping[str, np.ndarray]], np.ndarray]  # of the columns' means, elementwise


@dataclass(frozen=True)
class Share:
    """A formula: the sum of one column over that of another which it is a part of."""

    part: str
    whole: str

    def __call__(self, means: Mapping[str, np.ndarray]) -> np.ndarray:
        return means[self.part] / means[self.whole]


def bootstrap(
    columns: Mapping[str, np.ndarray],
    clusters: np.ndarray,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> dict[str, Estimate]:
    """Mean and percentile bootstrap interval of each column, games (N,); bool means a share.

    clusters: (N,) which games are drawn together, the seed for example. All columns meet the
    same resamples. A share that is 0 or 1 in every game has no spread to resample; there the
    interval reaches to the share that would still do that once in 40 times (exact binomial).
    ValueError without games.
    """
    sums = _sums(columns, clusters)
    means = _resampled_means(sums, resamples)
    tail = (1 - confidence) / 2
    lows, highs = np.quantile(means, [tail, 1 - tail], axis=0)
    found = {}
    for k, (name, column) in enumerate(columns.items()):
        mean = float(np.mean(column, dtype=np.float64))
        if column.dtype == np.bool_ and mean in (0.0, 1.0):
            found[name] = _unvaried(mean, len(sums), tail)
        else:
            found[name] = _around(mean, lows[k], highs[k])
    return found


def _unvaried(share: float, count: int, tail: float) -> Estimate:
    """A share of 0 or 1 in all of `count` clusters (exact binomial)."""
    unseen = 1 - tail ** (1 / count)
    return Estimate(share, *((0.0, unseen) if share == 0.0 else (1 - unseen, 1.0)))


def _around(mean: float, low: float, high: float) -> Estimate:
    """Rounding must not leave the mean of equal values outside."""
    return Estimate(mean, min(mean, float(low)), max(mean, float(high)))


def utility(win: np.ndarray, draw: np.ndarray, game_over: np.ndarray) -> np.ndarray:
    """Win 1, draw 0.5, loss 0, game over -1: bool (N,) each to float64 (N,)."""
    return np.where(game_over, RUIN, np.where(win, 1.0, np.where(draw, 0.5, 0.0)))


def derive(
    formulas: Mapping[str, str | Formula],
    columns: Mapping[str, np.ndarray],
    clusters: np.ndarray,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> dict[str, Estimate | None]:
    """Formulas of the columns' means, a ratio or a difference for example, with intervals.

    As `bootstrap`, whose resamples are the same and which a column's bare name stands for. A
    formula takes arrays by column name and is not finite where it means nothing: such resamples
    are left out, and it is None where it means nothing for the games as they are. A `Share` of 0
    or 1 has the interval of shares, over the clusters in which there was anything to share.
    """
    plain = {name: columns[f] for name, f in formulas.items() if isinstance(f, str)}
    simple = bootstrap(plain, clusters, resamples, confidence) if plain else {}
    sums = _sums(columns, clusters)
    means = np.concatenate([sums[:, :-1].sum(0)[None] / len(clusters),
                            _resampled_means(sums, resamples)])  # fmt: skip
    named = {name: means[:, k] for k, name in enumerate(columns)}
    tail = (1 - confidence) / 2
    found: dict[str, Estimate | None] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for name, formula in formulas.items():
            if isinstance(formula, str):
                found[name] = simple[name]
                continue
            middle, *drawn = formula(named)
            known = np.asarray(drawn)[np.isfinite(drawn)]
            found[name] = None
            if isinstance(formula, Share) and middle in (0.0, 1.0):
                whole = list(columns).index(formula.whole)
                found[name] = _unvaried(float(middle), np.count_nonzero(sums[:, whole]), tail)
            elif np.isfinite(middle) and len(known):
                found[name] = _around(float(middle), *np.quantile(known, [tail, 1 - tail]))
    return found


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


@dataclass(frozen=True, eq=False)
class Results:
    """Finished games, one row each (first axis N); tonnage in units of 10,000 tons."""

    seeds: np.ndarray  # int64 (N,), of the dice
    outcome: np.ndarray  # int8 (N,), state.COMPLETED or GAME_OVER
    cause: np.ndarray  # int8 (N,), state.CAUSES
    turn: np.ndarray  # int16 (N,), the turn reached
    gp: np.ndarray  # int16 (N, 2), army and navy, also of games that were lost
    total: np.ndarray  # int16 (N,), shipping at the end
    rewards: np.ndarray  # float64 (N, 2), army and navy
    victory_margin: int  # GP a service must be ahead to win a completed game
    solo_gp: int  # GP that both must be above for the solo victory
    finals: np.ndarray  # GAME (N,), the records as the games ended, with their logs

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def completed(self) -> np.ndarray:
        """bool (N,)."""
        return self.outcome == COMPLETED

    @property
    def margin(self) -> np.ndarray:
        """GP of the army minus GP of the navy, int (N,)."""
        return self.gp[:, ARMY].astype(np.int64) - self.gp[:, NAVY]

    @property
    def solo_victory(self) -> np.ndarray:
        """Completed with both services above the solo mark, bool (N,)."""
        return self.completed & (self.gp.min(axis=1) > self.solo_gp)

    def endings(self, seat: int) -> dict[str, np.ndarray]:
        """The four ways a game ends for a seat, bool (N,) each; one is true in every game."""
        lead = self.margin if seat == ARMY else -self.margin
        return {
            "win": self.completed & (lead >= self.victory_margin),
            "draw": self.completed & (np.abs(lead) < self.victory_margin),
            "loss": self.completed & (lead <= -self.victory_margin),
            "game_over": self.outcome == GAME_OVER,
        }

    def columns(self) -> dict[str, np.ndarray]:
        """Metric -> its value in every game, (N,); shares are bool."""
        found = {"completion": self.completed, "solo_victory": self.solo_victory}
        found["turns"] = self.turn
        found |= {f"gp_{name}": self.gp[:, k] for k, name in enumerate(SERVICES)}
        found["margin"] = self.margin
        found |= {f"reward_{name}": self.rewards[:, k] for k, name in enumerate(SERVICES)}
        for seat, name in enumerate(SERVICES):
            found |= {f"{name}_{ending}": at for ending, at in self.endings(seat).items()}
        found |= {f"cause_{name}": self.cause == k for k, name in enumerate(CAUSES) if k > 0}
        return found

    def summary(self) -> dict[str, Estimate]:
        """Metric -> mean with 95 % interval; shares are of all games. ValueError without games.

        Turns, GP, margin (army minus navy) and rewards are means over all games, lost ones too.
        """
        return bootstrap(self.columns(), self.seeds)
