"""From a file on disk to a model: YAML that is well formed, and every value of its own kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from glory_env.core import yaml_file
from glory_env.scenario.problems import ABSENT, Problems, ScenarioError, one_of
from glory_env.scenario.values import Value

Model = TypeVar("Model", bound=BaseModel)
EntryName = Callable[[list[str], int], str]


class Part(BaseModel):
    """A section of a scenario file: no unknown keys, no changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read_yaml(path: Path, model: type[BaseModel]) -> dict[str, Any]:
    """The mapping in a YAML file; model: whose sections an error names.

    Raises:
        ScenarioError: no file, not text, not YAML, a repeated key, empty, or not a mapping.
    """
    try:
        content = yaml_file.read(path)
    except yaml_file.YamlError as error:
        raise ScenarioError(str(error)) from None
    except FileNotFoundError:
        raise ScenarioError(f"{path}: no such file, expected a scenario in YAML") from None
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror}, expected a readable file") from None
    if not isinstance(content, dict):
        problem = "the file is empty" if content is None else f"found {type(content).__name__}"
        sections = ", ".join(model.model_fields)
        raise ScenarioError(f"{path}: {problem}, expected a mapping with the sections {sections}")
    return content


def from_zero(parents: list[str], index: int) -> str:
    """The path segment of a list's entry without an id; parents: the segments before it."""
    return str(index)


def read_model(
    whole: type[Model],
    content: dict[str, Any],
    problems: Problems,
    entry_name: EntryName = from_zero,
) -> Model:
    """Check the shape of a file and every single value; ScenarioError with all that is wrong.

    whole: the pydantic model of the file. entry_name: as `from_zero`.
    """
    try:
        return whole.model_validate(content)
    except ValidationError as error:
        for item in error.errors(include_url=False):
            _report(item, content, problems, whole, entry_name)
        problems.raise_errors()
        raise


def _report(
    item: Any,
    content: dict[str, Any],
    problems: Problems,
    whole: type[BaseModel],
    entry_name: EntryName,
) -> None:
    loc = [part for part in item["loc"] if part != "[key]"]
    key, value = _locate(loc, content, entry_name)
    model, field = _declared(loc, whole)
    kind = item["type"]
    if kind == "missing":
        problems.add(key, ABSENT, _expected(field))
    elif kind == "extra_forbidden":
        names = [f.alias or name for name, f in model.model_fields.items()] if model else []
        problems.add(key, value, f"a known key: {one_of(loc[-1], names)}")
    elif kind == "value_error":
        problems.add(key, loc[-1] if "[key]" in item["loc"] else value, str(item["ctx"]["error"]))
    elif kind == "literal_error":
        problems.add(key, value, _expected(field, value))
    elif kind in ("tuple_type", "list_type"):
        problems.add(key, value, "a list")
    elif kind in ("model_type", "dict_type"):
        problems.add(key, value, "a mapping (key: value)")
    elif kind == "string_type":
        problems.add(key, value, "text (put it in quotes)")
    else:
        problems.add(key, value, item["msg"])


def _locate(loc: list[Any], content: Any, entry_name: EntryName) -> tuple[str, Any]:
    """The value path of a location (entries of lists by their id) and what stands there."""
    parts: list[str] = []
    for part in loc:
        if isinstance(content, list) and isinstance(part, int) and part < len(content):
            content = content[part]
            name = content.get("id") if isinstance(content, dict) else None
            parts.append(name if isinstance(name, str) else entry_name(parts, part))
        elif isinstance(content, dict):
            content = content.get(part, ABSENT)
            parts.append(str(part))
        else:
            parts.append(str(part))
    return ".".join(parts), content


def _declared(
    loc: list[Any], whole: type[BaseModel]
) -> tuple[type[BaseModel] | None, FieldInfo | None]:
    """The section that holds a location, and the declaration of its last key."""
    kind: Any = whole
    model, field = None, None
    for part in loc:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            model, field = kind, None
            for name, info in kind.model_fields.items():
                if part == (info.alias or name):
                    field = info
            kind = field.annotation if field else None
        else:
            kind = ([k for k in get_args(kind) if k is not Ellipsis] or [None])[-1]
        if isinstance(kind, UnionType):
            kind = get_args(kind)[0]
    return model, field


def _expected(field: FieldInfo | None, value: object = None) -> str:
    for check in field.metadata if field else ():
        if isinstance(check, Value):
            return check.expected
    if field and get_origin(field.annotation) is Literal:
        return one_of(value, get_args(field.annotation))
    annotation = field.annotation if field else None
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        names = [f.alias or name for name, f in annotation.model_fields.items()]
        return f"a mapping with the keys {', '.join(names)}"
    return "a list" if get_origin(annotation) is tuple else "a mapping (key: value)"
