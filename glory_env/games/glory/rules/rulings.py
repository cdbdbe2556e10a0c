"""The named switches: readings of the rulebook that differ from the recommended one.

Each entry: name -> (number of the switch, {value: its state}, rule id, what it decides). The first
value is the default. Readings without a switch are listed in docs/rulings.md.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_env.games.glory.state import (
    ABSORB_IN_BOX,
    BATTLES_FIXED,
    BONUS_ONCE,
    LATE_FLOOR,
    LATE_SIX,
    NET_TURN_END,
    STACK_MODIFIERS,
)

OPTIONAL_RULES = {"20-1": LATE_SIX, "20-2": LATE_FLOOR}


class Ruling(NamedTuple):
    """A switch: its number, values with the states they set (first = default), id, meaning."""

    code: int
    values: dict[Any, int]
    rule_id: str
    meaning: str


RULINGS = {
    "base_bonus_repeats": Ruling(
        BONUS_ONCE,
        {True: 0, False: 1},
        "A-02",
        "the bonus for a marker in base Ch is paid at every turn update, not only the first time",
    ),
    "absorbers": Ruling(
        ABSORB_IN_BOX,
        {"participants": 0, "box": 1},
        "A-11",
        "which units may take damage for a loss: those that fought, or every own unit in the box",
    ),
    "stack_die_modifiers": Ruling(
        STACK_MODIFIERS,
        {False: 0, True: 1},
        "A-18",
        "whether several carriers may add their +1 to the same die",
    ),
    "check_net_in_15_2": Ruling(
        NET_TURN_END,
        {False: 0, True: 1},
        "A-27",
        "test the floor once for all changes of step 15-2 instead of after every penalty",
    ),
    "retreat_opens_battle": Ruling(
        BATTLES_FIXED,
        {True: 0, False: 1},
        "A-15",
        "a marker driven into a box with Active army units must be fought there as well",
    ),
}
