"""The networks that come with the project: their folders, and whether their weights are here."""

from __future__ import annotations

import json
from os.path import isdir, isfile  # False for names that no file can have, where Path raises
from pathlib import Path

from glory_agents.learned.names import ABOUT, TENSORS

PRETRAINED = Path(__file__).parents[1] / "pretrained"
CURVES = "curves.csv"  # beside a network: how its training went
STARTS = Path(__file__).parents[1] / "starts"  # imitated networks, for training to begin with


def has_weights(folder: Path) -> bool:
    """Whether it holds a network, or one for each seat."""
    return any(folder.rglob(TENSORS))


def is_installed(name: str) -> bool:
    """Whether the weights of a network of agents/pretrained/ are here.

    A wheel has those that `package-data` of pyproject.toml lists; of all others it has what they
    say of themselves.
    """
    return has_weights(PRETRAINED / (alias_target(name) or name))


def seeds_of(name: str) -> list[str]:
    """The networks of agents/pretrained/ that are named as this one but for the seed, by seed."""
    family = name.rpartition("-")[0]
    seeds = [path.name.removeprefix(f"{family}-") for path in PRETRAINED.glob(f"{family}-*")]
    return [f"{family}-{seed}" for seed in sorted(filter(str.isdecimal, seeds), key=int)]


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
    file = PRETRAINED / name / ABOUT
    if "/" in name or not isfile(file):
        return None
    of: str | None = json.loads(file.read_text(encoding="utf-8")).get("of")
    return of


def scenario_of(name: str) -> str:
    """The id of the scenario a network of agents/pretrained/ was trained in."""
    file = PRETRAINED / (alias_target(name) or name) / ABOUT
    scenario_id: str = json.loads(file.read_text(encoding="utf-8"))["scenario_id"]
    return scenario_id


def folder_of(start: str | Path) -> Path:
    """Of a start or network that comes with the project, by name; else the path itself."""
    ours = STARTS / start, PRETRAINED / (alias_target(str(start)) or start)
    return next((folder for folder in ours if isdir(folder)), Path(start))
