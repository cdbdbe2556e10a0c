"""Settings in YAML files, checked by a pydantic model: one clear error for whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ValidationError

from glory_env.core import yaml_file
from glory_env.core.errors import one_line, shown, unknown
from glory_env.games import game

Model = TypeVar("Model", bound=BaseModel)


def _existing(scenario: str) -> str:
    game().definition().load(scenario)
    return scenario


MOST_LISTED = 20  # problems of a file
ScenarioName = Annotated[str, AfterValidator(_existing)]  # a scenario's name, or a file's path


def shipped(name: str) -> Path:
    """A file of settings that comes with the project, such as "train/quick.yaml"."""
    return Path(str(files("glory_env.configs"))) / name


class ConfigError(ValueError):
    """A setting that does not exist or does not fit: names the file, the key and the value."""


def read_settings(model: type[Model], path: str | Path) -> Model:
    """The settings of a YAML file, defaults for the rest; ConfigError names file, key and value.

    path: a file, or the name of one that comes with the project, such as "train/cooperative".
    """
    try:
        given = yaml_file.read(settings_file(path))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except yaml_file.YamlError as error:
        raise ConfigError(str(error)) from None
    if not isinstance(given, dict | None):
        raise ConfigError(f"{path}: expected keys and values, got {shown(given)}")
    return make_settings(model, given or {}, path)


def settings_file(path: str | Path) -> Path:
    """The file of a path, or of the name of one that comes with the project."""
    own = shipped(f"{path}.yaml")
    return own if own.is_file() and not Path(path).exists() else Path(path)


def make_settings(model: type[Model], given: dict[str, Any], source: str | Path) -> Model:
    """The settings of a mapping; ConfigError names the source, all wrong keys and their values."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        lines = [f"{source}: {line}" for line in islice(_problems(model, error), MOST_LISTED)]
        if error.error_count() > MOST_LISTED:
            lines.append(f"{source}: and {error.error_count() - MOST_LISTED} more")
        raise ConfigError("\n".join(lines)) from None


def _problems(model: type[BaseModel], error: ValidationError) -> Iterator[str]:
    for problem in error.errors():
        key = ".".join(map(str, problem["loc"]))
        if problem["type"] == "extra_forbidden":
            yield unknown("key", key, _model_at(model, problem["loc"][:-1]).model_fields)
        elif problem["type"] == "unexpected_keyword_argument":
            valid = [f"options.{name}" for name in option_names(model)]
            yield unknown("key", key, valid)
        else:
            message = problem["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
            # What concerns several keys at once names them itself.
            got = f", got {shown(problem['input'])}"
            yield f"{one_line(key)}: {message}{got}" if key else message


def option_names(model: type[BaseModel]) -> list[str]:
    """The options of the game that a model's settings have."""
    default = model.model_fields["options"].default if "options" in model.model_fields else None
    options = game().definition().options() if default is None else default
    return list(getattr(options, "__dataclass_fields__", ()))


def _model_at(model: type[BaseModel], place: Sequence[int | str]) -> type[BaseModel]:
    """The model inside a model that stands at a place, such as ("curriculum", 0)."""
    for part in place:
        if isinstance(part, str):
            inner = model.model_fields[part].annotation
            model = next(kind for kind in get_args(inner) if kind is not Ellipsis)
    return model


def flag_value(arguments: Sequence[str], flag: str) -> str | None:
    """What the last `--flag VALUE` or `--flag=VALUE` gives: "" for no value, None for no flag."""
    value = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == flag:
            value = following
        elif word.startswith(f"{flag}="):
            value = word.removeprefix(f"{flag}=")
    return value
