"""Unknown options and values: one message that lists the valid ones, the nearest first."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import pytest

from glory_env import glory_v0, macro_v0
from glory_env.cli.envs import LADDER
from glory_env.core.errors import OptionError
from glory_env.games.glory.engine.options import make_options
from glory_env.glory_v0 import raw_env

ENVS = {
    "raw_env": glory_v0.raw_env,
    "env": glory_v0.env,
    "macro": macro_v0.parallel_env,
    "single": glory_v0.single_agent,
    "macro_single": macro_v0.MacroEnv,
}


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
        ({"survivl": 1}, ["unknown option 'survivl'", "did you mean 'survival'"]),
        ({"survival": "much"}, ["'survival': expected None or a number", "got 'much'"]),
        ({"shaping": -1}, ["'shaping': expected None or a number of at least 0, got -1"]),
        ({"scenario": "glroy"}, ["glory", "teaching"]),
        ({"max_offers": 0}, ["max_offers", "1 to 20", "0"]),
        ({"max_offers": 2.5}, ["max_offers", "2.5"]),
        ({"max_offers": -math.inf}, ["'max_offers': expected int, got -inf"]),
        ({"max_offers": math.nan}, ["'max_offers': expected int, got nan"]),
        ({"max_offers": 10**400}, ["'max_offers': expected 1 to 20"]),
        ({"grid": math.inf}, ["'grid': expected int, got inf"]),
        ({"break_off": math.inf}, ["'break_off': expected 0.0 to 1.0, got inf"]),
        ({"break_off": math.nan}, ["'break_off': expected 0.0 to 1.0, got nan"]),
        ({"civil_floor": 10**400}, ["'civil_floor': expected 0.0 to 1.0"]),
        ({"optional": 5}, ["'optional': expected a list", "got 5"]),
        ({"optional": "20-1"}, ["'optional': expected a list", "got '20-1'"]),
        ({"optional": [[1]]}, ["unknown optional rule [1]", "20-1", "20-2"]),
        ({"rulings": [1]}, ["'rulings': expected names with values", "got [1]"]),
        ({"rulings": {"absorbers": [1]}}, ["'absorbers': [1]", "box", "participants"]),
        ({"fixed_split": 5}, ["'fixed_split': expected 'needs' or two fractions", "got 5"]),
        ({"fixed_split": [[1], 0]}, ["'fixed_split': expected float, got [1]"]),
        ({"deadlock": ["lot"]}, ["'deadlock': ['lot']", "valid are"]),
        ({"grid": 7}, ["grid", "multiple of 5"]),
        ({"break_off": 0.123}, ["break_off", "per cents"]),
        ({"civil_floor": 1.5}, ["civil_floor", "1.5"]),
        ({"fixed_split": (0.8, 0.5)}, ["fixed_split", "more than 1"]),
        ({"solo": True}, ["solo_v0"]),
        ({"handicap": "balancd"}, ["did you mean 'balanced'", "none"]),
        ({"handicap": {"flor": 5}}, ["did you mean 'floor'", "lead_army", "escorts"]),
        ({"handicap": {"floor": 7}}, ["floor: expected a multiple of 5 from -300 to 300, got 7"]),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.parametrize("kind", ENVS)
def test_wrong_options_are_explained(kind: str, given: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        ENVS[kind](**given)
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize("name", ["also", "self", "option"])
def test_an_option_of_any_name_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=f"unknown option '{name}'"):
        make_options(**{name: ["x"]})


@pytest.mark.parametrize("name", LADDER)
def test_an_unknown_option_is_a_type_error_too(name: str) -> None:
    """As TorchRL's GymEnv does: it tries a keyword, and takes the error that Python raises."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as error:
        gymnasium.make(name, frameskip=1)
    assert isinstance(error.value, OptionError)


def test_near_misses_come_first() -> None:
    with pytest.raises(OptionError) as error:
        raw_env(negotiation="seald")
    listed = str(error.value).split("valid are ")[1]
    assert listed.split(", ") == ["sealed", "alternating", "fixed"]
