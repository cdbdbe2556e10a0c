"""Estimates over training seeds and dice: what is resampled, and how wide the intervals are."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.bench.families import Grid, estimate, expanded, pairs_of
from glory_env.bench.statistics import Apart, Formula, derive

GAMES = 200


def mean(name: str) -> Formula:
    return lambda m: m[name]


def grid(size: int, values: np.ndarray, family: str = "C") -> Grid:
    """All pairs of a family; values: of each pair and game."""
    names = [str(k) for k in range(size)]
    army, navy = np.array(pairs_of(names, names)).T
    return Grid(np.broadcast_to(values, (len(army), values.shape[-1])), army, navy,
                ((family, size), (family, size)))  # fmt: skip


def by_member(size: int, effects: np.ndarray, noise: float = 0.0, seed: int = 0) -> Grid:
    """What a pair gets is the sum of what its members bring, and luck."""
    rng = np.random.default_rng(seed)
    at = np.array(pairs_of(*[[str(k) for k in range(size)]] * 2))
    values = effects[at].sum(axis=1)[:, None] + rng.normal(0, 1, GAMES) * 0.01
    return grid(size, values + rng.normal(0, 1, values.shape) * noise)


def width(found: dict, name: str = "x") -> float:
    return found[name].high - found[name].low


# --- who plays whom --------------------------------------------------------------------------
def test_pairs() -> None:
    assert pairs_of("ab", "ab") == [(0, 1), (1, 0)]
    assert pairs_of("ab", "cd") == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert pairs_of("a", "a") == [(0, 0)]
    assert pairs_of("a", "bc") == [(0, 0), (0, 1)]


# --- intervals -------------------------------------------------------------------------------
def test_one_member_has_the_interval_of_the_dice() -> None:
    values = np.random.default_rng(2).normal(1, 1, GAMES)
    here = estimate({"x": mean("C")}, {"C": grid(1, values)})["x"]
    there = derive({"x": "C"}, {"C": values}, np.arange(GAMES))["x"]
    assert here.mean == pytest.approx(there.mean)
    np.testing.assert_allclose(here, there, atol=0.02)


def test_members_that_differ_widen_the_interval() -> None:
    alike, unlike = (by_member(6, np.linspace(-x, x, 6)) for x in (0.0, 1.0))
    assert width(estimate({"x": mean("C")}, {"C": alike})) < 0.01
    assert width(estimate({"x": mean("C")}, {"C": unlike})) > 1.0


def test_more_members_say_more() -> None:
    rng = np.random.default_rng(4)
    widths = [
        np.mean([width(estimate({"x": mean("C")}, {"C": by_member(n, rng.normal(0, 1, n))}, 500))
                 for _ in range(10)])
        for n in (4, 8, 16)
    ]  # fmt: skip
    assert widths[0] > 1.3 * widths[1] > 1.3 * 1.3 * widths[2]


def test_two_that_play_each_other_say_nothing_of_a_third() -> None:
    found = estimate({"x": mean("C")}, {"C": by_member(2, np.array([-1.0, 1.0]))})["x"]
    assert (found.mean, found.has_interval) == (pytest.approx(0.0, abs=0.01), False)


def test_a_member_counts_in_both_grids_alike() -> None:
    """C with C and C with D share the members of C: their difference is free of them."""
    effects = np.linspace(-1, 1, 5)
    own = by_member(5, effects)
    pairs = np.array(pairs_of([str(k) for k in range(5)], ["d"]))
    other = Grid(2 * effects[pairs[:, 0]][:, None] + own.values[:1] * 0, *pairs.T,
                 (("C", 5), ("D", 1)))  # fmt: skip
    found = estimate(
        {"own": mean("CC"), "less": lambda m: m["CC"] - m["CD"]}, {"CC": own, "CD": other}
    )
    assert width(found, "own") > 1.0
    assert width(found, "less") < 0.01


@pytest.mark.slow
def test_the_interval_holds_what_it_promises() -> None:
    """Of 100 recipes about 95 % of the ratios of two families lie inside, with six seeds each."""
    hits = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        dice = rng.normal(0, 0.3, 100)
        grids = {}
        for name, middle in (("C", 0.8), ("D", 0.7)):
            at = np.array(pairs_of("abcdef", "abcdef"))
            army, navy = rng.normal(0, 0.1, (2, 6))
            values = middle + (army[at[:, 0]] + navy[at[:, 1]])[:, None] + dice
            grids[name] = grid(6, values + rng.normal(0, 0.5, values.shape), name)
        ratio = Apart(lambda m: m["C"] / m["D"], (mean("C"), mean("D")))
        found = estimate({"x": ratio}, grids, 400)["x"]
        hits += found.low <= 0.8 / 0.7 <= found.high
    assert 88 <= hits <= 100


def test_the_tail_is_that_of_students_t() -> None:
    """Of a normal distribution the expanded interval is as wide as t's, its spread put right."""
    from scipy.stats import norm, t

    for n in (3, 6, 20):
        reach = -norm.ppf(expanded(0.025, n)) * np.sqrt((n - 1) / n)
        assert reach == pytest.approx(t.ppf(0.975, n - 1))
    assert expanded(0.025, 1) == expanded(0.025, 0) == 0.025
    assert expanded(0.025, 10_000) == pytest.approx(0.025, abs=1e-4)


# --- what means nothing ----------------------------------------------------------------------
def test_without_variation_there_is_no_interval() -> None:
    found = estimate({"x": mean("C")}, {"C": grid(3, np.ones(GAMES))})["x"]
    assert (found.mean, found.has_interval) == (1.0, False)


def test_what_is_not_finite_is_none() -> None:
    grids = {"C": grid(2, np.zeros(GAMES))}
    nothing: Formula = lambda m: 1 / m["C"]  # noqa: E731
    assert estimate({"x": nothing}, grids) == {"x": None}


def test_grids_of_unlike_length_are_refused() -> None:
    grids = {"C": grid(2, np.zeros(5)), "D": grid(2, np.zeros(6), "D")}
    with pytest.raises(ValueError, match=r"as many in every pairing, got \[5, 6\]"):
        estimate({"x": mean("C")}, grids)
