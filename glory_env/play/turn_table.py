"""A game on the table in which agents play on at once, and the pages hear of it now and then."""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from functools import partial

from glory_env.play.error_messages import NotSaved, error_message
from glory_env.play.pages import Message, Page
from glory_env.play.table import GameTable, Session

SPELL = 0.25  # seconds an agent plays before the pages hear of it


class TurnTable(GameTable[Session]):
    """As `GameTable`. A person who is asked is waited for; pages show one view at a time."""

    @abstractmethod
    def _publish(self) -> None:
        """Tell the pages what is new."""

    def _play(self) -> None:
        if self._goes_on():
            super()._play()

    def _goes_on(self) -> bool:
        return not self.session.is_over and self.session.waits_for is None

    async def _spell(self) -> float | None:
        if not self._goes_on():
            await self.keep()
            return None
        await asyncio.to_thread(self._play_on)
        self._publish()
        return 0.0

    def _play_on(self) -> None:
        end = time.monotonic() + SPELL
        while self._goes_on() and time.monotonic() < end:
            self.session.play_on()

    def _not_kept(self, problem: NotSaved) -> None:
        self.pages.publish(partial(self._problem, error_message("save", problem.code, problem)))

    def _problem(self, message: Message, page: Page) -> Message:
        return message | {"seq": self._seq(page)}
