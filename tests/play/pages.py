"""A page made of a test: one WebSocket of the server, and what it has heard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from glory_env.play.server import make_app

ADDRESS = "ws://127.0.0.1:8765/ws"


class FakePage:
    """Sends what a test asks for and keeps the last message of each type, and the log.

    portal: calls a function where the server runs.
    """

    def __init__(self, socket: Any, portal: Any = None) -> None:
        self.socket, self.portal = socket, portal
        self.last: dict[str, dict[str, Any]] = {}
        self.log: list[dict[str, Any]] = []

    @property
    def state(self) -> dict[str, Any]:
        return self.last["state"]

    def hear(self) -> dict[str, Any]:
        message = self.socket.receive_json()
        self.last[message["type"]] = message
        if message["type"] == "log":
            self.log[message["from"] :] = message["entries"]
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a type, or an error where that was not expected."""
        while (message := self.hear())["type"] not in (kind, "error"):
            pass
        return message

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        """Say something and wait for the answer of a type."""
        self.say(**message)
        return self.until(kind)

    def my_turn(self) -> dict[str, Any]:
        """The state in which a person is asked, or the game is over."""
        while self.state["waiting"] == "partner":
            self.until("state")
        return self.state

    def choose(self, choice_id: str = "c0") -> dict[str, Any]:
        """Choose, or make an offer of nothing, and wait for one's next turn."""
        seq = self.state["seq"]
        if self.state["choices"]["kind"] == "offer":
            answer = self.ask("state", type="offer", seq=seq, army=0, navy=0)
        else:
            answer = self.ask("state", type="choose", seq=seq, id=choice_id)
        assert answer["type"] == "state", answer
        return self.my_turn()


def new_table(folder: Path, seat: str = "navy", partner: str | None = "random", **more: Any):
    """A table with the teaching scenario."""
    session = new_session("teaching", seat, partner, seed=more.pop("seed", 3), **more)
    return Table(session, Saves(folder))


@contextmanager
def pages(table: Table, count: int = 1, **app: Any) -> Iterator[list[FakePage]]:
    """So many open pages, each of which has heard the whole game."""
    with TestClient(make_app(table, **app), base_url="http://127.0.0.1:8765") as client:
        opened = [client.websocket_connect(ADDRESS) for _ in range(count)]
        try:
            found = [FakePage(socket.__enter__()) for socket in opened]
            for page in found:
                page.until("state")
                if table.pace.playing:
                    page.my_turn()
            yield found
        finally:
            for socket in opened:
                socket.__exit__(None, None, None)


def at(table: Table) -> tuple[bytes, list, int, str]:
    """All that a bad message must not change."""
    session = table.session
    return session.game.snapshot(), list(session.record.lines), session.sequence, table.name
