"""`glory talk`: what scripts say to each other, what they keep, and what it changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.results import check_files, deliver


def talk(
    games: int = 200,
    seed: int = 1_000_000,
    scenario: str = "glory",
    scripts: tuple[str, ...] = (),
    jobs: int = 1,
    cluster: str = "",
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    write: Path | None = None,
) -> None:
    """Play every pair of scripts without talk, with cheap and with binding talk, and compare.

    Args:
        games: of each ordered pair with each talk, on the same seeds.
        seed: of the first game.
        scenario: name or path of a .yaml file.
        scripts: default: four that speak and two that do not.
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
        json_file: write all figures.
        write: write the tables as a page of the docs.
    """
    from glory_env.bench import talk as bench
    from glory_env.games.glory.state import TALKS
    from glory_env.report import talk as report
    from glory_env.report.evaluation import progress_bar
    from glory_env.report.tables import markdown, text

    if games < 1 or jobs < 1 or seed < 0:
        raise ValueError("--games: expected at least 1, --jobs: at least 1, --seed: at least 0")
    check_files(json_file, write)
    names = scripts or bench.SCRIPTS
    with progress_bar(len(names) ** 2 * len(TALKS) * games, "game") as progress:
        document = bench.measure(games, seed, scenario, names, progress, jobs, cluster)
    made, about = report.tables(document), report.circumstances(document)
    deliver(
        document,
        json_file,
        write,
        lambda: ("Talk", f"{about}. {report.reading(document)}.", markdown(made)),
        lambda: f"{about}, {document['wall_time_s']:.0f} s\n\n{text(made)}",
    )
