"""`glory envs`: every registered id, and its games."""

from __future__ import annotations

import re
from pathlib import Path

import gymnasium
import pytest

from glory_env.cli.envs import LADDER, random_steps
from glory_env.cli.main import main

ROOT = Path(__file__).resolve().parents[1]


def test_every_registered_id_is_listed_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    ours = ("Glory", "Aleutians", "Empire")
    registered = {name for name in gymnasium.registry if name.startswith(ours)}
    assert registered == set(LADDER)
    assert main(["envs", "--games", "2"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert "2 games" in head
    for name, row in zip(LADDER, rows, strict=True):
        steps = random_steps(gymnasium.make(name), 2)
        assert row.split()[:3] == [name, str(round(sum(steps) / 2)), str(max(steps))]
        assert row.endswith(LADDER[name])


def test_the_tables_name_every_id() -> None:
    for page in ("README.md", "docs/api/environments.md"):
        text = (ROOT / page).read_text("utf-8")
        table = re.findall(r"^\| `((?:Glory|Aleutians|Empire)\w*-v0)` ", text, re.M)
        assert table == list(LADDER), page


def test_games_are_a_positive_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["envs", "--games", "0"]) == 2
    assert "games: expected at least 1, got 0" in capsys.readouterr().err
