"""Many tables side by side, with somebody looking on; and scripts in hand-made positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.scripted.named import NAMED
from glory_agents.registry import make_agent
from glory_env.envs.agent import Agent, GamesView, GameView, fill_draws
from glory_env.games.glory.game import Game
from glory_env.games.glory.state import DECISIONS, SERVICES
from glory_env.vector import SKIP, GloryVector

SCRIPTS = (*NAMED, "temperament:seed=4")
AGENTS = (*SCRIPTS, "random")
BY_LOT = ("random_pass", "random")  # their play is drawn

# Called before every step with the agent's number, its seat, the games it was asked about (M,),
# all games as they stand (N,), and its draws and actions (M,).
Note = Callable[[int, int, np.ndarray, np.ndarray, np.ndarray, np.ndarray], None]


def play_tables(
    agents: Sequence[Agent], seated: np.ndarray, vector: GloryVector, note: Note
) -> np.ndarray:
    """Play a vector without autoreset to its end, as `play_pairs` does; returns its games.

    seated: int (2, N), which agent has the army and the navy of each game. ValueError for an
    illegal action.
    """
    keys = vector.games["key"].copy()
    decisions = np.zeros((2, vector.n), np.int64)
    while (vector.seats < len(SERVICES)).any():
        actions = np.full(vector.n, SKIP, np.int64)
        for seat in range(len(SERVICES)):
            for k, agent in enumerate(agents):
                at = np.flatnonzero((vector.seats == seat) & (seated[seat] == k))
                if len(at) == 0:
                    continue
                draws = np.empty(len(at))
                fill_draws(keys[at], seat, decisions[seat, at], draws)
                view = GamesView(vector.scenario, vector.games, at)
                actions[at] = agent.act_batch(
                    vector.observations[at], vector.masks[at], draws, view
                )
                note(k, seat, at, vector.games, draws, actions[at])
                decisions[seat, at] += 1
        vector.step(actions)
    return vector.games


class Ring(NamedTuple):
    """Finished games in which agent k of AGENTS had the army and agent k + 1 the navy.

    finals: GAME (N,). met: int (agents, 2, decisions), how often an agent was asked, by seat.
    by_lot: int (agents, decisions), how often another draw would have made another action.
    """

    finals: np.ndarray
    met: np.ndarray
    by_lot: np.ndarray


def play_ring(
    scenario: str, each: int, ask_again: bool = True, auto_forced: bool = True, **options: Any
) -> Ring:
    """Play `each` games at every table; ValueError for an illegal action.

    ask_again: ask with another draw, too, to see what chance decides.
    """
    agents = [make_agent(name) for name in AGENTS]
    army = np.repeat(np.arange(len(agents)), each)
    seated = np.stack([army, (army + 1) % len(agents)])
    vector = GloryVector(
        len(army), scenario, seed=77, autoreset=False, auto_forced=auto_forced, **options
    )
    met = np.zeros((len(agents), len(SERVICES), len(DECISIONS)), np.int64)
    by_lot = np.zeros((len(agents), len(DECISIONS)), np.int64)

    def note(k, seat, at, games, draws, actions):
        decisions = games["decision"][at]
        met[k, seat] += np.bincount(decisions, minlength=len(DECISIONS))
        if ask_again:
            view = GamesView(vector.scenario, games, at)
            others = agents[k].act_batch(None, vector.masks[at], (draws + 0.5) % 1.0, view)
            by_lot[k] += np.bincount(decisions[others != actions], minlength=len(DECISIONS))

    return Ring(play_tables(agents, seated, vector, note), met, by_lot)


# --- one game ------------------------------------------------------------------------------
_agent = cache(
    make_agent
)  # `reset` begins anew; to make one reads what every network says of itself


def action_of(name: str, game: Game, seed: int = 0) -> int:
    """What an agent would do at the pending decision."""
    agent = _agent(name)
    agent.reset(game.actor, seed)
    return agent.act(None, game.mask, GameView(game, game.actor))


def choice_of(name: str, game: Game, seed: int = 0) -> dict[str, Any]:
    """The complete choice an agent would make at the pending decision; the game stays as it is."""
    twin = game.clone()
    while not twin.lines:
        twin.act(action_of(name, twin, seed))
    return twin.lines[0]["choice"]


def play_phase(name: str, game: Game, seed: int = 0) -> list[dict[str, Any]]:
    """Both seats' choices of the rest of a phase; an agent plays them, the phase that follows
    begins.
    """
    turn, phase, choices = game.turn, game.phase, []
    while (game.turn, game.phase) == (turn, phase):
        game.act(action_of(name, game, seed))
        choices += [line["choice"] for line in game.lines if line["actor"] in SERVICES]
    return choices
