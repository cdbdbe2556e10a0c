"""Places for pages: those who bring no word of a link cannot take all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import WebSocket

from glory_env.play.two_pages import ONLOOKER

WATCHING = 64  # pages that only look on
REFUSED = 16  # WebSockets at a time that are told why they are not let in
GOODBYE = 10.0  # seconds a WebSocket may stay open after it has been told


class Places:
    """Counts the pages that only look on; those who play have a place always."""

    def __init__(self) -> None:
        self._watching = 0

    @contextmanager
    def taken(self, seat: str | None) -> Iterator[bool]:
        """A place while a page is open; whether there is one. seat: see `Page.seat`."""
        watches = seat == ONLOOKER
        is_free = not watches or self._watching < WATCHING
        self._watching += watches
        try:
            yield is_free
        finally:
            self._watching -= watches


class Refusals:
    """Pages that are not let in. A code can only be told to one that is, so few at a time are."""

    def __init__(self) -> None:
        self._told = 0

    async def tell(self, websocket: WebSocket, code: int) -> None:
        """Close with a code; where many are being told that, with HTTP 403 instead."""
        if self._told < REFUSED:
            self._told += 1
            asyncio.get_running_loop().call_later(GOODBYE, self._forget)
            await websocket.accept()
        await websocket.close(code)

    def _forget(self) -> None:
        self._told -= 1
