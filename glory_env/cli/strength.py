"""Trained networks: taken over from runs, measured, and written down.

    python -m glory_env.strength adopt runs/cooperative-0 runs/cooperative-1
    python -m glory_env.strength measure
    python -m glory_env.strength write

`measure` plays only what agents/pretrained/results.json does not hold yet and may be stopped at
any time; `write` fills docs/training.md, draws docs/training.png and lets the names without a
seed stand for the seed in the middle.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from glory_agents.learned.entries import PRETRAINED
from glory_env.calibration import pages
from glory_env.cli.arguments import guarded
from glory_env.strength import curves, report
from glory_env.strength.adopt import adopt, point, seeds
from glory_env.strength.games import ANGLES, GAMES, measure_all, plan, read

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, PICTURE, PART = DOCS / "training.md", DOCS / "training.png", "strength"
RESULTS = PRETRAINED / "results.json"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(
        prog="python -m glory_env.strength",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = out.add_subparsers(dest="task", required=True)
    taken = tasks.add_parser("adopt", help="copy finished runs to agents/pretrained/")
    taken.add_argument("runs", nargs="+", type=Path, help="folders of runs")
    played = tasks.add_parser("measure", help="play what has not been played yet")
    played.add_argument("--games", type=int, default=GAMES, help="a pairing, default: %(default)s")
    played.add_argument(
        "--only", default="", help="of the pairings, those whose name contains this"
    )
    played.add_argument("--no-search", action="store_true", help="leave the planner out")
    tasks.add_parser("write", help="write the tables and draw the curves")
    return out


def run(given: argparse.Namespace) -> None:
    """Do the task; ValueError or OSError on bad input."""
    if given.task == "adopt":
        for path in given.runs:
            print(f"{path} -> {adopt(path)}")
    elif given.task == "measure":
        if given.games < 1:
            raise ValueError(f"--games: expected at least 1, got {given.games}")
        wanted = [p for p in plan() if given.only in p.key and not (p.slow and given.no_search)]
        measure_all(RESULTS, wanted, given.games, lambda line: print(line, flush=True))
    else:
        book = read(RESULTS)
        for name, folders in seeds().items():
            point(name, middle(book, name, folders))
        pages.write(PAGE, PART, report.markdown(book))
        curves.draw(PICTURE)
        print(f"written to {PAGE} and {PICTURE}")


def middle(book: dict, name: str, folders: list[str]) -> str:
    """The seed with the median reward in self-play; of two the lesser, unmeasured ones first."""
    known = report.Book(book)

    def reward(folder: str) -> float:
        found = known.of(folder, folder, ANGLES.get(name, 0.0))
        return found["reward"][0] if found else float("-inf")

    ranked = sorted(folders, key=reward)
    return ranked[(len(ranked) - 1) // 2]


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 2 with one line on stderr for bad input."""
    given = parser().parse_args(arguments)
    return guarded("glory_env.strength", lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
