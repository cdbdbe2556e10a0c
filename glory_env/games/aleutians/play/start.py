"""New games of the Aleutians Campaign by seat and opponent, for every front end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glory_env.core.errors import unknown
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.play.session import SEATS, Session
from glory_env.games.aleutians.state import SIDES
from glory_env.play.reading import PERSON, SEEDS

OPPONENT = GAME.partner  # where no other is named


def new_session(
    seat: str,
    opponent: str | None = None,
    *,
    scenario: str | Path | None = None,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
) -> Session:
    """A new game. seat: of SEATS; opponent: an agent in the other seat, None for the default.

    Raises ScenarioError, OptionError, AgentError; ValueError for what does not go together.
    """
    if seat not in SEATS:
        raise ValueError(unknown("seat", seat, SEATS))
    if seat == "both" and opponent is not None:
        raise ValueError(f"partner {opponent}: with seat 'both' there is none")
    if seed is not None and not 0 <= seed < SEEDS:
        raise ValueError(f"seed {seed}: expected 0 to {SEEDS - 1}")
    other = opponent or OPPONENT
    players = {side: PERSON if side in SEATS[seat] else other for side in SIDES}
    return Session(players, scenario=scenario, seed=seed, **(options or {}))
