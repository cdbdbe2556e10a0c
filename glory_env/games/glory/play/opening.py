"""The games a page may ask for: new ones of known names, saved ones of the folder. No paths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glory_env.games.glory.engine.handicaps import FOR_PEOPLE
from glory_env.games.glory.play import messages as m
from glory_env.games.glory.play.characters import listed_characters
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session, with_promises
from glory_env.games.glory.rules.rulings import OPTIONAL_RULES
from glory_env.games.glory.scenario import names
from glory_env.games.glory.state import DEADLOCKS, PRODUCTION_RULES, PROTOCOLS, TALKS
from glory_env.play.allowed_agents import Allowed
from glory_env.play.saves import Saves, scenario_of

VERSION = 2  # of the messages
OPTIONS = {
    "negotiation": PROTOCOLS,
    "deadlock": DEADLOCKS,
    "production": PRODUCTION_RULES,
    "talk": TALKS,
    "handicap": FOR_PEOPLE,
    "optional": tuple(OPTIONAL_RULES),
}


def hello(saves: Saves, name: str, allowed: Allowed) -> dict[str, Any]:
    """The first message to a page: what it can choose from. name: of the game on the table."""
    return {
        "type": "hello",
        "version": VERSION,
        "partners": allowed.offered(),
        "characters": listed_characters(),
        "scenarios": list(names()),
        "options": OPTIONS,
        "saved": saves.listed(),
        "unfinished": saves.unfinished(name),
    }


def open_new(message: m.New, allowed: Allowed) -> GlorySession:
    """A new game of what a page may name: no paths."""
    for name in (message.partner, *(message.partners or ())):
        if name is not None:
            allowed.check_offered(name)
    scenario: str | Path = message.scenario
    own = allowed.scenario
    if own is not None and message.scenario == own.stem:
        scenario = own
    elif message.scenario not in names():
        expected = ", ".join(names())
        raise ValueError(f"scenario {message.scenario!r}: expected one of {expected}")
    return new_session(
        scenario,
        message.seat,
        message.partner,
        message.partners or (),
        seed=message.seed,
        force=allowed.force,
        options=with_promises(message.options, message.scenario, message.seat, message.partner),
    )


def open_saved(path: Path, is_replay: bool, allowed: Allowed) -> GlorySession:
    """A saved game to play on; one that is over, or asked for so, to look at."""
    own = allowed.scenario
    if own is not None and scenario_of(path) != own.stem:
        own = None
    session = GlorySession.resume(
        path, own, given=allowed.agents, force=allowed.force, is_replay=is_replay
    )
    session.is_replay = is_replay or session.is_over
    return session
