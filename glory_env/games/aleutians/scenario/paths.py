"""Value paths of a scenario file: `ships.nachi.defence`, `air_sea.columns.0.sunk` (first column).

A list of plain values is one value. Names and places on the drawn map have no path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

DRAWN = ("id", "ja", "en", "name", "lon", "lat", "xy")
ABOUT = ("free_parameters", "provenance")  # sections about values


def value_paths(data: dict[str, Any]) -> dict[str, Any]:
    """Path -> value for every value of a checked file that matters for the rules, in file order."""
    sections = {key: value for key, value in data.items() if key not in ABOUT}
    return dict(_walk(sections, []))


def _walk(content: Any, parts: list[str]) -> Iterator[tuple[str, Any]]:
    if isinstance(content, dict):
        for key, value in content.items():
            if key not in DRAWN:
                yield from _walk(value, [*parts, str(key)])
    elif isinstance(content, list) and any(isinstance(value, dict) for value in content):
        for k, value in enumerate(content):
            yield from _walk(value, [*parts, value.get("id", str(k))])
    else:
        yield ".".join(parts), content
