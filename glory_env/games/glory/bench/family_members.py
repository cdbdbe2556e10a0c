"""Figures of participants that are families of training seeds: every member plays.

A table of games has one number of games for all its pairings, since they share their dice: the
configured one, or where a family of several takes part the smaller one of families.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.families import Grid, estimate, pairs_of
from glory_env.bench.statistics import Among, Estimate, Figure, Formula
from glory_env.games.glory.bench.config import FamilyConfig
from glory_env.games.glory.bench.pairing import Source
from glory_env.games.glory.bench.store import ResultsStore

Family = tuple[str, ...]  # policies trained alike but for their seed
Key = tuple[int, int]  # the army's and the navy's member, by number
ALONE: Family = ("",)  # beside a family, where only one is drawn from


class Part(NamedTuple):
    """One column of a table. sources: by the members that play, the columns whose mean it is."""

    army: Family
    navy: Family
    sources: Mapping[Key, Sequence[Source]]


def each(family: Family, of: Callable[[str], Sequence[Source]]) -> Part:
    """A column that every member has by itself."""
    return Part(family, ALONE, {(k, 0): of(name) for k, name in enumerate(family)})


def across(one: Family, other: Family, of: Callable[[str, str], Sequence[Source]]) -> Part:
    """A column of every pair of members, as `families.pairs_of` has them; army first."""
    return Part(one, other, {(i, j): of(one[i], other[j]) for i, j in pairs_of(one, other)})


def games_of(config: FamilyConfig, families: Iterable[Family]) -> int:
    """How many games a pairing has in a table of these families: `Pairing.games`."""
    return config.games_of_families if any(len(family) > 1 for family in families) else 0


def grids(store: ResultsStore[Any], parts: Mapping[str, Part]) -> dict[str, Grid]:
    """The parts' games, of the seeds that all have where planners have played fewer."""
    means = {
        name: {key: store.mean(sources) for key, sources in part.sources.items()}
        for name, part in parts.items()
    }
    count = min(len(values) for cell in means.values() for values in cell.values())
    by_part = {}
    for name, (army, navy, _) in parts.items():
        one, other = np.array(list(means[name]), np.int64).T
        values = np.array([column[:count] for column in means[name].values()], np.float64)
        sizes = (("+".join(army), len(army)), ("+".join(navy), len(navy)))
        by_part[name] = Grid(values, one, other, sizes)
    return by_part


def derive(
    store: ResultsStore[Any], formulas: Mapping[str, Figure], parts: Mapping[str, Part]
) -> dict[str, Estimate | None]:
    """Formulas of the parts' means: over dice for single policies, with families over members too.

    As `statistics.derive` and `families.estimate`. ValueError for `Among` of a family.
    """
    if all(len(part.army) == len(part.navy) == 1 for part in parts.values()):
        alone = {name: next(iter(part.sources.values())) for name, part in parts.items()}
        return store.derive(formulas, alone)
    return estimate({n: _formula(f) for n, f in formulas.items()}, grids(store, parts))


def _formula(figure: Figure) -> Formula:
    """A column's bare name means its mean."""
    if isinstance(figure, Among):
        raise ValueError(f"{figure}: expected a figure of means")
    return (lambda m: m[figure]) if isinstance(figure, str) else figure
