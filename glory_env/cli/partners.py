"""`glory partners`: players with partners of other kinds, beside the best script for each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.results import GAMES_ARE_KEPT, check_files, deliver


def partners(
    agents: tyro.conf.Positional[tuple[str, ...]] = (),
    /,
    games: int = 1000,
    seed: int = 1_000_000,
    selection_games: int = 400,
    search_games: int = 50,
    no_search: bool = False,
    partners: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
    scenario: str = "glory",
    folder: Path = Path("runs/bench"),
    jobs: int = 1,
    cluster: str = "",
    best_scripts: Path | None = None,
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    write: Path | None = None,
) -> None:
    """Compare players with the best script for each partner, and with the partner itself.

    Every game is kept: an interrupted run goes on where it stopped, and a second player meets
    scripts that have been played already.

    Args:
        agents: the players, names or folders; training seeds of one family together.
        games: of each pairing.
        seed: of the first of these games; 2,000,000 and the next ones choose the best scripts.
        selection_games: of each script with each partner, to choose the best ones.
        search_games: of each pairing with a planner, of both kinds.
        no_search: leave planners out.
        partners: names, or `temperaments`, `outside` (six agents with habits of their own) or
            `scripts` (all public ones); default: temperaments and outside.
        scripts: the best ones are looked for among these; default: all public ones.
        scenario: name or path of a .yaml file.
        folder: of games; what has been played once is not played again.
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
        best_scripts: figures of an earlier run (its --json), whose best scripts are taken; that
            saves the games that choose them.
        json_file: write all figures.
        write: write the tables as a page of the docs.
    """
    from glory_env.bench import partners as bench
    from glory_env.bench.policies import is_slow
    from glory_env.report import partners as report
    from glory_env.report.evaluation import progress_bars
    from glory_env.report.tables import markdown, text

    check_files(json_file, write)
    asked = bench.Comparison(
        agents=agents,
        partners=partners or bench.PARTNERS,
        scripts=scripts or bench.SCRIPTS,
        games=games,
        first_seed=seed,
        selection_games=selection_games,
        search_games=search_games,
        scenario=scenario,
        folder=folder,
        jobs=jobs,
        cluster=cluster,
        best_scripts=best_scripts,
    ).expanded()
    bench.verify(asked)
    if no_search:
        fast = tuple(name for name in asked.partners if not is_slow(name))
        asked = asked._replace(partners=fast)
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
        lambda: ("Partners of other kinds", f"{about}.\n\n{report.READING}", markdown(made)),
        lambda: f"{about}, {document['wall_time_s']:.0f} s\n{report.READING}\n\n{text(made)}",
    )
