"""Value paths of a scenario: `map.hexes.2015.sides`, `units.units.j_akagi.full`.

A list is one value. Names and the shares of land, which are only drawn, have no path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

DRAWN = ("en", "ja", "land")
NOT_RULES = {*DRAWN, "provenance"}
NO_ORDER = (
    "not_hexes", "japan", "japan_wide", "east", "south", "west", "has", "regions", "bases", "keys",
    "control", "hexes", "out", "discarded", "delayed", "eliminated", "surrendered",
)  # fmt: skip


def value_paths(data: dict[str, Any]) -> dict[str, Any]:
    """Path -> value for every value of a gathered scenario that matters for the rules."""
    return dict(_walk({key: data[key] for key in data if key != "provenance"}, []))


def _walk(content: Any, parts: list[str]) -> Iterator[tuple[str, Any]]:
    if isinstance(content, dict):
        for key, value in content.items():
            if key not in DRAWN:
                yield from _walk(value, [*parts, str(key)])
    else:
        yield ".".join(parts), content
