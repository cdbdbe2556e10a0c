"""What infos hold: the same keys at every step, as replay buffers want it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from glory_env.game.definition import GameDefinition

UNSHAPED = "reward_unshaped"  # what the outcome alone pays, where other things are paid, too


def blank_info(
    game: GameDefinition,
    scenario: Any,
    shaped: bool,
    final_info: Callable[[Any, Any], dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """What every info holds until the end of the game: the keys of the last one, all 0.

    shaped: whether the last one has UNSHAPED. final_info: of (record, tables), if not that of the
    definition.
    """
    record, tables = np.zeros(1, game.record).view(np.recarray)[0], scenario.tables[0]
    info = final_info(record, tables) if final_info else game.final_info(record, tables, 0)
    return {**info, UNSHAPED: 0.0} if shaped else info


def copy_info(info: dict[str, Any]) -> dict[str, Any]:
    """A copy that shares no array: what was handed out stays as it was."""
    return {key: value.copy() if isinstance(value, np.ndarray) else value
            for key, value in info.items()}  # fmt: skip


def spread_info(info: dict[str, Any], n: int) -> dict[str, Any]:
    """A blank info for n slots, as gymnasium lays infos out."""
    infos: dict[str, Any] = {}
    for key, value in info.items():
        if isinstance(value, dict):
            infos[key] = spread_info(value, n)
        else:
            infos[key] = np.zeros((n, *np.shape(value)), np.asarray(value).dtype)
        infos[f"_{key}"] = np.ones(n, np.bool_)
    return infos


def slot_info(infos: dict[str, Any], at: int) -> dict[str, Any]:
    """The info of one slot."""
    return {
        key: slot_info(value, at) if isinstance(value, dict) else value[at]
        for key, value in infos.items()
        if f"_{key}" in infos
    }
