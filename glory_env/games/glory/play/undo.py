"""Taking back: what undo goes back to, and whether it may, with the words that say so."""

from __future__ import annotations

from typing import NamedTuple

from glory_env.envs.agent import Agent
from glory_env.games.glory.game import Game
from glory_env.games.glory.words.log_words import headline, roll, with_actor
from glory_env.record.lines import Line
from glory_env.text.lazy import Say, Text


class Before(NamedTuple):
    """What undo goes back to: the session as a person's choice found it."""

    lines: int
    game: bytes
    moments: int
    agents: dict[str, Agent]
    batch: Text | None = None  # what it was called, where several choices were made in one go


class Undo(NamedTuple):
    """Whether the last exchange can be taken back.

    key: takes_back, nothing, dice or sealed. line: the person's choice it began with, or None.
    done: what to say once it is taken back.
    """

    possible: bool
    key: str
    words: Text
    line: int | None = None
    done: Text | None = None


def last_exchange(game: Game, lines: list[Line], before: Before | None) -> Undo:
    """Whether, and why not, the exchange since the person's last choice can be taken back.

    lines: of the game's record. before: that choice; None where there is none to go back to.
    """
    if before is None:
        return Undo(False, "nothing", Say("undo.nothing"))
    first = before.lines
    for line in lines[first:]:
        if line["dice"]:
            rolled = roll(line["dice"][0]["purpose"], line["dice"][0]["faces"])
            return Undo(False, "dice", Say("undo.dice", rolled=rolled), first)
        if line["decision"] == "janken" or _is_sealed(game, line):
            return Undo(False, "sealed", Say("undo.sealed"), first)
    line = lines[first]
    words = before.batch or with_actor(line, headline(game.scenario, line))
    takes_back, done = (Say(f"undo.{key}", words=words) for key in ("takes_back", "done"))
    return Undo(True, "takes_back", takes_back, first, done)


def _is_sealed(game: Game, line: Line) -> bool:
    return line["decision"] == "offer" and game.options.negotiation == "sealed"
