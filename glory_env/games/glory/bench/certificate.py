"""What a family that defects does to one that cooperates, judged at a payoff level.

C is the cooperative family, D the level's defector (DEFECTORS). Judged are, for army, navy and the
match (both seatings): greed T - R, fear P - S, the cost to the other seat, and R - P; the welfare
that D with D loses; and what D gets more than C beside each of some frozen partners. These cells,
and the thresholds below, were fixed before any of the games were played.

    shown     the 95 % interval, over training seeds and dice, lies beyond 0: above or below
    refuted   it does not, and lies within +-SMALL
    open      all else, and where there is no interval

Where the pressure of a level on a seat (`bench.levels`) is below LEAST_PRESSURE, its payoff ranks
games much as the cooperative one does: a difference says nothing about motives and has no verdict.
A match has the mean pressure of both seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from glory_env.bench.families import estimate
from glory_env.bench.statistics import Formula
from glory_env.bench.study import less
from glory_env.games.glory.bench import cells
from glory_env.games.glory.bench.behaviour import deadlocks
from glory_env.games.glory.bench.cells import CELLS, MATCH, PLACES, Cell
from glory_env.games.glory.bench.crossplay import Plain, plain
from glory_env.games.glory.bench.family_members import Family, Part, each, grids
from glory_env.games.glory.bench.levels import paid
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import SERVICES

COOPERATOR = "cooperative"
DEFECTORS = {"assurance": "competitive", "rivalry": "competitive", "spite": "spiteful"}
ROLES = (COOPERATOR, *dict.fromkeys(DEFECTORS.values()))
ZERO_SUM = ("spite",)  # levels at which one seat gets what the other loses
LEAST_PRESSURE = 0.3
SMALL = 0.05
ABOVE, BELOW = "shown: above 0", "shown: below 0"
REFUTED, OPEN = f"refuted: within {SMALL:g}", "open"
NO_PRESSURE = f"pressure below {LEAST_PRESSURE:g}"
WELFARE_LOSS = "welfare CC - DD"
# Of a cell, beside the payoffs: formula over columns, and how it is written.
COLUMNS = ("completed", "welfare", "agreements", "talks", "win_army", "win_navy")
FIGURES = {
    "completed": "share", "welfare": "number", "deadlocks": "share", "win_army": "share",
    "win_navy": "share",
}  # fmt: skip


def beside(policy: str, partner: str, seat: str, games: int = 0) -> Pairing:
    """A policy in a seat beside a frozen partner."""
    seated = (policy, partner) if seat == "army" else (partner, policy)
    return pairing(*seated, games=games)


def judge(
    store: ResultsStore[Any],
    level: str,
    c: Family,
    d: Family,
    played: Mapping[str, Cell],
    partners: Mapping[str, str],
    pressure: Mapping[str, Plain],
) -> dict[str, Any]:
    """All figures of a level as plain values; estimates are [mean, low, high] or None.

    played: the games of C and D (`cells.cells`). partners: frozen ones by role. pressure: by seat.
    "cells": by CELLS the payoffs and FIGURES. "beside": by partner's role, "C" or "D", and place,
    what a member gets. "judged": rows with what, place, value and verdict. "changes": what D with D
    has more than C with C, and what a navy that is D has more than one that is C beside an army
    that is C.
    """
    of = {"C": c, "D": d}
    parts: dict[str, Part] = {}
    for cell, pairs in played.items():
        for seat in SERVICES:
            parts[f"{cell}_{seat}"] = cells.part(c, d, cell, pairs, paid(level, seat))
        for name in COLUMNS:
            parts[f"{name} {cell}"] = cells.part(c, d, cell, pairs, name)
    for role, partner in partners.items():
        for letter, family in of.items():
            for seat in SERVICES:
                parts[f"{role} {letter} {seat}"] = each(
                    family,
                    lambda name, partner=partner, seat=seat: [  # type: ignore[misc]
                        (beside(name, partner, seat), paid(level, seat))
                    ],
                )
    shown = _formulas(partners)
    judged = dict(_judged(partners))
    if level in ZERO_SUM:  # the payoffs of a match add up to 0 in every cell
        del judged["R - P", MATCH]
    keys = {f"judged {what} {place}": formula for (what, place), formula in judged.items()}
    found = {
        name: plain(value)
        for name, value in estimate({**shown, **keys}, grids(store, parts)).items()
    }
    return {
        "cells": {
            cell: {name: found[f"{cell} {name}"] for name in (*SERVICES, *FIGURES)}
            for cell in CELLS
        },
        "beside": {
            role: {
                letter: {place: found[f"beside {role} {letter} {place}"] for place in PLACES}
                for letter in of
            }
            for role in partners
        },
        "judged": [
            {
                "what": what,
                "place": place,
                "value": found[f"judged {what} {place}"],
                "verdict": verdict(found[f"judged {what} {place}"], pressure, place),
            }
            for what, place in judged
        ],
        "price_of_anarchy": found["anarchy"],
        "changes": {name: found[name] for name in CHANGES},
    }


def verdict(value: Plain, pressure: Mapping[str, Plain], place: str) -> str:
    """As the module says. value: [mean, low, high]; pressure: by seat."""
    seats = SERVICES if place == MATCH else (place,)
    felt = [one[0] for one in map(pressure.get, seats) if one]
    if len(felt) < len(seats) or np.mean([x or 0.0 for x in felt]) < LEAST_PRESSURE:
        return NO_PRESSURE
    _, low, high = value or (None, None, None)
    if low is None or high is None:
        return OPEN
    if low > 0 or high < 0:
        return ABOVE if low > 0 else BELOW
    return REFUTED if low >= -SMALL and high <= SMALL else OPEN


CHANGES: dict[str, Formula] = {
    "deadlocks DD - CC": less(
        deadlocks("agreements DD", "talks DD"), deadlocks("agreements CC", "talks CC")
    ),
    "navy's wins CD - CC": less("win_navy CD", "win_navy CC"),
}


def _formulas(partners: Mapping[str, str]) -> dict[str, Formula]:
    """What is shown and not judged."""
    formulas: dict[str, Formula] = dict(CHANGES)
    for cell in CELLS:
        for seat in SERVICES:
            formulas[f"{cell} {seat}"] = itemgetter(f"{cell}_{seat}")
        for name in FIGURES.keys() & set(COLUMNS):
            formulas[f"{cell} {name}"] = itemgetter(f"{name} {cell}")
        formulas[f"{cell} deadlocks"] = deadlocks(f"agreements {cell}", f"talks {cell}")
    for role in partners:
        for letter in "CD":
            for place in PLACES:
                formulas[f"beside {role} {letter} {place}"] = _beside(role, letter, place)
    formulas["anarchy"] = cells.price_of_anarchy("welfare CC", "welfare DD")
    return formulas


def _judged(partners: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], Formula]]:
    """What is judged, by what and place."""
    by_place = {place: cells.differences(place) for place in PLACES}
    for what in by_place[MATCH]:
        for place in PLACES:
            yield (what, place), by_place[place][what]
    yield (WELFARE_LOSS, MATCH), less("welfare CC", "welfare DD")
    for role in partners:
        for place in PLACES:
            gain = less(_beside(role, "D", place), _beside(role, "C", place))
            yield (f"D - C beside {role}", place), gain


def _beside(role: str, letter: str, place: str) -> Formula:
    if place == MATCH:
        return cells.mean_of(*(_beside(role, letter, seat) for seat in SERVICES))
    return itemgetter(f"{role} {letter} {place}")


# --- two halves ------------------------------------------------------------------------------
Rows = Sequence[Mapping[str, Any]]  # of `judge`


def compared(whole: Rows, halves: Sequence[Rows]) -> dict[str, Any]:
    """The verdicts of a level's rows in two halves of the training seeds, as plain values.

    whole, halves: rows `judged`. "equal": both halves say the same, "of_them_open" that it is open;
    "half_open": exactly one half is open; "opposite": neither is, and they say different things.
    Rows without a verdict (NO_PRESSURE) do not count.
    """
    pairs = [
        [half[k]["verdict"] for half in halves]
        for k, row in enumerate(whole)
        if row["verdict"] != NO_PRESSURE
    ]
    said = [(len(set(pair)) == 1, pair.count(OPEN)) for pair in pairs]
    return {
        "verdicts": [[half[k]["verdict"] for half in halves] for k in range(len(whole))],
        "judged": len(pairs),
        "equal": sum(same for same, _ in said),
        "of_them_open": sum(same and count > 0 for same, count in said),
        "half_open": sum(not same and count == 1 for same, count in said),
        "opposite": sum(not same and count == 0 for same, count in said),
    }


def open_share(rows: Rows) -> float | None:
    """Of the rows with a verdict; None without any."""
    said = [row["verdict"] for row in rows if row["verdict"] != NO_PRESSURE]
    return round(said.count(OPEN) / len(said), 4) if said else None
