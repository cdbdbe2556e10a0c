"""The options of a game of Empire of the Sun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from glory_env.core.errors import OptionError, shown, unknown
from glory_env.core.whole import whole_number
from glory_env.game.options import options_from
from glory_env.games.empire.switches import SWITCHES

MAX_BID = 15
FLAGS = ("tournament", "events", "al4_choice", "jp47_choice", "historical_hand")


@dataclass(frozen=True)
class Options:
    """How a game is played; every field is an argument of `empire_v0.env`.

    Args:
        tournament: the supply test of victory points in every scenario (16.47).
        rulings: other readings of the rulebook, switch -> value (`switches.SWITCHES`).
        bid: victory points that Japan begins with, -MAX_BID to MAX_BID: what the players have
            agreed on to make the game even (16.48, `empire_v0.auction`).
        events: cards may be played for their events; without them they are operations alone.
        al4_choice: in 1942 the Allies may begin with their card 4 (17.25 D).
        jp47_choice: in 1942 Japan may change a card for its card 47, if it has no military one
            (17.25 E).
        historical_hand: in 1942 Japan begins with its cards 3, 47 and 59 (17.25 F).
    """

    tournament: bool = False
    rulings: Mapping[str, str] = field(default_factory=dict)
    bid: int = 0
    events: bool = True
    al4_choice: bool = True
    jp47_choice: bool = True
    historical_hand: bool = False
    solo = False  # there is no such variant

    def __post_init__(self) -> None:
        for name in FLAGS:
            value = getattr(self, name)
            if not isinstance(value, bool | np.bool_):
                words = f"expected true or false, got {shown(value)}"
                raise OptionError(f"option {name!r}: {words}")
            object.__setattr__(self, name, bool(value))
        if not isinstance(self.rulings, Mapping):
            words = f"expected a dict of switch: value, got {shown(self.rulings)}"
            raise OptionError(f"option 'rulings': {words}")
        for name, value in self.rulings.items():
            if name not in SWITCHES:
                raise OptionError(unknown("ruling", str(name), SWITCHES))
            if value not in SWITCHES[name]:
                raise OptionError(
                    unknown(f"value for ruling {name!r}:", str(value), SWITCHES[name])
                )
        bid = whole_number(self.bid)
        if bid is None or abs(bid) > MAX_BID:
            words = f"expected {-MAX_BID} to {MAX_BID}, got {shown(self.bid)}"
            raise OptionError(f"option 'bid': {words}")
        object.__setattr__(self, "rulings", dict(self.rulings))
        object.__setattr__(self, "bid", bid)

    def write(self, games: np.ndarray) -> None:
        """Set the option fields of every game of the array."""
        for name in FLAGS:
            games[name] = getattr(self, name)
        games["vp_adjust"] = self.bid
        for code, (name, values) in enumerate(SWITCHES.items()):
            games["switch"][..., code] = values.index(self.rulings.get(name, values[0]))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for a record's header or a config file."""
        flags = {name: getattr(self, name) for name in FLAGS}
        return {**flags, "rulings": dict(self.rulings), "bid": self.bid}


make_options = partial(options_from, Options)
