"""Agents that files of settings name: what comes with the project, and no code of anybody else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glory_agents.registry import AgentError, check_configured, make_agent
from glory_env.cli.main import main
from glory_env.games.glory.game import Game
from glory_env.record import play_record, write
from glory_env.training.cloning import recorded_decisions
from glory_env.training.commands import parse

CODE = """
open("touched", "w").close()

class Agent:
    def reset(self, seat, seed): pass
    act = explain = reset
"""
OWN = ("strange:Agent", "strange:Agent:claim=1", "place", "place:claim=1")


@pytest.fixture(autouse=True)
def stranger(tmp_path: Path, monkeypatch: Any) -> Path:
    """A module and a folder that leave a file behind when they are run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strange.py").write_text(CODE)
    (tmp_path / "place").mkdir()
    (tmp_path / "place" / "agent.yaml").write_text("entry: player:Agent\n")
    (tmp_path / "place" / "player.py").write_text(CODE)
    return tmp_path


def was_run() -> bool:
    return Path("touched").exists()


@pytest.mark.parametrize("name", OWN)
def test_an_own_agent_in_settings_has_to_be_given_too(name: str) -> None:
    for settings in ({"a": name}, {"a": ["grim", f"grim+{name}"]}, {"a": {"b": [{"c": (name,)}]}}):
        with pytest.raises(AgentError, match=r"file: agent .* is not part of the project"):
            check_configured("file", settings)
        check_configured("file", settings, {name})
    assert not was_run()


def test_what_comes_with_the_project_and_networks_may_be_named() -> None:
    network = Path(str(make_agent("cooperative-0").path))
    names = ["grim:claim=0.5", "cooperative-0", "mcts:seconds=1", "historical", "nobody", "runs/x"]
    values = [*names, str(network), network, 3, None, True, "", "HOST:6379"]
    check_configured("file", {"agents": values, "name": "place", "folder": "."})


def refused(words: list[str], capsys: Any) -> str:
    capsys.readouterr()
    assert main(words) == 2
    err: str = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "is not part of the project" in err
    assert not was_run()
    return err


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize(
    "keys",
    [
        "agents: [NAME]", "agents: ['grim+NAME']", "agents: [{x: {45: NAME, 0: grim, -45: grim}}]",
        "agents: [grim]\nhidden: [NAME]", "agents: [grim]\noutside: [NAME]",
        "agents: [grim]\ntalking: [NAME]", "agents: [grim]\nhidden: [.]",
        "agents: [grim]\ntemperaments: [NAME]",
    ],
)  # fmt: skip
def test_in_settings_of_the_bench(keys: str, name: str, capsys: Any) -> None:
    keys = keys.replace("grim+NAME", f"grim+{name}").replace("NAME", repr(name))
    Path("own.yaml").write_text(f"{keys}\nscenario: teaching\n")
    given = "." if "[.]" in keys else name
    assert repr(given) in refused(["bench", "--config", "own.yaml"], capsys)
    main(["bench", "--config", "own.yaml", "--agent", given, "--jobs", "0"])
    assert "is not part of the project" not in capsys.readouterr().err


def test_flags_of_the_bench_name_agents_themselves(capsys: Any) -> None:
    Path("own.yaml").write_text("agents: ['strange:Agent']\nscenario: teaching\n")
    main(["bench", "--config", "own.yaml", "--agents", "place", "--jobs", "0"])
    assert "jobs" in capsys.readouterr().err


def test_in_settings_of_cooperation(capsys: Any) -> None:
    Path("own.yaml").write_text("families: {cooperative: place, competitive: selfish}\n")
    refused(["study", "cooperation", "--config", "own.yaml"], capsys)
    main(["study", "cooperation", "--config", "own.yaml", "--agent", "place", "--jobs", "0"])
    assert "jobs" in capsys.readouterr().err


@pytest.mark.parametrize(
    "keys", ["field: [grim, 'strange:Agent']", "network: {teacher: 'strange:Agent'}"]
)
def test_in_settings_of_best_responses(keys: str, capsys: Any) -> None:
    Path("own.yaml").write_text(f"{keys}\n")
    refused(["respond", "grim", "--config", "own.yaml"], capsys)


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("train", "scripts: [grim, NAME]"), ("train", "rivals: [NAME]"),
        ("train", "teacher: NAME"), ("imitate", "teacher: NAME"),
        ("imitate", "scripts: [NAME]"), ("train", "game: aleutians\nscripts: [NAME]"),
        ("imitate", "game: aleutians\nallies_teacher: NAME"),
    ],
)  # fmt: skip
def test_in_settings_of_training(command: str, key: str, name: str, capsys: Any) -> None:
    scenario = "" if "aleutians" in key else "scenario: teaching\n"
    Path("own.yaml").write_text(f"{scenario}{key.replace('NAME', repr(name))}\n")
    refused([command, "--config", "own.yaml"], capsys)
    flag = "--" + key.rpartition("\n")[2].partition(":")[0].replace("_", "-")
    asked = parse(command, ["--config", "own.yaml", flag, name])
    assert name in str(asked.config.plain())
    assert not was_run()


def test_a_run_that_goes_on_names_no_agents_by_its_folder(capsys: Any) -> None:
    """The settings are those of the file and the flags; those that are stored are compared."""
    run = Path("runs/run-0")
    run.mkdir(parents=True)
    stored = parse("imitate", ["--name", "run", "--teacher", "strange:Agent"]).config.plain()
    (run / "config.yaml").write_text("teacher: strange:Agent\n")
    state = {"file": "checkpoint-1.zip", "steps": 1, "seconds": 1.0, "config": stored}
    (run / "checkpoint.json").write_text(json.dumps(state))
    assert main(["imitate", "--name", "run", "--resume"]) == 2
    assert "checkpoint.json" in capsys.readouterr().err
    assert not was_run()


def test_records_make_no_agents(capsys: Any) -> None:
    """Not when they are compared, nor when a network learns from them."""
    names = {"army": "strange:Agent", "navy": "place"}
    players = {seat: make_agent("grim") for seat in names}
    game = Game("teaching", seed=3, auto_forced=True)
    write("games.jsonl", [play_record(game, players, names)])
    assert main(["verify", "games.jsonl"]) == 0
    found = recorded_decisions(Path("games.jsonl"), "teaching", "both")
    assert len(found.actions) > 20
    assert not was_run()
