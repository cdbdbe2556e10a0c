"""Two agents against each other over many seeds, all games of a batch side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from glory_env import games as family
from glory_env.bench.digests import content
from glory_env.bench.results import Results, results_of
from glory_env.core.errors import IllegalAction, OptionError
from glory_env.envs.agent import (
    Agent,
    AgentError,
    BatchAgent,
    GamesView,
    GameView,
    fill_draws,
    plays_batches,
)
from glory_env.envs.guard import guarded, strangers
from glory_env.envs.vector import SKIP, GameVector
from glory_env.game.definition import Kernels

BATCH = 256
Progress = Callable[[int], object] | None  # called with the number of games just finished
# Called with GAME (M,) at a decision each, bool (M,) where one action alone is legal, and the slice
# of the run's games that they are.
Observer = Callable[[np.ndarray, np.ndarray, slice], object]
Log = list[np.ndarray]  # actions of every step, int64 (N,)


def play_pairs(
    first: Agent,
    second: Agent,
    games: int,
    seed: int = 0,
    scenario: Any = None,
    reward: Any = None,
    *,
    vector_class: type[GameVector] | None = None,
    batch: int = BATCH,
    progress: Progress = None,
    observer: Observer | None = None,
    forced: bool = True,
    **options: Any,
) -> Results:
    """Play `games` games; game k has the dice of seed + k. Both seats are asked in batches.

    first, second: agents of the first and the second seat. One without `act_batch` is played game
    by game through `act`, and so is its partner.
    With solo=True the agents are a single controller's two hands, and both get the solo reward.
    An agent's draws are a pure function of (seed of the game, seat, number of the seat's
    decision in that game), so nothing depends on `batch`, the games played side by side.
    reward: as of the environment; None: its own. vector_class: which game; Glory. progress: called
    with the number of games just finished. observer: sees every decision; with `forced` those with
    one legal action as well, which no agent is asked about. options: of the game. OptionError for
    bad options, ValueError for an illegal action of an agent.

    Of an agent that is not part of the project the actions alone count: its games are played again
    from them. AgentError where they do not come out the same.
    """
    if games < 1 or batch < 1 or seed < 0:
        raise OptionError(
            "games and batch must be at least 1 and seed at least 0, "
            f"got {games}, {batch} and {seed}"
        )
    vector_class = vector_class or family.game().vector()
    game = vector_class.definition
    board = game.scenario(scenario)
    names = strangers(first, second)
    first, second = guarded(first), guarded(second)
    batched: tuple[BatchAgent, BatchAgent] | None = None
    if plays_batches(first) and plays_batches(second):
        batched = first, second
    else:
        batch = 1
    if observer is not None and forced:
        options["auto_forced"] = False
    if reward is not None:
        options["reward"] = reward
    finals, rewards = [], []
    for start in range(seed, seed + games, batch):
        seeds = list(range(start, min(start + batch, seed + games)))
        begin = partial(vector_class, len(seeds), board, seed=seeds, autoreset=False, **options)
        vector = begin()
        log: Log | None = [] if names else None
        for seat, agent in enumerate((first, second)):
            agent.reset(game.seats[seat], start)
        at = slice(start - seed, start - seed + len(seeds))
        if batched is None:
            _play_one(vector, (first, second), progress, observer, at, log)
        else:
            play_out(vector, batched, progress, observer, at, log)
        if log is not None:
            vector = again(vector, begin(), log, names, observer, at)
        finals.append(vector.games)
        rewards.append(payoffs(vector.games, board.tables, vector.params, game.kernels))
    return results_of(game.name)(
        seeds=np.arange(seed, seed + games, dtype=np.int64),
        finals=np.concatenate(finals),
        rewards=np.concatenate(rewards),
        tables=board.tables[0],
        seats=game.seats,
    )


def payoffs(finals: np.ndarray, tables: Any, params: np.ndarray, kernels: Kernels) -> np.ndarray:
    """What finished games, GAME (N,), pay each seat: float64 (N, 2).

    tables: the scenario's tables, (1,); params: of each game what `reward_params` gives.
    """
    paid = np.zeros((len(finals), 2))
    for k in range(len(finals)):
        kernels.pay(finals, k, tables, params[k], paid[k])
    return paid


def _play_one(
    vector: GameVector,
    agents: tuple[Agent, Agent],
    progress: Progress,
    observer: Observer | None,
    at: slice,
    log: Log | None,
) -> None:
    """The only game of the vector to its end, decision by decision."""
    game = vector.one(0)
    while (seat := int(vector.seats[0])) < len(agents):
        actions = np.full(1, SKIP)
        if observer is not None:
            _fill_forced(vector, observer, at, log, actions)
        if actions[0] == SKIP:
            view = GameView(game, vector.definition.seats[seat])
            action = agents[seat].act(vector.full_observations[0], vector.masks[0], view)
            actions = np.array([action])  # as the agent gave it: the vector refuses what is none
        vector.step(actions)
        if log is not None:
            log.append(actions)
    if progress is not None:
        progress(1)


def play_out(
    vector: GameVector,
    agents: tuple[BatchAgent, BatchAgent],
    progress: Progress = None,
    observer: Observer | None = None,
    at: slice = slice(0),
    log: Log | None = None,
) -> None:
    """Every game of the vector to its end; agents: by seat; at: which games of the run they are.

    log: gets the actions; the observer is then left to `again`.
    """
    keys = vector.games["key"].copy()
    decisions = np.zeros((2, vector.n), np.int64)  # made so far, by seat and game
    actions = np.empty(vector.n, np.int64)
    while (vector.seats < len(agents)).any():
        actions.fill(SKIP)
        if observer is not None:
            _fill_forced(vector, observer, at, log, actions)
        _ask(vector, agents, keys, decisions, actions)
        _, done = vector.step(actions)
        if log is not None:
            log.append(actions.copy())
        if progress is not None and done.any():
            progress(int(done.sum()))


def _fill_forced(
    vector: GameVector, observer: Observer, at: slice, log: Log | None, actions: np.ndarray
) -> None:
    """Take the only legal action where there is one: of what is observed no agent is asked it."""
    forced = vector.masks.sum(axis=1) == 1
    if log is None:
        observer(vector.games, forced, at)
    actions[forced] = vector.masks[forced].argmax(axis=1)


def again(
    vector: GameVector,
    fresh: GameVector,
    log: Log,
    names: Sequence[str],
    observer: Observer | None = None,
    at: slice = slice(0),
) -> GameVector:
    """`fresh`, which is as `vector` was at the start, after the same actions.

    Code that runs in this process can reach the records of its games. So those of agents that are
    not part of the project, of these names, are not believed: AgentError where a game that is
    played from their actions ends in another way.
    """
    tampered = f"agent {', '.join(names)}: has changed its games other than by its actions"
    for actions in log:
        if observer is not None:
            observer(fresh.games, fresh.masks.sum(axis=1) == 1, at)
        try:
            fresh.step(actions)
        except IllegalAction as error:
            raise AgentError(f"{tampered}: {error}") from None
    pairs = zip(content(vector.games), content(fresh.games), strict=True)
    if any(was != is_now for was, is_now in pairs):
        raise AgentError(f"{tampered}: played again from them they end in another way")
    return fresh


def _ask(
    vector: GameVector,
    agents: tuple[BatchAgent, BatchAgent],
    keys: np.ndarray,
    decisions: np.ndarray,
    actions: np.ndarray,
) -> None:
    """Fill the actions int64 (N,) that are still SKIP with those of the agent on turn.

    keys int64 (N,): the games' dice keys; decisions int64 (2, N): made so far by each seat, counted
    on here.
    """
    for seat, agent in enumerate(agents):
        at = np.flatnonzero((vector.seats == seat) & (actions == SKIP))
        if len(at) > 0:
            draws = np.empty(len(at))
            fill_draws(keys[at], seat, decisions[seat, at], draws)
            view = GamesView(vector.scenario, vector.games, at, vector.definition)
            seen = vector.full_observations[at]
            actions[at] = agent.act_batch(seen, vector.masks[at], draws, view)
            decisions[seat, at] += 1
