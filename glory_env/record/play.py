"""Letting agents play a game, and recording it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from glory_env.envs.agent import Agent, GameView
from glory_env.envs.guard import guarded
from glory_env.game.play import GamePlay
from glory_env.games import game as game_named
from glory_env.record.lines import GameRecord, begin_record

# An agent, or just its `act`: (observation, mask, view) -> action.
Player = Agent | Callable[[np.ndarray, np.ndarray, GameView], int]


def play_record(
    game: GamePlay, agents: Mapping[str, Player], names: Mapping[str, str] | None = None
) -> GameRecord:
    """Play a game that has just been made to its end.

    game: with `on_phase_end=add_state` the record holds states. agents: by seat; `reset` gives
    each a seed of its own, made of the game's. names: for the header (default: the agents'
    classes). Raises what the agents raise, and IllegalChoice for an illegal action.
    """
    names = names or {seat: type(agent).__name__ for seat, agent in agents.items()}
    record = begin_record(game, names)
    definition, tables = game.definition, game.scenario.tables
    seats = definition.seats
    views = {seat: GameView(game, seat) for seat in seats}
    acts = {seat: _start(agents[seat], seat, agent_seed(game.seed, seat, seats)) for seat in seats}
    observation = np.zeros(definition.observation_space().shape, np.float32)
    while game.outcome == "playing":
        seat = game.actor
        definition.kernels.observe(game.games, 0, tables, seats.index(seat), observation)
        game.act(acts[seat](observation.copy(), game.mask.copy(), views[seat]))
        record.add(game)
    return record


def agent_seed(seed: int, seat: str, seats: Sequence[str] = ()) -> int:
    """The seed of the agent in a seat, 32 bits, made of the game's seed.

    seats: of the game; default those of Glory.
    """
    seats = seats or game_named().seats
    return int(np.random.SeedSequence([seed, 1 + seats.index(seat)]).generate_state(1)[0])


def _start(agent: Any, seat: str, seed: int) -> Callable[..., int]:
    if hasattr(agent, "act"):
        agent = guarded(agent)
    if hasattr(agent, "reset"):
        agent.reset(seat=seat, seed=seed)
    act: Callable[..., int] = getattr(agent, "act", agent)
    return act
