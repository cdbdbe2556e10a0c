"""A hint that is worked out beside the game, and comes again, better, as long as the game waits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from glory_env.play.session import GameSession
from glory_env.play.talk_hint import adviser
from glory_env.play.view import choice_id, estimate_words


class Hinting:
    """One hint at a time."""

    def __init__(self) -> None:
        self.is_busy = False
        self._tasks: set[asyncio.Task[None]] = set()  # asyncio itself keeps no task alive

    async def start(
        self,
        session: GameSession,
        is_on_table: Callable[[GameSession], bool],
        tell: Callable[[dict[str, Any]], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Begin to work out a hint for who is asked now.

        is_on_table: whether that game is still the one that is played. tell: called with each
        message. fail: called with an error; what it raises itself is dropped, since the page that
        asked may be gone.
        """
        seq, seat = session.sequence, session.game.actor
        advise = await asyncio.to_thread(adviser, session)
        value = {
            "policy_estimate": session.estimate(seat),
            "policy_words": estimate_words(session, seat),
        }
        self.is_busy = True

        async def work() -> None:
            try:
                is_open = True
                while is_open:
                    advice = await asyncio.to_thread(advise)
                    is_here = is_on_table(session) and session.sequence == seq
                    for one in advice["candidates"]:
                        one["id"] = choice_id(session, one["choice"]) if is_here else None
                    tell({"type": "hint", "seq": seq, **advice, **value})
                    is_open = is_here and advice["more"]
            except Exception as error:
                with contextlib.suppress(Exception):
                    fail(error)
            finally:
                self.is_busy = False

        task = asyncio.create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
