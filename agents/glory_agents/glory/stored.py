"""Networks of Glory in files: whether one was trained for this game, and how it is built again.

A network names the numbers of the observation that it sees by their labels: what a later version
adds is ignored, what it lacks is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.glory.macro.parameters import N_LOGITS
from glory_agents.glory.macro.player import Macro
from glory_agents.glory.perceptron import Network
from glory_agents.glory.pointer import PointerNetwork
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.names import FLAT, MACRO
from glory_agents.learned.network import ActorCritic
from glory_agents.learned.stored import Stored
from glory_env.core.errors import shown
from glory_env.envs.agent import AgentError
from glory_env.games.glory.actions import N_ACTIONS, VERBS, table_hash
from glory_env.games.glory.engine.observation import indices_of, labels
from glory_env.games.glory.state import MAX_COUNTERS


def columns(network: ActorCritic) -> list[str]:
    """The labels of what it sees."""
    names = labels()
    return [names[k] for k in network.columns.tolist()]


def check(about: dict[str, Any], about_file: Path) -> None:
    """AgentError where the network was trained for other actions."""
    table = about.get("action_table")
    verbs = table.get("verbs") if isinstance(table, dict) else None
    fits = (
        isinstance(verbs, int)
        and 0 <= verbs <= len(VERBS)
        and table == {"verbs": verbs, "hash": table_hash(verbs)}
    )
    if not fits:
        raise AgentError(
            f"{about_file}: action_table is {table!r}, but of this version it is "
            f"{ {'verbs': len(VERBS), 'hash': table_hash()} }: the network was trained for another "
            "game; force=True loads it anyway"
        )


def _columns(about: dict[str, Any], about_file: Path) -> np.ndarray:
    """Where the numbers that the network sees stand in today's observation, int64."""
    names = about.get("columns")
    if not isinstance(names, list) or not names:
        raise AgentError(
            f"{about_file}: columns is {shown(names)}, expected labels of the observation"
        )
    try:
        return indices_of(names)
    except (KeyError, TypeError) as error:
        raise AgentError(
            f"{about_file}: columns: this version's observation has no {error}: the network was "
            "trained for another game"
        ) from None


def _faces(about: dict[str, Any], about_file: Path) -> list[int] | None:
    """Of a pointer network; None of a perceptron, which older files do not name."""
    described = about.get("network", {"kind": "perceptron"})
    if described == {"kind": "perceptron"}:
        return None
    faces: Any = described.get("faces") if isinstance(described, dict) else None
    sound = isinstance(faces, list) and len(faces) == MAX_COUNTERS
    sound = sound and all(isinstance(face, int) and -1 <= face < MAX_COUNTERS for face in faces)
    if not sound or described.get("kind") != "pointer":
        raise AgentError(
            f"{about_file}: network is {shown(described)}, expected a perceptron, or a pointer "
            f"network with the faces of {MAX_COUNTERS} counters"
        )
    return list(faces)


def build(
    about: dict[str, Any], about_file: Path, layers: Sequence[int]
) -> Callable[[], ActorCritic]:
    """Makes the network that a JSON describes, with new weights; AgentError."""
    config = about["config"]
    outputs = N_ACTIONS if config["interface"] == FLAT else N_LOGITS
    seen, faces = _columns(about, about_file), _faces(about, about_file)
    if faces is None:
        return lambda: Network(layers, config["activation"], outputs, seen)
    return lambda: PointerNetwork(faces, layers, seen)


STORED = Stored(check, build, indices_of, columns, interfaces={MACRO: Macro()}, agent=LearnedAgent)
