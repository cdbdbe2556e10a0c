"""Scenarios as files: by name in a folder of the package, or by path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import numpy as np
from pydantic import BaseModel

from glory_env.core.errors import shown
from glory_env.scenario.paths import resolve
from glory_env.scenario.problems import Problems, ScenarioError, near_misses
from glory_env.scenario.read import EntryName, from_zero, read_model, read_yaml

ENDINGS = (".yaml", ".yml")
FileModel = TypeVar("FileModel", bound=BaseModel)
Scenario = TypeVar("Scenario", bound="BaseScenario")


@dataclass(frozen=True, eq=False, kw_only=True)
class BaseScenario:
    """A scenario, checked and ready to play; shared by all games on it, so change nothing in it.

    A copy is the thing itself, its tables are read-only.
    """

    name: str  # the file's name without its ending
    id: str  # sha256 (hex) of the values that matter for the rules
    path: Path
    tables: np.ndarray  # shape (1,), dtype TABLES of the game, read-only
    names: dict[str, dict[str, str]]  # of what is drawn: {"ja", "en"}
    coordinates: dict[str, tuple[float, float]]  # of what is drawn
    provenance: dict[str, tuple[str, str]]  # value path -> (S | I | R, section, kind of choice)
    data: dict[str, Any]  # the content of the file
    notices: tuple[str, ...] = ()  # warnings: odd, but playable

    @property
    def size(self) -> str:
        """How large it is, in words for `glory scenario`."""
        return f"{int(self.tables['last_turn'][0])} turns"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.tables.setflags(write=False)  # pickle forgets it


Gather = Callable[[Path, dict[str, Any]], tuple[dict[str, Any], Problems]]


def only_this_file(path: Path, content: dict[str, Any]) -> tuple[dict[str, Any], Problems]:
    """A file that is a whole scenario."""
    return content, Problems(path)


class Scenarios(Generic[FileModel, Scenario]):
    """The scenarios of a game.

    folder: of those that come with the package. model: of a file, with a section `provenance`.
    checks: put what is wrong in a file among its problems. value_paths: the paths and values of a
    file's content that matter for the rules. freeze(file, problems, name, path, provenance, data):
    the scenario of a checked file. entry_name: how errors call an entry of a list. gather(path,
    content): the whole content where a file is only a part of it, and the problems to note in.
    """

    def __init__(
        self,
        folder: Path,
        model: type[FileModel],
        checks: Sequence[Callable[[FileModel, Problems], None]],
        value_paths: Callable[[dict[str, Any]], dict[str, Any]],
        freeze: Callable[..., Scenario],
        entry_name: EntryName = from_zero,
        gather: Gather = only_this_file,
    ) -> None:
        self.folder = folder
        self._model, self._checks = model, checks
        self.value_paths, self._freeze = value_paths, freeze
        self._entry_name, self._gather = entry_name, gather
        self._named: dict[str, Scenario] = {}

    def names(self) -> tuple[str, ...]:
        """The names of the scenarios that come with the package."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.yaml")))

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
        name = str(name_or_path)
        if isinstance(name_or_path, Path) or is_path(name):
            return self._read(Path(name_or_path))
        if name not in self.names():
            words = ", ".join(near_misses(name, self.names()))
            raise ScenarioError(
                f"scenario = {shown(name)}, expected one of {words}, or the path of a .yaml file"
            )
        if name not in self._named:
            self._named[name] = self._read(self.folder / f"{name}.yaml")
        return self._named[name]

    def _read(self, path: Path) -> Scenario:
        data, problems = self._gather(path, read_yaml(path, self._model))
        file: Any = read_model(self._model, data, problems, self._entry_name)
        for check in self._checks:
            check(file, problems)
        provenance = {}
        if not problems.errors:
            provenance = resolve(self.value_paths(data), file.provenance, problems)
        problems.raise_errors()
        about = {"name": path.stem, "path": path, "provenance": provenance, "data": data}
        return self._freeze(file, problems, **about)


def is_path(text: str) -> bool:
    """Whether a text means a file, not one of the scenarios that come with the package."""
    return text.endswith(ENDINGS) or "/" in text or "\\" in text
