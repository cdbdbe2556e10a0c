"""Positions for tests: the real scenario after set-up, and numbers of units, nodes and spots."""

from functools import cache

import numpy as np

from glory_env.core.trace import blank_trace
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules.setup import set_up
from glory_env.games.aleutians.scenario import load


@cache
def scenario():
    return load("aleutians")


def tables():
    return scenario().tables[0]


def unit(name):
    return scenario().units.index(name)


def node(name):
    return scenario().nodes.index(name)


def spot(name):
    return scenario().spots.index(name)


def blank(seed=0):
    """A game after set-up (free pieces not placed), the tables and a trace."""
    games = np.zeros(1, st.GAME)
    games["key"] = seed
    set_up(games[0], tables())
    return games[0], tables(), blank_trace()[0]
