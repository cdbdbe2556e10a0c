"""The options of a game of the Aleutians Campaign."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from glory_env.core.errors import OptionError, shown, unknown
from glory_env.core.whole import whole_number
from glory_env.game.options import options_from
from glory_env.games.aleutians.state import OPTIONAL_RULES, SETUPS, SWITCHES

MAX_BID = 10


@dataclass(frozen=True)
class Options:
    """How a game is played; every field is an argument of `aleutians_v0.env`.

    Args:
        setup: historical; what_if: the Japanese fleets A, B and C begin at Adak, not found; or
            free: both sides place their units, in secret.
        optional_rules: rules of chapter 16 that are used, by name (`state.OPTIONAL_RULES`).
        rulings: other readings of the rulebook that are switched on, by name (`state.SWITCHES`).
        bid: VP that Japan begins with, -MAX_BID to MAX_BID: what the players have agreed on to make
            the game even. They count like any others (4.1).
    """

    setup: str = "historical"
    optional_rules: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    bid: int = 0
    solo = False  # there is no such variant

    def __post_init__(self) -> None:
        for option in ("optional_rules", "rulings"):
            given = getattr(self, option)
            if not isinstance(given, (list, tuple)):
                raise OptionError(f"option {option!r}: expected a list of names, got {given!r}")
            object.__setattr__(self, option, tuple(given))
        if self.setup not in SETUPS:
            raise OptionError(unknown("value for option 'setup':", self.setup, SETUPS))
        for name in self.optional_rules:
            if name not in OPTIONAL_RULES:
                raise OptionError(unknown("optional rule", name, OPTIONAL_RULES))
        for name in self.rulings:
            if name not in SWITCHES:
                raise OptionError(unknown("ruling", name, SWITCHES))
        bid = whole_number(self.bid)
        if bid is None or abs(bid) > MAX_BID:
            words = f"expected {-MAX_BID} to {MAX_BID}, got {shown(self.bid)}"
            raise OptionError(f"option 'bid': {words}")
        object.__setattr__(self, "bid", bid)

    def write(self, games: np.ndarray) -> None:
        """Set the option fields of every game of the array."""
        games["opt_setup"] = SETUPS.index(self.setup)
        games["opt_bid"] = self.bid
        for code, name in enumerate(OPTIONAL_RULES):
            games["opt_rules"][..., code] = name in self.optional_rules
        for code, name in enumerate(SWITCHES):
            games["switch"][..., code] = name in self.rulings

    def as_dict(self) -> dict[str, Any]:
        """Plain values for a record's header or a config file."""
        names = {"optional_rules": list(self.optional_rules), "rulings": list(self.rulings)}
        plain = {**asdict(self), **names}
        return {key: value for key, value in plain.items() if key != "bid" or value}


make_options = partial(options_from, Options)
