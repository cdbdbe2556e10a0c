"""`glory study cooperation`: tables of games made by hand, a small run, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from glory_env.cli.main import main
from glory_env.game.settings import read_settings
from glory_env.games.glory.bench.cells import pairings, verdict
from glory_env.games.glory.bench.config import FamilyConfig
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.repeat import GAMES as GAMES_TO_REPEAT
from glory_env.games.glory.bench.store import Games
from glory_env.games.glory.studies import ablations
from glory_env.games.glory.studies.cooperation import (
    CONDITIONS,
    CooperationConfig,
    cells_of,
    condition,
)
from glory_env.games.glory.studies.cooperation_page import tables
from glory_env.report.tables import Table
from tests.bench.handmade import Handmade, made
from tests.bench.refusal import refused

ROOT = Path(__file__).parents[2]
FAMILIES = {"cooperative": "conceder+honest", "competitive": "stonewaller+boulware"}
SCRIPTS = {"cooperative": "needs_splitter", "competitive": "grim"}
GAMES = 40


def store_of(games: dict[Pairing, Games], folder: Path, **given: Any) -> Handmade:
    config = CooperationConfig(games=GAMES, family_games=GAMES, folder=folder, **given)
    return Handmade(config, games)  # type: ignore[arg-type]


def spread(mean: float, seed: int = 0) -> np.ndarray:
    """float64 (GAMES,) with that mean, no two alike, in an order of the seed."""
    return mean + np.random.default_rng(seed).permutation(np.linspace(-0.1, 0.1, GAMES))


# --- rules of negotiation ------------------------------------------------------------------
def test_every_condition_has_its_option(tmp_path: Path) -> None:
    config = CooperationConfig(families=FAMILIES, folder=tmp_path)
    assert len(CONDITIONS) == 8
    for name in CONDITIONS:
        for pair in pairings(cells_of(config, name)):
            assert (pair.talk or pair.deadlock) == ("" if name == "base" else name)
            assert pair.games == config.family_games
    assert {name: len(cell) for name, cell in cells_of(config, "base").items()} == {
        "CC": 2, "CD": 4, "DC": 4, "DD": 2
    }  # fmt: skip


def offers(given: np.ndarray) -> np.ndarray:
    """First offers of 500 in turns 1 to 3: the navy's leave `given`, the army's half of that."""
    log = np.zeros((len(given), 5, 5), np.int16)
    log[:, :, :2] = -1
    log[:, 1:4, 4] = 500
    log[:, 1:4, 1] = given[:, None]
    log[:, 1:4, 0] = given[:, None] // 2
    return log


def test_a_condition_s_row_is_of_its_games(tmp_path: Path) -> None:
    settings = {"families": {"cooperative": "conceder", "competitive": "grim"}}
    config = CooperationConfig(games=GAMES, folder=tmp_path, **settings)
    payoffs = {"CC": (3, 3), "CD": (0, 4), "DC": (4, 0), "DD": (1, 1)}  # prisoners
    games = {}
    for seed, (cell, members) in enumerate(cells_of(config, "base").items()):
        (pair,) = members.values()
        welfare = spread(1.2 if cell == "CC" else 0.6, seed)
        army, navy = (spread(value, seed) for value in payoffs[cell])
        found = made(
            {
                "welfare": welfare, "completed": np.arange(GAMES) % 4 > 0,
                "utility_army": army, "utility_navy": navy,
                "talks": np.full(GAMES, 10), "agreements": np.arange(GAMES) % 10,
                "first_offers": np.full(GAMES, 20), "claimed": spread(8.0), "left": spread(4.0),
                "asked": np.full(GAMES, 4), "granted": np.arange(GAMES) % 3,
            }
        )  # fmt: skip
        games[pair] = found._replace(offers=offers(np.arange(GAMES) * 5))
    store = store_of(games, tmp_path, **settings)
    found = condition(store, "base")  # type: ignore[arg-type]
    row = found["cells"]["CC"]
    assert row["completion"][0] == pytest.approx(0.75)
    assert row["welfare"][0] == pytest.approx(1.2)
    assert row["agreement"][0] == pytest.approx(0.45)
    assert row["claimed"][0] == pytest.approx(0.4)
    assert row["left"][0] == pytest.approx(0.2)
    assert row["escorts"][0] == pytest.approx(39 / 40 / 4)
    assert row["n"] == GAMES * 2 * 2  # turns 2 and 3, both seats
    assert found["price_of_anarchy"][0] == pytest.approx(2.0)
    low, high = found["price_of_anarchy"][1:]
    assert low < 2.0 < high
    assert {verdict(found["game"], seat) for seat in ("army", "navy")} == {"dilemma shown"}


# --- parts taken away ----------------------------------------------------------------------
def test_what_a_part_explains_is_its_share_of_what_there_is_to_lose(tmp_path: Path) -> None:
    family, splits = ("conceder", "honest", "boulware"), {"conceder": 3, "honest": 3, "boulware": 7}
    welfare = {"as it is": 1.0, "constant split": 0.9, "careful random": 0.2, "no talks": 0.6}
    rng = np.random.default_rng(5)
    games = {}
    for row in ablations.ROWS:
        for policy in family:
            column = welfare.get(row, 1.0) + rng.normal(0, 0.02, GAMES)
            games[ablations._pair(row, policy, 0, splits)] = made(
                {"welfare": column, "completed": column > 0.5, "utility_army": column,
                 "utility_navy": column + 1}
            )  # fmt: skip
    assert set(games) == set(ablations.plan(family, 0, splits))
    assert len(games) == 6 * 3 + 1
    found = ablations.table(store_of(games, tmp_path), family, 0, splits)
    assert found["as it is"]["explained"] is None
    assert found["as it is"]["utility"][0] == pytest.approx(1.5, abs=0.02)
    assert found["careful random"]["completion"][0] == 0.0
    for row, share in (("constant split", 0.1 / 0.8), ("no talks", 0.5), ("frozen log", 0.0)):
        mean, low, high = found[row]["explained"]
        assert mean == pytest.approx(share, abs=0.02)
        assert low < share < high


def test_the_constant_split_is_the_one_with_the_highest_welfare(tmp_path: Path) -> None:
    family = ("conceder", "honest")
    best = {"conceder": 4, "honest": 11}
    games = {
        pair: made({"welfare": [0.5, 1.0 if pair.ablation == f"constant_{best[pair.army]}" else 0]})
        for pair in ablations.candidates(family)
    }
    assert ablations.best_splits(store_of(games, tmp_path), family) == best


# --- a whole run ---------------------------------------------------------------------------
def write(folder: Path, **given: Any) -> list[str]:
    """A file of settings, and the words that call the command with it."""
    plain = {
        "scenario": "teaching", "games": 8, "family_games": 8, "selection_games": 1,
        "first_seed": 3_000, 
        "families": SCRIPTS,
        "conditions": ["zero", "base", "cheap"], "folder": str(folder / "runs"),
    }  # fmt: skip
    path = folder / "cooperation.yaml"
    path.write_text(yaml.safe_dump({**plain, **given}))
    return ["study", "cooperation", "--config", str(path)]


def rows(table: Table) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in table.rows}


@pytest.mark.slow
def test_a_run_prints_and_writes_both_tables(tmp_path: Path, capsys: Any) -> None:
    words = write(tmp_path)
    files = ["--json", str(tmp_path / "x.json"), "--write", str(tmp_path / "x.md")]
    assert main([*words, *files]) == 0
    printed, page = capsys.readouterr().out, (tmp_path / "x.md").read_text()
    document = json.loads((tmp_path / "x.json").read_text())
    assert list(document["conditions"]) == ["base", "cheap", "zero"]
    command = f"glory {' '.join([*words, *files])}"
    for text in (printed, page):
        assert command in text
        assert f"code {document['code']}" in text
        assert "8 games of each pairing from seed 3000" in text
        assert "all 30 inequalities" in text
    play, verdicts, parts, splits = tables(document)
    assert [row[:2] for row in play.rows[::2]] == [
        [name, "CC"] for name in ("talk: off", "talk: cheap", "deadlock rule: lot",
                                  "deadlock rule: zero")
    ]  # fmt: skip
    assert set(rows(verdicts)) == {row[0] for row in play.rows}
    assert {"no talks", "frozen log", "careful random"} <= set(rows(parts))
    assert set(rows(splits)) == {"needs_splitter", "grim"}
    welfare = document["ablations"]["cooperative"]
    assert welfare["as it is"]["welfare"][0] > welfare["careful random"]["welfare"][0]
    played = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("*.npz")}
    assert len(played) == document["pairings"]
    assert len(document["repeat"]["games"]) == GAMES_TO_REPEAT
    assert main(["bench", "verify", str(tmp_path / "x.json")]) == 0
    assert main(words) == 0  # nothing is played again
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "runs").rglob("*.npz")} == played


def test_the_manual_explains_the_settings() -> None:
    assert read_settings(CooperationConfig, ROOT / "configs/evaluate/cooperation.yaml").conditions
    manual = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    section = manual.partition("## Does it measure cooperation?")[2].partition("\n## ")[0]
    own = set(CooperationConfig.model_fields) - set(FamilyConfig.model_fields)
    for key in own:
        about = CooperationConfig.model_fields[key].description
        assert any(
            line.startswith(f"| `{key}` |") and line.endswith(f"| {about} |")
            for line in section.splitlines()
        ), key
    for row in ablations.ROWS:
        assert f"\n| {row} |" in section, row


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"conditions": ["dise"]}, ["cooperation.yaml: conditions", "dise", "did you mean 'dice'"]),
        ({"families": {"cooperative": "grim", "competitive": "grim:retaliation=1"}},
         ["families", "'grim'", "'grim:retaliation=1'", "same policy"]),
        ({"families": {"cooperative": "grim"}}, ["families", "cooperative, competitive"]),
        ({"families": {**SCRIPTS, "cooperative": "nobody"}}, ["unknown agent 'nobody'"]),
        ({"families": {**SCRIPTS, "cooperative": "one_ply"}}, ["'one_ply'", "in batches"]),
        ({"options": {"talk": "cheap"}}, ["options", "'talk'", "expected 'off'"]),
        ({"first_seed": 1_999_999}, ["first_seed", "2000000"]),
    ],
)  # fmt: skip
def test_bad_settings_are_one_line(
    tmp_path: Path, capsys: Any, given: dict[str, Any], words: list[str]
) -> None:
    refused(write(tmp_path, **given), words, capsys)
    assert not (tmp_path / "runs").exists()
