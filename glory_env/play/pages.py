"""The open pages, and what each is sent: in its language, and of its seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from glory_env.play.cached_messages import Ready
from glory_env.play.people import Who
from glory_env.text.lazy import as_json


class Page(Protocol):
    """An open page.

    language: that of its texts. seat: where two people play apart the seat it plays, "" to look on;
    None: it plays the seats of all people. who: what its address says of its person.
    """

    language: str
    seat: str | None
    who: Who

    def send(self, text: str) -> None:
        """Hand a message over without waiting; may raise once the page is gone."""


Message = dict[str, Any]
Whole = Message | Ready
Made = Whole | Callable[[Page], Whole]  # the same for all, or by what a page may see


class Pages:
    """All open pages."""

    def __init__(self) -> None:
        self._open: list[Page] = []

    def __len__(self) -> int:
        return len(self._open)

    @property
    def played(self) -> list[str | None]:
        """The seat of each open page."""
        return [page.seat for page in self._open]

    def add(self, page: Page) -> None:
        self._open.append(page)

    def remove(self, page: Page) -> None:
        """A page is gone; nothing where it was not there."""
        if page in self._open:
            self._open.remove(page)

    def seats(self, page: Page, people: list[str]) -> list[str]:
        """Which of the seats that people play belong to a page."""
        return people if page.seat is None else [seat for seat in people if seat == page.seat]

    def send(self, page: Page, *messages: Made) -> None:
        for text in self.texts(page, *messages):
            page.send(text)

    def texts(self, page: Page, *messages: Made) -> list[str]:
        """The messages as a page gets them."""
        return [_text(_made(message, page), page.language) for message in messages]

    async def show(self, page: Page, *messages: Made) -> None:
        """The same; what takes long to make is made beside the event loop. The game has to stay as
        it is meanwhile."""
        for text in await asyncio.to_thread(self.texts, page, *messages):
            page.send(text)

    def publish(self, *messages: Made, only: Callable[[Page], bool] | None = None) -> None:
        """To all pages, or to those for which `only` is true; one that is gone is dropped."""
        by_seat: dict[str | None, list[Whole]] = {}  # by seat: languages share what is made
        texts: dict[tuple[str, str | None], list[str]] = {}
        for page in list(self._open):
            if only is not None and not only(page):
                continue
            key = page.language, page.seat
            if page.seat not in by_seat:
                by_seat[page.seat] = [_made(message, page) for message in messages]
            if key not in texts:
                texts[key] = [_text(message, page.language) for message in by_seat[page.seat]]
            try:
                for text in texts[key]:
                    page.send(text)
            except Exception:
                self.remove(page)


def _made(message: Made, page: Page) -> Whole:
    return message(page) if callable(message) else message


def _text(message: Whole, language: str) -> str:
    return message.to(language) if isinstance(message, Ready) else as_json(message, language)
