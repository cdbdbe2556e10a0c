"""The run's folder: who writes there, settings, the last checkpoint, and whether a run may go on.

A checkpoint is a safetensors file and a JSON that names it. The JSON is renamed into place last, so
it always names a whole file.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import shutil
from pathlib import Path
from typing import Any

import torch
import yaml
from filelock import FileLock, Timeout
from safetensors import SafetensorError
from safetensors.torch import load as read_tensors
from safetensors.torch import save as write_tensors
from stable_baselines3.common.logger import CSVOutputFormat, Logger, TensorBoardOutputFormat

from glory_agents.learned import format_2
from glory_agents.learned.names import FLAT
from glory_env import games
from glory_env.core import json_file
from glory_env.core.errors import shown
from glory_env.core.files import whole_file, write_whole
from glory_env.game.settings import ConfigError
from glory_env.training.files import provenance
from glory_env.training.pool import FOLDER as POOL
from glory_env.training.settings import (
    NO_MACRO,
    POLICY,
    PROGRESS,
    UNTRAINED,
    RunSettings,
)

STATE = "checkpoint.json"
SETTINGS = "config.yaml"
BOARD = "tensorboard"
# What may differ when a run goes on: how long, and how it is kept.
FREE = {
    "minutes", "steps", "games", "checkpoint_minutes", "runs", "threads", "evaluate_minutes",
}  # fmt: skip
COUNTS, AMOUNTS = ("steps", "updates"), ("seconds", "cpu_seconds", "completion", "kept")
_claimed: set[Any] = set()  # locks of this process: one that is forgotten is released
# What has to be as it was.
SAME = ("action_table", "observation_version", "observation_size", "scenario_id")


def new_logger(config: RunSettings, steps: int) -> Logger:
    """Writes scalars of a run, or of its part that begins after so many steps: TensorBoard, CSV."""
    folder = config.folder
    board = TensorBoardOutputFormat(str(folder / BOARD))
    table = CSVOutputFormat(str(folder / PROGRESS.replace("*", str(steps))))
    return Logger(str(folder), [board, table])


def prepare(config: RunSettings, resume: bool) -> dict[str, Any] | None:
    """Make or check the run's folder; the last checkpoint's JSON where the run goes on.

    What a run has left behind that was stopped before its first update is cleared away.
    ConfigError where a run would be overwritten, or cannot go on with these settings.
    """
    state = _read_state(config.folder)
    if not resume:
        finished = (config.folder / POLICY).exists()
        if finished or (state is not None and state["steps"]):
            raise ConfigError(
                f"{config.folder} already holds a run: --resume goes on with it, "
                "another --name or --seed starts a new one"
            )
        state = None
        _claim(config)
        _clear(config.folder)
        config.folder.mkdir(parents=True, exist_ok=True)
    elif state is None:
        raise ConfigError(f"{config.folder} holds no checkpoint to resume")
    else:
        _check(config, state)
        _claim(config)
    for half in config.folder.rglob(".*.tmp"):  # of a process that was killed while it wrote
        half.unlink()
    text = yaml.safe_dump(config.plain(), sort_keys=False, allow_unicode=True)
    write_whole(config.folder / SETTINGS, text)
    return state


def save(
    config: RunSettings,
    steps: int,
    network: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    progress: dict[str, Any],
) -> None:
    """Keep the network, Adam's moments and the run's progress in place of the last checkpoint."""
    tensors = {f"network.{name}": tensor for name, tensor in network.state_dict().items()}
    for number, moments in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{number}.{name}": moment for name, moment in moments.items()}
    path = config.folder / f"checkpoint-{steps}.safetensors"
    with whole_file(path) as file:
        file.write(write_tensors({name: tensor.contiguous() for name, tensor in tensors.items()}))
    _name(config, path, {"steps": steps, **progress})


def _name(config: RunSettings, path: Path, progress: dict[str, Any]) -> None:
    """Let the JSON name a checkpoint's file, and remove the one before."""
    state = {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), **progress}
    about = {"config": config.plain(), **provenance(config.scenario, config.game)}
    write_whole(config.folder / STATE, json.dumps({**state, **about}, indent=2) + "\n")
    for other in config.folder.glob("checkpoint-*.*"):
        if other != path:
            other.unlink()


def _read_state(folder: Path) -> dict[str, Any] | None:
    path = folder / STATE
    if not path.exists():
        return None
    try:
        state: Any = json_file.read(path)
        missing = {"file", "steps", "seconds", "config", *SAME} - state.keys()
    except (ValueError, AttributeError) as error:
        got = getattr(error, "got", "another value")
        raise ConfigError(
            f"{path}: damaged, expected the JSON of a checkpoint, got {got}"
        ) from None
    if missing:
        raise ConfigError(
            f"{path}: damaged, expected the keys {', '.join(sorted(missing))} as well"
        )
    for key, value in state.items():
        words = _expected(key, value)
        if words:
            raise ConfigError(f"{path}: damaged: {key} is {shown(value)}, expected {words}")
    if not re.fullmatch(r"checkpoint-\d+\.(zip|safetensors)", str(state["file"])):
        words = "expected the name of a file in that folder, like checkpoint-400.safetensors"
        raise ConfigError(f"{path}: file is {shown(state['file'])}, {words}")
    checked: dict[str, Any] = state
    return checked


def _expected(key: str, value: Any) -> str:
    """What a value of a checkpoint's JSON has to be; empty where it is that."""
    if key == "config":
        return "" if isinstance(value, dict) else "the settings of a run"
    if key == "best" and (value is None or _is_number(value)):  # a score, it may be below 0
        return ""
    if key in COUNTS and type(value) is int and value >= 0:
        return ""
    if key in AMOUNTS and _is_number(value) and value >= 0:
        return ""
    return "a number" if key in ("best", *COUNTS, *AMOUNTS) else ""


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def load(
    folder: Path,
    state: dict[str, Any],
    network: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
) -> None:
    """Take over what `save` has kept; ConfigError where the file is gone or damaged."""
    weights: dict[str, torch.Tensor] = {}
    moments: dict[int, dict[str, torch.Tensor]] = {}
    try:
        for name, tensor in read_tensors(_content(folder, state)).items():
            kind, _, rest = name.partition(".")
            if kind == "network":
                weights[rest] = tensor
            else:
                number, _, which = rest.partition(".")
                moments.setdefault(int(number), {})[which] = tensor
        network.load_state_dict(weights)
        optimizer.load_state_dict({**optimizer.state_dict(), "state": moments})
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        raise _unreadable(folder / state["file"], error) from None


def _content(folder: Path, state: dict[str, Any]) -> bytes:
    """The bytes of a checkpoint's file; ValueError where they are not those that were written."""
    content: bytes = (folder / state["file"]).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if state.get("sha256") != digest:
        raise ValueError(f"{digest} is not the sha256 that {STATE} has")
    return content


def _unreadable(path: Path, error: Exception) -> ConfigError:
    reason = " ".join(str(error).split()) or type(error).__name__
    return ConfigError(f"{path}: the checkpoint cannot be read: {reason}")


def _claim(config: RunSettings) -> None:
    """Keep every other process out of the run's folder; ConfigError where one is training there.

    The lock lies beside the folder and goes with the process, however it ends.
    """
    config.runs.mkdir(parents=True, exist_ok=True)
    lock = FileLock(config.runs / f".{config.folder.name}.lock", is_singleton=True)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ConfigError(
            f"{config.folder}: another process is training there; another --name or --seed "
            "starts a run beside it"
        ) from None
    _claimed.add(lock)


def _clear(folder: Path) -> None:
    """Remove what runs write, and nothing else."""
    for pattern in ("checkpoint*", PROGRESS, "comparison.json"):
        for file in folder.glob(pattern):
            file.unlink()
    for name in (UNTRAINED, POOL, BOARD):
        shutil.rmtree(folder / name, ignore_errors=True)


def _check(config: RunSettings, state: dict[str, Any]) -> None:
    before = {"game": games.DEFAULT, **state["config"]}  # older runs do not say
    now = config.plain()
    if before.get("interface", FLAT) != FLAT:
        raise ConfigError(f"{config.folder}: {NO_MACRO}")
    for key in now:
        if key not in FREE and before.get(key) != now[key]:
            raise ConfigError(
                f"{config.folder}: key {key!r} is {now[key]!r}, the run began with "
                f"{before.get(key)!r}; a resumed run may change only {', '.join(sorted(FREE))}"
            )
    here = provenance(config.scenario, config.game)
    for key in SAME:
        stored = format_2.table(state[key]) if key == "action_table" else state[key]
        if stored != here[key]:
            raise ConfigError(
                f"{config.folder}: {key} was {state[key]!r} when the run began, it is "
                f"{here[key]!r} now: the run cannot go on"
            )
