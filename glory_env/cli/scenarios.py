"""python -m glory_env.scenarios list | show NAME | check FILE."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter

from glory_env.scenarios.load import Scenario, load, names
from glory_env.scenarios.paths import value_paths
from glory_env.scenarios.problems import ScenarioError

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


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 with a message on stderr for a bad scenario."""
    parser = argparse.ArgumentParser(prog="python -m glory_env.scenarios")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the scenarios that come with the package")
    show = commands.add_parser("show", help="a scenario's values and where each comes from")
    show.add_argument("scenario", help="a name or the path of a .yaml file")
    check = commands.add_parser("check", help="say whether a file is a good scenario")
    check.add_argument("scenario", help="the path of a .yaml file, or a name")
    options = parser.parse_args(arguments)
    try:
        if options.command == "list":
            lines = _list()
        elif options.command == "show":
            lines = _show(load(options.scenario))
        else:
            lines = [*_head(load(options.scenario)), "good"]
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 1
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
