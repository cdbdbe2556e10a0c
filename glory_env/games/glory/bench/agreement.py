"""How often policies would do the same in the same positions, each playing its likeliest action.

A family whose members agree with the network they began with as much as with each other has learnt
nothing of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from glory_env.bench import play_pairs
from glory_env.envs.agent import BatchAgent, make_agent
from glory_env.games.glory.bench.policies import is_network
from glory_env.games.glory.bench.positions import Asked, rows_of
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import OFFER_ARMY, OFFER_CIVIL, PLAYING

KEPT = 0.2  # share of the decisions that are kept, before as many are taken as are asked for
OFFERS = (OFFER_CIVIL, OFFER_ARMY)
_SEED = 20_261_127  # of the choice of positions


class _Decisions:
    """An observer for `play_pairs`: keeps games at some of the decisions with a choice."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self.records: list[np.ndarray] = []

    def __call__(self, games: np.ndarray, forced: np.ndarray, at: slice) -> None:
        asked = ~forced & (games["outcome"] == PLAYING)
        rows = np.flatnonzero(asked & (self._rng.random(len(games)) < KEPT))
        if len(rows) > 0:
            self.records.append(rows_of(games, rows))


def positions(
    names: Sequence[str], count: int, games: int, seed: int, scenario: Scenario, **options: Any
) -> np.ndarray:
    """At most `count` decisions of games that each agent plays with itself: GAME (M,)."""
    rng = np.random.default_rng(_SEED)
    kept = _Decisions(rng)
    for name in names:
        play_pairs(
            make_agent(name), make_agent(name), games, seed, scenario, observer=kept, **options
        )
    records = np.concatenate(kept.records)
    return rows_of(records, np.sort(rng.permutation(len(records))[:count]))


def likeliest(name: str, asked: Asked) -> np.ndarray:
    """What a policy would do in each position, int64 (M,); a script draws as it does in play."""
    agent: Any = make_agent(name)
    if is_network(agent):
        agent.deterministic = True
    player: BatchAgent = agent
    return asked.choose(player, asked.all(), 0)


def agreement(
    families: Mapping[str, Sequence[str]], records: np.ndarray, scenario: Scenario
) -> dict[str, Any]:
    """Mean share of the positions in which two members do the same, as plain values.

    families: by role. records: GAME (M,). "all": all positions, "offers": offers of tonnage alone;
    each by role and role, None for a family of one with itself.
    """
    asked = Asked(records, scenario)
    offers = np.isin(records["decision"], OFFERS)
    actions = {
        role: [likeliest(name, asked) for name in family] for role, family in families.items()
    }
    found: dict[str, Any] = {"positions": len(records), "of_offers": int(offers.sum())}
    for what, at in (("all", np.ones(len(records), np.bool_)), ("offers", offers)):
        found[what] = {
            one: {other: _mean(actions, one, other, at) for other in families} for one in families
        }
    return found


def _mean(
    actions: Mapping[str, Sequence[np.ndarray]], one: str, other: str, at: np.ndarray
) -> float | None:
    """Of two families: of all pairs of members, none with itself."""
    both = actions[one], actions[other]
    pairs = list(combinations(both[0], 2) if one == other else product(*both))
    if not pairs or not at.any():
        return None
    return round(float(np.mean([(a[at] == b[at]).mean() for a, b in pairs])), 4)
