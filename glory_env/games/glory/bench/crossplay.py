"""The cross-play matrix: every participant with every other in both seats, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glory_env.bench.families import resampled
from glory_env.bench.statistics import Estimate, Figure, Formula
from glory_env.games.glory.bench.best_responses import BOTH
from glory_env.games.glory.bench.config import SELFISH, BenchConfig
from glory_env.games.glory.bench.family_members import Part, across, derive, games_of, grids
from glory_env.games.glory.bench.metagame import RESAMPLES, metagame
from glory_env.games.glory.bench.pairing import Pairing, Source, pairing
from glory_env.games.glory.bench.participants import Participant
from glory_env.games.glory.bench.policies import is_slow
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import SERVICES

Store = ResultsStore[BenchConfig]
Cell = tuple[int, int]  # row (army) and column (navy)
Payoffs = Mapping[str, np.ndarray]  # by seat: mean utility float64 (rows, rows); army first
Formulas = dict[tuple[int, str], Formula]  # of a row, in a seat or in both
Plain = list[float | None] | None  # [mean, low, high]; low, high None: no interval
COMPLETION = "completion"
COLUMNS = {"u_row": "utility_army", "u_col": "utility_navy", COMPLETION: "completed"}
KEYS = dict(zip(SERVICES, COLUMNS, strict=False))  # of a seat's utility


def players(participants: Sequence[Participant]) -> list[Participant]:
    """The rows of the matrix: by their selfish policies, none twice. Planners do not fit in."""
    rows: dict[tuple[str, ...], Participant] = {}
    for one in participants:
        if not any(map(is_slow, one.seeds[SELFISH])):
            rows.setdefault(one.seeds[SELFISH], one)
    return list(rows.values())


def pairings(config: BenchConfig, rows: Sequence[Participant]) -> list[Pairing]:
    """All that is played for the matrix."""
    parts = _parts(config, rows, "").values()
    return [pair for part in parts for ((pair, _),) in part.sources.values()]


def crossplay(store: Store, participants: Sequence[Participant]) -> dict[str, Any] | None:
    """Plain values for JSON; estimates are [mean, low, high]. None where all are planners.

    u_row is the army's utility, u_col the navy's; of a family the mean over the members that play.
    regret: what the best row of the matrix would get with the same partner, minus what this one
    gets, mean over partners. exploitability: what the best reply in the matrix gets in the other
    seat minus what the row itself gets there, by the reply's seat and the mean of both; a lower
    bound, its interval that of the reply found. metagame: as the module of this name says.
    """
    rows = players(participants)
    if not rows:
        return None
    names = [one.name for one in rows]
    at = range(len(rows))
    parts = {
        _name(key, *cell): part
        for key, column in COLUMNS.items()
        for cell, part in _parts(store.config, rows, column).items()
    }
    games = grids(store, parts)
    drawn = resampled({n: g for n, g in games.items() if not n.startswith(COMPLETION)}, RESAMPLES)
    payoffs, draws = (
        {s: np.array([[of[_name(key, i, j)] for j in at] for i in at]) for s, key in KEYS.items()}
        for of in ({name: grid.values.mean() for name, grid in games.items()}, drawn)
    )
    wanted = {"field": _field(len(rows)), "regret": _regret(payoffs)}
    wanted["exploitability"] = _exploitability(payoffs)
    asked: dict[str, Figure] = {name: name for name in parts}
    asked |= {_name(what, *key): f for what, some in wanted.items() for key, f in some.items()}
    shown = derive(store, asked, parts)
    return {
        "agents": names,
        **{key: [[plain(shown[_name(key, i, j)]) for j in at] for i in at] for key in COLUMNS},
        **{
            what: {
                name: {
                    place: plain(shown[_name(what, row, place)]) for row, place in some if row == k
                }
                for k, name in enumerate(names)
            }
            for what, some in wanted.items()
        },
        "best_reply": dict(zip(names, _replies(names, payoffs), strict=True)),
        "pairing": _gain(store, rows),
        "metagame": metagame(names, payoffs, draws),
    }


def plain(value: Estimate | None) -> Plain:
    """[mean, low, high] with as many digits as anybody reads."""
    return None if value is None else value.rounded(5)


def _parts(config: BenchConfig, rows: Sequence[Participant], column: str) -> dict[Cell, Part]:
    """A column of the games of every row with every other."""
    families = [one.seeds[SELFISH] for one in rows]
    games = games_of(config, families)

    def of(army: str, navy: str) -> list[Source]:
        return [(pairing(army, navy, games=games), column)]

    return {
        (i, j): across(army, navy, of)
        for i, army in enumerate(families)
        for j, navy in enumerate(families)
    }


def _name(key: str, row: int, at: int | str) -> str:
    """at: a column, or a seat."""
    return f"{key} {row} {at}"


def _mean_over(seat: str, rows: Sequence[int], partners: Sequence[int]) -> Formula:
    """A seat's utility, mean over partners, with a row for each of them."""
    cells = [
        _name(KEYS[seat], *((row, partner) if seat == "army" else (partner, row)))
        for row, partner in zip(rows, partners, strict=True)
    ]
    return lambda m: np.mean([m[cell] for cell in cells], axis=0)


def _less(one: Formula, other: Formula) -> Formula:
    return lambda m: one(m) - other(m)


def _field(count: int) -> Formulas:
    """Utility in a seat, mean over all partners."""
    everybody = range(count)
    return {(k, s): _mean_over(s, [k] * count, everybody) for k in everybody for s in SERVICES}


def _best(payoffs: Payoffs) -> dict[str, list[int]]:
    """By seat the row that gets most there with each partner."""
    best = payoffs["army"].argmax(axis=0), payoffs["navy"].argmax(axis=1)
    return {seat: rows.tolist() for seat, rows in zip(SERVICES, best, strict=True)}


def _regret(payoffs: Payoffs) -> Formulas:
    """The best row is that of the games' means, one for each partner."""
    everybody = range(len(payoffs["army"]))
    return {
        (k, seat): _less(
            _mean_over(seat, best, everybody), _mean_over(seat, [k] * len(best), everybody)
        )
        for seat, best in _best(payoffs).items()
        for k in everybody
    }


def _exploitability(payoffs: Payoffs) -> Formulas:
    """What the best reply to each row gains in its seat, and the mean of both seats."""
    best = _best(payoffs)
    formulas: Formulas = {}
    for k in range(len(payoffs["army"])):
        gains = {
            seat: _less(_mean_over(seat, [replies[k]], [k]), _mean_over(seat, [k], [k]))
            for seat, replies in best.items()
        }
        formulas |= {(k, seat): gain for seat, gain in gains.items()}
        formulas[k, BOTH] = _mean_of(list(gains.values()))
    return formulas


def _mean_of(formulas: Sequence[Formula]) -> Formula:
    return lambda m: np.mean([formula(m) for formula in formulas], axis=0)


def _replies(names: Sequence[str], payoffs: Payoffs) -> list[dict[str, str]]:
    best = _best(payoffs)
    return [{seat: names[best[seat][k]] for seat in SERVICES} for k in range(len(names))]


def _gain(store: Store, rows: Sequence[Participant]) -> dict[str, float | None]:
    """What the same dice for all pairings are worth: two policies of the army with one navy.

    correlation of their utilities over the seeds, and how many times as many games with dice of
    their own the difference of the two would need for the same precision; medians over all such
    comparisons of single pairings, None without any.
    """
    utility = {
        cell: store.mean(next(iter(part.sources.values())))
        for cell, part in _parts(store.config, rows, "utility_army").items()
    }
    correlations, gains = [], []
    for partner in range(len(rows)):
        games = np.array([utility[row, partner] for row in range(len(rows))], np.float64)
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
