"""The games of the family: the one place that names them.

A game is its folder here, a folder of players in `glory_agents`, and its line in GAMES, which says
where its bundle is: all that it brings to the shared machines (`glory_env.game.bundle`).
"""

from __future__ import annotations

from importlib import import_module

from glory_env.core.errors import unknown
from glory_env.game.bundle import Bundle

GAMES = {
    "glory": "glory_env.games.glory:GAME",
    "aleutians": "glory_env.games.aleutians:GAME",
    "empire": "glory_env.games.empire:GAME",
}
DEFAULT = "glory"


def game(name: str = DEFAULT) -> Bundle:
    """A game by name; ValueError lists those there are."""
    if name not in GAMES:
        raise ValueError(unknown("game", name, GAMES))
    module, _, attribute = GAMES[name].partition(":")
    bundle: Bundle = getattr(import_module(module), attribute)
    return bundle


def by_definition(name: object) -> Bundle | None:
    """The game whose definition has this name, as records and environments write it."""
    return next((one for one in map(game, GAMES) if one.environment == name), None)
