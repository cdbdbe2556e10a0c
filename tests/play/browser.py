"""A person at the page: a browser's tab with the game as a server in this process shows it."""

from __future__ import annotations

import json
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from glory_env.play.server import make_app

ASKS = "#dialog[open]:is([data-name=confirm], [data-name=sure])"  # before a choice is taken
YES = "button.primary"
PATIENCE = 60_000  # milliseconds until a state that does not come is a failure
SLOW = 600_000  # the same for a partner that thinks on a machine that is busy


class Served(NamedTuple):
    """A game on the table and where its page is."""

    table: Table
    address: str


@contextmanager
def served(table: Table, port: int = 0) -> Iterator[Served]:
    """Serve a table on a port (0: a free one), in a thread."""
    listening = socket.create_server(("127.0.0.1", port))
    config = uvicorn.Config(make_app(table), log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE / 1000
    while not server.started:
        assert thread.is_alive(), "the server has not started"
        assert time.monotonic() < end, "the server has not started"
        time.sleep(0.01)
    yield Served(table, f"http://127.0.0.1:{listening.getsockname()[1]}/")
    server.should_exit = True
    thread.join()


class Tab:
    """The page in a browser, and everything that has gone wrong in it."""

    def __init__(self, context: Any, at: Served, settings: dict[str, Any], query: str = "") -> None:
        self.served = at
        self.problems: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("request", self._request)
        # Only where nothing is kept yet: what the page itself keeps has to last.
        self.page.add_init_script(
            f"if (!localStorage.glory) localStorage.glory = {json.dumps(json.dumps(settings))};"
        )
        self.page.goto(at.address + query)
        self.page.wait_for_selector("body[data-seq]:not([data-seq=''])")

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.served.address, "data:")):
            self.problems.append(f"fetched from outside: {request.url}")

    # --- states to wait for ----------------------------------------------------------------
    @property
    def session(self) -> Any:
        return self.served.table.session

    @property
    def decision(self) -> str:
        return self.page.get_attribute("body", "data-decision")

    @property
    def seq(self) -> str:
        return self.page.get_attribute("body", "data-seq")

    @property
    def is_over(self) -> bool:
        return self.page.get_attribute("body", "data-waiting") == "nobody"

    @property
    def turn(self) -> int:
        return int(self.page.inner_text(".pip.now"))

    def my_turn(self) -> None:
        """Wait until a person is asked, or the game is over."""
        self.page.wait_for_selector(
            "body:is([data-waiting=person], [data-waiting=nobody])[data-busy=false]"
        )

    def change(self, act: Callable[[], Any]) -> None:
        """Do what changes the game, go on where the page asks, and wait for one's next turn."""
        before = self.seq
        act()
        while True:
            self.page.wait_for_function(
                """([seq, asks]) => document.body.dataset.seq !== seq
                    || document.querySelector(asks)""",
                arg=[before, ASKS],
            )
            if not self.count(ASKS):
                break
            self.page.locator(f"#dialog[open] {YES}").press("Enter")
            self.page.wait_for_function(
                """([seq, asks]) => document.body.dataset.seq !== seq
                    || !document.querySelector(asks)""",
                arg=[before, ASKS],
            )
        self.my_turn()

    # --- what a person does ----------------------------------------------------------------
    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self._drawn()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self._drawn()

    def fill(self, selector: str, value: str) -> None:
        self.page.fill(selector, value)
        self._drawn()

    def _drawn(self) -> None:
        """The page draws in the next frame; what is read afterwards is what a person sees."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def see(self, selector: str) -> None:
        """Wait until something is shown."""
        self.page.wait_for_selector(selector)

    def miss(self, selector: str) -> None:
        """Wait until something is not shown, or gone."""
        self.page.wait_for_selector(selector, state="hidden")

    def count(self, selector: str) -> int:
        return self.page.locator(selector).count()

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def choose_any(self, nth: int = 0) -> None:
        """The nth choice (the last one if there are fewer), whatever is asked."""
        if self.decision in ("speak", "offer"):
            self.change(lambda: self.click("[data-key=send-offer]"))
        elif self.count("[data-key=pay-pool]"):
            self.change(lambda: self.click("[data-key=pay-pool]"))
        elif self.decision == "move" and nth < self.count("[data-group]"):
            self.page.locator("#view [data-group]").nth(nth).click()
            self.see(".goals .choice")
            self.change(lambda: self.click(".goals .choice"))
        else:
            choices = self.page.locator("#view .groups [data-choice]")
            self.change(lambda: choices.nth(min(nth, choices.count() - 1)).click())

    def until(self, decision: str) -> None:
        """Play on, ending phases where that is possible, until a decision comes up."""
        while self.decision != decision:
            assert not self.is_over, f"the game ended before {decision}"
            self.choose_any(99)


@contextmanager
def opened(
    chromium: Any,
    session: GlorySession,
    settings: dict[str, Any],
    size: tuple[int, int] = (1280, 720),
    script: str = "",
    patience: int = PATIENCE,
    **browser: Any,
) -> Iterator[Tab]:
    """The page of a session in a tab of its own, at a person's turn.

    settings: what the page would have kept from an earlier visit. script: runs before the page's
    own. patience: milliseconds. browser: of Playwright's `new_context`.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Table(session, Saves(Path(folder)))) as at,
    ):
        viewport = {"width": size[0], "height": size[1]}
        context = chromium.new_context(viewport=viewport, **browser)
        if script:
            context.add_init_script(script)
        tab = Tab(context, at, settings)
        tab.page.set_default_timeout(patience)
        tab.my_turn()
        yield tab
        context.close()
