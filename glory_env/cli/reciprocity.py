"""`glory reciprocity`: does an agent answer in kind, and are its offers worth anything?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.results import check_files, deliver


def reciprocity(
    agents: tyro.conf.Positional[tuple[str, ...]],
    /,
    games: int = 400,
    positions: int = 1000,
    seed: int = 1_000_000,
    scenario: str = "glory",
    parts: tuple[str, ...] = (),
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    write: Path | None = None,
) -> None:
    """Measure whether agents answer in kind, and what their offers are worth.

    Args:
        agents: names or checkpoints; none that plans.
        games: of each kind.
        positions: stored ones of each kind of decision.
        seed: of the first game.
        scenario: name or path of a .yaml file.
        parts: of swapped, in_play, used, low, promises; default: all.
        json_file: write all figures.
        write: write the tables as a page of the docs.
    """
    from glory_env.bench import reciprocity as bench
    from glory_env.report import reciprocity as report
    from glory_env.report.evaluation import progress_bar
    from glory_env.report.tables import markdown, text

    if games < 1 or positions < 1 or seed < 0:
        raise ValueError("--games, --positions: expected at least 1, --seed: at least 0")
    check_files(json_file, write)
    wanted = bench.check_parts(parts or bench.PARTS)
    with progress_bar(len(agents) * bench.games_of(games, wanted), "game") as progress:
        document = bench.measure(agents, games, positions, seed, scenario, wanted, progress)
    made, about = report.tables(document), report.circumstances(document)
    deliver(
        document,
        json_file,
        write,
        lambda: ("Reciprocity", f"{about}.", markdown(made)),
        lambda: f"{about}\n{report.times(document)}\n\n{text(made)}",
    )
