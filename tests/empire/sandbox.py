"""Offensives without cards from the start positions, choices at random."""

from __future__ import annotations

from collections import Counter

import numpy as np

from glory_env.core.trace import blank_trace
from glory_env.games.empire.actions import DONE, N_ACTIONS, STAY
from glory_env.games.empire.codes import (
    DECISIONS,
    EMERGENCY,
    MOVE_AFTER_UNIT,
    OFFENSIVE,
    OVER_STACK,
    RETREAT,
)
from glory_env.games.empire.engine.sequence import play_on
from glory_env.games.empire.generated.dispatch import apply, legal
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.activation import any_lead
from glory_env.games.empire.rules.cards import deal
from glory_env.games.empire.rules.events import may_be_event
from glory_env.games.empire.rules.initiative import begin_offensives
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.offensive import begin_offensive
from glory_env.games.empire.rules.turn import begin_game
from glory_env.games.empire.state import ACTIVE, FOUGHT, MAP, MILITARY, NAVAL, NO_DECISION

from . import world

LONGEST = 3000  # micro-steps of one offensive; a loop without an end would pass it
SETUPS = ("y1942", "y1943", "y1944", "y1941")


def problems(g: Game, s: Tables) -> list[str]:
    """What may not be after an offensive: hexes with both sides, too many units, units at work."""
    found = []
    names = world.scenario().units
    hexes: dict[int, list[int]] = {}
    for unit in range(s.units):
        if g.place[unit] == MAP:
            hexes.setdefault(int(g.hex[unit]), []).append(unit)
        if g.unit_flags[unit] or g.pending[unit] or g.fights[unit]:
            found.append(f"{names[unit]} is still at work")
    for hex_, units in hexes.items():
        for side in range(2):
            own = [u for u in units if s.unit_side[u] == side]
            ships = sum(s.kind[u] == NAVAL for u in own)
            if ships > s.stack[0]:
                found.append(f"{world.number_of(hex_)} holds {ships} ships of a side")
    if g.depth or g.battles or g.landings:
        found.append("the offensive is not over")
    return found


class Sandbox:
    """Random offensives, each with a random number of units and hexes, as OC or as EC."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.longest = 0
        self.reacted = 0  # units seen after a reaction, each time a side was asked
        self.mask = np.zeros(N_ACTIONS, np.int8)
        self.trace = blank_trace()

    def choose(self, rng: np.random.Generator, eager: bool) -> int:
        """A legal action; an eager player rather goes on than stops or stays."""
        options = np.flatnonzero(self.mask)
        if eager and len(options) > 1 and rng.random() < 0.9:
            options = options[(options != DONE) & (options != STAY)]
        return int(rng.choice(options)) if len(options) else DONE

    def play(self, seed: int, offensives: int = 3) -> list[str]:
        """A few offensives of both sides; what was wrong after one of them."""
        rng = np.random.default_rng(seed)
        setup = SETUPS[seed % len(SETUPS)]
        s, g = world.scenario(setup).tables[0], world.start(setup)
        g.key = seed
        deal(g, s)
        for number in range(offensives):
            side = (seed + number) % 2
            g.op_card = rng.integers(s.cards[side])
            g.ov, g.lv = s.card_ov[side, g.op_card], s.card_lv[side, g.op_card]
            g.events = rng.integers(2)
            g.action_no += 1
            refresh(g, s)
            military = s.card_kind[side, g.op_card] == MILITARY
            g.as_ec = military and rng.integers(2) and may_be_event(g, s, side, int(g.op_card))
            if any_lead(g, s, side):
                self.offensive(g, s, side, rng)
                if found := problems(g, s):
                    return [f"seed {seed}, offensive {number}: {one}" for one in found]
        return []

    def phase(self, seed: int) -> tuple[Game, Tables]:
        """The cards of a turn are dealt and played by both sides, as operations.

        With an odd seed events are on: reaction cards answer them.
        """
        rng = np.random.default_rng(seed)
        setup = SETUPS[seed % 3]
        s, g = world.scenario(setup).tables[0], world.start(setup)
        g.key, g.events = seed, seed % 2
        deal(g, s)
        begin_offensives(g)
        self._answer(g, s, rng)
        return g, s

    def game(self, seed: int, setup: str) -> Game:
        """A year scenario from its start to its end, cards as operations alone."""
        s, g = world.scenario(setup).tables[0], world.start(setup)
        g.key = seed
        begin_game(g)
        steps = self._answer(g, s, np.random.default_rng(seed))
        self.longest = max(self.longest, steps)
        return g

    def offensive(self, g: Game, s: Tables, side: int, rng: np.random.Generator) -> None:
        """One offensive from its HQ to its end."""
        begin_offensive(g, side)
        self.longest = max(self.longest, self._answer(g, s, rng))

    def _answer(self, g: Game, s: Tables, rng: np.random.Generator) -> int:
        """Answer at random until nobody is asked; how often."""
        self._play_on(g, s)
        steps, eager = 0, bool(rng.integers(2))
        while g.decision != NO_DECISION:
            self.look_at_reaction(g, s)
            legal(g, s, self.mask)
            assert self.mask.any(), DECISIONS[g.decision]
            self.seen[DECISIONS[g.decision]] += 1
            apply(g, s, self.trace[0], self.choose(rng, eager))
            self._play_on(g, s)
            steps += 1
            assert steps < (LONGEST if g.frame_state[0] == OFFENSIVE else 20 * LONGEST)
        return steps

    def look_at_reaction(self, g: Game, s: Tables) -> None:
        """After the battles: who was activated in reaction and is left has fought (R7.26-i)."""
        if g.decision not in (MOVE_AFTER_UNIT, RETREAT, EMERGENCY, OVER_STACK):
            return
        for unit in range(s.units):
            active = g.place[unit] == MAP and g.unit_flags[unit] & ACTIVE
            if active and s.unit_side[unit] != g.op_side:
                assert g.unit_flags[unit] & FOUGHT, world.scenario().units[unit]
                self.reacted += 1

    def _play_on(self, g: Game, s: Tables) -> None:
        self.trace["entries"] = 0
        play_on(g, s, self.trace[0])
