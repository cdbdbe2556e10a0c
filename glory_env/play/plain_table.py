"""A game on the table that brings no page of its own: its drawing, and the legal actions as a list.

All pages are shown the same.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from glory_env.play.allowed_agents import Allowed
from glory_env.play.messages import Choose, Language, Message, Refusal, Review
from glory_env.play.pages import Page
from glory_env.play.plain_view import choices, drawing, question, words_of
from glory_env.play.reviewing import Weighing
from glory_env.play.saves import Saves
from glory_env.play.session import GameSession
from glory_env.play.turn_table import TurnTable
from glory_env.text.lazy import Say

LOGGED = 200  # lines that are shown, the newest


def no_review(session: GameSession) -> Weighing:
    """Nothing is weighed."""
    raise Refusal("not_now", Say("error.not_now"))


class PlainTable(TurnTable[GameSession]):
    """As `TurnTable`. People who play share one screen."""

    page = "plain.html"
    messages: ClassVar[TypeAdapter[Message]] = TypeAdapter(
        Annotated[Choose | Language | Review, Field(discriminator="type")]
    )

    def __init__(self, session: GameSession, saves: Saves, name: str | None = None) -> None:
        super().__init__(session, saves, name, Allowed(game=session.bundle.name), no_review)
        self._answers[Choose] = self._choose

    def _seq(self, page: Page) -> int:
        return self.session.sequence

    def _whole(self) -> list[dict[str, Any]]:
        session, game = self.session, self.session.game
        asked = session.waits_for is not None
        rows = [
            (line["actor"], *words_of(game, line, session.seats))
            for line in session.record.lines[-LOGGED:]
        ]
        log = [
            " ".join((f"{who}: {words}", *rolls)) for who, words, rolls in rows if words or rolls
        ]
        state = {
            "type": "state",
            "seq": session.sequence,
            "name": self.name,
            "title": self.title,
            "waiting": "nobody" if session.is_over else "person" if asked else "partner",
            "drawing": drawing(game),
            "question": question(game) if asked else "",
            "choices": [
                {"id": k, "words": words} for k, words in (choices(game) if asked else {}).items()
            ],
            "log": log,
        }
        return [state]

    async def _choose(self, page: Page, message: Choose) -> None:
        if message.seq != self.session.sequence or self.session.waits_for is None:
            raise Refusal("stale", Say("error.stale"))
        self.session.choose(message.id)
        self._publish()
        self._play()

    def _publish(self) -> None:
        self.pages.publish(*self._whole())
