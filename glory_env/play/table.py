"""One game on the table and the pages that show it: who may change it when, and who hears of it.

All changes go through one lock; agents think in a worker thread, so that pages are answered
meanwhile. A game says what its messages do and what its pages are shown.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import TypeAdapter

from glory_env.game.play import IllegalChoice
from glory_env.play.allowed_agents import Allowed
from glory_env.play.background_play import Playing
from glory_env.play.error_messages import NotSaved, error_message
from glory_env.play.game_file import Filed
from glory_env.play.hinting import Hinting
from glory_env.play.messages import Language, Message, Refusal, Review, parse
from glory_env.play.pages import Made, Page, Pages
from glory_env.play.replace_game import Exchange
from glory_env.play.reviewing import Reviewing, Weighing
from glory_env.play.saves import SaveError, Saves
from glory_env.play.session import GameSession, UndoError
from glory_env.play.transfer import Transfer
from glory_env.play.two_pages import Apart

Session = TypeVar("Session", bound=GameSession)
Answer = Callable[[Page, Any], Awaitable[None]]


class GameTable(ABC, Generic[Session]):
    """The game, its pages and its place among the saved games.

    title: what is on the table. page: the HTML file that shows it. messages: what pages may say.
    apart: where two people play at pages of their own. transfer: its saved games as files, None
    where pages send and get none.

    name: under which the game is saved, None: the next free one. begin_review: of a finished game.
    """

    title: ClassVar[str]
    page: ClassVar[str]
    messages: ClassVar[TypeAdapter[Message]]
    apart: Apart | None = None
    transfer: Transfer | None = None

    def __init__(
        self,
        session: Session,
        saves: Saves,
        name: str | None,
        allowed: Allowed,
        begin_review: Callable[[Session], Weighing],
    ) -> None:
        self.saves, self.allowed = saves, allowed
        self.session, self._file = session, Filed(session, saves, name)
        self.pages = Pages()
        self._lock = asyncio.Lock()
        self._exchange = Exchange(self._lock)
        self._playing = Playing(self._lock, self._spell)
        self._hinting = Hinting()
        self._reviewing = Reviewing(self.pages.publish, begin_review)
        self._answers: dict[type[Message], Answer] = {  # under the lock
            Review: self._review,
            Language: self._language,
        }
        self._answers_beside: dict[type[Message], Answer] = {}  # without it

    @property
    def name(self) -> str:
        """Under which the game is saved."""
        return self._file.name

    async def close(self) -> None:
        """The server ends: the game is saved."""
        async with self._lock:
            self._reviewing.stop()
            await self.keep()
            self._file.release()

    # --- pages ---------------------------------------------------------------------------
    async def join(self, page: Page) -> None:
        """A page opens: it gets the whole game."""
        async with self._lock:
            await self.pages.show(page, *self._greeting())
            self.pages.add(page)
            self._tell_who_is_there()
        self._play()

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.remove(page)
        self._tell_who_is_there()

    def _tell_who_is_there(self) -> None:
        if self.apart:
            self.pages.publish(self.apart.present(self.pages.played))

    async def hear(self, page: Page, text: str) -> None:
        """A message of a page; a bad one is answered with an error and changes nothing."""
        about = ""
        try:
            message = parse(text, self.messages)
            about = message.type
            self._check_page(page, message)
            if (answer := self._answers_beside.get(type(message))) is not None:
                await answer(page, message)
            else:
                async with self._lock:
                    await self._answers[type(message)](page, message)
        except Refusal as refusal:
            self._refuse(page, about, refusal.code, refusal)
        except (SaveError, IllegalChoice) as error:
            self._refuse(page, about, "illegal", error)
        except UndoError as error:
            self._refuse(page, about, "not_now", error)

    def _check_page(self, page: Page, message: Message) -> None:
        """Refusal of what a page may not say at all."""

    def _refuse(self, page: Page, about: str, code: str, error: Exception) -> None:
        self.pages.send(page, error_message(about, code, error) | {"seq": self._seq(page)})

    @abstractmethod
    def _seq(self, page: Page) -> int:
        """The state that a page knows of: an answer to another one is stale."""

    @abstractmethod
    def _whole(self) -> Sequence[Made]:
        """The messages that show the game from nothing."""

    def _greeting(self) -> Sequence[Made]:
        """Those for a page that opens."""
        return self._whole()

    # --- the course of play --------------------------------------------------------------
    def _play(self) -> None:
        """See to it that agents go on playing until a person is asked."""
        self._playing.start()

    @abstractmethod
    async def _spell(self) -> float | None:
        """Agents play on, under the lock; the seconds until they go on, None where they do not."""

    async def keep(self) -> None:
        """Save the game under its name; the pages hear of it where that cannot be."""
        name = self.name
        try:
            is_new = self._file.keep()
        except OSError as error:
            self._not_kept(NotSaved(self.name, error))
            return
        if self.apart:
            self.apart.keep(self.saves.path(self.name))
        self._kept(is_new, is_renamed=self.name != name)

    @abstractmethod
    def _not_kept(self, problem: NotSaved) -> None:
        """Tell the pages that the game could not be saved."""

    def _kept(self, is_new: bool, is_renamed: bool) -> None:
        """The game is saved. is_new: in a new file; is_renamed: its name was taken meanwhile."""

    # --- answers -------------------------------------------------------------------------
    async def _review(self, page: Page, message: Review) -> None:
        if message.stop:
            self._reviewing.stop()
        else:
            await self._reviewing.start(self.session)

    async def _language(self, page: Page, message: Language) -> None:
        page.language = message.language
        await self.pages.show(page, *self._whole())

    # --- another game --------------------------------------------------------------------
    async def _another(self, page: Page, message: Any) -> None:
        """The answer to messages that ask for another game, without the lock."""
        make = partial(self._open, message)
        await self._exchange.change(self, make, partial(self._check_replaced, message))
        self._play()

    def _open(self, message: Any, session: Session) -> tuple[Session, str | None]:
        """The game a page asks for, and its name, None: the next free one; Refusal, SaveError.

        session: the game on the table, which stays as it is. Where pages cannot ask for another
        game, this and the two methods below need not be there.
        """
        raise NotImplementedError

    def _check_replaced(self, message: Any, session: Session) -> None:
        """Refusal where the game on the table may not be replaced by what a page asks for."""

    async def put(self, session: Session, name: str | None) -> None:
        """Another game comes on the table; the one there is saved."""
        await self.keep()
        old, new = self._file, Filed(session, self.saves, name)
        if old.name != new.name:
            old.release()
        self._reviewing.drop()
        self._count_on(session)
        self.session, self._file = session, new
        self._begin()
        self.pages.publish(*self._arrival())

    def _count_on(self, session: Session) -> None:
        """Count the states of the next game from where this one's are: no answer fits both."""

    def _begin(self) -> None:
        """A game has come on the table: nothing of it has been sent."""

    def _arrival(self) -> Sequence[Made]:
        """The messages that show it to all pages."""
        return self._whole()
