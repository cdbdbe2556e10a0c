"""The dilemma certificate: is there one in this scenario, and how deep?

Two policies as the strategies of a 2 x 2 game: C (cooperative) and D (selfish), played in every
seating. R, S, T and P are a seat's payoffs for C with C, C with D, D with C, D with D. A social
dilemma has R > P, R > S, 2R > T + S, and T > R (greed) or P > S (fear) (Macy and Flache 2002;
Leibo et al. 2017). The self-interest level is the largest share s of its own payoff a seat may
keep, the rest going to the other, with which C with C is an equilibrium, or C is dominant, down to
one half, where all is shared alike (Willis et al. 2024).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from glory_env.bench.config import BenchConfig
from glory_env.bench.crossplay import plain
from glory_env.bench.pairing import Pairing, pairing
from glory_env.bench.policies import fingerprint
from glory_env.bench.statistics import Apart, Formula
from glory_env.bench.store import ResultsStore
from glory_env.core.state import SERVICES

PAYOFFS = {"utility": "outcome utility", "payoff": "selfish reward, outcome and GP alike"}
Means = Mapping[str, np.ndarray]


def check(config: BenchConfig) -> None:
    """ValueError where one policy has two of the roles: nothing would tell C from D."""
    for one, other in combinations(config.dilemma, 2):
        name, second = config.dilemma[one], config.dilemma[other]
        if fingerprint(name) == fingerprint(second):
            raise ValueError(
                f"dilemma: {one} {name!r} and {other} {second!r} are the same policy: name another"
            )


def cells(config: BenchConfig) -> dict[str, Pairing]:
    """The games: C, D and Z (zero-sum) by the army's and the navy's letter."""
    c, d, z = (config.dilemma[name] for name in ("cooperative", "selfish", "zero_sum"))
    # As many games as elsewhere are the games played there.
    games = config.dilemma_games if config.dilemma_games != config.games else 0
    played = {"CC": (c, c), "CD": (c, d), "DC": (d, c), "DD": (d, d), "ZZ": (z, z)}
    return {name: pairing(*two, games=games) for name, two in played.items()}


def certificate(store: ResultsStore[BenchConfig]) -> dict[str, Any]:
    """Plain values for JSON; estimates are [mean, low, high], None where one means nothing.

    games: of a pairing, on the same seeds.
    """
    games = cells(store.config)
    welfare = {name: [(pair, "welfare")] for name, pair in games.items()}
    completion = {f"completion_{name}": [(p, "completed")] for name, p in games.items()}
    formulas: dict[str, str | Formula] = {name: name for name in (*welfare, *completion)}
    formulas |= {
        "anarchy": _price("DD"),
        "anarchy_zero_sum": _price("ZZ"),
    }
    estimates = store.derive(formulas, welfare | completion)
    shown = {name: plain(value) for name, value in estimates.items()}
    return {
        "policies": {
            role: {"name": name, "fingerprint": fingerprint(name)[:16]}
            for role, name in store.config.dilemma.items()
        },
        "games": min(len(store.games(pair).seeds) for pair in games.values()),
        "welfare": {name: shown[name] for name in welfare},
        "completion": {name: shown[f"completion_{name}"] for name in welfare},
        "price_of_anarchy": {"selfish": shown["anarchy"], "zero_sum": shown["anarchy_zero_sum"]},
        "payoffs": {
            name: {"about": about, **_game(store, games, name)} for name, about in PAYOFFS.items()
        },
    }


def _price(cell: str) -> Formula:
    """Welfare of C with C over that of another cell."""
    return Apart(lambda m: m["CC"] / m[cell], ("CC", cell))


def _game(
    store: ResultsStore[BenchConfig], games: Mapping[str, Pairing], payoff: str
) -> dict[str, Any]:
    """The 2 x 2 game in one payoff: its table, the inequalities, the self-interest level."""
    columns = {
        f"{cell}_{seat}": [(games[cell], f"{payoff}_{seat}")]
        for cell in ("CC", "CD", "DC", "DD")
        for seat in SERVICES
    }
    formulas: dict[str, str | Formula] = {name: name for name in columns}
    for seat in SERVICES:
        for name, formula in _inequalities(seat).items():
            formulas[f"{name} {seat}"] = formula
    levels = {"equilibrium": _level(("C",)), "dominant": _level(("C", "D"))}
    formulas |= levels
    estimates = {name: plain(value) for name, value in store.derive(formulas, columns).items()}
    return {
        # What a seat gets, by its own policy and by how many of the other seats cooperate.
        "schelling": {
            seat: {
                own: [estimates[f"{_cell(seat, own, other)}_{seat}"] for other in "DC"]
                for own in "CD"
            }
            for seat in SERVICES
        },
        "inequalities": {
            seat: {name: estimates[f"{name} {seat}"] for name in _inequalities(seat)}
            for seat in SERVICES
        },
        # Where hardly a resample lacks a level it has an interval.
        "self_interest": {
            name: {
                "level": estimates[name],
                "resamples_with_level": round(store.defined(level, columns), 4),
            }
            for name, level in levels.items()
        },
    }


def _cell(seat: str, own: str, other: str) -> str:
    """The army's letter comes first."""
    return own + other if seat == "army" else other + own


def _inequalities(seat: str) -> dict[str, Formula]:
    """What has to be above 0; of greed and fear one is enough."""
    r, s, t, p = (f"{_cell(seat, *letters)}_{seat}" for letters in ("CC", "CD", "DC", "DD"))
    return {
        "R - P": _less(r, p),
        "R - S": _less(r, s),
        "2R - T - S": lambda m: 2 * m[r] - m[t] - m[s],
        "greed T - R": _less(t, r),
        "fear P - S": _less(p, s),
    }


def _level(others: tuple[str, ...]) -> Formula:
    """The largest share s of its own payoff, from 1/2 to 1, with which both seats prefer C to D
    while the other plays any of `others`; nan where no share does that."""
    # What C instead of D brings the seat itself, and what it brings the other.
    gains = [
        (_less(f"{kind}_{seat}", f"{mean}_{seat}"), _less(f"{kind}_{partner}", f"{mean}_{partner}"))
        for seat, partner in (SERVICES, SERVICES[::-1])
        for other in others
        for kind, mean in [(_cell(seat, "C", other), _cell(seat, "D", other))]
    ]

    def level(m: Means) -> np.ndarray:
        least, most = np.full_like(m["CC_army"], 0.5), np.ones_like(m["CC_army"])
        for mine, gift in gains:
            own, theirs = mine(m), gift(m)
            # s * own + (1 - s) * theirs >= 0: a bound from above where its own loss speaks
            # against C, from below where the other's loss does.
            turn = theirs / (theirs - own)
            most = np.where(own < 0, np.minimum(most, np.where(theirs > 0, turn, 0.0)), most)
            least = np.where((own >= 0) & (theirs < 0), np.maximum(least, turn), least)
        return np.where(most >= least, most, np.nan)

    return Apart(level, tuple(part for pair in gains for part in pair))


def _less(one: str, other: str) -> Formula:
    return lambda m: m[one] - m[other]


def verdict(game: Mapping[str, Any], seat: str) -> str:
    """In words, from the intervals: shown, refuted or open; without an interval nothing is."""
    bounds = {
        name: (-np.inf, np.inf) if value is None or value[1] is None else value[1:]
        for name, value in game["inequalities"][seat].items()
    }
    needed = [bounds[name] for name in ("R - P", "R - S", "2R - T - S")]
    tempting = [bounds[name] for name in ("greed T - R", "fear P - S")]
    if any(high <= 0 for _, high in needed) or all(high <= 0 for _, high in tempting):
        return "no dilemma"
    if all(low > 0 for low, _ in needed) and any(low > 0 for low, _ in tempting):
        return "dilemma shown"
    return "open: an interval holds 0"
