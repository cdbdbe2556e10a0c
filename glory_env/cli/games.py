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

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

import tyro

from glory_env import games
from glory_env.core.errors import unknown
from glory_env.game.bundle import Bundle
from glory_env.game.settings import flag_value

BOTH = "both"  # in the place of a seat: all of them
PERSON = "person"  # in the place of an agent's name
RANDOM = "random"  # who plays a seat of `glory evaluate` where no agent is named


class Sitting(NamedTuple):
    """What `glory play` is asked: what a game makes a session and a table of.

    given: agents that the command names. The rest: of the page, as the flags say.
    """

    scenario: str | None
    seed: int | None
    options: dict[str, Any]
    solo: bool
    force: bool
    given: frozenset[str]
    apart: bool
    clock: bool
    data: Path | None
    people: Path | None = None
    questions: Path | None = None


class Evaluation(NamedTuple):
    """What `glory evaluate` is asked, as the flags say."""

    games: int
    seed: int
    scenario: str
    option: tuple[str, ...]
    reward: str
    deterministic: bool
    force: bool
    keep: Path | None


class Evaluated(NamedTuple):
    """What has been played: for a file, and as text. Both are made when they are asked for."""

    document: Callable[[], dict[str, Any]]
    text: Callable[[], str]


def named(game: str) -> Bundle:
    """A game by name; ValueError lists the valid ones."""
    try:
        return games.game(game)
    except ValueError as error:
        raise ValueError(f"--game: {error}") from None


def game_of(arguments: Sequence[str]) -> str:
    """The value of `--game` among the arguments of a command."""
    game = flag_value(arguments, "--game")
    return games.DEFAULT if game is None else game


def prepared(
    command: str,
    game: Bundle,
    arguments: Sequence[str],
    default: Callable[..., Any] | None = None,
) -> Callable[[], int | None]:
    """A command as a game has it (`Bundle.commands`), with its flags; ValueError for other ones.

    default: of games that have none of their own.
    """
    own = game.commands().get(command, default)
    if own is None:
        raise ValueError(f"--game {game.name}: has no `glory {command}`")
    flags = _flags(own)
    for word in arguments:
        flag = word.partition("=")[0].replace("_", "-")
        if word.startswith("--") and flag not in (*flags, "--help"):
            every = {k: games.game(k).commands().get(command, default) for k in games.GAMES}
            if others := [name for name, one in every.items() if one and flag in _flags(one)]:
                raise _only_with(flag, others, game.name)
            raise ValueError(unknown("flag", flag, flags))
    config = (tyro.conf.FlagCreatePairsOff,)
    return partial(tyro.cli, own, prog=f"glory {command}", args=list(arguments), config=config)


def _flags(command: Callable[..., Any]) -> list[str]:
    return [f"--{name.replace('_', '-')}" for name in signature(command).parameters]


def _only_with(flag: str, others: Sequence[str], game: str) -> ValueError:
    return ValueError(f"{flag}: only with --game {' or '.join(others)}, not with {game}")


def refuse(game: str, given: Mapping[str, Any]) -> None:
    """ValueError for a flag that has a value and is another game's; a seat's name is one, too."""
    own = {one: games.game(one) for one in games.GAMES}
    for name, value in given.items():
        known = [key for key, one in own.items() if name in (*one.flags, *one.seats)]
        if value and game not in known:
            raise _only_with(f"--{name}", known, game)


def seats_from(pairs: Sequence[str], seats: Sequence[str]) -> dict[str, str | None]:
    """`--seat NAME=AGENT` or `--seat NAME` as agents by seat, None where none is named."""
    agents: dict[str, str | None] = {}
    for pair in pairs:
        name, equals, agent = pair.partition("=")
        if equals and not agent:
            raise ValueError(f"--seat {pair}: expected NAME=AGENT")
        for seat in seats if name == BOTH and not equals else (name,):
            if seat not in seats:
                raise ValueError(f"--seat {pair}: {unknown('seat', seat, (*seats, BOTH))}")
            if seat in agents:
                raise ValueError(f"--seat {pair}: {seat} is given twice")
            agents[seat] = agent or None
    return agents


def one_seat(players: Mapping[str, str | None]) -> tuple[str, str | None]:
    """The seat that a person plays and the agent in the other one; "both" or "watch", None."""
    people = [seat for seat, who in players.items() if who == PERSON]
    if len(people) != 1:
        return BOTH if people else "watch", None
    return people[0], next(who for who in players.values() if who != PERSON)
