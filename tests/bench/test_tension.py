"""`glory study tension`: choices and figures of games made by hand, a small run, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.cli.main import main
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.engine.rewards import PRESETS
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.variants import BY_KEY, scenario_of
from glory_env.games.glory.studies.tension import (
    BOARDS,
    OUTCOMES,
    RATIOS,
    choose,
    figures,
    tempted,
    utilities,
)
from tests.bench import handmade
from tests.bench.handmade import Handmade, made

GAMES = 40
MILD, TOUGH = "conceder", "stonewaller"
# Army and navy -> how many of 40 games: army wins, navy wins, draws; the others are lost for both.
ENDS = {
    (MILD, MILD): (10, 10, 20),
    (TOUGH, MILD): (24, 0, 0),
    (MILD, TOUGH): (0, 24, 0),
    (TOUGH, TOUGH): (4, 4, 0),
}


def outcomes(army: int, navy: int, draw: int) -> Any:
    """Games that ended so, in an order of their own."""
    end = np.zeros(GAMES, int)
    end[:army], end[army : army + navy], end[army + navy : army + navy + draw] = 1, 2, 3
    end = np.random.default_rng(army).permutation(end)
    values = (end == 1, end == 2, end == 3, end > 0, end == 0)
    return made(dict(zip(OUTCOMES, values, strict=True)))


def store(folder: Path) -> Handmade:
    games = {Pairing(*seats): outcomes(*ends) for seats, ends in ENDS.items()}
    return Handmade(handmade.config(folder, MILD), games)


@pytest.mark.parametrize("ratio", RATIOS)
def test_utilities_have_their_ratio(ratio: float) -> None:
    worth = utilities(ratio)
    assert worth.win > worth.draw > worth.loss > worth.joint_loss
    assert (worth.win - worth.loss) / (worth.loss - worth.joint_loss) == pytest.approx(ratio)
    assert worth.draw - worth.loss == pytest.approx(worth.win - worth.draw)


def test_the_suite_s_utilities_are_those_of_ratio_1() -> None:
    assert utilities(1.0) == (1.0, 0.5, 0.0, -1.0)


@pytest.mark.parametrize("ratio", [3, 9])
def test_the_named_tasks_pay_the_utilities_of_their_ratio(ratio: int) -> None:
    spec = PRESETS[f"brinkmanship_{ratio}"]
    assert spec.utilities == pytest.approx(utilities(ratio))
    assert (spec.theta, spec.w) == (0.0, 1.0)  # of the own outcome, and of that alone


def test_replies_of_a_prisoners_dilemma(tmp_path: Path) -> None:
    """At 9 it pays to be tough, at 1/9 it does not: a loss is nearly a win."""
    games = store(tmp_path)
    sharp, soft = (choose(games, (MILD, TOUGH), "", utilities(ratio)) for ratio in (9.0, 1 / 9))
    assert {cell: (pair.army, pair.navy) for cell, pair in sharp.items()} == {
        "best": (MILD, MILD), "army": (TOUGH, MILD), "navy": (MILD, TOUGH), "both": (TOUGH, TOUGH)
    }  # fmt: skip
    assert {(pair.army, pair.navy) for pair in soft.values()} == {(MILD, MILD)}
    found = figures(games, sharp, utilities(9.0))
    # Means of 40 games: (1, 0.1, -0.8, -1) for 10 wins, 20 draws, 10 losses are 0.1.
    assert found["completed"][0] == 1.0
    assert found["army"][0] == found["navy"][0] == pytest.approx(0.1)
    assert found["joint"][0] == pytest.approx(0.2)
    # Tough: 24 wins and 16 games over are 0.2; for the other 24 losses and 16 games over -0.88.
    for seat in ("army", "navy"):
        assert found[f"gain {seat}"][0] == pytest.approx(0.1)
        assert found[f"cost {seat}"][0] == pytest.approx(0.98)
    # Both: 4 wins, 4 losses, 32 games over are -0.78 for each.
    assert found["both"][0] == pytest.approx(2 * -0.78 - 0.2)


def test_who_is_tempted() -> None:
    row = {
        "gain army": [0.2, 0.1, 0.3], "cost army": [0.4, 0.2, 0.6],
        "gain navy": [0.2, -0.1, 0.3], "cost navy": [0.4, 0.2, 0.6],
    }  # fmt: skip
    assert tempted(row) == ["army"]
    assert tempted({**row, "cost army": [0.15, 0.1, 0.2]}) == []  # more for both together
    assert tempted({**row, "gain army": [0.0, None, None]}) == []


@pytest.mark.parametrize("board", [board for board in BOARDS if board])
def test_a_board_differs_in_one_number(board: str) -> None:
    glory = load("glory")
    other = scenario_of(BY_KEY[board], glory)
    assert other.id == f"{glory.id}+{board}"
    apart = [
        (section, key)
        for section in ("tonnage", "victory")
        for key in glory.data[section]
        if glory.data[section][key] != other.data[section][key]
    ]
    assert len(apart) == 1
    assert glory.tables.tobytes() != other.tables.tobytes()


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: Any) -> None:
    page, figures_file = tmp_path / "tension.md", tmp_path / "tension.json"
    given = ["study", "tension", MILD, "grim", "--games", "6", "--selection-games", "3", "--boards"]
    given += ["margin_1", "--folder", str(tmp_path / "games")]
    assert main([*given, "--json", str(figures_file), "--write", str(page)]) == 0
    printed = capsys.readouterr().out
    rows = json.loads(figures_file.read_text())["rows"]
    assert [(row["board"], row["ratio"]) for row in rows] == [
        (board, ratio) for board in ("", "margin_1") for ratio in RATIOS
    ]
    assert "a lead of 1 GP wins" in printed
    assert "a lead of 1 GP wins" in page.read_text()
    assert main(["bench", "verify", str(figures_file)]) == 0
    assert "margin_1" in capsys.readouterr().out  # games of another board are among them


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["grim"], "field: expected two agents or more"),
        (["grim", "nobody_at_all"], "nobody_at_all"),
        (["grim", "conceder", "grim"], "'grim' is named twice"),
        (["grim", "mcts"], "expected an agent that plays in batches"),
        (["--boards", "floor_151"], "floor_151"),
        (["--games", "0"], "games: expected 1 to"),
        (["--scenario", "teaching"], "board"),
    ],
)
def test_one_line_for_bad_input(wrong: list[str], words: str, tmp_path: Path, capsys: Any) -> None:
    assert main(["study", "tension", *wrong, "--folder", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert words in line
    assert not list(tmp_path.iterdir())
