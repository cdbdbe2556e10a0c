"""The review of the game on the table: worked out in the background, shown to all pages."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import Any

from glory_env.play.messages import Refusal
from glory_env.play.review import Review, own_decisions
from glory_env.play.session import GameSession
from glory_env.text.lazy import Say


class Reviewing:
    """At most one review at a time. publish: hands messages to all pages."""

    def __init__(self, publish: Callable[..., None]) -> None:
        self._publish = publish
        self._review: Review | None = None
        self._goes_on = False
        self._task: asyncio.Task[None] | None = None

    async def start(self, session: GameSession) -> None:
        """Begin, or go on after a stop; Refusal where there is nothing to review."""
        if not session.is_over:
            raise Refusal("not_now", Say("review.not_over"))
        if not own_decisions(session):
            raise Refusal("not_now", Say("review.nothing"))
        if self._review is None:
            self._review = await asyncio.to_thread(Review.of_session, session)
        self._goes_on = not self._review.is_done
        self._publish(*self.messages())
        if self._task is None:  # one that has been stopped may still be at its last step
            self._task = asyncio.create_task(self._work())

    def stop(self) -> None:
        """What has been found so far stays on show."""
        self._goes_on = False
        self._publish(*self.messages())

    def drop(self) -> None:
        """Another game, or another position, is on the table."""
        self._goes_on = False
        self._review = None

    def messages(self) -> list[dict[str, Any]]:
        """What a page that opens has to know."""
        return [] if self._review is None else [self._review.view(self._goes_on)]

    async def _work(self) -> None:
        try:
            while self._goes_on and (review := self._review) is not None:
                is_more = await asyncio.to_thread(review.more)
                if review is self._review:
                    self._goes_on = self._goes_on and is_more
                    self._publish(*self.messages())
        except Exception as error:  # the game itself is not to suffer
            traceback.print_exception(error)
            self.stop()
        finally:
            self._task = None
