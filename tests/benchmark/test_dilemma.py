"""The dilemma certificate of games from the textbook, with their answers worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.benchmark.dilemma import PAYOFFS, cells, certificate, verdict
from agents.benchmark.play import Pairing
from tests.benchmark.handmade import Handmade, config, made

POLICIES = {"cooperative": "conceder", "selfish": "grim", "zero_sum": "stonewaller"}
SEEDS = 8
Four = tuple[float, float, float, float]  # a seat's T, R, P, S
PRISONERS: Four = (3, 2, 1, 0)
STAG: Four = (3, 4, 1, 0)
CHICKEN: Four = (3.5, 3, 0, 1)
HARMONY: Four = (1, 3, 0, 2)


def issue(
    folder: Path, army: Four, navy: Four | None = None, noise: Any = 0.0, **welfare: Any
) -> dict[str, Any]:
    """The certificate of the game with these payoffs; noise: added to R, (games,)."""
    t, r, p, s = army
    t2, r2, p2, s2 = navy or army
    payoffs = {"CC": (r + noise, r2 + noise), "CD": (s, t2), "DC": (t, s2), "DD": (p, p2)}
    settings = config(folder, dilemma=POLICIES)
    count = np.size(noise) if np.ndim(noise) else SEEDS
    games = {}
    for name, pair in cells(settings).items():
        found = {}
        for seat, value in zip(("army", "navy"), payoffs.get(name, (0, 0)), strict=True):
            column = np.broadcast_to(np.asarray(value, float), count)
            found |= {f"{payoff}_{seat}": column for payoff in PAYOFFS}
        found["welfare"] = np.asarray(welfare.get(name, np.ones(count)), float)
        found["completed"] = found["welfare"] > 0
        games[pair] = made(found)
    return certificate(Handmade(settings, games))


def first(values: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value is None else value[0] for name, value in values.items()}


def test_the_games_are_played_in_every_seating(tmp_path: Path) -> None:
    found = cells(config(tmp_path, dilemma=POLICIES))
    assert found == {
        "CC": Pairing("conceder", "conceder"), "CD": Pairing("conceder", "grim"),
        "DC": Pairing("grim", "conceder"), "DD": Pairing("grim", "grim"),
        "ZZ": Pairing("stonewaller", "stonewaller"),
    }  # fmt: skip


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
def test_inequalities_and_verdict(tmp_path: Path, four: Four, wanted: Any, says: str) -> None:
    found = issue(tmp_path, four)
    assert set(found["payoffs"]) == set(PAYOFFS)
    for game in found["payoffs"].values():
        for seat in ("army", "navy"):
            names = ("R - P", "R - S", "2R - T - S", "greed T - R", "fear P - S")
            assert first(game["inequalities"][seat]) == dict(zip(names, wanted, strict=True))
            assert verdict(game, seat) == says


def test_seats_have_their_own_verdict(tmp_path: Path) -> None:
    """The army is in a prisoner's dilemma, the navy in harmony."""
    game = issue(tmp_path, PRISONERS, HARMONY)["payoffs"]["utility"]
    assert verdict(game, "army") == "dilemma shown"
    assert verdict(game, "navy") == "no dilemma"
    t, r, p, s = PRISONERS
    assert game["schelling"]["army"] == {
        "C": [[s] * 3, [r] * 3], "D": [[p] * 3, [t] * 3]
    }  # fmt: skip
    t, r, p, s = HARMONY
    assert game["schelling"]["navy"] == {
        "C": [[s] * 3, [r] * 3], "D": [[p] * 3, [t] * 3]
    }  # fmt: skip


def test_an_interval_that_holds_0_leaves_it_open(tmp_path: Path) -> None:
    """R is above P by one in the mean, but games are far apart."""
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 20, 40)
    game = issue(tmp_path, PRISONERS, noise=noise - noise.mean())["payoffs"]["utility"]
    mean, low, high = game["inequalities"]["army"]["R - P"]
    assert mean == pytest.approx(1)
    assert low < 0 < high
    assert verdict(game, "army").startswith("open")


def test_small_noise_leaves_the_verdict(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, 40)
    game = issue(tmp_path, PRISONERS, noise=noise - noise.mean())["payoffs"]["utility"]
    assert verdict(game, "army") == verdict(game, "navy") == "dilemma shown"
    mean, low, high = game["self_interest"]["equilibrium"]
    assert mean == pytest.approx(2 / 3, abs=1e-4)
    assert 0.5 <= low < mean < high <= 1


# --- the self-interest level ---------------------------------------------------------------
@pytest.mark.parametrize(
    ("army", "navy", "equilibrium", "dominant"),
    [
        # C instead of D costs me 1 and gives the other 2: s = 2 (1 - s), whatever it plays.
        (PRISONERS, None, 2 / 3, 2 / 3),
        # With C nobody wants D; with D, C costs me 1 and gives 2.
        (STAG, None, 1.0, 2 / 3),
        # The same with a fear of 2 that gives 1: s = 1/3 is less than an equal share.
        ((3, 4, 2, 0), None, 1.0, None),
        # With C, D gains 0.5 and costs 2; with D, C is better anyway.
        (CHICKEN, None, 0.8, 0.8),
        (HARMONY, None, 1.0, 1.0),
        # D with D is better for both: no share makes C an equilibrium.
        ((3, 1, 2, 0), None, None, None),
        # With C, D gains 2 and costs 2: alike with equal shares. With D, C costs 1 and gives 3.
        ((4, 2, 1, 0), None, 0.5, 0.5),
        # The army's temptation is 1, its gift to the navy in harmony 1; the navy has no temptation.
        (PRISONERS, HARMONY, 0.5, 0.5),
        (HARMONY, PRISONERS, 0.5, 0.5),
        # C is good for me by 1 but costs the other 2 (S above R): s >= 2/3, so up to 1.
        ((1, 2, 0, 4), None, 1.0, 1.0),
    ],
)
def test_self_interest_levels(
    tmp_path: Path, army: Four, navy: Any, equilibrium: Any, dominant: Any
) -> None:
    found = issue(tmp_path, army, navy)["payoffs"]["payoff"]["self_interest"]
    wanted = {"equilibrium": equilibrium, "dominant": dominant}
    for name, level in wanted.items():
        if level is None:
            assert found[name] is None, name
        else:
            assert found[name] == pytest.approx([level] * 3, abs=1e-5), name


def test_levels_by_trying_every_share(tmp_path: Path) -> None:
    """Random games: the level is the last share with which C is no worse than D."""
    rng = np.random.default_rng(5)
    shares = np.arange(420, 841) / 840  # differences of 1 to 4 turn at eighths, sevenths, ...
    some = {True: 0, False: 0}
    for _ in range(40):
        army, navy = (tuple(map(float, rng.integers(0, 5, 4))) for _ in range(2))
        found = issue(tmp_path, army, navy)["payoffs"]["utility"]["self_interest"]
        for name, others in (("equilibrium", "C"), ("dominant", "CD")):
            fits = np.ones(len(shares), bool)
            for (t, r, p, s), (t2, r2, p2, s2) in ((army, navy), (navy, army)):
                if "C" in others:  # I: R or T; the other, playing C: R or S
                    fits &= shares * (r - t) + (1 - shares) * (r2 - s2) >= -1e-9
                if "D" in others:  # I: S or P; the other, playing D: T or P
                    fits &= shares * (s - p) + (1 - shares) * (t2 - p2) >= -1e-9
            some[bool(fits.any())] += 1
            if fits.any():
                assert found[name][0] == pytest.approx(shares[fits].max(), abs=1e-5)
            else:
                assert found[name] is None
    assert min(some.values()) > 10


# --- welfare -------------------------------------------------------------------------------
def test_price_of_anarchy(tmp_path: Path) -> None:
    luck = np.array([1, 0, 1, 1, 0, 1, 0.5, 0.5])
    found = issue(tmp_path, PRISONERS, CC=luck, DD=luck / 4, ZZ=np.zeros(8), CD=luck / 2)
    assert found["policies"] == POLICIES
    mean = luck.mean()
    wanted = {"CC": mean, "CD": mean / 2, "DC": 1.0, "DD": mean / 4, "ZZ": 0.0}
    assert first(found["welfare"]) == pytest.approx(wanted, abs=1e-5)
    assert first(found["completion"]) == {"CC": 0.75, "CD": 0.75, "DC": 1, "DD": 0.75, "ZZ": 0}
    # On the same dice it is four times as much in every game: certain, though welfare is not.
    assert found["price_of_anarchy"]["selfish"] == pytest.approx([4, 4, 4], abs=1e-5)
    assert found["welfare"]["CC"][2] - found["welfare"]["CC"][1] > 0.2
    assert found["price_of_anarchy"]["zero_sum"] is None
