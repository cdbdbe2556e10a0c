"""What each part of a policy is worth: families with themselves, as they are and without a part.

The parts are taken from both seats at once. The constant split of a member is the one of
`bids.GRID` with the highest welfare, both seats offering it, on seeds of its own (SELECTION), so
that luck in choosing does not count for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_env.bench.families import estimate
from glory_env.bench.statistics import Apart, Formula
from glory_env.games.glory.bench.ablated import FROZEN_LOG, SCRIPT_TACTICS, SCRIPT_TALKS, constant
from glory_env.games.glory.bench.bids import GRID
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.family_members import Family, Part, each, grids
from glory_env.games.glory.bench.pairing import Pairing, Source, pairing
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.scenario.variants import NO_TALKS
from glory_env.games.glory.state import SERVICES

FLOOR = "careful_random"
AS_IS, CONSTANT, FLOOR_ROW = "as it is", "constant split", "careful random"
# Row of the table -> how its pairings differ; a constant split is chosen for each member.
CHANGES: dict[str, dict[str, str]] = {
    AS_IS: {},
    "frozen log": {"ablation": FROZEN_LOG},
    "no talks": {"variant": NO_TALKS.key},
    "tactics by script": {"ablation": SCRIPT_TACTICS},
    "talks by script": {"ablation": SCRIPT_TALKS},
}
ROWS = (AS_IS, CONSTANT, *list(CHANGES)[1:], FLOOR_ROW)
MEASURES = {
    "completion": "share", "welfare": "number", "utility": "signed", "explained": "percentage",
}  # fmt: skip
Splits = Mapping[str, int]  # policy -> number of its constant split
Store = ResultsStore[Any]


def itself(policy: str, games: int, **more: Any) -> Pairing:
    """A policy with itself."""
    return pairing(policy, policy, games=games, **more)


# --- the constant split --------------------------------------------------------------------
def candidates(family: Family) -> list[Pairing]:
    """Every split of each member: the games of the selection seeds."""
    return [itself(policy, 0, ablation=constant(k)) for policy in family for k in range(len(GRID))]


def best_splits(store: Store, family: Family) -> dict[str, int]:
    """The split of each member with the highest mean welfare; of equals the first."""
    return {
        policy: int(
            np.argmax(
                [
                    store.games(itself(policy, 0, ablation=constant(k))).columns["welfare"].mean()
                    for k in range(len(GRID))
                ]
            )
        )
        for policy in family
    }


# --- the table -----------------------------------------------------------------------------
def plan(family: Family, games: int, splits: Splits) -> list[Pairing]:
    """All that is played for the table of a family. games: of a pairing, as in `Pairing`."""
    pairs = [_pair(row, policy, games, splits) for row in ROWS for policy in family]
    return list(dict.fromkeys(pairs))


def _pair(row: str, policy: str, games: int, splits: Splits) -> Pairing:
    if row == FLOOR_ROW:
        return itself(FLOOR, games)
    if row == CONSTANT:
        return itself(policy, games, ablation=constant(splits[policy]))
    return itself(policy, games, **CHANGES[row])


def table(store: Store, family: Family, games: int, splits: Splits) -> dict[str, Any]:
    """Of each row the MEASURES, [mean, low, high], None where one means nothing.

    explained: (as it is - this row) / (as it is - careful random) of welfare; not for the first
    row. Intervals over training seeds and dice.
    """
    columns = {
        "completion": ["completed"],
        "welfare": ["welfare"],
        "utility": [f"utility_{seat}" for seat in SERVICES],
    }
    parts, formulas = {}, {}
    for row in ROWS:
        for measure, names in columns.items():
            parts[f"{measure} {row}"] = _part(row, family, games, splits, names)
            formulas[f"{measure} {row}"] = _mean(f"{measure} {row}")
        if row not in (AS_IS, FLOOR_ROW):
            formulas[f"explained {row}"] = _explained(row)
    estimates = estimate(formulas, grids(store, parts))
    return {row: {name: plain(estimates.get(f"{name} {row}")) for name in MEASURES} for row in ROWS}


def _part(row: str, family: Family, games: int, splits: Splits, columns: list[str]) -> Part:
    def of(policy: str) -> list[Source]:
        return [(_pair(row, policy, games, splits), column) for column in columns]

    return each((FLOOR,) if row == FLOOR_ROW else family, of)


def _mean(name: str) -> Formula:
    return lambda m: m[name]


def _explained(row: str) -> Formula:
    lost, whole = _less(f"welfare {row}"), _less(f"welfare {FLOOR_ROW}")
    return Apart(lambda m: lost(m) / whole(m), (lost, whole))


def _less(other: str) -> Formula:
    return lambda m: m[f"welfare {AS_IS}"] - m[other]
