"""A game of Glory on the table: what its pages may say, and what they are shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

from glory_env.games.glory import GAME
from glory_env.games.glory.game import IllegalChoice
from glory_env.games.glory.play import coached
from glory_env.games.glory.play import messages as m
from glory_env.games.glory.play.batches import play
from glory_env.games.glory.play.board_view import game_view
from glory_env.games.glory.play.choices import chosen, chosen_batch, lines_view
from glory_env.games.glory.play.forecast import doubt
from glory_env.games.glory.play.hint_message import begin_hint
from glory_env.games.glory.play.judging import Judging
from glory_env.games.glory.play.kept_games import Keeping, Kept
from glory_env.games.glory.play.lessons import lesson_view
from glory_env.games.glory.play.log_view import log_view
from glory_env.games.glory.play.next_game import Asking, another, check_asked
from glory_env.games.glory.play.opening import hello, open_saved
from glory_env.games.glory.play.pace import Pace
from glory_env.games.glory.play.promises import offer_with
from glory_env.games.glory.play.results import results
from glory_env.games.glory.play.review import Review
from glory_env.games.glory.play.sealed import sealed_by
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.view import moment_view, state_view, undo_state
from glory_env.games.glory.words.reasons import why_not
from glory_env.play.allowed_agents import Allowed
from glory_env.play.cached_messages import Ready, SentAgain
from glory_env.play.error_messages import NotSaved
from glory_env.play.messages import Hint, Message, Refusal, Undo
from glory_env.play.pages import Made, Page
from glory_env.play.people import People, of_study
from glory_env.play.saves import Saves
from glory_env.play.table import GameTable
from glory_env.play.transfer import Transfer
from glory_env.play.two_pages import ONLOOKER, Apart
from glory_env.text.lazy import Say


class Table(GameTable[GlorySession]):
    """As `GameTable`.

    apart: where two people play, each at a page of their own. kept: where finished games go that a
    person lets be kept, None: nowhere, and nobody is asked.
    """

    title = "Glory"
    page = "index.html"
    messages = m.ADAPTER

    def __init__(
        self,
        session: GlorySession,
        saves: Saves,
        name: str | None = None,
        allowed: Allowed | None = None,
        apart: Apart | None = None,
        kept: Kept | None = None,
        people: People | None = None,
    ) -> None:
        super().__init__(session, saves, name, allowed or Allowed(), Review.of_session)
        self.transfer = Transfer(self, GAME, self._open_to_look)
        self.pace = Pace()
        self.apart, self._people = apart, people
        self._keeping = Keeping(kept, self.pages.publish)
        self._judging = Judging()
        self._answers |= {
            m.Choose: self._choose,
            m.Offer: self._offer,
            Undo: self._undo,
            Hint: self._hint,
            m.WhyNot: self._why_not,
            m.AllLines: self._all_lines,
            m.Look: self._look,
            m.Save: self._save,
            m.Consent: self._consent,
            m.Rate: self._rate,
            m.Chat: self._chat,
            m.Agree: self._agree,
            m.Answers: self._answer_questions,
        }
        self._answers_beside |= {
            m.Pace: self._set_pace,
            m.Judge: self._judge,
            m.Results: self._results,
            **dict.fromkeys(get_args(Asking), self._another),
        }
        self._begin()

    def _begin(self) -> None:
        session = self.session
        self._sent_again = SentAgain()
        self._lines_sent = session.shown  # lines of the log the pages have
        self._sealed_by = sealed_by(session.game)  # when the pages last heard of the game
        if self._people:
            self._people.begin(session)

    def _open_to_look(self, path: Path) -> GlorySession:
        """A saved game, without agents."""
        return open_saved(path, True, Allowed(scenario=self.allowed.scenario))

    # --- pages ---------------------------------------------------------------------------
    async def join(self, page: Page) -> None:
        if self._people:
            self._people.came(self._seats(page), page.who)
        await super().join(page)

    def _greeting(self) -> list[Made]:
        chat = list(self.apart.chat) if self.apart else []
        written: list[Made] = [{"type": "chat", "lines": chat}] if chat else []
        return [self._hello, *self._whole(), *written]

    def _check_page(self, page: Page, message: Message) -> None:
        if page.seat == ONLOOKER and not isinstance(message, m.OF_ONLOOKERS):
            raise Refusal("not_now", Say("error.onlooker"))

    def _publish_news(self) -> None:
        start = min(self._lines_sent, self.session.shown)
        log = log_view(self.session, start)
        self._lines_sent = self.session.shown
        self._count()
        news: list[Made] = []
        if self._keeping.look_at(self.session):
            news += self._keeping.messages()
        # Of what is said and written under seal the pages of other seats hear nothing, not even
        # that it goes on; the last word of it changes who is asked, and is told to all.
        seat, was = sealed_by(self.session.game), self._sealed_by
        self._sealed_by = seat
        only = None if seat is None or seat != was else lambda page: seat in self._seats(page)
        news += self._of_people() if self.session.is_over else []
        self.pages.publish(log, *news, *self._of_lesson(), self._state, only=only)

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
        if self._people:
            self._people.asked(self.session.sequence, self.session.waits_for)
            self._people.look_at(self.session)

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
        self._count()
        self._keeping.look_at(self.session)
        before = [*self._keeping.messages(), *self._of_lesson(), *self._of_people()]
        after = self._reviewing.messages()
        return [self._game, self._log(), *before, self._state, *after]

    def _of_lesson(self) -> list[Made]:
        """How far the lesson or the coached game on the table has come, if it is one."""
        lesson = lesson_view(self.name, self.session) or coached.view(self.name, self.session)
        return [lesson] if lesson else []

    def _of_people(self) -> list[Made]:
        """What a study asks of the person at a page."""
        people = self._people
        return [lambda page: people.message(self._seats(page))] if people else []

    def _saved(self, name: str | None) -> dict[str, Any]:
        return {"type": "saved", "saved": self.saves.listed(), "name": name}

    # --- the course of play --------------------------------------------------------------
    async def _spell(self) -> float | None:
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

    def _kept(self, is_new: bool, is_renamed: bool) -> None:
        if is_renamed:
            self.pages.publish(*self._whole())
        if is_new:
            self.pages.publish(self._saved(None))

    def _not_kept(self, problem: NotSaved) -> None:
        self.session.notice = problem.notice
        self._publish_news()

    # --- answers -------------------------------------------------------------------------
    def _seq(self, page: Page) -> int:
        return self.session.noticed.by(self._seats(page))

    def _check(self, page: Page, seq: int) -> None:
        """Refuse what answers another state than this one, or comes out of turn."""
        self._check_seq(page, seq)
        if not self._is_asked(page):
            raise Refusal("not_now", "no choice of yours is awaited now")

    def _is_asked(self, page: Page) -> bool:
        session = self.session
        return session.waits_for in self._seats(page)

    def _check_seq(self, page: Page, seq: int) -> None:
        if self.session.is_replay:
            raise Refusal("not_now", Say("undo.replay"))
        if seq != self._seq(page):
            raise Refusal("stale", "the game has gone on since: look again")

    async def _choose(self, page: Page, message: m.Choose) -> None:
        self._check(page, message.seq)
        session, batch = self.session, chosen_batch(self.session, message.id)
        choice = chosen(session, message.id)
        choices = batch.choices if batch else [choice] if choice else []
        if not choices:
            raise Refusal("illegal", f"id {message.id!r}: expected one of the choices shown")
        if message.asks and (words := doubt(session.game, *choices)):
            sure = {"type": "sure", "seq": message.seq, "id": message.id, "words": words}
            self.pages.send(page, sure)
            return
        seat, line = session.waits_for, len(session.record.lines)
        if batch:  # partners may think in between
            await asyncio.to_thread(play, session, batch)
        else:
            session.choose(choices[0])
        self._note(seat, line)
        self._publish_news()
        self._play()

    async def _offer(self, page: Page, message: m.Offer) -> None:
        choices = self._checked_offer(page, message)
        session, line = self.session, len(self.session.record.lines)
        seat, within = session.waits_for, Say("batch.offer") if len(choices) > 1 else None
        for choice in choices:
            session.choose(choice, within)
        self._note(seat, line)
        self._publish_news()
        self._play()

    def _checked_offer(self, page: Page, message: m.Offer | m.Judge) -> list[dict[str, Any]]:
        """The choices of an offer with its lines; refuses one that cannot be made now."""
        self._check(page, message.seq)
        session = self.session
        if not session.makes_offer:
            raise Refusal("not_now", "no offer is asked for now")
        if problem := session.offer_problem(message.army, message.navy):
            raise Refusal("illegal", problem)
        lines = [chosen(session, one) or {} for one in message.lines]
        split = {"army": message.army, "navy": message.navy}
        try:
            return offer_with(session.game, lines, split)
        except IllegalChoice:
            raise Refusal("illegal", Say("offer.lines")) from None

    async def _judge(self, page: Page, message: m.Judge) -> None:
        async with self._lock:
            choices = self._checked_offer(page, message)
            seat = self.session.waits_for
            partner, is_new = await self._judging.partner(self.session)
            if is_new and self._people and seat:  # one hint, however far the sliders are moved
                self._people.hinted([seat])
        judged = await self._judging.judged(partner, choices[-1], choices[:-1])
        self.pages.send(page, {**judged, "seq": message.seq})

    def _note(self, seat: str | None, line: int) -> None:
        """A person has decided, from a line of the record on."""
        if self._people and seat:
            self._people.decided(seat, line, len(self.session.record.lines) - line)

    async def _undo(self, page: Page, message: Undo) -> None:
        self._check_seq(page, message.seq)
        seats = self._seats(page)
        if not seats:
            raise Refusal("not_now", Say("undo.no_person"))
        if (state := undo_state(self.session, seats)).key == "other":
            raise Refusal("not_now", state.words)
        self.session.undo()
        if self._people:
            self._people.took_back(seats)
        self._reviewing.drop()
        self._publish_news()
        self._play()

    async def _hint(self, page: Page, message: Hint) -> None:
        self._check(page, message.seq)
        if self._hinting.is_busy:
            raise Refusal("not_now", "a hint is being worked out already")
        if self._people and self.session.waits_for:
            self._people.hinted([self.session.waits_for])
        await begin_hint(
            self._hinting,
            self.session,
            message.seq,
            is_on_table=lambda session: session is self.session,
            tell=lambda hint: self.pages.send(page, hint),
            fail=lambda error: self._refuse(page, "hint", "refused", error),
        )

    async def _why_not(self, page: Page, message: m.WhyNot) -> None:
        game, clicked = self.session.game, message.clicked(self.session.game.scenario)
        self.pages.send(page, why_not(game, *clicked, self._is_asked(page)))

    async def _all_lines(self, page: Page, message: m.AllLines) -> None:
        self._check(page, message.seq)
        groups = lines_view(self.session)
        self.pages.send(page, {"type": "lines", "seq": message.seq, "groups": groups})

    async def _look(self, page: Page, message: m.Look) -> None:
        if message.line >= self.session.shown:
            raise Refusal("illegal", f"line {message.line}: the log does not go so far")
        session, line, seats = self.session, message.line, self._seats(page)

        def moment() -> dict[str, Any]:
            return {"type": "moment", "line": line, "state": moment_view(session, line, seats)}

        key = line, *seats
        await self.pages.show(page, self._sent_again.ready(session.sequence, key, moment))

    async def _save(self, page: Page, message: m.Save) -> None:
        self._file.save_as(message.name)
        self.pages.publish(self._saved(message.name))

    async def _results(self, page: Page, message: m.Results) -> None:
        rows = await asyncio.to_thread(results, self.saves)
        self.pages.send(page, {"type": "results", "rows": rows})

    async def _consent(self, page: Page, message: m.Consent) -> None:
        self._keeping.answer(self.session, message.keep)

    async def _rate(self, page: Page, message: m.Rate) -> None:
        self._keeping.rate(self.session, message.rating)

    async def _set_pace(self, page: Page, message: m.Pace) -> None:
        self.pace.change(message, self.session)
        async with self._lock:
            self._publish_news()
        self._play()

    async def _chat(self, page: Page, message: m.Chat) -> None:
        if self.apart is None:
            raise Refusal("not_now", "chat: expected two people at pages of their own")
        line = self.apart.write(page.seat or ONLOOKER, message.words, self.session.game.turn)
        if self._people:
            self._people.wrote(page.seat or ONLOOKER, message.words, len(self.session.record.lines))
        self.pages.publish(line)

    # --- a study's people ----------------------------------------------------------------
    async def _agree(self, page: Page, message: m.Agree) -> None:
        people = of_study(self._people)
        people.agree(self.session, self._seats(page), message.keep)
        self.pages.publish(*self._of_people())

    async def _answer_questions(self, page: Page, message: m.Answers) -> None:
        people = of_study(self._people)
        people.answer(self.session, self._seats(page), message.answers)
        self.pages.publish(*self._of_people())

    # --- another game --------------------------------------------------------------------
    def _open(self, message: Asking, session: GlorySession) -> tuple[GlorySession, str | None]:
        return another(message, session, self.saves, self.allowed)

    def _check_replaced(self, message: Asking, session: GlorySession) -> None:
        check_asked(message, self.apart, session)

    def _count_on(self, session: GlorySession) -> None:
        session.noticed.after(self.session.noticed)

    def _arrival(self) -> list[Made]:
        self.pace = Pace(delay=self.pace.delay)
        if self.apart:
            self.apart.restart()
        return [*self._whole(), self._saved(None)]
