"""The meta-game of a cross-play matrix, against games whose solution is known."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.glory.bench import metagame as meta
from glory_env.games.glory.state import SERVICES

NAMES = ["one", "two", "three"]
PENNIES = np.array([[1.0, -1.0], [-1.0, 1.0]])
PRISONERS = np.array([[3.0, 0.0], [5.0, 1.0]])
SEXES = np.array([[3.0, 0.0], [0.0, 2.0]]), np.array([[2.0, 0.0], [0.0, 3.0]])
needs_openspiel = pytest.mark.skipif(
    any(meta.find_spec(module) is None for module in meta.NEEDED),
    reason="the extra openspiel is not installed",
)


def measured(army: np.ndarray, navy: np.ndarray, draws: int = 40) -> tuple[dict, dict]:
    """Payoffs by seat, and resampled ones: with a little noise, so that they differ."""
    noise = np.random.default_rng(0).normal(0, 0.02, (2, *army.shape, draws))
    payoffs = dict(zip(SERVICES, (army, navy), strict=True))
    return payoffs, {seat: payoffs[seat][..., None] + noise[k] for k, seat in enumerate(SERVICES)}


# --- best replies ----------------------------------------------------------------------------
def test_best_replies_end_in_a_pure_equilibrium() -> None:
    found = meta.metagame(NAMES[:2], *measured(PRISONERS, PRISONERS.T))["best_replies"]
    assert found["to_navy"] == {"one": "two", "two": "two"}
    assert found["ends"] == [[{"army": "two", "navy": "two"}]]


def test_best_replies_go_round() -> None:
    found = meta.metagame(NAMES[:2], *measured(PENNIES, -PENNIES))["best_replies"]
    assert found["ends"] == [[{"army": "one", "navy": "two"}, {"army": "two", "navy": "one"}]]


def test_there_may_be_several_ends() -> None:
    found = meta.metagame(NAMES[:2], *measured(*SEXES))["best_replies"]["ends"]
    assert found == [[{"army": name, "navy": name}] for name in NAMES[:2]]


@pytest.mark.parametrize(
    ("army", "navy", "ends"),
    [
        ([1, 2, 0], [0, 1, 2], [[(0, 0), (1, 1), (2, 2)]]),
        ([0, 0, 0], [2, 1, 0], [[(0, 2)]]),
        ([0, 2, 1], [0, 1, 2], [[(0, 0)], [(1, 1), (2, 2)]]),
    ],
)
def test_cycles_from_every_start(army: list[int], navy: list[int], ends: list) -> None:
    assert meta.cycles(army, navy) == ends


# --- with the libraries ----------------------------------------------------------------------
def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meta, "find_spec", lambda name: None)
    found = meta.metagame(NAMES[:2], *measured(*SEXES))
    assert found["missing"] == ["nashpy", "pyspiel"]
    assert "alpha_rank" not in found


@needs_openspiel
def test_the_prisoners_dilemma_has_one_answer() -> None:
    found = meta.metagame(NAMES[:2], *measured(PRISONERS, PRISONERS.T))
    (one,) = found["equilibria"]
    assert one["army"] == one["navy"] == {"two": 1.0}
    assert one["utility_army"] == pytest.approx(1.0, abs=0.1)
    assert found["in_support"] == {seat: {"one": 0.0, "two": 1.0} for seat in SERVICES}
    assert found["alpha_rank"]["army"]["two"][0] > 0.95


@needs_openspiel
def test_matching_pennies_is_mixed() -> None:
    (one,) = meta.equilibria(PENNIES, -PENNIES)
    np.testing.assert_allclose(one.army, [0.5, 0.5])
    np.testing.assert_allclose(meta.alpha_rank(PENNIES, -PENNIES), 0.5, atol=1e-6)


@needs_openspiel
def test_all_equilibria_of_the_battle_of_the_sexes() -> None:
    found = [np.concatenate(one).round(3).tolist() for one in meta.equilibria(*SEXES) or []]
    assert sorted(found) == [[0, 1, 0, 1], [0.6, 0.4, 0.4, 0.6], [1, 0, 1, 0]]


@needs_openspiel
def test_degenerate_games_give_equilibria_or_none() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        army, navy = rng.integers(0, 2, (2, 4, 4)).astype(float)
        for one in meta.equilibria(army, navy) or []:
            assert one.army.sum() == pytest.approx(1)
            assert (army @ one.navy).max() <= one.army @ army @ one.navy + meta.CLOSE
            assert (one.army @ navy).max() <= one.army @ navy @ one.navy + meta.CLOSE


def test_what_a_mixture_dominates_is_left_out() -> None:
    """The third row is beaten by half of the first and half of the second, by neither alone."""
    army = np.array([[4.0, 0.0], [0.0, 4.0], [1.0, 1.0]])
    navy = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 9.0]])
    rows, columns = meta.undominated(army, navy)
    assert (rows.tolist(), columns.tolist()) == ([0, 1], [0, 1])
    level = np.array([[4.0, 0.0], [0.0, 4.0], [2.0, 2.0]])  # as good as the mixture
    assert meta.undominated(level, navy)[0].tolist() == [0, 1, 2]


@needs_openspiel
def test_too_many_policies_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meta, "MOST", 1)
    found = meta.metagame(NAMES[:2], *measured(*SEXES))
    assert found["equilibria"] is None
    assert set(found["in_support"]["army"].values()) == {0.0}


@needs_openspiel
def test_what_the_dice_leave_open_is_in_some_resamples() -> None:
    close = np.random.default_rng(3).normal(0, 0.001, (2, 2))
    found = meta.metagame(NAMES[:2], *measured(close, close))
    assert 0.05 < found["in_support"]["army"]["one"] < 1.0
    mass, low, high = found["alpha_rank"]["army"]["one"]
    assert high - low > 0.5
    assert 0.0 <= mass <= 1.0
