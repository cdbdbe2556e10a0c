"""Scenarios as files: by name in a folder of the package, or by path."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np

from glory_env.core.errors import shown
from glory_env.scenario.problems import ScenarioError, near_misses

ENDINGS = (".yaml", ".yml")


class Shared:
    """What all games on a scenario share: a copy is the thing itself, its tables are read-only."""

    tables: np.ndarray

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.tables.setflags(write=False)  # pickle forgets it


def names_in(folder: Path) -> tuple[str, ...]:
    """The names of the scenarios in a folder of the package."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def is_path(text: str) -> bool:
    """Whether a text means a file, not one of the scenarios that come with the package."""
    return text.endswith(ENDINGS) or "/" in text or "\\" in text


def name_in(folder: Path, name_or_path: str | Path) -> str | None:
    """The name where one of a folder's scenarios is named, None for a path; else ScenarioError."""
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or is_path(text):
        return None
    if text not in names_in(folder):
        words = ", ".join(near_misses(text, names_in(folder)))
        raise ScenarioError(
            f"scenario = {shown(text)}, expected one of {words}, or the path of a .yaml file"
        )
    return text
