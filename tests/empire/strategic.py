"""The strategic phase of a turn for tests: a set-up or an empty map, answers and dice by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.trace import T_DIE, blank_trace
from glory_env.games.empire.actions import CARD, N_ACTIONS, NUMBER, PLACE, UNIT, VERB, VERBS
from glory_env.games.empire.codes import DECISIONS
from glory_env.games.empire.engine.sequence import play_on
from glory_env.games.empire.generated.dispatch import apply, legal
from glory_env.games.empire.rules.arrivals import call_up
from glory_env.games.empire.rules.board import place_unit, remove_unit, set_control
from glory_env.games.empire.rules.frames import go_to
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.strategic_phase import begin_strategic
from glory_env.games.empire.state import (
    ABSENT,
    ALL_DIRTY,
    BOMBED,
    DELAY_BOX,
    ELIMINATED,
    MAP,
    NAVAL,
    NO_DECISION,
    NONE,
    PLACES,
    SIDES,
)

from . import world

QUESTIONS = {
    "arrival_unit", "arrival_place", "divisions", "replace_unit", "replace_steps", "replace_place",
    "bomber",
}  # fmt: skip


class Phase:
    """A strategic phase; the war in Europe and rivalries have no effect unless a test says so.

    turn: of the phase. empty: nobody is on the map. fields: of the record, as wie=0.
    """

    def __init__(
        self, setup: str = "y1943", turn: int = 6, empty: bool = False, **fields: Any
    ) -> None:
        self.scenario = world.scenario(setup)
        self.s, self.g = self.scenario.tables[0], world.start(setup)
        self.g.turn, self.g.wie = turn, 3
        self.g.rivalry[:] = 0
        for name, value in fields.items():
            setattr(self.g, name, value)
        self.trace = blank_trace()
        self.asked: list[str] = []
        self.g.place[self.g.place == DELAY_BOX] = ELIMINATED  # a test says who waits
        if empty:
            self.g.place[:] = ELIMINATED
            self.g.hex[:] = NONE
        self.g.dirty = ALL_DIRTY

    # --- laying -------------------------------------------------------------------------------
    def unit(self, name: str) -> int:
        return self.scenario.units.index(name)

    def put(self, name: str, number: int, steps: int = 0) -> None:
        """A unit stands in a hex; steps: full by default."""
        unit = self.unit(name)
        steps = steps or int(self.s.full_steps[unit])
        place_unit(self.g, self.s, unit, MAP, world.index_of(number), steps)

    def away(self, place: int, *names: str, when: int = 0) -> None:
        """Units are somewhere off the map."""
        for name in names:
            remove_unit(self.g, self.s, self.unit(name), place, when)
            if place == ELIMINATED:
                self.g.steps[self.unit(name)] = 0
            elif self.g.steps[self.unit(name)] == 0:
                self.g.steps[self.unit(name)] = self.s.arrives_full[self.unit(name)]

    def due(self, *names: str) -> None:
        """Units that come by the schedule."""
        self.away(ABSENT, *names)

    def control(self, side: str, *numbers: int) -> None:
        for number in numbers:
            set_control(self.g, self.s, world.index_of(number), SIDES.index(side))

    def dice(self, *natural: int) -> None:
        """The next dice as rolled; more than these are an error."""
        trace = self.trace[0]
        trace.scripted, trace.next_face, trace.short = len(natural), 0, 0
        trace.faces[: len(natural)] = [die or 10 for die in natural]

    # --- playing ------------------------------------------------------------------------------
    def call(self) -> None:
        """Who is due arrives, waits or is drafted; nobody is placed yet."""
        self.trace["entries"] = 0
        call_up(self.g, self.s, self.trace[0])

    def begin(self, step: int = 0) -> None:
        """Begin the phase at a step and play up to the first question."""
        begin_strategic(self.g)
        go_to(self.g, step)
        self.play_on()

    def play_on(self) -> None:
        self.trace["entries"] = 0
        play_on(self.g, self.s, self.trace[0])
        assert not self.trace[0].short, "a die too many"
        if self.g.decision != NO_DECISION:
            self.asked.append(f"{SIDES[self.g.actor]} {self.decision}")

    def say(self, *words: str | int) -> None:
        """Answer: units by name, hexes by number, numbers as n1, verbs, the China box as box."""
        for word in words:
            options = self.options()
            assert str(word) in options, (self.decision, word, sorted(options))
            self.take(options[str(word)])

    def take(self, action: int) -> None:
        """Take a legal action and play up to the next question."""
        apply(self.g, self.s, self.trace[0], action)
        self.play_on()

    def finish(self, first: bool = True) -> None:
        """Answer the rest with the first option, or the last, which ends what can be ended."""
        while self.g.decision != NO_DECISION:
            options = list(self.options())
            self.say(options[0] if first else options[-1])

    # --- looking ------------------------------------------------------------------------------
    @property
    def decision(self) -> str:
        return DECISIONS[self.g.decision]

    def options(self) -> dict[str, int]:
        """The legal actions by name."""
        mask = np.zeros(N_ACTIONS, np.int8)
        legal(self.g, self.s, mask)
        return {self.word(action): action for action in np.flatnonzero(mask).tolist()}

    def word(self, action: int) -> str:
        if action >= VERB:
            return VERBS[action - VERB]
        if action >= NUMBER:
            return f"n{action - NUMBER}"
        assert not CARD <= action < NUMBER
        if action >= PLACE:
            hex_ = int(self.s.place_hex[action - PLACE])
            return "box" if hex_ == NONE else str(world.number_of(hex_))
        return self.scenario.units[action - UNIT]

    def where(self, name: str) -> int | str:
        """A unit's hex, or its place off the map."""
        unit = self.unit(name)
        hex_ = int(self.g.hex[unit])
        return PLACES[self.g.place[unit]] if hex_ == NONE else world.number_of(hex_)

    def steps(self, name: str) -> int:
        return int(self.g.steps[self.unit(name)])

    def arriving(self) -> set[str]:
        """Units that wait for a place."""
        return {self.scenario.units[u] for u in np.flatnonzero(self.g.elig)}

    def waiting(self) -> set[str]:
        """Units that stay in the delay box."""
        stay = (self.g.place == DELAY_BOX) & (self.g.elig == 0)
        return {self.scenario.units[u] for u in np.flatnonzero(stay)}

    def rolled(self) -> int:
        """Dice rolled since the last question."""
        return sum(int(row[0]) == T_DIE for row in self.trace[0].entry[: self.trace[0].entries])


def problems(phase: Phase) -> list[str]:
    """What may not be after a strategic phase."""
    g, s = phase.g, phase.s
    found = [f"depth {g.depth}"] if g.depth else []
    refresh(g, s)
    for unit in range(s.units):
        name = phase.scenario.units[unit]
        if g.elig[unit] or g.unit_flags[unit] & ~BOMBED:
            found.append(f"{name} is at work")
        if g.place[unit] == MAP and not 1 <= g.steps[unit] <= s.full_steps[unit]:
            found.append(f"{name} has {g.steps[unit]} steps")
    for hex_ in {int(h) for h in g.hex if h != NONE}:
        for side in range(2):
            here = [u for u in range(s.units) if g.hex[u] == hex_ and s.unit_side[u] == side]
            if sum(s.kind[u] == NAVAL for u in here) > s.stack[0]:
                found.append(f"{world.number_of(hex_)} holds too many ships")
    return found
