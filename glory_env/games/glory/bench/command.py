"""`glory bench` of Glory: tonnage-bench; by a word more: check an entrant, repeat or compare."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from glory_env.cli.arguments import (
    FileAgents,
    Names,
    OptionalInt,
    OptionalPath,
    OptionalText,
    Text,
)
from glory_env.cli.results import GAMES_ARE_KEPT
from glory_env.core.files import check_writable, write_whole
from glory_env.game.settings import shipped

if TYPE_CHECKING:
    from glory_env.games.glory.bench.config import BenchConfig
    from glory_env.games.glory.bench.submission import Finding

DEFAULT = shipped("evaluate/tonnage_bench.yaml")
TITLE = "tonnage-bench: results"


def submit_check(
    folder: tyro.conf.Positional[Path],
    /,
    scenario: str = "glory",
    minutes: float = 30.0,
    memory: float = 16.0,
) -> int:
    """Check whether a folder with an agent can be measured; the exit code is 1 if it cannot.

    The agent plays in a process of its own, with limits. That is no sandbox: run code that you do
    not trust on a machine that holds nothing else.

    Args:
        folder: the agent's, with an agent.yaml (docs/agents.md).
        scenario: the scenario that is played.
        minutes: limit of the whole check; an agent that needs more does not pass.
        memory: limit in GB, where the system has such a limit.
    """
    if not 0 < minutes <= 1e5 or not 0 < memory <= 1e5:
        raise ValueError("--minutes, --memory: expected more than 0")
    from glory_env.games.glory.bench.limited_check import Limits, checked

    _, failed = _print(checked(folder, scenario, Limits(minutes, memory)), 46)
    print("not fit to be measured" if failed else "fit to be measured")
    return int(failed > 0)


def verify(
    file: tyro.conf.Positional[Path],
    /,
    scenario: Text = "",
    agent: FileAgents = (),
) -> int:
    """Play 20 games of published results again and compare their digests.

    The exit code is 1 if one differs.

    Args:
        file: results.json of a run, or the .json file beside a page of results.
        scenario: the file of its scenario, where that does not come with the package.
        agent: an agent of the file that is not part of the project; its code is run. May be
            repeated.
    """
    from glory_env.games.glory.bench.repeat import code_differs, repeated

    count, failed = _print(repeated(file, scenario, agent), 16)
    print(f"{file}: {count} games, {f'{failed} of them differ' if failed else 'no difference'}")
    if other := code_differs(file):
        print(other)
    return int(failed > 0)


def compare(before: tyro.conf.Positional[Path], after: tyro.conf.Positional[Path], /) -> None:
    """Show what differs between two results files beyond noise.

    Args:
        before: results.json of one run.
        after: results.json of another run.
    """
    from glory_env.games.glory.bench.suite import read_results
    from glory_env.games.glory.report.changes import report

    results = [read_results(path) for path in (before, after)]
    for path, one in zip((before, after), results, strict=True):
        try:
            report(one, one)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            raise ValueError(f"{path}: expected the results of a run of the suite") from None
    print(report(*results))


def _print(findings: Iterable[Finding], width: int) -> tuple[int, int]:
    """A line for each as it comes; how many there were and how many failed."""
    marks = {True: "ok", False: "FAILED", None: ""}
    count = failed = 0
    for finding in findings:
        print(f"{finding.what:{width}} {marks[finding.passed]:7} {finding.says}", flush=True)
        count += 1
        failed += finding.passed is False
    return count, failed


def bench(
    config: Annotated[
        Path, tyro.conf.arg(help_behavior_hint="(default: evaluate/tonnage_bench)")
    ] = DEFAULT,
    agents: Names = (),
    tasks: Names = (),
    games: OptionalInt = None,
    quick: bool = False,
    hidden: Names = (),
    agent: FileAgents = (),
    deterministic: bool = False,
    jobs: OptionalInt = None,
    cluster: OptionalText = None,
    name: OptionalText = None,
    folder: OptionalPath = None,
    write: OptionalPath = None,
    game: str = "glory",
) -> None:
    """Run the benchmark, tonnage-bench: eleven tasks, and everybody with everybody.

    Every game is kept in the folder of results: an interrupted run goes on where it stopped, and
    what has been played once is not played again. `glory bench submit-check FOLDER` checks whether
    an agent of your own can be measured; `glory bench verify FILE` plays some games of published
    results again; `glory bench compare BEFORE AFTER` shows what differs between two results files.

    Args:
        config: YAML file of settings, or evaluate/NAME for one of the project.
        agents: who is measured: names, folders, training seeds joined by + (default: the file's).
            With --quick the first tables say where they stand; without --agents those of --agent.
        tasks: the tasks that are played (default: all).
        games: of every pairing (default: the file's); pairings of families in its proportion.
        quick: the same as --games 200.
        hidden: partners that only this run knows: agents, or folders of agents.
        agent: an agent that the file names and that is not part of the project; its code is run.
            May be repeated.
        deterministic: networks play their most likely action.
        jobs: processes (default: the file's).
        cluster: play on this Ray cluster and not in processes: HOST:PORT, or auto.
        name: of the results' folder (default: the file's).
        folder: for games and results (default: the file's).
        write: file for the tables as a page of the docs (.md); a .json to repeat them goes beside.
        game: glory; another game has flags of its own.
    """
    from glory_env.games.glory.bench.config import BenchConfig, with_flags
    from glory_env.games.glory.bench.suite import published, run
    from glory_env.games.glory.report import page, suite
    from glory_env.games.glory.report.canvas import save_all
    from glory_env.games.glory.report.plots import draw_all
    from glory_env.report import tables
    from glory_env.report.progress import progress_bars

    flags = {
        "agents": agents, "tasks": tasks, "games": games, "jobs": jobs, "cluster": cluster,
        "name": name, "folder": folder, "deterministic": deterministic, "hidden": hidden,
    }  # fmt: skip
    chosen = with_flags(BenchConfig, config, quick, agent, **flags)
    place = chosen.folder / chosen.name
    existing = next(path for path in (place, *place.parents) if path.exists())
    if not existing.is_dir():
        raise ValueError(f"{existing}: expected a folder for the results, this is a file")
    if write:
        if write.suffix != ".md":
            raise ValueError(f"--write {write}: expected a file that ends in .md")
        check_writable(write, "--write")
    entrants = (agents or agent) if quick else ()
    try:
        placed = _placed(chosen, entrants) if entrants else {}
        with progress_bars("pairing") as progress:
            document = run(chosen, progress) | placed
    except KeyboardInterrupt:
        raise KeyboardInterrupt(GAMES_ARE_KEPT) from None
    all_tables, about = suite.tables(document), suite.circumstances(document)
    try:
        # First of all: nothing that goes wrong with a page may cost the figures.
        write_whole(place / "results.json", json.dumps(document, indent=1) + "\n")
        if write:
            tables.write_page(write, TITLE, about, tables.markdown(all_tables))
            repeatable = json.dumps(published(document), indent=1) + "\n"
            write_whole(write.with_suffix(".json"), repeatable)
        figures = draw_all(document)
        write_whole(place / "report.html", page.page(document, all_tables, figures))
        save_all(figures, place / "plots")
    finally:
        rest = [table for table in all_tables if table.part not in placed]
        print(f"{about}\n\n{tables.text(rest)}")
    print(f"\n{document['wall_time_s']:.0f} s; written to {place}")


def _placed(config: BenchConfig, entrants: Sequence[str]) -> dict[str, Any]:
    """{"standing": where entrants stand}, printed before anything else is played.

    Empty, and a line says why, where a partner that the project names is not here.
    """
    from glory_env.games.glory.bench.standing import standing, unavailable
    from glory_env.games.glory.bench.suite import measured_by
    from glory_env.games.glory.report import standing as report
    from glory_env.report import tables
    from glory_env.report.progress import progress_bars

    measured_by(config)  # what is wrong is said before anything is played
    if reason := unavailable(config):
        print(f"where it stands: not played: {reason}; the key standing names other partners\n")
        return {}
    with progress_bars("pairing") as progress:
        found = standing(config, entrants, progress)
    shown = tables.text(report.tables(found), report.WIDTH)
    print(f"{report.circumstances(found)}\n\n{shown}\n", flush=True)
    return {report.PART: found}
