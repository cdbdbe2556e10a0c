"""Value paths of a scenario file.

`tonnage.start`, `boxes.aleutians.gp`, `lines.sea.homeland-bonins`, `markers.D.route.1` (first
box), `crt.us.3-6.0` (no hits), `convoy_crt.small_convoys.2.6` (two escorts, a 6),
`invasion_table.5.6` (turn 5, a 6), `units.yamato.tonnage`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

WHOLE = ("faces", "late_faces", "gp", "unescorted", "escorted")  # one value each, not several


def entry_name(parents: list[str], index: int) -> str:
    """The path segment of a list's entry: dice and route boxes count from 1, hits from 0."""
    section = parents[0]
    from_one = section in ("invasion_table", "markers") or (
        section == "convoy_crt" and len(parents) == 3
    )
    return str(index + 1 if from_one else index)


def value_paths(data: dict[str, Any]) -> dict[str, Any]:
    """Path -> value for every value of a checked file, in file order, without the provenance."""
    return dict(_walk(data, [])) if data else {}


def _walk(content: Any, parts: list[str]) -> Iterator[tuple[str, Any]]:
    section = parts[0] if parts else ""
    whole = section in ("ahead", "coordinates") and len(parts) == 2
    if whole or (parts and parts[-1] in WHOLE):
        yield ".".join(parts), content
    elif isinstance(content, dict):
        for key, value in content.items():
            if parts or key != "provenance":
                yield from _walk(value, [*parts, str(key)])
    elif isinstance(content, list):
        for index, value in enumerate(content):
            if section in ("boxes", "markers", "units") and len(parts) == 1:
                fields = {k: v for k, v in value.items() if k != "id"}
                yield from _walk(fields, [*parts, value["id"]])
            elif section == "lines":
                yield ".".join([*parts, "-".join(value)]), value
            else:
                yield from _walk(value, [*parts, entry_name(parts, index)])
    else:
        yield ".".join(parts), content
