"""Trained networks' place in the registry: those that come with the project, and any by path."""

from __future__ import annotations

import json
from os.path import isdir, isfile  # False for names that no file can have, where Path raises
from pathlib import Path
from typing import Any

from glory_agents.base import Agent, AgentError, Entry, shown_name
from glory_agents.glory.scripted.rows import PARAMETERS as SCRIPT_PARAMETERS
from glory_agents.learned.names import FLAT
from glory_agents.learned.stored import stored_of
from glory_env.core.errors import unknown
from glory_env.core.installed import advice

GLORY = "glory"
TENSORS = "policy.safetensors"
PRETRAINED = Path(__file__).parents[1] / "pretrained"
STARTS = Path(__file__).parents[1] / "starts"  # imitated networks, for training to begin with
GROUP = "pretrained networks"
PARAMETERS = {
    "deterministic": "always the likeliest action; as stored with the network",
    "force": "play in spite of another action table, observation or scenario; false",
}
FIXED = {q.name: f"{q.meaning}; what the network decides" for q in SCRIPT_PARAMETERS}


def entry(folder: Path, about: str = "", game: str = GLORY) -> Entry:
    """A network in a folder or .safetensors file."""

    def make(given: dict[str, Any]) -> Agent:
        try:
            import torch

            kind = stored_of(game).agent
        except ModuleNotFoundError as error:
            raise AgentError(f"a learned agent needs {error.name}: {advice('train')}") from None
        # Batches are small: more threads only wait for each other, and four times as long.
        torch.set_num_threads(1)
        asked = {key: _truth(key, given.pop(key)) for key in PARAMETERS if key in given}
        try:
            return kind(folder, **asked, script=given)
        except AgentError as error:  # reported in the form of an agent's name
            raise AgentError(str(error).replace("force=True", f"{folder}:force=true")) from None

    fixed = FIXED if _is_macro(folder) else {}
    in_files = frozenset({"deterministic", *fixed})
    return Entry(make, PARAMETERS | fixed, about, GROUP, in_files)


def pretrained(game: str = GLORY) -> dict[str, Entry]:
    """The networks of a game in `pretrained/`, by the name of their folder.

    There may be a folder for each seat in it. Older files, of Glory, do not name their game.
    """
    files: dict[str, Path] = {}
    for pattern in ("*/policy.json", "*/*/policy.json") if game != GLORY else ("*/policy.json",):
        files |= {file.parts[len(PRETRAINED.parts)]: file for file in PRETRAINED.glob(pattern)}
    read = {name: json.loads(files[name].read_text(encoding="utf-8")) for name in sorted(files)}
    own = {name: about for name, about in read.items() if about.get("game", GLORY) == game}
    return {name: _known(name, about, game) for name, about in own.items()}


def networks(name: str, game: str = GLORY) -> dict[str, Entry]:
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


def is_installed(name: str) -> bool:
    """Whether the weights of a network of `pretrained/` are here.

    A wheel has those that `package-data` of pyproject.toml lists; of all others it has what they
    say of themselves.
    """
    return has_weights(PRETRAINED / (alias_target(name) or name))


def has_weights(folder: Path) -> bool:
    """Whether it holds a network, or one for each seat."""
    return any(folder.rglob(TENSORS))


def seeds_of(name: str) -> list[str]:
    """The networks of `pretrained/` that are named as this one but for the seed, by seed."""
    family = name.rpartition("-")[0]
    found = [path.name.removeprefix(f"{family}-") for path in PRETRAINED.glob(f"{family}-*")]
    return [f"{family}-{seed}" for seed in sorted(filter(str.isdecimal, found), key=int)]


def missing(folder: Path) -> str:
    """What to say of a network of the project whose weights are not installed; "" of others."""
    root = next((one for one in (PRETRAINED, STARTS) if one in folder.parents), None)
    if root is None or not folder.is_dir():
        return ""
    name = folder.relative_to(root).parts[0]
    if has_weights(root / name):
        return ""
    installed = ", ".join(filter(is_installed, seeds_of(name)))
    return (
        "its weights are not installed, they are in the repository of the project: "
        f"agents/glory_agents/{root.name}/{name}"
        + (f"; installed of its family: {installed}" if installed else "")
    )


def alias_target(name: str) -> str | None:
    """The network that a name without a seed means; None for all other names."""
    file = PRETRAINED / name / "policy.json"
    if "/" in name or not isfile(file):
        return None
    of: str | None = json.loads(file.read_text(encoding="utf-8")).get("of")
    return of


def scenario_of(name: str) -> str:
    """The id of the scenario a network of `pretrained/` was trained in."""
    file = PRETRAINED / (alias_target(name) or name) / "policy.json"
    scenario_id: str = json.loads(file.read_text(encoding="utf-8"))["scenario_id"]
    return scenario_id


def _known(name: str, about: dict[str, Any], game: str) -> Entry:
    folder = PRETRAINED / name
    if "of" in about:
        words = f"the same as {about['of']}"
    else:
        words = f"seed {about['seed']} of {about['config']['name']}: "
        words += (
            f"{about['seconds'] / 60:.0f} minutes, {about['steps'] / 1e6:.1f} million transitions"
        )
    return entry(folder, words, game)._replace(installed=is_installed(name))


def _is_macro(path: Path) -> bool:
    """Whether it sets script parameters, of which some may be given; False where it is damaged."""
    folder = path if path.is_dir() else path.parent
    try:
        about = _about(folder)
        if "of" in about:
            about = _about(folder.parent / Path(about["of"]).name)
        return bool(about["config"]["interface"] != FLAT)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return False  # loading says what is wrong


def _about(folder: Path) -> Any:
    file = folder / "policy.json"
    if file.stat().st_size > 10**7:  # `policy_file.MOST_BYTES`, which needs torch
        raise ValueError(file)
    return json.loads(file.read_text(encoding="utf-8"))


def _truth(key: str, text: str) -> bool:
    values = {"true": True, "false": False}
    if str(text).lower() not in values:
        raise AgentError(unknown(f"value of {key!r}", text, values))
    return values[str(text).lower()]


def folder_of(start: str | Path) -> Path:
    """Of a start or network that comes with the project, by name; else the path itself."""
    ours = STARTS / start, PRETRAINED / (alias_target(str(start)) or start)
    return next((folder for folder in ours if isdir(folder)), Path(start))
