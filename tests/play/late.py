"""Games of two agents that stand late, for a person to go on with."""

from __future__ import annotations

from glory_env.games.glory.play.session import GlorySession
from glory_env.play.reading import PERSON


def late_game(turn: int, seed: int = 7, agent: str = "withdraw_in_time", **more) -> GlorySession:
    """A game of the scenario glory in which the navy, now a person, is asked in that turn.

    more: decision, the one to stop at.
    """
    wanted = more.get("decision")
    session = GlorySession("glory", {"army": agent, "navy": agent}, seed=seed)
    game = session.game
    while not (
        game.turn >= turn
        and game.actor == "navy"
        and int(game.mask.sum()) > 1
        and wanted in (None, game.decision)
    ):
        assert not session.is_over, f"the game ended before turn {turn}"
        session.play_on()
    session.players["navy"] = PERSON
    return session
