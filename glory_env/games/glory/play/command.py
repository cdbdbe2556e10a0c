"""What Glory adds to `glory play`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from glory_env.cli.games import one_seat
from glory_env.play.saves import FOLDER, Saves

if TYPE_CHECKING:
    from glory_env.cli.games import Sitting
    from glory_env.games.glory.play.session import GlorySession
    from glory_env.games.glory.play.table import Table
    from glory_env.terminal.at_terminal import AtTerminal

__all__ = ["FOLDER"]
OWN = "navy"


def new(players: Mapping[str, str | None], asked: Sitting) -> GlorySession:
    """A new game. players: by seat; None: the default partner."""
    from glory_env.games.glory.play.start import WAR, new_session, with_promises

    seat, partner = one_seat(players)
    scenario, seat = asked.scenario or WAR, "solo" if asked.solo else seat
    return new_session(
        scenario, seat, partner, () if seat != "watch" else tuple(players.values()),
        seed=asked.seed, force=asked.force,
        options=with_promises(asked.options, scenario, seat, partner),
    )  # fmt: skip


def resume(file: Path, asked: Sitting, is_replay: bool) -> GlorySession:
    """A saved game, to go on with or to look at."""
    from glory_env.games.glory.play.session import GlorySession

    return GlorySession.resume(
        file, asked.scenario, given=asked.given, force=asked.force, is_replay=is_replay
    )


def compile_ahead(session: GlorySession) -> None:
    """All that games with agents need."""
    from glory_env.games.glory.warmup import compile_scripts

    compile_scripts()


def at_terminal(session: GlorySession, language: str) -> AtTerminal:
    from glory_env.games.glory.play.at_terminal import GloryAtTerminal

    return GloryAtTerminal(session, language)


def table(session: GlorySession, saves: Saves, name: str | None, asked: Sitting) -> Table:
    """For the page. Pages may name what the command has named."""
    from glory_env.game.settings import read_settings
    from glory_env.games.glory.play.kept_games import Kept, default_folder
    from glory_env.games.glory.play.table import Table
    from glory_env.games.glory.scenario import names
    from glory_env.play.allowed_agents import Allowed
    from glory_env.play.people import People, Questions
    from glory_env.play.two_pages import Apart, kept_words

    if asked.apart and len(session.seats) != 2:
        raise ValueError("--apart: expected a game that two people play")
    own = Path(asked.scenario) if asked.scenario and asked.scenario not in names() else None
    allowed = Allowed(asked.given, own, asked.force)
    words = kept_words(saves.path(name)) if asked.apart and name else None
    apart = Apart(asked.clock, words=words) if asked.apart else None
    people = None
    if asked.people:
        file = asked.questions
        questions = read_settings(Questions, file).questions if file else ()
        people = People(asked.people, questions)
    kept = None if apart or people else Kept(asked.data or default_folder())
    return Table(session, saves, name, allowed, apart, kept, people)
