"""Play with or against a trained partner: the same as `glory play`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from glory_env.cli.main import main as glory


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 0, 1 if the game could not be saved, 2 with one line for bad input."""
    return glory(["play", *(sys.argv[1:] if arguments is None else arguments)])


if __name__ == "__main__":
    sys.exit(main())
