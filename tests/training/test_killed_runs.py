"""SIGKILL in the middle of training and imitation, of both games: the run goes on to its end."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from glory_agents.learned.policy_file import load_policy
from glory_env.cli.main import main
from tests.killed import glory, kill_when

pytestmark = pytest.mark.slow

SMOKE = ["--config", "train/aleutians-smoke"]
LESSONS = {
    "glory": "--scenario teaching --teacher withdraw_in_time --slots 64",
    "aleutians": "--game aleutians --teacher historical --slots 8 --layers 16 16 --memory 512",
}
ENDLESS = ["--steps", "10000000", "--checkpoint-minutes", "0.0001"]


def steps_in(state: Path) -> int:
    """What a checkpoint says, 0 where there is none; it is never half a file."""
    return int(json.loads(state.read_text())["steps"]) if state.exists() else 0


def after(state: Path, steps: int = 0) -> Callable[[], bool]:
    return lambda: steps_in(state) > steps


def check(folder: Path) -> int:
    """The checkpoint of a killed run names a whole file; returns its steps."""
    from glory_env.training import checkpoint

    state = json.loads((folder / "checkpoint.json").read_text())
    assert checkpoint._content(folder, state)
    return int(state["steps"])


def go_on(*words: str) -> str:
    done = subprocess.run(glory(*words), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_killed_training_of_the_second_game_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "aleutians-smoke-0"
    words = ["train", *SMOKE, "--runs", str(tmp_path), "--games", "0"]
    resumed, steps = [*words], 0
    for delay in (0.0, 0.3):
        kill_when(glory(*resumed, *ENDLESS), after(folder / "checkpoint.json", steps), delay)
        assert check(folder) > steps
        steps = check(folder)
        resumed = [*words, "--resume"]
    go_on(*resumed, "--steps", str(steps + 400))
    assert steps + 400 <= check(folder) < steps + 700
    assert len([*folder.glob("checkpoint-*")]) == 1
    assert not [*folder.rglob("*.tmp")]
    assert load_policy(folder / "policy")[1]["steps"] == check(folder)


@pytest.mark.parametrize("game", LESSONS)
def test_a_killed_imitation_goes_on(tmp_path: Path, game: str) -> None:
    words = ["imitate", *LESSONS[game].split(), "--batch", "64", "--games", "0", "--name", "run"]
    words += ["--runs", str(tmp_path)]
    folder = tmp_path / "run-0"
    kill_when(glory(*words, *ENDLESS), after(folder / "checkpoint.json"))
    steps = check(folder)
    assert main([*words, "--steps", str(steps + 256)]) == 2  # never overwritten
    assert check(folder) == steps
    go_on(*words, "--steps", str(steps + 256), "--resume")
    assert check(folder) >= steps + 256
    assert load_policy(folder / "policy")[1]["steps"] == check(folder)


def test_a_training_that_was_killed_while_its_teacher_taught_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--resume` goes on with the lesson, then begins the training; and with half a policy."""
    words = ["train", *SMOKE, "--runs", str(tmp_path), "--games", "0", "--imitate", "0.02"]
    words += ["--teacher", "historical"]
    lesson, folder = tmp_path / "aleutians-smoke-imitation-0", tmp_path / "aleutians-smoke-0"
    assert main([*words, "--resume"]) == 2  # before a lesson that would be in vain
    assert "aleutians-smoke-0 holds no checkpoint to resume" in capsys.readouterr().err
    assert not lesson.exists()
    kill_when(glory(*words), (lesson / "checkpoint.json").exists)
    assert not folder.exists()
    assert not (lesson / "policy").exists()
    begun = lesson / "policy" / "japan"  # what a process leaves that is killed while it exports
    begun.mkdir(parents=True)
    (begun / "policy.safetensors").write_bytes(b"\0" * 1000)
    assert "teaches first" in go_on(*words, "--resume")
    assert load_policy(lesson / "policy")[1]["steps"] > 0
    assert load_policy(folder / "policy")[1]["config"]["start"] == str(lesson / "policy")
