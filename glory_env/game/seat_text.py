"""A game as one seat reads it: what the texts of all games have in common.

A text player or a language model gets `prompt` and answers; `read` gives the action.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from glory_env.game.play import GamePlay
from glory_env.text import answers
from glory_env.text.answers import Option
from glory_env.text.lazy import Say, Text


class GameSeatText(ABC):
    """One moment of a game for a seat. before: the moment of the seat's last decision.

    The games stay as they are. `game` is the copy that all texts are made of: what the seat has
    not been shown is forgotten in it.
    """

    position_heading: ClassVar[Text]
    game: Any  # of the game's own class

    def __init__(self, game: GamePlay, seat: str, before: GamePlay | None = None) -> None:
        self.seat = seat
        self.game = _seen(game, seat)
        self.before: Any = None if before is None else _seen(before, seat)

    # --- the parts, of each game -----------------------------------------------------------
    @abstractmethod
    def introduction(self) -> Text:
        """Which game it is, and who the reader is in it."""

    @abstractmethod
    def rules(self) -> list[tuple[Text, list[Text]]]:
        """Headings with short rules: the aim, and the phase that is being played."""

    @abstractmethod
    def position(self) -> list[Text]:
        """All that the seat sees."""

    @abstractmethod
    def changes(self) -> list[Text]:
        """What has happened since the moment `before`; empty without one."""

    @abstractmethod
    def question(self) -> list[Text]:
        """The pending decision with all that it depends on; empty where the seat has none."""

    @abstractmethod
    def options(self) -> list[Option]:
        """The legal actions: one line each, amounts as ranges; empty where the seat has none."""

    # --- of all games ------------------------------------------------------------------------
    def task(self) -> Text:
        """What a language model is asked to do, before the first prompt."""
        return Say("player.task")

    def read(self, answer: str) -> int:
        """The legal action that an answer names; AnswerError says what was expected."""
        return answers.read_answer(self.options(), answer)

    def prompt(self, language: str = "en", rules: bool = True) -> str:
        """Everything as one text. rules: with the short rules."""
        entries = self.options()
        parts = [self.introduction().to(language)]
        sections = self.rules() if rules else []
        sections.append((self.position_heading, self.position()))
        if self.before is not None:
            news = self.changes() or [Say("player.nothing_new")]
            sections.append((Say("player.changes"), news))
        if entries:
            sections.append((Say("player.decision"), self.question()))
            reply = Say("player.reply", expected=answers.expected(entries))
            sections.append((Say("player.answers"), [*answers.listed(entries), reply]))
        for heading, lines in sections:
            shown = "\n".join(line.to(language) for line in lines)
            parts.append(f"## {heading.to(language)}\n{shown}")
        return "\n\n".join(parts)


def _seen(game: GamePlay, seat: str) -> GamePlay:
    copy = game.clone()
    copy.hide_unseen(seat)
    return copy
