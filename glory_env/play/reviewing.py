"""The review of the game on the table: worked out in the background, shown to all pages.

The same for every game.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import Any, Protocol

from glory_env.play.messages import Refusal
from glory_env.text.lazy import Say


class Weighing(Protocol):
    """A review. done, of: steps so far and in all."""

    done: int
    of: int

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to do."""

    def more(self) -> bool:
        """Do the next step; whether there is another one."""

    def view(self, is_running: bool) -> dict[str, Any]:
        """What has been found so far, as a `review` message."""


class Reviewing:
    """At most one review at a time.

    publish: hands messages to all pages. begin: makes the review of a finished game; one without
    steps where nobody has decided anything.
    """

    def __init__(self, publish: Callable[..., None], begin: Callable[[Any], Weighing]) -> None:
        self._publish, self._begin = publish, begin
        self._review: Weighing | None = None
        self._goes_on = False
        self._task: asyncio.Task[None] | None = None

    async def start(self, session: Any) -> None:
        """Begin, or go on after a stop; Refusal where there is nothing to review.

        session: the game on the table, with `is_over`.
        """
        if not session.is_over:
            raise Refusal("not_now", Say("review.not_over"))
        if self._review is None:
            review = await asyncio.to_thread(self._begin, session)
            if not review.of:
                raise Refusal("not_now", Say("review.nothing"))
            self._review = review
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
