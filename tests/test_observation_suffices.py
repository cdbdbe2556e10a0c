"""The observation says what a decision is about: the same one never comes with other choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from glory_agents.glory.careful import careful_all
from glory_env import aleutians_v0
from glory_env.envs.vector import GameVector
from glory_env.games.aleutians.state import OPTIONAL_RULES
from glory_env.games.glory.envs import GloryVector

GAMES, STEPS = 16, 2_000
FREE = {"setup": "free", "optional_rules": list(OPTIONAL_RULES)}


def choose(games: GameVector, count: int) -> np.ndarray:
    """Random play; in Glory careful, for other games end in turn 3."""
    if not isinstance(games, GloryVector):
        return games.sample(3, count)
    actions = np.empty(games.n, np.int64)
    careful_all(games.games, games.scenario.tables, games.masks, 3, count, actions)
    return actions


@pytest.mark.parametrize(
    "make",
    [
        lambda: GloryVector(GAMES, seed=7),
        lambda: GloryVector(GAMES, "teaching", seed=7),
        lambda: aleutians_v0.Vector(GAMES, seed=7),
        lambda: aleutians_v0.Vector(GAMES, seed=7, setup="what_if"),
        lambda: aleutians_v0.Vector(GAMES, seed=7, **FREE),
    ],
    ids=["glory", "teaching", "aleutians", "aleutians, what if", "aleutians, free"],
)
def test_the_same_observation_has_the_same_choices(make: Callable[[], GameVector]):
    """Positions that look the same follow one another now and then."""
    games = make()
    masks: dict[int, bytes] = {}
    again = 0
    differ: Counter[str] = Counter()
    for count in range(STEPS):
        for i in range(GAMES):
            seen, mask = hash(games.observations[i].tobytes()), games.masks[i].tobytes()
            again += seen in masks
            if masks.setdefault(seen, mask) != mask:
                differ[games.definition.decisions[int(games.games["decision"][i])].name] += 1
        games.step(choose(games, count))
    assert again > 5
    assert not differ, differ
