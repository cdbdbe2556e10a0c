"""What a stored policy of the Aleutians Campaign depends on, besides the scenario."""

from __future__ import annotations

import hashlib
from typing import Any

from glory_env.games.aleutians.actions import BLOCKS, VERBS
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE, SECTIONS
from glory_env.games.aleutians.state import DECISIONS

OBSERVATION_VERSION = 0  # goes up where an entry changes its meaning and no section its size


def facts() -> dict[str, Any]:
    """Action table, version and size of the observation, in plain values.

    The hashes are of the names, starts and sizes of blocks and sections, of the verbs and of the
    decisions.
    """
    blocks = [(block.name, block.start, block.size) for block in BLOCKS]
    sections = [tuple(section) for section in SECTIONS]
    return {
        "action_table": _digest(blocks, VERBS),
        "observation_version": f"{OBSERVATION_VERSION}-{_digest(sections, DECISIONS)}",
        "observation_size": OBSERVATION_SIZE,
    }


def _digest(*values: Any) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]
