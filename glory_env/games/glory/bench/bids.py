"""An agent whose offers are replaced, all its other decisions its own.

`Listener` keeps the offers that an agent makes. `Shuffled` names the split of an offer of another
game, of the same seat and turn; `Constant` names one split every time. A split is three shares of
the total. What is not legal goes to the nearest legal amount, first the civil one, then the army's.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from glory_env.envs.agent import BatchAgent, GamesView
from glory_env.games.glory.actions import AMOUNT
from glory_env.games.glory.bench.positions import nearest
from glory_env.games.glory.rules.tonnage import to_grid
from glory_env.games.glory.state import ARMY, CIVIL, NONE, OFFER_ARMY, OFFER_CIVIL, SERVICES, STEP


class Split(NamedTuple):
    """Shares of the total in an offer; together 1."""

    own: float
    other: float
    civil: float

    def by_seat(self, seat: int) -> tuple[float, float, float]:
        """Army, navy, civil for an offer of that seat."""
        army, navy = (self.own, self.other) if seat == ARMY else (self.other, self.own)
        return army, navy, self.civil


GRID = tuple(
    Split(round((1 - civil) * own, 4), round((1 - civil) * (1 - own), 4), civil)
    for civil in (0.3, 0.45, 0.6, 0.75)
    for own in (0.4, 0.6, 0.8)
)
Key = tuple[int, int, bool]  # seat, turn, whether it is the seat's first offer of the turn
Pool = Mapping[Key, np.ndarray]  # float64 (K, 3) each: army, navy, civil share of the total


class Wrapper:
    """Plays as another agent that plays in batches."""

    def __init__(self, agent: BatchAgent) -> None:
        self.agent = agent

    def reset(self, seat: str, seed: int) -> None:
        self.agent.reset(seat, seed)

    def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
        raise NotImplementedError("plays in batches only")

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        return self.agent.act_batch(observations, masks, draws, view)

    def explain(self) -> str:
        return self.agent.explain()


class Listener(Wrapper):
    """Plays as the agent does and keeps the split of each of its offers."""

    def __init__(self, agent: BatchAgent) -> None:
        super().__init__(agent)
        self._found: dict[Key, list[tuple[float, ...]]] = {}

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        actions = self.agent.act_batch(observations, masks, draws, view)
        games = view.records()
        for i in np.flatnonzero(games["decision"] == OFFER_ARMY):
            g = games[i]
            total, amount = int(g["total"]), int(actions[i] - AMOUNT) * STEP
            navy = int(to_grid(g, total)) - int(g["chosen_civil"]) - amount
            split = np.array([amount, navy, total - amount - navy]) / max(total, 1)
            self._found.setdefault(_key(g), []).append(tuple(split))
        return actions

    def pool(self) -> dict[Key, np.ndarray]:
        """All splits it has named."""
        return {key: np.array(splits) for key, splits in self._found.items()}


class Replaced(Wrapper):
    """Plays as the agent does, but for its offers."""

    def split(self, g: np.void) -> tuple[float, float, float] | None:
        """Army, navy and civil share to offer in a game, the same for both halves of an offer.

        None leaves the offer to the agent.
        """
        raise NotImplementedError

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        actions = np.array(self.agent.act_batch(observations, masks, draws, view), np.int64)
        games = view.records()
        half = (games["decision"] == OFFER_CIVIL) | (games["decision"] == OFFER_ARMY)
        for i in np.flatnonzero(half):
            split = self.split(games[i])
            if split is None:
                continue
            part = CIVIL if games["decision"][i] == OFFER_CIVIL else ARMY
            amount = nearest(masks[i], split[part] * int(games["total"][i]))
            actions[i] = amount if amount != NONE else actions[i]
        return actions


class Shuffled(Replaced):
    """Offers what it has offered in other games, in the same seat and turn.

    pool: of those games; which one it takes is a hash of the position. A first offer of a turn is
    replaced by a first one, a later one by a later one; without any the agent's own offer stands.
    """

    def __init__(self, agent: BatchAgent, pool: Pool) -> None:
        super().__init__(agent)
        self._pool = pool

    def split(self, g: np.void) -> tuple[float, float, float] | None:
        splits = self._pool.get(_key(g))
        if splits is None:
            return None
        parts = (g[name].tobytes() for name in ("turn", "actor", "offers", "total", "gp", "place"))
        army, navy, civil = splits[zlib.crc32(b"".join(parts)) % len(splits)]
        return float(army), float(navy), float(civil)


class Constant(Replaced):
    """Offers one split, whatever the position."""

    def __init__(self, agent: BatchAgent, split: Split) -> None:
        super().__init__(agent)
        self._by_seat = [split.by_seat(seat) for seat in range(len(SERVICES))]

    def split(self, g: np.void) -> tuple[float, float, float]:
        return self._by_seat[int(g["actor"])]


def _key(g: np.void) -> Key:
    seat, turn = int(g["actor"]), int(g["turn"])
    return seat, turn, bool(g["log_claim"][turn, seat] == NONE)
