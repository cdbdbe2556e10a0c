"""The networks of a game by its name: what their files depend on, and how they play."""

from __future__ import annotations

from glory_agents.learned.flat import Flat
from glory_agents.learned.interface import Interface
from glory_agents.learned.names import FLAT
from glory_agents.learned.stored import Stored
from glory_env import games


def stored_of(game: str) -> Stored:
    """That of a game; of one that brings no networks, perceptrons."""
    bundle = games.game(game)
    own: Stored | None = bundle.networks()
    if own is not None:
        return own
    from glory_agents.learned.plain import plain  # it imports torch

    return plain(bundle)


def interfaces_of(game: str) -> dict[str, Interface]:
    """How the networks of a game may play, by name."""
    return {FLAT: Flat(), **stored_of(game).interfaces}
