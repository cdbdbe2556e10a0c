"""One game of the Aleutians Campaign between people and agents: log by seat, undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.play import orders, story
from glory_env.games.aleutians.play.choices import decision_view
from glory_env.games.aleutians.play.groups import groups
from glory_env.games.aleutians.play.orders import Orders, Step
from glory_env.games.aleutians.play.plan import Plan
from glory_env.games.aleutians.play.plan import plan as make_plan
from glory_env.games.aleutians.play.position import View, position_view
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.state import GROUND, SHIP, SIDES
from glory_env.play.session import GameSession, UndoError
from glory_env.text.lazy import Say, Text

SEATS = {"japan": ("japan",), "allies": ("allies",), "both": SIDES}


class Before(NamedTuple):
    """What undo goes back to: the game as a person's choice found it. action: what was chosen.

    orders: the number of the orders that it belongs to, 0: none.
    """

    seat: str
    action: int
    game: Game
    lines: int
    moments: int
    logs: dict[str, list[View]]
    orders: int = 0


class Session(GameSession):
    """As `GameSession`, and what each seat knows of the game's course.

    logs: by seat the entries of `story.entry`. asked: grows with every choice of a person and with
    every undo, and with nothing else, so it tells nothing of hidden choices of an agent. stopped:
    by seat why its last orders ended early, until it chooses again.
    """

    bundle = GAME
    game: Game

    def __init__(
        self,
        players: Mapping[str, str],
        *,
        scenario: str | Path | Scenario | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(players, scenario=scenario, seed=seed, **options)
        self.logs: dict[str, list[View]] = {seat: [] for seat in SIDES}
        self.asked = 0
        self._seen = {seat: self.position(seat) for seat in SIDES}
        self._before: list[Before] = []
        self._orders: dict[str, Orders] = {}  # by seat, as all of orders is
        self._held: dict[str, Orders] = {}  # that go on when what stopped them has been answered
        self._given = 0  # orders so far
        self._planned: tuple[int, Plan] | None = None
        self.stopped: dict[str, Text] = {}

    @property
    def decided(self) -> tuple[Before, ...]:
        """The decisions of people with more than one choice, as their games stood."""
        return tuple(self._before)

    def choose(self, action: int) -> None:
        """A person's micro-step; IllegalChoice changes nothing."""
        seat = self.game.actor
        logs = {one: list(log) for one, log in self.logs.items()}
        before = Before(
            seat, action, self.game.clone(), len(self.record.lines), len(self.moments), logs,
            self._orders[seat].number if seat in self._orders else 0,
        )  # fmt: skip
        decision = self.game.decision
        super().choose(action)
        self._before.append(before)
        self.asked += 1
        self.stopped.pop(seat, None)
        if seat not in self._orders:
            self._answered(seat, decision)
        self._take_up()

    # --- orders --------------------------------------------------------------------------
    @property
    def goes_on(self) -> bool:
        """Whether play goes on by itself: no person is asked, or orders answer."""
        return not self.is_over and (self.waits_for is None or self.waits_for in self._orders)

    def order(self, steps: Sequence[Step], *, of_staff: bool) -> None:
        """Begin to give orders for the seat that is asked; `play_on` takes their steps."""
        seat = self.waits_for
        if seat is None:
            raise ValueError("no person is asked now")
        self._answered(seat, self.game.decision)
        self._given += 1
        known = self._alarmed(seat)
        self._orders[seat] = Orders(self.game, steps, self._given, known, of_staff=of_staff)
        self.stopped.pop(seat, None)

    def play_on(self) -> None:
        """One micro-step: of an agent, the only legal one, or of the orders."""
        seat = self.waits_for
        if seat is None or seat not in self._orders:
            super().play_on()
        else:
            self._follow(seat)
        self._take_up()

    def _follow(self, seat: str) -> None:
        """Take the next step of a seat's orders, or end them."""
        given, decision = self._orders[seat], self.game.decision
        alarm = given.alarm(decision, self._alarmed(seat))
        action = None if alarm else given.answer(self.game)
        if action is not None:
            self.choose(action)
            return
        del self._orders[seat]
        if alarm or (given.of_staff and not given.is_done):
            is_sudden = decision in orders.SUDDEN
            self.stopped[seat] = orders.why(alarm or ("sudden" if is_sudden else "asked"))
            if is_sudden and not alarm and given.lasts:
                self._held[seat] = given

    def _answered(self, seat: str, decision: str) -> None:
        """A person decides: what was held goes on only after what it did not foresee."""
        if decision not in orders.SUDDEN:
            self._held.pop(seat, None)
        elif seat in self._held:
            self._held[seat].known = self._alarmed(seat)

    def _take_up(self) -> None:
        """Go on with a plan when what it did not foresee has been answered."""
        seat = self.waits_for
        if seat in self._orders or self.game.decision in orders.SUDDEN:
            return
        if seat is not None and seat in self._held:
            self._orders[seat] = self._held.pop(seat)

    def is_held(self, seat: str) -> bool:
        """Whether a plan goes on after the question that is asked."""
        return seat in self._held

    def _alarmed(self, seat: str) -> dict[tuple[str, str], str]:
        scenario, who = self.game.scenario, SIDES.index(seat)
        tables = scenario.tables[0]
        own = {
            unit
            for u, unit in enumerate(scenario.units)
            if tables.side[u] == who and tables.kind[u] in (SHIP, GROUND)
        }
        return orders.alarms(self._seen[seat], own)

    def _tell(self, line: dict[str, Any]) -> None:
        """Put a choice into the log of each seat, as far as that has noticed it."""
        for seat in SIDES:
            before, after = self._seen[seat], self.position(seat)
            game = self.game
            entry = story.entry(game.scenario, game.record, line, seat, before, after)
            self._seen[seat] = after
            log = self.logs[seat]
            if entry is not None and log and (both := story.merged(log[-1], entry)):
                log[-1] = both
            elif entry is not None:
                log.append(entry)

    # --- what a seat sees ----------------------------------------------------------------
    def position(self, seat: str) -> View:
        """The position as a seat may see it (`position_view`)."""
        return position_view(self.game.scenario, self.game.record, SIDES.index(seat))

    def decision(self, seat: str) -> View | None:
        """What a seat has to decide (`decision_view`)."""
        game = self.game
        view = decision_view(game.scenario, game.record, game.mask, SIDES.index(seat))
        return view and view | {"groups": [one.view() for one in groups(game)]}

    def plan(self) -> Plan:
        """What the staff of who is asked proposes; the same as long as nothing changes."""
        if self._planned is None or self._planned[0] != self.asked:
            self._planned = self.asked, make_plan(self.game, str(self.waits_for))
        return self._planned[1]

    # --- back again ----------------------------------------------------------------------
    def undo_problem(self, seat: str, *, whole: bool = False) -> Text | None:
        """Why a seat cannot take back its last choice; None where it can.

        whole: all that its last orders have chosen.
        """
        if not self._before or (whole and not self._before[-1].orders):
            return Say("campaign.undo.nothing")
        before = self._before[self._back_to(whole)]
        lines = self.record.lines[before.lines :]
        if before.seat != seat or any(line["actor"] not in (seat, "system") for line in lines):
            return Say("campaign.undo.other")
        if self.game.actor not in (seat, "system"):
            return Say("campaign.undo.other")
        if self.game.games["rolled"].tolist() != before.game.games["rolled"].tolist():
            return Say("campaign.undo.dice")
        if self._in_sight(self.game, seat) - self._in_sight(before.game, seat):
            return Say("campaign.undo.seen")
        return None

    def _back_to(self, whole: bool) -> int:
        """Which of the choices undo goes back to."""
        k = len(self._before) - 1
        while whole and k and self._before[k - 1].orders == self._before[k].orders:
            k -= 1
        return k

    @property
    def last_orders(self) -> int:
        """How many of the last choices are of the last orders; 0 where other ones followed."""
        if not self._before or not self._before[-1].orders:
            return 0
        return len(self._before) - self._back_to(whole=True)

    @staticmethod
    def _in_sight(game: Game, seat: str) -> set[str]:
        """What a seat sees of the other side: its units, and its fleets that are found."""
        view = position_view(game.scenario, game.record, SIDES.index(seat))
        side = dict(zip(game.scenario.units, game.scenario.tables[0].side, strict=False))
        units = {unit for unit in view["units"] if SIDES[side[unit]] != seat}
        fleets = (one for one in view["fleets"] if one["side"] != seat and one["found"])
        return units | {one["id"] for one in fleets}

    def undo(self, seat: str, *, whole: bool = False) -> None:
        """Take back a seat's last choice, or its last orders; UndoError where that cannot be."""
        problem = self.undo_problem(seat, whole=whole)
        if problem is not None:
            raise UndoError(problem)
        k = self._back_to(whole)
        back = self._before[k]
        del self._before[k:]
        for kept in (self._orders, self._held, self.stopped):
            kept.pop(seat, None)
        self.game = back.game
        del self.record.lines[back.lines :]
        self.moments.cut(back.moments)
        self.record.footer = None
        self.logs = back.logs
        self._seen = {one: self.position(one) for one in SIDES}
        self.asked += 1
        self.sequence += 1
