"""Games to train in: which seats learn, who plays the others, and what the episodes came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from glory_env.envs.agent import GamesView
from glory_env.envs.vector import SKIP, GameVector
from glory_env.games import game

BOTH = "both"  # in place of the seat that learns

# begin(games, slots, random numbers) prepares games that begin, where they differ in more than the
# dice.
Begin = Callable[[GameVector, np.ndarray, np.random.Generator], None]


class Partner(Protocol):
    """What plays the other seat: the batched half of `glory_env.envs.agent.Agent`."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray: ...


class Episodes(NamedTuple):
    """Episodes of learning seats that have ended, one row each."""

    finals: np.ndarray  # GAME, as the games ended
    seats: np.ndarray  # int8, the learning seat
    returns: np.ndarray  # float64, sum of the rewards of the transitions, shaping included
    outcomes: np.ndarray  # float64, the reward of the outcome alone
    decisions: np.ndarray  # int64, transitions


class TrainingGames:
    """N games of a `GameVector` with the partners of the seats that do not learn.

    n: games. partners: who plays the other seat, drawn for each game with the given weights
    and kept to its end; they may be set later (`set_partners`), but before the first game.
    seat: the seat that learns, by name; BOTH: one that is drawn for each game.
    seed: of dice, seats, partners and the partners' play. reward, shaping, survival: as for the
    vector; `set_shaping` and `set_survival` change them. begin: what else is drawn for each game.
    solo_share: of the games, those that always play under solo rules, in a game that has them;
    seats, partners and reward are those of the other games. vector: of which game; None: the first
    one. options: as for the vector.

    `seconds` tells how long the engine (rules, masks, observations) and the partners took so far.
    """

    def __init__(
        self,
        n: int,
        scenario: Any = None,
        *,
        partners: Sequence[Partner] = (),
        weights: Sequence[float] | None = None,
        seat: str = BOTH,
        seed: int = 0,
        reward: Any = "selfish",
        begin: Begin | None = None,
        shaping: float | None = None,
        survival: float | None = None,
        solo_share: float = 0.0,
        vector: type[GameVector] | None = None,
        **options: Any,
    ) -> None:
        self._prepare = begin
        self.games = (vector or game().vector())(
            n, scenario, seed=seed, reward=reward, shaping=shaping, survival=survival, **options
        )
        if solo_share:
            self.games.games["opt_solo"][: round(solo_share * n)] = True
            self.games.refresh()
        self.set_partners(partners, weights)
        self._seat = None if seat == BOTH else self.games.definition.seats.index(seat)
        self._reward = reward
        self.shaping = shaping or 0.0
        self.survival = survival or 0.0
        self.seconds = {"engine": 0.0, "partners": 0.0}
        self._rng = np.random.default_rng(seed)
        self._slots = np.arange(n)
        self._partner_of = np.empty(n, object)
        self._partner_ids = np.zeros(n, np.int64)
        self._ended: list[tuple[Any, ...]] = []

    def set_partners(
        self, partners: Sequence[Partner], weights: Sequence[float] | None = None
    ) -> None:
        """Who plays the other seat in games that begin from now on."""
        share = np.ones(len(partners)) if weights is None else np.asarray(weights, float)
        self.partners = tuple(partners)
        self._bounds = np.cumsum(share / share.sum())[:-1]

    def set_shaping(self, weight: float) -> None:
        """The weight of the potential from now on, 0 for none; games in play go on."""
        self.shaping = weight
        self._pay(weight, shaping=1.0)
        self.games.refresh()

    def set_survival(self, weight: float) -> None:
        """What a turn that begins pays from now on."""
        if weight != self.survival:  # a game need not have it
            self.survival = weight
            self._pay(weight, survival=1.0)

    def _pay(self, weight: float, shaping: float = 0.0, survival: float = 0.0) -> None:
        """Write a weight where the parameters of the reward have one of the two."""
        params = self.games.definition.reward
        unit = params(self._reward, shaping, survival) - params(self._reward, 0.0, 0.0)
        self.games.params[:, unit != 0] = weight * unit[unit != 0]

    def drain(self) -> Episodes:
        """The episodes that have ended since the last call."""
        finals, seats, returns, outcomes, decisions = (
            zip(*self._ended, strict=True) if self._ended else ((),) * 5
        )
        self._ended = []
        return Episodes(
            np.array(list(finals), self.games.definition.record),
            np.array(seats, np.int8),
            np.array(returns, float),
            np.array(outcomes, float),
            np.array(decisions, np.int64),
        )

    def _draw_seats(self, count: int) -> np.ndarray:
        """The seats that learn in so many games that begin, int64 (count,)."""
        drawn = self._rng.integers(2, size=count)
        return drawn if self._seat is None else np.full_like(drawn, self._seat)

    def _draw_partners(self, slots: np.ndarray) -> None:
        """Games that begin: who plays the seats that do not learn, and what both are paid for."""
        drawn = np.searchsorted(self._bounds, self._rng.random(len(slots)), side="right")
        for slot, k in zip(slots, drawn, strict=True):
            self._partner_of[slot] = self.partners[k]
            self._partner_ids[slot] = id(self.partners[k])
        if self._prepare is not None:
            self._prepare(self.games, slots, self._rng)

    def _partners_actions(self, waiting: np.ndarray) -> np.ndarray:
        """int64 (N,): the partners' actions where they are waited for, elsewhere SKIP."""
        start = time.perf_counter()
        actions = np.full(len(self._slots), SKIP)
        draws = self._rng.random(len(self._slots))
        for at in self._slots_by_partner(waiting):
            actions[at] = self._partner_of[at[0]].act_batch(
                self.games.full_observations[at],
                self.games.masks[at],
                draws[at],
                GamesView(self.games.scenario, self.games.games, at, self.games.definition),
            )
        self.seconds["partners"] += time.perf_counter() - start
        return actions

    def _slots_by_partner(self, slots: np.ndarray) -> list[np.ndarray]:
        """The slots in groups that share a partner."""
        ids = self._partner_ids[slots]
        return [slots[ids == one] for one in np.unique(ids)]

    def _note(self, slot: int, seat: int, total: float, decisions: int) -> None:
        """Keep a finished game of a learning seat for `drain`."""
        games, paid = self.games, np.zeros(2)
        games.definition.kernels.pay(
            games.finals, slot, games.scenario.tables, games.params[slot], paid
        )
        self._ended.append((games.finals[slot].copy(), seat, total, paid[seat], decisions))


def is_solo(games: np.ndarray) -> np.ndarray:
    """Whether one side decides for both seats, bool of the records' shape."""
    if "opt_solo" not in (games.dtype.names or ()):
        return np.zeros(games.shape, np.bool_)
    solo: np.ndarray = games["opt_solo"] > 0
    return solo
