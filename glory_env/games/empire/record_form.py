"""The lines of the records of Empire of the Sun (docs/record.md)."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from glory_env.games.empire.envs import Game
from glory_env.games.empire.options import Options
from glory_env.record.forms import NUMBER, Form, Kind, lines_of, one_of

TEN = 10  # faces of the die


@cache
def record_form() -> Form:
    """That of Empire of the Sun; every die has ten faces."""
    game = Game.definition
    numbers = ("outcome", "cause", "points", "level", "will")
    lines = lines_of(game, dict.fromkeys(numbers, NUMBER), {"game": one_of([game.name])})
    lines["header"]["states"] = Kind("false", lambda v: v is False)
    names = [one.name for one in fields(Options)]
    return Form(Game, lines, lambda _: names, lambda _, purpose: TEN)
