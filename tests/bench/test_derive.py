"""Intervals of ratios and differences: how often they hold the truth, and what they leave out."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.bench.statistics import ENOUGH, Apart, Estimate, Share, bootstrap, derive

pytestmark = pytest.mark.filterwarnings("error")

REPEATS, RESAMPLES = 400, 400
SEEDS = 200  # clusters of one repetition
# Of 400 repetitions a nominal 95 % interval holds the truth in 95 % +- 3.3 %, three sigma.
ERROR = 3 * (0.95 * 0.05 / REPEATS) ** 0.5


def ratio(above, below):
    return lambda m: m[above] / m[below]


def difference(m):
    """Arms differ by columns: the sum and the number of each arm's games."""
    return m["x_first"] / m["first"] - m["x_second"] / m["second"]


def arms(first: np.ndarray, second: np.ndarray) -> dict[str, np.ndarray]:
    """Games of two pairings, the first's before the second's, as columns for `difference`."""
    is_first = np.repeat([True, False], [len(first), len(second)])
    both = np.concatenate([first, second])
    return {
        "x_first": both * is_first,
        "x_second": both * ~is_first,
        "first": is_first,
        "second": ~is_first,
    }


def talks(rng: np.random.Generator) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Turns with talks 0 to 12, and 1 + Poisson(2) offers in each: 3 offers a turn."""
    turns = rng.binomial(12, 0.4, SEEDS)
    return {"turns": turns, "offers": turns + rng.poisson(2 * turns)}, np.arange(SEEDS)


def shared_talks(rng: np.random.Generator) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """One to five games a seed, in which talks are long or short alike: 3 offers a turn."""
    seeds = np.repeat(np.arange(SEEDS), np.tile([1, 2, 3, 4, 5], SEEDS // 5))
    turns = 1 + rng.binomial(11, 0.4, len(seeds))
    mood = rng.exponential(2.0, SEEDS)[seeds]
    return {"turns": turns, "offers": turns + rng.poisson(mood * turns)}, seeds


def pairings(rng: np.random.Generator) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Two pairings of the same seeds, correlated by half their variance: 1.5 apart."""
    luck = rng.normal(0, 10, SEEDS)
    first = luck + rng.normal(21.5, 10, SEEDS)
    second = luck + rng.normal(20, 10, SEEDS)
    return arms(first, second), np.tile(np.arange(SEEDS), 2)


DATA = {
    "ratio": (talks, ratio("offers", "turns"), 3.0),
    "ratio of clustered games": (shared_talks, ratio("offers", "turns"), 3.0),
    "paired difference": (pairings, Apart(difference, ("x_first", "x_second")), 1.5),
}


def coverage(kind: str, apart: bool = False) -> float:
    """Share of repetitions whose interval holds the truth; apart: each game its own cluster."""
    make, formula, truth = DATA[kind]
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(REPEATS):
        columns, clusters = make(rng)
        clusters = np.arange(len(clusters)) if apart else clusters
        found = derive({"x": formula}, columns, clusters, resamples=RESAMPLES)["x"]
        held += found.low <= truth <= found.high
    return held / REPEATS


@pytest.mark.parametrize("kind", DATA)
def test_intervals_hold_the_truth_about_95_times_in_100(kind):
    assert coverage(kind) == pytest.approx(0.95, abs=ERROR)


@pytest.mark.slow
def test_that_coverage_would_show_clusters_overlooked():
    """Games of a seed taken for independent: too narrow an interval; pairs for strangers: wide."""
    assert coverage("ratio of clustered games", apart=True) < 0.95 - ERROR
    assert coverage("paired difference", apart=True) > 0.95 + ERROR


def test_a_ratio_of_sums_is_no_mean_of_ratios():
    columns = {"granted": np.array([1, 0]), "asked": np.array([1, 9])}
    found = derive({"x": ratio("granted", "asked")}, columns, np.arange(2))["x"]
    assert found == Estimate(0.1)


def test_clusters_of_unlike_size_weigh_by_their_games():
    columns = {"x": np.array([0, 0, 0, 8])}
    found = derive({"x": lambda m: 2 * m["x"]}, columns, np.array([1, 1, 1, 2]))["x"]
    assert found == Estimate(4.0)
    assert derive({"x": lambda m: m["x"]}, columns, np.zeros(4))["x"] == Estimate(2.0)


def test_plain_means_are_those_of_bootstrap():
    rng = np.random.default_rng(5)
    columns = {"x": rng.normal(size=90), "won": rng.random(90) < 0.3, "n": rng.integers(0, 9, 90)}
    seeds = np.repeat(np.arange(30), 3)
    plain = bootstrap(columns, seeds)
    made = derive({name: lambda m, n=name: m[n] for name in columns}, columns, seeds)
    named = derive({name: name for name in columns}, columns, seeds)
    assert named == plain
    for name in columns:
        assert made[name].mean == pytest.approx(columns[name].mean())
        assert made[name] == pytest.approx(plain[name])


def test_a_share_by_its_name_keeps_an_honest_bound():
    never = {"won": np.zeros(100, np.bool_)}
    found = derive({"x": "won"}, never, np.arange(100))["x"]
    assert found == pytest.approx((0.0, 0.0, 1 - 0.025**0.01))  # exact binomial, 0 of 100


@pytest.mark.parametrize("seeds", [1, 7, 1500])
def test_equal_games_have_no_interval(seeds):
    """A figure without a spread is given as it is."""
    columns = {"x": np.full(seeds, 110 / 130), "one": np.ones(seeds)}
    found = derive({"x": "x", "y": ratio("x", "one")}, columns, np.arange(seeds))
    for value in (*found.values(), bootstrap(columns, np.arange(seeds))["x"]):
        assert value.mean == pytest.approx(110 / 130)
        assert not value.has_interval


# --- what means nothing ----------------------------------------------------------------------
def test_what_never_happened_is_none():
    columns = {"asked": np.zeros(5), "granted": np.zeros(5), "games": np.ones(5)}
    formulas = {
        "nothing": ratio("granted", "asked"),  # 0 / 0
        "endless": ratio("games", "asked"),  # 1 / 0
        "minus endless": lambda m: -m["games"] / m["asked"],
        "known": ratio("granted", "games"),
    }
    found = derive(formulas, columns, np.arange(5))
    assert found == {
        "nothing": None,
        "endless": None,
        "minus endless": None,
        "known": Estimate(0.0),
    }
    assert list(found) == list(formulas)


def test_resamples_in_which_it_did_not_happen_are_left_out():
    """Each game is in a resample with 1 - 1/e: where 30 of 60 had talks, all have some."""
    rng = np.random.default_rng(2)
    turns = np.where(np.arange(60) < 30, rng.integers(1, 9, 60), 0)
    columns = {"offers": turns * rng.integers(1, 6, 60), "turns": turns}
    found = derive({"x": ratio("offers", "turns")}, columns, np.arange(60))["x"]
    assert found.low < found.mean < found.high
    few = {name: np.where(np.arange(60) < 3, column, 0) for name, column in columns.items()}
    found = derive({"x": ratio("offers", "turns")}, few, np.arange(60))["x"]
    assert found == Estimate(few["offers"].sum() / few["turns"].sum())


def test_what_a_tenth_of_the_resamples_lack_has_no_interval():
    """The root of a mean that is below 0 in many resamples, though every game is unlike."""
    values = np.random.default_rng(3).normal(1.5, 10, 80)
    columns = {"x": values - values.mean() + 1.5}
    root = Apart(lambda m: np.sqrt(m["x"]), ("x",))
    assert derive({"x": root}, columns, np.arange(80))["x"] == Estimate(pytest.approx(1.5**0.5))
    columns["x"] += 3
    assert derive({"x": root}, columns, np.arange(80))["x"].has_interval


def test_what_means_nothing_for_the_games_as_they_are_is_none():
    """Half the resamples mean something; a mean of 1 / 0 still does not."""
    columns = {"one": np.ones(2), "lead": np.array([1, -1])}
    assert derive({"x": ratio("one", "lead")}, columns, np.arange(2))["x"] is None


@pytest.mark.parametrize("unlike", [ENOUGH - 1, ENOUGH])
def test_an_interval_wants_enough_games_unlike_the_commonest(unlike):
    """Of the games in which there was something to divide by; the others count for nothing."""
    turns = np.where(np.arange(90) < 40, 2, 0)
    columns = {"turns": turns, "offers": turns * (3 + (np.arange(90) < unlike))}
    found = derive({"x": ratio("offers", "turns")}, columns, np.arange(90))["x"]
    assert found.mean == pytest.approx(3 + unlike / 40)
    assert found.has_interval == (unlike == ENOUGH)


def test_each_part_of_a_formula_wants_enough_games():
    columns = {
        "x": np.arange(60) * 1.0, "few": (np.arange(60) < 3) * 1.0, "one": np.ones(60),
    }  # fmt: skip
    found = derive(
        {
            "all": lambda m: m["x"] - m["few"],
            "parts": Apart(lambda m: m["x"] - m["few"], ("x", lambda m: m["few"] / m["one"])),
        },
        columns,
        np.arange(60),
    )
    assert found["all"].has_interval
    assert found["parts"] == Estimate(found["all"].mean)


def test_alike_in_every_resample_is_no_interval():
    """Four times as much in every game: certain for these games, and no more is known."""
    luck = np.random.default_rng(4).random(50)
    columns = {"x": 4 * luck, "y": luck}
    four = Apart(ratio("x", "y"), ("x", "y"))
    assert derive({"x": four}, columns, np.arange(50))["x"] == Estimate(pytest.approx(4.0))
    same = derive({"x": lambda m: m["x"] - 4 * m["y"]}, columns, np.arange(50))["x"]
    assert same == Estimate(0.0)


def test_a_share_of_few_games_is_exact_only_at_its_ends():
    """Games have several turns each, so that turns are no trials of their own."""
    columns = {"asked": np.array([3, 0, 1, 2]), "granted": np.array([3, 0, 1, 2])}
    found = derive({"x": Share("granted", "asked")}, columns, np.arange(4))["x"]
    assert found == pytest.approx((1.0, 0.025 ** (1 / 3), 1.0))  # of the three with any
    columns["granted"] = np.array([2, 0, 1, 2])
    found = derive({"x": Share("granted", "asked")}, columns, np.arange(4))["x"]
    assert found == Estimate(pytest.approx(5 / 6))


def test_glory_points_of_rare_completions_have_an_interval_that_holds():
    """200 games of which 2 to 20 are completed: an interval only where that is enough for one."""
    rng = np.random.default_rng(12)
    held, given, kept = 0, 0, {True: 0, False: 0}
    for _ in range(REPEATS):
        done = rng.random(SEEDS) < rng.choice([0.01, 0.1])
        columns = {"gp": done * rng.normal(60, 12, SEEDS), "done": done}
        found = derive({"x": ratio("gp", "done")}, columns, np.arange(SEEDS), RESAMPLES)["x"]
        enough = np.count_nonzero(done) > ENOUGH  # the commonest value is one game's
        kept[enough] += 1
        assert (found is not None and found.has_interval) == enough
        if enough:
            given += 1
            held += found.low <= 60 <= found.high
    assert min(kept.values()) > 100
    assert held / given > 0.89


def test_no_games_is_an_error():
    with pytest.raises(ValueError, match="no games"):
        derive({"x": ratio("a", "a")}, {"a": np.zeros(0)}, np.zeros(0))


# --- a pure function of the games ------------------------------------------------------------
def estimates(**more: np.ndarray) -> dict[str, Estimate | None]:
    columns, seeds = shared_talks(np.random.default_rng(1))
    extra = {name: column[: len(seeds)] for name, column in more.items()}
    return derive({"x": ratio("offers", "turns")}, {**extra, **columns}, seeds)


def test_the_same_games_have_the_same_interval():
    np.random.seed(1)
    first = estimates()
    np.random.seed(2)
    state = np.random.get_state()[1].copy()
    assert estimates() == first
    assert (np.random.get_state()[1] == state).all()
    assert estimates(other=np.arange(2000)) == first  # whatever else is measured


def test_order_and_names_of_the_seeds_matter_not():
    columns, seeds = shared_talks(np.random.default_rng(1))
    order = np.random.default_rng(2).permutation(len(seeds))
    shuffled = {name: column[order] for name, column in columns.items()}
    formulas = {"x": ratio("offers", "turns")}
    assert derive(formulas, shuffled, seeds[order] + 2**40) == derive(formulas, columns, seeds)


def test_more_confidence_is_wider():
    columns, seeds = talks(np.random.default_rng(1))
    formulas = {"x": ratio("offers", "turns")}
    narrow, usual, wide = (
        derive(formulas, columns, seeds, confidence=c)["x"] for c in (0.5, 0.95, 0.99)
    )
    assert derive(formulas, columns, seeds)["x"] == usual
    assert wide.low < usual.low < narrow.low < usual.mean < narrow.high < usual.high < wide.high
