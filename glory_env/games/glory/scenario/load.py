"""Loading a scenario by name or path: read, check, freeze."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from glory_env.games.glory.scenario.check_charts import check_charts
from glory_env.games.glory.scenario.check_map import check_map
from glory_env.games.glory.scenario.check_units import check_units
from glory_env.games.glory.scenario.freeze import counter_ids, freeze
from glory_env.games.glory.scenario.layout import base_key, place_all
from glory_env.games.glory.scenario.paths import entry_name, value_paths
from glory_env.games.glory.scenario.schema import File, Named
from glory_env.scenario.files import BaseScenario, Scenarios
from glory_env.scenario.problems import Problems

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario(BaseScenario):
    """A scenario, checked and ready to play; shared by all games on it, so change nothing in it.

    names: of boxes, counters and base:<marker>. coordinates: of boxes and base:<marker>, x and y in
    0..1, y down.
    """

    boxes: tuple[str, ...]  # ids, in number order, as are the next two
    counters: tuple[str, ...]
    markers: tuple[str, ...]

    @property
    def size(self) -> str:
        """How large it is, in words for `glory scenario`."""
        return (
            f"{super().size}, {len(self.boxes)} boxes, "
            f"{len(self.counters)} counters, {len(self.markers)} Allied markers"
        )


def _scenario_of(file: File, problems: Problems, **about: Any) -> Scenario:
    return Scenario(
        **about,
        id=_identify(file),
        tables=freeze(file),
        boxes=tuple(box.id for box in file.boxes),
        counters=counter_ids(file),
        markers=tuple(marker.id for marker in file.markers),
        names=_names(file),
        coordinates=place_all(file, problems),
        notices=tuple(problems.notices),
    )


def _names(file: File) -> dict[str, dict[str, str]]:
    """Names of everything drawn; the id in readable form where the file has none."""
    titles = {}
    entries: list[tuple[str, Named]] = [(entry.id, entry) for entry in (*file.boxes, *file.units)]
    entries += [(base_key(marker.id), marker) for marker in file.markers]
    for key, entry in entries:
        english = entry.en or entry.id.replace("_", " ").title()
        titles[key] = {"ja": entry.ja or english, "en": english}
    for kind, japanese in (("fort", "陣地"), ("transport", "輸送船")):
        for n in range(getattr(file, f"{kind}s").counters):
            titles[f"{kind}_{n + 1}"] = {"ja": japanese, "en": f"{kind.capitalize()} {n + 1}"}
    return titles


def _identify(file: File) -> str:
    """sha256 of the canonical JSON of the rule-relevant values.

    Without names, coordinates and provenance; what has no order (keys, lines, faces, neighbours,
    codes of one cell) is sorted, what may be left out is filled in.
    """
    values = file.model_dump(by_alias=True, exclude={"coordinates", "provenance"})
    for section in ("boxes", "markers", "units"):
        for entry in values[section]:
            del entry["ja"], entry["en"]
    for kind, pairs in values["lines"].items():
        values["lines"][kind] = sorted(sorted(pair) for pair in pairs)
    values["ahead"] = {box: sorted(others) for box, others in values["ahead"].items() if others}
    for section, keys in (
        ("hits", ("faces", "late_faces")),
        ("sea_transport_loss", ("unescorted", "escorted")),
    ):
        for key in keys:
            values[section][key] = sorted(values[section][key])
    for turn, row in values["invasion_table"].items():
        values["invasion_table"][turn] = [sorted(cell) for cell in row]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


CHECKS = (check_map, check_charts, check_units)
SCENARIOS = Scenarios(FOLDER, File, CHECKS, value_paths, _scenario_of, entry_name)
names, load = SCENARIOS.names, SCENARIOS.load
