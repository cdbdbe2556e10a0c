"""`glory verify`: replay records and compare every line."""

from __future__ import annotations

import sys
from pathlib import Path

import tyro

from glory_env.cli.arguments import OptionalText


def verify(
    file: tyro.conf.Positional[Path], *, scenario: OptionalText = None, unfinished: bool = False
) -> int:
    """Play the games of a record file again and compare every line.

    The exit code is 1 if one differs.

    Args:
        file: the record file.
        scenario: the file of its scenario, where that does not come with the package.
        unfinished: the last game may lack its end.
    """
    from glory_env import __version__
    from glory_env.record import read
    from glory_env.record import verify as problems_of

    problems = problems_of(file, unfinished, scenario)
    for problem in problems:
        print(f"{file}: {problem}", file=sys.stderr)
    if problems:
        return 1
    games = read(file, unfinished, game=None)
    print(f"{file}: {len(games)} games, no difference")
    others = {game.header["package"] for game in games} - {__version__}
    if others:
        print(
            f"written by glory_env {', '.join(sorted(others))}, this is {__version__}: the dice "
            "were taken as recorded, not compared with those of the seed"
        )
    return 0
