"""Kept games put together: columns of several pairings side by side, seed by seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glory_env.bench.config import BenchConfig
from glory_env.bench.metrics import figures
from glory_env.bench.statistics import Estimate, Formula, defined, derive
from glory_env.bench.store import Games, Pairing, file_of, pairing, read
from glory_env.core.state import SERVICES

Side = tuple[Pairing, str]  # a pairing, and the seat ("army", "navy") looked at in it
Source = tuple[Pairing, str]  # a pairing, and one of its columns


def seatings(policy: str, partner: str, **more: Any) -> list[Side]:
    """A policy with a partner, both ways round, and the seat it has in each."""
    army, navy = SERVICES
    return [(pairing(policy, partner, **more), army), (pairing(partner, policy, **more), navy)]


def of_seat(sides: Sequence[Side], column: str) -> list[Source]:
    """A column of the seat that is looked at: "utility" is utility_army or utility_navy."""
    return [(pair, f"{column}_{seat}") for pair, seat in sides]


def of_game(sides: Sequence[Side], column: str) -> list[Source]:
    """A column that is alike for both seats."""
    return [(pair, column) for pair, _ in sides]


class Book:
    """All games of a run of the suite."""

    def __init__(self, config: BenchConfig) -> None:
        self.config = config
        self._games: dict[Pairing, Games] = {}
        self._figures: dict[Pairing, dict[str, Estimate | None]] = {}

    def games(self, pair: Pairing) -> Games:
        """ValueError where they have not been played."""
        if pair not in self._games:
            found = read(self.config, pair)
            if found is None:
                path = file_of(self.config, pair)
                raise ValueError(f"{path}: expected the games of {pair.key}")
            self._games[pair] = found
        return self._games[pair]

    def figures(self, pair: Pairing) -> dict[str, Estimate | None]:
        """All metrics of a pairing; asked for by tasks and by the list of all pairings."""
        if pair not in self._figures:
            games = self.games(pair)
            self._figures[pair] = figures(games.columns, games.seeds)
        return self._figures[pair]

    def mean(self, sources: Sequence[Source]) -> np.ndarray:
        """Mean over several pairings' columns, game by game, (N,): row k is one seed.

        Where a planner has played fewer games, only the seeds that all have count.
        """
        found = [self.games(pair).columns[column] for pair, column in sources]
        count = min(map(len, found))
        mean = np.mean([column[:count] for column in found], axis=0)
        is_share = all(column.dtype == np.bool_ for column in found)
        # What is 0 or 1 in every game is a share still, with the interval of shares.
        return mean > 0.5 if is_share and np.isin(mean, (0.0, 1.0)).all() else mean

    def table(self, columns: Mapping[str, Sequence[Source]]) -> dict[str, np.ndarray]:
        """Means over several pairings' columns, (N,) each: of the seeds that all have."""
        found = {name: self.mean(sources) for name, sources in columns.items()}
        count = min(map(len, found.values()))
        return {name: values[:count] for name, values in found.items()}

    def derive(
        self,
        formulas: Mapping[str, str | Formula],
        columns: Mapping[str, Sequence[Source]],
    ) -> dict[str, Estimate | None]:
        """`statistics.derive` over means of several pairings' columns, paired by seed."""
        found = self.table(columns)
        return derive(formulas, found, _rows(found))

    def defined(self, formula: Formula, columns: Mapping[str, Sequence[Source]]) -> float:
        """`statistics.defined`, likewise."""
        found = self.table(columns)
        return defined(formula, found, _rows(found))


def _rows(found: Mapping[str, np.ndarray]) -> np.ndarray:
    """Every row is a cluster of its own."""
    return np.arange(len(next(iter(found.values()))))
