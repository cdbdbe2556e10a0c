"""`glory play --game aleutians`: against an agent, or two people at one screen."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_env.cli.arguments import check_agents, check_settled, given_agents, pairs_from
from glory_env.core.installed import advice

if TYPE_CHECKING:
    from glory_env.games.aleutians.play.session import Session
    from glory_env.play.saves import Saves

ENDING = ".jsonl"
FOLDER = Path("runs/aleutians")  # of saved games
SEAT, PARTNER = "japan", "random"


def play_aleutians(
    seat: str | None,
    partner: str | None,
    scenario: str | None,
    seed: int | None,
    option: Sequence[str],
    file: Path | None,
    resume: Path | None,
    terminal: bool,
    language: str,
    page: dict[str, Any],
    no_open: bool,
) -> int:
    """Play; the arguments are those of `glory play`, page those of the page's address.

    Returns 0, or 1 if the game could not be saved. ValueError, OSError for bad input.
    """
    if terminal and (given := [name for name, value in page.items() if value is not None]):
        raise ValueError(f"--{given[0]}: the terminal serves no page")
    own = given_agents(partner)
    if resume:
        check_settled("--resume", {"seat": seat, "seed": seed, "option": option})
    from glory_env.games.aleutians.play.hint import compile_ahead
    from glory_env.games.aleutians.play.session import Session
    from glory_env.games.aleutians.play.start import new_session
    from glory_env.play.saves import Saves, claim

    if file and (resume is None or file.is_file()):
        claim(file)  # before it is read; until this process ends
    if resume:
        session = Session.resume(resume, scenario, own)
        check_agents("--resume", own, session.players)
    else:
        session = new_session(
            seat or SEAT, partner, scenario=scenario, seed=seed, options=pairs_from(option)
        )
    compile_ahead(session.game.scenario)
    saves = Saves(file.parent if file else FOLDER)
    if not terminal:
        return _on_page(session, saves, file, page, no_open, own)
    from glory_env.games.aleutians.play.terminal import Terminal

    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    path = file or saves.path(saves.save_new(session, saves.new_name()))
    return Terminal(session, path, language=language).run()


def _on_page(
    session: Session,
    saves: Saves,
    file: Path | None,
    page: dict[str, Any],
    no_open: bool,
    given: frozenset[str],
) -> int:
    from glory_env.games.aleutians import GAME
    from glory_env.games.aleutians.play.table import CampaignTable
    from glory_env.play.allowed import Allowed

    try:
        from glory_env.play.server import HOST, PORT, check_address, serve
    except ModuleNotFoundError as error:
        raise ValueError(f"{error}: {advice('play')}, or --terminal") from None
    host = page["host"] or HOST
    port = PORT if page["port"] is None else page["port"]
    check_address(host, page["token"], port)
    if file is not None and file.suffix != ENDING:
        raise ValueError(f"{file}: the page keeps games in files that end in {ENDING}")
    table = CampaignTable(
        session, saves, file.stem if file else None, Allowed(given, game=GAME.name)
    )
    with contextlib.suppress(KeyboardInterrupt):
        serve(table, host, port, page["token"], opens=not no_open)
    return 0
