"""The command line of `glory train` and `glory imitate`: settings from a file and from flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import tyro
from pydantic import BaseModel

from glory_agents.registry import check_configured
from glory_env import games
from glory_env.core import yaml_file
from glory_env.core.errors import unknown
from glory_env.game.settings import (
    ConfigError,
    flag_value,
    option_names,
    read_settings,
    settings_file,
    shipped,
)
from glory_env.training.plain_settings import plain_model
from glory_env.training.settings import TrainSettings

TRAIN, IMITATE = "train", "imitate"
ABOUT = {
    TRAIN: "Train agents in self-play and compare them with others.",
    IMITATE: "Teach a network every micro-step that another agent plays, and compare them.",
}


class Command(NamedTuple):
    """What the command line asks for."""

    config: Any  # of the model asked for
    resume: bool
    profile: bool


def parse(command: str, arguments: Sequence[str]) -> Command:
    """Settings and switches of a command; errors as of `parse_command`."""
    game = game_of(arguments)
    quick = "quick" if game == games.DEFAULT else f"{game}-quick"  # the file without --config
    return parse_command(
        arguments, shipped(f"{command}/{quick}.yaml"), model(command, game), ABOUT[command]
    )


def game_of(arguments: Sequence[str]) -> str:
    """The game that a flag names, or else the file of --config; ConfigError for no game."""
    named = flag_value(arguments, "--game")
    if named is None:
        named = _game_in(flag_value(arguments, "--config"))
    if named not in games.GAMES:
        raise ConfigError(f"game: {unknown('game', str(named), games.GAMES)}")
    return named


def _game_in(path: str | None) -> str:
    """What a file of settings says; a file that cannot be read is reported where it is read."""
    try:
        given = yaml_file.read(settings_file(path)) if path else None
    except (OSError, yaml_file.YamlError):
        return games.DEFAULT
    return str(given.get("game", games.DEFAULT)) if isinstance(given, dict) else games.DEFAULT


def model(command: str, game: str) -> Any:
    """The model of the settings: `TrainSettings` or `ImitationSettings` of the game."""
    bundle = games.game(game)
    return bundle.settings(command) or plain_model(bundle, command == TRAIN)


def parse_command(
    arguments: Sequence[str],
    default: str | Path,
    model: type[BaseModel],
    about: str,
) -> Command:
    """Settings and switches, from flags over a file; `--help` prints them all.

    default: the file without --config. model: of the settings. about: what --help says first.
    The flag --minutes takes the place of the `steps` of a file.
    ConfigError for an unknown flag or file; AgentError where the file names an agent that is not
    part of the project and no flag does; SystemExit, with a message, for a flag's bad value.
    """
    named = flag_value(arguments, "--config")
    if named is not None and (not named or named.startswith("--")):
        raise ConfigError("flag --config: expected a YAML file of settings")
    path = Path(default if named is None else named)
    base = read_settings(model, path)
    if flag_value(arguments, "--minutes") and "steps" in model.model_fields:
        base = base.model_copy(update={"steps": 0})  # the file's end is not asked for

    def command(
        config: Path = path,
        resume: bool = False,
        profile: bool = False,
        *,
        settings: Any = base,
    ) -> Command:
        """What the command line asks for.

        Args:
            config: YAML file of settings, or FOLDER/NAME for one of the project; flags override it.
            resume: go on from the run's last checkpoint.
            profile: print at the end where the time went.
            settings: see docs/training.md.
        """
        return Command(settings, resume, profile)

    file = named or f"{path.parent.name}/{path.stem}"
    hint = tyro.conf.arg(help_behavior_hint=f"(default: {file})")
    command.__annotations__["config"] = Annotated[Path, hint]
    command.__annotations__["settings"] = Annotated[model, tyro.conf.OmitArgPrefixes]
    is_training = issubclass(model, TrainSettings)
    if not is_training:  # nothing else has a profile
        command.__annotations__["profile"] = Annotated[bool, tyro.conf.Suppress]
    _check_flags(arguments, model)
    prog = f"glory {TRAIN if is_training else IMITATE}"
    asked = tyro.cli(command, prog=prog, args=list(arguments), description=about)
    words = {part for word in arguments for part in (word, word.partition("=")[2])}
    check_configured(path, asked.config.plain(), words)
    return asked


def _check_flags(arguments: Sequence[str], model: type[BaseModel]) -> None:
    fields = model.model_fields
    only_in_files = {name for name in fields if tyro.conf.Suppress in fields[name].metadata}
    options = {name: getattr(fields["options"].default, name) for name in option_names(model)}
    only_in_files |= {"options"} | {k for k, one in options.items() if isinstance(one, Mapping)}
    valid = {*fields, *options} - only_in_files
    is_training = issubclass(model, TrainSettings)
    switches = {"config", "resume", "help"} | ({"profile"} if is_training else set())
    defaults = {"resume": False, "profile": False, **options}
    defaults |= {name: field.default for name, field in fields.items()}
    negated = {f"no_{name}" for name, default in defaults.items() if isinstance(default, bool)}
    aliases = {
        alias.removeprefix("--").replace("-", "_")
        for field in fields.values()
        for one in field.metadata
        for alias in getattr(one, "aliases", None) or ()
    }
    flags = valid | switches | negated | aliases
    for argument in arguments:
        name = argument.removeprefix("--").split("=")[0].replace("-", "_")
        if argument.startswith("--") and name not in flags:
            names = [f"--{other.replace('_', '-')}" for other in sorted(valid | switches | aliases)]
            raise ConfigError(unknown("flag", argument.split("=")[0], names))
