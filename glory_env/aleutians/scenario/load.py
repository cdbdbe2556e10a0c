"""Loading a scenario of the Aleutians Campaign by name or path: read, check, freeze."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.aleutians.scenario.check import check
from glory_env.aleutians.scenario.freeze import area_number, freeze, spot_ids, unit_ids
from glory_env.aleutians.scenario.schema import File
from glory_env.scenarios.load import ENDINGS
from glory_env.scenarios.problems import Problems, ScenarioError, near_misses
from glory_env.scenarios.read import read_model, read_yaml

FOLDER = Path(__file__).resolve().parent
NOT_RULES = ("ja", "en", "name", "xy", "prov", "calendar", "what", "free_parameters")


@dataclass(frozen=True, eq=False)
class Scenario:
    """A scenario, checked and ready to play; shared by all games on it, so change nothing in it."""

    name: str  # the file's name without its ending
    id: str  # sha256 (hex) of the values that matter for the rules
    path: Path
    tables: np.ndarray  # shape (1,), dtype state.TABLES, read-only
    units: tuple[str, ...]  # ids, in number order, as are the next two
    nodes: tuple[str, ...]
    spots: tuple[str, ...]
    names: dict[str, dict[str, str]]  # unit or spot -> {"ja", "en"}
    coordinates: dict[str, tuple[float, float]]  # area, node or site -> km, y to the north
    data: dict[str, Any]  # the content of the file

    def __deepcopy__(self, memo: dict[int, Any]) -> Scenario:
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.tables.setflags(write=False)  # pickle forgets it


def names() -> tuple[str, ...]:
    """The names of the scenarios that come with the package."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def load(name_or_path: str | Path) -> Scenario:
    """The scenario of this name, or in this file; ScenarioError names file, key and value."""
    text = str(name_or_path)
    is_path = text.endswith(ENDINGS) or "/" in text or "\\" in text
    if isinstance(name_or_path, Path) or is_path:
        return _load_file(Path(name_or_path))
    if name_or_path not in names():
        words = ", ".join(near_misses(text, names()))
        raise ScenarioError(
            f"scenario = {text!r}, expected one of {words}, or the path of a .yaml file"
        )
    return _load_named(text)


@cache
def _load_named(name: str) -> Scenario:
    return _load_file(FOLDER / f"{name}.yaml")


def _load_file(path: Path) -> Scenario:
    data = read_yaml(path, File)
    problems = Problems(path)
    file = read_model(File, data, problems)
    check(file, problems)
    problems.raise_errors()
    return Scenario(
        name=path.stem,
        id=_identify(file),
        path=path,
        tables=freeze(file),
        units=unit_ids(file),
        nodes=tuple(node.id for node in file.seas),
        spots=spot_ids(file),
        names=_names(file),
        coordinates={
            **{area.id: area.xy for area in sorted(file.areas, key=lambda a: area_number(a.id))},
            **{site.id: site.xy for site in file.sites},
            **{f"sea:{node.id}": node.xy for node in file.seas},
        },
        data=data,
    )


def _names(file: File) -> dict[str, dict[str, str]]:
    """Names of units and places; an aircraft has its model's."""
    found = {u.id: {"ja": u.ja, "en": u.en} for u in (*file.ships, *file.ground_units, *file.sites)}
    models = {m.id: m for m in file.models}
    for plane in file.aircraft:
        found[plane.id] = {"ja": models[plane.model].ja, "en": plane.model}
    return found


def _identify(file: File) -> str:
    """sha256 of the canonical JSON of the values that matter for the rules."""
    text = json.dumps(_plain(file.model_dump()), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _plain(value: Any) -> Any:
    """Without names, coordinates and provenance."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if k not in NOT_RULES}
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value
