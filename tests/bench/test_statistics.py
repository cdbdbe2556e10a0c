"""Figures of games written down by hand, and how often intervals hold the truth."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.bench import Results, bootstrap
from glory_env.bench.statistics import ENOUGH, Estimate
from glory_env.games.glory.bench.results import SUMMARY
from glory_env.games.glory.state import BY_HOME_BOXES, BY_TONNAGE, COMPLETED, GAME_OVER
from tests.bench.handmade import results


def four_games() -> Results:
    """A navy win by 10, a draw by 9, a loss of all at turn 5, another at turn 9."""
    ends = (50, 60), (60, 51), (7, 8), (30, 5)
    games = results(
        ends, [12, 12, 5, 9], [[0.25, 0.75], [0.5, 0.5], [-1, -1], [-1, -1]], first=3, margin=10
    )
    games.finals["outcome"] = COMPLETED, COMPLETED, GAME_OVER, GAME_OVER
    games.finals["cause"] = 0, 0, BY_TONNAGE, BY_HOME_BOXES
    return games


def test_means_of_known_games():
    found = {name: value.mean for name, value in four_games().summary().items()}
    assert found == pytest.approx(
        {
            "completion": 0.5,
            "solo_victory": 0.0,
            "welfare": 0.425,  # (110 + 111) / 130 of four games
            "turns": 9.5,
            "gp_army": 36.75,
            "gp_navy": 31.0,
            "margin": 5.75,
            "reward_army": -0.3125,
            "reward_navy": -0.1875,
            "army_win": 0.0,
            "army_draw": 0.25,
            "army_loss": 0.25,
            "army_game_over": 0.5,
            "navy_win": 0.25,
            "navy_draw": 0.25,
            "navy_loss": 0.0,
            "navy_game_over": 0.5,
            "cause_tonnage": 0.25,
            "cause_home_boxes": 0.25,
        }
    )


def test_every_mean_lies_in_its_interval_and_repeats():
    first, second = four_games().summary(), four_games().summary()
    assert first == second
    shares = {name: value for name, value in first.items() if value.has_interval}
    assert all(value.low <= value.mean <= value.high for value in shares.values())
    numbers = {"welfare", "turns", "margin", "gp_army", "gp_navy", "reward_army", "reward_navy"}
    assert set(first) - set(shares) == numbers  # four games say nothing of how far they are off


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_every_game_ends_in_exactly_one_way(seat):
    columns = four_games().columns()
    endings = ("win", "draw", "loss", "game_over")
    assert sum(columns[SUMMARY[f"{seat}_{one}"]].astype(int) for one in endings).tolist() == [1] * 4


def test_a_share_never_seen_keeps_an_honest_upper_bound():
    never = bootstrap({"share": np.zeros(100, np.bool_)}, np.arange(100))["share"]
    always = bootstrap({"share": np.ones(100, np.bool_)}, np.arange(100))["share"]
    assert never.low == 0.0
    assert never.high == pytest.approx(1 - 0.025**0.01)  # 3.6 %: exact binomial, 0 of 100
    assert (always.low, always.high) == pytest.approx((1 - never.high, 1.0))


@pytest.mark.parametrize(("seen", "count"), [(1, 200), (9, 200), (5, 12), (191, 200), (7, 9)])
def test_a_share_seen_in_few_games_has_the_exact_interval(seen, count):
    """Clopper and Pearson's."""
    from scipy.stats import beta

    found = bootstrap({"share": np.arange(count) < seen}, np.arange(count))["share"]
    low, high = beta.ppf(0.025, seen, count - seen + 1), beta.ppf(0.975, seen + 1, count - seen)
    assert found == pytest.approx((seen / count, low, high))


def test_a_share_of_few_unlike_seeds_with_several_games_has_none():
    share = np.repeat(np.arange(50) < 3, 2)
    assert bootstrap({"x": share}, np.repeat(np.arange(50), 2))["x"] == Estimate(0.06)
    assert bootstrap({"x": share}, np.arange(100))["x"].has_interval


@pytest.mark.parametrize("share", [0.002, 0.01, 0.03, 0.98])
def test_intervals_of_rare_shares_hold_the_truth(share):
    """Where a few events are resampled, the interval misses a truth that is larger."""
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(400):
        found = bootstrap({"x": rng.random(200) < share}, np.arange(200), resamples=300)["x"]
        held += found.low <= share <= found.high
    assert held / 400 > 0.93


@pytest.mark.parametrize("unlike", [0, 1, ENOUGH - 1, ENOUGH, 90])
def test_a_mean_wants_enough_games_unlike_the_commonest(unlike):
    values = np.where(np.arange(100) < unlike, 1 + np.arange(100), 0)
    found = bootstrap({"welfare": values}, np.arange(100))["welfare"]
    assert found.mean == values.mean()
    assert found.has_interval == (unlike >= ENOUGH)
    assert not found.has_interval or found.low < found.mean < found.high


def test_no_interval_is_none_in_json_and_read_back():
    alone, whole = Estimate(0.25), Estimate(0.123456, 0.1, 0.2)
    assert alone.plain() == {"mean": 0.25, "low": None, "high": None}
    assert alone.rounded(2) == [0.25, None, None]
    assert whole.rounded(3) == [0.123, 0.1, 0.2]
    assert Estimate.read(alone.rounded(2)) == alone
    assert Estimate.read(whole.rounded(6)) == whole


def test_games_of_one_seed_are_drawn_together():
    """Ten copies of a game are one game: the interval must not shrink with them."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=50)
    alone = bootstrap({"x": values}, np.arange(50))["x"]
    copies = bootstrap({"x": np.repeat(values, 10)}, np.repeat(np.arange(50), 10))["x"]
    as_if_apart = bootstrap({"x": np.repeat(values, 10)}, np.arange(500))["x"]
    assert copies == pytest.approx(alone)
    assert as_if_apart.high - as_if_apart.low < 0.5 * (alone.high - alone.low)


def test_clusters_of_unlike_size_weigh_by_their_games():
    """Seeds with three games of 0 and seeds with one of 8: 2 a game, not 4."""
    values = np.tile([0.0, 0.0, 0.0, 8.0], 40)
    clusters = 2 * np.repeat(np.arange(40), 4) + (values > 0)
    found = bootstrap({"x": values}, clusters)["x"]
    assert found.mean == 2.0
    assert found.low < 2 < found.high < 4


@pytest.mark.parametrize("kind", ["normal", "skewed", "share"])
def test_intervals_hold_the_truth_about_95_times_in_100(kind):
    rng = np.random.default_rng(7)
    draw, truth = {
        "normal": (lambda: rng.normal(3.0, 2.0, 120), 3.0),
        "skewed": (lambda: rng.exponential(2.0, 120), 2.0),
        "share": (lambda: rng.random(120) < 0.3, 0.3),
    }[kind]
    held = 0
    for _ in range(300):
        found = bootstrap({"x": draw()}, np.arange(120), resamples=300)["x"]
        held += found.low <= truth <= found.high
    assert 0.89 <= held / 300 <= 0.985


def test_no_games_is_an_error():
    with pytest.raises(ValueError, match="no games"):
        bootstrap({"x": np.zeros(0)}, np.zeros(0))
