"""Unknown options and values: one message that lists the valid ones, the nearest first."""

from __future__ import annotations

from typing import Any

import pytest

from glory_env import glory_v0
from glory_env.glory_v0 import raw_env
from glory_env.options import OptionError

DOORS = {"raw_env": glory_v0.raw_env, "env": glory_v0.env}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"negotation": "sealed"}, ["negotation", "did you mean 'negotiation'", "deadlock"]),
        ({"negotiation": "seald"}, ["seald", "did you mean 'sealed'", "alternating", "fixed"]),
        ({"deadlock": "jankn"}, ["did you mean 'janken'", "lot", "pro_rata"]),
        ({"production": "navy"}, ["'navy_first'", "joint_vote"]),
        ({"optional": ["20-3"]}, ["20-3", "20-1", "20-2"]),
        ({"rulings": {"absorber": "box"}}, ["did you mean 'absorbers'"]),
        ({"rulings": {"absorbers": "boxes"}}, ["did you mean 'box'", "participants"]),
        ({"render_mode": "rgb"}, ["did you mean 'rgb_array'", "ansi"]),
        ({"reward": "selfsh"}, ["did you mean 'selfish'"]),
        ({"scenario": "glroy"}, ["glory", "teaching"]),
        ({"max_offers": 0}, ["max_offers", "1 to 20", "0"]),
        ({"max_offers": 2.5}, ["max_offers", "2.5"]),
        ({"grid": 7}, ["grid", "multiple of 5"]),
        ({"break_off": 0.123}, ["break_off", "per cents"]),
        ({"civil_floor": 1.5}, ["civil_floor", "1.5"]),
        ({"fixed_split": (0.8, 0.5)}, ["fixed_split", "more than 1"]),
        ({"solo": True}, ["solo_v0"]),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.parametrize("door", DOORS)
def test_wrong_options_are_explained(door: str, given: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        DOORS[door](**given)
    for word in words:
        assert word in str(error.value)


def test_near_misses_come_first() -> None:
    with pytest.raises(OptionError) as error:
        raw_env(negotiation="seald")
    listed = str(error.value).split("valid are ")[1]
    assert listed.split(", ") == ["sealed", "alternating", "fixed"]
