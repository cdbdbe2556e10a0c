"""Partners outside the scripts' family: each has one habit that no temperament has.

A network that has learnt with scripts may know their habits rather than how to bargain. These are
for measuring that. On the map they play as `withdraw_in_time`, but for their habit;
`careful_random` has nothing of a script.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_agents.base import Entry
from glory_agents.glory.careful import careful_action, nearest_amount
from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.records import Script
from glory_agents.glory.scripted.rows import MEMO, both
from glory_agents.glory.scripted.script import script_action
from glory_agents.picking import pick
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.envs.agent import Draws, GamesView, GameView
from glory_env.games.glory.actions import (
    ACCEPT,
    BOX,
    COUNTER,
    COUNTER_OFFER,
    END,
    NO,
    OTHER,
    OWN,
    REFUSE,
    WALK,
)
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import (
    ANSWER,
    ARMY,
    CONCEDE,
    DE,
    ESCORT_GRANT,
    ESCORT_REQUEST,
    MAX_BOXES,
    MAX_COUNTERS,
    MOVE_PIECE,
    MOVE_TO,
    NAVY,
    NONE,
    OFFER_ARMY,
    OFFER_CIVIL,
    PAY,
    SUPPORT,
)

GROUP = "partners outside the scripts' family"
TAKER, CAREFUL, BURNER, ALTERNATING, DEMANDER, SAINT, GRIM, TURNING = range(8)
DEMAND = 60  # per cent of the total that the demander wants
DEMANDERS_CIVIL = 20  # per cent that it leaves civil
TURNS_AFTER = 4  # the last turn in which the turning partner gives

NAMES = {
    "takes_first_offer": (TAKER, "accepts every first offer"),
    "careful_random": (CAREFUL, "random, but careful with the pool and the convoys"),
    "pool_burner": (BURNER, "never escorts, and pays every loss from the pool"),
    "saint_and_grim": (ALTERNATING, "gives all in odd turns, takes all in even ones"),
    "demands_60": (DEMANDER, f"demands {DEMAND} % of the total, every time"),
}

# The partners of `glory study reciprocity`, which asks how an agent answers them.
ASKING = {
    "always_saint": (SAINT, "gives all in every turn"),
    "always_grim": (GRIM, "takes all in every turn"),
    "saint_then_grim": (TURNING, f"gives all until turn {TURNS_AFTER}, takes all afterwards"),
}
HABITS = {**NAMES, **ASKING}


@rule
def forbid(habit: int, g: Game, s: Tables, mask: Array[int]) -> None:
    """Take from the legal actions those that a habit never chooses; one is always left."""
    if habit != BURNER:
        return
    if g.decision == MOVE_PIECE:  # to end is legal as well
        for u in range(s.counters):
            if s.kind[u] == DE:
                mask[COUNTER + u] = 0
    elif g.decision == MOVE_TO:
        others = 0
        for box in range(MAX_BOXES):
            others += int(mask[BOX + box]) if box != s.convoy else 0
        if others:
            mask[BOX + int(s.convoy)] = 0


@rule
def habitual(habit: int, g: Game, mask: Array[int]) -> int:
    """What a habit decides here; NONE (-1) where it leaves that to the script."""
    if habit == TAKER:
        return ACCEPT if g.decision == ANSWER else NONE
    if habit == BURNER:
        if g.decision == ESCORT_REQUEST:
            return NO
        if g.decision == ESCORT_GRANT:
            return REFUSE
        return nearest_amount(mask, int(g.loss)) if g.decision == PAY else NONE
    if habit == DEMANDER:
        return demand(g, mask, int(g.total) * DEMAND // 100, int(g.total) * DEMANDERS_CIVIL // 100)
    if habit == ALTERNATING:
        return give(g, mask) if g.turn % 2 else refuse(g, mask)
    if habit == SAINT or (habit == TURNING and g.turn <= TURNS_AFTER):
        return give(g, mask)
    if habit in (GRIM, TURNING):
        return refuse(g, mask)
    return NONE


@rule
def demand(g: Game, mask: Array[int], own: int, civil: int) -> int:
    """Offer and accept nothing but `own` or more for itself."""
    if g.decision == OFFER_CIVIL:
        return nearest_amount(mask, civil)
    if g.decision == OFFER_ARMY:
        rest = int(g.total) - int(g.chosen_civil)
        return nearest_amount(mask, min(own, rest) if g.actor == ARMY else max(rest - own, 0))
    if g.decision == ANSWER:
        if g.offer[NAVY + ARMY - g.actor, g.actor] >= own:
            return ACCEPT
        return COUNTER_OFFER if mask[COUNTER_OFFER] else WALK
    return OWN if g.decision == CONCEDE else NONE


@rule
def give(g: Game, mask: Array[int]) -> int:
    """Everything that is not civil goes to the other service, and whatever it asks for."""
    if g.decision == OFFER_ARMY:
        return nearest_amount(mask, 0 if g.actor == ARMY else int(g.total) - int(g.chosen_civil))
    if g.decision == ANSWER:
        return ACCEPT
    if g.decision == ESCORT_GRANT:
        return pick(mask, COUNTER, COUNTER + MAX_COUNTERS, 0)  # the first one
    return OTHER if g.decision == CONCEDE else NONE


@rule
def refuse(g: Game, mask: Array[int]) -> int:
    """Everything for itself, and nothing that the other service asks for."""
    if g.decision == ESCORT_GRANT:
        return REFUSE
    if g.decision == SUPPORT:
        return END
    return demand(g, mask, int(g.total), 0)


@rule
def stranger_action(
    habit: int, g: Game, s: Tables, rows: Array[Script], mask: Array[int], x: int, memo: Array[int]
) -> int:
    """A legal action; x is a random 32-bit number. mask: int8 (N_ACTIONS,), may be changed."""
    if habit == CAREFUL:
        return careful_action(g, s, mask, x)
    action = habitual(habit, g, mask)
    if action >= 0 and mask[action]:
        return action
    forbid(habit, g, s, mask)
    return script_action(g, s, rows, mask, x, memo)


@rule
def strangers(
    habit: int, games: Array[Game], tables: Array[Tables], rows: Array[Script], masks: np.ndarray,
    draws: Array[float], actions: Array[int],
) -> None:  # fmt: skip
    """For many games: draws float64 (M,), actions int64 (M,) is filled; masks may be changed."""
    for i in range(games.shape[0]):
        memo = np.full(MEMO, NONE)
        x = int(draws[i] * 4294967296.0)
        actions[i] = stranger_action(habit, games[i], tables[0], rows, masks[i], x, memo)


class Stranger:
    """Plays by one of the habits. name: of HABITS."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._habit, self._about = HABITS[name]
        self._rows = both(row_of("withdraw_in_time"))[0]
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed)

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        view = GamesView(env_view.scenario, env_view.records(), np.zeros(1, np.int64))
        return int(self.act_batch(None, mask[None], np.array([self._draws.next()]), view)[0])

    def act_batch(
        self, observations: Any, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        actions = np.empty(len(draws), np.int64)
        games, tables = view.records(), view.scenario.tables
        strangers(self._habit, games, tables, self._rows, masks.copy(), draws, actions)
        return actions

    def explain(self) -> str:
        return f"{self.name} {self._about}"


def _entry(name: str) -> Entry:
    def make(given: Mapping[str, Any]) -> Stranger:
        return Stranger(name)

    return Entry(make, {}, HABITS[name][1], GROUP)


ENTRIES: dict[str, Entry] = {name: _entry(name) for name in HABITS}
