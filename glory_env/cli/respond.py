"""`glory respond`: best responses to one policy, as a game looks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from glory_env.cli import games as parts


def prepare(arguments: Sequence[str]) -> Callable[[], int | None]:
    """The search of a game; ValueError where it has none."""
    return parts.prepared("respond", parts.named(parts.game_of(arguments)), arguments)
