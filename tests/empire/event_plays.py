"""The offensives phase for tests of events: hands that a test names, cards and answers by name."""

from __future__ import annotations

from typing import Any

from glory_env.games.empire.actions import CARD, OFFSET
from glory_env.games.empire.rules import cards, initiative
from glory_env.games.empire.rules.board import place_unit
from glory_env.games.empire.rules.frames import top
from glory_env.games.empire.state import (
    ALL_DIRTY,
    CARD_DECK,
    CARD_FUTURE,
    CARD_HAND,
    CHINA_BOX,
    NO_DECISION,
    NONE,
    PILES,
    SIDES,
)

from .strategic import Phase


class Play(Phase):
    """The offensives phase of a turn with events on.

    The side of the first card has these cards and goes first; the other one has `others`, or so
    many cards of its deck.
    """

    def __init__(
        self,
        *names: str,
        setup: str = "y1941",
        turn: int = 5,
        empty: bool = False,
        others: tuple[str, ...] | int = 1,
        **fields: Any,
    ) -> None:
        super().__init__(setup, turn, empty, **{"events": 1, **fields})
        self.side = SIDES.index(names[0][:2])
        g = self.g
        for side in range(2):
            for card in range(int(self.s.cards[side])):
                if g.card_at[side, card] in (CARD_HAND, CARD_FUTURE):
                    cards.to_pile(g, side, card, CARD_DECK)
        g.future_card[:] = NONE
        g.future_turn[:] = 0
        for name in (*names, *(others if isinstance(others, tuple) else ())):
            self.to_pile(name, "hand")
        if isinstance(others, int):
            for _ in range(others):
                cards.draw_card(g, self.s, 1 - self.side)

    def card(self, name: str) -> tuple[int, int]:
        return SIDES.index(name[:2]), int(name[2:]) - 1

    def to_pile(self, name: str, pile: str) -> None:
        side, card = self.card(name)
        cards.to_pile(self.g, side, card, PILES.index(pile))
        if pile == "future":
            self.g.future_card[side] = card

    def in_box(self, name: str, steps: int = 0) -> None:
        """An air unit is in the China box; steps: full by default."""
        unit = self.unit(name)
        steps = steps or int(self.s.full_steps[unit])
        place_unit(self.g, self.s, unit, CHINA_BOX, NONE, steps)

    def pile(self, name: str) -> str:
        return PILES[self.g.card_at[self.card(name)]]

    def start(self) -> Play:
        """Begin the phase; the side of the cards is on turn."""
        initiative.begin_offensives(self.g)
        self.g.frame_step[top(self.g)] = initiative.ACTING
        self.g.side = self.side
        self.g.dirty = ALL_DIRTY
        self.play_on()
        return self

    def play(self, name: str, *answers: str | int) -> Play:
        """Play a card of the side for its event, with these answers."""
        if self.g.depth == 0:
            self.start()
        self.say(name, "event", *answers)
        return self

    def say_operation(self, name: str) -> Play:
        """Play a card as an operation that withdraws an HQ."""
        if self.g.depth == 0:
            self.start()
        self.say(name, "oc_withdraw")
        self.say(next(iter(self.options())))
        return self

    def uses(self, name: str) -> set[str]:
        """What a card may be used for."""
        if self.g.depth == 0:
            self.start()
        if name not in self.options():
            return set()
        before = self.g.copy()
        self.say(name)
        found = {*self.options()}
        for field in before.dtype.names:
            self.g[field] = before[field]
        return found

    def done(self) -> Play:
        """Nobody else is helped or moves, until the next card is asked for."""
        while self.g.decision != NO_DECISION and self.decision != "card":
            options = self.options()
            self.say(next(word for word in ("done", "no", *options) if word in options))
        return self

    def word(self, action: int) -> str:
        if CARD <= action < OFFSET:
            return f"{SIDES[self.g.actor]}{action - CARD + 1}"
        return super().word(action)

    def value(self, field: str) -> int:
        """A field of the record; `asp_JP`, `asp_AL`: of a side."""
        name, _, side = field.rpartition("_")
        if side in SIDES:
            return int(getattr(self.g, name)[SIDES.index(side)])
        return int(getattr(self.g, field))
