"""A page at the other end of a WebSocket: what it says, one by one, and what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from glory_env.play.budget import JOIN, Budget, cost
from glory_env.play.messages import LARGEST
from glory_env.play.people import NOBODY, Who
from glory_env.play.table import GameTable

MOST_UNSENT = 500  # messages that a page has not read yet
MOST_HEARD = 64  # messages of a page that wait for their turn; then no more are read
PATIENCE = 20.0  # seconds a page may take to read a message
# Rounds of the event loop that other pages get after a message: so many lie between the socket of
# one that has just spoken and its answer.
GIVES_WAY = 6


class SocketPage:
    """What a page does not read in time ends it; who says too much at once has to wait.

    budget: pays for what the page asks for. seat, who: see `Page`.
    """

    def __init__(
        self,
        socket: WebSocket,
        language: str,
        budget: Budget,
        seat: str | None = None,
        who: Who = NOBODY,
    ) -> None:
        self.language, self.seat, self.who = language, seat, who
        self._socket, self._budget = socket, budget
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MOST_UNSENT)
        self._heard: asyncio.Queue[str] = asyncio.Queue(MOST_HEARD)

    def send(self, text: str) -> None:
        """Put a message in the queue; WebSocketDisconnect where that is full."""
        try:
            self._unsent.put_nowait(text)
        except asyncio.QueueFull:
            raise WebSocketDisconnect(1006) from None

    async def serve(self, table: GameTable[Any]) -> None:
        """The page is at the table until it is gone, or an error nobody foresaw."""
        answering = asyncio.create_task(self._answer(table))
        tasks = [answering, *map(asyncio.create_task, (self._read(), self._write()))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.leave(self)
            for task in tasks:
                task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _write(self) -> None:
        """Send what is in the queue, one message after the other, until the page is gone."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            while True:
                text = await self._unsent.get()
                await asyncio.wait_for(self._socket.send_text(text), PATIENCE)

    async def _read(self) -> None:
        """Put what the page says in line, until it is gone.

        What is too long to be a message is kept only so far that it is seen to be.
        """
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                text = await _text(self._socket)
                await self._heard.put(text[: LARGEST + 1])

    async def _answer(self, table: GameTable[Any]) -> None:
        """Hand what the page says to the table, one message after the other."""
        with contextlib.suppress(WebSocketDisconnect):
            await self._budget.spend(JOIN)
            await table.join(self)
            while True:
                text = await self._heard.get()
                await self._budget.spend(cost(text))
                await _to_its_end(table.hear(self, text))
                for _ in range(GIVES_WAY):
                    await asyncio.sleep(0)


async def _to_its_end(answering: Coroutine[Any, Any, None]) -> None:
    """Wait for it, also where the page goes meanwhile: a thread may be in the middle of a change,
    and what it holds locked has to stay so until then."""
    task = asyncio.create_task(answering)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


async def _text(websocket: WebSocket) -> str:
    """The next frame as text; a binary one is no message of ours."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000))
    return frame.get("text") or ""
