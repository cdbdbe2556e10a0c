"""A battle laboratory: units set by hand, battles fought by the rules, dice given or rolled.

For tests of battles, and for the odds a player wants to know. The map is the real one; it holds the
units that were put there and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from glory_env.core.trace import blank_trace
from glory_env.games.empire.actions import CARD, N_ACTIONS, OFFSET, PLACE, UNIT, VERB, VERBS
from glory_env.games.empire.codes import DECISIONS, EFFECTS
from glory_env.games.empire.engine.sequence import play_on
from glory_env.games.empire.generated.dispatch import apply, legal
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import beside, controls, place_unit, set_control
from glory_env.games.empire.rules.effects import add_effect
from glory_env.games.empire.rules.frames import go_to
from glory_env.games.empire.rules.offensive import S11_BATTLES, begin_offensive
from glory_env.games.empire.rules.participants import declare_battle
from glory_env.games.empire.start import start_position
from glory_env.games.empire.state import (
    ABSENT,
    ACTIVE,
    BRACKET_USED,
    BY_LAND,
    CARD_DECK,
    CARD_HAND,
    CONDITIONS,
    LANDED,
    MAP,
    MAX_UNITS,
    NO_DECISION,
    NONE,
    PLACES,
    REACTION,
    SIDES,
    TRANSFERRED,
    UNIT_KINDS,
)
from glory_env.games.empire.trace import T_FIRE, T_HITS

if TYPE_CHECKING:
    from glory_env.games.empire.scenario import Scenario

Choose = Callable[["Laboratory", dict[str, int]], str]


def take_first(lab: Laboratory, options: dict[str, int]) -> str:
    """The first of the options."""
    return next(iter(options))


class Laboratory:
    """One offensive from its battles to its end.

    scenario: whose map, units and charts; side: "JP" or "AL", the offensive player; condition: by
    `state.CONDITIONS`; ov: operations value of the card, for the moves after the battles; naval:
    hexes ships move where the card says so; turn: of the game, for the modifiers of a year.
    """

    def __init__(
        self,
        scenario: Scenario,
        side: str,
        condition: str = "surprise",
        ov: int = 2,
        turn: int = 0,
        naval: int = 0,
    ) -> None:
        self.scenario = scenario
        self.games = start_position(scenario)
        self.g = cast(Game, self.games[0])
        self.s = cast(Tables, scenario.tables[0])
        self.trace = blank_trace()
        g = self.g
        for unit in range(MAX_UNITS):
            g.place[unit], g.hex[unit] = ABSENT, NONE
        g.turn = turn or g.turn
        g.op_side, g.condition, g.ov = SIDES.index(side), CONDITIONS.index(condition), ov
        g.op_naval = naval
        self.fires: list[dict[str, Any]] = []
        self._waiting: list[tuple[int, int]] = []

    # --- setting up ---------------------------------------------------------------------------
    def unit(self, name: str) -> int:
        """The number of a unit."""
        return self.scenario.units.index(name)

    def hex_at(self, number: int) -> int:
        """The index of a printed hex number."""
        return self.scenario.hexes.index(number)

    def put(
        self,
        name: str,
        number: int,
        *,
        steps: int = 0,
        active: bool | None = None,
        landed: bool = False,
        by_land: bool = False,
        came_from: int = 0,
        home: int = 0,
        fights: int = 0,
        reaction: bool = False,
        strategic: bool = False,
        bracket_used: bool = False,
        carried_by: str = "",
    ) -> int:
        """Put a unit into a hex; its number.

        steps: 0 = all it has. active: None = units of the offensive player are. by_land: entered
        from `came_from`. home: hex it started from. fights: battle hex an air unit, carrier or
        escort outside fights in. carried_by: the ship that brought it.
        """
        g, s, unit, hex_ = self.g, self.s, self.unit(name), self.hex_at(number)
        place_unit(g, s, unit, MAP, hex_, steps or int(s.full_steps[unit]))
        ours = s.unit_side[unit] == g.op_side
        flags = (
            (ACTIVE, active if active is not None else ours),
            (LANDED, landed),
            (BY_LAND, by_land),
            (REACTION, reaction),
            (TRANSFERRED, strategic),
            (BRACKET_USED, bracket_used),
        )
        g.unit_flags[unit] = sum(flag for flag, is_set in flags if is_set)
        if came_from:
            g.entry[unit] = beside(s, hex_, self.hex_at(came_from))
        g.home[unit] = self.hex_at(home) if home else NONE
        g.carrier[unit] = self.unit(carried_by) if carried_by else NONE
        if fights:
            self._waiting.append((unit, self.hex_at(fights)))
        return unit

    def control(self, side: str, *numbers: int) -> None:
        """A side controls these hexes."""
        for number in numbers:
            set_control(self.g, self.s, self.hex_at(number), SIDES.index(side))

    def effect(self, name: str, side: str, value: int = 0, kind: str = "") -> None:
        """An event's effect is in force, by `codes.EFFECTS`; kind: of the units it is for."""
        kinds = 1 << UNIT_KINDS.index(kind) if kind else 0
        add_effect(self.g, EFFECTS.index(name), SIDES.index(side), kinds, value)

    def battle(self, number: int) -> int:
        """Make a hex a battle hex; the number of the battle. Units must have been put before."""
        k = declare_battle(self.g, self.s, self.hex_at(number))
        for unit, hex_ in self._waiting:
            if hex_ == self.g.battle_hex[k]:
                self.g.task[unit] = k
        return k

    def dice(self, *natural: int) -> None:
        """The next dice as rolled, 0 to 9, in this order; without this call they are random."""
        trace = self.trace[0]
        trace.scripted, trace.next_face, trace.short = len(natural), 0, 0
        trace.faces[: len(natural)] = [die or 10 for die in natural]

    # --- playing ------------------------------------------------------------------------------
    def play(self, choose: Choose = take_first) -> None:
        """Fight the battles and play the offensive to its end; `choose` answers the questions."""
        self.begin()
        self.play_out(choose)

    def play_out(self, choose: Choose = take_first) -> None:
        """Answer all questions that are left of the offensive."""
        while self.g.decision != NO_DECISION:
            options = self.options()
            self.answer(options[choose(self, options)])

    def card(self, number: int) -> None:
        """The offensive is made with this printed card: its OV, LV and intelligence values.

        Without a card there is no die of intelligence.
        """
        side = int(self.g.op_side)
        self.g.op_card = number - 1
        self.g.ov = self.s.card_ov[side, number - 1]

    def hold(self, side: str, *numbers: int) -> None:
        """A side holds these printed cards and no others; events are on."""
        self.g.events = 1
        at = self.g.card_at[SIDES.index(side)]
        at[at == CARD_HAND] = CARD_DECK
        at[[number - 1 for number in numbers]] = CARD_HAND
        self.g.hand[SIDES.index(side)] = len(numbers)

    def lead(self, event: bool = False, lv: int = 0) -> None:
        """Begin the offensive with the choice of its HQ, as an OC or an event with this LV.

        Units should have been put with `active=False`.
        """
        self.g.as_ec, self.g.lv = event, lv
        begin_offensive(self.g, int(self.g.op_side))
        self._play_on()

    def say(self, *words: str) -> None:
        """Answer one question after the other, each by the key of an option."""
        for word in words:
            options = self.options()
            if word not in options:
                raise ValueError(f"{self.decision}: {word!r} is not legal, only {list(options)}")
            self.answer(options[word])

    def begin(self) -> None:
        """Play up to the first question after the moves: the battles."""
        begin_offensive(self.g, int(self.g.op_side))
        go_to(self.g, S11_BATTLES)
        self._play_on()

    def answer(self, action: int) -> None:
        """Take an action and play up to the next question."""
        apply(self.g, self.s, self.trace[0], action)
        self._play_on()

    def _play_on(self) -> None:
        play_on(self.g, self.s, self.trace[0])
        trace = self.trace[0]
        for code, a, b, c in trace.entry[: trace.entries].tolist():
            if code == T_FIRE:
                fire = {"hex": self.scenario.hexes[a], "kind": "gc" if b > 1 else "an"}
                self.fires.append({**fire, "side": SIDES[b % 2], "strength": c})
            elif code == T_HITS:
                die = {"die": a, "modifier": b, "hits": c}
                self.fires[-1].update(**die, factor=self._factor(a + b))
        trace.entries = 0

    def _factor(self, modified: int) -> float:
        row = min(max(modified, 0), self.s.an_factor.shape[0] - 1)
        if self.fires[-1]["kind"] == "an":
            return int(self.s.an_factor[row]) / 4
        return int(self.s.gc_factor[row]) / 2

    def options(self) -> dict[str, int]:
        """The legal actions by name: unit, printed hex number, card 5, +k an offset, or verb."""
        mask = np.zeros(N_ACTIONS, np.int8)
        legal(self.g, self.s, mask)
        return {self.word(action): action for action in np.flatnonzero(mask).tolist()}

    def word(self, action: int) -> str:
        """What an action names."""
        if action >= VERB:
            return VERBS[action - VERB]
        if action >= OFFSET:
            return f"+{action - OFFSET}"
        if action >= CARD:
            return f"card {action - CARD + 1}"
        if action >= PLACE:
            return str(self.scenario.hexes[int(self.s.place_hex[action - PLACE])])
        return self.scenario.units[action - UNIT]

    # --- looking ------------------------------------------------------------------------------
    @property
    def decision(self) -> str:
        """The question that is asked."""
        return DECISIONS[self.g.decision]

    @property
    def actor(self) -> str:
        """The side that is asked."""
        return SIDES[self.g.actor]

    def steps(self, name: str) -> int:
        """Steps of a unit, 0 when it is gone."""
        return int(self.g.steps[self.unit(name)])

    def hex(self, name: str) -> int | None:
        """The printed number of a unit's hex, None off the map."""
        at = int(self.g.hex[self.unit(name)])
        return None if at == NONE else self.scenario.hexes[at]

    def place(self, name: str) -> str:
        """Where a unit is, by `state.PLACES`."""
        return PLACES[self.g.place[self.unit(name)]]

    def holder(self, number: int) -> str:
        """The side that controls a hex."""
        return "JP" if controls(self.g, self.s, self.hex_at(number), SIDES.index("JP")) else "AL"

    def winner(self, number: int) -> str:
        """The side that holds the hex of a battle after it."""
        return SIDES[self.g.battle_winner[self._battle_in(number)]]

    def an_winner(self, number: int) -> str | None:
        """The side that won the air-naval combat, None where there was none."""
        side = int(self.g.battle_an[self._battle_in(number)])
        return None if side == NONE else SIDES[side]

    def _battle_in(self, number: int) -> int:
        """The battle of a hex, after the offensive too."""
        return int(np.flatnonzero(self.games["battle_hex"][0] == self.hex_at(number))[0])
