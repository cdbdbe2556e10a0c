"""What the designer says about balance, checked by play; or agents against agents.

    python -m glory_env.cli.calibrate --json FILE --write docs/agents.md
    python -m glory_env.cli.calibrate --matrix --json FILE --write docs/agents.md

--write replaces the page's text between <!-- calibration:start --> and <!-- calibration:end -->,
with --matrix that between <!-- matrix:start --> and <!-- matrix:end -->. A missed statement is a
result, no error: the exit code is 0.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from glory_env.bench.summary import progress_bar
from glory_env.calibration import matrix, pages, report
from glory_env.calibration.games import REPORTING, SEARCH_LEAST, TUNING, Budget
from glory_env.cli.arguments import guarded
from glory_env.core.files import write_whole
from glory_env.envs.agent import make_agent
from glory_env.scenarios import Scenario, load

GAMES = 1000  # a pairing
QUICK_GAMES, QUICK_LEAST = 20, 2


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(
        prog="python -m glory_env.cli.calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    out.add_argument(
        "--games", type=int, help=f"a pairing, default {GAMES}; a cell, default {matrix.GAMES}"
    )
    out.add_argument(
        "--minutes", type=float, default=20.0, help="for each search agent, default: %(default)s"
    )
    out.add_argument("--no-search", action="store_true", help="leave the search agents out")
    out.add_argument("--quick", action="store_true", help="a few games of each, to try the command")
    out.add_argument(
        "--tuning",
        action="store_true",
        help="other seeds than those of the report: for whoever changes the scenario",
    )
    out.add_argument("--scenario", default="glory", help="name or path of a .yaml file")
    out.add_argument("--matrix", action="store_true", help="every agent against every agent")
    out.add_argument(
        "--agents", nargs="+", metavar="NAME", help="of the matrix; default: random and all scripts"
    )
    out.add_argument("--json", type=Path, metavar="FILE", help="write everything")
    out.add_argument("--write", type=Path, metavar="PAGE", help="write the page's part anew")
    return out


def run(given: argparse.Namespace) -> None:
    """Check everything, play, write and print. ValueError or OSError on bad input."""
    games = given.games if given.games is not None else _games(given)
    if not 1 <= games <= REPORTING or not given.minutes >= 0:
        raise ValueError(f"--games: expected 1 to {REPORTING}, --minutes: expected at least 0")
    if given.agents and not given.matrix:
        raise ValueError("--agents: only with --matrix")
    if given.json and (given.json.is_dir() or not given.json.parent.is_dir()):
        raise ValueError(f"--json {given.json}: expected a file in a folder that exists")
    part = pages.MATRIX if given.matrix else pages.CALIBRATION
    if given.write:
        pages.check(given.write, part)
    scenario = load(given.scenario)
    budget = Budget(
        games=games,
        first=TUNING if given.tuning else REPORTING,
        minutes=0.0 if given.quick else given.minutes,
        least=min(games, QUICK_LEAST if given.quick else SEARCH_LEAST),
    )
    make = _matrix if given.matrix else _calibration
    document, text, page = make(given, scenario, budget)
    # First of all: nothing that goes wrong with printing may cost the games.
    if given.json:
        write_whole(given.json, json.dumps(document) + "\n")
    if given.write:
        pages.write(given.write, part, page)
    print(text)
    for path in filter(None, (given.json, given.write)):
        print(f"\nwritten to {path}")


def _games(given: argparse.Namespace) -> int:
    if given.quick:
        return QUICK_GAMES
    return matrix.GAMES if given.matrix else GAMES


def _calibration(
    given: argparse.Namespace, scenario: Scenario, budget: Budget
) -> tuple[dict[str, Any], str, str]:
    """JSON document, text and Markdown."""
    pairings = report.plan(scenario, not given.no_search)
    for pairing in pairings:  # a name that is not one shows before anything is played
        make_agent(pairing.army)
    total = sum(budget.least if pairing.search else budget.games for pairing in pairings)
    with progress_bar(total) as progress:
        found = report.calibrate(scenario, budget, not given.no_search, progress)
    return report.document(found), report.table(found), report.markdown(found)


def _matrix(
    given: argparse.Namespace, scenario: Scenario, budget: Budget
) -> tuple[dict[str, Any], str, str]:
    """The same of the matrix."""
    agents = given.agents or matrix.everybody()
    for name in agents:
        make_agent(name)
    with progress_bar(budget.games * len(agents) ** 2) as progress:
        found = matrix.play_matrix(scenario, budget, agents, progress)
    return matrix.document(found), matrix.table(found), matrix.markdown(found)


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 2 with one line on stderr for bad input."""
    given = parser().parse_args(arguments)
    return guarded("glory_env.cli.calibrate", lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
