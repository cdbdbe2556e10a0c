"""Loading a scenario of the Aleutians Campaign by name or path: read, check, freeze."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from glory_env.games.aleutians.scenario.check_charts import check_charts
from glory_env.games.aleutians.scenario.check_map import check_map
from glory_env.games.aleutians.scenario.check_schedule import check_schedule
from glory_env.games.aleutians.scenario.check_units import check_units
from glory_env.games.aleutians.scenario.freeze import (
    IN_PLAY,
    area_number,
    freeze,
    spot_ids,
    unit_ids,
)
from glory_env.games.aleutians.scenario.paths import ABOUT, DRAWN, value_paths
from glory_env.games.aleutians.scenario.schema import (
    Box,
    File,
    FreeParameter,
    GroundUnit,
    Ship,
    Site,
)
from glory_env.scenario.files import BaseScenario, Scenarios
from glory_env.scenario.problems import Problems

FOLDER = Path(__file__).resolve().parent
NOT_RULES = {*DRAWN, *ABOUT, "calendar"} - {"id"}
NO_ORDER = (
    "links",
    "land_links",
    "entry",
    "units",
    "arrive",
    "leave",
    "special_group",
    "early",
    "found",
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario(BaseScenario):
    """A scenario, checked and ready to play; shared by all games on it, so change nothing in it.

    names: of units, spots, boxes and sea:<node>. coordinates: of areas, sites and sea:<node>, in
    km, y to the north.
    """

    units: tuple[str, ...]  # ids, in number order, as are the next three
    nodes: tuple[str, ...]
    areas: tuple[str, ...]
    spots: tuple[str, ...]
    free_parameters: tuple[FreeParameter, ...]  # what calibration may change, and how far


def _scenario_of(file: File, problems: Problems, **about: Any) -> Scenario:
    return Scenario(
        **about,
        id=_identify(file),
        tables=freeze(file),
        units=unit_ids(file),
        nodes=tuple(node.id for node in file.seas),
        areas=tuple(sorted((area.id for area in file.areas), key=area_number)),
        spots=spot_ids(file),
        names=_names(file),
        coordinates=_coordinates(file),
        free_parameters=file.free_parameters,
    )


def _names(file: File) -> dict[str, dict[str, str]]:
    """Names of everything drawn; an aircraft has its model's, a part of the sea its area's."""
    titles = {}
    named: tuple[Ship | GroundUnit | Site | Box, ...]
    named = (*file.ships, *file.ground_units, *file.sites, *file.off_map)
    for entry in named:
        titles[entry.id] = {"ja": entry.ja, "en": entry.en}
    models = {model.id: model for model in file.models}
    for plane in file.aircraft:
        titles[plane.id] = {"ja": models[plane.model].ja, "en": plane.model}
    for area in file.areas:
        if area.land in IN_PLAY:
            titles[f"open_{area.id}"] = {"ja": f"{area.id}の陸地", "en": f"{area.id} land"}
    for node in file.seas:
        english = f"{node.area} {node.name}" if node.name else node.area
        japanese = f"{node.area} {node.ja}" if node.ja else node.id
        titles[f"sea:{node.id}"] = {"ja": japanese, "en": english}
    return titles


def _coordinates(file: File) -> dict[str, tuple[float, float]]:
    places = {area.id: area.xy for area in sorted(file.areas, key=lambda a: area_number(a.id))}
    places |= {site.id: site.xy for site in file.sites}
    return places | {f"sea:{node.id}": node.xy for node in file.seas}


def _identify(file: File) -> str:
    """sha256 of the canonical JSON of the values that matter for the rules."""
    text = json.dumps(_rules_of(file.model_dump()), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _rules_of(value: Any, key: str = "") -> Any:
    """Without names, coordinates and provenance; what has no order is sorted."""
    if isinstance(value, dict):
        return {k: _rules_of(v, k) for k, v in value.items() if k not in NOT_RULES}
    if not isinstance(value, (list, tuple)):
        return value
    if key == "land_links":
        value = [sorted(pair) for pair in value]
    values = [_rules_of(v) for v in value]
    return sorted(values) if key in NO_ORDER else values


CHECKS = (check_map, check_charts, check_units, check_schedule)
SCENARIOS = Scenarios(FOLDER, File, CHECKS, value_paths, _scenario_of)
names, load = SCENARIOS.names, SCENARIOS.load
