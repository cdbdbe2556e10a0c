"""`glory scenario`: list, show, check or draw scenarios."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import tyro

from glory_env.games.glory.scenario.load import Scenario, load, names
from glory_env.games.glory.scenario.paths import value_paths
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


def _draw(name: str, out: Path | None, width: int | None) -> list[str]:
    from glory_env.games.glory.game import Game
    from glory_env.games.glory.render.picture import write_picture
    from glory_env.render.drawing import WIDTH

    if out is None:
        raise ValueError("--out: expected the file to write, .png or .svg")
    game = Game(name, seed=0)
    write_picture(game.scenario, game.record, out, width or WIDTH)
    return [str(out)]


def scenario(
    action: tyro.conf.Positional[Literal["list", "show", "check", "draw"]],
    name: tyro.conf.Positional[
        Annotated[str | None, tyro.conf.arg(metavar="[NAME]", help_behavior_hint="(draw: glory)")]
    ] = None,
    /,
    out: Annotated[Path | None, tyro.conf.arg(metavar="FILE", help_behavior_hint="")] = None,
    width: Annotated[int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="")] = None,
) -> int:
    """List the scenarios, show the values of one, check a file or draw the starting position.

    The exit code is 1 for a bad scenario.

    Args:
        action: list, show (values and where each comes from), check or draw.
        name: of show, check and draw: a scenario's name or the path of a .yaml file.
        out: of draw: file to write, .png or .svg.
        width: of draw: in pixels, 320 to 3840; the usual one where it is not given.
    """
    if (out or width) and action != "draw":
        raise ValueError("--out, --width: only with draw")
    if action != "draw" and (name is None) != (action == "list"):
        raise ValueError("expected list, show NAME, check FILE or draw NAME --out FILE")
    try:
        if action == "draw":
            lines = _draw(name or "glory", out, width)
        elif name is None:
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
