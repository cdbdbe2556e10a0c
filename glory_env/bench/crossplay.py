"""The cross-play matrix: every agent with every agent in both seats, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glory_env.bench.metagame import metagame
from glory_env.bench.pairing import Pairing, pairing
from glory_env.bench.participants import Participant
from glory_env.bench.policies import is_slow
from glory_env.bench.statistics import Among, Estimate, Figure, derive
from glory_env.bench.store import ResultsStore
from glory_env.core.state import SERVICES

Cells = dict[str, np.ndarray]  # by seat: utility float64 (policies, policies, games); army first
Plain = list[float | None] | None  # [mean, low, high]; low, high None: no interval
UTILITIES = {"u_row": "utility_army", "u_col": "utility_navy", "completion": "completed"}


def players(participants: Sequence[Participant]) -> list[str]:
    """Policies of the matrix: of each participant the first selfish one. Planners do not fit in."""
    return list(dict.fromkeys(e.policy() for e in participants if not is_slow(e.policy())))


def matrix_pairings(names: Sequence[str]) -> list[list[Pairing]]:
    """Rows play the army."""
    return [[pairing(army, navy) for navy in names] for army in names]


def matrix(
    store: ResultsStore[Any], names: Sequence[str], figures: Mapping[str, str | Among]
) -> dict[str, list[list[Plain]]]:
    """Figure -> rows (army) of columns (navy) of [mean, low, high], each of the pairing's games."""
    grids = {}
    pairs = matrix_pairings(names)
    for key, figure in figures.items():
        columns: dict[str, np.ndarray] = {}
        formulas: dict[str, Figure] = {}
        for i, row in enumerate(pairs):
            for j, pair in enumerate(row):
                games = store.games(pair)
                if isinstance(figure, Among):
                    part = Among(f"{figure.column} {i} {j}", f"{figure.where} {i} {j}")
                    columns[part.where] = games.columns[figure.where]
                    columns[part.column] = games.columns[figure.column]
                    formulas[f"{i} {j}"] = part
                else:
                    columns[f"{i} {j}"] = games.columns[figure]
                    formulas[f"{i} {j}"] = f"{i} {j}"
        estimates = derive(formulas, columns, store.games(pairs[0][0]).seeds)
        at = range(len(names))
        grids[key] = [[plain(estimates[f"{i} {j}"]) for j in at] for i in at]
    return grids


def crossplay(
    store: ResultsStore[Any], participants: Sequence[Participant]
) -> dict[str, Any] | None:
    """Plain values for JSON; estimates are [mean, low, high]. None where all are planners.

    u_row is the army's utility, u_col the navy's. regret: what the best policy of the matrix would
    get with the same partner, minus what this one gets, mean over partners. exploitability: what
    the best reply in the matrix gets in the other seat minus what the policy itself gets there,
    mean over seats; a lower bound, its interval that of the reply found. metagame: as
    `glory_env.bench.metagame` says.
    """
    names = players(participants)
    if not names:
        return None
    games = [[store.games(pair) for pair in row] for row in matrix_pairings(names)]
    seeds = games[0][0].seeds
    cells = {
        seat: np.array([[one.columns[f"utility_{seat}"] for one in row] for row in games])
        for seat in SERVICES
    }
    return {
        "agents": names,
        **matrix(store, names, UTILITIES),
        "field": _by_name(names, _field(cells), seeds),
        "regret": _by_name(names, _regret(cells), seeds),
        "exploitability": _by_name(names, _exploitability(cells), seeds),
        "best_reply": dict(zip(names, _replies(names, cells), strict=True)),
        "pairing": _gain(cells),
        "metagame": metagame(names, cells),
    }


def plain(value: Estimate | None) -> Plain:
    """[mean, low, high] with as many digits as anybody reads."""
    return None if value is None else value.rounded(5)


def _by_name(
    names: Sequence[str], columns: dict[str, np.ndarray], seeds: np.ndarray
) -> dict[str, dict[str, Plain]]:
    """columns: by seat (or "both") float64 (policies, games)."""
    flat = {f"{k} {seat}": v[k] for seat, v in columns.items() for k in range(len(names))}
    estimates = derive({name: name for name in flat}, flat, seeds)
    return {
        name: {seat: plain(estimates[f"{k} {seat}"]) for seat in columns}
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
    regret: np.ndarray = (reference[None] - utility).mean(axis=1)
    return regret


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
