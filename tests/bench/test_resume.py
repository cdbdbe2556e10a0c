"""A run over several processes that is killed goes on, and ends as one that nobody disturbed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from glory_env.cli.main import main
from glory_env.games.glory.bench import suite
from tests.bench.test_store import figures
from tests.bench.test_suite_command import played, results, write

pytestmark = pytest.mark.slow

WORDS = ("--tasks", "selfish", "ad_hoc", "crossplay", "--games", "40")
PATIENCE = 240  # seconds


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], int]:
    """The results of one process without a break, and how many pairings it played."""
    folder = tmp_path_factory.mktemp("whole")
    assert main(["bench", *write(folder), *WORDS]) == 0
    return figures(results(folder)), played(folder)


def finished(folder: Path) -> int:
    """Pairings that are kept; a half that was being written has a hidden name."""
    return len([file for file in (folder / "bench").glob("games/*.npz") if file.name[0] != "."])


def test_after_the_whole_group_was_killed(tmp_path: Path, undisturbed: Any) -> None:
    wanted, all_pairings = undisturbed
    words = [*write(tmp_path), *WORDS, "--jobs", "2"]
    command = [sys.executable, "-m", "glory_env.cli.main", "bench", *words]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as run:
        until = time.monotonic() + PATIENCE
        while not finished(tmp_path) and run.poll() is None and time.monotonic() < until:
            time.sleep(0.005)
        os.killpg(run.pid, signal.SIGKILL)
    assert 1 <= finished(tmp_path) < all_pairings
    assert not (tmp_path / "bench" / "own").exists()
    assert main(["bench", *words]) == 0
    assert figures(results(tmp_path)) == wanted


def test_after_a_worker_was_killed(
    tmp_path: Path, undisturbed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, all_pairings = undisturbed
    words = [*write(tmp_path), *WORDS, "--jobs", "2"]

    first = iter([True])

    def kill(total: int) -> Any:
        return lambda count: [
            worker.kill() for worker in active_children()[:1] if next(first, False)
        ]

    with monkeypatch.context() as patch:
        run = suite.run
        patch.setattr(suite, "run", lambda config, _: run(config, kill))
        assert main(["bench", *words]) == 0
    assert next(first, None) is None
    assert finished(tmp_path) == all_pairings
    assert figures(results(tmp_path)) == wanted
