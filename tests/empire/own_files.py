"""Scenario files of one's own: a shipped one with changes of the data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from glory_env.core import yaml_file
from glory_env.games.empire.scenario.gather import gather
from glory_env.games.empire.scenario.load import CHECKS, FOLDER
from glory_env.games.empire.scenario.schema import File
from glory_env.scenario.read import read_model
from tests.scenarios.editing import write


@cache
def _own(name: str) -> Any:
    return yaml_file.read(FOLDER / f"{name}.yaml")


def changes_of(*pairs: tuple[str, Any]) -> dict[str, Any]:
    """Changes by dotted paths as the nested mapping of a file."""
    changes: dict[str, Any] = {}
    for path, value in pairs:
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        at = changes
        for part in parents:
            at = at.setdefault(part, {})
        at[last] = value
    return changes


def content_with(*pairs: tuple[str, Any], base: str = "year_1943", **own: Any) -> dict[str, Any]:
    """The content of a shipped scenario with changes of the data, and own keys."""
    return {**_own(base), **own, "changes": changes_of(*pairs)}


def file_with(folder: Path, *pairs: tuple[str, Any], base: str = "year_1943", **own: Any) -> Path:
    """The path of such a file."""
    return write(folder, content_with(*pairs, base=base, **own))


def errors_with(*pairs: tuple[str, Any], base: str = "year_1943", **own: Any) -> list[str]:
    """All that the checks find, one line each, in such a file."""
    content, problems = gather(Path("own.yaml"), content_with(*pairs, base=base, **own))
    file = read_model(File, content, problems)
    for check in CHECKS:
        check(file, problems)
    return problems.errors
