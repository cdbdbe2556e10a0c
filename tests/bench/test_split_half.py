"""The certificate of two halves of the training seeds, of games whose verdicts are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.cli.main import main
from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.dilemma import PAYOFFS, cells, certificate, pairings
from glory_env.games.glory.bench.split_half import APART, compared, halves
from glory_env.games.glory.report.suite import tables
from tests.bench.handmade import Handmade, config, made
from tests.bench.test_dilemma import HARMONY, PRISONERS, SLIGHT, Four
from tests.bench.test_suite_command import played, refused, results, write

SIX = {
    "cooperative": "+".join(f"conceder:claim=0.{k}" for k in (3, 1, 2, 6, 4, 5)),
    "selfish": "+".join(f"grim:claim=0.{k}" for k in range(1, 7)),
    "zero_sum": "stonewaller",
}
FOUR = {role: "+".join(names.split("+")[:4]) for role, names in SIX.items()}


def store(settings: BenchConfig, army: Four, navy: Four, navy_luck: float) -> Handmade:
    """All members play alike. navy_luck: how far what the navy gets is from game to game."""
    luck = np.random.default_rng(1).normal(0, navy_luck, (4, SLIGHT.shape[1]))
    luck -= luck.mean(axis=1, keepdims=True)
    (t, r, p, s), (t2, r2, p2, s2) = (
        [mean + more for mean, more in zip(four, noise, strict=True)]
        for four, noise in ((army, SLIGHT), (navy, SLIGHT + luck))
    )
    payoffs = {"CC": (r, r2), "CD": (s, t2), "DC": (t, s2), "DD": (p, p2), "ZZ": (p, p2)}
    games = {}
    for name, cell in cells(settings).items():
        by_seat = dict(zip(("army", "navy"), payoffs[name], strict=True))
        columns = {f"{payoff}_{seat}": by_seat[seat] for payoff in PAYOFFS for seat in by_seat}
        shared = {"welfare": np.ones(SLIGHT.shape[1]), "completed": SLIGHT[0] > 0}
        games |= dict.fromkeys(cell.values(), made(columns | shared))
    return Handmade(settings, games)


def test_halves_share_neither_members_nor_dice(tmp_path: Path) -> None:
    whole = config(tmp_path, dilemma=SIX)
    one, other = halves(whole)
    assert one.dilemma == {
        "cooperative": "conceder:claim=0.1+conceder:claim=0.3+conceder:claim=0.5",
        "selfish": "grim:claim=0.1+grim:claim=0.3+grim:claim=0.5",
        "zero_sum": "stonewaller",
    }
    assert other.dilemma["selfish"] == "grim:claim=0.2+grim:claim=0.4+grim:claim=0.6"
    assert (one.first_seed, other.first_seed) == (whole.first_seed, whole.first_seed + APART)
    assert set(pairings(one)) < set(pairings(whole))  # which are played once


def test_verdicts_of_both_halves_and_the_whole(tmp_path: Path) -> None:
    """The army's halves say the opposite; of the navy's the second leaves it open."""
    settings = config(tmp_path, dilemma=SIX)
    one, other = halves(settings)
    whole = certificate(store(settings, PRISONERS, PRISONERS, 0.0))
    halved = [store(one, PRISONERS, HARMONY, 0.0), store(other, HARMONY, HARMONY, 30.0)]
    found = compared(whole, halved)
    shown, refuted, left = "dilemma shown", "no dilemma", "open"
    assert found["verdicts"] == [
        {"payoff": payoff, "seat": seat, "whole": shown, "halves": said}
        for payoff in PAYOFFS
        for seat, said in (("army", [shown, refuted]), ("navy", [refuted, left]))
    ]
    assert (found["opposite"], found["half_open"]) == (2, 2)
    assert found["open"] == {"whole": 0.0, "halves": 0.25}
    document = {"tasks": {}, "crossplay": None, "certificate": None, "halves": found}
    (table, _) = tables({**document, "with_itself": {}})
    assert table.rows[1] == ["utility", "navy", shown, refuted, left]
    for words in ("the opposite (shown against refuted) of 2", "open in 2", "25 % of the halves'"):
        assert words in table.note


def test_halves_that_agree(tmp_path: Path) -> None:
    settings = config(tmp_path, dilemma=SIX)
    parts = [store(half, PRISONERS, HARMONY, 0.0) for half in halves(settings)]
    found = compared(certificate(store(settings, PRISONERS, HARMONY, 30.0)), parts)
    assert (found["opposite"], found["half_open"]) == (0, 0)
    assert found["open"] == {"whole": 0.5, "halves": 0.0}


# --- the command ---------------------------------------------------------------------------
@pytest.mark.parametrize("role", ["cooperative", "selfish"])
def test_small_families_have_no_halves(tmp_path: Path, capsys: Any, role: str) -> None:
    three = "+".join(FOUR[role].split("+")[:3])
    words = write(tmp_path, dilemma={**FOUR, role: three})
    said = refused([*words, "--dilemma", "--halves"], capsys)
    assert f"need at least 4 members, {role} '{three}' has 3" in said
    assert not (tmp_path / "bench").exists()


def test_halves_are_of_a_certificate(tmp_path: Path, capsys: Any) -> None:
    assert "--halves: expected with --dilemma" in refused([*write(tmp_path), "--halves"], capsys)


@pytest.mark.slow
def test_the_command_plays_both_halves(tmp_path: Path, capsys: Any) -> None:
    """The second half alone has games that the whole has not, and ZZ is one pairing."""
    words = write(tmp_path, dilemma=FOUR, agents=["grim"], tasks=["selfish"], games=4)
    assert main(["bench", *words, "--dilemma", "--halves"]) == 0
    found = results(tmp_path)["halves"]
    assert [part["first_seed"] for part in found["parts"]] == [3_000, 3_000 + APART]
    assert len(found["verdicts"]) == 4
    assert "dilemma: two halves of the training seeds" in capsys.readouterr().out
    whole, half = 12 + 16 + 16 + 12 + 1 + 1, 2 + 4 + 4 + 2 + 1
    assert played(tmp_path) == whole + half


@pytest.mark.slow
def test_without_halves_there_are_none(tmp_path: Path) -> None:
    words = write(tmp_path, agents=["grim"], tasks=["selfish"], games=2)
    assert main(["bench", *words]) == 0
    assert results(tmp_path)["halves"] is None
