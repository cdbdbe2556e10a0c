"""Persons who bargain, as models: fair, greedy, and greedy for two turns.

They answer talks with the legal actions of a person. On the board they play as the script
`withdraw_in_time`, which knows the rules.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glory_agents.glory.characters.bargain import by_needs, need
from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_agents.glory.scripted.named import row_of
from glory_env.envs.agent import GamesView
from glory_env.games.glory.actions import ACCEPT, AMOUNT, COUNTER_OFFER, MIDPOINT, OWN, WALK
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import ANSWER, CONCEDE, OFFER_ARMY, OFFER_CIVIL, STEP

SCRIPT = "withdraw_in_time"
Split = tuple[int, int]  # army and navy share, in units of 10,000 tons


class Person(NamedTuple):
    """How a person bargains. greedy: the turns in which he is so; in others he is fair."""

    name: str
    greedy: frozenset[int]


PERSONS = (
    Person("fair", frozenset()),
    Person("greedy", frozenset(range(1, 14))),
    Person("greedy in turns 4 and 5", frozenset((4, 5))),
)

# A fair person offers by needs; it takes so much of its share by needs, and less of a last offer.
CONTENT, AT_LAST = 0.7, 0.5
PATIENCE = 3  # offers of both in a turn after which a person makes no more
# A greedy one claims so much of its need, at most MOST of the total and less with each offer, gives
# the other so much of its need, and takes so much of its own.
CLAIMS, LESS, MOST, GIVES, TAKES = 1.5, 0.1, 0.5, 0.3, 1.0


class Bargainer:
    """A person as an agent that plays many games at once. talk: the option of the games."""

    def __init__(self, person: Person, talk: str = "off") -> None:
        self.person = person
        voice = {} if talk == "off" else {"voice": "honest"}
        self._board = ScriptedAgent(SCRIPT, row_of(SCRIPT, voice))

    def reset(self, seat: str, seed: int) -> None:
        self._board.reset(seat, seed)

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: object) -> int:
        raise NotImplementedError("plays many games at once")

    def explain(self) -> str:
        return self.person.name

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        """Actions int64 (M,)."""
        actions = self._board.act_batch(observations, masks, draws, view)
        games, s = view.records(), view.scenario.tables[0]
        for k in np.flatnonzero(np.isin(games["decision"], TALKS)):
            actions[k] = self._talk(games[k], s, masks[k])
        return actions

    def _talk(self, g: Game, s: Tables, mask: np.ndarray) -> int:
        is_greedy = int(g.turn) in self.person.greedy
        if g.decision == CONCEDE:
            return OWN if is_greedy else MIDPOINT
        if g.decision == ANSWER:
            return _answer(g, s, mask, is_greedy)
        army, navy = greedy_split(g, s) if is_greedy else by_needs(g, s)
        return AMOUNT + (int(g.total) - army - navy if g.decision == OFFER_CIVIL else army) // STEP


def greedy_split(g: Game, s: Tables) -> Split:
    """What a greedy person offers, the less for itself the more offers there were."""
    seat, total = int(g.actor), int(g.total)
    claims = (CLAIMS - LESS * int(g.offers)) * need(g, s, seat)
    own = int(min(claims, MOST * total)) // STEP * STEP
    rest = min(int(GIVES * need(g, s, 1 - seat)), total - own) // STEP * STEP
    return (rest, own) if seat else (own, rest)


def _answer(g: Game, s: Tables, mask: np.ndarray, is_greedy: bool) -> int:
    seat = int(g.actor)
    offered, share = int(g.offer[1 - seat, seat]), by_needs(g, s)[seat]
    can_go_on = bool(mask[COUNTER_OFFER]) and int(g.offers) <= PATIENCE
    if is_greedy:
        is_enough = offered >= min(TAKES * need(g, s, seat), MOST * int(g.total))
    else:
        is_enough = offered >= (CONTENT if can_go_on else AT_LAST) * share
    if is_enough:
        return ACCEPT
    return COUNTER_OFFER if can_go_on else WALK


TALKS = (OFFER_CIVIL, OFFER_ARMY, ANSWER, CONCEDE)
