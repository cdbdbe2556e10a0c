"""`glory tension`: how much it pays to stop cooperating, by outcome utilities and board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.results import GAMES_ARE_KEPT, check_files, deliver


def tension(
    agents: tyro.conf.Positional[tuple[str, ...]] = (),
    /,
    games: int = 1000,
    selection_games: int = 100,
    boards: tuple[str, ...] = (),
    scenario: str = "glory",
    folder: Path = Path("runs/bench"),
    jobs: int = 1,
    cluster: str = "",
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    write: Path | None = None,
) -> None:
    """Measure what the best replies to the best pair of a field gain, and what they cost.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        agents: the field; default: fourteen scripts. Networks refuse boards they have not learnt.
        games: of each pairing that is measured.
        selection_games: of all pairings, to choose pairs and replies.
        boards: floor_150, floor_200, start_530, margin_1; default: the scenario as it is, and all.
        scenario: name or path of a .yaml file.
        folder: of games; what has been played once is not played again.
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
        json_file: write all figures.
        write: write the table as a page of the docs.
    """
    from glory_env.bench import tension as bench
    from glory_env.report import tension as report
    from glory_env.report.evaluation import progress_bars
    from glory_env.report.tables import markdown, text

    check_files(json_file, write)
    asked = bench.Question(
        field=agents or bench.FIELD,
        boards=(bench.USUAL, *boards) if boards else bench.BOARDS,
        games=games,
        selection_games=selection_games,
        scenario=scenario,
        folder=folder,
        jobs=jobs,
        cluster=cluster,
    )
    try:
        with progress_bars("pairing") as progress:
            document = bench.measure(asked, progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(GAMES_ARE_KEPT) from None
    made, about = report.tables(document), report.circumstances(document)
    deliver(
        document,
        json_file,
        write,
        lambda: ("How much does it pay to stop cooperating?", f"{about}.", markdown(made, level=2)),
        lambda: f"{about}, {document['wall_time_s']:.0f} s\n\n{text(made)}",
    )
