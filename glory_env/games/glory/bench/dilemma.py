"""The dilemma certificate: is there one in this scenario, and how deep?

Two families of policies, trained alike but for the seed, as the strategies of a 2 x 2 game: C
(cooperative) and D (selfish). All members play each other in every seating; C with C is different
members where there are several. Intervals are over training seeds and dice (`bench.families`). R,
S, T and P are a seat's payoffs for C with C, C with D, D with C, D with D. A social
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

from glory_env.bench.families import Grid, defined, estimate, pairs_of, resampled
from glory_env.bench.statistics import CONFIDENCE, Apart, Formula
from glory_env.games.glory.bench.config import DilemmaConfig
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Part, games_of, grids
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.participants import members
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import SERVICES

PAYOFFS = {"utility": "outcome utility", "payoff": "selfish reward, outcome and GP alike"}
ROLES = {"C": "cooperative", "D": "selfish", "Z": "zero_sum"}
CELLS = ("CC", "CD", "DC", "DD", "ZZ")  # the army's letter, then the navy's
SHOWN, REFUTED, OPEN = "dilemma shown", "no dilemma", "open"
Store = ResultsStore[Any]  # of a DilemmaConfig
Means = Mapping[str, np.ndarray]
Cell = dict[tuple[int, int], Pairing]  # the numbers of the army's and the navy's member


def families(config: DilemmaConfig) -> dict[str, tuple[str, ...]]:
    """The policies of each role, trained alike but for the seed."""
    return {role: members(name) for role, name in config.dilemma.items()}


def check(config: DilemmaConfig) -> None:
    """ValueError where one policy has two places: nothing would tell C from D."""
    places = [
        (role, name, fingerprint(name))
        for role, family in families(config).items()
        for name in family
    ]
    for (one, name, this), (other, second, that) in combinations(places, 2):
        if this == that:
            raise ValueError(
                f"dilemma: {one} {name!r} and {other} {second!r} are the same policy: name another"
            )


def by_letter(config: DilemmaConfig) -> dict[str, tuple[str, ...]]:
    """`families` by the letters of those that the settings name."""
    by_role = families(config)
    return {letter: by_role[role] for letter, role in ROLES.items() if role in by_role}


def cells(config: DilemmaConfig, **condition: Any) -> dict[str, Cell]:
    """The games: C, D and Z (zero-sum) by the army's and the navy's letter.

    condition: fields of all pairings, such as the rule for a deadlock; by default the certificate's
    own.
    """
    of = by_letter(config)
    games = games_of(config, of.values())
    return {
        cell: {
            (i, j): pairing(of[cell[0]][i], of[cell[1]][j], games=games, **condition)
            for i, j in pairs_of(of[cell[0]], of[cell[1]])
        }
        for cell in CELLS
        if set(cell) <= set(of)
    }


def pairings(config: DilemmaConfig, **condition: Any) -> list[Pairing]:
    """All that is played for the certificate, or for one like it in another condition."""
    return [pair for cell in cells(config, **condition).values() for pair in cell.values()]


def certificate(store: Store) -> dict[str, Any]:
    """Plain values for JSON; estimates are [mean, low, high], None where one means nothing.

    games: of a pairing, on the same seeds.
    """
    played, seeds = cells(store.config), families(store.config)
    welfare = cell_grids(store, played, "welfare")
    completion = {f"completion_{k}": v for k, v in cell_grids(store, played, "completed").items()}
    formulas: dict[str, Formula] = {name: _mean(name) for name in (*welfare, *completion)}
    formulas |= {"anarchy": price_of_anarchy("DD"), "anarchy_zero_sum": price_of_anarchy("ZZ")}
    estimates = estimate(formulas, welfare | completion)
    shown = {name: plain(value) for name, value in estimates.items()}
    return {
        "policies": {
            role: {
                "name": store.config.dilemma[role],
                "fingerprints": {name: store.fingerprint(name)[:16] for name in seeds[role]},
            }
            for role in store.config.dilemma
        },
        "games": min(len(store.games(pair).seeds) for pair in pairings(store.config)),
        "pairings": {name: len(cell) for name, cell in played.items()},
        "welfare": {name: shown[name] for name in welfare},
        "completion": {name: shown[f"completion_{name}"] for name in welfare},
        "price_of_anarchy": {"selfish": shown["anarchy"], "zero_sum": shown["anarchy_zero_sum"]},
        "payoffs": {
            name: {"about": about, **game(payoffs(store, played, name), len(PAYOFFS))}
            for name, about in PAYOFFS.items()
        },
    }


def cell_grids(store: Store, played: Mapping[str, Cell], column: str) -> dict[str, Grid]:
    """A column of each cell's games."""
    of = by_letter(store.config)
    parts = {
        name: Part(of[name[0]], of[name[1]], {key: [(cell[key], column)] for key in cell})
        for name, cell in played.items()
    }
    return grids(store, parts)


def _mean(name: str) -> Formula:
    return lambda m: m[name]


def price_of_anarchy(cell: str) -> Formula:
    """Welfare of C with C over that of another cell."""
    return Apart(lambda m: m["CC"] / m[cell], (_mean("CC"), _mean(cell)))


def payoffs(store: Store, played: Mapping[str, Cell], payoff: str) -> dict[str, Grid]:
    """A seat's payoff in each cell, by CELL_SEAT."""
    return {
        f"{cell}_{seat}": grid
        for seat in SERVICES
        for cell, grid in cell_grids(store, played, f"{payoff}_{seat}").items()
        if cell != "ZZ"
    }


def game(columns: Mapping[str, Grid], games: int) -> dict[str, Any]:
    """The 2 x 2 game of `payoffs`: its table, the inequalities, the self-interest level.

    games: how many such games are judged together; `simultaneous` are intervals that hold for the
    inequalities of all of them.
    """
    inequalities = {
        f"{name} {seat}": formula
        for seat in SERVICES
        for name, formula in _inequalities(seat).items()
    }
    levels = {"equilibrium": _level(("C",)), "dominant": _level(("C", "D"))}
    formulas = {**{name: _mean(name) for name in columns}, **inequalities, **levels}
    drawn = resampled(columns)
    estimated = estimate(formulas, columns, drawn=drawn)
    estimates = {name: plain(value) for name, value in estimated.items()}
    # All inequalities hold together with CONFIDENCE (Bonferroni).
    apart = (1 - CONFIDENCE) / (games * len(inequalities))
    together = estimate(inequalities, columns, confidence=1 - apart, drawn=drawn)
    return {
        # What a seat gets, by its own policy and by how many of the other seats cooperate.
        "schelling": {
            seat: {
                own: [estimates[f"{_cell(seat, own, other)}_{seat}"] for other in "DC"]
                for own in "CD"
            }
            for seat in SERVICES
        },
        "inequalities": _by_seat(estimates),
        "simultaneous": _by_seat({name: plain(value) for name, value in together.items()}),
        # Where hardly a resample lacks a level it has an interval.
        "self_interest": {
            name: {
                "level": estimates[name],
                "resamples_with_level": round(defined(level, drawn), 4),
            }
            for name, level in levels.items()
        },
    }


def _by_seat(estimates: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The inequalities by seat and name."""
    return {
        seat: {name: estimates[f"{name} {seat}"] for name in _inequalities(seat)}
        for seat in SERVICES
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
    """SHOWN, REFUTED or OPEN, from the simultaneous intervals; without one nothing is shown.

    Shown: all inequalities, and greed or fear, are above 0. Refuted: one of them is not above 0, or
    neither greed nor fear is.
    """
    bounds = {
        name: (-np.inf, np.inf) if value is None or value[1] is None else value[1:]
        for name, value in game["simultaneous"][seat].items()
    }
    needed = [bounds[name] for name in ("R - P", "R - S", "2R - T - S")]
    tempting = [bounds[name] for name in ("greed T - R", "fear P - S")]
    if any(high <= 0 for _, high in needed) or all(high <= 0 for _, high in tempting):
        return REFUTED
    if all(low > 0 for low, _ in needed) and any(low > 0 for low, _ in tempting):
        return SHOWN
    return OPEN
