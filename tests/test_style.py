"""The source as a whole: types, lint, format."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("mypy --no-incremental", marks=pytest.mark.slow),
        "ruff check .",
        "ruff format --check .",
    ],
)
def test_nothing_is_wrong_with_the_source(command: str) -> None:
    tool, *arguments = command.split()
    pytest.importorskip(tool, reason=f"{tool} is not installed: pip install -e '.[dev]'")
    done = subprocess.run(
        [sys.executable, "-m", tool, *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
