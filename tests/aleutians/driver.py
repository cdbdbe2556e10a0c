"""A decision of the game: what is legal, and taking it, by the dispatch of the engine."""

from __future__ import annotations

import numpy as np

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import N_ACTIONS, NODE, UNIT
from glory_env.games.aleutians.generated import dispatch as decisions
from glory_env.games.aleutians.generated.records import Game, Tables

from .positions import node, unit


def options(g: Game, s: Tables) -> set[int]:
    """The legal actions of the pending decision; there is always one."""
    mask = np.zeros(N_ACTIONS, np.int8)
    decisions.legal(g, s, mask)
    assert mask.any()
    return set(np.flatnonzero(mask).tolist())


def choose(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Take a legal action; the game is not played on."""
    assert action in options(g, s), (g.decision, action)
    decisions.apply(g, s, t, action)


def u(name: str) -> int:
    """The action that names a unit."""
    return UNIT + unit(name)


def at_node(name: str) -> int:
    """The action that names a part of the sea."""
    return NODE + node(name)
