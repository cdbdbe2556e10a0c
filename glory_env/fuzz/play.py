"""The loop of the fuzzer: one random game in compiled code, checked after every step."""

from __future__ import annotations

import numpy as np

from glory_agents.careful import careful_action, pick
from glory_agents.scripted.compiled import rule
from glory_env.core.actions import N_ACTIONS
from glory_env.core.arrays import Array
from glory_env.core.dice import hash_key
from glory_env.core.limits import MAX_DECISIONS
from glory_env.core.records import Game, Tables, Trace
from glory_env.core.state import NO_DECISION, PLAYING
from glory_env.core.stepping import PLAY_ON
from glory_env.engine.kernels import begin, step
from glory_env.fuzz.random_start import scatter
from glory_env.fuzz.transitions import check, check_lengths

# What is kept of one game.
RUN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("failure", "i4"),  # code of a broken invariant, 0 = none
                ("decisions", "i4"),
                ("in_phase", "i4"),  # decisions of the current phase
                ("idle", "i4"),  # calls in a row in which the system played on without a decision
                ("actions", "i2", (MAX_DECISIONS + 1,)),
            ],
            align=True,
        ),
    )
)


@rule
def play_random(
    games: Array[Game], before: Array[Game], tables: Array[Tables], trace: Array[Trace],
    mask: Array[int], seed: int, scattered: bool, careful: bool, through: bool, checked: bool,
    run: np.ndarray,
) -> None:  # fmt: skip
    """Play game 0 of `games` from the start to its end or to the first broken invariant.

    games, before: GAME (1,), options and dice key set in `games`; tables, trace: (1,); mask: int8
    (N_ACTIONS,); seed: of the choices, 0..2**32-1; scattered: start from a random position;
    careful: choices as in `glory_agents.careful`, else uniform over the legal actions; through:
    forced decisions are played by the engine; checked: look at the invariants; run: RUN (1,), its
    actions and its failure are the result.
    """
    g = games[0]
    s = tables[0]
    r = run[0]
    r.failure = 0
    r.decisions = 0
    r.in_phase = 0
    r.idle = 0
    trace[0].pause = 0 if through else 1
    begin(games, 0, tables)
    if scattered:
        scatter(games, 0, tables, seed)
    action = PLAY_ON
    while True:
        before[0] = games[0]
        step(games, 0, tables, trace, mask, action, through)
        if checked:
            r.failure = check(before[0], g, s, trace[0], mask)
        if r.failure or g.outcome != PLAYING:
            return
        asked = g.decision != NO_DECISION
        same = g.turn == before[0].turn and g.phase == before[0].phase
        r.in_phase = (r.in_phase if same else 0) + (1 if asked else 0)
        r.idle = 0 if asked else r.idle + 1
        r.failure = check_lengths(g, r.in_phase, r.decisions + 1, r.idle)
        if r.failure:
            return
        action = PLAY_ON
        if asked:
            x = hash_key(seed, int(r.decisions), 0)
            action = careful_action(g, s, mask, x) if careful else pick(mask, 0, N_ACTIONS, x)
            r.actions[r.decisions] = action
            r.decisions += 1
