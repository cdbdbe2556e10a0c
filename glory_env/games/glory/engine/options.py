"""The options of a game: validated by name, written as numbers into the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from typing import Any

import numpy as np

from glory_env.core.errors import OptionError, unknown
from glory_env.game.options import options_from
from glory_env.games.glory.engine.handicaps import NO_HANDICAP, handicap_of, write_handicap
from glory_env.games.glory.rules.rulings import OPTIONAL_RULES, RULINGS
from glory_env.games.glory.state import (
    DEADLOCKS,
    FIXED,
    GAME,
    MAX_OFFERS_LIMIT,
    NONE,
    PRODUCTION_RULES,
    PROTOCOLS,
    STEP,
    TALKS,
)


def _code(option: str, value: Any, names: tuple[str, ...]) -> int:
    if value not in names:
        raise OptionError(unknown(f"value for option {option!r}:", value, names))
    return names.index(value)


def _expect(option: str, value: Any, kind: type | tuple[type, ...], words: str) -> None:
    if not isinstance(value, kind):
        raise OptionError(f"option {option!r}: expected {words}, got {value!r}")


def _plain(value: Any) -> Any:
    """A number or switch of NumPy as Python's own, which a record's header can hold."""
    return value.item() if isinstance(value, np.generic) else value


def _number(option: str, value: Any, low: float, high: float, kind: type = int) -> Any:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    # Infinity and NaN are no whole numbers, and outside any range.
    if not is_number or (kind is int and isinstance(value, float) and not value.is_integer()):
        raise OptionError(f"option {option!r}: expected {kind.__name__}, got {value!r}")
    if not low <= value <= high:
        raise OptionError(f"option {option!r}: expected {low} to {high}, got {value!r}")
    return value


@dataclass(frozen=True)
class Options:
    """How a game is played; every field is an argument of `glory_v0.env`.

    Args:
        negotiation: protocol of the tonnage talks: alternating, sealed or fixed.
        deadlock: what decides a failed talk: lot, dice, janken, zero, status_quo or pro_rata.
        production: who picks what is built: alternate_pick, navy_first, army_first or joint_vote.
        max_offers: offers a turn, both seats together.
        break_off: probability (whole per cents) that talks end after an offer.
        grid: step of the offers, 5 or a multiple of it.
        fixed_split: of the protocol fixed: needs, or the fractions (army, navy) of the total.
        civil_floor: fraction kept civil by pro_rata and needs.
        rulings: switches of `rules.rulings`.
        optional: optional rules, 20-1 and 20-2.
        solo: a single controller plays both services, and the game is lost below 150; what solo
            play does not change stays (R1-0d).
        talk: statements beside the offers: off, cheap or binding (docs/talk.md).
        handicap: a name for its numbers (gentle, easy, normal, hard, balanced), or numbers by key
            (docs/rulings.md).
    """

    negotiation: str = "alternating"
    deadlock: str = "lot"
    production: str = "alternate_pick"
    max_offers: int = 6
    break_off: float = 0.0
    grid: int = 5
    fixed_split: str | tuple[float, float] = "needs"
    civil_floor: float = 0.25
    rulings: Mapping[str, Any] = field(default_factory=dict)
    optional: tuple[str, ...] = ()
    solo: bool = False
    talk: str = "off"
    handicap: str | Mapping[str, int] = NO_HANDICAP

    def __post_init__(self) -> None:
        _expect("rulings", self.rulings, Mapping, "names with values like {absorbers: box}")
        object.__setattr__(self, "rulings", dict(self.rulings))
        object.__setattr__(self, "handicap", handicap_of(self.handicap) or NO_HANDICAP)
        for one in fields(self):
            object.__setattr__(self, one.name, _plain(getattr(self, one.name)))
        _expect("optional", self.optional, (list, tuple), "a list like ['20-1']")
        object.__setattr__(self, "optional", tuple(self.optional))
        if isinstance(self.fixed_split, (list, tuple)):
            object.__setattr__(self, "fixed_split", tuple(map(_plain, self.fixed_split)))
        self.write(np.zeros(1, GAME))  # refuses bad values

    def write(self, games: np.ndarray) -> None:
        """Set the option fields of every game of the array; raises OptionError."""
        games["opt_protocol"] = _code("negotiation", self.negotiation, PROTOCOLS)
        games["opt_deadlock"] = _code("deadlock", self.deadlock, DEADLOCKS)
        games["opt_production"] = _code("production", self.production, PRODUCTION_RULES)
        games["opt_max_offers"] = _number("max_offers", self.max_offers, 1, MAX_OFFERS_LIMIT)
        games["opt_break_off"] = self._per_cent("break_off", self.break_off)
        games["opt_civil_floor"] = self._per_cent("civil_floor", self.civil_floor)
        if _number("grid", self.grid, STEP, 100) % STEP:
            raise OptionError(f"option 'grid': expected a multiple of {STEP}, got {self.grid!r}")
        games["opt_grid"] = self.grid
        games["opt_fixed"] = self._fixed()
        _expect("solo", self.solo, bool, "true or false")
        games["opt_solo"] = self.solo
        games["opt_talk"] = _code("talk", self.talk, TALKS)
        write_handicap(games, handicap_of(self.handicap))
        alone = "solo=True" if self.solo else f"negotiation={self.negotiation!r}"
        if self.talk != "off" and (self.solo or self.negotiation == PROTOCOLS[FIXED]):
            raise OptionError(f"option 'talk': expected 'off' with {alone}, got {self.talk!r}")
        for name, code in OPTIONAL_RULES.items():
            games["switch"][..., code] = name in self.optional
        for name in self.optional:
            if name not in tuple(OPTIONAL_RULES):  # a list cannot be looked up in a dict
                raise OptionError(unknown("optional rule", name, OPTIONAL_RULES))
        for ruling in RULINGS.values():
            games["switch"][..., ruling.code] = next(iter(ruling.values.values()))
        for name, value in self.rulings.items():
            if name not in RULINGS:
                raise OptionError(unknown("ruling", name, RULINGS))
            if value not in tuple(RULINGS[name].values):
                raise OptionError(
                    unknown(f"value for ruling {name!r}:", value, RULINGS[name].values)
                )
            games["switch"][..., RULINGS[name].code] = RULINGS[name].values[value]

    @staticmethod
    def _per_cent(option: str, value: Any) -> int:
        _number(option, value, 0.0, 1.0, float)
        per_cent: int = round(value * 100)
        if abs(per_cent - value * 100) > 1e-9:
            raise OptionError(f"option {option!r}: expected whole per cents, got {value!r}")
        return per_cent

    def _fixed(self) -> tuple[int, int]:
        if self.fixed_split == "needs":
            return (NONE, NONE)
        if not isinstance(self.fixed_split, tuple) or len(self.fixed_split) != 2:
            raise OptionError(
                "option 'fixed_split': expected 'needs' or two fractions (army, navy), "
                f"got {self.fixed_split!r}"
            )
        army, navy = (self._per_cent("fixed_split", f) for f in self.fixed_split)
        if army + navy > 100:
            raise OptionError(f"option 'fixed_split': {self.fixed_split!r} adds up to more than 1")
        return army, navy

    def as_dict(self) -> dict[str, Any]:
        """Plain values for a record's header or a config file; without a handicap no such key."""
        out = asdict(self)
        if self.handicap == NO_HANDICAP:
            del out["handicap"]
        out["optional"] = list(self.optional)
        if not isinstance(self.fixed_split, str):
            out["fixed_split"] = list(self.fixed_split)
        return out


def changed(options: Mapping[str, Any]) -> dict[str, Any]:
    """Of all options of a game (`Options.as_dict`) those that are not the default ones."""
    default = Options().as_dict()
    return {name: value for name, value in options.items() if value != default.get(name)}


make_options = partial(options_from, Options)
