"""Which agents play each other, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from glory_env.games.glory.bench.policies import is_slow, uses_objective
from glory_env.games.glory.state import SERVICES


class Pairing(NamedTuple):
    """Two agents, the attitude they are given, and where the game is not the configured one.

    games: how many, 0 for as many as are configured. variant: key of a `variants.Variant`.
    observed: with an `Observer`'s columns. ablation: of `ablated.ablated`, of both agents, or of
    the one in the seat `ablated` alone.
    """

    army: str
    navy: str
    angle: float = 0.0
    deadlock: str = ""
    talk: str = ""
    solo: bool = False
    games: int = 0
    variant: str = ""
    observed: bool = False
    ablation: str = ""
    ablated: str = ""

    @property
    def is_slow(self) -> bool:
        """Whether a planner takes part: it plays game by game."""
        return is_slow(self.army) or is_slow(self.navy)

    @property
    def key(self) -> str:
        """In words, for results and messages."""
        extras = [f"{self.angle:g} degrees"] if self.angle else []
        extras += [self.deadlock] if self.deadlock else []
        extras += [f"{self.talk} talk"] if self.talk else []
        extras += ["solo"] if self.solo else []
        extras += [f"{self.games} games"] if self.games else []
        extras += [self.variant] if self.variant else []
        extras += [" ".join(filter(None, (self.ablation, self.ablated)))] if self.ablation else []
        return f"{self.army} | {self.navy}" + (f" ({', '.join(extras)})" if extras else "")


Side = tuple[Pairing, str]  # a pairing, and the seat ("army", "navy") looked at in it
Source = tuple[Pairing, str]  # a pairing, and one of its columns


def pairing(army: str, navy: str, angle: float = 0.0, **more: Any) -> Pairing:
    """A pairing; agents that do not look at the angle play the same games at every one."""
    used = uses_objective(army) or uses_objective(navy)
    return Pairing(army, navy, angle if used else 0.0, **more)


def seatings(policy: str, partner: str, **more: Any) -> list[Side]:
    """A policy with a partner, both ways round, and the seat it has in each."""
    army, navy = SERVICES
    return [(pairing(policy, partner, **more), army), (pairing(partner, policy, **more), navy)]


def of_seat(sides: Sequence[Side], column: str) -> list[Source]:
    """A column of the seat that is looked at: "utility" is utility_army or utility_navy."""
    return [(pair, f"{column}_{seat}") for pair, seat in sides]


def of_game(sides: Sequence[Side], column: str) -> list[Source]:
    """A column that is alike for both seats."""
    return [(pair, column) for pair, _ in sides]
