"""`glory respond`: best responses to one policy, as a game looks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from glory_env.cli import games as parts


def prepare(arguments: Sequence[str]) -> Callable[[], int | None]:
    """The search of a game; ValueError where it has none."""
    game = parts.named(parts.game_of(arguments))
    if "respond" not in game.commands():
        raise ValueError(f"--game {game.name}: has no search for best responses")
    return partial(parts.run, game.commands()["respond"], "glory respond", arguments)
