"""Loading a scenario of Empire of the Sun by name or path: gather, check, freeze."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.games.empire.scenario.check_map import check_map
from glory_env.games.empire.scenario.check_setups import check_setups
from glory_env.games.empire.scenario.check_units import check_units
from glory_env.games.empire.scenario.freeze_charts import freeze_cards, freeze_charts
from glory_env.games.empire.scenario.freeze_map import (
    field_numbers,
    freeze_map,
    hex_numbers,
    place_numbers,
)
from glory_env.games.empire.scenario.freeze_searches import freeze_searches
from glory_env.games.empire.scenario.freeze_units import freeze_setup, freeze_units
from glory_env.games.empire.scenario.gather import DATA, gather
from glory_env.games.empire.scenario.geometry import centre
from glory_env.games.empire.scenario.paths import NO_ORDER, NOT_RULES, value_paths
from glory_env.games.empire.scenario.schema import File
from glory_env.games.empire.tables import TABLES
from glory_env.games.empire.victories import STARTS, VICTORIES
from glory_env.scenario.files import BaseScenario, Scenarios
from glory_env.scenario.paths import DEFAULT
from glory_env.scenario.problems import ABSENT, Problems

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario(BaseScenario):
    """A scenario, checked and ready to play; shared by all games on it, so change nothing in it.

    names: of units by id, of hexes by printed number. coordinates: of the centres of all hexes by
    printed number, in hex radii, y to the south.
    """

    units: tuple[str, ...]  # ids, in number order
    hexes: tuple[int, ...]  # printed numbers, in number order, as are the next two
    places: tuple[int, ...]  # without the China box
    fields: tuple[int, ...]  # without the China box
    land: dict[int, str]  # share of land in the six sectors of a hex with land


def _scenario_of(file: File, problems: Problems, **about: Any) -> Scenario:
    for path, source in about["provenance"].items():
        if source == DEFAULT:
            problems.add(f"provenance.{path}", ABSENT, "where every value comes from")
    problems.raise_errors()
    numbers = hex_numbers(file.map)
    return Scenario(
        **about,
        id=_identify(file),
        tables=freeze(file),
        units=tuple(file.units.units),
        hexes=tuple(numbers),
        places=tuple(place_numbers(file.map)),
        fields=tuple(field_numbers(file.map)),
        land={n: h.land for n, h in file.map.hexes.items() if h.terrain != "ocean"},
        names=_names(file),
        coordinates={str(number): centre(number) for number in numbers},
    )


def freeze(file: File) -> np.ndarray:
    """The tables of a checked scenario: shape (1,), dtype TABLES, read-only.

    R2.0-a, R2.0-b, R2.1-a, R2.1-b, R2.1-c, R17.5-a, R17.6-a, R17.7-a, R17.8-a, R17.9-a, R17.9-b.
    """
    tables = np.zeros(1, TABLES)
    s = tables.view(np.recarray)[0]
    s.first_turn, s.last_turn = file.first_turn, file.last_turn
    s.one_year, s.starts = file.one_year, STARTS.index(file.starts)
    s.victory = VICTORIES.index(file.goal)
    board = freeze_map(file.map, s)
    freeze_charts(file, board, s)
    index = freeze_units(file.units, s)
    freeze_searches(s)
    freeze_cards(file, index, {n: h for h, n in enumerate(hex_numbers(file.map))}, s)
    freeze_setup(file.setups.setups[file.setup], file.units, index, board, s)
    tables.setflags(write=False)
    return tables


def _names(file: File) -> dict[str, dict[str, str]]:
    titles = {name: {"ja": unit.en, "en": unit.en} for name, unit in file.units.units.items()}
    for number, entry in file.map.hexes.items():
        english = entry.en or str(number)
        titles[str(number)] = {"ja": entry.ja or english, "en": english}
    return titles


def _identify(file: File) -> str:
    """sha256 of the canonical JSON of the values that matter for the rules."""
    text = json.dumps(_rules_of(file.model_dump()), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _rules_of(value: Any, key: str = "") -> Any:
    """Without names and provenance; what has no order is sorted."""
    if isinstance(value, dict):
        return {str(k): _rules_of(v, str(k)) for k, v in value.items() if k not in NOT_RULES}
    if not isinstance(value, (list, tuple)):
        return value
    values = [_rules_of(v) for v in value]
    return sorted(values) if key in NO_ORDER else values


CHECKS = (check_map, check_units, check_setups)


def scenarios(data: Path = DATA) -> Scenarios[File, Scenario]:
    """The scenarios over the data files of a folder."""
    whole = partial(gather, folder=data)
    return Scenarios(FOLDER, File, CHECKS, value_paths, _scenario_of, gather=whole)


SCENARIOS = scenarios()
names, load = SCENARIOS.names, SCENARIOS.load
