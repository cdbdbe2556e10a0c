"""What the subcommands share: values given as text, and errors as one line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import tyro

from glory_env.core import yaml_file
from glory_env.core.errors import OptionError, shown
from glory_env.game.settings import make_settings, read_settings
from glory_env.games.glory.engine.options import make_options

if TYPE_CHECKING:
    from glory_env.bench.config import DilemmaConfig

Config = TypeVar("Config", bound="DilemmaConfig")
# KEY=VALUE, may be repeated.
GameOptions = Annotated[tuple[str, ...], tyro.conf.UseAppendAction]
# Agents whose code runs though a file names them: NAME, may be repeated.
FileAgents = Annotated[tuple[str, ...], tyro.conf.UseAppendAction]


def value_of(key: str, text: str) -> Any:
    """A value as in YAML: `25`, `lot`, `[0.4, 0.4]`; OptionError names the key."""
    try:
        return yaml_file.parse(text)
    except yaml_file.YamlError as error:
        raise OptionError(f"{key}: {shown(text)} is not a YAML value: {error}") from None


def options_from(pairs: Sequence[str]) -> dict[str, Any]:
    """Options of a game given as `key=value`, checked, with every default filled in.

    OptionError names what is wrong and lists the valid names, near misses first.
    """
    return make_options(**pairs_from(pairs)).as_dict()


def pairs_from(pairs: Sequence[str]) -> dict[str, Any]:
    """The values of `key=value`, as in YAML, by key; OptionError for what is no such pair."""
    given: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise OptionError(f"option {pair!r}: expected key=value, for example deadlock=lot")
        given[key.strip()] = value_of(f"option {key.strip()!r}", text)
    return given


def settings(
    model: type[Config], path: Path, quick: bool, given: FileAgents = (), **flags: Any
) -> Config:
    """The file's settings with the flags over them; ConfigError names what is wrong.

    given: agents that the file may name though they are not part of the project; so it may those of
    the flags. AgentError for another one.
    """
    from glory_agents.registry import check_configured
    from glory_env.bench.config import QUICK_GAMES

    base = read_settings(model, path)
    changed = {
        key: value for key, value in flags.items() if value is not False and value not in (None, ())
    }
    if quick:
        changed.setdefault("games", QUICK_GAMES)
    of_file = {key: value for key, value in base.model_dump().items() if key not in changed}
    check_configured(path, of_file, given)
    if changed.get("games", 0) > 0:  # families keep their part of it
        kept = base.family_games * changed["games"] // base.games
        changed["family_games"] = max(kept, 1)
    return make_settings(model, {**base.model_dump(), **changed}, path)


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
