"""A game of the Aleutians Campaign on the table: what its pages may say, and what they are shown.

The pages show the view of one seat. Where two people share the screen, the view is hidden between
their decisions: then nothing of either view is sent until the other one says that it is there.
"""

from __future__ import annotations

from typing import Any

from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.play import messages as m
from glory_env.games.aleutians.play.groups import batch
from glory_env.games.aleutians.play.hint import adviser
from glory_env.games.aleutians.play.orders import Step
from glory_env.games.aleutians.play.plan import headline
from glory_env.games.aleutians.play.position import map_view
from glory_env.games.aleutians.play.review import Review
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.start import OPPONENT, new_session
from glory_env.play.allowed_agents import Allowed
from glory_env.play.from_moment import again
from glory_env.play.messages import Again, Choose, Hint, Load, Refusal
from glory_env.play.pages import Page
from glory_env.play.saves import SaveError, Saves
from glory_env.play.turn_table import TurnTable
from glory_env.text.lazy import Say

# Agents with a portrait, the default one first.
COMMANDERS = (OPPONENT, "defensive", "aggressive", "aleutians-0")


class CampaignTable(TurnTable[Session]):
    """As `TurnTable`. Two people share one screen here."""

    title = "The Aleutians Campaign"
    page = "aleutians.html"
    messages = m.ADAPTER

    def __init__(
        self,
        session: Session,
        saves: Saves,
        name: str | None = None,
        allowed: Allowed | None = None,
    ) -> None:
        allowed = allowed or Allowed(game=GAME.name)
        super().__init__(session, saves, name, allowed, Review.of_session)
        self._answers |= {
            Choose: self._choose,
            m.TakeBack: self._undo,
            m.Accept: self._accept,
            m.Together: self._together,
            Hint: self._hint,
            m.Ready: self._ready,
        }
        self._answers_beside |= dict.fromkeys((m.New, Load, Again), self._another)
        self._begin()

    def _begin(self) -> None:
        session = self.session
        self._board = map_view(session.game.scenario)
        # The seat whose view is on the pages; None while it is hidden between two people.
        self.shown: str | None = session.seats[0] if len(session.seats) == 1 else None
        self._sent = 0  # entries of the shown seat's log the pages have
        self._since = {seat: len(log) for seat, log in session.logs.items()}

    def _seq(self, page: Page) -> int:
        return self.session.asked

    # --- what is sent --------------------------------------------------------------------
    def _whole(self) -> list[dict[str, Any]]:
        board = {"type": "board", "name": self.name, "players": self.session.players, **self._board}
        offered = sorted(one["name"] for one in self.allowed.offered())
        hello = {
            "type": "hello",
            "partners": offered,
            "characters": [{"id": one} for one in COMMANDERS if one in offered],
            "saved": self.saves.listed(GAME.name),
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
        asked = session.waits_for == seat and not session.goes_on
        problem = session.undo_problem(seat)
        return {
            **state,
            "seat": seat,
            "waiting": "nobody" if session.is_over else "person" if asked else "partner",
            "position": session.position(seat),
            "decision": session.decision(seat) if asked else None,
            "plan": self._plan(seat) if asked else None,
            "since": self._since[seat],
            "undo": {"possible": problem is None, "words": problem},
        }

    def _plan(self, seat: str) -> dict[str, Any]:
        """What the staff proposes, and what has become of the plan before."""
        session = self.session
        back = session.undo_problem(seat, whole=True) is None
        return {
            "about": headline(session.game, seat, goes_on=session.is_held(seat)),
            **session.plan().view(),
            "stopped": session.stopped.get(seat),
            "followed": session.last_orders,
            "back": back,
        }

    def _publish(self) -> None:
        """The news since the last time; the last entry may have grown."""
        start = 0 if self._covered() else max(0, self._sent - 1)
        self.pages.publish(self._log(start), self._state())

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
        if seat is None or seat != self.shown or self.session.goes_on:
            raise Refusal("not_now", Say("error.not_now"))
        return seat

    async def _choose(self, page: Page, message: Choose) -> None:
        seat = self._asked(message.seq)
        length = len(self.session.logs[seat])
        self.session.choose(message.id)
        if len(self.session.logs[seat]) > length:
            self._since[seat] = length
        self._publish()
        self._play()

    async def _accept(self, page: Page, message: m.Accept) -> None:
        seat = self._asked(message.seq)
        # A part of it is followed to the letter, then the person decides.
        steps = self.session.plan().steps[: message.steps]
        self._order(seat, steps, of_staff=message.steps is None)

    async def _together(self, page: Page, message: m.Together) -> None:
        seat = self._asked(message.seq)
        found = batch(self.session.game, message.key)
        if found is None:
            raise Refusal("illegal", Say("error.not_now"))
        self._order(seat, found.steps, of_staff=False)

    def _order(self, seat: str, steps: list[Step], *, of_staff: bool) -> None:
        self._since[seat] = len(self.session.logs[seat])
        self.session.order(steps, of_staff=of_staff)
        self._publish()
        self._play()

    def _goes_on(self) -> bool:
        return self.session.goes_on

    async def _undo(self, page: Page, message: m.TakeBack) -> None:
        self._check(message.seq)
        if self.shown is None:
            raise Refusal("not_now", Say("error.not_now"))
        self.session.undo(self.shown, whole=message.whole)
        self._reviewing.drop()
        self._since[self.shown] = min(self._since[self.shown], len(self.session.logs[self.shown]))
        self.pages.publish(self._log(0), self._state())
        self._play()

    async def _hint(self, page: Page, message: Hint) -> None:
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

    async def _ready(self, page: Page, message: m.Ready) -> None:
        if not self._covered() or message.seat != self.session.waits_for:
            raise Refusal("not_now", Say("error.not_now"))
        self.shown = message.seat
        self.pages.publish(self._log(0), self._state())

    # --- another game --------------------------------------------------------------------
    def _open(self, message: m.New | Load | Again, session: Session) -> tuple[Session, str | None]:
        if isinstance(message, Again):
            return self._again(message.line, session), None
        try:
            if isinstance(message, Load):
                with self.saves.taken_up(message.name) as path:
                    return Session.resume(path, given=self.allowed.agents), message.name
            if message.partner is not None:
                self.allowed.check_offered(message.partner)
            return new_session(message.seat, message.partner, seed=message.seed), None
        except (Refusal, SaveError):
            raise
        except (ValueError, OSError) as error:
            raise Refusal("bad_input", str(error)) from None

    def _again(self, line: int, session: Session) -> Session:
        """The finished game from a line on; before its end that would take back what was seen."""
        if not session.is_over:
            raise Refusal("not_now", Say("review.not_over"))
        if line >= len(session.record.lines):
            raise Refusal("illegal", f"line {line}: the record does not go so far")
        given = self.allowed.agents
        try:
            return again(session.record, line, lambda path: Session.resume(path, given=given))
        except (ValueError, OSError) as error:
            raise Refusal("refused", str(error)) from None

    def _count_on(self, session: Session) -> None:
        session.asked += self.session.asked + 1
