"""The observation says what a decision is about: the same one never comes with other choices."""

from __future__ import annotations

from collections import Counter

import pytest

from glory_env.aleutians.state import DECISIONS, OPTIONAL_RULES
from glory_env.aleutians_v0 import Vector

GAMES, STEPS = 16, 2_000


@pytest.mark.parametrize(
    "options",
    [{}, {"setup": "what_if"}, {"setup": "free", "optional_rules": list(OPTIONAL_RULES)}],
    ids=["historical", "what_if", "free, all optional rules"],
)
def test_the_same_observation_has_the_same_choices(options):
    """Of random games, in which positions that look the same follow one another now and then."""
    games = Vector(GAMES, seed=7, **options)
    masks: dict[int, bytes] = {}
    again = 0
    differ: Counter[str] = Counter()
    for count in range(STEPS):
        for i in range(GAMES):
            seen, mask = hash(games.observations[i].tobytes()), games.masks[i].tobytes()
            again += seen in masks
            if masks.setdefault(seen, mask) != mask:
                differ[DECISIONS[int(games.games["decision"][i])]] += 1
        games.step(games.sample(3, count))
    assert again > 5
    assert differ == {}, differ
