"""Two families of policies as the strategies of one game: who plays whom, and what that pays.

C is the cooperative family, D the other one, whose members are trained alike but for their payoff.
All members play each other in every seating; C with C and D with D are different members where
there are several. R, S, T and P are a seat's payoffs for C with C, C with D, D with C, D with D. A
match is both seatings: its payoff is the mean of what a player gets as army and as navy. Intervals
are over training seeds and dice (`bench.families`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from operator import itemgetter
from typing import Any

import numpy as np

from glory_env.bench.families import Grid, estimate, pairs_of, resampled
from glory_env.bench.statistics import CONFIDENCE, Apart, Formula
from glory_env.bench.study import less, ratio
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Family, Part, grids
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.policies import fingerprint, is_slow
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import SERVICES

CELLS = ("CC", "CD", "DC", "DD")  # the army's letter, then the navy's
MATCH = "match"
PLACES = (*SERVICES, MATCH)
SHOWN, REFUTED, OPEN = "dilemma shown", "no dilemma", "open"
Store = ResultsStore[Any]
Cell = dict[tuple[int, int], Pairing]  # the numbers of the army's and the navy's member


def check_batches(key: str, names: Iterable[str]) -> None:
    """ValueError for an agent that plans; key: of the settings, where it stands."""
    for name in names:
        if is_slow(name):
            raise ValueError(f"{key}: {name!r}: expected an agent that plays in batches")


def check(families: Mapping[str, Family], key: str = "families") -> None:
    """ValueError for a policy that plans, or that has two places: nothing would tell C from D.

    families: by role. key: of the settings, where they stand. AgentError where one does not exist.
    """
    check_batches(key, (name for family in families.values() for name in family))
    places = [
        (role, name, fingerprint(name)) for role, family in families.items() for name in family
    ]
    for (one, name, this), (other, second, that) in combinations(places, 2):
        if this == that:
            raise ValueError(
                f"{key}: {one} {name!r} and {other} {second!r} are the same policy: name another"
            )


def cells(c: Family, d: Family, **condition: Any) -> dict[str, Cell]:
    """The games of two families by CELLS.

    condition: fields of all pairings, such as how many games or the rule for a deadlock.
    """
    of = {"C": c, "D": d}
    return {
        cell: {
            (i, j): pairing(of[cell[0]][i], of[cell[1]][j], **condition)
            for i, j in pairs_of(of[cell[0]], of[cell[1]])
        }
        for cell in CELLS
    }


def pairings(played: Mapping[str, Cell]) -> list[Pairing]:
    """All games of some cells."""
    return [pair for cell in played.values() for pair in cell.values()]


def part(c: Family, d: Family, cell: str, pairs: Cell, column: str) -> Part:
    """A column of one cell's games."""
    of = {"C": c, "D": d}
    return Part(of[cell[0]], of[cell[1]], {key: [(pairs[key], column)] for key in pairs})


def cell_grids(
    store: Store, c: Family, d: Family, played: Mapping[str, Cell], column: str
) -> dict[str, Grid]:
    """A column of each cell's games."""
    parts = {cell: part(c, d, cell, pairs, column) for cell, pairs in played.items()}
    return grids(store, parts)


# --- payoffs -------------------------------------------------------------------------------
def cell_of(seat: str, own: str, other: str) -> str:
    """The army's letter comes first."""
    return own + other if seat == "army" else other + own


def payoff(place: str, own: str, other: str) -> Formula:
    """What a player with this letter gets beside another; of columns named CELL_SEAT."""
    if place == MATCH:
        return mean_of(*(payoff(seat, own, other) for seat in SERVICES))
    return itemgetter(f"{cell_of(place, own, other)}_{place}")


def mean_of(*formulas: Formula) -> Formula:
    """Mean of several formulas."""
    return lambda m: np.mean([formula(m) for formula in formulas], axis=0)


def differences(place: str) -> dict[str, Formula]:
    """What D instead of C changes, for a seat or the match; the cost is that of the other seat,
    which cooperates.
    """
    r, s, t, p = (payoff(place, *letters) for letters in ("CC", "CD", "DC", "DD"))
    other = {"army": "navy", "navy": "army"}.get(place, MATCH)
    return {
        "greed T - R": less(t, r),
        "fear P - S": less(p, s),
        "cost to the other": less(payoff(other, "C", "C"), payoff(other, "C", "D")),
        "R - P": less(r, p),
    }


def price_of_anarchy(cooperative: str = "CC", other: str = "DD") -> Formula:
    """Welfare of C with C over that of D with D; of the columns with these names."""
    return Apart(ratio(cooperative, other), (cooperative, other))


# --- is it a social dilemma? -----------------------------------------------------------------
def inequalities(seat: str) -> dict[str, Formula]:
    """What has to be above 0 in a social dilemma; of greed and fear one is enough.

    As of Macy and Flache 2002 and Leibo et al. 2017.
    """
    r, s, t, p = (payoff(seat, *letters) for letters in ("CC", "CD", "DC", "DD"))
    changed = differences(seat)
    return {
        "R - P": less(r, p),
        "R - S": less(r, s),
        "2R - T - S": lambda m: 2 * r(m) - t(m) - s(m),
        **{name: changed[name] for name in ("greed T - R", "fear P - S")},
    }


def social_dilemma(columns: Mapping[str, Grid], games: int) -> dict[str, Any]:
    """The inequalities of both seats as plain values; columns: CELL_SEAT.

    games: how many such games are judged together; `simultaneous` are intervals that hold for the
    inequalities of all of them (Bonferroni).
    """
    formulas = {
        f"{name} {seat}": formula
        for seat in SERVICES
        for name, formula in inequalities(seat).items()
    }
    drawn = resampled(columns)
    apart = (1 - CONFIDENCE) / (games * len(formulas))
    return {
        name: {
            seat: {key: plain(found[f"{key} {seat}"]) for key in inequalities(seat)}
            for seat in SERVICES
        }
        for name, confidence in (("inequalities", CONFIDENCE), ("simultaneous", 1 - apart))
        for found in [estimate(formulas, columns, confidence=confidence, drawn=drawn)]
    }


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
