"""Lists of columns that many policy files share: such a file names one, with its digest.

A file with a list of its own stays as it is.
"""

from __future__ import annotations

import csv
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from glory_env.core.errors import shown
from glory_env.envs.agent import AgentError

LISTS = {"micro": "columns_micro.csv"}  # in this folder; a list never changes


@cache
def labels_of(name: str) -> tuple[str, ...]:
    """The labels of a list, in order."""
    with Path(__file__).with_name(LISTS[name]).open(encoding="utf-8", newline="") as file:
        return tuple(row["label"] for row in csv.DictReader(file))


def reference(name: str) -> dict[str, str]:
    """How a policy file names a list."""
    digest = hashlib.sha256("\n".join(labels_of(name)).encode())
    return {"list": name, "sha256": digest.hexdigest()}


def written(about: dict[str, Any]) -> str:
    """The JSON of a policy as a file has it."""
    return json.dumps(about, indent=2) + "\n"


def shortened(about: dict[str, Any]) -> dict[str, Any]:
    """With the name of a list in place of columns that are one."""
    for name in LISTS:
        if about.get("columns") == list(labels_of(name)):
            return {**about, "columns": reference(name)}
    return about


def expanded(text: bytes, file: Path) -> bytes:
    """The JSON of a policy with its columns in full, byte by byte as `written` has it.

    AgentError where it names a list that is not here.
    """
    about = json.loads(text)
    given = about.get("columns") if isinstance(about, dict) else None
    if not isinstance(given, dict):
        return text
    for name in LISTS:
        if given == reference(name):
            return written({**about, "columns": list(labels_of(name))}).encode()
    valid = " or ".join(str(reference(name)) for name in LISTS)
    raise AgentError(
        f"{file}: columns is {shown(given)}, expected labels of the observation, or {valid}"
    )
