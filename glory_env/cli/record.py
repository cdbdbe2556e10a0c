"""Play games and record them, or check records.

python -m glory_env.record --games 100 --seed 1 --army random --navy random --out games.jsonl
python -m glory_env.record verify games.jsonl
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from glory_env import __version__
from glory_env.cli.arguments import options_from
from glory_env.envs.agent import make_agent
from glory_env.game.game import Game
from glory_env.record import GameRecord, add_state, play_record, read, verify, write
from glory_env.scenarios import Scenario, load

PROGRAM = "python -m glory_env.record"


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 done, 1 a record with problems, 2 bad input (one line on stderr)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments and arguments[0] == "verify":
            return _verify(_verify_parser().parse_args(arguments[1:]))
        return _play(_play_parser().parse_args(arguments))
    except (ValueError, OSError) as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 2


# --- playing -------------------------------------------------------------------------------
def _play_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Play games and record them. Check records: %(prog)s verify FILE.",
    )
    parser.add_argument("--games", type=int, default=1, help="how many (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first game, one more for each after it"
    )
    parser.add_argument("--army", default="random", help="agent (default: %(default)s)")
    parser.add_argument("--navy", default="random", help="agent (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--scenario", default="glory", help="name or path of a .yaml file")
    parser.add_argument("--states", action="store_true", help="the position after every phase")
    parser.add_argument(
        "--auto-forced",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play decisions with a single legal choice by themselves",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, the value as in YAML: optional=[20-1], deadlock=dice",
    )
    return parser


def _play(settings: argparse.Namespace) -> int:
    if settings.games < 1 or settings.seed < 0:
        raise ValueError("--games: expected at least 1, --seed: expected at least 0")
    options = options_from(settings.option)
    scenario = load(settings.scenario)
    completed = 0

    def games() -> Iterator[GameRecord]:
        nonlocal completed
        for record in _games(settings, scenario, options):
            completed += record.footer is not None and record.footer["completed"]
            yield record

    write(settings.out, games())
    print(f"{settings.out}: {settings.games} games, {completed} completed")
    return 0


def _games(
    settings: argparse.Namespace, scenario: Scenario, options: dict[str, Any]
) -> Iterator[GameRecord]:
    names = {"army": settings.army, "navy": settings.navy}
    agents = {seat: make_agent(name) for seat, name in names.items()}
    for k in range(settings.games):
        game = Game(
            scenario,
            seed=settings.seed + k,
            auto_forced=settings.auto_forced,
            on_phase_end=add_state if settings.states else None,
            **options,
        )
        yield play_record(game, agents, names)


# --- checking ------------------------------------------------------------------------------
def _verify_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} verify",
        description="Play the games of a record again and compare every line.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--scenario", help="the scenario file, where it is not in the package")
    parser.add_argument(
        "--unfinished", action="store_true", help="the last game may be without its footer"
    )
    return parser


def _verify(settings: argparse.Namespace) -> int:
    problems = verify(settings.file, settings.unfinished, settings.scenario)
    for problem in problems:
        print(f"{settings.file}: {problem}", file=sys.stderr)
    if problems:
        return 1
    games = read(settings.file, settings.unfinished)
    print(f"{settings.file}: {len(games)} games, no difference")
    others = {game.header["package"] for game in games} - {__version__}
    if others:
        print(
            f"written by glory_env {', '.join(sorted(others))}, this is {__version__}: the dice "
            "were taken as recorded, not compared with those of the seed"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
