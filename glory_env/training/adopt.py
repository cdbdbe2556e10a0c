"""A finished run becomes one of the networks that come with the project."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from glory_agents.learned.game_networks import stored_of
from glory_agents.learned.names import TENSORS
from glory_agents.learned.policy_file import load_policy, save_alias, save_policy
from glory_agents.learned.shipped import CURVES, PRETRAINED
from glory_env import games
from glory_env.core.errors import one_line, shown
from glory_env.core.files import write_whole
from glory_env.envs.agent import AgentError
from glory_env.report.cards import is_imitation
from glory_env.report.curves import IMITATED
from glory_env.training.learnable import learnable
from glory_env.training.settings import POLICY, PROGRESS, RunSettings

NAME = r"[A-Za-z0-9_-]+"  # of a network's folder: a policy's file must not lead elsewhere
POINTS = 120  # of a curve, at most
GAMES = "episode/count"
LARGEST = 4_000_000  # bytes of a network that comes with the project


def adopt(run: Path, target: Path = PRETRAINED, *, name: str = "") -> Path:
    """Copy a run's network, with the curves that its game keeps of a training; returns the folder.

    name: of the network, without its seed; "" is that of the run.

    Of a game with a network for each seat, each goes to a folder of its own in there, and curves
    of a training of one seat to that seat's: those of the other one stay as they are. AgentError
    or OSError where the run holds no finished network, ValueError where a file is too large.
    """
    from glory_agents.learned.by_seat import BySeat  # it imports torch

    policy = run / POLICY
    network, about = load_policy(policy)
    game = about.get("game", games.DEFAULT)  # older files do not say
    curves = learnable(game).curves
    if is_imitation(about["config"]):  # an older one has none
        curves = IMITATED if any(run.glob(PROGRESS)) else {}
    if stored_of(game).both is not None and not isinstance(network, BySeat):
        raise AgentError(f"{policy}: expected the folder of the networks of both seats")
    seats = list(network.networks) if isinstance(network, BySeat) else [""]
    for seat in seats:
        file = policy / seat / TENSORS
        if (size := file.stat().st_size) > LARGEST:
            raise ValueError(f"{file}: {size / 1e6:.1f} MB, expected at most {LARGEST / 1e6:g} MB")
    full_name = f"{name or about['config']['name']}-{about['seed']}"
    if not re.fullmatch(NAME, full_name):
        raise AgentError(f"name {shown(full_name)}: expected letters, digits, - and _")
    folder = target / full_name
    rows = thinned(read_progress(run, curves), curves) if curves else []
    for seat in seats:
        network, about = load_policy(policy / seat)
        save_policy(folder / seat, network, without_paths(about), short=True)
    if rows:
        lines = [",".join(curves)]
        lines += [",".join(f"{row[key]:.6g}" for key in curves) for row in rows]
        learnt = about["config"].get("seat")  # both, or the one that learnt
        write_whole(folder / (learnt if learnt in seats else "") / CURVES, "\n".join(lines) + "\n")
    return folder


def without_paths(about: dict[str, Any]) -> dict[str, Any]:
    """The JSON of a policy without paths of the machine that trained it.

    `runs` is the default again, and the path of what lies in that folder begins with it. Of every
    other absolute path only the last name is left; an agent keeps its parameters.
    """
    default: Path = RunSettings.model_fields["runs"].default
    runs = Path(about["config"].get("runs", default)).absolute()

    def named(text: str) -> str:
        path = Path(text)
        if not path.is_absolute():
            return text
        inside = path.is_relative_to(runs)
        return (default / path.relative_to(runs)).as_posix() if inside else path.name

    def cleared(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: cleared(one) for key, one in value.items()}
        if isinstance(value, list):
            return [cleared(one) for one in value]
        if isinstance(value, str):  # a parameter of an agent may be a path as well
            return "=".join(map(named, value.split("=")))
        return value

    portable: dict[str, Any] = cleared(about)
    portable["config"]["runs"] = default.as_posix()
    return portable


def point(name: str, to: str, target: Path = PRETRAINED) -> None:
    """Let the name without a seed mean one of the seeds."""
    save_alias(target / name, to)


def read_progress(run: Path, curves: Mapping[str, str]) -> list[dict[str, float]]:
    """All points of a run that have something to draw, its resumed parts one after the other.

    curves: the columns of the result, as `Learnable.curves`.

    What a part played after its last checkpoint was lost: the next part begins before it.
    """
    rows: list[dict[str, float]] = []
    drawn = [key for key, words in curves.items() if words]
    for file in sorted(run.glob(PROGRESS), key=lambda file: int(file.stem.split("-")[1])):
        try:
            with file.open(encoding="utf-8", newline="") as table:
                part = [
                    {key: float(row.get(key) or "nan") for key in curves}
                    for row in csv.DictReader(table)
                    if any(row.get(key) for key in drawn)
                ]
        except (ValueError, csv.Error) as error:
            words = one_line(str(error), 300)
            raise ValueError(f"{file}: expected a table of numbers: {words}") from None
        begun = part[0]["time/minutes"] if part else float("inf")
        rows = [row for row in rows if row["time/minutes"] < begun] + part
    if not rows:
        raise OSError(f"{run}: no {PROGRESS} with finished games")
    return rows


def thinned(rows: list[dict[str, float]], kept: Iterable[str]) -> list[dict[str, float]]:
    """Means of neighbours, weighed by their games if told, so that at most POINTS are left."""
    size = -(-len(rows) // POINTS)
    means = []
    for start in range(0, len(rows), size):
        group = rows[start : start + size]
        weights = [row.get(GAMES, 1.0) for row in group]
        averages = {
            key: _mean([(row[key], weight) for row, weight in zip(group, weights, strict=True)])
            for key in kept
        }
        count = sum(weights)
        means.append(averages | {"time/minutes": group[-1]["time/minutes"], GAMES: count})
    return means


def _mean(values: list[tuple[float, float]]) -> float:
    numbers = [(value, weight) for value, weight in values if value == value]  # not nan
    weight = sum(weight for _, weight in numbers)
    return sum(v * w for v, w in numbers) / weight if weight else float("nan")
