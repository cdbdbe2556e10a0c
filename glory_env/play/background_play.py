"""The course of play on the table: agents play in the background until a person is asked.

The same for every game.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable


class Playing:
    """At most one task that plays.

    lock: under which the game changes. spell: plays on for a little under the lock; returns the
    seconds until the next spell, None where there is none.
    """

    def __init__(self, lock: asyncio.Lock, spell: Callable[[], Awaitable[float | None]]) -> None:
        self._lock, self._spell = lock, spell
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """See to it that agents go on playing."""
        if self._task is None:
            self._task = asyncio.create_task(self._work())
            self._task.add_done_callback(self._report)

    async def _work(self) -> None:
        while True:
            async with self._lock:
                delay = await self._spell()
                if delay is None:
                    # Under the lock: the next choice finds no task and starts one.
                    self._task = None
                    return
            await asyncio.sleep(delay)

    def _report(self, task: asyncio.Task[None]) -> None:
        """An error nobody foresaw is not swallowed, and does not stop the game for good."""
        if not task.cancelled() and (error := task.exception()) is not None:
            traceback.print_exception(error)
            self._task = None
