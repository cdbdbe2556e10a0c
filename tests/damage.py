"""Damage to files, drawn from a seed: cut off, a bit changed, another value in a JSON line."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# What no reader may stumble over, wherever it stands.
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, float("inf"), float("nan"), 10**30, 2**63, "", "x", "a\0b", "\ud800",
    "x" * 5000, "../x", [], {}, [[]], [None], [10**30], [-1], ["a"], {"a": 1}, {"spot": "kiska"},
)  # fmt: skip


def cut(content: bytes, seed: int, times: int) -> Iterator[bytes]:
    """The first part of a file, never all of it."""
    rng = random.Random(seed)
    for _ in range(times):
        yield content[: rng.randrange(len(content))]


def flipped(content: bytes, seed: int, times: int) -> Iterator[bytes]:
    """A file in which one bit is another."""
    rng = random.Random(seed)
    for _ in range(times):
        at = rng.randrange(len(content))
        yield content[:at] + bytes([content[at] ^ (1 << rng.randrange(8))]) + content[at + 1 :]


def changed(lines: list[Any], seed: int, times: int) -> Iterator[list[Any]]:
    """JSON values of which one has another value somewhere; half the time it is the first."""
    rng = random.Random(seed)
    for _ in range(times):
        at = 0 if rng.random() < 0.5 else rng.randrange(len(lines))
        place = rng.choice([*_places(lines[at])])
        yield [*lines[:at], _put(lines[at], place, rng.choice(VALUES)), *lines[at + 1 :]]


def written(path: Path, lines: list[Any]) -> Path:
    """The values as lines of JSON."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from _places(value[key], (*path, key))


def _put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    value = inner = copy.deepcopy(value)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return value
