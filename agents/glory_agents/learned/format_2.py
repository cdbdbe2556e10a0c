"""Policy files of the second format, as the shipped networks have them, read as today's.

They do not say which numbers of the observation a network sees: columns_2.csv lists them, as they
were in version 0 of the observation.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

from glory_agents.learned.names import FLAT, MACRO, OLD_NAMES
from glory_env.envs.agent import AgentError

FORMAT = "glory-policy-2"
KEYS = {"told": "conditioning", "signature": "outputs"}
# The old hash was of the words about the blocks, too.
TABLES = {"75a748905877f29e": {"verbs": 13, "hash": "a3d230183d8a12ce"}}
# What they had to agree on beside the action table.
REQUIRED = {"observation_version": 0, "observation_size": 1191}


@cache
def columns(interface: str) -> list[str]:
    """Labels of what networks of that interface saw, in order."""
    with Path(__file__).with_name("columns_2.csv").open(encoding="utf-8", newline="") as file:
        return [row["label"] for row in csv.DictReader(file) if row[interface] == "1"]


def table(stored: Any) -> Any:
    """An action table as it is stored today."""
    return TABLES.get(stored, stored) if isinstance(stored, str) else stored


def upgraded(about: dict[str, Any], file: Path) -> dict[str, Any]:
    """The JSON of a policy in the form of today; AgentError where its conditioning is no good."""
    for key, expected in REQUIRED.items():
        if about.get(key) != expected:
            raise AgentError(f"{file}: {key} is {about.get(key)!r}, expected {expected}")
    stored = about.get("config")
    config = stored if isinstance(stored, dict) else {}
    name = config.get("interface")
    interface = OLD_NAMES.get(name, name) if isinstance(name, str) else name
    about = {KEYS.get(key, key): value for key, value in about.items()}
    return {
        **about,
        "format": "glory-policy-3",
        "action_table": table(about.get("action_table")),
        "conditioning": _by_label(about.get("conditioning", {}), file),
        "columns": columns(interface) if interface in (FLAT, MACRO) else [],
        "config": {**config, "interface": interface},
    }


def _by_label(sections: Any, file: Path) -> dict[str, float]:
    if not isinstance(sections, dict):
        raise AgentError(f"{file}: conditioning is {sections!r}, expected sections")
    values: dict[str, float] = {}
    for section, numbers in sections.items():
        names = [label for label in columns(FLAT) if label.split("[")[0].split(".")[0] == section]
        if not names or not isinstance(numbers, list) or len(numbers) != len(names):
            raise AgentError(
                f"{file}: conditioning.{section} is {numbers!r}, expected a section of the "
                f"observation with its {len(names)} numbers"
            )
        values |= dict(zip(names, numbers, strict=True))
    return values
