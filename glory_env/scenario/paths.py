"""Provenance by value paths, one name for every value of a scenario file: `tonnage.start`.

A game says which paths its files have: `value_paths` in the `paths` of its scenarios.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any

from glory_env.scenario.problems import Problems, near_misses

DEFAULT = ("R", "")


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
