"""Another game for the table, made beside the one that is there. The same for every game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from glory_env.play.messages import Refusal
from glory_env.play.saves import Saves


class Changing(Protocol):
    """A session. sequence: grows with every change."""

    sequence: int


S = TypeVar("S", bound=Changing)


class Taking(Protocol[S]):
    """A table. session: the game on it; name: under which that is saved."""

    saves: Saves
    session: S

    @property
    def name(self) -> str: ...

    async def keep(self) -> None:
        """Save the game on the table."""

    async def put(self, session: S, name: str | None) -> None:
        """Another game comes on the table."""


class Exchange:
    """One at a time. lock: under which the game on the table changes."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock, self._making = lock, asyncio.Lock()

    async def change(
        self,
        table: Taking[S],
        make: Callable[[S], tuple[S, str | None]],
        check: Callable[[S], None] = lambda session: None,
    ) -> None:
        """Make another game and put it on the table; both go on being played meanwhile.

        make: called in a thread with the game on the table; the other game, and its name. check:
        raises Refusal where it may not take the place of that. Refusal, too, where a third one has
        come between.
        """
        before, sequence = table.session, table.session.sequence

        def check_still() -> None:
            if table.session is not before:
                raise Refusal("stale", "another game has come on the table since: look again")
            check(before)

        async with self._making:
            async with self._lock:
                check_still()
                await table.keep()
            session, name = await asyncio.to_thread(make, before)
            async with self._lock:
                try:
                    check_still()
                    if name == table.name and before.sequence != sequence:
                        raise Refusal("stale", "the game has gone on since: look again")
                    await table.put(session, name)
                finally:
                    if name is not None and name != table.name:
                        table.saves.release(name)
