"""`glory bench`: agents of a game against each other; by a word more, what the game adds to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from glory_env.cli import games as parts
from glory_env.cli.plain_bench import bench


def prepare(arguments: Sequence[str]) -> Callable[[], int | None]:
    """What the game and the first word ask for."""
    own = parts.named(parts.game_of(arguments)).commands()
    word = f"bench {next(iter(arguments), '')}"
    name = word if word in own else "bench"
    return partial(parts.run, own.get(name, bench), f"glory {name}", arguments[name == word :])
