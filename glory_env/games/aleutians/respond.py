"""Best responses to one policy of the Aleutians Campaign: how much another player can gain.

Each seat has its own reply. Candidates are the policy itself, the scripts, agents that are given (a
network that was trained against the policy, a script with other parameters) and what a search over
a script's parameters finds, which begins with the best script among these. The one with the highest
reward on the seeds from SELECTION on is measured on others. So its gain is a lower bound of the
exploitability.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from glory_agents.aleutians.agent import CompiledAgent
from glory_agents.aleutians.rows import NAMED, PARAMETERS
from glory_agents.registry import make_agent
from glory_env.bench.crossplay import about_games, estimates
from glory_env.bench.pairs import play_pairs
from glory_env.bench.seeds import REPORTING, SELECTION
from glory_env.envs.agent import Agent
from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.envs import Vector
from glory_env.games.aleutians.state import SIDES
from glory_env.training.script_search import GAMES, ScriptSearch, Space

ITSELF, GIVEN, SCRIPT = "itself", "field", "script"
_HIGHEST = {
    "odds": 4.0, "guard": 24.0, "reserve": 4.0, "boldness": 3.0, "raids": 12.0, "rush": 4.0,
    "answer": 4.0,
}  # fmt: skip
OF_ONE_SIDE = (("japan_reach", "rush", "linger"), ("allied_reach", "answer"))  # by seat


def space_of(seat: int) -> Space:
    """What is searched for a side: all parameters of the scripts but those of the other one."""
    others = OF_ONE_SIDE[1 - seat]
    parameters = {one.name: one for one in PARAMETERS if one.name not in others}
    highest = {name: _HIGHEST.get(name, one.high) for name, one in parameters.items()}
    return Space(GAME.name, CompiledAgent, parameters, highest)


class Met:
    """Plays agents against the policy. settings: scenario and options, of `play_pairs`."""

    def __init__(self, policy: Agent, **settings: Any) -> None:
        self._policy, self._settings = policy, settings

    def rewards(self, agent: Agent, games: int, first: int, seat: int = 0) -> np.ndarray:
        """Of Japan and the Allies with an agent in a seat, 0 Japan, 1 the Allies: (games, 2)."""
        pair = (agent, self._policy) if seat == 0 else (self._policy, agent)
        played = play_pairs(
            *pair, games, first, reward="outcome", vector_class=Vector, **self._settings
        )
        return played.rewards

    def mean(self, seat: int, games: int, agent: Agent, first: int = SELECTION) -> float:
        """What the agent gets there in the mean."""
        return float(self.rewards(agent, games, first, seat)[:, seat].mean())


def respond(
    name: str,
    minutes: float,
    games: int,
    choosing: int,
    seed: int = 0,
    field: Sequence[str] = (),
    scenario: Any = None,
    **options: Any,
) -> dict[str, Any]:
    """The best replies to a policy, as plain values for JSON.

    name: of the policy. minutes: of the search over parameters, both seats together. games,
    choosing: games of a reply that is measured, and of a candidate. seed: of the search. field:
    agents that are candidates besides the scripts. AgentError for an agent there is not.
    """
    start = time.perf_counter()
    board = Vector.definition.scenario(scenario)
    policy = make_agent(name, game=GAME.name)
    known = {
        other: make_agent(other, game=GAME.name) for other in dict.fromkeys((*GAME.field(), *field))
    }
    scripts = [other for other in known if other.partition(":")[0] in NAMED]
    met = Met(policy, scenario=board, **options)
    alone = met.rewards(policy, games, REPORTING)
    replies = {}
    for seat, side in enumerate(SIDES):
        agents, kinds = {name: policy, **known}, {name: ITSELF, **dict.fromkeys(known, GIVEN)}
        values = {other: met.mean(seat, choosing, agents[other]) for other in agents}
        best = max(scripts, key=lambda script: values[script])
        search = ScriptSearch(best, partial(met.mean, seat, GAMES), seed, space_of(seat))
        searched = search.run(minutes * 60 / len(SIDES))
        agents[searched], kinds[searched] = make_agent(searched, game=GAME.name), SCRIPT
        values[searched] = met.mean(seat, choosing, agents[searched])
        chosen = max(kinds, key=lambda other: values[other])
        reward = met.rewards(agents[chosen], games, REPORTING, seat)[:, seat]
        columns = {"reward": reward, "gain": reward - alone[:, seat]}
        replies[side] = {
            "agent": chosen,
            "kind": kinds[chosen],
            "searched": searched,
            **estimates(columns, np.arange(REPORTING, REPORTING + games)),
        }
    return {
        **about_games(board, REPORTING, games),
        "options": Vector.definition.options(**options).as_dict(),
        "agent": name,
        "minutes": minutes,
        "seed": seed,
        "field": list(known),
        "selection": {"first": SELECTION, "games": choosing},
        "replies": replies,
        "wall_time_s": round(time.perf_counter() - start, 1),
    }
