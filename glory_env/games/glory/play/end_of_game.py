"""The end of a session's game in words: to its person, with what the record says of the causes."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words import ending
from glory_env.play.reading import PERSON


def over_view(
    session: GlorySession, game: Game, lines: int, seats: list[str] | None = None
) -> dict[str, Any]:
    """`ending.over_view` of a finished game after so many lines of its record, for who plays those
    seats; None, and in a replay: for all people of the game."""
    played = [seat for seat in SERVICES if session.players[seat] == PERSON]
    people = played if seats is None or session.is_replay else seats
    shown = ending.over_view(game, session.record.lines[:lines], people, escorts(session, lines))
    return {**shown, "seed": game.seed}


def escorts(session: GlorySession, lines: int) -> dict[int, int]:
    """How many units stood in the convoy box when the convoys sailed, by turn."""
    by_turn: dict[int, int] = {}
    for k, line in enumerate(session.record.lines[:lines]):
        if any(roll["purpose"] == "convoy" for roll in line["dice"]):
            before = session.moments.before(k)
            units = odds.convoy_escorts(before.record, before.scenario.tables[0])
            by_turn[int(line["turn"])] = sum(units)
    return by_turn
