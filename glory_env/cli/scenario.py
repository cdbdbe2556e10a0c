"""`glory scenario`: list, show or check scenarios."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import Literal

import tyro

from glory_env.games.glory.scenario.load import Scenario, load, names
from glory_env.scenario.paths import value_paths
from glory_env.scenario.problems import ScenarioError

LETTERS = {"S": "stated in the rulebook", "I": "inferred from it", "R": "reconstructed"}


def _size(scenario: Scenario) -> str:
    return (
        f"{int(scenario.tables['last_turn'][0])} turns, {len(scenario.boxes)} boxes, "
        f"{len(scenario.counters)} counters, {len(scenario.markers)} Allied markers"
    )


def _head(scenario: Scenario) -> list[str]:
    notices = [f"notice: {notice}" for notice in scenario.notices]
    return [f"{scenario.name}: {_size(scenario)}", f"id {scenario.id}", *notices]


def _list() -> list[str]:
    return [f"{name:12} {_size(load(name))}, id {load(name).id[:12]}" for name in names()]


def _show(scenario: Scenario) -> list[str]:
    """Head, counts, and one line per value: letter, section, path, value."""
    counts = Counter(letter for letter, _ in scenario.provenance.values())
    sums = [f"{letter} {counts[letter]:4d} values {text}" for letter, text in LETTERS.items()]
    width = max(len(section) for _, section in scenario.provenance.values())
    lines = []
    for path, value in value_paths(scenario.data).items():
        letter, section = scenario.provenance[path]
        lines.append(f"{letter}  {section:{width}}  {path} = {value}")
    return [*_head(scenario), *sums, *lines]


def scenario(
    action: tyro.conf.Positional[Literal["list", "show", "check"]],
    name: tyro.conf.Positional[str | None] = None,
) -> int:
    """List the scenarios, show the values of one, or check a file; 1 for a bad scenario.

    Args:
        action: list, show (values and where each comes from) or check.
        name: of show and check: a scenario's name or the path of a .yaml file.
    """
    if (name is None) != (action == "list"):
        raise ValueError("expected list, show NAME or check FILE")
    try:
        if name is None:
            lines = _list()
        elif action == "show":
            lines = _show(load(name))
        else:
            lines = [*_head(load(name)), "good"]
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 1
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
