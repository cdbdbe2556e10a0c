"""The dilemma certificate of games from the textbook, with their answers worked out by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.games.glory.bench.dilemma import (
    PAYOFFS,
    cells,
    certificate,
    check,
    pairings,
    verdict,
)
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.bench.suite import run
from glory_env.games.glory.report.suite import tables
from tests.bench.handmade import Handmade, config, made

POLICIES = {"cooperative": "conceder", "selfish": "grim", "zero_sum": "stonewaller"}
TWIN = "grim:retaliation=1"  # the default: grim itself
SEEDS = 8
ALIKE = [None, None]  # no interval: the same in every game
Four = tuple[float, float, float, float]  # a seat's T, R, P, S
PRISONERS: Four = (3, 2, 1, 0)
STAG: Four = (3, 4, 1, 0)
CHICKEN: Four = (3.5, 3, 0, 1)
HARMONY: Four = (1, 3, 0, 2)


def issue(
    folder: Path, army: Four, navy: Four | None = None, noise: Any = 0.0, **welfare: Any
) -> dict[str, Any]:
    """The certificate of the game with these payoffs.

    noise: added to R, (games,); or to T, R, P and S, (4, games).
    """
    noises = noise if np.ndim(noise) == 2 else (0.0, noise, 0.0, 0.0)
    t, r, p, s = (mean + more for mean, more in zip(army, noises, strict=True))
    t2, r2, p2, s2 = (mean + more for mean, more in zip(navy or army, noises, strict=True))
    payoffs = {"CC": (r, r2), "CD": (s, t2), "DC": (t, s2), "DD": (p, p2)}
    settings = config(folder, dilemma=POLICIES)
    count = np.shape(noise)[-1] if np.ndim(noise) else SEEDS
    games = {}
    for name, cell in cells(settings).items():
        (pair,) = cell.values()
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


# Of 32 games, no two of the four alike; their means are 0, to the bit.
SLIGHT = np.stack([np.resize(np.repeat([1, -1], n), 32) for n in (1, 2, 4, 8)]) / 64


def test_the_games_are_played_in_every_seating(tmp_path: Path) -> None:
    found = cells(config(tmp_path, dilemma=POLICIES, family_games=6))
    assert found == {
        "CC": {(0, 0): Pairing("conceder", "conceder")},
        "CD": {(0, 0): Pairing("conceder", "grim")},
        "DC": {(0, 0): Pairing("grim", "conceder")},
        "DD": {(0, 0): Pairing("grim", "grim")},
        "ZZ": {(0, 0): Pairing("stonewaller", "stonewaller")},
    }


def test_all_training_seeds_play_each_other(tmp_path: Path) -> None:
    """Never one with itself where there are several."""
    seeds = {**POLICIES, "cooperative": "conceder+boulware", "selfish": "grim+honest+tit_for_tat"}
    settings = config(tmp_path, dilemma=seeds, family_games=6)
    found = cells(settings)
    assert {name: len(cell) for name, cell in found.items()} == {
        "CC": 2, "CD": 6, "DC": 6, "DD": 6, "ZZ": 1
    }  # fmt: skip
    assert found["CC"] == {
        (0, 1): Pairing("conceder", "boulware"), (1, 0): Pairing("boulware", "conceder")
    }  # fmt: skip
    assert found["DC"][2, 1] == Pairing("tit_for_tat", "boulware")
    assert len(pairings(settings)) == len(set(pairings(settings))) == 21


def test_what_differs_between_training_seeds_widens_the_interval(tmp_path: Path) -> None:
    """The welfare of C with C is 1 or 2, by the army's seed: the dice say nothing of it."""
    seeds = {**POLICIES, "cooperative": "conceder+boulware+honest"}
    settings = config(tmp_path, dilemma=seeds)
    luck = np.random.default_rng(1).normal(0, 0.01, 40)
    games = {}
    for name, cell in cells(settings).items():
        for (army, _), pair in cell.items():
            welfare = 1.0 + luck + (army > 0 if name == "CC" else 0)
            columns = {f"{p}_{seat}": welfare for p in PAYOFFS for seat in ("army", "navy")}
            games[pair] = made(columns | {"welfare": welfare, "completed": welfare > 0})
    found = certificate(Handmade(settings, games))
    mean, low, high = found["welfare"]["CC"]
    assert mean == pytest.approx(5 / 3, abs=0.01)
    assert low == pytest.approx(1.3, abs=0.35)
    assert high == pytest.approx(2.0, abs=0.05)
    assert found["welfare"]["CD"][2] - found["welfare"]["CD"][1] < 0.02
    assert verdict(found["payoffs"]["utility"], "army") == "open"


def test_families_play_fewer_games_than_single_policies(tmp_path: Path) -> None:
    """No pairing is played twice."""
    alone = config(tmp_path, dilemma=POLICIES, family_games=9)
    assert {pair.games for pair in pairings(alone)} == {0}
    seeds = {**POLICIES, "selfish": "grim+honest"}
    same = config(tmp_path, dilemma=seeds, family_games=6)
    assert {pair.games for pair in pairings(same)} == {0}
    settings = config(tmp_path, "grim", tasks=("selfish",), dilemma=seeds, family_games=9)
    document = run(settings, certify=True)
    assert document["certificate"]["games"] == 9
    assert document["pairings"]["grim | grim"]["games"] == 6
    assert document["pairings"]["grim | honest (9 games)"]["games"] == 9
    (note,) = [table.note for table in tables(document) if table.title == "dilemma: welfare"]
    assert "9 games a pairing" in note


@pytest.mark.parametrize("role", ["selfish", "zero_sum"])
def test_two_roles_for_one_policy_are_refused(tmp_path: Path, role: str) -> None:
    """Before anything is played, and by what the policies are, not by their names."""
    twins = {**POLICIES, "cooperative": "grim", "selfish": "conceder", role: TWIN}
    settings = config(tmp_path, dilemma=twins)
    with pytest.raises(ValueError, match=f"dilemma: cooperative 'grim' and {role} '{TWIN}'"):
        run(settings, certify=True)
    assert not (settings.folder / "games").exists()
    check(config(tmp_path, dilemma=POLICIES))


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
    found = issue(tmp_path, four, noise=SLIGHT)
    assert set(found["payoffs"]) == set(PAYOFFS)
    for game in found["payoffs"].values():
        for seat in ("army", "navy"):
            names = ("R - P", "R - S", "2R - T - S", "greed T - R", "fear P - S")
            assert first(game["inequalities"][seat]) == dict(zip(names, wanted, strict=True))
            assert verdict(game, seat) == says


def test_seats_have_their_own_verdict(tmp_path: Path) -> None:
    """The army is in a prisoner's dilemma, the navy in harmony."""
    game = issue(tmp_path, PRISONERS, HARMONY, noise=SLIGHT)["payoffs"]["utility"]
    assert verdict(game, "army") == "dilemma shown"
    assert verdict(game, "navy") == "no dilemma"
    game = issue(tmp_path, PRISONERS, HARMONY)["payoffs"]["utility"]
    for seat, (t, r, p, s) in (("army", PRISONERS), ("navy", HARMONY)):
        assert game["schelling"][seat] == {
            "C": [[s, *ALIKE], [r, *ALIKE]], "D": [[p, *ALIKE], [t, *ALIKE]]
        }  # fmt: skip


def test_games_that_are_all_alike_show_nothing(tmp_path: Path) -> None:
    """Eight games of which each has the same end say nothing of the ninth."""
    game = issue(tmp_path, PRISONERS)["payoffs"]["utility"]
    assert game["inequalities"]["army"]["R - P"] == [1, *ALIKE]
    assert verdict(game, "army").startswith("open")


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
    assert game["self_interest"]["equilibrium"]["resamples_with_level"] == 1.0
    mean, low, high = game["self_interest"]["equilibrium"]["level"]
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
            assert found[name] == {"level": None, "resamples_with_level": 0.0}, name
        else:
            shown = [pytest.approx(level, abs=1e-5), *ALIKE]
            assert found[name] == {"level": shown, "resamples_with_level": 1.0}, name


@pytest.mark.parametrize(
    ("temptation", "share", "words"),
    [
        (1.0, 0.3, r"equilibrium up to \S+ \(a level exists in \d\d % of the resamples\)"),
        (1.1, 0.3, r"equilibrium up to none \(a level exists in \d\d % of the resamples\)"),
        (0.2, 1.0, r"equilibrium up to 0\.\d\d \[0\.\d\d, [01]\.\d\d\] of one's own"),
        (4.0, 0.0, r"equilibrium up to none of one's own"),
    ],
)
def test_a_level_that_many_resamples_lack_has_no_interval(
    tmp_path: Path, temptation: float, share: float, words: str
) -> None:
    """C costs a seat the temptation and gives the other 1: with 1 the level is 1/2, on the edge."""
    noise = np.random.default_rng(6).normal(0, 1, (4, 100))
    noise -= noise.mean(axis=1, keepdims=True)
    found = issue(tmp_path, (1 + temptation, 1.0, 0.5, 0.0), noise=noise)
    level = found["payoffs"]["utility"]["self_interest"]["equilibrium"]
    assert level["resamples_with_level"] == pytest.approx(share, abs=0.25)
    if share < 1:
        assert level["level"] is None or level["level"][1:] == ALIKE
    document = {"tasks": {}, "crossplay": None, "certificate": found, "with_itself": {}}
    (note,) = [table.note for table in tables(document) if table.title == "dilemma: utility"]
    assert re.search(words, note), note


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
                assert found[name]["level"][0] == pytest.approx(shares[fits].max(), abs=1e-5)
            else:
                assert found[name]["level"] is None
    assert min(some.values()) > 10


# --- welfare -------------------------------------------------------------------------------
def test_price_of_anarchy(tmp_path: Path) -> None:
    luck = np.array([1, 0, 1, 1, 0, 1, 0.5, 0.5])
    found = issue(tmp_path, PRISONERS, CC=luck, DD=luck / 4, ZZ=np.zeros(8), CD=luck / 2)
    assert found["policies"] == {
        role: {"name": name, "fingerprints": {name: fingerprint(name)[:16]}}
        for role, name in POLICIES.items()
    }
    assert found["games"] == SEEDS
    mean = luck.mean()
    wanted = {"CC": mean, "CD": mean / 2, "DC": 1.0, "DD": mean / 4, "ZZ": 0.0}
    assert first(found["welfare"]) == pytest.approx(wanted, abs=1e-5)
    assert first(found["completion"]) == {"CC": 0.75, "CD": 0.75, "DC": 1, "DD": 0.75, "ZZ": 0}
    assert found["price_of_anarchy"]["selfish"] == [pytest.approx(4), *ALIKE]  # of eight games
    assert found["price_of_anarchy"]["zero_sum"] is None


def even(games: int) -> dict[str, Any]:
    """So many games that are all alike."""
    return {"noise": np.zeros(games)} | {
        name: np.ones(games) for name in ("CC", "CD", "DC", "DD", "ZZ")
    }


def test_price_of_anarchy_is_over_the_selfish_and_over_the_zero_sum(tmp_path: Path) -> None:
    luck = np.random.default_rng(3).random((3, 60))
    welfare = {"CC": luck[0], "DD": luck[1], "ZZ": luck[2] / 8}
    found = issue(tmp_path, PRISONERS, **{**even(60), **welfare})
    price = found["price_of_anarchy"]
    assert price["selfish"][0] == pytest.approx(luck[0].mean() / luck[1].mean(), abs=1e-4)
    assert price["zero_sum"][0] == pytest.approx(8 * luck[0].mean() / luck[2].mean(), abs=1e-4)
    for mean, low, high in price.values():
        assert 0.6 * mean < low < mean < high < 1.5 * mean


def test_a_price_that_rests_on_few_completed_games_has_no_interval(tmp_path: Path) -> None:
    luck = np.random.default_rng(3).random(60)
    rare = luck * (np.arange(60) < 9)
    for welfare in ({"CC": luck, "DD": rare}, {"CC": rare, "DD": luck}):
        found = issue(tmp_path, PRISONERS, **{**even(60), **welfare})
        assert found["price_of_anarchy"]["selfish"][1:] == ALIKE
