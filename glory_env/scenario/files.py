"""Scenarios as files: by name in a folder of the package, or by path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self, TypeVar

import numpy as np
from pydantic import BaseModel

from glory_env.core.errors import shown
from glory_env.scenario.paths import resolve
from glory_env.scenario.problems import Problems, ScenarioError, near_misses
from glory_env.scenario.read import EntryName, from_zero, read_model, read_yaml

ENDINGS = (".yaml", ".yml")
FileModel = TypeVar("FileModel", bound=BaseModel)
Scenario = TypeVar("Scenario", bound="Shared")


class Shared:
    """What all games on a scenario share: a copy is the thing itself, its tables are read-only.

    name: of its file, without the ending. id: sha256 (hex) of the values that matter for the rules.
    provenance: value path -> (letter, section of the rulebook or kind of choice). data: the content
    of its file. notices: warnings: odd, but playable.
    """

    name: str
    id: str
    tables: np.ndarray
    provenance: dict[str, tuple[str, str]]
    data: dict[str, Any]
    notices: tuple[str, ...] = ()

    @property
    def size(self) -> str:
        """How large it is, in words for `glory scenario`."""
        return f"{int(self.tables['last_turn'][0])} turns"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.tables.setflags(write=False)  # pickle forgets it


class Source(NamedTuple):
    """What was read from a file.

    data: its content. provenance: value path -> (letter, section of the rulebook or kind of
    choice). problems: of the file, of which only notices are left.
    """

    path: Path
    data: dict[str, Any]
    provenance: dict[str, tuple[str, str]]
    problems: Problems


class Scenarios(Generic[FileModel, Scenario]):
    """The scenarios of a game.

    folder: of those that come with the package. model: of a file, with a section `provenance`.
    checks: put what is wrong in a file among its problems. value_paths: the paths and values of a
    file's content that matter for the rules. freeze: makes the scenario of a checked file.
    entry_name: how errors call an entry of a list.
    """

    def __init__(
        self,
        folder: Path,
        model: type[FileModel],
        checks: Sequence[Callable[[FileModel, Problems], None]],
        value_paths: Callable[[dict[str, Any]], dict[str, Any]],
        freeze: Callable[[FileModel, Source], Scenario],
        entry_name: EntryName = from_zero,
    ) -> None:
        self.folder = folder
        self._model, self._checks = model, checks
        self.value_paths, self._freeze = value_paths, freeze
        self._entry_name = entry_name
        self._named: dict[str, Scenario] = {}

    def names(self) -> tuple[str, ...]:
        """The names of the scenarios that come with the package."""
        return names_in(self.folder)

    def load(self, name_or_path: str | Path) -> Scenario:
        """The scenario of this name, or in this file.

        Args:
            name_or_path: one of `names()`, or a path: a Path, or text that ends in .yaml or .yml
                or has a slash in it.

        Returns:
            The scenario; one object per name, a fresh one per path.

        Raises:
            ScenarioError: no such name or file, or anything wrong in the file, with the file, the
                key, the value and what was expected.
        """
        name = name_in(self.folder, name_or_path)
        if name is None:
            return self._read(Path(name_or_path))
        if name not in self._named:
            self._named[name] = self._read(self.folder / f"{name}.yaml")
        return self._named[name]

    def _read(self, path: Path) -> Scenario:
        data = read_yaml(path, self._model)
        problems = Problems(path)
        file: Any = read_model(self._model, data, problems, self._entry_name)
        for check in self._checks:
            check(file, problems)
        provenance = {}
        if not problems.errors:
            provenance = resolve(self.value_paths(data), file.provenance, problems)
        problems.raise_errors()
        return self._freeze(file, Source(path, data, provenance, problems))


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
