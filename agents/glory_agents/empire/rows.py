"""The script as a row of parameters, and the rows that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_agents.script_rows import Parameter, explained, filled, script_record
from glory_env.core.record import record
from glory_env.games.empire.state import COLUMNS, MAX_PLACES, MAX_UNITS

PARAMETERS = (
    Parameter("goals", "f8", 0, 5, "weight of the plan's operations; 0: there is no plan"),
    Parameter("points", "f8", 0, 5, "weight of the victory points that a hex brings nearer"),
    Parameter("progress", "f8", 0, 3, "points of a hex that is progress of the war for the Allies"),
    Parameter("denial", "f8", 0, 3, "points of such a hex that Japan takes back"),
    Parameter("steps", "f8", 0, 2, "points that an enemy step is worth"),
    Parameter("own", "f8", 0, 2, "points that an own step is worth"),
    Parameter("least", "f8", 0, 5, "points below which a hex is left alone"),
    Parameter("odds", "f8", 0, 5, "strength that reacts, as a multiple of the enemy's"),
    Parameter("noise", "f8", 0, 2, "how much of a valuation is drawn"),
    Parameter("agreement", "i8", 0, 1, "1: a card of three operations ends the rivalry"),
    Parameter("china", "f8", 0, 1, "least chance for an attack in China; 1: never"),
)
SCRIPT = script_record(PARAMETERS)

MOST_UNITS = 64  # that an HQ may call
SUMMARY = (
    "an_attack", "an_hits", "an_steps", "gc_attack", "gc_hits", "gc_steps", "last_hits",
    "last_attack", "hqs",
)  # fmt: skip
# What the design of an offensive works on (`design.py`)
DESIGN = record(
    [
        ("side", "i8"),
        ("ov", "i8"),
        ("count", "i8"),
        ("mine", "i8", (MOST_UNITS,)),  # units there are for it
        ("shores", "i8", (MOST_UNITS, 2, COLUMNS)),  # bitmaps where they land: alone, with carriers
        ("goal", "i8", (MAX_UNITS,)),  # hex each unit goes for, or NONE
        ("worth", "f8", (MAX_PLACES,)),
        ("enemies", "i8", (MAX_PLACES, len(SUMMARY))),
        ("near", "i8", (MAX_PLACES,)),  # the nearest own airfield, NONE: nobody comes there
        ("done", "i1", (MAX_PLACES,)),
    ]
)

_PLAN: dict[str, Any] = {
    "goals": 1.0,
    "points": 1.0,
    "progress": 0.35,
    "denial": 1.2,
    "steps": 0.25,
    "own": 0.25,
    "least": 0.15,
    "odds": 0.8,
    "noise": 0.0,
    "agreement": 0,
    "china": 1.0,
}

# name -> (one line about it, what differs from the plan)
NAMED: dict[str, tuple[str, dict[str, Any]]] = {
    "careful": (
        "attacks and lands where it can, by chance, without the plainly bad choices",
        {
            "goals": 0.0,
            "points": 0.0,
            "denial": 0.35,
            "steps": 0.08,
            "own": 0.06,
            "least": 0.02,
            "noise": 1.0,
            "china": 0.5,
        },
    ),
    "plan": (
        "a list of operations of each side, in order, and what they cost and bring",
        {},
    ),
}


def script_row(name: str, given: Mapping[str, Any] | None = None) -> np.ndarray:
    """The row of a named script, SCRIPT (1,), with some parameters changed.

    AgentError for a parameter outside its range.
    """
    return filled(SCRIPT, PARAMETERS, {**_PLAN, **NAMED[name][1]}, given)


def meanings(name: str) -> dict[str, str]:
    """Parameter -> what it means, with the value the named script has."""
    return explained(PARAMETERS, {**_PLAN, **NAMED[name][1]})
