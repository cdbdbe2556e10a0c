"""Handicaps: what may be given to the option `handicap`, and the ones with a name.

`rules.handicap` plays them. A record, and every header, has the numbers and not the name, so a
game says by itself how it is played. A number that changes nothing is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from glory_env.core.errors import OptionError, shown, unknown
from glory_env.core.whole import whole_number
from glory_env.games.glory.state import (
    H_BATTLE_LOSSES,
    H_CONVOY_LOSSES,
    H_LEAD,
    H_OCCUPATION_LOSSES,
    HANDICAP,
    NAVY,
    STEP,
)

NO_HANDICAP = "none"
NORMAL = "normal"  # the same, as people choose it
FOR_PEOPLE = ("gentle", "easy", NORMAL, "hard")
UNCHANGED = 100  # per cent of the losses of convoys, battles and occupation


class Limits(NamedTuple):
    """Lowest and highest value of a key, the step between values, the one that changes nothing."""

    low: int
    high: int
    step: int = 1
    usual: int = 0


# By HANDICAP. A lead of 0 would be the scenario's: none can be given, so none is left out.
LIMITS = {
    "start": Limits(-300, 300, STEP),
    "floor": Limits(-300, 300, STEP),
    "convoy_losses": Limits(0, 300, usual=UNCHANGED),
    "lead_army": Limits(1, 99),
    "lead_navy": Limits(1, 99),
    "escorts": Limits(0, 20),
    "battle_losses": Limits(0, UNCHANGED, usual=UNCHANGED),
    "occupation_losses": Limits(0, 300, usual=UNCHANGED),
}
HANDICAPS: dict[str, dict[str, int]] = {
    NO_HANDICAP: {},
    # How hard the game is for people, measured with models of them (tests/play/beginners.py;
    # docs/play.md has the table).
    "gentle": {"convoy_losses": 30, "battle_losses": 30, "occupation_losses": 60},
    "easy": {"convoy_losses": 50, "battle_losses": 30, "occupation_losses": 60},
    NORMAL: {},
    "hard": {"start": -50, "floor": 50, "convoy_losses": 115},
    # Two cooperative networks win about as often (tests/test_handicap.py; docs/rulings.md has the
    # command): in completed games the army is about ten points ahead.
    "balanced": {"lead_army": 20, "lead_navy": 1},
}


def handicap_of(given: Any) -> dict[str, int]:
    """The numbers of a handicap by key, those that change something; OptionError.

    given: a name of HANDICAPS, or numbers by key (keys of LIMITS).
    """
    if isinstance(given, str):
        if given not in HANDICAPS:
            raise OptionError(unknown("handicap", given, HANDICAPS))
        return dict(HANDICAPS[given])
    if not isinstance(given, Mapping):
        words = f"{', '.join(HANDICAPS)} or numbers like {{floor: -20}}"
        raise OptionError(f"option 'handicap': expected {words}, got {shown(given)}")
    for key in given:
        if key not in tuple(LIMITS):
            raise OptionError(unknown("key of option 'handicap'", key, LIMITS))
    numbers = {key: _number(key, given[key]) for key in LIMITS if key in given}
    return {key: value for key, value in numbers.items() if value != LIMITS[key].usual}


def name_of(numbers: Mapping[str, int]) -> str | None:
    """The name of a handicap, as people choose it where it has two; None for other numbers.

    numbers: of `handicap_of`.
    """
    names = [name for name, one in HANDICAPS.items() if one == dict(numbers)]
    return next((name for name in FOR_PEOPLE if name in names), names[0] if names else None)


def _number(key: str, value: Any) -> int:
    low, high, step, _ = LIMITS[key]
    number = whole_number(value)
    if number is None or not low <= number <= high or number % step:
        words = f"{low} to {high}" if step == 1 else f"a multiple of {step} from {low} to {high}"
        raise OptionError(f"option 'handicap': {key}: expected {words}, got {shown(value)}")
    return number


def write_handicap(games: np.ndarray, numbers: Mapping[str, int]) -> None:
    """Set the field of every game of a GAME array; numbers: of `handicap_of`."""
    games["opt_handicap"] = [numbers.get(key, LIMITS[key].usual) for key in HANDICAP]
    for losses in (H_CONVOY_LOSSES, H_BATTLE_LOSSES, H_OCCUPATION_LOSSES):
        games["opt_handicap"][..., losses] -= UNCHANGED


def margins(finals: np.ndarray, tables: Any) -> np.ndarray:
    """int64 (N, 2): the lead in GP that wins for army and navy in each of the games, GAME (N,)."""
    own = finals["opt_handicap"][:, H_LEAD : H_LEAD + NAVY + 1].astype(np.int64)
    return np.where(own > 0, own, int(tables["margin"]))
