"""Networks of the Aleutians Campaign in files: one for each seat, and both as one policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from glory_agents.aleutians.network import Board, UnitNetwork
from glory_agents.base import AgentError
from glory_agents.learned.by_seat import BySeat
from glory_agents.learned.micro import MicroNetwork
from glory_env.core.errors import shown
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.engine.observation import OPTIONS_AT, TURN
from glory_env.games.aleutians.state import (
    MAX_AREAS,
    MAX_NODES,
    MAX_UNITS,
    OPTIONAL_RULES,
    SETUPS,
    SIDES,
)
from glory_env.games.aleutians.version import facts

SEAT = TURN  # column of the observation: 0 Japan, 1 the Allies
# Columns of the options, by label: a network always gets them as they were in its training.
OPTIONS = {
    f"{kind}.{name}": OPTIONS_AT + k
    for k, (kind, name) in enumerate(
        [("setup", name) for name in SETUPS] + [("rule", name) for name in OPTIONAL_RULES]
    )
}


def new_policy(scenario: Any, layers: Sequence[int]) -> BySeat:
    """A new network for each seat."""
    board = Board.of(scenario)
    return both({seat: UnitNetwork(seat, board, layers) for seat in SIDES})


def both(networks: Mapping[str, MicroNetwork]) -> BySeat:
    """The networks of both seats, in their order, as one."""
    return BySeat({seat: networks[seat] for seat in SIDES}, SEAT)


def fixed_inputs(observation: np.ndarray) -> dict[str, float]:
    """The options of a game, label -> number, from what a seat sees: float32."""
    return {label: float(observation[column]) for label, column in OPTIONS.items()}


def check(about: Mapping[str, Any], file: Path) -> None:
    """AgentError where the network was trained for other actions or another observation."""
    for key, here in facts().items():
        if about.get(key) != here:
            raise AgentError(
                f"{file}: {key} is {about.get(key)!r}, but of this version it is {here!r}: the "
                "network was trained for another version of the game"
            )


def network_of(
    about: Mapping[str, Any], file: Path, layers: Sequence[int]
) -> Callable[[], UnitNetwork]:
    """Makes the network that a JSON describes, with new weights; AgentError."""
    described = about.get("network")
    given: Any = described if isinstance(described, dict) else {}
    board = Board(*(given.get(key) for key in Board._fields))
    units = len(board.faces) if isinstance(board.faces, list) else 0
    sound = given.get("kind") == "units" and given.get("seat") in SIDES and len(layers) == 2
    sound = sound and 0 < units <= MAX_UNITS and _all_below(board.faces, MAX_UNITS, units)
    sound = sound and _all_below(board.sides, len(SIDES), units)
    nodes = len(board.areas) if isinstance(board.areas, list) else 0
    if not sound or not 0 < nodes <= MAX_NODES or not _all_below(board.areas, MAX_AREAS, nodes):
        raise AgentError(
            f"{file}: network is {shown(described)}, expected that of a seat with two hidden "
            f"layers, {N_ACTIONS} actions, and faces, sides and areas of the scenario"
        )
    return lambda: UnitNetwork(given["seat"], board, layers)


def _all_below(numbers: Any, limit: int, count: int) -> bool:
    """Whether it is a list of so many whole numbers from 0 on."""
    if not isinstance(numbers, list) or len(numbers) != count:
        return False
    return all(isinstance(number, int) and 0 <= number < limit for number in numbers)
