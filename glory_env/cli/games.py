"""What the commands ask of a game: its bundle by name, its flags, its seats.

A game may add two modules (`Bundle.play`, `Bundle.evaluate`); for one that does not there are
`plain_play` and `plain_evaluation`. play:

    OWN, FOLDER             a person's seat where none is named; of saved games
    new(players, asked), resume(file, asked, is_replay) -> session
    compile_ahead(session)  what play needs compiled
    at_terminal(session, language) -> AtTerminal
    table(session, saves, name, asked) -> GameTable

evaluate: evaluate(agents, asked) -> Evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glory_env import games
from glory_env.core.errors import unknown
from glory_env.game.bundle import Bundle

BOTH = "both"  # in the place of a seat: all of them
PERSON = "person"  # in the place of an agent's name


def named(game: str) -> Bundle:
    """A game by name; ValueError lists the valid ones."""
    try:
        return games.game(game)
    except ValueError as error:
        raise ValueError(f"--game: {error}") from None


def refuse(game: str, given: Mapping[str, Any]) -> None:
    """ValueError for a flag that has a value and is another game's; a seat's name is one, too."""
    own = {one: games.game(one) for one in games.GAMES}
    for name, value in given.items():
        known = [key for key, one in own.items() if name in (*one.flags, *one.seats)]
        if value and game not in known:
            raise ValueError(f"--{name}: only with --game {' or '.join(known)}, not with {game}")


def seats_from(pairs: Sequence[str], seats: Sequence[str]) -> dict[str, str | None]:
    """`--seat NAME=AGENT` or `--seat NAME` as agents by seat, None where none is named."""
    found: dict[str, str | None] = {}
    for pair in pairs:
        name, equals, agent = pair.partition("=")
        if equals and not agent:
            raise ValueError(f"--seat {pair}: expected NAME=AGENT")
        for seat in seats if name == BOTH and not equals else (name,):
            if seat not in seats:
                raise ValueError(f"--seat {pair}: {unknown('seat', seat, (*seats, BOTH))}")
            if seat in found:
                raise ValueError(f"--seat {pair}: {seat} is given twice")
            found[seat] = agent or None
    return found


def one_seat(players: Mapping[str, str | None]) -> tuple[str, str | None]:
    """The seat that a person plays and the agent in the other one; "both" or "watch", None."""
    people = [seat for seat, who in players.items() if who == PERSON]
    if len(people) != 1:
        return BOTH if people else "watch", None
    return people[0], next(who for who in players.values() if who != PERSON)
