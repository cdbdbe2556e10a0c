"""A page that says several hundred things at once: how soon another one is answered.

Counted are the messages that the server handles in between, never the time. The kinds of messages
are read from the types that the server knows, so a new one is tried without a change here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import WebSocketDisconnect

from glory_env.games.aleutians.play import messages as campaign
from glory_env.games.aleutians.play.start import new_session as new_campaign
from glory_env.games.aleutians.play.table import CampaignTable
from glory_env.games.glory.play import messages as glory
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.play.view import moment_view
from glory_env.play import messages
from glory_env.play.budget import (
    COSTS,
    JOIN,
    OTHER,
    PLAYER,
    PLAYERS,
    WATCHER,
    WATCHERS,
    Budget,
    Budgets,
    Limit,
    cost,
)  # fmt: skip
from glory_env.play.cached_messages import MOST, SentAgain
from glory_env.play.saves import Saves
from glory_env.play.socket_page import MOST_HEARD, SocketPage
from glory_env.play.two_pages import ONLOOKER
from glory_env.text.lazy import Say
from tests.attacks.loop import in_a_loop
from tests.attacks.messages import examples, models
from tests.play.pages import FakePage, pages
from tests.play.test_slow_pages import Socket, deaf, serving, wait_for

FLOOD = 300  # messages that a page sends at once
SPEAKS_AT = 5  # messages of the flood, another page says something
IN_BETWEEN = 2  # of them that may be handled before another page is answered
GUARD = 120  # seconds, against a test that hangs


# --- messages of every kind ----------------------------------------------------------------
GLORY, CAMPAIGN = models("glory"), models("aleutians")
BAD = {"no JSON": "{", "no type": '{"type": "nothing"}', "too large": "x" * 20_000}
FLOODS = [
    *(("glory", kind, json.dumps(examples("glory", kind)[0])) for kind in GLORY),
    *(("campaign", kind, json.dumps(examples("aleutians", kind)[0])) for kind in CAMPAIGN),
    *((game, name, text) for game in ("glory", "campaign") for name, text in BAD.items()),
]


@pytest.mark.parametrize(("game", "kind", "text"), FLOODS, ids=[f"{g}-{k}" for g, k, _ in FLOODS])
def test_the_examples_are_messages(game: str, kind: str, text: str) -> None:
    if kind in BAD:
        with pytest.raises(messages.Refusal):
            messages.parse(text, glory.ADAPTER)
    else:
        adapter = glory.ADAPTER if game == "glory" else campaign.ADAPTER
        assert messages.parse(text, adapter).type == kind


# --- one event loop ------------------------------------------------------------------------
class FakeSocket:
    """What a page says is put in; what it is sent is called back with."""

    def __init__(self, told: Callable[[dict[str, Any]], None] = lambda message: None) -> None:
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._told = told
        self._is_open = True

    def say(self, *texts: str) -> None:
        for text in texts:
            self._frames.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """From now on nothing can be sent; that it is gone is read after all it has said."""
        self._is_open = False
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def receive(self) -> dict[str, Any]:
        return await self._frames.get()

    async def send_text(self, text: str) -> None:
        if not self._is_open:
            raise WebSocketDisconnect(1006)
        self._told(json.loads(text))


class Counted:
    """A table that counts what it has answered, by page. calls: what is called at a count."""

    def __init__(self, table: Table | CampaignTable) -> None:
        self.table = table
        self.answered: dict[SocketPage, int] = {}
        self.calls: dict[tuple[SocketPage, int], Callable[[], None]] = {}
        self.saves, self.apart, self.title, self.page = table.saves, table.apart, "", ""

    async def join(self, page: SocketPage) -> None:
        await self.table.join(page)

    def leave(self, page: SocketPage) -> None:
        self.table.leave(page)

    async def hear(self, page: SocketPage, text: str) -> None:
        await self.table.hear(page, text)
        self.answered[page] = self.count(page) + 1
        self.calls.get((page, self.count(page)), lambda: None)()

    def count(self, page: SocketPage) -> int:
        return self.answered.get(page, 0)

    async def close(self) -> None:
        await self.table.close()


def new_table(game: str, folder: Path) -> Table | CampaignTable:
    if game == "glory":
        return Table(new_session("teaching", "both", seed=3), Saves(folder))
    return CampaignTable(new_campaign("japan", "random", seed=5), Saves(folder))


def endless() -> Budget:
    """A page that may ask as much as it likes: only the order of things is left."""
    return Budget(Limit(1e9, 1e9))


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind", "text"), FLOODS, ids=[f"{g}-{k}" for g, k, _ in FLOODS])
def test_another_page_is_answered_in_between(
    game: str, kind: str, text: str, tmp_path: Path
) -> None:
    """Also where the flooder has no limit at all."""

    async def play() -> tuple[int, int]:
        table = Counted(new_table(game, tmp_path))
        opened, answered = asyncio.Event(), asyncio.Event()
        between = 0

        def told(message: dict[str, Any]) -> None:
            nonlocal between
            if message["type"] == "state":
                opened.set()
            elif (message["type"], message.get("about")) == ("error", ""):
                between = table.count(flooder) - SPEAKS_AT
                answered.set()

        sockets = FakeSocket(), FakeSocket(told)
        flooder, other = (SocketPage(one, "en", endless()) for one in sockets)
        served = [asyncio.create_task(page.serve(table)) for page in (flooder, other)]
        await opened.wait()
        table.calls[flooder, SPEAKS_AT] = lambda: sockets[1].say('{"type": "nothing"}')
        sockets[0].say(*[text] * FLOOD)
        await answered.wait()
        for one in sockets:
            one.leave()
        await asyncio.gather(*served)
        await table.close()
        return between, table.count(flooder)

    between, handled = in_a_loop(play(), GUARD)
    assert between <= IN_BETWEEN
    assert handled < FLOOD  # the flooder was still at it, and what it had said last is forgotten


def test_what_a_page_that_has_gone_said_is_forgotten(tmp_path: Path) -> None:
    async def play() -> int:
        table = Counted(new_table("glory", tmp_path))
        socket, heard = FakeSocket(), []
        socket._told = heard.append
        page = SocketPage(socket, "en", endless())
        served = asyncio.create_task(page.serve(table))
        await until(lambda: any(one["type"] == "state" for one in heard))
        socket.say(*['{"type": "look", "line": -1}'] * MOST_HEARD)
        socket.leave()
        await served
        await asyncio.sleep(0.05)
        handled = table.count(page)
        await table.close()
        return handled

    assert in_a_loop(play(), GUARD) <= IN_BETWEEN


def test_all_that_is_said_is_answered_in_order(tmp_path: Path) -> None:
    """Too much at once waits; it is not lost."""

    async def play() -> list[str]:
        table, heard = Counted(new_table("glory", tmp_path)), []
        socket = FakeSocket(heard.append)
        page = SocketPage(socket, "en", endless())
        served = asyncio.create_task(page.serve(table))
        boxes = list(table.table.session.game.scenario.boxes)
        asked = [boxes[k % len(boxes)] for k in range(FLOOD)]
        socket.say(*(json.dumps({"type": "why_not", "box": box}) for box in asked))
        await until(lambda: table.count(page) == FLOOD)
        await until(lambda: sum(one["type"] == "reason" for one in heard) == FLOOD)
        socket.leave()
        await served
        await table.close()
        return len(heard)

    assert in_a_loop(play(), GUARD) > FLOOD


# --- budgets -------------------------------------------------------------------------------
class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.waited: list[float] = []
        monkeypatch.setattr("glory_env.play.budget.asyncio.sleep", self.sleep)

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


def test_what_is_spent_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def play() -> None:
        own = Budget(Limit(10, 2), clock=clock)
        for _ in range(5):
            await own.spend(2)
        assert clock.waited == []
        await own.spend(2)
        assert clock.waited == [1.0]
        clock.now += 100  # no more than can be saved up
        for _ in range(6):
            await own.spend(2)
        assert clock.waited == [1.0, 1.0]

    asyncio.run(play())


def test_pages_of_a_seat_share_a_budget_besides_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred pages that look on may not ask more than a few; who plays pays for himself."""
    clock = Clock(monkeypatch)

    async def play() -> None:
        budgets = Budgets(clock)
        for _ in range(100):
            await budgets.of_page(ONLOOKER).spend(JOIN)
        most = WATCHERS.most + clock.now * WATCHERS.rate
        assert pytest.approx(most) == 100 * JOIN
        before = clock.now
        await budgets.of_page("army").spend(JOIN)
        assert clock.now == before

    asyncio.run(play())


def test_who_gives_up_waiting_has_spent_nothing() -> None:
    async def play() -> None:
        own = Budget(Limit(10, 0.01), clock=lambda: 0.0)
        waiting = asyncio.create_task(own.spend(12))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.wait_for(own.spend(10), GUARD)

    asyncio.run(play())


def test_every_type_of_message_costs_something() -> None:
    for name, text in [(name, text) for _, name, text in FLOODS]:
        assert cost(text) == COSTS.get(name, OTHER) >= 1
    assert set(COSTS) == set(GLORY) | set(CAMPAIGN)
    for text in ("", "[]", "1", '{"type": {}}', '{"type": 7}', "[" * 10_000, "\ud800"):
        assert cost(text) == OTHER
    assert WATCHER.rate < PLAYER.rate
    assert WATCHERS.rate < PLAYERS.rate


def test_a_burst_of_a_page_that_leaves_stops_nobody(tmp_path: Path) -> None:
    """At the real server, frame after frame in one packet."""
    table = new_table("glory", tmp_path)
    hear, looks_heard = table.hear, []

    async def count(page: SocketPage, text: str) -> None:
        if "look" in text:
            looks_heard.append(text)
        await hear(page, text)

    table.hear = count
    with serving(table) as port:
        page_socket = Socket(port)
        page = FakePage(page_socket)
        page.until("state")
        looks = [{"type": "look", "line": -1}] * 500
        with deaf(port, *looks):
            assert wait_for(lambda: len(table.pages) == 2)
        page.choose()
        assert wait_for(lambda: len(table.pages) == 1)
        page_socket.close()
    assert len(looks_heard) < 500


# --- what is sent again --------------------------------------------------------------------
def test_what_is_asked_for_again_is_made_once() -> None:
    made: list[int] = []

    def make(k: int) -> Callable[[], dict[str, Any]]:
        return lambda: made.append(k) or {"k": k, "words": Say("error.stale")}

    kept = SentAgain()
    for language in ("en", "ja", "en"):
        assert json.loads(kept.ready(1, "a", make(1)).to(language))["k"] == 1
    assert made == [1]
    assert kept.ready(1, "a", make(1)).to("en") != kept.ready(1, "a", make(1)).to("ja")
    kept.ready(2, "a", make(2)).to("en")  # the game has gone on
    assert made == [1, 2]
    for k in range(MOST + 1):
        kept.ready(2, k, make(3)).to("en")
    kept.ready(2, "a", make(4)).to("en")
    assert made[-1] == 4
    assert len(kept) == MOST


def test_a_moment_that_was_seen_is_the_same_again(tmp_path: Path, monkeypatch) -> None:
    table = Table(new_session("teaching", "both", seed=3), Saves(tmp_path))
    made: list[int] = []

    def view(session: Any, line: int, seats: Any) -> dict[str, Any]:
        made.append(line)
        return moment_view(session, line, seats)

    monkeypatch.setattr("glory_env.games.glory.play.table.moment_view", view)
    with pages(table, 2) as [one, other]:
        first = one.ask("moment", type="look", line=-1)
        assert one.ask("moment", type="look", line=-1) == first
        assert other.ask("moment", type="look", line=-1) == first
        assert made == [-1]
        one.choose()
        again = one.ask("moment", type="look", line=-1)
        assert made == [-1, -1]
        assert again["state"]["seq"] > first["state"]["seq"]
