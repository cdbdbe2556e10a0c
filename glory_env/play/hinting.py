"""A hint that is worked out beside the game, and comes again, better, as long as the game waits.

The same for every game.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

Advice = dict[str, Any]


class Hinting:
    """One hint at a time."""

    def __init__(self) -> None:
        self.is_busy = False
        self._tasks: set[asyncio.Task[None]] = set()  # asyncio itself keeps no task alive

    def start(
        self,
        advise: Callable[[], Advice],
        is_here: Callable[[], bool],
        tell: Callable[[Advice, bool], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Begin to work out a hint.

        advise: called in a thread for the hint, again for a better one as long as its `more` is
        true. is_here: whether the game still waits at that question. tell: called with each hint,
        and with what is_here said. fail: called with an error; what it raises itself is dropped,
        since the page that asked may be gone.
        """
        self.is_busy = True

        async def work() -> None:
            try:
                is_open = True
                while is_open:
                    advice = await asyncio.to_thread(advise)
                    here = is_here()
                    tell(advice, here)
                    is_open = here and advice["more"]
            except Exception as error:
                with contextlib.suppress(Exception):
                    fail(error)
            finally:
                self.is_busy = False

        task = asyncio.create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
