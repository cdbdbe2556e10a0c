"""A game at the terminal that brings nothing for it: its drawing, and the legal actions as a list.

What they say is in English alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from glory_env.play.plain_view import choices, drawing, question, words_of
from glory_env.play.session import GameSession
from glory_env.terminal.at_terminal import AtTerminal, Entry, Hint, Item, Refused, Words
from glory_env.text.lazy import Name, Say, Text


class PlainAtTerminal(AtTerminal):
    """Any session. An entry of the list is one micro-step, a line of the log a complete choice."""

    session: GameSession

    def __init__(self, session: GameSession, language: str = "en") -> None:
        super().__init__(session, language)
        self.game = session.bundle.name
        self.hides = session.game.definition.hides
        self.title, self.help = Name({"en": session.bundle.title}), Name({"en": ""})

    def name(self, seat: str) -> Text:
        return Name({"en": seat})

    # --- what is shown -------------------------------------------------------------------
    def log_length(self, seat: str) -> int:
        return len(self.session.record.lines)

    def entry(self, seat: str, k: int) -> Entry | None:
        line = self.session.record.lines[k]
        choice, rolls = words_of(self.session.game, line, (seat,))
        if not choice and not rolls:
            return None
        said = Say("log.line", actor=line["actor"], words=choice or line["decision"])
        heading = Say("terminal.heading", turn=line["turn"], phase=line["phase"])
        return Entry(line["turn"], heading, [said, *rolls])

    def position(self, seat: str, line: int | None = None) -> Sequence[Words]:
        return [self.map(seat, line)]

    def map(self, seat: str, line: int | None = None) -> str:
        game = self.session.game if line is None else self.session.moments.after(line)
        return drawing(game)

    # --- choosing ------------------------------------------------------------------------
    def question(self, seat: str) -> Sequence[Text]:
        return [Name({"en": question(self.session.game)})]

    def items(self, seat: str) -> Sequence[Item]:
        return [Item(Name({"en": words}), k) for k, words in choices(self.session.game).items()]

    def undo(self, seat: str) -> Text:
        raise Refused(Say("terminal.never_taken_back"))

    def hint(self, seat: str) -> Hint:
        raise Refused(Say("terminal.never_hinted"))

    # --- afterwards ----------------------------------------------------------------------
    def review(self) -> Any:
        """Nothing is weighed."""
        return SimpleNamespace(decisions=())

    def costly(self, decision: Any) -> Sequence[Text]:
        return ()
