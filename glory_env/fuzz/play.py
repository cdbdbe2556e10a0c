"""One random game after the other, in compiled code, with the invariants checked at every step."""

from __future__ import annotations

import numpy as np

from glory_agents.careful import careful_action, pick
from glory_env.core.actions import N_ACTIONS
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import mix
from glory_env.core.limits import MAX_DECISIONS
from glory_env.core.records import Game, Tables, Trace
from glory_env.core.state import (
    ACTIVATION,
    ARMY,
    COMBAT,
    CONVOY,
    INVASION,
    MOVEMENT,
    NAVY,
    NO_DECISION,
    NONE,
    PHASES,
    PLAYING,
    POOL,
    PRODUCTION,
    REMOVED,
    STEP,
    T_LINE,
    T_ROLL,
    TONNAGE,
    TRANSPORT,
    TURN_13,
    TURN_END,
)
from glory_env.engine.kernels import PLAY_ON, begin, step
from glory_env.fuzz.invariants import (
    BAD,
    DETAIL,
    check_lengths,
    check_position,
    check_step,
    check_trace,
    may_be,
)
from glory_env.fuzz.note_combat import note_combat
from glory_env.fuzz.note_end import (
    note_convoy,
    note_ending,
    note_production,
    note_turn_13,
    note_turn_end,
)
from glory_env.fuzz.note_start import note_activation, note_invasion, note_movement, note_talks
from glory_env.fuzz.reading import saw_if
from glory_env.fuzz.situations import IS, slot_of
from glory_env.rules.board import is_always_active, is_unit

PATIENCE = 20  # calls in a row in which the system may play on without anybody's decision

# What is kept of one game.
RUN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("failure", "i4"),  # code of a broken invariant, 0 = none
                ("decisions", "i4"),
                ("in_phase", "i4", (len(PHASES),)),  # decisions of this turn
                ("longest", "i4", (len(PHASES),)),  # of all games
                ("actions", "i2", (MAX_DECISIONS + 1,)),
            ],
            align=True,
        ),
    )
)


@rule
def play_random(
    games: Array[Game], before: Array[Game], tables: Array[Tables], trace: Array[Trace],
    mask: Array[int], seed: int, scattered: bool, careful: bool, through: bool, run: np.ndarray,
    seen: np.ndarray,
) -> None:  # fmt: skip
    """Play game 0 of `games` from the start to its end or to the first broken invariant.

    games, before: GAME (1,), options and dice key set in `games`; tables, trace: (1,); mask: int8
    (N_ACTIONS,); seed: of the choices; scattered: start from a random position; careful: play so
    that the game lasts; through: forced decisions are played by the engine; run: RUN (1,), its
    actions and its failure are the result; seen: COVERAGE (1,), added to (situations only without
    `through`).
    """
    g = games[0]
    s = tables[0]
    t = trace[0]
    r = run[0]
    c = seen[0]
    r.failure = 0
    r.decisions = 0
    r.in_phase[:] = 0
    c.marker_home[:] = 0
    c.returned[:] = 0
    c.paid[:] = 0
    c.hit = NONE
    t.pause = 0 if through else 1
    begin(games, 0, tables)
    if scattered:
        scatter(games, 0, tables, seed)
    action = PLAY_ON
    idle = 0
    while r.failure == 0 and g.outcome == PLAYING:
        before[0] = games[0]
        step(games, 0, tables, trace, mask, action, through)
        r.failure = look_at(before[0], g, s, t, mask, action, through, c)
        if r.failure or g.outcome != PLAYING:
            return
        if g.turn != before[0].turn:
            r.in_phase[:] = 0
        if g.decision == NO_DECISION:
            idle += 1
            if idle > PATIENCE:
                r.failure = BAD.stuck * DETAIL
            action = PLAY_ON
            continue
        idle = 0
        phase = int(g.phase)
        r.in_phase[phase] += 1
        r.longest[phase] = max(r.longest[phase], r.in_phase[phase])
        r.failure = check_lengths(phase, r.in_phase[phase], r.decisions + 1, MAX_DECISIONS)
        x = stir(seed, 1000 + int(r.decisions))
        action = careful_action(g, s, mask, x) if careful else pick(mask, 0, N_ACTIONS, x)
        c.taken[g.decision, slot_of(s, action)] += 1
        r.actions[r.decisions] = action
        r.decisions += 1


@rule
def look_at(
    b: Game, g: Game, s: Tables, t: Trace, mask: Array[int], action: int, through: bool,
    c: np.record,
) -> int:  # fmt: skip
    """Check one call of the engine, and note what it shows; the code of a broken invariant."""
    for k in range(t.entries):
        c.codes[t.entry[k, 0]] += 1
        if t.entry[k, 0] == T_ROLL:
            c.rolls[t.entry[k, 1]] += 1
        elif t.entry[k, 0] == T_LINE:
            c.lines[t.entry[k, 1]] += 1
    code = check_position(g, s, mask)
    if not code:
        code = check_step(b, g, s)
    if not code:
        if not through:
            note(b, g, s, t, action, c)
        code = check_trace(b, g, s, t)
    return code


@rule
def note(b: Game, g: Game, s: Tables, t: Trace, action: int, c: np.record) -> None:
    """Count the situations one call shows; it lies within the phase `b` stands in."""
    if b.phase == INVASION:
        note_invasion(b, g, s, t, c)
    elif b.phase == TONNAGE:
        note_talks(b, g, s, t, action, c)
    elif b.phase == ACTIVATION:
        note_activation(b, g, s, action, c)
    elif b.phase == MOVEMENT:
        note_movement(b, g, s, t, action, c)
    elif b.phase == COMBAT:
        note_combat(b, g, s, t, action, c)
    elif b.phase == CONVOY:
        note_convoy(b, g, s, t, action, c)
    elif b.phase == PRODUCTION:
        note_production(b, g, s, t, action, c)
    elif b.phase == TURN_END:
        note_turn_end(b, g, s, t, c)
    elif b.phase == TURN_13:
        note_turn_13(b, g, s, action, c)
    fell = g.total < b.total
    saw_if(c, fell and b.phase < TURN_END, IS.total_falls_below_the_shares)
    floor = s.floor[g.opt_solo]
    saw_if(c, fell and g.total == floor and g.outcome == PLAYING, IS.total_on_the_floor)
    for u in range(s.counters):
        if b.place[u] >= 0 and g.place[u] == POOL:
            c.returned[u] = 1
    if g.outcome != PLAYING:
        note_ending(b, g, s, c)


# --- a random start ------------------------------------------------------------------------
@rule
def scatter(games: Array[Game], i: int, tables: Array[Tables], seed: int) -> None:
    """Turn game i, which has just begun, into a random position at the start of a turn.

    Any turn, total, glory points and markers; counters on the map and forts lie anywhere they
    may, in some games in few boxes, some of them damaged or out of the game.
    """
    g = games[i]
    s = tables[0]
    g.turn = 1 + stir(seed, 0) % int(s.last_turn)
    low = int(s.floor[g.opt_solo])
    g.total = low + stir(seed, 1) % (int(s.cap) - low + 1) // STEP * STEP
    g.gp[ARMY] = stir(seed, 2) % 90
    g.gp[NAVY] = stir(seed, 3) % 90
    g.convoy_method = stir(seed, 4) % 2
    for m in range(s.markers):
        g.marker_step[m] = stir(seed, 10 + m) % (int(s.route_length[m]) + 1)
    few = stir(seed, 5) % 3 > 0
    for u in range(s.counters):
        x = stir(seed, 100 + u)
        spare = g.place[u] == POOL and s.kind[u] != TRANSPORT and x % 3 > 0
        if u == s.hybrid_to or not (g.place[u] >= 0 or spare):
            continue
        box = stir(seed, 200 + (x % 4 if few else u)) % int(s.boxes)
        if box == s.convoy or not may_be(s, u, box):
            box = int(s.home)
        g.place[u] = box
        g.active[u] = 1 if is_always_active(s, u) else 0
        g.damage[u] = 1 if is_unit(s, u) and (x >> 4) % 4 == 0 else 0
        if (x >> 8) % 10 == 0 and may_be(s, u, REMOVED) and u != s.hybrid_from:
            g.place[u] = REMOVED
            g.damage[u] = 0


@rule
def stir(seed: int, number: int) -> int:
    """A number of 0..2**32-1 drawn from a seed."""
    return mix(mix(mix(0x2545F491, seed), seed >> 32), number)
