"""The named switches: readings of the rulebook that differ from the recommended one.

Each entry: name -> (field of the record, {value: number}, rule id, what it decides). The first
value is the default. Readings without a switch are listed in docs/rulings.md.
"""

from __future__ import annotations

from typing import Any, NamedTuple

OPTIONAL_RULES = {"20-1": "opt_late_six", "20-2": "opt_late_floor"}


class Ruling(NamedTuple):
    """A switch: record field, values with their codes (first = default), id, meaning."""

    field: str
    values: dict[Any, int]
    rule_id: str
    meaning: str


RULINGS = {
    "base_bonus_repeats": Ruling(
        "rul_bonus_once",
        {True: 0, False: 1},
        "A-02",
        "the bonus for a marker in base Ch is paid at every turn update, not only the first time",
    ),
    "absorbers": Ruling(
        "rul_absorb_in_box",
        {"participants": 0, "box": 1},
        "A-11",
        "which units may take damage for a loss: those that fought, or every own unit in the box",
    ),
    "stack_die_modifiers": Ruling(
        "rul_stack_modifiers",
        {False: 0, True: 1},
        "A-18",
        "whether several carriers may add their +1 to the same die",
    ),
    "check_net_in_15_2": Ruling(
        "rul_net_turn_end",
        {False: 0, True: 1},
        "A-27",
        "test the floor once for all changes of step 15-2 instead of after every penalty",
    ),
    "retreat_opens_battle": Ruling(
        "rul_battles_fixed",
        {True: 0, False: 1},
        "A-15",
        "a marker driven into a box with Active army units must be fought there as well",
    ),
}
