"""Scenario files of one's own for tests: a copy of a shipped file with something changed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from glory_env.games.glory.scenario.load import FOLDER

DELETE = object()
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def _parsed(name: str) -> Any:
    return yaml.load(text_of(name), LOADER)


def content_of(name: str = "teaching") -> Any:
    """A fresh copy of a shipped file's content."""
    return _copy(_parsed(name))


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def change(content: Any, path: str, value: Any) -> None:
    """Set (or with DELETE remove) the value at a dotted path; list entries by id or position.

    A last segment `+` appends to a list.
    """
    *parents, last = path.split(".")
    for part in parents:
        content = content[_key(content, part)]
    if last == "+":
        content.append(value)
    elif value is DELETE:
        del content[_key(content, last)]
    else:
        content[_key(content, last)] = value


def _key(content: Any, part: str) -> Any:
    if isinstance(content, list):
        ids = [entry.get("id") if isinstance(entry, dict) else None for entry in content]
        return ids.index(part) if part in ids else int(part)
    return int(part) if part.isdigit() else part


def write(folder: Path, content: Any, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(
        yaml.dump(content, Dumper=DUMPER, allow_unicode=True, sort_keys=False),
        encoding="utf-8",
    )
    return path


def edited(folder: Path, *changes: tuple[str, Any], base: str = "teaching") -> Path:
    """The path of a copy of a shipped scenario with the changes made."""
    content = content_of(base)
    for path, value in changes:
        change(content, path, value)
    return write(folder, content)
