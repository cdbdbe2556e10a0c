"""Least squares with clustered errors: known coefficients, and what clusters do."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.bench.regression import coefficient


def sample(clusters: int, size: int, seed: int = 1) -> tuple[np.ndarray, ...]:
    """Values of treated rows are 0.5 higher; controls matter, and are higher with treatment."""
    rng = np.random.default_rng(seed)
    members = np.repeat(np.arange(clusters), size)
    treated = np.repeat(rng.integers(0, 2, clusters), size)
    controls = rng.normal(size=(clusters * size, 2)) + treated[:, None]
    noise = np.repeat(rng.normal(size=clusters), size) * 0.3 + rng.normal(size=len(members)) * 0.1
    values = 2.0 + 0.5 * treated + controls @ np.array([1.0, -3.0]) + noise
    return values, treated, controls, members


def test_it_finds_the_coefficient_that_means_hide():
    values, treated, controls, members = sample(200, 10)
    raw = values[treated == 1].mean() - values[treated == 0].mean()
    found = coefficient(values, treated, controls, members)
    assert raw < -1
    assert found.low < 0.5 < found.high
    assert found.mean == pytest.approx(0.5, abs=0.15)


def test_it_is_the_sandwich():
    values, treated, controls, members = sample(30, 4)
    x = np.column_stack([treated, np.ones(len(values)), controls])
    inverse = np.linalg.inv(x.T @ x)
    beta = inverse @ x.T @ values
    rest = values - x @ beta
    sums = np.array([x[members == k].T @ rest[members == k] for k in range(30)])
    factor = 30 / 29 * (len(values) - 1) / (len(values) - 4)
    error = np.sqrt((factor * inverse @ sums.T @ sums @ inverse)[0, 0])
    found = coefficient(values, treated, controls, members)
    assert found.mean == pytest.approx(beta[0])
    assert found.high - found.mean == pytest.approx(1.96 * error)


def test_rows_of_a_cluster_count_once():
    values, treated, controls, members = sample(40, 20)
    together = coefficient(values, treated, controls, members)
    apart = coefficient(values, treated, controls, np.arange(len(values)))
    assert together.mean == apart.mean
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_what_cannot_be_known_has_no_figure():
    values, treated, controls, members = sample(20, 5)
    assert coefficient(values, np.ones(len(values)), controls, members) is None
    assert coefficient(values, treated, treated[:, None] * 2.0, members) is None
    assert coefficient(values[:0], treated[:0], controls[:0], members[:0]) is None
    few = coefficient(values, treated, controls, members % 5)
    assert np.isfinite(few.mean)
    assert not few.has_interval


def test_controls_that_are_alike_or_missing_do_no_harm():
    values, treated, controls, members = sample(50, 5)
    plain = coefficient(values, treated, controls, members)
    twice = np.column_stack([controls, controls[:, :1], np.full(len(values), 7.0)])
    again = coefficient(values, treated, twice, members)
    assert again == pytest.approx(plain)
    bare = coefficient(values, treated, np.zeros((len(values), 0)), members)
    assert bare.mean == pytest.approx(values[treated == 1].mean() - values[treated == 0].mean())
