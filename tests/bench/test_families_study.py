"""`glory study families`: halves, what is expected, a small run, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from glory_env.cli.main import main
from glory_env.game.settings import read_settings
from glory_env.games.glory.bench import agreement
from glory_env.games.glory.bench.behaviour import class_names, classes, left
from glory_env.games.glory.bench.certificate import ROLES
from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.repeat import GAMES as GAMES_TO_REPEAT
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.scenario import load
from glory_env.games.glory.studies.families import (
    APART,
    PARTNERS,
    FamiliesConfig,
    Seated,
    families_of,
    halves,
    plan,
)
from glory_env.games.glory.studies.families_expected import EXPECTED, met
from glory_env.games.glory.studies.families_page import page, sentences
from glory_env.games.glory.studies.families_picture import diagram, drawn, pressure
from glory_env.games.glory.studies.settings import Families
from tests.bench.refusal import refused

ROOT = Path(__file__).parents[2]
# Four members each, by what they claim.
SCRIPTS = {
    role: "+".join(f"{name}:claim=0.{k}" for k in (3, 1, 2, 4))
    for role, name in zip(ROLES, ("conceder", "grim", "stonewaller"), strict=True)
}
FROZEN = dict(
    zip(PARTNERS, ("honest", "demands_60", "always_grim", "always_saint", "tit_for_tat"),
        strict=True)
)  # fmt: skip


def config(folder: Path, **given: Any) -> FamiliesConfig:
    plain: dict[str, Any] = {"families": SCRIPTS, "backgrounds": FROZEN, "folder": folder}
    return FamiliesConfig(**{**plain, **given})


# --- who plays -------------------------------------------------------------------------------
def test_halves_share_neither_members_nor_dice(tmp_path: Path, monkeypatch: Any) -> None:
    settings = config(tmp_path)
    one, other = halves(settings)
    assert one["cooperative"] == ("conceder:claim=0.1", "conceder:claim=0.3")
    assert other["spiteful"] == ("stonewaller:claim=0.2", "stonewaller:claim=0.4")
    for role, family in families_of(settings).items():
        assert not set(one[role]) & set(other[role])
        assert {*one[role], *other[role]} == set(family)
    asked: list[tuple[int, int]] = []

    def noted(store: Any, pairs: Any, progress: Any = None) -> None:
        asked.append((store.config.first_seed, len(pairs)))

    monkeypatch.setattr(ResultsStore, "play_all", noted)
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump({"families": SCRIPTS, "backgrounds": FROZEN, "games": 7}))
    played = plan(Families(config=path))
    first, second = (half.store.config.first_seed for half in played.halves)
    assert (first, second) == (settings.first_seed, settings.first_seed + APART)
    # What the first half needs, the whole has played; the second half plays for itself.
    assert set(played.halves[0].pairings()) < set(played.whole.pairings())
    assert [seed for seed, _ in asked] == [first, second]


def test_who_plays_whom(tmp_path: Path) -> None:
    """C with C plays as many games as the pressure needs, everybody else as configured."""
    settings = config(tmp_path, families={**SCRIPTS, "competitive": "grim+greedy_gp"})
    seated = Seated(families_of(settings), ResultsStore(settings), 90)
    assert {cell: len(pairs) for cell, pairs in seated.cells("rivalry").items()} == {
        "CC": 12, "CD": 8, "DC": 8, "DD": 2
    }  # fmt: skip
    assert seated.cells("rivalry") == seated.cells("assurance")
    assert {pair.games for pair in seated.cells("spite")["CC"].values()} == {90}
    assert {pair.games for pair in seated.cells("spite")["CD"].values()} == {0}
    found = seated.pairings()
    assert len(found) == len(set(found)) == 12 + 8 + 8 + 2 + 16 + 16 + 12 + (4 + 2 + 4) * 5 * 2
    assert {Pairing("grim", "always_saint"), Pairing("always_saint", "grim")} <= set(found)


@pytest.mark.parametrize(("least", "games"), [(1000, 84), (84, 0), (85, 8)])
def test_pressure_has_games_enough(
    least: int, games: int, tmp_path: Path, monkeypatch: Any
) -> None:
    """Twelve pairings of cooperative members, seven games each."""
    monkeypatch.setattr(ResultsStore, "play_all", lambda *_: None)
    path = tmp_path / "own.yaml"
    plain = {"families": SCRIPTS, "backgrounds": FROZEN, "games": 7, "pressure_games": least}
    path.write_text(yaml.safe_dump(plain))
    assert plan(Families(config=path)).whole.cooperative_games == games


# --- what is expected --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([0.2, 0.15, 0.25], "met"),
        ([0.2, 0.1, 0.3], "met"),  # the bounds belong to it
        ([0.2, 0.09, 0.25], "met, by the mean"),
        ([0.2, None, None], "met, by the mean"),
        ([0.05, 0.0, 0.12], "not met, by the mean"),
        ([0.05, 0.0, 0.09], "not met"),
        ([0.5, 0.4, 0.6], "not met"),
        (None, "no value"),
    ],
)
def test_met_or_not(value: Any, said: str) -> None:
    assert met(value, 0.1, 0.3) == said


def test_every_expected_figure_has_a_bound() -> None:
    assert all(one.low > -1 or one.high < 1 for one in EXPECTED)
    assert {one.level for one in EXPECTED} == {"assurance", "rivalry", "spite"}


# --- behaviour ---------------------------------------------------------------------------------
def test_classes_of_first_offers() -> None:
    shares = np.array([0.0, 0.01, 0.049, 0.05, 0.1, 0.2, 0.3, 0.4, 0.499, 0.5, 0.9, 1.0])
    assert classes(shares).tolist() == [1, 2, 1, 1, 1, 1, 2, 3]
    assert class_names() == ["0", "0-5", "5-10", "10-20", "20-30", "30-40", "40-50", "50+"]


def test_what_first_offers_leave() -> None:
    """Of two turns of two games; in one nothing was offered, in one nothing was split."""
    log = np.zeros((2, 3, 5), np.int16)
    log[:, :, :2] = -1
    log[0, 1], log[0, 2] = (50, 0, 0, 0, 500), (-1, 100, 0, 0, 400)
    log[1, 1] = (30, 30, 0, 0, 0)
    assert left(log, 0).tolist() == [0.1]
    assert left(log, 1).tolist() == [0.0, 0.25]


def test_agreement_of_scripts() -> None:
    """An agent agrees with itself; two that bargain otherwise agree less in offers."""
    board = load("teaching")
    records = agreement.positions(["grim", "always_saint"], 120, 3, 5, board)
    assert len(records) == 120
    again = agreement.positions(["grim", "always_saint"], 120, 3, 5, board)
    assert again.tobytes() == records.tobytes()
    found = agreement.agreement({"one": ["grim"], "two": ["grim", "always_saint"]}, records, board)
    assert found["positions"] == 120
    assert 10 < found["of_offers"] < 100
    assert found["all"]["one"]["one"] is None
    for what in ("all", "offers"):
        same = found[what]["two"]["two"]
        assert found[what]["one"]["two"] == pytest.approx((1 + same) / 2, abs=1e-4)
    assert found["offers"]["two"]["two"] < found["all"]["two"]["two"] < 1


# --- a whole run ---------------------------------------------------------------------------
def write(folder: Path, **given: Any) -> list[str]:
    """A file of settings, and the words that call the command with it."""
    plain = {
        "scenario": "teaching", "games": 2, "pressure_games": 2, "positions": 50,
        "families": SCRIPTS, "backgrounds": FROZEN, "folder": str(folder / "runs"),
    }  # fmt: skip
    path = folder / "families.yaml"
    path.write_text(yaml.safe_dump({**plain, **given}))
    return ["study", "families", "--config", str(path)]


@pytest.mark.slow
def test_a_run_writes_page_picture_and_figures(tmp_path: Path, capsys: Any) -> None:
    words, figures = write(tmp_path), tmp_path / "x.json"
    assert main([*words, "--json", str(figures), "--write", str(tmp_path / "x.md")]) == 0
    printed, text = capsys.readouterr().out, (tmp_path / "x.md").read_text()
    document = json.loads(figures.read_text())
    lines = text.splitlines()
    assert lines[2].startswith("![")
    assert lines[2].endswith("(x.png)")
    assert lines[6] == sentences(document)
    assert sentences(document) in printed
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    for words_shown in ("Expected before the games", "Two halves of the training seeds"):
        assert f"## {words_shown}" in text
        assert words_shown.lower() in printed.lower()
    files = list((tmp_path / "runs").rglob("*.npz"))
    assert len(files) == document["pairings"]
    assert len(document["repeat"]["games"]) == GAMES_TO_REPEAT
    page(document).write(tmp_path / "again.md")
    assert (tmp_path / "again.png").read_bytes() == (tmp_path / "x.png").read_bytes()
    assert (tmp_path / "again.md").read_text() == text.replace("x.png", "again.png")
    assert main(["bench", "verify", str(figures)]) == 0
    # The picture has what the document has.
    axes = {axis.get_title("left"): axis for axis in drawn(document).axes}
    spite = document["levels"]["spite"]
    own = axes["completed with its own family"].get_lines()
    one, other = (line.get_ydata().tolist() for line in own)
    assert one == [spite["cells"]["CC"]["completed"][0]] * 3
    assert other[2] == spite["cells"]["DD"]["completed"][0]
    lines_drawn = [line.get_ydata().tolist() for line in axes["spite: navy"].get_lines()[:2]]
    beside = spite["beside"]["in_kind"]
    assert lines_drawn == [
        [spite["cells"][f"D{own}"]["navy"][0], beside[own]["navy"][0],
         spite["cells"][f"C{own}"]["navy"][0]]
        for own in "CD"
    ]  # fmt: skip


def test_what_the_picture_shows() -> None:
    level = {
        "pressure": {"army": [0.2, None, None], "navy": [0.6, 0.5, 0.7]},
        "cells": {cell: {"army": f"{cell} a", "navy": f"{cell} n"}
                  for cell in ("CC", "CD", "DC", "DD")},
        "beside": {"in_kind": {"D": {"army": "D a", "navy": "D n"}}},
    }  # fmt: skip
    assert pressure(level) == pytest.approx(0.4)
    assert np.isnan(pressure({"pressure": {"army": None, "navy": [0.6, 0.5, 0.7]}}))
    assert diagram(level, "army", "D") == ["DD a", "D a", "DC a"]
    assert diagram(level, "navy", "D") == ["DD n", "D n", "CD n"]


# --- settings --------------------------------------------------------------------------------
def test_the_manual_explains_the_settings() -> None:
    assert read_settings(FamiliesConfig, ROOT / "configs/evaluate/families.yaml").start
    manual = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    section = manual.partition("## What selfishness costs")[2].partition("\n## ")[0]
    for key in set(FamiliesConfig.model_fields) - set(PlayConfig.model_fields):
        about = FamiliesConfig.model_fields[key].description
        assert any(
            line.startswith(f"| `{key}` |") and line.endswith(f"| {about} |")
            for line in section.splitlines()
        ), key


ONE = {**SCRIPTS, "competitive": "grim"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"families": {"cooperative": "grim"}},
         ["families: expected the keys cooperative, competitive, spiteful"]),
        ({"families": {**ONE, "spiteful": "grim:retaliation=1"}, "halves": False},
         ["families", "'grim'", "'grim:retaliation=1'", "same policy"]),
        ({"families": {**ONE, "spiteful": "nobody"}}, ["unknown agent 'nobody'"]),
        ({"families": {**ONE, "spiteful": "one_ply"}}, ["families", "'one_ply'", "in batches"]),
        ({"families": ONE}, ["halves", "at least 4 members, competitive 'grim' has 1",
                             "halves: false"]),
        ({"backgrounds": {"saint": "grim"}}, ["backgrounds: expected the keys", "in_kind"]),
        ({"backgrounds": {**FROZEN, "saint": "one_ply"}}, ["backgrounds", "'one_ply'"]),
        ({"backgrounds": {**FROZEN, "saint": "always_siant"}}, ["did you mean 'always_saint'"]),
        ({"start": "no/such/start"}, ["no/such/start"]),
        pytest.param({"start": "micro"}, ["micro", "another scenario"], marks=pytest.mark.slow),
        ({"positions": 0}, ["positions", "got 0"]),
        ({"family_games": 3}, ["family_games", "unknown key"]),
    ],
)  # fmt: skip
def test_bad_settings_are_one_line(
    tmp_path: Path, capsys: Any, given: dict[str, Any], words: list[str]
) -> None:
    refused(write(tmp_path, **given), words, capsys)
    assert not (tmp_path / "runs").exists()
