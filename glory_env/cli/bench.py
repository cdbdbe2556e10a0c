"""tonnage-bench from the command line; docs/benchmark.md explains it.

    python evaluate.py --config FILE --agents cooperative withdraw_in_time runs/mine-0/policy
    python evaluate.py --config FILE --quick
    python evaluate.py --config FILE --dilemma
    python evaluate.py --config FILE --agents A B C --tasks crossplay

Every game is kept in the results' folder: an interrupted run goes on where it stood, and what has
been played once is not played again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from glory_env.bench.config import QUICK_GAMES, BenchConfig
from glory_env.bench.suite import run
from glory_env.calibration import pages
from glory_env.cli.arguments import guarded
from glory_env.core.files import write_whole
from glory_env.game.settings import make_settings, read_settings, shipped
from glory_env.report.canvas import save_all
from glory_env.report.page import page
from glory_env.report.plots import draw_all
from glory_env.report.tables import circumstances, markdown, tables, text

DEFAULT = shipped("evaluate/tonnage_bench.yaml")
PART = "benchmark"  # of the page that --write fills
STOPPED = "stopped; the same command goes on with the games already played"
FLAGS = ("agents", "tasks", "games", "jobs", "folder", "name")  # keys of the file


def parser() -> argparse.ArgumentParser:
    """The command line."""
    out = argparse.ArgumentParser(
        prog="evaluate.py", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    out.add_argument("--config", type=Path, default=DEFAULT, help="default: %(default)s")
    out.add_argument(
        "--agents", nargs="+", metavar="NAME", help="names, folders, seeds joined by +"
    )
    out.add_argument("--tasks", nargs="+", metavar="TASK", help="of the suite; default: all")
    out.add_argument("--games", type=int, help="of every pairing, the certificate's too")
    out.add_argument("--quick", action="store_true", help=f"{QUICK_GAMES} games of every pairing")
    out.add_argument("--jobs", type=int, help="processes")
    out.add_argument("--name", help="of the results' folder")
    out.add_argument("--folder", type=Path, help="of games and results")
    out.add_argument("--dilemma", action="store_true", help="issue the dilemma certificate")
    out.add_argument(
        "--deterministic", action="store_true", help="agents play the likeliest action"
    )
    out.add_argument("--write", type=Path, metavar="PAGE", help="write the page's part anew")
    return out


def settings(given: argparse.Namespace) -> BenchConfig:
    """The file's settings with the flags over them; ConfigError names what is wrong."""
    base = read_settings(BenchConfig, given.config)
    flags: dict[str, Any] = {
        key: getattr(given, key) for key in FLAGS if getattr(given, key) is not None
    }
    if given.quick:
        flags.setdefault("games", QUICK_GAMES)
    if "games" in flags:
        flags["dilemma_games"] = flags["games"]
    if given.deterministic:
        flags["deterministic"] = True
    return make_settings(BenchConfig, {**base.model_dump(), **flags}, given.config)


def bench(given: argparse.Namespace) -> None:
    """Check everything, play, write, print. ValueError or OSError on bad input."""
    from tqdm import tqdm

    config = settings(given)
    folder = config.folder / config.name
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not existing.is_dir():
        raise ValueError(f"{existing}: expected a folder for the results, this is a file")
    if given.write:
        pages.check(given.write, PART)
    bar = tqdm(unit="pairing", leave=False, disable=None)  # drawn on a terminal alone

    def begin(total: int) -> Any:
        bar.reset(total)
        return bar.update

    try:
        document = run(config, given.dilemma, begin)
    finally:
        bar.close()
    # First of all: nothing that goes wrong with a page may cost the figures.
    write_whole(folder / "results.json", json.dumps(document, indent=1) + "\n")
    found, said = tables(document), circumstances(document)
    if given.write:
        pages.write(given.write, PART, f"{said}\n\n{markdown(found)}")
    figures = draw_all(document)
    write_whole(folder / "report.html", page(document, found, figures))
    save_all(figures, folder / "plots")
    print(f"{said}\n\n{text(found)}")
    print(f"\n{document['wall_time_s']:.0f} s; written to {folder}")


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, 2 with one line on stderr for bad input, 130 when interrupted."""
    given = parser().parse_args(arguments)
    return guarded("evaluate.py", lambda: bench(given), STOPPED)
