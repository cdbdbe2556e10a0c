"""Adopting runs, measuring pairings, and the tables and curves made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.learned import entries, shipped
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.policy_file import load_policy, save_policy
from glory_env.bench.statistics import derive
from glory_env.cli import networks as commands
from glory_env.cli.main import main
from glory_env.game.settings import make_settings, read_settings
from glory_env.games.aleutians.studies import cards as aleutians_cards
from glory_env.games.glory.bench import participants
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import families
from glory_env.games.glory.bench.policies import fingerprint
from glory_env.games.glory.bench.store import store
from glory_env.games.glory.curves import CURVES
from glory_env.games.glory.report import cards
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.studies import strength
from glory_env.games.glory.studies import strength_page as report
from glory_env.games.glory.studies.settings import Strength
from glory_env.games.glory.studies.strength import key_of
from glory_env.report import curves
from glory_env.report.tables import markdown
from glory_env.training import adopt as adopting
from glory_env.training.files import provenance
from tests.bench.handmade import results
from tests.bench.networks import head_of

ROOT = Path(__file__).parents[2]


def write_run(folder: Path, name: str = "cooperative-macro", seed: int = 0) -> Path:
    """What a run leaves behind, with five rollouts; the second part was resumed."""
    from glory_agents.glory.perceptron import Network

    config = {"interface": "flat", "layers": [8], "activation": "relu", "name": name}
    about = {**provenance("glory"), "config": config, "seed": seed, "steps": 9, "seconds": 60.0}
    save_policy(folder / "policy", Network([8]), about)
    for part, first in ((8, 0), (10, 2)):  # the first part's last rollout was lost
        lines = [",".join(CURVES)]
        for k in range(first, first + 3):
            lines.append(",".join([str(k), "2", *["0.5"] * 7]))
        lines.append(",".join(["9", "0", *[""] * 7]))  # no game ended
        (folder / f"progress-{part}.csv").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture
def pretrained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pretrained"
    for module in (shipped, adopting, participants, strength, report, curves):
        monkeypatch.setattr(module, "PRETRAINED", folder)
    for function in (adopting.adopt, adopting.point, families):
        monkeypatch.setattr(function, "__defaults__", (folder,))
    return folder


def test_a_run_is_adopted_with_its_curves(tmp_path: Path, pretrained: Path) -> None:
    folder = adopting.adopt(write_run(tmp_path / "run"))
    assert folder == pretrained / "cooperative-macro-0"
    assert LearnedAgent(folder).about["steps"] == 9
    read = curves.read_curves(folder, list(CURVES))
    assert read["time/minutes"] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert read["outcome/completion"] == [0.5] * 5
    assert families() == {"cooperative-macro": ["cooperative-macro-0"]}
    with pytest.raises(AgentError, match="cannot be read"):
        adopting.adopt(tmp_path / "nothing")
    (tmp_path / "run" / "progress-8.csv").unlink()
    (tmp_path / "run" / "progress-10.csv").unlink()
    with pytest.raises(OSError, match="no progress"):
        adopting.adopt(tmp_path / "run")


def test_curves_of_imitations_are_drawn_beside_those_of_trainings(
    pretrained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel for each scalar that is there; a network stands in those that it has."""
    for name, kept in (("taught", curves.IMITATED), ("trained", CURVES)):
        folder = pretrained / name
        folder.mkdir(parents=True)
        (folder / "curves.csv").write_text(f"{','.join(kept)}\n{','.join('1' for _ in kept)}\n")
    drawn: list[Any] = []
    monkeypatch.setattr(curves, "save", lambda figure, path: drawn.append(figure))
    for names in (["taught"], ["taught", "trained"]):
        curves.draw({"all": names}, CURVES, pretrained / "page.png")
    alone, both = ([(axis.get_ylabel(), len(axis.lines)) for axis in one.axes] for one in drawn)
    words = [*filter(None, curves.IMITATED.values()), *filter(None, CURVES.values())]
    assert alone == [(word, 1) for word in words[:2]]
    assert both == [(word, 1) for word in words]


def test_the_shipped_networks_were_trained_by_the_committed_files() -> None:
    macro = {f"{name}-macro" for name in ("cooperative", "selfish", "zero_sum", "dial")}
    assert macro == set(strength.ANGLES)
    assert set(families()) == macro | {
        "cooperative",
        "competitive",
        "spiteful",
        "cooperative-hard",
        "cooperative-long",
        "competitive-hard",
        "spiteful-hard",
        "conditional",
        "silent",
        "cheap",
        "binding",
    }
    known = [name for group in families().values() for name in group]
    for name in known:
        config = json.loads((shipped.PRETRAINED / name / "policy.json").read_text())["config"]
        if config["name"] not in macro:  # what trained those is gone
            file = ROOT / f"configs/train/{config['name']}.yaml"
            given = {key: config[key] for key in TrainConfig.model_fields if key in config}
            settings = make_settings(TrainConfig, {**given, "seed": 0}, name)
            assert settings == read_settings(TrainConfig, file)
        assert (shipped.PRETRAINED / name / "policy.safetensors").stat().st_size <= adopting.LARGEST


def test_a_large_network_is_not_adopted(
    tmp_path: Path, pretrained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adopting, "LARGEST", 100)
    with pytest.raises(ValueError, match="expected at most"):
        adopting.adopt(write_run(tmp_path / "run"))
    assert not pretrained.exists()


def test_curves_are_thinned_by_means_weighed_by_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adopting, "POINTS", 2)
    blank = dict.fromkeys(CURVES, 0.0)
    rows = [
        {**blank, "episode/count": 1.0, "outcome/reward": 1.0, "time/minutes": 1.0},
        {**blank, "episode/count": 3.0, "outcome/reward": 2.0, "time/minutes": 2.0},
        {**blank, "episode/count": 5.0, "outcome/reward": float("nan"), "time/minutes": 3.0},
    ]
    first, second = adopting.thinned(rows, CURVES)
    assert (first["outcome/reward"], first["episode/count"]) == (1.75, 4.0)
    assert (first["time/minutes"], second["time/minutes"]) == (2.0, 3.0)
    assert np.isnan(second["outcome/reward"])


def test_a_name_without_a_seed_is_that_of_one_of_them(tmp_path: Path, pretrained: Path) -> None:
    adopting.adopt(write_run(tmp_path / "run", seed=2))
    adopting.point("cooperative-macro", "cooperative-macro-2")
    assert load_policy(pretrained / "cooperative-macro")[1]["seed"] == 2
    known = entries.pretrained()
    assert set(known) == {"cooperative-macro", "cooperative-macro-2"}
    assert known["cooperative-macro"].about == "the same as cooperative-macro-2"
    with pytest.raises(AgentError, match="value of 'force'"):
        known["cooperative-macro"].make({"force": "perhaps"})


# --- figures -------------------------------------------------------------------------------
def test_figures_of_hand_made_games() -> None:
    """Army wins, draw, navy wins, game over."""
    games = results(
        [(80, 60), (70, 66), (50, 90), None],
        [12, 12, 12, 7],
        [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [-1.0, -1.0]],
    )
    estimates = derive(strength.FIGURES, games.columns(), games.seeds)
    means = {name: value and value.mean for name, value in estimates.items()}
    assert means["utility_army"] == means["utility_navy"] == (1.0 + 0.5 + 0.0 - 1.0) / 4
    assert means["ahead_army"] == (1.0 + 0.0 - 1.0 + 0.0) / 4
    assert means["solo_victory"] == 0.25
    assert means["reward"] == (0.5 + 0.5 + 0.5 - 1.0) / 4
    assert means["gp_army"] == pytest.approx((80 + 70 + 50) / 3)  # of completed games
    assert (means["completion"], means["turns"], means["win_army"]) == (0.75, 43 / 4, 0.25)


def test_pairings_are_played_once_and_again_when_a_network_changes(
    tmp_path: Path, pretrained: Path
) -> None:
    adopting.adopt(write_run(tmp_path / "run"))
    pairings = [Pairing("random", "random"), Pairing("cooperative-macro-0", "random", 45.0)]
    path = tmp_path / "results.json"
    told: list[str] = []

    def measure(games: int, pairs: Any = pairings[:1]) -> dict[str, Any]:
        kept = store(Strength(folder=tmp_path / "games"), games)
        return strength.measure_all(path, pairs, kept, told.append)

    assert measure(4)["pairings"]["random | random @ 0"]["games"] == 4
    measure(4)
    assert len(told) == 1
    measure(5)
    assert len(told) == 2
    before = strength.cache_key(pairings[1], 4)
    adopting.adopt(write_run(tmp_path / "run"))  # other weights
    assert strength.cache_key(pairings[1], 4) != before
    path.write_text('{"format": 0}')
    with pytest.raises(ValueError, match="expected format"):
        measure(4, pairings)


def figures(completion: float, gp: float, **more: float) -> dict[str, Any]:
    values = {"completion": completion, "gp_army": gp, "gp_navy": gp, "reward": 0.5, **more}
    return {"figures": {name: [x, x - 0.01, x + 0.01] for name, x in values.items()}}


def test_the_tables_say_what_is_met_and_what_is_missed(tmp_path: Path, pretrained: Path) -> None:
    for name, seed in (("cooperative", 0), ("cooperative", 1), ("competitive", 0)):
        adopting.adopt(write_run(tmp_path / f"{name}{seed}", name, seed))
    zero, one, other = "cooperative-0", "cooperative-1", "competitive-0"
    played = {
        Pairing("civil_first", "civil_first", 45.0): figures(0.60, 40.0),
        Pairing("grim", "grim", 45.0): figures(0.5, 60.0),
        strength.with_itself("cooperative", zero): figures(0.87, 70.0),
        strength.with_itself("cooperative", one): figures(0.90, 69.0),
        strength.with_itself("competitive", other): figures(0.80, 60.0, win_army=0.5),
        strength.alone(zero): figures(0.7, 60.0, solo_victory=0.6),
        strength.alone(one): figures(0.7, 60.0, solo_victory=0.4),
        strength.alone("joint_planner"): figures(0.7, 60.0, solo_victory=0.2),
    }
    measured = {"pairings": {key_of(pair): value for pair, value in played.items()}}
    assert set(played) <= set(strength.pairings())
    text = markdown(report.tables(measured, families()))

    def rows(start: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith(f"| {start} |")]

    assert "at least 87 % completed and both services' GP at least 70" in text
    assert len(rows("civil_first, the best scripts")) == 1
    assert not rows("grim, the best scripts")
    assert [row.rpartition("| ")[2] for row in rows(zero)] == ["met |", "met |"]
    assert [row.rpartition("| ")[2] for row in rows(one)] == ["missed |", "missed |"]  # GP, solo
    assert rows(zero)[1] == f"| {zero} | 60.0 % [59.0, 61.0] | met |"
    (row,) = rows(f"`{other}`")
    assert "`glory train --config configs/train/competitive.yaml --seed 0`" in row
    assert row.endswith("| 80.0 % [79.0, 81.0] | 60.0 [60.0, 60.0] | 60.0 [60.0, 60.0] "
                        "| 50.0 % [49.0, 51.0] | - |")  # fmt: skip
    assert not rows(other)  # only cooperative networks have aims here
    del measured["pairings"][key_of(strength.alone(one))]
    text = markdown(report.tables(measured, families()))
    assert rows(one)[1] == f"| {one} | not measured | not measured |"


def test_the_seed_in_the_middle_of_a_family_by_its_own_reward() -> None:
    names = [f"zero_sum-macro-{k}" for k in range(3)]
    pairs = [strength.with_itself("zero_sum-macro", name) for name in names]
    assert {pair.angle for pair in pairs} == {-45.0}
    rewards = dict(zip(map(key_of, pairs), (0.3, 0.1, 0.2), strict=True))
    measured = {"pairings": {k: figures(0.5, 60.0, reward=x) for k, x in rewards.items()}}
    assert strength.middle(measured, "zero_sum-macro", names) == names[2]
    assert strength.middle(measured, "zero_sum-macro", names[:2]) == names[1]  # of two the lesser
    del measured["pairings"][key_of(pairs[0])]
    assert strength.middle(measured, "zero_sum-macro", names) == names[1]


def test_the_commands(
    tmp_path: Path, pretrained: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(commands, "RESULTS", tmp_path)
    page = tmp_path / "training.md"
    run = write_run(tmp_path / "run")
    assert main(["networks", "adopt", str(run)]) == 0
    study = ["study", "strength", "--write", str(page)]
    assert main([*study, "--games", "0"]) == 2
    assert "--games: expected 1 to" in capsys.readouterr().err
    games = ["--games", "2", "--only", "grim |", "--folder", str(tmp_path / "games")]
    assert main([*study, *games]) == 0
    printed = capsys.readouterr().out
    assert "grim | grim @ 45: 2 games" in printed
    assert "Every seed, with itself" in printed
    for text in (page.read_text(), printed):
        assert "cooperative-macro-0" in text
        assert "not measured" in text
    assert (tmp_path / "training.png").read_bytes()[:4] == b"\x89PNG"
    before = page.read_text()
    assert main([*study, "--page-only"]) == 0
    assert "2 games" not in capsys.readouterr().out  # nothing is played
    assert page.read_text() == before
    for seed in (1, 2):
        adopting.adopt(write_run(tmp_path / f"run{seed}", "spiteful", seed))
    assert main(["networks", "names"]) == 0
    out = capsys.readouterr().out
    assert "cooperative-macro -> cooperative-macro-0" in out
    assert "spiteful -> spiteful-1" in out  # the first
    alias = json.loads((pretrained / "cooperative-macro" / "policy.json").read_text())
    assert alias["of"] == "cooperative-macro-0"
    assert main(["networks", "adopt", str(tmp_path / "nothing")]) == 2
    assert "nothing" in capsys.readouterr().err
    assert main(["networks", "adopt"]) == main(["networks", "names", str(run)]) == 2
    assert main(["study", "strength", "--write", str(tmp_path / "no" / "page.md")]) == 2
    assert "expected a file in a folder that exists" in capsys.readouterr().err


def test_the_page_in_the_docs_is_written_from_the_stored_results() -> None:
    stored = strength.read(shipped.PRETRAINED / "results.json")
    tables = markdown(report.tables(stored, families()), level=2)
    assert tables in (ROOT / "docs" / "results" / "training.md").read_text(encoding="utf-8")


def test_a_card_says_what_a_network_is_and_how_it_was_made(
    tmp_path: Path, pretrained: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(cards.write_cards, "__defaults__", (pretrained,))
    monkeypatch.setattr(aleutians_cards.write_cards, "__defaults__", (pretrained,))
    folder = adopting.adopt(write_run(tmp_path / "run"))
    about = json.loads((folder / "policy.json").read_text())
    about["config"] = TrainConfig().plain() | about["config"]
    (folder / "policy.json").write_text(json.dumps(about))
    assert main(["networks", "cards"]) == 0
    file = folder / "card.md"
    assert str(file) in capsys.readouterr().out
    text = file.read_text()
    assert "\n\n# cooperative-macro-0\n" in text
    assert "configs/train/cooperative-macro.yaml --seed 0" in text
    estimate = [0.5, 0.4, 0.6]
    own = {"completion": estimate, "gp_army": [70.0, 69.0, 71.0], "solo_victory": estimate}
    counts = {"ahead": 3, "level": 2, "behind": 1, "rows": 6, "behind_partner": [4]}
    played = {"games": 10, "figures": own}
    found = {"itself": played, "solo": played, "summary": counts, "fingerprint": "0" * 16}
    for measured in ({}, {"cooperative-macro-0": found}):  # figures of other weights
        cards.write_cards(measured, pretrained)
        assert "## Strength" not in file.read_text()
        assert "model-index" not in head_of(file)
    found["fingerprint"] = fingerprint(str(folder))[:16]
    cards.write_cards({"cooperative-macro-0": found}, pretrained)
    text = file.read_text()
    assert "Completed: 50.0 % [40.0, 60.0]" in text
    assert "ahead in 3, level in 2, behind in 1 of 6 rows" in text
    (result,) = head_of(file)["model-index"][0]["results"]
    assert {one["type"]: one["value"] for one in result["metrics"]} == {
        "completion": 0.5, "gp_army": 70.0, "solo_victory": 0.5,
    }  # fmt: skip
