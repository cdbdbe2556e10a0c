"""One game of the Aleutians Campaign on the table, and the pages that show it.

All changes go through one lock; agents think in a worker thread. The pages show the view of one
seat. Where two people share the screen, the view is hidden between their decisions: then nothing
of either view is sent until the other one says that it is there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from glory_env.game.play import IllegalChoice
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.play import messages as m
from glory_env.games.aleutians.play.hint import adviser
from glory_env.games.aleutians.play.position import map_view
from glory_env.games.aleutians.play.review import Review
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.start import new_session
from glory_env.games.aleutians.state import SIDES
from glory_env.play.allowed_agents import Allowed
from glory_env.play.background_play import Playing
from glory_env.play.error_messages import NotSaved, error_message
from glory_env.play.game_file import Filed
from glory_env.play.hinting import Hinting
from glory_env.play.messages import Hint, Language, Load, Message, Refusal, Undo, parse
from glory_env.play.messages import Review as ReviewWanted
from glory_env.play.pages import Page, Pages
from glory_env.play.replace_game import Exchange
from glory_env.play.reviewing import Reviewing
from glory_env.play.saves import SaveError, Saves
from glory_env.play.session import UndoError
from glory_env.play.transfer import Transfer
from glory_env.play.two_pages import Apart
from glory_env.text.lazy import Say

SPELL = 0.25  # seconds an agent plays before the pages hear of it


class CampaignTable:
    """The game, its pages and its place among the saved games.

    name: under which the game is saved, None: the next free one.
    """

    title = "The Aleutians Campaign"
    page = "aleutians.html"
    apart: Apart | None = None  # two people share one screen here
    transfer: Transfer | None = None

    def __init__(
        self,
        session: Session,
        saves: Saves,
        name: str | None = None,
        allowed: Allowed | None = None,
    ) -> None:
        self.saves = saves
        self.allowed = allowed or Allowed(game=GAME.name)
        self.pages = Pages()
        self._lock = asyncio.Lock()
        self._playing = Playing(self._lock, self._spell)
        self._exchange = Exchange(self._lock)
        self._hinting = Hinting()
        self._reviewing = Reviewing(self.pages.publish, Review.of_session)
        self._answers: dict[type[Message], Callable[[Page, Any], Awaitable[None] | None]] = {
            m.Choose: self._choose,
            Undo: self._undo,
            Hint: self._hint,
            ReviewWanted: self._review,
            m.Ready: self._ready,
            Language: self._language,
        }
        self._take(session, name)

    def _take(self, session: Session, name: str | None) -> None:
        """A game comes on the table."""
        self.session, self._file = session, Filed(session, self.saves, name)
        self._board = map_view(session.game.scenario)
        # The seat whose view is on the pages; None while it is hidden between two people.
        self.shown: str | None = session.seats[0] if len(session.seats) == 1 else None
        self._sent = 0  # entries of the shown seat's log the pages have
        self._since = {seat: len(log) for seat, log in session.logs.items()}

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
            await self.pages.show(page, *self._whole())
            self.pages.add(page)
        self._play()

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.remove(page)

    async def hear(self, page: Page, text: str) -> None:
        """A message of a page; a bad one is answered with an error and changes nothing."""
        about = ""
        try:
            message = parse(text, m.ADAPTER)
            about = message.type
            if isinstance(message, (m.New, Load)):
                await self._exchange.change(self, partial(self._another, message))
            else:
                async with self._lock:
                    if (answering := self._answers[type(message)](page, message)) is not None:
                        await answering
            self._play()
        except Refusal as refusal:
            self._refuse(page, about, refusal.code, refusal)
        except (SaveError, IllegalChoice) as error:
            self._refuse(page, about, "illegal", error)
        except UndoError as error:
            self._refuse(page, about, "not_now", error)
        except (ValueError, OSError) as error:
            self._refuse(page, about, "bad_input", error)

    def _refuse(self, page: Page, about: str, code: str, error: Exception) -> None:
        self.pages.send(page, error_message(about, code, error) | {"seq": self.session.asked})

    # --- what is sent --------------------------------------------------------------------
    def _whole(self) -> list[dict[str, Any]]:
        """The messages that show the game from nothing."""
        board = {"type": "board", "name": self.name, "players": self.session.players, **self._board}
        hello = {
            "type": "hello",
            "partners": sorted(one["name"] for one in self.allowed.offered()),
            "saved": self.saves.listed(SIDES),
        }
        return [hello, board, self._log(0), self._state(), *self._reviewing.messages()]

    def _log(self, start: int) -> dict[str, Any]:
        entries = self.session.logs[self.shown] if self.shown and not self._covered() else []
        self._sent = len(entries)
        return {"type": "log", "from": start, "entries": entries[start:]}

    def _covered(self) -> bool:
        """Whether the views of two people are hidden until the right one is there."""
        session = self.session
        if len(session.seats) < 2 or session.is_over:
            return False
        return self.shown is None or session.waits_for not in (None, self.shown)

    def _state(self) -> dict[str, Any]:
        session = self.session
        state: dict[str, Any] = {"type": "state", "seq": session.asked, "name": self.name}
        if self._covered():
            return {**state, "waiting": "cover", "next": session.waits_for}
        seat = self.shown or session.seats[0]
        asked = session.waits_for == seat
        problem = session.undo_problem(seat)
        return {
            **state,
            "seat": seat,
            "waiting": "nobody" if session.is_over else "person" if asked else "partner",
            "position": session.position(seat),
            "decision": session.decision(seat) if asked else None,
            "since": self._since[seat],
            "undo": {"possible": problem is None, "words": problem},
        }

    def _publish(self) -> None:
        """The news since the last time; the last entry may have grown."""
        start = 0 if self._covered() else max(0, self._sent - 1)
        self.pages.publish(self._log(start), self._state())

    # --- the course of play --------------------------------------------------------------
    def _play(self) -> None:
        """See to it that agents go on playing until a person is asked."""
        if self._goes_on():
            self._playing.start()

    def _goes_on(self) -> bool:
        return not self.session.is_over and self.session.waits_for is None

    async def _spell(self) -> float | None:
        """Agents play on, under the lock; 0 to go on at once, None where they do not."""
        if not self._goes_on():
            await self.keep()
            return None
        await asyncio.to_thread(self._play_on)
        self._publish()
        return 0.0

    def _play_on(self) -> None:
        end = time.monotonic() + SPELL
        while self._goes_on() and time.monotonic() < end:
            self.session.play_on()

    async def keep(self) -> None:
        """Save the game under its name; the pages hear of it where that cannot be."""
        try:
            self._file.keep()
        except OSError as error:
            problem = NotSaved(self.name, error)
            message = error_message("save", problem.code, problem)
            self.pages.publish(message | {"seq": self.session.asked})

    # --- answers -------------------------------------------------------------------------
    def _check(self, seq: int) -> None:
        """Refuse what answers another state than this one, or comes while the view is hidden."""
        if seq != self.session.asked:
            raise Refusal("stale", Say("error.stale"))
        if self._covered():
            raise Refusal("not_now", Say("error.not_now"))

    def _asked(self, seq: int) -> str:
        """The seat that is asked, and whose view is on the pages; Refusal where none is."""
        self._check(seq)
        seat = self.session.waits_for
        if seat is None or seat != self.shown:
            raise Refusal("not_now", Say("error.not_now"))
        return seat

    def _choose(self, page: Page, message: m.Choose) -> None:
        seat = self._asked(message.seq)
        length = len(self.session.logs[seat])
        self.session.choose(message.id)
        if len(self.session.logs[seat]) > length:
            self._since[seat] = length
        self._publish()

    def _undo(self, page: Page, message: Undo) -> None:
        self._check(message.seq)
        if self.shown is None:
            raise Refusal("not_now", Say("error.not_now"))
        self.session.undo(self.shown)
        self._reviewing.drop()
        self._since[self.shown] = min(self._since[self.shown], len(self.session.logs[self.shown]))
        self.pages.publish(self._log(0), self._state())

    def _hint(self, page: Page, message: Hint) -> None:
        self._asked(message.seq)
        if self._hinting.is_busy:
            raise Refusal("not_now", Say("campaign.hint.busy"))
        session, seq = self.session, message.seq

        def tell(hint: dict[str, Any], is_here: bool) -> None:
            if is_here:  # else another view may be on the screen by now
                self.pages.send(page, {"type": "hint", "seq": seq, **hint})

        self._hinting.start(
            adviser(session),
            is_here=lambda: session is self.session and session.asked == seq,
            tell=tell,
            fail=lambda error: self._refuse(page, "hint", "refused", error),
        )

    async def _review(self, page: Page, message: ReviewWanted) -> None:
        if message.stop:
            self._reviewing.stop()
        else:
            await self._reviewing.start(self.session)

    def _ready(self, page: Page, message: m.Ready) -> None:
        if not self._covered() or message.seat != self.session.waits_for:
            raise Refusal("not_now", Say("error.not_now"))
        self.shown = message.seat
        self.pages.publish(self._log(0), self._state())

    def _another(self, message: m.New | Load, _: Session) -> tuple[Session, str | None]:
        """The game a page asks for, and its name, None: the next free one."""
        if isinstance(message, Load):
            with self.saves.taken_up(message.name) as path:
                return Session.resume(path, given=self.allowed.agents), message.name
        if message.partner is not None:
            self.allowed.check_offered(message.partner)
        return new_session(message.seat, message.partner, seed=message.seed), None

    async def put(self, session: Session, name: str | None) -> None:
        """Another game comes on the table; the one there is saved."""
        await self.keep()
        self._reviewing.drop()
        old = self._file
        session.asked += self.session.asked + 1  # no answer to one game fits another
        self._take(session, name)
        if old.name != self.name:
            old.release()
        self.pages.publish(*self._whole())

    async def _language(self, page: Page, message: Language) -> None:
        page.language = message.language
        await self.pages.show(page, *self._whole())
