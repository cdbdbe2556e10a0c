"""The matrix, field, regret, exploitability and pairing gain of games with a known answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.games.glory.bench.crossplay import crossplay, pairings, players
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import participants
from tests.bench.handmade import Handmade, config, made, matrix

A, B, C = "grim", "civil_first", "stonewaller"


def played(folder: Path, names: Any, army: Any, navy: Any, done: Any = None) -> dict[str, Any]:
    games, found = matrix(names, army, navy, done)
    return crossplay(Handmade(config(folder, *names), games), found)


def constant(means: Any, games: int = 4) -> np.ndarray:
    """Utilities (rows, columns, games) that are the same in every game."""
    return np.repeat(np.array(means, float)[:, :, None], games, axis=2)


def first(values: Any) -> Any:
    """Means alone, of [mean, low, high] at the leaves."""
    if isinstance(values, dict):
        return {key: first(value) for key, value in values.items()}
    if isinstance(values[0], list):
        return [first(value) for value in values]
    return values[0]


# --- two policies --------------------------------------------------------------------------
ARMY = [[0.5, 1.0], [0.0, 0.25]]  # rows: A, B as army; columns: A, B as navy
NAVY = [[0.5, 0.0], [1.0, 0.5]]


def test_two_policies(tmp_path: Path) -> None:
    done = constant([[1, 0], [1, 1]]).astype(bool)
    done[0, 1, 0] = True  # one game of four
    found = played(tmp_path, (A, B), constant(ARMY), constant(NAVY), done)
    assert found["agents"] == [A, B]
    assert first(found["u_row"]) == ARMY
    assert first(found["u_col"]) == NAVY
    assert first(found["completion"]) == [[1, 0.25], [1, 1]]
    assert first(found["field"]) == {
        A: {"army": 0.75, "navy": 0.75}, B: {"army": 0.125, "navy": 0.25}
    }  # fmt: skip
    # Army: with navy A the best gets 0.5 and B 0; with navy B the best gets 1 and B 0.25.
    # Navy: with army A the best gets 0.5 and B 0; with army B the best gets 1 and B 0.5.
    assert first(found["regret"]) == {
        A: {"army": 0.0, "navy": 0.0}, B: {"army": 0.625, "navy": 0.5}
    }  # fmt: skip
    # Against army B navy A gets 1 and B itself 0.5; against navy B army A gets 1 and B 0.25.
    assert first(found["exploitability"]) == {
        A: {"army": 0.0, "navy": 0.0, "both": 0.0},
        B: {"army": 0.75, "navy": 0.5, "both": (0.5 + 0.75) / 2},
    }
    assert found["best_reply"] == {A: {"army": A, "navy": A}, B: {"army": A, "navy": A}}


def test_seats_are_not_mixed_up(tmp_path: Path) -> None:
    """The only gain is of B's navy against A's army."""
    found = played(tmp_path, (A, B), constant([[0, 0], [0, 0]]), constant([[0, 1], [0, 0]]))
    assert found["best_reply"][A]["navy"] == B
    assert first(found["exploitability"]) == {
        A: {"army": 0.0, "navy": 1.0, "both": 0.5},
        B: {"army": 0.0, "navy": 0.0, "both": 0.0},
    }
    assert first(found["regret"])[A] == {"army": 0.0, "navy": 0.5}
    assert first(found["regret"])[B] == {"army": 0.0, "navy": 0.0}
    assert first(found["field"]) == {A: {"army": 0, "navy": 0}, B: {"army": 0, "navy": 0.5}}


def test_the_best_row_is_that_of_means_not_of_each_game(tmp_path: Path) -> None:
    """Who takes the better of both policies game by game would regret luck."""
    army = np.zeros((2, 2, 4))
    army[0] = [1, 0, 1, 0]
    army[1] = [0, 1, 0, 0]
    found = played(tmp_path, (A, B), army, np.zeros((2, 2, 4)))
    assert first(found["regret"])[A]["army"] == 0.0
    assert first(found["regret"])[B]["army"] == 0.25
    assert first(found["exploitability"])[B]["both"] == pytest.approx(0.25 / 2)


def test_intervals_are_of_paired_seeds(tmp_path: Path) -> None:
    """B always gets a quarter less than A, whatever the dice do to both."""
    luck = np.random.default_rng(0).random(60).round()
    army = np.stack([np.stack([luck, luck]), np.stack([luck - 0.25, luck - 0.25])])
    found = played(tmp_path, (A, B), army, np.zeros((2, 2, 60)))
    assert found["regret"][B]["army"] == [0.25, None, None]  # the same in every game
    assert found["exploitability"][B]["both"] == [0.125, None, None]
    mean, low, high = found["u_row"][0][0]
    assert low < mean < high
    assert high - low > 0.2


# --- three policies ------------------------------------------------------------------------
def test_a_circle_of_three(tmp_path: Path) -> None:
    """A beats C beats B beats A: everybody can be exploited, nobody is the best."""
    army = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
    navy = 1 - np.array(army)
    found = played(tmp_path, (A, B, C), constant(army), constant(navy))
    for name, better in ((A, B), (B, C), (C, A)):
        assert first(found["field"][name]) == {"army": 0.5, "navy": 0.5}
        assert first(found["regret"][name]) == {"army": 0.5, "navy": 0.5}
        assert first(found["exploitability"][name]) == {"army": 0.5, "navy": 0.5, "both": 0.5}
        assert found["best_reply"][name] == {"army": better, "navy": better}


def test_one_policy_alone(tmp_path: Path) -> None:
    found = played(tmp_path, (A,), constant([[0.5]]), constant([[1.0]]))
    assert first(found["u_row"]) == [[0.5]]
    assert first(found["regret"])[A] == {"army": 0.0, "navy": 0.0}
    assert first(found["exploitability"])[A] == {"army": 0.0, "navy": 0.0, "both": 0.0}
    assert found["pairing"] == {"correlation": None, "gain": None, "comparisons": 0}


# --- the same dice -------------------------------------------------------------------------
U, V = [0, 1, 0, 1], [0, 0, 1, 1]  # of the same variance and uncorrelated


@pytest.mark.parametrize(
    ("one", "other", "correlation", "gain"),
    [
        (U, V, 0.0, 1.0),
        (U, [1, 0, 1, 0], -1.0, 0.5),  # 2 v apart, 4 v paired
        (U, [0, 0.5, 0, 0.5], 1.0, 5.0),  # (v + v / 4) apart, v / 4 paired
        (U, [-1, 2, 0, 1], 2 / np.sqrt(5), 3.0),  # v = 1, 5 and 2: 6 apart, 2 paired
        (U, U, 1.0, None),  # no difference to estimate
    ],
)
def test_pairing_gain(
    tmp_path: Path, one: Any, other: Any, correlation: float, gain: float | None
) -> None:
    army = np.zeros((2, 2, 4))
    army[0, 0], army[1, 0] = one, other  # with navy B both get the same in every game
    found = played(tmp_path, (A, B), army, np.zeros((2, 2, 4)))["pairing"]
    assert found["correlation"] == pytest.approx(correlation, abs=1e-4)
    assert found["gain"] == (None if gain is None else pytest.approx(gain, abs=1e-4))
    assert found["comparisons"] == 1


def test_pairing_gain_is_the_median_comparison(tmp_path: Path) -> None:
    army = np.zeros((3, 3, 4))
    army[:, 0] = U, V, [1, 0, 1, 0]  # 0, -1 and 0 (V with the third)
    found = played(tmp_path, (A, B, C), army, np.zeros((3, 3, 4)))["pairing"]
    assert found == {"correlation": 0.0, "gain": 1.0, "comparisons": 3}


def test_without_any_spread_there_is_nothing_to_compare(tmp_path: Path) -> None:
    found = played(tmp_path, (A, B), constant(ARMY), constant(NAVY))["pairing"]
    assert found == {"correlation": None, "gain": None, "comparisons": 0}


# --- who plays -----------------------------------------------------------------------------
def test_planners_do_not_fit_in_and_nobody_plays_twice(tmp_path: Path) -> None:
    mixed = {"mixed": {45: "conceder", 0: "grim", -45: "boulware"}}
    found = participants(["mcts", mixed, "grim", "civil_first+stonewaller"])
    rows = players(found)
    assert [one.name for one in rows] == ["mixed", "civil_first"]
    family = ("civil_first", "stonewaller")
    assert pairings(config(tmp_path), rows) == [
        Pairing("grim", "grim", games=200),
        *(Pairing("grim", one, games=200) for one in family),
        *(Pairing(one, "grim", games=200) for one in family),
        Pairing("civil_first", "stonewaller", games=200),
        Pairing("stonewaller", "civil_first", games=200),
    ]


def test_single_policies_play_the_configured_games(tmp_path: Path) -> None:
    rows = players(participants([A, B]))
    assert pairings(config(tmp_path), rows) == [Pairing(a, b) for a in (A, B) for b in (A, B)]


def test_a_family_has_the_mean_of_its_members_and_an_interval_over_them(tmp_path: Path) -> None:
    """As army with grim the three members get 0, 0.5 and 1, always."""
    entry = "+".join((A, B, C))
    rows = participants([entry, "deceiver"], 0)
    settings = config(tmp_path, entry, "deceiver", family_games=6)
    rng = np.random.default_rng(1)
    games = {}
    for pair in pairings(settings, rows):
        worth = {A: 0.0, B: 0.5, C: 1.0}.get(pair.army, 0.0)
        luck = rng.normal(0, 0.001, 40)
        utility = {"utility_army": worth + luck, "utility_navy": luck}
        games[pair] = made(utility | {"completed": np.ones(40, bool)})
    found = crossplay(Handmade(settings, games), rows)
    assert found["agents"] == [A, "deceiver"]
    mean, low, high = found["u_row"][0][1]
    assert mean == pytest.approx(0.5, abs=0.01)
    assert (low, high) == (pytest.approx(0.0, abs=0.01), pytest.approx(1.0, abs=0.01))
    mean, low, high = found["u_row"][1][1]
    assert high - low < 0.01  # nobody of the family plays here
    assert first(found["field"])["deceiver"]["army"] == pytest.approx(0.0, abs=0.01)
    assert first(found["regret"])["deceiver"]["army"] == pytest.approx(0.5, abs=0.01)
    assert found["regret"]["deceiver"]["army"][2] > 0.9


def test_planners_alone_have_no_matrix(tmp_path: Path) -> None:
    """Nothing was played, so there is nothing to show; no accident either."""
    names = ("mcts:simulations=1",)
    assert players(participants(names)) == []
    found = crossplay(Handmade(config(tmp_path, *names), {}), participants(names))
    assert not found or found["agents"] == []
