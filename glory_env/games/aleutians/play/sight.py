"""What a seat sees of all units in one go, for views that are made after every choice."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import area_of
from glory_env.games.aleutians.state import ABSENT


class Fields:
    """The fields of a record, each looked up once: NumPy's records look them up at each access."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        setattr(self, name, value)
        return value


def areas_seen(g: Game, s: Tables, seat: int) -> dict[int, int]:
    """By the units that a seat sees, and that have arrived, their area or NONE."""
    areas = np.empty(int(s.units), np.int64)
    _look(g, s, seat, areas)
    return {u: int(area) for u, area in enumerate(areas) if area != UNSEEN}


UNSEEN = -2


@rule
def _look(g: Game, s: Tables, seat: int, areas: Array[int]) -> None:
    for u in range(s.units):
        if g.place[u] == ABSENT or is_hidden(g, s, u, seat):
            areas[u] = UNSEEN
        else:
            areas[u] = area_of(g, s, u)
