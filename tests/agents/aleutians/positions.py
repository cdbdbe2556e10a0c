"""Positions of games of the Aleutians Campaign in which an agent has to decide."""

from functools import partial

from glory_agents.registry import make_agent
from tests.agents import stages

GAME = "aleutians"
played = partial(stages.played, GAME)


def agent(name):
    return make_agent(name, game=GAME)
