"""`glory scenario`: list, show, check or draw scenarios."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from glory_env.cli.games import named
from glory_env.games import DEFAULT
from glory_env.scenario.files import BaseScenario, Scenarios
from glory_env.scenario.problems import ScenarioError

LETTERS = {"S": "stated in the rulebook", "I": "inferred from it", "R": "reconstructed"}


def _head(scenario: BaseScenario) -> list[str]:
    notices = [f"notice: {notice}" for notice in scenario.notices]
    return [f"{scenario.name}: {scenario.size}", f"id {scenario.id}", *notices]


def _list(scenarios: Scenarios[Any, Any]) -> list[str]:
    known = map(scenarios.load, scenarios.names())
    return [f"{one.name:12} {one.size}, id {one.id[:12]}" for one in known]


def _show(scenario: BaseScenario, values: Mapping[str, Any]) -> list[str]:
    """Head, counts, and one line per value: letter, section, path, value."""
    counts = Counter(letter for letter, _ in scenario.provenance.values())
    sums = [f"{letter} {counts[letter]:4d} values {text}" for letter, text in LETTERS.items()]
    width = max(len(section) for _, section in scenario.provenance.values())
    lines = []
    for path, value in values.items():
        letter, section = scenario.provenance[path]
        lines.append(f"{letter}  {section:{width}}  {path} = {value}")
    return [*_head(scenario), *sums, *lines]


def scenario(
    action: tyro.conf.Positional[Literal["list", "show", "check", "draw"]],
    name: tyro.conf.Positional[
        Annotated[
            str | None, tyro.conf.arg(metavar="[NAME]", help_behavior_hint="(draw: the usual one)")
        ]
    ] = None,
    /,
    game: str = DEFAULT,
    out: Annotated[Path | None, tyro.conf.arg(metavar="FILE", help_behavior_hint="")] = None,
    width: Annotated[int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="")] = None,
) -> int:
    """List the scenarios, show the values of one, check a file or draw the starting position.

    The exit code is 1 for a bad scenario.

    Args:
        action: list, show (values and where each comes from), check or draw.
        name: of show, check and draw: a scenario's name or the path of a .yaml file (draw: the
            game's usual one).
        game: whose scenarios.
        out: of draw: file to write, .png or .svg.
        width: of draw: in pixels, 320 to 3840; the usual one where it is not given.
    """
    if (out or width) and action != "draw":
        raise ValueError("--out, --width: only with draw")
    if action != "draw" and (name is None) != (action == "list"):
        raise ValueError("expected list, show NAME, check FILE or draw NAME --out FILE")
    bundle = named(game)
    scenarios = bundle.scenarios()
    if scenarios is None:
        raise ValueError(f"--game {bundle.name}: has no scenario files")
    try:
        if action == "draw":
            if out is None:
                raise ValueError("--out: expected the file to write, .png or .svg")
            bundle.draw_scenario(name or bundle.definition().default_scenario, out, width)
            lines = [str(out)]
        elif name is None:
            lines = _list(scenarios)
        elif action == "show":
            board = scenarios.load(name)
            lines = _show(board, scenarios.value_paths(board.data))
        else:
            lines = [*_head(scenarios.load(name)), "good"]
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 1
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
