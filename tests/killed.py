"""Processes that a test kills with SIGKILL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

LIMIT = 240.0  # seconds: rules may have to be compiled first


def glory(*words: str) -> list[str]:
    """A command of the project, as the console script runs it."""
    return [sys.executable, "-m", "glory_env.cli.main", *words]


def kill_when(command: Sequence[str], is_time: Callable[[], bool], delay: float = 0.0) -> None:
    """Run a command and kill it, with all that it has started, `delay` seconds after `is_time`.

    AssertionError where it ends before.
    """
    run = subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        limit = time.monotonic() + LIMIT
        while not is_time():
            assert run.poll() is None, f"{command} ended with {run.returncode}"
            assert time.monotonic() < limit
            time.sleep(0.02)
        time.sleep(delay)
        assert run.poll() is None, f"{command} ended with {run.returncode}"
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
