"""Value paths: one name for every value of a scenario file, and the provenance given by them.

`tonnage.start`, `boxes.aleutians.gp`, `lines.sea.homeland-bonins`, `markers.D.route.1` (first
box), `crt.us.3-6.0` (no hits), `convoy_crt.small_convoys.2.6` (two escorts, a 6),
`invasion_table.5.6` (turn 5, a 6), `units.yamato.tonnage`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any

from glory_env.scenario.problems import Problems, near_misses

DEFAULT = ("R", "")
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


Tree = dict[str, Any]  # by segments; what a path ends in has it under ""


def _grow(paths: Iterable[str]) -> Tree:
    root: Tree = {}
    for path in paths:
        node = root
        for segment in path.split("."):
            node = node.setdefault(segment, {})
        node[""] = path
    return root


def _below(nodes: list[Tree], segment: str) -> list[Tree]:
    """The next nodes by a segment, in which `*` is any text."""
    if "*" not in segment:
        return [node[segment] for node in nodes if segment and segment in node]
    return [
        child
        for node in nodes
        for name, child in node.items()
        if name and fnmatchcase(name, segment)
    ]


def _leaves(node: Tree) -> Iterator[str]:
    for name, child in node.items():
        if name:
            yield from _leaves(child)
        else:
            yield child


def resolve(
    paths: dict[str, Any], entries: dict[str, tuple[str, str]], problems: Problems
) -> dict[str, tuple[str, str]]:
    """The provenance of every value: from the entry with most segments, then fewest wildcards.

    An entry covers the value or section it names; a segment may hold `*`. Values without an
    entry are ("R", ""). An entry that covers nothing is an error.
    """
    ranked = sorted(entries, key=lambda e: (e.count(".") + 1, len(e.replace("*", ""))))
    sources = dict.fromkeys(paths, DEFAULT)
    root = _grow(paths)
    for entry in ranked:
        nodes = [root]
        for segment in entry.split("."):
            nodes = _below(nodes, segment)
        covered = [path for node in nodes for path in _leaves(node)]
        for path in covered:
            sources[path] = entries[entry]
        if not covered:
            close = ", ".join(near_misses(entry, paths)[:5])
            expected = f"the path of a value or section, like {close}"
            problems.add(f"provenance.{entry}", list(entries[entry]), expected)
    return sources
