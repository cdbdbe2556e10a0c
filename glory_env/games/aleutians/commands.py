"""`glory respond --game aleutians`."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import tyro

from glory_env.cli.arguments import Names, OptionalPath
from glory_env.cli.results import check_files, deliver


def respond(
    agent: tyro.conf.Positional[Annotated[str, tyro.conf.arg(metavar="AGENT")]],
    /,
    minutes: float = 10.0,
    seed: int = 0,
    games: int = 200,
    field: Names = (),
    game: str = "aleutians",
    scenario: str = "aleutians",
    json: OptionalPath = None,
    write: OptionalPath = None,
) -> None:
    """Look for the best replies to one agent and measure what they gain.

    Candidates are the scripts, the result of a search over a script's parameters, and agents that
    are named: a network that is trained against the agent before, by
    `glory train --config train/aleutians-response`.

    Args:
        agent: who is replied to.
        minutes: how long to search, both seats together.
        seed: of the search.
        games: of a reply that is measured, and of a candidate.
        field: agents among which a reply is looked for, besides the scripts.
        game: aleutians; another game has flags of its own.
        scenario: its name, or the path of a .yaml file.
        json: file to write all figures to.
        write: file for the table as a page of the docs.
    """
    import cma  # noqa: F401  # of the search: where it is missing, nothing is played in vain

    from glory_env.bench.seeds import REPORTING
    from glory_env.core.whole import check_seed
    from glory_env.games.aleutians.respond import respond as find
    from glory_env.games.aleutians.scenario import load
    from glory_env.games.aleutians.studies.response_page import table
    from glory_env.report.crossplay import circumstances, page_of

    if not 2 <= games <= REPORTING:
        raise ValueError(f"--games: expected 2 to {REPORTING}")
    if not minutes > 0:
        raise ValueError(f"--minutes {minutes:g}: expected more than 0")
    check_seed(seed)
    check_files(json, write)
    document = find(agent, minutes, games, games, seed, field, load(scenario))
    page = partial(
        page_of, "Best responses in the Aleutians Campaign", about=circumstances(document),
        tables=[table(document)],
    )  # fmt: skip
    deliver(document, json, write, page)
