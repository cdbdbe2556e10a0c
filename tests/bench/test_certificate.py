"""Verdicts about motives: at the edges, of games made by hand, of two halves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.games.glory.bench import certificate
from glory_env.games.glory.bench.cells import cells
from glory_env.games.glory.bench.certificate import (
    ABOVE,
    BELOW,
    NO_PRESSURE,
    OPEN,
    REFUTED,
    WELFARE_LOSS,
    beside,
    compared,
    open_share,
    verdict,
)
from glory_env.games.glory.bench.pairing import Pairing
from tests.bench.handmade import Handmade, config, made

C, D = ("conceder", "honest", "boulware"), ("grim", "stonewaller", "tit_for_tat")
PARTNERS = {"saint": "always_saint"}
HIGH = {"army": [0.4, 0.3, 0.5], "navy": [0.6, 0.5, 0.7]}
LOW = {"army": [0.1, 0.0, 0.2], "navy": [0.4, 0.3, 0.5]}
GAMES = 40
# What army and navy get.
PAYOFFS = {"CC": (0.6, 0.2), "CD": (0.3, 0.5), "DC": (0.62, 0.1), "DD": (0.4, 0.2)}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([0.1, 0.0, 0.2], OPEN),  # 0 is no part of what lies beyond it
        ([0.1, 0.001, 0.2], ABOVE),
        ([-0.1, -0.2, -0.001], BELOW),
        ([0.02, 0.01, 0.03], ABOVE),  # small, but shown
        ([0.0, -0.05, 0.05], REFUTED),
        ([0.0, -0.0501, 0.05], OPEN),
        ([0.0, -0.05, 0.0501], OPEN),
        ([0.3, None, None], OPEN),
        (None, OPEN),
    ],
)
def test_a_verdict_is_of_the_interval(value: Any, said: str) -> None:
    assert [verdict(value, HIGH, place) for place in ("army", "navy", "match")] == [said] * 3


def test_without_pressure_there_is_no_verdict() -> None:
    """A match has the mean of both seats."""
    value = [0.3, 0.2, 0.4]
    assert verdict(value, LOW, "army") == NO_PRESSURE
    assert verdict(value, LOW, "navy") == ABOVE
    assert verdict(value, LOW, "match") == NO_PRESSURE
    assert verdict(value, {**LOW, "army": [0.2, 0.1, 0.3]}, "match") == ABOVE
    assert verdict(value, {**LOW, "army": None}, "match") == NO_PRESSURE
    assert verdict(value, {"army": [0.3, None, None], "navy": None}, "army") == ABOVE


# --- games made by hand ----------------------------------------------------------------------
def spread(mean: float, seed: int, width: float = 0.02) -> np.ndarray:
    """float64 (GAMES,) with that mean, no two alike."""
    return mean + np.random.default_rng(seed).permutation(np.linspace(-width, width, GAMES))


def columns(army: float, navy: float, seed: int, **more: Any) -> Any:
    agreed = np.arange(GAMES) % 11
    return made(
        {
            **{f"{level}_army": spread(army, seed) for level in ("rivalry", "spite")},
            **{f"{level}_navy": spread(navy, seed + 1) for level in ("rivalry", "spite")},
            "completed": np.arange(GAMES) % 5 > 0, "welfare": spread(1.0, seed),
            "talks": np.full(GAMES, 10), "agreements": agreed,
            "win_army": np.arange(GAMES) % 2 > 0, "win_navy": np.arange(GAMES) % 4 == 0, **more,
        }
    )  # fmt: skip


def judged(folder: Path, level: str = "rivalry") -> dict[str, Any]:
    """All members of a family play alike."""
    played = cells(C, D)
    games = {}
    for seed, (cell, pairs) in enumerate(played.items()):
        found = columns(*PAYOFFS[cell], 10 * seed)
        if cell == "DD":
            found.columns["welfare"] = spread(0.8, 7)
            found.columns["agreements"] = np.arange(GAMES) % 3
        if cell == "CD":
            found.columns["win_navy"] = np.arange(GAMES) % 2 == 0
        games |= dict.fromkeys(pairs.values(), found)
    for seed, (army, navy, family) in enumerate(((0.7, 0.3, C), (0.9, 0.3, D))):
        for name in family:
            games[beside(name, "always_saint", "army")] = columns(army, 0.0, 50 + seed)
            games[beside(name, "always_saint", "navy")] = columns(0.0, navy, 60 + seed)
    return certificate.judge(Handmade(config(folder), games), level, C, D, played, PARTNERS, HIGH)


def test_the_frozen_partner_sits_in_the_other_seat() -> None:
    assert beside("grim", "always_saint", "army") == Pairing("grim", "always_saint")
    assert beside("grim", "always_saint", "navy", 7) == Pairing("always_saint", "grim", games=7)


def test_differences_of_seats_and_match(tmp_path: Path) -> None:
    found = judged(tmp_path)
    means = {(row["what"], row["place"]): row["value"][0] for row in found["judged"]}
    assert means == pytest.approx(
        {
            ("greed T - R", "army"): 0.02, ("greed T - R", "navy"): 0.3,
            ("greed T - R", "match"): 0.16,
            ("fear P - S", "army"): 0.1, ("fear P - S", "navy"): 0.1,
            ("fear P - S", "match"): 0.1,
            # what the navy loses by an army that defects, and the other way round
            ("cost to the other", "army"): 0.1, ("cost to the other", "navy"): 0.3,
            ("cost to the other", "match"): 0.2,
            ("R - P", "army"): 0.2, ("R - P", "navy"): 0.0, ("R - P", "match"): 0.1,
            (WELFARE_LOSS, "match"): 0.2,
            ("D - C beside saint", "army"): 0.2, ("D - C beside saint", "navy"): 0.0,
            ("D - C beside saint", "match"): 0.1,
        },
        abs=1e-4,
    )  # fmt: skip
    said = {(row["what"], row["place"]): row["verdict"] for row in found["judged"]}
    assert said["greed T - R", "navy"] == ABOVE
    assert said["R - P", "navy"] == REFUTED
    assert said["D - C beside saint", "match"] == ABOVE
    assert found["beside"]["saint"]["D"]["match"][0] == pytest.approx(0.6)
    assert found["price_of_anarchy"][0] == pytest.approx(1 / 0.8, abs=1e-3)


def test_at_spite_a_match_has_no_r_less_p(tmp_path: Path) -> None:
    """Its payoffs add up to 0 in every cell: there is nothing to judge."""
    rivalry = {(row["what"], row["place"]) for row in judged(tmp_path)["judged"]}
    spite = {(row["what"], row["place"]) for row in judged(tmp_path, "spite")["judged"]}
    assert rivalry - spite == {("R - P", "match")}


def test_what_is_shown_of_a_cell(tmp_path: Path) -> None:
    found = judged(tmp_path)
    row = found["cells"]["DD"]
    assert row["army"][0] == pytest.approx(0.4)
    assert row["welfare"][0] == pytest.approx(0.8)
    assert row["completed"][0] == pytest.approx(0.8)
    assert row["deadlocks"][0] == pytest.approx(1 - (np.arange(GAMES) % 3).mean() / 10)
    assert row["win_navy"][0] == pytest.approx(0.25)
    usual = 1 - (np.arange(GAMES) % 11).mean() / 10
    assert found["changes"]["deadlocks DD - CC"][0] == pytest.approx(
        row["deadlocks"][0] - usual, abs=1e-4
    )
    assert found["changes"]["navy's wins CD - CC"][0] == pytest.approx(0.25)


# --- two halves ------------------------------------------------------------------------------
def rows(*said: str) -> list[dict[str, Any]]:
    return [{"verdict": one} for one in said]


def test_halves_are_equal_open_or_opposite() -> None:
    found = compared(
        rows(ABOVE, OPEN, OPEN, ABOVE, BELOW, NO_PRESSURE),
        [
            rows(ABOVE, OPEN, ABOVE, ABOVE, BELOW, NO_PRESSURE),
            rows(ABOVE, OPEN, OPEN, REFUTED, ABOVE, NO_PRESSURE),
        ],
    )
    assert found.pop("verdicts")[3] == [ABOVE, REFUTED]
    assert found == {"judged": 5, "equal": 2, "of_them_open": 1, "half_open": 1, "opposite": 2}


def test_share_of_open_cells_is_of_those_with_a_verdict() -> None:
    assert open_share(rows(ABOVE, OPEN, REFUTED, OPEN, NO_PRESSURE)) == 0.5
    assert open_share(rows(NO_PRESSURE)) is None
