"""Finished games of a person, for what comes after a game."""

from __future__ import annotations

from typing import Any

from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.play.session import observation
from tests.play.player import play_to_person

SCRIPT = "withdraw_in_time"


def played(seed: int = 5, seat: str = "navy", partner: str | None = SCRIPT, **spoilt: str):
    """A finished teaching game: a script plays for the person, but for the decisions spoilt.

    spoilt: by decision the key of the choice that the person takes instead, where it can.
    """
    session = new_session("teaching", seat, partner, seed=seed)
    play_to_person(session)
    while not session.is_over:
        session.choose(_choice(session, spoilt))
        play_to_person(session)
    return session


def _choice(session: GlorySession, spoilt: dict[str, str]) -> dict[str, Any]:
    key = spoilt.get(session.game.decision)
    bad = [one for one in session.game.choices() if key in one] if key else []
    return bad[0] if bad else scripted(session.game)


def scripted(game: Game) -> dict[str, Any]:
    """The whole choice of a script for the service that decides."""
    twin, seat = game.clone(), game.actor
    script = make_agent(SCRIPT)
    script.reset(seat, 1)
    while not twin.lines:
        twin.act(int(script.act(observation(twin, seat), twin.mask.copy(), GameView(twin, seat))))
    choice: dict[str, Any] = twin.lines[0]["choice"]
    return choice
