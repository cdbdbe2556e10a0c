"""`glory calibrate`: what the designer says about balance, and agents against agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from glory_env.cli.results import GAMES_ARE_KEPT, check_files, deliver

GAMES, MATRIX_GAMES, QUICK_GAMES = 1000, 200, 20
MINUTES, FOLDER = 20.0, Path("runs/bench")
QUICK_LEAST = 2  # games of a planner


def calibrate(
    games: int | None = None,
    minutes: float = MINUTES,
    no_search: bool = False,
    quick: bool = False,
    tuning: bool = False,
    scenario: str = "",
    matrix: bool = False,
    agents: tuple[str, ...] = (),
    folder: Path = FOLDER,
    jobs: int = 1,
    cluster: str = "",
    json_file: Annotated[Path | None, tyro.conf.arg(name="json")] = None,
    write: Path | None = None,
    game: str = "glory",
) -> None:
    """Check what the designer says about balance by play; or play agents against agents.

    A missed statement is a result, no error: the exit code is 0.

    Args:
        games: of a pairing, default 1000; of a cell of the matrix, default 200.
        minutes: for each search agent.
        no_search: leave the search agents out.
        quick: a few games of each, to try the command.
        tuning: other seeds than those of the report, for changes of the scenario.
        scenario: name or path of a .yaml file; that of the game.
        matrix: every agent against every agent.
        agents: of the matrix; default: random and all scripts.
        folder: of games; what has been played once is not played again.
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
        json_file: write everything.
        write: write the tables as a page of the docs.
        game: glory, or aleutians, which takes --games, --quick, --scenario, --json and --write.
    """
    from glory_env.cli import aleutians

    if game != aleutians.GLORY:
        others = {"--no-search": no_search, "--tuning": tuning, "--matrix": matrix,
                  "--agents": agents, "--cluster": cluster, "--minutes": minutes != MINUTES,
                  "--jobs": jobs != 1, "--folder": folder != FOLDER}  # fmt: skip
        aleutians.check_game(game, others, aleutians.GLORY)
        aleutians.calibrate(games, quick, scenario or "aleutians", json_file, write)
        return
    scenario = scenario or "glory"
    from glory_env.bench import calibration
    from glory_env.bench.config import REPORTING, TUNING, PlayConfig
    from glory_env.bench.policies import policy
    from glory_env.games.glory.scenario import load
    from glory_env.report import calibration as report
    from glory_env.report.evaluation import progress_bars
    from glory_env.report.tables import WIDTH, markdown, text

    count = games if games is not None else _games(quick, matrix)
    if not 1 <= count <= REPORTING or not minutes >= 0:
        raise ValueError(f"--games: expected 1 to {REPORTING}, --minutes: expected at least 0")
    if agents and not matrix:
        raise ValueError("--agents: only with --matrix")
    check_files(json_file, write)
    load(scenario)
    config = PlayConfig(
        games=count,
        first_seed=TUNING if tuning else REPORTING,
        search_games=QUICK_LEAST if quick else PlayConfig().search_games,
        search_minutes=0.0 if quick else minutes,
        scenario=scenario,
        folder=folder,
        jobs=jobs,
        cluster=cluster,
    )
    names = agents or calibration.EVERYBODY
    for name in names if matrix else ():
        policy(name)  # a name that is not one shows before anything is played
    try:
        with progress_bars("pairing") as progress:
            if matrix:
                document = calibration.cross_play(config, names, progress)
            else:
                document = calibration.calibrate(config, not no_search, progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(GAMES_ARE_KEPT) from None
    made = report.matrix_tables(document) if matrix else report.tables(document)
    about = report.circumstances(document, "a cell" if matrix else "a pairing")
    title = "Agents against agents" if matrix else "Calibration"
    width = WIDTH if matrix else None
    deliver(
        document,
        json_file,
        write,
        lambda: (title, f"{about}; {report.READING[matrix]}.", markdown(made)),
        lambda: f"{about}, {document['wall_time_s']:.0f} s\n\n{text(made, width)}",
    )


def _games(quick: bool, matrix: bool) -> int:
    if quick:
        return QUICK_GAMES
    return MATRIX_GAMES if matrix else GAMES
