"""All agents at many tables side by side: who sits where, what is asked, what chance decides."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from agents import make_agent
from agents.scripted.named import NAMED
from glory_env.engine.state import DECISIONS, SERVICES
from glory_env.partners import GamesView
from glory_env.vector import SKIP, GloryVector

SCRIPTS = (*NAMED, "temperament:seed=4")
AGENTS = (*SCRIPTS, "random")
CHANCE = ("random_pass", "random")  # their play is drawn by lot


class Ring(NamedTuple):
    """Finished games in which agent k had the army and agent k + 1 the navy.

    finals: GAME (N,). met: int (agents, 2, decisions), how often an agent was asked, by seat.
    drawn: int (agents, decisions), how often another draw would have made another action.
    """

    finals: np.ndarray
    met: np.ndarray
    drawn: np.ndarray


def play_ring(
    scenario: str = "teaching", each: int = 2, auto_forced: bool = True, **options: Any
) -> Ring:
    """Play `each` games at every table; ValueError for an illegal action."""
    count = len(AGENTS)
    army = np.repeat(np.arange(count), each)
    seated = np.stack([army, (army + 1) % count])  # (2, N)
    vector = GloryVector(
        len(army), scenario, seed=77, autoreset=False, auto_forced=auto_forced, **options
    )
    agents = [make_agent(name) for name in AGENTS]
    met = np.zeros((count, len(SERVICES), len(DECISIONS)), np.int64)
    drawn = np.zeros((count, len(DECISIONS)), np.int64)
    rng = np.random.default_rng(5)
    while (vector.seats < len(SERVICES)).any():
        actions = np.full(vector.n, SKIP, np.int64)
        for seat in range(len(SERVICES)):
            for k, agent in enumerate(agents):
                at = np.flatnonzero((vector.seats == seat) & (seated[seat] == k))
                if len(at) == 0:
                    continue
                view = GamesView(vector.scenario, vector.games, at)
                one, two = (
                    agent.act_batch(None, vector.masks[at], rng.random(len(at)), view)
                    for _ in range(2)
                )
                decisions = vector.games["decision"][at]
                met[k, seat] += np.bincount(decisions, minlength=len(DECISIONS))
                drawn[k] += np.bincount(decisions[one != two], minlength=len(DECISIONS))
                actions[at] = one
        vector.step(actions)
    return Ring(vector.games, met, drawn)
