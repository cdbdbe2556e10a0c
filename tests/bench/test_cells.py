"""Two families as one game: games from the textbook, with their answers worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.bench.families import Grid, estimate
from glory_env.games.glory.bench.cells import (
    CELLS,
    PLACES,
    cell_grids,
    cells,
    check,
    differences,
    pairings,
    price_of_anarchy,
    social_dilemma,
    verdict,
)
from glory_env.games.glory.bench.pairing import Pairing
from tests.bench.handmade import Handmade, config, made

C, D = ("conceder",), ("grim",)
TWIN = "grim:retaliation=1"  # the default: grim itself
Four = tuple[float, float, float, float]  # a seat's T, R, P, S
PRISONERS: Four = (3, 2, 1, 0)
STAG: Four = (3, 4, 1, 0)
CHICKEN: Four = (3.5, 3, 0, 1)
HARMONY: Four = (1, 3, 0, 2)
# Of 32 games, no two of the four alike; their means are 0, to the bit.
SLIGHT = np.stack([np.resize(np.repeat([1, -1], n), 32) for n in (1, 2, 4, 8)]) / 64


def columns(army: Four, navy: Four | None = None, noise: Any = SLIGHT) -> dict[str, Grid]:
    """The game with these payoffs. noise: added to T, R, P and S, (4, games)."""
    t, r, p, s = (mean + more for mean, more in zip(army, noise, strict=True))
    t2, r2, p2, s2 = (mean + more for mean, more in zip(navy or army, noise, strict=True))
    payoffs = {"CC": (r, r2), "CD": (s, t2), "DC": (t, s2), "DD": (p, p2)}
    alone = np.zeros(1, np.int64)
    return {
        f"{cell}_{seat}": Grid(value[None], alone, alone, ((cell[0], 1), (cell[1], 1)))
        for cell, both in payoffs.items()
        for seat, value in zip(("army", "navy"), both, strict=True)
    }


def first(values: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value is None else value[0] for name, value in values.items()}


# --- who plays whom ------------------------------------------------------------------------
def test_the_games_are_played_in_every_seating() -> None:
    assert cells(C, D) == {
        "CC": {(0, 0): Pairing("conceder", "conceder")},
        "CD": {(0, 0): Pairing("conceder", "grim")},
        "DC": {(0, 0): Pairing("grim", "conceder")},
        "DD": {(0, 0): Pairing("grim", "grim")},
    }


def test_all_training_seeds_play_each_other() -> None:
    """Never one with itself where there are several."""
    found = cells(("conceder", "boulware"), ("grim", "honest", "tit_for_tat"), games=7)
    assert {name: len(cell) for name, cell in found.items()} == {
        "CC": 2, "CD": 6, "DC": 6, "DD": 6
    }  # fmt: skip
    assert found["CC"] == {
        (0, 1): Pairing("conceder", "boulware", games=7),
        (1, 0): Pairing("boulware", "conceder", games=7),
    }
    assert found["DC"][2, 1] == Pairing("tit_for_tat", "boulware", games=7)
    assert len(pairings(found)) == len(set(pairings(found))) == 20


def test_what_differs_between_training_seeds_widens_the_interval(tmp_path: Path) -> None:
    """The welfare of C with C is 1 or 2, by the army's seed: the dice say nothing of it."""
    family, settings = ("conceder", "boulware", "honest"), config(tmp_path)
    played = cells(family, D)
    luck = np.random.default_rng(1).normal(0, 0.01, 40)
    games = {
        pair: made({"welfare": 1.0 + luck + (army > 0 if name == "CC" else 0)})
        for name, cell in played.items()
        for (army, _), pair in cell.items()
    }
    grids = cell_grids(Handmade(settings, games), family, D, played, "welfare")
    found = estimate({cell: lambda m, cell=cell: m[cell] for cell in CELLS}, grids)
    mean, low, high = found["CC"]
    assert mean == pytest.approx(5 / 3, abs=0.01)
    assert low == pytest.approx(1.3, abs=0.35)
    assert high == pytest.approx(2.0, abs=0.05)
    assert found["CD"].high - found["CD"].low < 0.02


def test_two_roles_for_one_policy_are_refused() -> None:
    """By what the policies are, not by their names."""
    with pytest.raises(ValueError, match=f"families: one 'grim' and two '{TWIN}' are the same"):
        check({"one": D, "two": (TWIN,)})
    with pytest.raises(ValueError, match="'one_ply': expected an agent that plays in batches"):
        check({"one": D, "two": ("one_ply",)})
    check({"one": D, "two": C})


# --- what D changes --------------------------------------------------------------------------
def test_greed_fear_and_the_match() -> None:
    """The army in a prisoner's dilemma, the navy in harmony; a match is the mean of both seats."""
    grids = columns(PRISONERS, HARMONY)
    found = {
        place: {name: value.mean for name, value in estimate(differences(place), grids).items()}
        for place in PLACES
    }
    assert found["army"] == pytest.approx(  # 3, 2, 1, 0; its D takes the navy from 3 to 2
        {"greed T - R": 1, "fear P - S": 1, "cost to the other": 3 - 2, "R - P": 1}
    )
    assert found["navy"] == pytest.approx(  # 1, 3, 0, 2; its D takes the army from 2 to 0
        {"greed T - R": -2, "fear P - S": -2, "cost to the other": 2 - 0, "R - P": 3}
    )
    for name, value in found["match"].items():
        mean = (found["army"][name] + found["navy"][name]) / 2
        assert value == pytest.approx(mean), name


def test_price_of_anarchy() -> None:
    luck = np.random.default_rng(3).random((2, 60))
    rare = luck * (np.arange(60) < 9)
    alone = np.zeros(1, np.int64)

    def price(c: np.ndarray, d: np.ndarray) -> Any:
        grids = {
            name: Grid(values[None], alone, alone, ((name[0], 1), (name[1], 1)))
            for name, values in (("CC", c), ("DD", d))
        }
        return estimate({"x": price_of_anarchy()}, grids)["x"]

    found = price(luck[0], luck[1])
    assert found.mean == pytest.approx(luck[0].mean() / luck[1].mean())
    assert 0.6 * found.mean < found.low < found.mean < found.high < 1.5 * found.mean
    # One that rests on few completed games has no interval, one over nothing no value.
    assert not price(luck[0], rare[1]).has_interval
    assert not price(rare[0], luck[1]).has_interval
    assert price(luck[0], np.zeros(60)) is None


# --- inequalities and verdicts -------------------------------------------------------------
@pytest.mark.parametrize(
    ("four", "wanted", "says"),
    [
        (PRISONERS, (1, 2, 1, 1, 1), "dilemma shown"),  # greed and fear
        (STAG, (3, 4, 5, -1, 1), "dilemma shown"),  # fear alone
        (CHICKEN, (3, 2, 1.5, 0.5, -1), "dilemma shown"),  # greed alone
        (HARMONY, (3, 1, 3, -2, -2), "no dilemma"),
        ((5, 2, 1, 0), (1, 2, -1, 3, 1), "no dilemma"),  # taking turns to exploit is better
        ((3, 1, 2, 0), (-1, 1, -1, 2, 2), "no dilemma"),  # deadlock: both prefer D with D
    ],
)
def test_inequalities_and_verdict(four: Four, wanted: Any, says: str) -> None:
    game = social_dilemma(columns(four), 1)
    for seat in ("army", "navy"):
        names = ("R - P", "R - S", "2R - T - S", "greed T - R", "fear P - S")
        assert first(game["inequalities"][seat]) == dict(zip(names, wanted, strict=True))
        assert verdict(game, seat) == says


def test_seats_have_their_own_verdict() -> None:
    """The army is in a prisoner's dilemma, the navy in harmony."""
    game = social_dilemma(columns(PRISONERS, HARMONY), 1)
    assert (verdict(game, "army"), verdict(game, "navy")) == ("dilemma shown", "no dilemma")


def test_games_that_are_all_alike_show_nothing() -> None:
    """Eight games of which each has the same end say nothing of the ninth."""
    game = social_dilemma(columns(PRISONERS, noise=np.zeros((4, 8))), 1)
    assert game["inequalities"]["army"]["R - P"] == [1, None, None]
    assert verdict(game, "army") == "open"


def test_an_interval_that_holds_0_leaves_it_open() -> None:
    """R is above P by one in the mean, but games are far apart."""
    noise = np.zeros((4, 40))
    noise[1] = np.random.default_rng(1).normal(0, 20, 40)
    noise[1] -= noise[1].mean()
    game = social_dilemma(columns(PRISONERS, noise=noise), 1)
    mean, low, high = game["inequalities"]["army"]["R - P"]
    assert mean == pytest.approx(1)
    assert low < 0 < high
    assert verdict(game, "army") == "open"


def test_small_noise_leaves_the_verdict() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, (4, 40))
    game = social_dilemma(columns(PRISONERS, noise=noise - noise.mean(axis=1, keepdims=True)), 1)
    assert verdict(game, "army") == verdict(game, "navy") == "dilemma shown"


def test_intervals_of_several_games_hold_together() -> None:
    noise = np.random.default_rng(3).normal(size=(4, 40))
    widths = []
    for games in (1, 8):
        _, low, high = social_dilemma(columns(PRISONERS, noise=noise), games)["simultaneous"][
            "army"
        ]["R - P"]
        widths.append(high - low)
    assert widths[0] < widths[1]
