"""The naive player at the page: what it answers, it presses in Chromium."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import TimeoutError

from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.warmup import compile_scripts
from tests.conftest import browsing
from tests.play.browser import SLOW, Tab, opened
from tests.play.conftest import SETTINGS
from tests.play.naive import Message, NaivePlayer
from tests.play.player import in_english

HINT = "[data-hint]"
AGAIN = 10_000  # milliseconds


@contextmanager
def at_pages() -> Iterator[Callable[[NaivePlayer, GlorySession], None]]:
    """Gives a function that plays a game to its end, each in a new tab of one browser."""
    compile_scripts()
    with browsing() as chromium:

        def play(player: NaivePlayer, session: GlorySession) -> None:
            with opened(chromium, session, SETTINGS, patience=SLOW) as tab:
                while not tab.is_over:
                    press(tab, player)
            assert tab.problems == []

        yield play


def press(tab: Tab, player: NaivePlayer) -> None:
    """Answer the question on the page. Where the page asks whether it is sure, it goes on."""
    state = in_english(state_view(tab.session))
    assert state["seq"] == int(tab.seq)
    if player.asks_hint(state):
        _ask(tab)
        if tab.count(f"{HINT} .hint-row"):
            return _follow(tab, state)
    answer = player.answer(state)
    if answer["type"] == "offer":
        shown = {seat: int(tab.text(f"[data-share={seat}]")) for seat in ("army", "navy")}
        assert shown == {seat: answer[seat] for seat in shown}
        tab.change(lambda: tab.click("[data-key=send-offer]"))
    else:
        tab.change(lambda: choose(tab, state, answer["id"]))


def _ask(tab: Tab) -> None:
    """Ask for a hint, again where the page is still at the one before."""
    for _ in range(SLOW // AGAIN):
        tab.press("h")
        with suppress(TimeoutError):
            tab.page.wait_for_selector(HINT, timeout=AGAIN)
            return
    raise AssertionError("no hint has come")


def _follow(tab: Tab, state: Message) -> None:
    """The first line of the hint; an offer of it only moves the sliders, so it is then sent."""

    def act() -> None:
        tab.click(f"{HINT} .hint-row")
        if state["choices"]["kind"] == "offer":
            tab.click("[data-key=send-offer]")

    tab.change(act)


def choose(tab: Tab, state: Message, choice: str) -> None:
    button = _attribute("#view", "data-choice", choice)
    amount = state["choices"].get("amount")
    if amount and choice in amount["ids"].values():
        button = "[data-key=pay-pool]"
    elif not tab.count(button):  # a piece is taken in hand before it is moved
        groups = state["choices"]["groups"]
        held = next(g for g in groups if choice in [one["id"] for one in g["choices"]])
        tab.click(_attribute("#view", "data-group", held["id"]))
    tab.click(button)


def _attribute(within: str, name: str, value: Any) -> str:
    return f"{within} [{name}={json.dumps(str(value))}]"
