"""Reciprocity by regression: which turns are rows, and known coefficients."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.bench.regression import poisson_coefficient
from glory_env.games.glory import state as st
from glory_env.games.glory.bench.metrics import offer_log
from glory_env.games.glory.bench.offer_regression import fit, panel

ARMY, NAVY = range(2)


def test_a_row_is_an_offer_after_an_offer_of_the_other_seat() -> None:
    finals = np.zeros(2, st.GAME)
    finals["log_first_other"] = st.NONE
    finals["log_first_other"][0, 1:4, ARMY] = (50, 60, 70)  # turn 1 to 3
    finals["log_first_other"][0, 2, NAVY] = 100
    finals["log_first_other"][1, 5, NAVY] = 30  # nothing before it
    finals["log_shares"][0, 1:4] = ((100, 100, 300), (100, 100, 200), (50, 50, 400))
    finals["log_shares"][1, 5] = (100, 0, 0)
    finals["log_spent"][0, 1:3] = ((80, 90), (60, 40))
    rows = panel(offer_log(finals))
    names = ("left", "before", "spent", "other_spent")
    shown = {
        (int(seat), int(turn)): tuple(float(rows[name][k]) for name in names)
        for k, (seat, turn) in enumerate(zip(rows["seat"], rows["turn"], strict=True))
    }
    assert shown == {
        (NAVY, 2): pytest.approx((100 / 400, 50 / 500, 90 / 500, 80 / 500)),
        (ARMY, 3): pytest.approx((70 / 500, 100 / 400, 60 / 400, 40 / 400)),
    }
    assert set(rows["game"]) == {0}
    assert sorted(rows["total"]) == [400, 500]


def test_solo_games_have_no_offers() -> None:
    finals = np.zeros(1, st.GAME)
    finals["log_first_other"][0, 1:4] = 50
    finals["log_shares"][0, 1:4] = (100, 100, 300)
    assert len(panel(offer_log(finals))["left"]) == 4
    finals["opt_solo"] = 1
    assert len(panel(offer_log(finals))["left"]) == 0


def played(slope: float, games: int, seed: int = 1) -> np.ndarray:
    """First offers of games in which each seat answers what it was left with that coefficient.

    Levels differ by turn, seat and total; a seat's need lowers what it leaves and raises what it
    is left, and lasts.
    """
    rng = np.random.default_rng(seed)
    log = np.zeros((games, 14, 5))
    log[:, :, :2] = -1
    need = rng.uniform(0.0, 0.3, (games, 2))
    left = np.full((games, 2), 0.15)
    for turn in range(1, 13):
        total = rng.integers(80, 140, games) * 5.0
        now = np.empty_like(left)
        for seat in range(2):
            mean = -2.3 + 0.02 * turn + 0.3 * seat + slope * left[:, 1 - seat]
            mean += 1.5 * need[:, 1 - seat] - 2.0 * need[:, seat] + 0.2 * np.log(total / 500)
            now[:, seat] = np.exp(mean) * rng.gamma(4, 1 / 4, games)
        log[:, turn, 4] = total
        log[:, turn, :2] = now * total[:, None]
        log[:, turn, 2:4] = need * total[:, None]
        left, need = now, np.clip(need + rng.normal(0, 0.02, need.shape), 0, 0.4)
    return log


@pytest.mark.parametrize("slope", [0.0, 1.5])
def test_a_known_coefficient_is_recovered(slope: float) -> None:
    rows = panel(played(slope, 400))
    rows["policy"] = rows["seat"] * 0
    found = fit(rows)
    assert found is not None
    assert found.low < slope < found.high
    assert found.high - found.low < 1.0


@pytest.mark.slow
def test_errors_are_clustered_by_game() -> None:
    rows = panel(played(1.0, 60))
    rows["policy"] = rows["seat"] * 0
    once = fit(rows)
    twice = fit({name: np.concatenate([column, column]) for name, column in rows.items()})
    assert once is not None
    assert twice is not None
    assert twice.mean == pytest.approx(once.mean)
    assert twice.high - twice.low == pytest.approx(once.high - once.low, rel=0.02)


# --- the regression ------------------------------------------------------------------------
def sample(count: int = 600, seed: int = 2) -> tuple[np.ndarray, ...]:
    """Means exp(0.5 + 0.8 x - 1.2 z + effect of the group), with many zeros."""
    rng = np.random.default_rng(seed)
    x, z, group = rng.normal(size=count), rng.normal(size=count), rng.integers(0, 5, count)
    x = x + 0.5 * z  # what is left out would bias
    values = rng.poisson(np.exp(-0.5 + 0.8 * x - 1.2 * z + 0.3 * group)).astype(float)
    return values, x, z[:, None], group[:, None], np.arange(count) // 4


def test_poisson_finds_its_coefficient() -> None:
    values, x, controls, effects, clusters = sample()
    assert (values == 0).mean() > 0.2
    found = poisson_coefficient(values, x, controls, effects, clusters)
    assert found is not None
    assert found.low < 0.8 < found.high
    biased = poisson_coefficient(values, x, controls[:, :0], effects, clusters)
    assert biased is not None
    assert biased.high < found.low


def test_poisson_has_the_figures_of_statsmodels() -> None:
    found = poisson_coefficient(*sample())
    assert found is not None
    # GLM of version 0.15.0 with the family Poisson and cov_type="cluster".
    known = [0.797390643236222, 0.7408276336402713, 0.8539536528321727]
    assert [found.mean, found.low, found.high] == pytest.approx(known, abs=1e-10)


def test_poisson_compares_two_groups_by_their_means() -> None:
    values = np.array([0.0, 1, 2, 5, 0, 3, 1, 1, 0, 2, 7, 4, 0, 1, 6, 3, 2, 2, 1, 0, 4, 9, 1, 2])
    treated, nothing = np.arange(24) % 2, np.zeros((24, 0))
    found = poisson_coefficient(values, treated, nothing, nothing, np.arange(24) // 2)
    means = np.array([values[treated == k].mean() for k in (0, 1)])
    # By hand: each row pulls by its distance from the mean, over the sum of its group.
    pulls = (values - means[treated]) / (12 * means[treated]) * np.where(treated, 1, -1)
    sums = pulls.reshape(12, 2).sum(axis=1)
    error = np.sqrt(12 / 11 * 23 / 22 * (sums**2).sum())
    assert found is not None
    assert found.mean == pytest.approx(np.log(means[1] / means[0]))
    assert found.high - found.mean == pytest.approx(1.96 * error)


def test_what_the_columns_foretell_exactly_has_no_coefficient() -> None:
    x = np.repeat([0.0, 1.0, 2.0, 3.0], 10)
    nothing = np.zeros((40, 0))
    assert poisson_coefficient(np.exp(x), x, nothing, nothing, np.arange(40)) is None
    apart = np.where(x > 1, 1.0, 0.0)  # the likelihood rises without end
    assert poisson_coefficient(apart, apart, nothing, nothing, np.arange(40)) is None
    assert poisson_coefficient(x * 0, x, nothing, nothing, np.arange(40)) is None


def test_groups_without_any_value_do_not_count() -> None:
    values, x, controls, effects, clusters = sample()
    known = poisson_coefficient(values, x, controls, effects, clusters)
    dead = 100
    found = poisson_coefficient(
        np.concatenate([values, np.zeros(dead)]),
        np.concatenate([x, np.ones(dead)]),
        np.concatenate([controls, np.ones((dead, 1))]),
        np.concatenate([effects, np.full((dead, 1), 9)]),
        np.concatenate([clusters, clusters[:dead]]),
    )
    assert found == pytest.approx(known)


def test_what_cannot_be_known_has_no_coefficient() -> None:
    values, x, controls, effects, clusters = sample()
    assert poisson_coefficient(values * 0, x, controls, effects, clusters) is None
    assert poisson_coefficient(values, x * 0 + 1, controls, effects, clusters) is None
    assert poisson_coefficient(values, controls[:, 0], controls, effects, clusters) is None
    few = poisson_coefficient(values, x, controls, effects, clusters % 5)
    assert few is not None
    assert not few.has_interval
