"""What the subcommands share: values given as text, and errors as one line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import tyro

from glory_env import games
from glory_env.core import yaml_file
from glory_env.core.errors import OptionError, shown


def _arg(metavar: str) -> object:
    """A flag whose own words say what it is without a value, so that no default is added."""
    return tyro.conf.arg(metavar=metavar, help_behavior_hint="")


Text = Annotated[str, _arg("STR")]
Names = Annotated[tuple[str, ...], _arg("NAME ...")]
OptionalText = Annotated[str | None, _arg("STR")]
OptionalInt = Annotated[int | None, _arg("INT")]
OptionalPath = Annotated[Path | None, _arg("PATH")]
JsonPath = Annotated[Path | None, tyro.conf.arg(name="json", metavar="PATH", help_behavior_hint="")]
GameOptions = Annotated[tuple[str, ...], tyro.conf.UseAppendAction, _arg("KEY=VALUE")]
Seats = Annotated[tuple[str, ...], tyro.conf.UseAppendAction, _arg("NAME=AGENT")]
# Agents whose code runs though a file names them.
FileAgents = Annotated[tuple[str, ...], tyro.conf.UseAppendAction, _arg("NAME")]


def value_of(key: str, text: str) -> Any:
    """A value as in YAML: `25`, `lot`, `[0.4, 0.4]`; OptionError names the key."""
    try:
        return yaml_file.parse(text)
    except yaml_file.YamlError as error:
        raise OptionError(f"{key}: {shown(text)} is not a YAML value: {error}") from None


def options_from(pairs: Sequence[str], game: str = games.DEFAULT) -> dict[str, Any]:
    """Options of a game given as `key=value`, checked, with every default filled in.

    OptionError names what is wrong and lists the valid names, near misses first.
    """
    options: dict[str, Any] = games.game(game).definition().options(**pairs_from(pairs)).as_dict()
    return options


def pairs_from(pairs: Sequence[str]) -> dict[str, Any]:
    """The values of `key=value`, as in YAML, by key; OptionError for what is no such pair."""
    given: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise OptionError(f"option {pair!r}: expected key=value, for example deadlock=lot")
        given[key.strip()] = value_of(f"option {key.strip()!r}", text)
    return given


def check_settled(flag: str, chosen: Mapping[str, Any]) -> None:
    """ValueError for what may not be asked for, since the saved game of a flag settles it."""
    settled = [f"--{name}" for name, value in chosen.items() if value not in (None, False, ())]
    if settled:
        raise ValueError(f"{flag}: the saved game settles {', '.join(settled)}")


def given_agents(*names: str | Sequence[str] | None) -> frozenset[str]:
    """The agents that the person names at the command, which may be of their own."""
    rows = [[one] if isinstance(one, str) else one or () for one in names]
    return frozenset(name for row in rows for name in row)


def check_agents(flag: str, given: Collection[str], players: Mapping[str, str]) -> None:
    """ValueError where a person names agents that do not play in the saved game of a flag."""
    if others := sorted(set(given) - set(players.values())):
        playing = ", ".join(f"{seat} {name}" for seat, name in players.items())
        raise ValueError(f"{flag}: the saved game settles who plays ({playing}), not {others[0]}")
