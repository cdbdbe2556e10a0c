"""Agents by name: `make_agent("withdraw_in_time:retreat_turn=5")`; `glory agents` lists them.

The names work wherever an agent is asked for: commands, records, the environments' partners.
A path to a folder or .safetensors file, as training writes it, makes a learned agent; the networks
in `pretrained/` have the names of their folders. `module:Class` or a folder with an `agent.yaml` is
an agent that is not part of the project. `game` says for which game of the family; each has
agents of its own, and an agent of another game is an error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePath
from typing import Any

from glory_agents.base import Agent, AgentError, Entry, build, shown_name
from glory_agents.custom_agents import Own, find, names_code
from glory_agents.learned.entries import GROUP, networks, pretrained
from glory_env import games
from glory_env.core.errors import shown, unknown

# Keys of settings whose values are never agents.
NO_AGENTS = ("name", "folder", "runs", "responses", "records", "scenario", "cluster")

__all__ = [
    "Agent", "AgentError", "Entry", "check_configured", "check_listed", "is_held_out", "make_agent",
    "own_agent", "registry",
]  # fmt: skip


def registry(game: str = games.DEFAULT) -> dict[str, Entry]:
    """All registered agents of a game, by name; AgentError for a game there is not."""
    try:
        bundle = games.game(game)
    except ValueError as error:
        raise AgentError(str(error)) from None
    return {**bundle.agents(), **pretrained(game)}


def is_held_out(name: str, game: str = games.DEFAULT) -> bool:
    """Whether an agent is kept for measuring generalisation: no trainer may play with it."""
    return games.game(game).is_held_out(name)


def _other_game(name: str, game: str) -> str | None:
    """Another game that has an agent of this name."""
    return next((one for one in games.GAMES if one != game and name in registry(one)), None)


def own_agent(name: str) -> Own | None:
    """The agent that is not part of the project, None where the name means one that is."""
    return None if name.partition(":")[0] in registry() else find(name)


def check_listed(name: str, game: str = games.DEFAULT, given: Collection[str] = ()) -> None:
    """AgentError where a name out of somebody else's message or file is not safe to make.

    Whoever wrote it may mean harm, so it has to be one of the agents that come with the project,
    with such parameters only as tell how it plays: no module, no path, no address, no budget of
    time. given: names that the person who started the program has given; those are made.
    """
    if name in given:
        return
    known = registry(game)
    listed = {one: entry.in_files for one, entry in known.items() if entry.in_files is not None}
    short, _, rest = name.partition(":")
    if short not in listed:
        if short not in known and (other := _other_game(short, game)):
            raise AgentError(f"agent {shown(name)} plays {other}, not {game}")
        raise AgentError(
            unknown("agent", name, listed).partition("valid are")[0]
            + "a file or message may only name those of the project; give another one yourself at "
            "the command"
        )
    keys = {part.partition("=")[0] for part in filter(None, rest.split(","))}
    if more := sorted(keys - listed[short]):
        raise AgentError(
            f"agent {short!r}: a file or message may not set {shown(', '.join(more))}: "
            "give the agent yourself at the command"
        )


def check_configured(
    source: object, settings: Mapping[str, Any], given: Collection[str] = ()
) -> None:
    """AgentError where settings of a file name an agent that is not part of the project.

    Its code would run because a file says so. A network's folder holds no code and may be named.
    settings: plain values by key. given: names from the command line.
    """
    known = {name for one in games.GAMES for name in registry(one)}
    values = [value for key, value in settings.items() if key not in NO_AGENTS]
    for text in _texts(values):
        for name in text.split("+"):
            if {name, text} & set(given) or name.partition(":")[0] in known:
                continue
            if names_code(name):
                raise AgentError(
                    f"{source}: agent {shown_name(name)} is not part of the project: it plays "
                    "where the command line names it, too"
                )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str | PurePath):
        yield str(value)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def make_agent(name: str, force: bool = False, game: str = games.DEFAULT) -> Agent:
    """An agent by name, with parameters, or by path; AgentError lists the valid names.

    force: load a network in spite of a mismatch, as its parameter `force=true` does. game: which
    one it is to play.
    """
    given = name.partition(":")[0]
    known = registry(game)  # it reads what every network says of itself: once is enough
    own = None if given in known else find(name)
    if own is not None:
        return own.make()
    entries = {**networks(given, game), **known}
    if given not in entries:
        if other := _other_game(given, game):
            raise AgentError(
                f"agent {given!r} plays {other}, not {game}; agents of {game}: {', '.join(known)}"
            )
        raise AgentError(
            unknown("agent", given, entries)
            + ", the folder or .safetensors file of a policy, or module:Class of your own"
        )
    if force and entries[given].group == GROUP:
        name += f"{',' if ':' in name else ':'}force=true"
    return build(name, entries)
