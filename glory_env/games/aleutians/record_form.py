"""The lines of the records of the Aleutians Campaign (docs/record.md)."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.options import Options
from glory_env.record.forms import FACES, NUMBER, Form, Kind, lines_of, one_of

PERCENT = 100


@cache
def record_form() -> Form:
    """That of the Aleutians Campaign; an event is drawn from a cup of any number of chits."""
    game = Game.definition
    numbers = ("outcome", "cause", "points", "level")
    lines = lines_of(game, dict.fromkeys(numbers, NUMBER), {"game": one_of([game.name])})
    lines["header"]["states"] = Kind("false", lambda v: v is False)
    # A bid of 0 is not named.
    names = [f"{one.name}?" if one.name == "bid" else one.name for one in fields(Options)]
    return Form(
        Game,
        lines,
        lambda _: names,
        lambda _, purpose: PERCENT if purpose == "event" else FACES,
    )
