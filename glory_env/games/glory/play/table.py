"""One game on the table and the pages that show it: who may change it when, and who hears of it.

All changes go through one lock; agents think in a worker thread, so that pages are answered
meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

from glory_env.games.glory import GAME
from glory_env.games.glory.game import IllegalChoice
from glory_env.games.glory.play.batches import play
from glory_env.games.glory.play.board_view import game_view
from glory_env.games.glory.play.forecast import doubt
from glory_env.games.glory.play.hint_message import begin_hint
from glory_env.games.glory.play.kept_games import Keeping, Kept
from glory_env.games.glory.play.lessons import lesson_view
from glory_env.games.glory.play.log_view import log_view
from glory_env.games.glory.play.next_game import Asking, another, check_asked
from glory_env.games.glory.play.opening import hello, open_saved
from glory_env.games.glory.play.pace import Pace
from glory_env.games.glory.play.results import results
from glory_env.games.glory.play.review import Review
from glory_env.games.glory.play.sealed import sealed_by
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.view import (
    chosen,
    chosen_batch,
    moment_view,
    state_view,
    undo_state,
)
from glory_env.games.glory.words.reasons import why_not
from glory_env.play import messages as m
from glory_env.play.allowed_agents import Allowed
from glory_env.play.background_play import Playing
from glory_env.play.cached_messages import Ready, SentAgain
from glory_env.play.error_messages import NotSaved, error_message
from glory_env.play.game_file import Filed
from glory_env.play.hinting import Hinting
from glory_env.play.pages import Made, Page, Pages
from glory_env.play.replace_game import Exchange
from glory_env.play.reviewing import Reviewing
from glory_env.play.saves import SaveError, Saves
from glory_env.play.session import UndoError
from glory_env.play.transfer import Transfer
from glory_env.play.two_pages import ONLOOKER, Apart
from glory_env.text.lazy import Say

ONLOOKERS = (m.Look, m.WhyNot, m.Language, m.Chat)  # what who only looks on may say


class Table:
    """The game, its pages and its place among the saved games.

    name: under which the game is saved, None: the next free one. apart: where two people play,
    each at a page of their own. kept: where finished games go that a person lets be kept, None:
    nowhere, and nobody is asked.
    """

    title = "Glory"
    page = "index.html"

    def __init__(
        self,
        session: GlorySession,
        saves: Saves,
        name: str | None = None,
        allowed: Allowed | None = None,
        apart: Apart | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.saves = saves
        self.session, self._file = session, Filed(session, self.saves, name)
        self.allowed = allowed or Allowed()
        self.transfer: Transfer | None = Transfer(self, GAME, self._open_to_look)
        self.pace = Pace()
        self.apart = apart
        self.pages = Pages()
        self._lock = asyncio.Lock()
        self._exchange = Exchange(self._lock)
        self._playing = Playing(self._lock, self._spell)
        self._lines_sent = session.shown  # lines of the log the pages have
        self._sent_again = SentAgain()
        self._hinting = Hinting()
        self._sealed_by = sealed_by(session.game)  # when the pages last heard of the game
        self._reviewing = Reviewing(self.pages.publish, Review.of_session)
        self._keeping = Keeping(kept, self.pages.publish)
        self._answers: dict[type[m.Message], Callable[[Page, Any], Any]] = {
            m.Choose: self._choose,
            m.Offer: self._offer,
            m.Undo: self._undo,
            m.Hint: self._hint,
            m.WhyNot: self._why_not,
            m.Look: self._look,
            m.Save: self._save,
            m.Language: self._language,
            m.Pace: self._set_pace,
            m.Review: self._review,
            m.Results: self._results,
            m.Consent: self._consent,
            m.Rate: self._rate,
            m.Chat: self._chat,
            **dict.fromkeys(get_args(Asking), self._another),
        }

    @property
    def name(self) -> str:
        """Under which the game is saved."""
        return self._file.name

    def _open_to_look(self, path: Path) -> GlorySession:
        """A saved game, without agents."""
        return open_saved(path, True, Allowed(scenario=self.allowed.scenario))

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
            await self.pages.show(page, self._hello, *self._whole())
            if self.apart and self.apart.chat:
                self.pages.send(page, {"type": "chat", "lines": list(self.apart.chat)})
            self.pages.add(page)
        self._playing.start()

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.remove(page)

    async def hear(self, page: Page, text: str) -> None:
        """A message of a page; a bad one is answered with an error and changes nothing."""
        about = ""
        try:
            message = m.parse(text)
            about = message.type
            if page.seat == ONLOOKER and not isinstance(message, ONLOOKERS):
                raise m.Refusal("not_now", Say("error.onlooker"))
            await self._answers[type(message)](page, message)
        except m.Refusal as refusal:
            self._refuse(page, about, refusal.code, refusal)
        except (SaveError, IllegalChoice) as error:
            self._refuse(page, about, "illegal", error)
        except UndoError as error:
            self._refuse(page, about, "not_now", error)

    def _refuse(self, page: Page, about: str, code: str, error: Exception) -> None:
        self.pages.send(page, error_message(about, code, error) | {"seq": self._seq(page)})

    def _publish_news(self) -> None:
        start = min(self._lines_sent, self.session.shown)
        log = log_view(self.session, start)
        self._lines_sent = self.session.shown
        self._count()
        news = self._keeping.messages() if self._keeping.look_at(self.session) else []
        # Of what is said and written under seal the pages of other seats hear nothing, not even
        # that it goes on; the last word of it changes who is asked, and is told to all.
        seat, was = sealed_by(self.session.game), self._sealed_by
        self._sealed_by = seat
        told = None if seat is None or seat != was else lambda page: seat in self._seats(page)
        self.pages.publish(log, *news, *self._of_lesson(), self._state, only=told)

    def _seats(self, page: Page) -> list[str]:
        """The seats that are played from a page."""
        return self.pages.seats(page, self.session.seats)

    def _state(self, page: Page) -> dict[str, Any]:
        state = state_view(self.session, self._seats(page))
        if self.apart:
            state["clock"] = self.apart.shown
        if not self.session.seats:
            state["pace"] = self.pace.view()
            if not self.pace.playing:
                state["waiting"] = "nobody"
        return state

    def _count(self) -> None:
        """Whose time runs from now on."""
        if self.apart:
            self.apart.count(self.session.waits_for)

    def _game(self, page: Page) -> dict[str, Any]:
        game = game_view(self.session, self.name, self._seats(page))
        return game | {"apart": self.apart is not None}

    def _hello(self, page: Page) -> dict[str, Any]:
        return hello(self.saves, self.name, self.allowed)

    def _log(self) -> Ready:
        """The whole log."""
        session = self.session
        return self._sent_again.ready(session.sequence, "log", lambda: log_view(session, 0))

    def _whole(self) -> list[Made]:
        """The messages that show the game from nothing."""
        self._count()
        self._keeping.look_at(self.session)
        before = [*self._keeping.messages(), *self._of_lesson()]
        after = self._reviewing.messages()
        return [self._game, self._log(), *before, self._state, *after]

    def _of_lesson(self) -> list[Made]:
        """How far the lesson on the table has come, if it is one."""
        found = lesson_view(self.name, self.session)
        return [found] if found else []

    def _saved(self, name: str | None) -> dict[str, Any]:
        return {"type": "saved", "saved": self.saves.listed(), "name": name}

    # --- the course of play --------------------------------------------------------------
    async def _spell(self) -> float | None:
        """Agents play on, under the lock; the seconds until they go on, None where they do not."""
        if not self.pace.goes_on(self.session):
            await self.keep()
            return None
        lines = len(self.session.record.lines)
        await asyncio.to_thread(self.session.play_on)
        waits = False
        if len(self.session.record.lines) != lines:
            self._publish_news()
            waits = not self.session.seats
            self.pace.steps = max(0, self.pace.steps - 1)
            if waits and self._file.is_due:
                await self.keep()
        return self.pace.delay if waits and self.pace.playing else 0.0

    async def keep(self) -> None:
        """Save the game under its name; a notice says where that cannot be."""
        session, name = self.session, self.name
        try:
            is_new = self._file.keep()
            if self.name != name:  # taken meanwhile, by another server
                self.pages.publish(*self._whole())
            if is_new:
                self.pages.publish(self._saved(None))
        except OSError as error:
            session.notice = NotSaved(self.name, error).notice
            self._publish_news()

    # --- answers -------------------------------------------------------------------------
    def _seq(self, page: Page) -> int:
        return self.session.noticed.by(self._seats(page))

    def _check(self, page: Page, seq: int) -> None:
        """Refuse what answers another state than this one, or comes out of turn."""
        self._check_seq(page, seq)
        if not self._is_asked(page):
            raise m.Refusal("not_now", "no choice of yours is awaited now")

    def _is_asked(self, page: Page) -> bool:
        session = self.session
        return session.waits_for in self._seats(page)

    def _check_seq(self, page: Page, seq: int) -> None:
        if self.session.is_replay:
            raise m.Refusal("not_now", Say("undo.replay"))
        if seq != self._seq(page):
            raise m.Refusal("stale", "the game has gone on since: look again")

    async def _choose(self, page: Page, message: m.Choose) -> None:
        async with self._lock:
            self._check(page, message.seq)
            session, batch = self.session, chosen_batch(self.session, message.id)
            choice = chosen(session, message.id)
            choices = batch.choices if batch else [choice] if choice else []
            if not choices:
                raise m.Refusal("illegal", f"id {message.id!r}: expected one of the choices shown")
            if message.asks and (words := doubt(session.game, *choices)):
                sure = {"type": "sure", "seq": message.seq, "id": message.id, "words": words}
                self.pages.send(page, sure)
                return
            if batch:  # partners may think in between
                await asyncio.to_thread(play, session, batch)
            else:
                session.choose(choices[0])
            self._publish_news()
        self._playing.start()

    async def _offer(self, page: Page, message: m.Offer) -> None:
        async with self._lock:
            self._check(page, message.seq)
            if not self.session.is_offer:
                raise m.Refusal("not_now", "no offer is asked for now")
            problem = self.session.offer_problem(message.army, message.navy)
            if problem:
                raise m.Refusal("illegal", problem)
            self.session.choose({"army": message.army, "navy": message.navy})
            self._publish_news()
        self._playing.start()

    async def _undo(self, page: Page, message: m.Undo) -> None:
        async with self._lock:
            self._check_seq(page, message.seq)
            seats = self._seats(page)
            if not seats:
                raise m.Refusal("not_now", Say("undo.no_person"))
            if (state := undo_state(self.session, seats)).key == "other":
                raise m.Refusal("not_now", state.words)
            self.session.undo()
            self._reviewing.drop()
            self._publish_news()
        self._playing.start()

    async def _hint(self, page: Page, message: m.Hint) -> None:
        async with self._lock:
            self._check(page, message.seq)
            if self._hinting.is_busy:
                raise m.Refusal("not_now", "a hint is being worked out already")
            await begin_hint(
                self._hinting,
                self.session,
                message.seq,
                is_on_table=lambda session: session is self.session,
                tell=lambda hint: self.pages.send(page, hint),
                fail=lambda error: self._refuse(page, "hint", "refused", error),
            )

    async def _why_not(self, page: Page, message: m.WhyNot) -> None:
        async with self._lock:
            game, clicked = self.session.game, message.clicked(self.session.game.scenario)
            self.pages.send(page, why_not(game, *clicked, self._is_asked(page)))

    async def _look(self, page: Page, message: m.Look) -> None:
        async with self._lock:
            if message.line >= self.session.shown:
                raise m.Refusal("illegal", f"line {message.line}: the log does not go so far")
            session, line, seats = self.session, message.line, self._seats(page)

            def moment() -> dict[str, Any]:
                return {"type": "moment", "line": line, "state": moment_view(session, line, seats)}

            key = line, *seats
            await self.pages.show(page, self._sent_again.ready(session.sequence, key, moment))

    async def _save(self, page: Page, message: m.Save) -> None:
        async with self._lock:
            try:
                self._file.save_as(message.name)
            except OSError as error:
                raise NotSaved(message.name, error) from None
            self.pages.publish(self._saved(message.name))

    async def _another(self, page: Page, message: Asking) -> None:
        def make(session: GlorySession) -> tuple[GlorySession, str | None]:
            return another(message, session, self.saves, self.allowed)

        await self._exchange.change(self, make, partial(check_asked, message, self.apart))
        self._playing.start()

    async def _review(self, page: Page, message: m.Review) -> None:
        async with self._lock:
            if message.stop:
                self._reviewing.stop()
            else:
                await self._reviewing.start(self.session)

    async def _results(self, page: Page, message: m.Results) -> None:
        rows = await asyncio.to_thread(results, self.saves)
        self.pages.send(page, {"type": "results", "rows": rows})

    async def _consent(self, page: Page, message: m.Consent) -> None:
        async with self._lock:
            self._keeping.answer(self.session, message.keep)

    async def _rate(self, page: Page, message: m.Rate) -> None:
        async with self._lock:
            self._keeping.rate(self.session, message.rating)

    async def put(self, session: GlorySession, name: str | None) -> None:
        """Another game comes on the table; the one there is saved."""
        await self.keep()
        old, new = self._file, Filed(session, self.saves, name)
        if old.name != new.name:
            old.release()
        self._reviewing.drop()
        session.noticed.after(self.session.noticed)  # no answer to one game fits another
        self.session, self._file, self._sent_again = session, new, SentAgain()
        self.pace = Pace(delay=self.pace.delay)
        self._lines_sent, self._sealed_by = session.shown, sealed_by(session.game)
        if self.apart:
            self.apart.restart()
        self.pages.publish(*self._whole(), self._saved(None))

    async def _language(self, page: Page, message: m.Language) -> None:
        async with self._lock:
            page.language = message.language
            await self.pages.show(page, *self._whole())

    async def _set_pace(self, page: Page, message: m.Pace) -> None:
        if self.session.seats or self.session.is_replay:
            raise m.Refusal("not_now", "pace: only a game that is watched has one")
        self.pace.change(message)
        async with self._lock:
            self._publish_news()
        self._playing.start()

    async def _chat(self, page: Page, message: m.Chat) -> None:
        if self.apart is None:
            raise m.Refusal("not_now", "chat: expected two people at pages of their own")
        async with self._lock:
            line = self.apart.write(page.seat or ONLOOKER, message.words, self.session.game.turn)
            self.pages.publish(line)
