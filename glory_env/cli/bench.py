"""`glory bench`: agents of a game against each other; by a word more, what the game adds to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from glory_env.cli import games as parts
from glory_env.cli.plain_bench import bench


def prepare(arguments: Sequence[str]) -> Callable[[], int | None]:
    """What the game and the first word ask for."""
    game = parts.named(parts.game_of(arguments))
    word = f"bench {next(iter(arguments), '')}"
    if word in game.commands():
        return parts.prepared(word, game, arguments[1:])
    return parts.prepared("bench", game, arguments, bench)
