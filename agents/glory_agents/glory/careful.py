"""Random careful play: legal, blind to glory, but careful with the pool.

Uniformly random play is over by turn 4. This one keeps a large civil share, leaves contested
boxes, guards the convoys, pays with damage and builds shipping, so fuzzing and speed figures see
late turns too. It is a tool for those, not an opponent.
"""

from __future__ import annotations

import numpy as np

from glory_agents.picking import pick
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, mix
from glory_env.games.glory.actions import (
    ACCEPT,
    AMOUNT,
    BOX,
    COUNTER,
    END,
    KIND,
    N_ACTIONS,
    N_KINDS,
)
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import contested_boxes, convoy_room
from glory_env.games.glory.state import (
    ACTIVATE,
    ANSWER,
    MAX_BOXES,
    MAX_COUNTERS,
    MOVE_PIECE,
    MOVE_TO,
    NO_DECISION,
    OFFER_ARMY,
    OFFER_CIVIL,
    PAY,
    PRODUCE,
    ROW_DE,
    ROW_TRANSPORT,
    STEP,
)


@rule
def nearest_amount(mask: Array[int], tonnage: int) -> int:
    """The largest legal amount up to `tonnage`."""
    for a in range(AMOUNT + min(tonnage // STEP, KIND - AMOUNT - 1), AMOUNT - 1, -1):
        if mask[a]:
            return a
    return -1


@rule
def careful_action(g: Game, s: Tables, mask: Array[int], x: int) -> int:
    """A legal action of the pending decision; x is a random 32-bit number."""
    d = g.decision
    y = mix(x, 1)
    a = -1
    if d == OFFER_CIVIL:
        a = nearest_amount(mask, (int(g.total) * (45 + (y * 40 >> 32))) // 100)
    elif d == OFFER_ARMY:
        a = nearest_amount(mask, (int(g.total) - int(g.chosen_civil)) // 2)
    elif d == ANSWER and y >> 30:
        a = ACCEPT
    elif d == ACTIVATE and y >> 31:
        a = END
    elif d == MOVE_PIECE:
        a = pick_endangered(g, s, mask, x)
        if a < 0 and y >> 30:
            a = END
    elif d == MOVE_TO:
        a = BOX + int(s.convoy)
        if not mask[a]:
            a = pick_safe_box(g, s, mask, x)
    elif d == PAY:
        a = pick(mask, COUNTER, COUNTER + MAX_COUNTERS, x)
    elif d == PRODUCE:
        a = pick(mask, COUNTER, COUNTER + MAX_COUNTERS, x)
        if a < 0 and mask[KIND + ROW_TRANSPORT]:
            a = KIND + ROW_TRANSPORT
        if a < 0 and mask[KIND + ROW_DE]:
            a = KIND + ROW_DE
        if a < 0 and y >> 31:
            a = pick(mask, KIND, KIND + N_KINDS, x)
    if a < 0 or not mask[a]:
        a = pick(mask, 0, N_ACTIONS, x)
    return a


@rule
def pick_endangered(g: Game, s: Tables, mask: Array[int], x: int) -> int:
    """A piece that stands in a contested box, or one that can join the escorts, or -1."""
    contested = contested_boxes(g, s)
    start = (x * MAX_COUNTERS) >> 32
    for k in range(MAX_COUNTERS):
        u = (start + k) % MAX_COUNTERS
        if mask[COUNTER + u]:
            if (contested >> int(g.place[u])) & 1:
                return COUNTER + u
            if g.place[u] == s.home and convoy_room(g, s, u):
                return COUNTER + u
    return -1


@rule
def pick_safe_box(g: Game, s: Tables, mask: Array[int], x: int) -> int:
    """A box without a marker, or -1."""
    contested = contested_boxes(g, s)
    start = (x * MAX_BOXES) >> 32
    for k in range(MAX_BOXES):
        b = (start + k) % MAX_BOXES
        if mask[BOX + b] and not (contested >> b) & 1:
            return BOX + b
    return -1


@rule
def careful_all(
    games: Array[Game], tables: Array[Tables], masks: np.ndarray, key: int, count: int,
    actions: Array[int],
) -> None:  # fmt: skip
    """An action for every game of a batch; -1 where no seat has to decide. Same key, same play."""
    for i in range(games.shape[0]):
        actions[i] = -1
        if games[i].decision != NO_DECISION:
            actions[i] = careful_action(games[i], tables[0], masks[i], hash_key(key, count, i))
