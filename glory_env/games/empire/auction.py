"""Bids for a side before a game of one or more years (R16.48-b, E-544).

settled = auction(Bid("japan", 1), Bid("japan", 0))
env = empire_v0.env(scenario="year_1943", bid=settled.bid)  # the first player has Japan
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

from glory_env.core.errors import OptionError, shown, unknown
from glory_env.core.whole import whole_number
from glory_env.games.empire.definition import SEATS
from glory_env.games.empire.options import MAX_BID

DIE = 10


@dataclass(frozen=True)
class Bid:
    """What a player writes down: the side it wants and the victory points it gives for it, 0 to 15.

    OptionError names what is wrong.
    """

    side: str
    points: int = 0

    def __post_init__(self) -> None:
        if self.side not in SEATS:
            raise OptionError(unknown("side", self.side, SEATS))
        points = whole_number(self.points)
        if points is None or not 0 <= points <= MAX_BID:
            raise OptionError(f"points: expected 0 to {MAX_BID}, got {shown(self.points)}")


class Settled(NamedTuple):
    """seats: the side of the first and of the second player. bid: the option of the game."""

    seats: tuple[str, str]
    bid: int


def auction(first: Bid, second: Bid, seed: int | None = None) -> Settled:
    """Who plays which side, and the points that Japan begins with.

    If both want the same side, the higher bid gets it and pays alone; equal ones throw a ten-sided
    die, of seed. Else each has its side, and both pay.
    """
    japan, allies = SEATS
    if first.side != second.side:
        given = {first.side: first.points, second.side: second.points}
        return Settled((first.side, second.side), given[allies] - given[japan])
    rng = random.Random(seed)
    bids = first.points, second.points
    while bids[0] == bids[1]:
        bids = rng.randint(1, DIE), rng.randint(1, DIE)
    has_won = bids[0] > bids[1]
    paid = (first if has_won else second).points
    other = allies if first.side == japan else japan
    seats = (first.side, other) if has_won else (other, first.side)
    return Settled(seats, -paid if first.side == japan else paid)
