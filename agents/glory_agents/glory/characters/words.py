"""What a character says beside its offers, and what words weigh with it (option `talk`).

An offer is a package: who promises takes a little more, who asks for a promise takes a little less.
A promise is one that its plan keeps anyway, but for a deceiving voice. What the other seat has
promised or asked for with its last offer is taken up first. All of it is a pure function of the
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from glory_agents.glory.scripted.plan import make_plan
from glory_agents.glory.scripted.records import Plan, Script
from glory_agents.glory.scripted.rows import DECEIVING, FORGIVING, PLAN, THREATENING
from glory_agents.glory.scripted.temper import is_hard, is_wary, trust
from glory_agents.glory.scripted.words import (
    amount,
    boxes_with_army,
    carried_out,
    fullest,
    has_free_squadron,
    needs,
    next_threat,
    sum_of,
    would_build,
    would_do,
    would_say,
)
from glory_agents.glory.scripted.works import convoy_lacks
from glory_env.games.glory.actions import ASK, BOX, END, KIND, TALK
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.talk import boxes_for, may_ask, may_say, rows_for
from glory_env.games.glory.state import (
    ARMY,
    BINDING,
    NAVY,
    NONE,
    ROW_DE,
    ROW_TRANSPORT,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_ESCORT,
    SAY_LARGE,
    SAY_NO_GRAB,
    SAY_NO_TURN_13,
    SAY_OWN_LOSSES,
    SAY_SUPPORT,
    SAY_USE,
    SPEAK,
    SPEAK_AMOUNT,
    SPEAK_ASK,
    SPEAK_BOX,
    SPEAK_KIND,
    THREAT_POOL,
)

SPEAKS = (SPEAK, SPEAK_ASK, SPEAK_BOX, SPEAK_AMOUNT, SPEAK_KIND)
FIRST = ((), (SAY_ESCORT, SAY_SUPPORT))  # what army and navy promise before all else
GIVES = (SAY_OWN_LOSSES, SAY_CIVIL, SAY_BUILD, SAY_LARGE)  # then these, another first each turn
WANTS = ((SAY_ESCORT, SAY_SUPPORT, SAY_CIVIL, SAY_BUILD), (SAY_CIVIL, SAY_OWN_LOSSES, SAY_BUILD))

# What a trusted promise is worth, as a part of the least share that is taken without one. A threat
# is worth as much, times how often such threats were carried out.
WORTH = {
    SAY_ESCORT: 0.06, SAY_SUPPORT: 0.05, SAY_OWN_LOSSES: 0.04, SAY_CIVIL: 0.05, SAY_BUILD: 0.04,
    SAY_LARGE: 0.04, SAY_NO_GRAB: 0.04, SAY_NO_TURN_13: 0.03,
}  # fmt: skip
LITTLE, USELESS = 0.02, 0.01
MOST = 0.1  # all words of an offer together
UNWILLING = 0.1  # what a request costs for something that it would not do


class Line(NamedTuple):
    """A line beside an offer. kind: of STATEMENTS; argument: NONE where it has none or any."""

    kind: int
    is_ask: bool
    argument: int = NONE


class Trades(NamedTuple):
    """Parts of the own share: more is taken for a promise, less where a promise is asked for."""

    more: float
    less: float


def written(g: Game, seat: int) -> list[Line]:
    """The lines of a seat's newest offer, or of the one that it writes."""
    return [
        Line(int(g.line_kind[seat, i]), bool(g.line_ask[seat, i]), int(g.line_argument[seat, i]))
        for i in range(int(g.line_count[seat]))
    ]


def exchanged(g: Game, seat: int, trades: Trades) -> float:
    """The part of its share that a seat takes more, less where negative, by what it has written."""
    lines = [line for line in written(g, seat) if line.kind < THREAT_POOL]
    gives, wants = (any(line.is_ask == is_ask for line in lines) for is_ask in (False, True))
    return trades.more * gives - trades.less * wants


# --- speaking ------------------------------------------------------------------------------
class Speaker:
    """The acting seat while it writes the lines of an offer.

    army, navy: the split that it will offer. is_lower: whether that is less for itself than its
    offer before. is_cross: whether it answers a wrong.
    """

    def __init__(
        self, g: Game, s: Tables, p: Script, trades: Trades, army: int, navy: int,
        is_lower: bool, is_cross: bool,
    ) -> None:  # fmt: skip
        self.g, self.s, self.p, self.trades = g, s, p, trades
        self.is_lower, self.is_cross = is_lower, is_cross
        self.seat, self.army = int(g.actor), army
        self.own = army if self.seat == ARMY else navy
        plan = np.zeros(1, PLAN)
        make_plan(plan, g, s, p, self.seat, self.own)
        self.plan: Plan = plan[0]
        self._kept = plan  # a record alone does not keep its memory alive

    def act(self, mask: np.ndarray) -> int:
        """The action of one of SPEAKS. mask: int8 (N_ACTIONS,)."""
        g = self.g
        if g.decision in (SPEAK, SPEAK_ASK):
            line = self.next_line()
            if line is None:
                return END
            return ASK if line.is_ask and g.decision == SPEAK else TALK + line.kind
        return self._argument(int(g.chosen_statement), bool(g.chosen_ask), mask)

    def next_line(self) -> Line | None:
        """The next line; None where it says no more."""
        g, p = self.g, self.p
        if (p.voice != DECEIVING and is_hard(g, p, self.seat)) or (
            p.voice == FORGIVING and is_wary(g, self.seat)
        ):
            return None
        lines = written(g, self.seat)
        if p.voice == THREATENING and int(g.offer[1 - self.seat, self.seat]) != NONE:
            threat = NONE if lines else int(next_threat(g, self.s, self.seat))
            return None if threat == NONE else Line(threat, False)
        wanted: dict[bool, Callable[[], Iterator[Line]]] = {False: self._gives, True: self._wants}
        for is_ask in self._order():
            if not any(line.is_ask == is_ask for line in lines):
                line = next(wanted[is_ask](), None)
                if line is not None:
                    return line
            if lines and self.trades.more:
                return None  # one of the two is enough
        return None

    def _order(self) -> Sequence[bool]:
        """Whether a request comes first, and what where there is none."""
        if int(self.g.log_claim[self.g.turn, self.seat]) != NONE:
            asks_first = self.is_lower
        else:
            asks_first = bool(self.trades.less) and (int(self.g.turn) + self.seat) % 2 == 1
        if not self.trades.more:
            asks_first = True
        return (True, False) if asks_first else (False, True)

    def _gives(self) -> Iterator[Line]:
        g, seat = self.g, self.seat
        for line in written(g, 1 - seat):  # what the other asked for, if it would do that anyway
            if line.is_ask and self._may(line.kind, False) and self._would(line):
                yield Line(line.kind, False, line.argument)
        turned = _turned(GIVES, int(g.turn) + int(g.offers))
        for kind in (*FIRST[seat], *turned, SAY_USE):
            if self._may(kind, False) and self._means(kind):
                yield Line(kind, False)

    def _means(self, kind: int) -> bool:
        """Whether it would promise that; to sail as an escort is a price that it pays in calm."""
        if kind == SAY_BUILD:
            return self._row(self.seat) != NONE
        if kind == SAY_ESCORT and not self.is_cross:
            return self.p.voice == DECEIVING or bool(has_free_squadron(self.g, self.s))
        args = self.g, self.s, self.p, self.seat, kind, self.own, self.army
        return bool(would_say(self.plan, *args))

    def _would(self, line: Line) -> bool:
        is_free = self.p.voice == DECEIVING and self.g.opt_talk != BINDING
        args = self.g, self.s, self.p, self.seat, line.kind, line.argument
        return is_free or bool(would_do(*args))

    def _wants(self) -> Iterator[Line]:
        g, s, seat = self.g, self.s, self.seat
        for line in written(g, 1 - seat):  # what the other has promised
            if not line.is_ask and self._may(line.kind, True) and line.kind < THREAT_POOL:
                yield Line(line.kind, True, line.argument)
        for kind in _turned(WANTS[seat], int(g.turn)):
            if not self._may(kind, True):
                continue
            if kind == SAY_BUILD:
                if self._row(1 - seat) != NONE:
                    yield Line(kind, True)
            elif needs(self.plan, g, s, self.p, seat, kind):
                yield Line(kind, True)

    def _may(self, kind: int, is_ask: bool) -> bool:
        if is_ask:
            return bool(may_ask(self.g, self.s, kind))
        return bool(may_say(self.g, self.s, self.seat, kind))

    def _row(self, speaker: int) -> int:
        """The row of production that a promise of a speaker names; NONE: there is none."""
        g, s, p = self.g, self.s, self.p
        rows = int(rows_for(g, s, speaker))
        if rows >> ROW_DE & 1 and convoy_lacks(g, s, ROW_DE) > 0.0:
            return ROW_DE
        is_wanted = p.voice == DECEIVING or would_build(g, s, p, ROW_TRANSPORT)
        return ROW_TRANSPORT if rows >> ROW_TRANSPORT & 1 and is_wanted else NONE

    def _argument(self, kind: int, is_ask: bool, mask: np.ndarray) -> int:
        """The action that names the box, amount or row of a statement."""
        g, s, p = self.g, self.s, self.p
        speaker = 1 - self.seat if is_ask else self.seat
        first = {SPEAK_BOX: BOX, SPEAK_KIND: KIND}.get(int(g.decision))
        taken = [line for line in written(g, 1 - self.seat) if line.kind == kind]
        for line in taken:  # as the other has put it
            if line.is_ask == is_ask:
                continue
            if first is None:
                return int(amount(mask, line.argument))
            if mask[first + line.argument]:
                return first + line.argument
        if g.decision == SPEAK_AMOUNT:
            return int(amount(mask, sum_of(self.plan, g, p, kind, self.own)))
        if g.decision == SPEAK_KIND:
            return KIND + self._row(speaker)
        boxes = int(boxes_for(g, s, speaker, kind))
        if kind == SAY_SUPPORT and not is_ask:
            boxes = int(boxes_with_army(g, s, p, self.army, boxes)) or boxes
        box = int(fullest(self.plan, s, self.seat, boxes))
        return BOX + box


def _turned(kinds: Sequence[int], by: int) -> list[int]:
    """The kinds from another place on every turn."""
    k = by % len(kinds)
    return [*kinds[k:], *kinds[:k]]


# --- listening -----------------------------------------------------------------------------
def worth(g: Game, s: Tables, p: Script, seat: int) -> float:
    """What the lines of the other's offer are worth to who answers it, a part of its share.

    From -2 UNWILLING to MOST; 0 without words. Promises count by the trust in the other seat.
    """
    lines = written(g, 1 - seat)
    if not lines or is_hard(g, p, seat):
        return 0.0
    faith, gain, cost = float(trust(g, p, seat)), 0.0, 0.0
    means_it = p.voice != DECEIVING or g.opt_talk == BINDING
    for line in lines:
        if line.is_ask:
            is_anyway = would_do(g, s, p, seat, line.kind, line.argument)
            cost += 0.0 if is_anyway or not means_it else UNWILLING
        elif line.kind >= THREAT_POOL:
            gain += float(carried_out(g, 1 - seat, line.kind)) * WORTH[SAY_LARGE]
        else:
            gain += faith * _worth(g, s, p, seat, line)
    return min(gain, MOST) - cost


def _worth(g: Game, s: Tables, p: Script, seat: int, line: Line) -> float:
    """Of a promise that is believed."""
    if line.kind in (SAY_ESCORT, SAY_SUPPORT) and seat == ARMY:
        plan = np.zeros(1, PLAN)
        make_plan(plan, g, s, p, seat, int(g.offer[NAVY, ARMY]))
        return WORTH[line.kind] if needs(plan[0], g, s, p, seat, line.kind) else USELESS
    return WORTH.get(line.kind, LITTLE)
