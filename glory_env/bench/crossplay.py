"""Everybody with everybody: the matrix, regret to the best row, exploitability, pairing gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from glory_env.bench.columns import Book
from glory_env.bench.entrants import Entrant, is_slow
from glory_env.bench.statistics import Estimate, derive
from glory_env.bench.store import Pairing, pairing
from glory_env.core.state import SERVICES

Cells = dict[str, np.ndarray]  # by seat: utility float64 (policies, policies, games); army first


def players(entrants: Sequence[Entrant]) -> list[str]:
    """Policies of the matrix: of each entrant the first selfish one. Planners do not fit in."""
    return list(dict.fromkeys(e.policy() for e in entrants if not is_slow(e.policy())))


def matrix_pairings(entrants: Sequence[Entrant]) -> list[Pairing]:
    """Rows play the army."""
    names = players(entrants)
    return [pairing(army, navy) for army in names for navy in names]


def crossplay(book: Book, entrants: Sequence[Entrant]) -> dict[str, Any] | None:
    """Plain values for JSON; estimates are [mean, low, high]. None where all are planners.

    u_row is the army's utility, u_col the navy's. regret: what the best policy of the matrix would
    get with the same partner, minus what this one gets, mean over partners. exploitability: what
    the best reply in the matrix gets in the other seat minus what the policy itself gets there,
    mean over seats; a lower bound, its interval that of the reply found.
    """
    names = players(entrants)
    if not names:
        return None
    pairs = [[pairing(army, navy) for navy in names] for army in names]
    seeds = book.games(pairs[0][0]).seeds
    cells = {
        seat: np.array([[book.games(p).columns[f"utility_{seat}"] for p in row] for row in pairs])
        for seat in SERVICES
    }
    completed = np.array([[book.games(p).columns["completed"] for p in row] for row in pairs])
    return {
        "agents": names,
        "u_row": _grid(cells["army"], seeds),
        "u_col": _grid(cells["navy"], seeds),
        "completion": _grid(completed, seeds),
        "field": _by_name(names, _field(cells), seeds),
        "regret": _by_name(names, _regret(cells), seeds),
        "exploitability": _by_name(names, _exploitability(cells), seeds),
        "best_reply": dict(zip(names, _replies(names, cells), strict=True)),
        "pairing": _gain(cells),
    }


def _grid(values: np.ndarray, seeds: np.ndarray) -> list[list[list[float | None]]]:
    n = len(values)
    columns = {f"{i} {j}": values[i, j] for i in range(n) for j in range(n)}
    found = derive({name: name for name in columns}, columns, seeds)
    return [[plain(found[f"{i} {j}"]) or [] for j in range(n)] for i in range(n)]


def plain(value: Estimate | None) -> list[float | None] | None:
    """[mean, low, high] with as many digits as anybody reads; low, high None: no interval."""
    return None if value is None else value.rounded(5)


def _by_name(
    names: Sequence[str], columns: dict[str, np.ndarray], seeds: np.ndarray
) -> dict[str, dict[str, list[float | None] | None]]:
    """columns: by seat (or "both") float64 (policies, games)."""
    flat = {f"{k} {seat}": v[k] for seat, v in columns.items() for k in range(len(names))}
    found = derive({name: name for name in flat}, flat, seeds)
    return {
        name: {seat: plain(found[f"{k} {seat}"]) for seat in columns}
        for k, name in enumerate(names)
    }


def _field(cells: Cells) -> dict[str, np.ndarray]:
    """Utility in a seat, mean over all partners."""
    return {"army": cells["army"].mean(axis=1), "navy": cells["navy"].mean(axis=0)}


def _regret(cells: Cells) -> dict[str, np.ndarray]:
    """The best policy is that of the games' means, one for each partner."""
    army, navy = cells["army"], cells["navy"].swapaxes(0, 1)  # own policy, partner, games
    return {seat: _short_of_best(u) for seat, u in (("army", army), ("navy", navy))}


def _short_of_best(utility: np.ndarray) -> np.ndarray:
    best = utility.mean(axis=2).argmax(axis=0)  # (partners,)
    reference = utility[best, np.arange(utility.shape[1])]  # (partners, games)
    return (reference[None] - utility).mean(axis=1)


def _best(cells: Cells) -> tuple[np.ndarray, np.ndarray]:
    """The best navy against each army, and the best army against each navy."""
    return cells["navy"].mean(axis=2).argmax(axis=1), cells["army"].mean(axis=2).argmax(axis=0)


def _exploitability(cells: Cells) -> dict[str, np.ndarray]:
    at = np.arange(len(cells["army"]))
    navy, army = _best(cells)
    gains = (
        cells["navy"][at, navy] - cells["navy"][at, at],
        cells["army"][army, at] - cells["army"][at, at],
    )
    return {"both": np.mean(gains, axis=0)}


def _replies(names: Sequence[str], cells: Cells) -> list[dict[str, str]]:
    navy, army = _best(cells)
    return [{"army": names[a], "navy": names[n]} for a, n in zip(army, navy, strict=True)]


def _gain(cells: Cells) -> dict[str, float | None]:
    """What the same dice for all pairings are worth: two policies of the army with one navy.

    correlation of their utilities over the seeds, and how many times as many games with dice of
    their own the difference of the two would need for the same precision; medians over all such
    comparisons, None without any.
    """
    correlations, gains = [], []
    for partner in range(cells["army"].shape[1]):
        games = cells["army"][:, partner]
        varied = games[games.std(axis=1) > 0]
        if len(varied) < 2:
            continue
        covariance = np.cov(varied)
        variance = np.diag(covariance)
        apart = variance[:, None] + variance[None]
        paired = apart - 2 * covariance
        upper = np.triu_indices(len(varied), 1)
        correlations += (covariance / np.sqrt(variance[:, None] * variance[None]))[upper].tolist()
        differ = paired[upper] > 0  # two that play alike have no difference to estimate
        gains += (apart[upper][differ] / paired[upper][differ]).tolist()
    return {
        "correlation": round(float(np.median(correlations)), 4) if correlations else None,
        "gain": round(float(np.median(gains)), 4) if gains else None,
        "comparisons": len(correlations),
    }
