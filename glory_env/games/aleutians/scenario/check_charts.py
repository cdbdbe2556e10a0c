"""What must be true of charts and numbers: full rows, columns that rise (5.5, 10.8, 13.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from glory_env.games.aleutians.scenario.schema import FACES, File, GroundColumn, Strategy
from glory_env.games.aleutians.state import GROUND_COLUMNS, SIDES
from glory_env.scenario.problems import Problems

STRATEGIES = 4


def check_charts(file: File, problems: Problems) -> None:
    """All checks of the charts; errors go to `problems`."""
    levels = list(file.victory.levels)
    if levels != sorted(set(levels)):
        problems.add("victory.levels", levels, "numbers that rise")
    for side in SIDES:
        most, start = getattr(file.supply.cap, side), getattr(file.supply.start, side)
        if start > most:
            problems.add(f"supply.start.{side}", start, f"at most the cap, {most}")
        _check_strategy(f"strategies.{side}", getattr(file.strategies, side), problems)
    shots = [(c.strength, c.sunk, c.damaged) for c in file.air_sea.columns]
    _check_columns("air_sea.columns", shots, problems)
    for k, column in enumerate((*file.air_sea.columns, file.air_sea.torpedo)):
        if column.sunk > column.damaged:
            last = k == len(file.air_sea.columns)
            key = "air_sea.torpedo" if last else f"air_sea.columns.{k}"
            problems.add(f"{key}.sunk", column.sunk, f"at most damaged, {column.damaged}")
    bombs = [(c.power, c.hit) for c in file.bombardment.columns]
    _check_columns("bombardment.columns", bombs, problems)
    _check_ground(file.ground.columns, problems)


def _check_strategy(key: str, strategy: Strategy, problems: Problems) -> None:
    if len(strategy.income) != STRATEGIES:
        value = f"{len(strategy.income)} rows"
        problems.add(f"{key}.income", value, f"{STRATEGIES} rows, one for each strategy")


def _check_columns(key: str, columns: Sequence[Sequence[int]], problems: Problems) -> None:
    """The first column begins at 1; each later one further on, with thresholds not lower."""
    if not columns or columns[0][0] != 1:
        first = columns[0][0] if columns else "none"
        problems.add(f"{key}.0", first, "a first column that begins at 1")
    for k, (before, after) in enumerate(pairwise(columns), 1):
        if after[0] <= before[0] or any(b < a for a, b in zip(before, after, strict=True)):
            problems.add(f"{key}.{k}", list(after), f"more than the column before, {list(before)}")


def _check_ground(columns: Sequence[GroundColumn], problems: Problems) -> None:
    """More difference and a higher die are never worse for the attacker."""
    key = "ground.columns"
    if not 1 <= len(columns) <= GROUND_COLUMNS:
        problems.add(key, f"{len(columns)} columns", f"1 to {GROUND_COLUMNS} columns")
    limits = [column.up_to for column in columns]
    rising = [limit for limit in limits[:-1] if limit is not None]
    if limits[-1:] != [None] or len(rising) != len(limits) - 1 or rising != sorted(set(rising)):
        problems.add(f"{key}.*.up_to", limits, "numbers that rise, and null in the last column")
    gains = [[defender - attacker for attacker, defender in column.losses] for column in columns]
    for k, row in enumerate(gains):
        if len(row) != FACES:
            problems.add(f"{key}.{k}.losses", f"{len(row)} cells", f"{FACES} cells, for 1 to 6")
        elif row != sorted(row):
            problems.add(f"{key}.{k}.losses", row, "balances (D less A) that never fall")
        elif k and any(b < a for a, b in zip(gains[k - 1], row, strict=False)):
            expected = f"balances (D less A) not below those of the column before, {gains[k - 1]}"
            problems.add(f"{key}.{k}.losses", row, expected)
