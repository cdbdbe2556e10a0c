"""`glory bench`: tonnage-bench, the suite; `glory bench submit-check`: an entrant of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import tyro

from glory_env.cli.arguments import settings
from glory_env.cli.results import GAMES_ARE_KEPT
from glory_env.core.files import check_writable, write_whole
from glory_env.game.settings import shipped

DEFAULT = shipped("evaluate/tonnage_bench.yaml")
TITLE = "tonnage-bench: results"


CHECK = "submit-check"


def prepare(arguments: Sequence[str]) -> Callable[[], int | None]:
    """The suite, or the check of an entrant where that is the first word."""
    checks = arguments[:1] == [CHECK]
    return partial(
        tyro.cli,
        submit_check if checks else bench,
        prog=f"glory bench {CHECK}" if checks else "glory bench",
        args=list(arguments[1:] if checks else arguments),
        config=(tyro.conf.FlagCreatePairsOff,),
    )


def submit_check(folder: tyro.conf.Positional[Path], /, scenario: str = "glory") -> int:
    """Check whether a folder with an agent can be measured; 1 if anything is not as it has to be.

    Args:
        folder: with an agent.yaml, as docs/agents.md explains.
        scenario: that is played.
    """
    from glory_env.bench.submission import check

    marks = {True: "ok", False: "FAILED", None: ""}
    failed = 0
    for finding in check(folder, scenario):
        print(f"{finding.what:46} {marks[finding.passed]:7} {finding.says}", flush=True)
        failed += finding.passed is False
    print("not fit to be measured" if failed else "fit to be measured")
    return int(failed > 0)


def bench(
    config: Path = DEFAULT,
    agents: tuple[str, ...] = (),
    tasks: tuple[str, ...] = (),
    games: int | None = None,
    quick: bool = False,
    dilemma: bool = False,
    hidden: tuple[str, ...] = (),
    deterministic: bool = False,
    jobs: int | None = None,
    name: str | None = None,
    folder: Path | None = None,
    write: Path | None = None,
) -> None:
    """Run tonnage-bench: tasks, cross-play, the dilemma certificate.

    Every game is kept in the folder of results: an interrupted run goes on where it stopped, and
    what has been played once is not played again. `glory bench submit-check FOLDER` checks whether
    an agent of your own can be measured.

    Args:
        config: YAML file of settings, or evaluate/NAME of the project.
        agents: what is measured: names, folders, seeds joined by +; default: the file's.
        tasks: of the suite; default: all.
        games: of every pairing; in tables with a family in the proportion of the file.
        quick: the same as 200 games.
        dilemma: issue the dilemma certificate.
        hidden: partners known to this run alone: agents, or folders of agents.
        deterministic: agents play the likeliest action.
        jobs: processes.
        name: of the folder of results.
        folder: of games and results.
        write: write the tables as a page of the docs.
    """
    from glory_env.bench.config import BenchConfig
    from glory_env.bench.suite import run
    from glory_env.report import page, suite, tables
    from glory_env.report.canvas import save_all
    from glory_env.report.evaluation import progress_bars
    from glory_env.report.plots import draw_all

    flags = {
        "agents": agents, "tasks": tasks, "games": games, "jobs": jobs, "name": name,
        "folder": folder, "deterministic": deterministic, "hidden": hidden,
    }  # fmt: skip
    chosen = settings(BenchConfig, config, quick, **flags)
    place = chosen.folder / chosen.name
    existing = next(path for path in (place, *place.parents) if path.exists())
    if not existing.is_dir():
        raise ValueError(f"{existing}: expected a folder for the results, this is a file")
    if write:
        check_writable(write, "--write")
    try:
        with progress_bars("pairing") as progress:
            document = run(chosen, dilemma, progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(GAMES_ARE_KEPT) from None
    made, about = suite.tables(document), suite.circumstances(document)
    try:
        # First of all: nothing that goes wrong with a page may cost the figures.
        write_whole(place / "results.json", json.dumps(document, indent=1) + "\n")
        if write:
            tables.write_page(write, TITLE, about, tables.markdown(made))
        figures = draw_all(document)
        write_whole(place / "report.html", page.page(document, made, figures))
        save_all(figures, place / "plots")
    finally:
        print(f"{about}\n\n{tables.text(made)}")
    print(f"\n{document['wall_time_s']:.0f} s; written to {place}")
