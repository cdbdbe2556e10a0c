"""The levels' payoffs of invented games, worked out by hand, and their pressure."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_env.bench.families import Grid, pairs_of
from glory_env.games.glory.bench.levels import LEVELS, PAID, paid, pressures
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.store import _rewards
from glory_env.games.glory.engine.rewards import PRESETS
from glory_env.games.glory.scenario import load
from tests.bench.handmade import DRAW, LOSS, LOST, WIN, finals

SEATS = ("army", "navy")
GAMES = 60


def test_every_level_is_a_reward() -> None:
    assert set(PAID) <= set(PRESETS)
    for level in ("assurance", "rivalry"):  # in the words of the tables
        shown = ", ".join(f"{x:g}" for x in PRESETS[level].utilities)
        assert LEVELS[level] == shown


def test_payoffs_of_each_level() -> None:
    """Won 60 to 30, drawn 40 to 40, lost 30 to 60, lost for both."""
    columns = _rewards(finals(WIN, DRAW, LOSS, LOST), load("glory"), pairing("grim", "grim"))
    margin = 0.5 * (1 + (60 - 30) / 65 / 4)  # half the outcome, half the points
    both = 0.5 + 0.5 * (60 + 30) / 65 / 8
    wanted = {
        "assurance": ([1, 0.5, 0, -1], [0, 0.5, 1, -1]),
        "rivalry": ([1, 0.5, 0, -0.05], [0, 0.5, 1, -0.05]),
        "spite": ([margin, 0, -margin, 0], [-margin, 0, margin, 0]),
        "cooperative": ([both, 0.5 + 0.5 * 80 / 65 / 8, both, -1],) * 2,
    }
    assert set(wanted) == set(PAID)
    for reward, by_seat in wanted.items():
        for seat, values in zip(SEATS, by_seat, strict=True):
            assert columns[paid(reward, seat)] == pytest.approx(values), (reward, seat)


def grids(members: int, cooperative: np.ndarray, **levels: np.ndarray) -> dict[str, Grid]:
    """Of a family with itself, alike for both seats; values (pairings, games)."""
    names = [str(k) for k in range(members)]
    army, navy = np.array(pairs_of(names, names)).T
    values = {"cooperative": cooperative, **dict.fromkeys(LEVELS, cooperative), **levels}
    return {
        paid(reward, seat): Grid(values[reward], army, navy, (("C", members), ("C", members)))
        for reward in PAID
        for seat in SEATS
    }


def drawn(members: int) -> Any:
    rng = np.random.default_rng(1)
    return rng, rng.normal(0.3, 1, (members * (members - 1), GAMES))


def test_pressure_is_one_less_the_correlation() -> None:
    rng, cooperative = drawn(4)
    other = rng.normal(0, 1, cooperative.shape)
    found = pressures(
        grids(4, cooperative, assurance=2 * cooperative + 3, rivalry=other, spite=-cooperative)
    )
    for seat in SEATS:
        assert found["assurance"][seat].mean == pytest.approx(0.0, abs=1e-9)
        assert found["spite"][seat].mean == pytest.approx(2.0)
        mean, low, high = found["rivalry"][seat]
        wanted = 1 - np.corrcoef(other.ravel(), cooperative.ravel())[0, 1]
        assert mean == pytest.approx(wanted)
        assert low < mean < high
        assert low > 0.5
        assert high < 1.5


def test_a_payoff_that_does_not_vary_has_no_pressure() -> None:
    _, cooperative = drawn(3)
    found = pressures(grids(3, cooperative, rivalry=np.full_like(cooperative, 0.25)))
    assert found["rivalry"] == {"army": None, "navy": None}
    assert found["spite"]["army"].mean == pytest.approx(0.0, abs=1e-9)
