"""A trained policy of either game becomes one of the networks that come with the project."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from glory_agents.base import AgentError
from glory_agents.learned import entries, shipped
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.policy_file import load_policy
from glory_agents.registry import make_agent
from glory_env.cli.main import main
from glory_env.games.aleutians.curves import CURVES
from glory_env.report.curves import IMITATED, read_curves
from glory_env.training import adopt as adopting
from glory_env.training.adopt import LARGEST, adopt, without_paths
from tests.training.aleutians import GAME, lesson, settings
from tests.training.making import finish, new_imitation, new_trainer
from tests.training.test_runs import small

SEATS = ("japan", "allies")


@pytest.fixture
def pretrained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of that of the project."""
    folder = tmp_path / "pretrained"
    monkeypatch.setattr(shipped, "PRETRAINED", folder)
    monkeypatch.setattr(adopt, "__defaults__", (folder,))
    return folder


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the second game that began with another one beside it."""
    runs = tmp_path_factory.mktemp("runs")
    start = finish(new_imitation(lesson(runs, name="lesson")))
    scripts = (f"{start}:deterministic=false", "careful")
    run = finish(new_trainer(settings(runs, start=str(start), scripts=scripts))).parent
    lines = [",".join(CURVES), ",".join("1" for _ in CURVES)]  # in so short a run no game ends
    (run / "progress-0.csv").write_text("\n".join(lines) + "\n")
    return run


def weights(name: str | Path, game: str) -> dict[str, Any]:
    agent: Any = make_agent(str(name), game=game)
    assert isinstance(agent, LearnedAgent)
    return dict(agent.network.state_dict())


def check_adopted(run: Path, folder: Path, game: str) -> list[dict[str, Any]]:
    """It is loaded by its name as it was trained, small and float16; the JSON of each network."""
    import torch
    from safetensors.torch import load_file

    found, expected = weights(folder.name, game), weights(run / "policy", game)
    torch.testing.assert_close(found, expected, atol=0, rtol=0)
    for file in folder.rglob("*.safetensors"):
        assert file.stat().st_size <= LARGEST
        assert {tensor.dtype for tensor in load_file(file).values()} == {torch.float16}
    texts = [file.read_text() for file in sorted(folder.rglob("policy.json"))]
    assert not [text for text in texts if str(run.parents[1]) in text or '"/' in text]
    return [json.loads(text) for text in texts]


@pytest.mark.slow
def test_a_policy_of_both_seats_is_adopted(
    campaign: Path, pretrained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pretrained / "aleutians-0"
    assert main(["networks", "adopt", str(campaign)]) == 0
    assert str(folder) in capsys.readouterr().out
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    files = {f"{s}/policy.{end}" for s in SEATS for end in ("json", "safetensors")}
    assert names == files | {"curves.csv"}
    for about in check_adopted(campaign, folder, GAME):
        config = about["config"]
        assert (config["runs"], config["start"]) == ("runs", "runs/lesson-0/policy")
        assert config["scripts"] == ["runs/lesson-0/policy:deterministic=false", "careful"]
    assert set(entries.pretrained(GAME)) == {"aleutians-0"}
    assert not entries.pretrained()
    assert main(["networks", "adopt", str(campaign), "--name", "other"]) == 0
    check_adopted(campaign, pretrained / "other-0", GAME)


def test_curves_of_an_imitation_are_adopted(tmp_path: Path, pretrained: Path) -> None:
    run = finish(new_imitation(lesson(tmp_path / "runs"))).parent
    shown = read_curves(adopt(run), list(IMITATED))
    assert list(shown) == list(IMITATED)
    assert shown["time/decisions"] == [96]
    assert shown["imitation/loss"][0] > 0


@pytest.mark.slow
def test_a_policy_of_glory_is_adopted_with_its_curves(tmp_path: Path, pretrained: Path) -> None:
    """The start lies outside the folder of the runs: its last name is left."""
    start = tmp_path / "elsewhere" / "first"
    first = finish(new_trainer(small(tmp_path / "others", name="first")))
    shutil.copytree(first, start)
    run = finish(new_trainer(small(tmp_path / "runs", steps=3200, start=str(start)))).parent
    folder = adopt(run)
    names = {path.name for path in folder.iterdir()}
    assert names == {"policy.json", "policy.safetensors", "curves.csv"}
    (about,) = check_adopted(run, folder, "glory")
    assert (about["config"]["runs"], about["config"]["start"]) == ("runs", "first")
    assert set(entries.pretrained()) == {folder.name}


def test_each_seat_keeps_what_its_own_training_says(
    campaign: Path, tmp_path: Path, pretrained: Path
) -> None:
    """Its settings, and its curves where it alone has learnt; a later run leaves the other's."""
    for seat in SEATS:
        run = tmp_path / seat
        shutil.copytree(campaign, run)
        for name in SEATS:
            file = run / "policy" / name / "policy.json"
            about = json.loads(file.read_text())
            about["config"]["seat"] = seat
            steps = 7 if name == "allies" else about["steps"]
            file.write_text(json.dumps(about | {"steps": steps}))
        folder = adopt(run)
    assert load_policy(folder / "allies")[1]["steps"] == 7
    assert load_policy(folder / "japan")[1]["steps"] > 7
    kept = {path.relative_to(folder).as_posix() for path in folder.rglob("curves.csv")}
    assert kept == {f"{seat}/curves.csv" for seat in SEATS}


def test_a_missing_seat_and_a_large_file_are_refused(
    campaign: Path, tmp_path: Path, pretrained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").mkdir()
    shutil.copytree(campaign / "policy" / "japan", tmp_path / "one" / "policy")
    with pytest.raises(AgentError, match="expected the folder of the networks of both seats"):
        adopt(tmp_path / "one")
    shutil.copytree(campaign / "policy", tmp_path / "half" / "policy")
    shutil.rmtree(tmp_path / "half" / "policy" / "allies")
    with pytest.raises(AgentError, match="expected a network of each seat: japan, allies"):
        adopt(tmp_path / "half")
    monkeypatch.setattr(adopting, "LARGEST", 100)
    with pytest.raises(ValueError, match=r"japan/policy.safetensors: .* expected at most"):
        adopt(campaign)
    assert not pretrained.exists()


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("micro", "micro"),
        ("runs/start-0/policy", "runs/start-0/policy"),
        ("/big/runs/start-0/policy", "runs/start-0/policy"),
        ("/big/runs/a-0/policy:deterministic=true", "runs/a-0/policy:deterministic=true"),
        ("/home/me/start", "start"),
        ("turn_planner:base=/home/me/a-0,seconds=2", "turn_planner:base=a-0,seconds=2"),
        (["stonewaller", "/big/runs"], ["stonewaller", "runs"]),
        ({"scenario": "/home/me/own.yaml"}, {"scenario": "own.yaml"}),
        (0.5, 0.5),
    ],
    ids=str,
)
def test_no_absolute_path_is_left(value: Any, left: Any) -> None:
    about = {"scenario": value, "config": {"runs": "/big/runs", "start": value}}
    assert without_paths(about) == {"scenario": left, "config": {"runs": "runs", "start": left}}


def test_a_relative_folder_of_runs_is_seen_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = {"runs": "tries", "start": str(tmp_path / "tries" / "a-0" / "policy")}
    found = without_paths({"config": config})
    assert found["config"] == {"runs": "runs", "start": "runs/a-0/policy"}


@pytest.mark.parametrize("where", ["config", "name"])
def test_a_policy_names_no_folder_elsewhere(tmp_path: Path, pretrained: Path, where: str) -> None:
    """The name may come from a file that somebody else has made."""
    run = tmp_path / "run"
    shutil.copytree(shipped.STARTS / "micro", run / "policy")
    file = run / "policy" / "policy.json"
    about = json.loads(file.read_text())
    if where == "config":
        about["config"]["name"] = "../elsewhere"
        file.write_text(json.dumps(about))
    with pytest.raises(AgentError, match="expected letters, digits"):
        adopt(run, name="../elsewhere" if where == "name" else "")
    assert not list(tmp_path.glob("elsewhere*"))
