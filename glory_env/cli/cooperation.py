"""`glory cooperation`: what cooperation depends on, by rules of negotiation and by ablations."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.arguments import FileAgents, settings
from glory_env.cli.results import GAMES_ARE_KEPT, check_files, deliver
from glory_env.game.settings import shipped

DEFAULT = shipped("evaluate/cooperation.yaml")


def cooperation(
    config: Path = DEFAULT,
    games: int | None = None,
    quick: bool = False,
    agent: FileAgents = (),
    jobs: int | None = None,
    cluster: str | None = None,
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    write: Path | None = None,
) -> None:
    """Measure whether the benchmark measures cooperation: negotiation rules, then ablations.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        config: YAML file of settings, or evaluate/NAME of the project.
        games: of every pairing; with a family in the proportion of the file.
        quick: the same as 200 games.
        agent: one that the file names and that is not part of the project: its code is run (may be
            repeated).
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
        json_file: write all figures.
        write: write the tables as a page of the docs.
    """
    from glory_env.bench import cooperation as bench
    from glory_env.report import cooperation as report
    from glory_env.report.evaluation import progress_bars
    from glory_env.report.tables import markdown, text

    chosen = settings(
        bench.CooperationConfig, config, quick, agent, games=games, jobs=jobs, cluster=cluster
    )
    check_files(json_file, write)
    try:
        with progress_bars("pairing") as progress:
            document = bench.measure(chosen, progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(GAMES_ARE_KEPT) from None
    given = {
        "--config": config if config != DEFAULT else None, "--games": games, "--jobs": jobs,
        "--cluster": cluster, "--json": json_file, "--write": write,
    }  # fmt: skip
    words = [word for flag, value in given.items() if value for word in (flag, str(value))]
    words += [word for name in agent for word in ("--agent", name)]
    document["command"] = shlex.join(["glory", "cooperation", *["--quick"] * quick, *words])
    made, about = report.tables(document), report.circumstances(document)
    deliver(
        document,
        json_file,
        write,
        lambda: ("Does it measure cooperation?", about, markdown(made, level=2)),
        lambda: f"{about}\n\n{text(made)}",
    )
