"""The options of a game of the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from glory_env.aleutians.state import SWITCHES
from glory_env.core.errors import OptionError, UnknownOption, unknown

SETUPS = ("historical", "what_if")


@dataclass(frozen=True)
class Options:
    """How a game is played; every field is an argument of `aleutians_v0.env`.

    setup: "historical", or "what_if": the Japanese fleets A, B and C begin at Adak, not found.
    rulings: other readings of the rulebook that are switched on, by name (`state.SWITCHES`).
    """

    setup: str = "historical"
    rulings: tuple[str, ...] = ()
    solo = False  # there is no such variant

    def __post_init__(self) -> None:
        if not isinstance(self.rulings, (list, tuple)):
            raise OptionError(f"option 'rulings': expected a list of names, got {self.rulings!r}")
        object.__setattr__(self, "rulings", tuple(self.rulings))
        if self.setup not in SETUPS:
            raise OptionError(unknown("value for option 'setup':", self.setup, SETUPS))
        for name in self.rulings:
            if name not in SWITCHES:
                raise OptionError(unknown("ruling", name, SWITCHES))

    def write(self, games: np.ndarray) -> None:
        """Set the option fields of every game of the array."""
        games["opt_setup"] = SETUPS.index(self.setup)
        for code, name in enumerate(SWITCHES):
            games["switch"][..., code] = name in self.rulings

    def as_dict(self) -> dict[str, Any]:
        """Plain values for a record's header or a config file."""
        return {**asdict(self), "rulings": list(self.rulings)}


def make_options(also: Iterable[str] = (), /, **given: Any) -> Options:
    """Options from keywords; an unknown one is an OptionError that lists the valid ones.

    also: names the caller takes itself, for that list.
    """
    valid = [field.name for field in fields(Options)]
    for name in given:
        if name not in valid:
            python = f"(unexpected keyword argument {name!r})"  # libraries look for these words
            raise UnknownOption(f"{unknown('option', name, [*also, *valid])} {python}")
    return Options(**given)
