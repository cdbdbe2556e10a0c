"""What the suite refuses: one line for bad input, before anything is played."""

from __future__ import annotations

import json
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from glory_env import jobs
from glory_env.cli.main import main
from glory_env.games.glory.bench import suite
from tests.bench.networks import write_network
from tests.bench.test_suite_command import played, refused, write


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--config", "no-such.yaml"], ("no-such.yaml: cannot be read",)),
        (["--agents", "grim", "gimr"], ("'gimr'", "did you mean 'grim'")),
        (["--agents", "no/such/folder"], ("'no/such/folder': no such folder or .safetensors",)),
        (["--agents", "grim+grim"], ("'grim' and 'grim' are the same policy",)),
        (["--tasks", "coop", "selfsh"], ("tasks", "'selfsh'", "did you mean 'selfish'")),
        (["--games", "0"], ("games", "got 0")),
        (["--jobs", "0"], ("jobs", "got 0")),
        (["--write", "no/such/page.md"], ("no/such/page.md", "a folder that exists")),
    ],
)
def test_bad_flags_are_one_line(tmp_path: Path, capsys: Any, more: Any, words: Any) -> None:
    said = refused([*write(tmp_path), *more], capsys)
    for word in words:
        assert word in said
    assert not (tmp_path / "bench").exists()


@pytest.mark.parametrize(
    "given",
    [
        {"agents": ["grim", {"mixed": {45: "grim", 0: "nobody", -45: "grim"}}]},
        {"temperaments": ["yielding", "nobody"]},
    ],
)
def test_nobody_is_named_before_anything_is_played(
    tmp_path: Path, capsys: Any, given: dict[str, Any]
) -> None:
    said = refused(write(tmp_path, **given), capsys)
    assert "'nobody'" in said
    assert not (tmp_path / "bench").exists()


@pytest.mark.parametrize("kind", ["macro", "flat"])
def test_a_network_of_another_scenario_is_refused(tmp_path: Path, capsys: Any, kind: str) -> None:
    """Before anything is played, who has played for an hour wants the table."""
    name = str(write_network(tmp_path / "own", kind, "glory"))
    said = refused([*write(tmp_path), "--agents", "grim", name], capsys)
    assert name in said
    assert "another scenario" in said
    assert played(tmp_path) == 0
    assert not (tmp_path / "bench" / "own").exists()


@pytest.mark.slow
def test_a_network_of_another_game_says_how_it_plays(tmp_path: Path, capsys: Any) -> None:
    """The suite has no --force; an agent's name has."""
    folder = write_network(tmp_path / "own")
    about = folder / "policy.json"
    about.write_text(json.dumps({**json.loads(about.read_text()), "action_table": "0"}))
    words = [*write(tmp_path), "--tasks", "selfish", "--agents"]
    assert f"{folder}:force=true loads it anyway" in refused([*words, str(folder)], capsys)
    assert main(["bench", *words, f"{folder}:force=true"]) == 0


@pytest.mark.parametrize("at", ["bench", "bench/own"])
def test_a_file_in_the_results_place_is_told_before_anything_is_played(
    tmp_path: Path, capsys: Any, at: str
) -> None:
    words = write(tmp_path)
    (tmp_path / at).parent.mkdir(exist_ok=True)
    (tmp_path / at).write_text("mine")
    assert f"{tmp_path / at}: expected a folder" in refused(words, capsys)
    assert (tmp_path / at).read_text() == "mine"
    assert not (tmp_path / "bench" / "games").exists()


@pytest.mark.slow
def test_killed_processes_are_one_line(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(total: int) -> Any:
        return lambda count: [worker.kill() for worker in active_children()]

    run = suite.run
    monkeypatch.setattr(jobs.attempt, "TRIES", 1)
    monkeypatch.setattr(suite, "run", lambda config, _: run(config, kill))
    words = [*write(tmp_path), "--jobs", "2", "--tasks", "selfish", "ad_hoc"]
    assert "the same command goes on" in refused(words, capsys)
