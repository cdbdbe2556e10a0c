"""What the Aleutians Campaign adds to `glory play`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glory_env.cli.games import one_seat

if TYPE_CHECKING:
    from glory_env.cli.games import Sitting
    from glory_env.games.aleutians.play.session import Session
    from glory_env.games.aleutians.play.table import CampaignTable
    from glory_env.play.saves import Saves
    from glory_env.terminal.at_terminal import AtTerminal

OWN = "japan"
FOLDER = Path("runs/aleutians")


def new(players: Mapping[str, str | None], asked: Sitting) -> Session:
    """A new game. players: by seat; None: the default opponent."""
    from glory_env.games.aleutians.play.session import Session
    from glory_env.games.aleutians.play.start import new_session

    seat, opponent = one_seat(players)
    given: dict[str, Any] = {"scenario": asked.scenario, "seed": asked.seed}
    if seat == "watch":
        return Session({side: str(who) for side, who in players.items()}, **given, **asked.options)
    return new_session(seat, opponent, **given, options=asked.options)


def resume(file: Path, asked: Sitting, is_replay: bool) -> Session:
    """A saved game, to go on with or to look at."""
    from glory_env.games.aleutians.play.session import Session

    return Session.resume(file, asked.scenario, asked.given, is_replay=is_replay)


def compile_ahead(session: Session) -> None:
    """What a hint needs, where a person plays."""
    from glory_env.games.aleutians.play import hint

    if session.seats:
        hint.compile_ahead(session.game.scenario)


def at_terminal(session: Session, language: str) -> AtTerminal:
    from glory_env.games.aleutians.play.at_terminal import CampaignAtTerminal

    return CampaignAtTerminal(session, language)


def table(session: Session, saves: Saves, name: str | None, asked: Sitting) -> CampaignTable:
    """For the page, on which people play."""
    from glory_env.games.aleutians import GAME
    from glory_env.games.aleutians.play.table import CampaignTable
    from glory_env.play.allowed_agents import Allowed

    if session.is_replay or not session.seats:
        raise ValueError(f"--game {GAME.name}: games are replayed and watched with --terminal")
    return CampaignTable(session, saves, name, Allowed(asked.given, game=GAME.name))
