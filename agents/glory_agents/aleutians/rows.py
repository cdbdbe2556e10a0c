"""The scripted plan as a row of parameters, and the rows that have a name.

One script plays both sides. What differs from plan to plan is a number of this row; `reach` has a
value for each side, since Japan comes from the west and the Allies from the east.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_agents.script_rows import Parameter, explained, filled, script_record

PARAMETERS = (
    Parameter("japan_reach", "i8", 1, 15, "column of the map up to which Japan lands, eastward"),
    Parameter("allied_reach", "i8", 1, 15, "column up to which the Allies land, westward"),
    Parameter("by_strategy", "i8", 0, 1, "1: the strategy rolled moves the reach"),
    Parameter("odds", "f8", 0, 10, "strength of a landing, as a multiple of the defence"),
    Parameter("guard", "i8", 0, 40, "strength that should stay at a place, for each of its VP"),
    Parameter("reserve", "i8", 0, 7, "SP that are left after a second phase is paid"),
    Parameter("boldness", "f8", 0, 10, "guns for a surface battle, as a multiple of the enemy's"),
    Parameter("raids", "i8", 0, 20, "power from which aircraft bomb places; 20: hardly ever"),
    Parameter("mass", "i8", 0, 1, "1: transports gather in one fleet"),
    Parameter("rush", "i8", 0, 12, "turn up to which Japan lands on all undefended places with VP"),
    Parameter("linger", "i8", 0, 1, "1: fleets of that plan with troops left stay at sea"),
    Parameter("answer", "i8", 0, 12, "turn up to which the Allies garrison and retake at once"),
)
SCRIPT = script_record(PARAMETERS)

_BASE: dict[str, Any] = {
    "japan_reach": 11,
    "allied_reach": 12,
    "by_strategy": 1,
    "odds": 2.0,
    "guard": 16,
    "reserve": 1,
    "boldness": 1.2,
    "raids": 2,
    "mass": 1,
    "rush": 0,
    "linger": 0,
    "answer": 0,
}

_AGGRESSIVE: dict[str, Any] = {
    "japan_reach": 1,
    "allied_reach": 15,
    "by_strategy": 0,
    "odds": 1.0,
    "guard": 4,
    "reserve": 0,
    "boldness": 0.7,
    "raids": 2,
}

# name -> (one line about it, what differs from the historical plan)
NAMED: dict[str, tuple[str, dict[str, Any]]] = {
    "historical": (
        "Japan takes and holds Attu and Kiska; the Allies come back by way of Adak",
        {},
    ),
    "aggressive": (
        "lands wherever it can, with less strength, and spends its supply",
        _AGGRESSIVE,
    ),
    "defensive": (
        "holds what it has in strength and attacks only where it is far stronger",
        {"japan_reach": 11, "allied_reach": 11, "by_strategy": 0, "odds": 2.5, "guard": 16,
         "reserve": 2, "boldness": 2.0, "raids": 8},
    ),
    "rush": (
        "as Japan a unit ashore on each undefended place with VP in turns 1 and 2; then aggressive",
        {**_AGGRESSIVE, "guard": 0, "rush": 2},
    ),
    "guard": (
        "as the Allies garrisons and landings at once where Japan has landed; then aggressive",
        {**_AGGRESSIVE, "answer": 4},
    ),
}  # fmt: skip


PROPOSERS = tuple(NAMED)  # whose answers planners and hints try
BEST = {"japan": "rush", "allies": "guard"}  # the strongest script of each side


def script_row(name: str, given: Mapping[str, Any] | None = None) -> np.ndarray:
    """The row of a named plan, SCRIPT (1,), with some parameters changed.

    AgentError for a parameter outside its range.
    """
    return filled(SCRIPT, PARAMETERS, {**_BASE, **NAMED[name][1]}, given)


def meanings(name: str) -> dict[str, str]:
    """Parameter -> what it means, with the value the named plan has."""
    return explained(PARAMETERS, {**_BASE, **NAMED[name][1]})
