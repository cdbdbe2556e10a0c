"""Trained networks' place in the registry: those that come with the project, and any by path."""

from __future__ import annotations

import json
from os.path import isdir, isfile  # False for names that no file can have, where Path raises
from pathlib import Path
from typing import Any

from glory_agents.base import Agent, AgentError, Entry, shown_name
from glory_agents.learned import shipped
from glory_agents.learned.names import ABOUT, FLAT, MOST_BYTES
from glory_env import games
from glory_env.core.errors import unknown
from glory_env.core.installed import advice

GROUP = "pretrained networks"
PARAMETERS = {
    "deterministic": "always the likeliest action; as stored with the network",
    "force": "play in spite of another action table, observation or scenario; false",
}


def entry(folder: Path, about: str = "", game: str = games.DEFAULT) -> Entry:
    """A network in a folder or .safetensors file."""

    def make(given: dict[str, Any]) -> Agent:
        try:
            import torch

            from glory_agents.learned.agent import LearnedAgent
            from glory_agents.learned.game_networks import stored_of
        except ModuleNotFoundError as error:
            raise AgentError(f"a learned agent needs {error.name}: {advice('train')}") from None
        # Batches are small: more threads only wait for each other, and four times as long.
        torch.set_num_threads(1)
        own = stored_of(game).agent
        kind: type[LearnedAgent] = own or type("GameAgent", (LearnedAgent,), {"game": game})
        asked = {key: _truth(key, given.pop(key)) for key in PARAMETERS if key in given}
        try:
            return kind(folder, **asked, script=given)
        except AgentError as error:  # reported in the form of an agent's name
            raise AgentError(str(error).replace("force=True", f"{folder}:force=true")) from None

    fixed = games.game(game).network_parameters(_interface(folder))
    in_files = frozenset({"deterministic", *fixed})
    return Entry(make, {**PARAMETERS, **fixed}, about, GROUP, in_files)


def pretrained(game: str = games.DEFAULT) -> dict[str, Entry]:
    """The networks of a game in `pretrained/`, by the name of their folder.

    There may be a folder for each seat in it; the last of them describes both. Older
    files do not name their game, the first one.
    """
    root = shipped.PRETRAINED
    files: dict[str, Path] = {}
    for pattern in (f"*/{ABOUT}", f"*/*/{ABOUT}"):
        files |= {file.parts[len(root.parts)]: file for file in sorted(root.glob(pattern))}
    read = {name: json.loads(files[name].read_text(encoding="utf-8")) for name in sorted(files)}
    own = {name: about for name, about in read.items() if about.get("game", games.DEFAULT) == game}
    return {name: _known(name, about, game) for name, about in own.items()}


def networks(name: str, game: str = games.DEFAULT) -> dict[str, Entry]:
    """The same, and the network whose folder or file the name is; AgentError for a wrong path."""
    entries = pretrained(game)
    if not name or name in entries:
        return entries
    path = Path(name)
    names_file = path.suffix == ".safetensors"
    if isdir(path) or (names_file and isfile(path)):
        return {**entries, name: entry(path, game=game)}
    if names_file or "/" in name or "\\" in name:
        raise AgentError(f"agent {shown_name(name)}: no such folder or .safetensors file")
    return entries


def _known(name: str, about: dict[str, Any], game: str) -> Entry:
    folder = shipped.PRETRAINED / name
    if "of" in about:
        words = f"the same as {about['of']}"
    else:
        words = f"seed {about['seed']} of {about['config']['name']}: "
        words += (
            f"{about['seconds'] / 60:.0f} minutes, {about['steps'] / 1e6:.1f} million transitions"
        )
    return entry(folder, words, game)._replace(installed=shipped.is_installed(name))


def _interface(path: Path) -> Any:
    """How a network plays, as its file says; that for micro-steps where the file is damaged."""
    folder = path if path.is_dir() else path.parent
    try:
        about = _about(folder)
        if "of" in about:
            about = _about(folder.parent / Path(about["of"]).name)
        return about["config"]["interface"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return FLAT  # loading says what is wrong


def _about(folder: Path) -> Any:
    file = folder / ABOUT
    if file.stat().st_size > MOST_BYTES[ABOUT]:
        raise ValueError(file)
    return json.loads(file.read_text(encoding="utf-8"))


def _truth(key: str, text: str) -> bool:
    values = {"true": True, "false": False}
    if str(text).lower() not in values:
        raise AgentError(unknown(f"value of {key!r}", text, values))
    return values[str(text).lower()]
