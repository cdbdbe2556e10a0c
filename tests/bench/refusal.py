"""A command that refuses what it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.cli.main import main


def refused(arguments: Sequence[str], words: Sequence[str], capsys: Any) -> None:
    """The command prints one line, which holds the words, and nothing else."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for word in words:
        assert word in err
