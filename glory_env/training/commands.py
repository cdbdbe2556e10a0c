"""The settings of `glory train` and `glory imitate`: which game's model they follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env import games
from glory_env.core import yaml_file
from glory_env.core.errors import unknown
from glory_env.game.settings import ConfigError, flag_value, settings_file, shipped
from glory_env.training.config import Command, parse_command
from glory_env.training.plain_settings import plain_model

TRAIN, IMITATE = "train", "imitate"
ABOUT = {
    TRAIN: "Train agents in self-play and compare them with others.",
    IMITATE: "Teach a network every micro-step that another agent plays, and compare them.",
}


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
