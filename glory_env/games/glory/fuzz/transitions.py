"""What holds from each step of a game of Glory to the next, and that the trace reports it."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import TRACE_ENTRIES, Trace
from glory_env.fuzz.codes import BAD, DETAIL
from glory_env.games.glory.fuzz.invariants import check_position
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.limits import MAX_DECISIONS, MAX_PER_PHASE
from glory_env.games.glory.rules.board import is_always_active
from glory_env.games.glory.state import (
    DD,
    MOVEMENT,
    NATIONS,
    OVER,
    PHASES,
    PLAYING,
    REMOVED,
    T_ACTIVE,
    T_DAMAGE,
    T_GP,
    T_MARKER,
    T_METHOD,
    T_OUTCOME,
    T_PLACE,
    T_TOTAL,
    TRACK,
)

_LIMITS = np.array([MAX_PER_PHASE.get(name, 0) for name in PHASES], np.int64)
_CHINA = NATIONS.index("cn")


@rule
def check_call(
    before: Array[Game], games: Array[Game], tables: Array[Tables], trace: Array[Trace],
    mask: Array[int], in_phase: int, in_game: int,
) -> int:  # fmt: skip
    """A code of the first broken invariant after a call of the engine, 0 where all hold.

    before, games: GAME (1,), the game before the call, changed here, and after it; tables, trace:
    (1,); mask: int8 (N_ACTIONS,) as the engine filled it; in_phase, in_game: decisions so far.
    """
    g = games[0]
    s = tables[0]
    code = check_position(g, s, mask)
    if not code:
        code = check_step(before[0], g, s)
    if not code:
        code = check_trace(before[0], g, s, trace[0])
    if not code and g.outcome == PLAYING:
        code = check_lengths(g, in_phase, in_game)
    return code


@rule
def check_step(b: Game, g: Game, s: Tables) -> int:
    """A code of what is wrong between a game before (b) and after a call of the engine."""
    for k in range(2):
        if g.gp[k] < b.gp[k]:
            return BAD.gp * DETAIL + k
    if g.convoy_method < b.convoy_method or g.converted < b.converted:
        return BAD.method * DETAIL
    if not b.turn <= g.turn <= b.turn + 1 or g.turn > s.last_turn + (g.phase == OVER):
        return BAD.turn * DETAIL
    for m in range(s.markers):
        if s.nation[m] == _CHINA and g.marker_step[m] > b.marker_step[m]:
            return BAD.china * DETAIL + m
    for u in range(s.counters):
        if b.place[u] == REMOVED and g.place[u] != REMOVED:
            return BAD.removed * DETAIL + u
        stays = b.place[u] >= 0 and g.place[u] >= 0
        if stays and g.damage[u] < b.damage[u]:
            return BAD.repaired * DETAIL + u
        moved = stays and b.place[u] != g.place[u]
        again = b.moved[u] and (s.kind[u] != DD or b.escorted[u])
        if moved and (b.phase != MOVEMENT or again):
            return BAD.moved * DETAIL + u
        lent = g.phase == MOVEMENT and g.escorted[u] and not b.escorted[u]
        if moved and g.phase == MOVEMENT and not (g.moved[u] or lent):
            return BAD.moved * DETAIL + u
    return 0


@rule
def check_lengths(g: Game, in_phase: int, in_game: int) -> int:
    """A code where a phase or a game has too many decisions."""
    if in_phase > _LIMITS[g.phase]:
        return BAD.phase_length * DETAIL + int(g.phase)
    if in_game > MAX_DECISIONS:
        return BAD.game_length * DETAIL
    return 0


@rule
def check_trace(b: Game, g: Game, s: Tables, t: Trace) -> int:
    """A code where the trace's events, carried out on the game before, do not lead to `g`.

    `b` is changed. What comes back from the track or the pool is undamaged and idle unsaid.
    """
    if t.entries >= TRACE_ENTRIES:
        return BAD.trace_full * DETAIL
    for k in range(t.entries):
        code, x, y, z = t.entry[k]
        if code == T_TOTAL:
            b.total += x
            if b.total != y:
                return BAD.trace * DETAIL + T_TOTAL
        elif code == T_GP:
            b.gp[x] += y
            if b.gp[x] != z:
                return BAD.trace * DETAIL + T_GP
        elif code == T_MARKER:
            b.marker_step[x] = 0
            for step in range(1, s.route_length[x] + 1):
                if s.route[x, step - 1] == y:
                    b.marker_step[x] = step
        elif code == T_PLACE:
            if b.place[x] < 0 or y < 0:
                b.damage[x] = 0
                b.active[x] = 1 if is_always_active(s, x) else 0
            b.place[x] = y
            b.space[x] = z if y == TRACK else 0
        elif code == T_ACTIVE:
            b.active[x] = y
        elif code == T_DAMAGE:
            b.damage[x] = y
        elif code == T_METHOD:
            b.convoy_method = x
        elif code == T_OUTCOME:
            b.outcome = x
            b.cause = y
    same = b.total == g.total and b.convoy_method == g.convoy_method
    if not same or b.outcome != g.outcome or b.cause != g.cause:
        return BAD.trace * DETAIL + T_TOTAL
    for k in range(2):
        if b.gp[k] != g.gp[k]:
            return BAD.trace * DETAIL + T_GP
    for m in range(s.markers):
        if b.marker_step[m] != g.marker_step[m]:
            return BAD.trace * DETAIL + T_MARKER
    for u in range(s.counters):
        if b.place[u] != g.place[u] or b.space[u] != g.space[u]:
            return BAD.trace * DETAIL + T_PLACE
        if g.place[u] >= 0 and u != s.hybrid_from:
            if b.damage[u] != g.damage[u]:
                return BAD.trace * DETAIL + T_DAMAGE
            if b.active[u] != g.active[u]:
                return BAD.trace * DETAIL + T_ACTIVE
    return 0
