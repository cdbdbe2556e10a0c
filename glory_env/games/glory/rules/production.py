"""Chapter 14: the production phase. Civil tonnage pays; who picks is an option (14-2 note)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_line, begin_roll, die, write
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import COUNTER, END, KIND, NO, YES
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    ask,
    clear_choice,
    end_phase,
    is_always_active,
    looks_the_same,
    offer_counter,
    put,
    put_new,
    raise_total,
)
from glory_env.games.glory.rules.carriers import can_convert
from glory_env.games.glory.rules.promises import (
    is_bound,
    is_promised,
    judge_built,
    judge_other,
    judge_production,
    promised_rows,
)
from glory_env.games.glory.state import (
    ALTERNATE_PICK,
    ARMY,
    ARMY_FIRST,
    ASIDE,
    CIVIL,
    JOINT_VOTE,
    LINE_OPENER,
    NAVY,
    NAVY_FIRST,
    NONE,
    POOL,
    PRODUCE,
    PRODUCE_COUNTER,
    ROLL_PRODUCTION_OPENER,
    ROW_BCV,
    ROWS,
    SAY_BUILD,
    SYSTEM,
    T_PLACE,
    TRACK,
    TRANSPORT,
    TURN_END,
    VOTE,
)


@rule
def continue_production(g: Game, s: Tables, t: Trace) -> None:
    """Start of the phase: whose menu it is first."""
    g.handled[:] = 0
    g.started = 0
    g.refused = 0
    g.passes = 0
    opener = ARMY
    if g.opt_production == NAVY_FIRST:
        opener = NAVY
    elif g.opt_production != ARMY_FIRST and not g.opt_solo:
        begin_line(g, t, LINE_OPENER)
        begin_roll(t, ROLL_PRODUCTION_OPENER)
        if die(g, t, ROLL_PRODUCTION_OPENER, SYSTEM, NONE, 0) > 3:
            opener = NAVY
    ask(g, PRODUCE, ARMY if g.opt_solo else opener)


# --- what it costs -------------------------------------------------------------------------
@rule
def step_cost(g: Game, s: Tables, u: int) -> int:
    """Price of one space on the track: the table's, else the printed cost (R14-1d, A-32)."""
    row = int(s.row[u])
    if row != NONE:
        return int(s.cost[row])
    return int(g.printed_tonnage[u])


@rule
def can_progress(g: Game, s: Tables, u: int) -> bool:
    """On the track, not started or advanced this turn, and affordable (R14-2c, A-31).

    Where from does not matter: the set-up put some there (R14-0c). What nobody pays for stays
    (R14-1i).
    """
    return g.place[u] == TRACK and not g.handled[u] and step_cost(g, s, u) <= g.left[CIVIL]


@rule
def rows_to_start(g: Game, s: Tables) -> int:
    """Rows with a start not made yet, a counter left and the price at hand, as bits.

    One start a row and turn (R14-1e, R14-2a, R14-2e). The rows are all that can be built
    (R14-0a, b); aircraft of army and navy are two (R14-2b).
    """
    in_pool = 0
    for u in range(s.counters):
        if g.place[u] == POOL and s.row[u] != NONE:
            in_pool |= 1 << int(s.row[u])
    if can_convert(g, s):
        in_pool |= 1 << ROW_BCV
    else:
        in_pool &= ~(1 << ROW_BCV)
    rows = in_pool & ~(int(g.started) | int(g.refused))
    for row in range(len(ROWS)):
        if s.cost[row] > g.left[CIVIL]:
            rows &= ~(1 << row)
    return rows


# --- the menu ------------------------------------------------------------------------------
@rule
def legal_produce(g: Game, s: Tables, mask: Array[int]) -> None:
    """One item at a time (R14-1a)."""
    mask[END] = 1
    for u in range(s.counters):
        if can_progress(g, s, u):
            offer_counter(g, s, mask, u)
    rows = rows_to_start(g, s)
    for row in range(len(ROWS)):
        mask[KIND + row] = (rows >> row) & 1
    if is_bound(g, int(g.actor), SAY_BUILD):
        keep_building(g, s, mask)


@rule
def keep_building(g: Game, s: Tables, mask: Array[int]) -> None:
    """While a promised row can be built, mask everything else."""
    rows = promised_rows(g, int(g.actor)) & buildable_rows(g, s)
    if rows:
        mask[END] = 0
        for u in range(s.counters):
            if s.row[u] == NONE or not (rows >> int(s.row[u])) & 1:
                mask[COUNTER + u] = 0
        for row in range(len(ROWS)):
            if not (rows >> row) & 1:
                mask[KIND + row] = 0


@rule
def buildable_rows(g: Game, s: Tables) -> int:
    """Production rows of which something can be started or advanced now, as bits."""
    rows = rows_to_start(g, s)
    for u in range(s.counters):
        if s.row[u] != NONE and can_progress(g, s, u):
            rows |= 1 << int(s.row[u])
    return rows


@rule
def apply_produce(g: Game, s: Tables, t: Trace, action: int) -> None:
    if action == END:
        if is_promised(g, int(g.actor), SAY_BUILD):
            judge_other(g, t, int(g.actor), buildable_rows(g, s), True)
        g.passes += 1
        if g.passes == 2 or g.opt_solo:
            judge_production(g, t)
            g.left[CIVIL] = 0  # leftovers vanish (R14-1c, R14-1j)
            end_phase(g, t, TURN_END)
        else:
            ask(g, PRODUCE, NAVY + ARMY - g.actor)
        return
    if is_promised(g, int(g.actor), SAY_BUILD):
        picked = int(s.row[action - COUNTER]) if action < KIND else action - KIND
        others = buildable_rows(g, s) if picked == NONE else buildable_rows(g, s) & ~(1 << picked)
        judge_other(g, t, int(g.actor), others, False)
    if action < KIND:
        g.chosen_counter = action - COUNTER
        propose(g, s, t)
        return
    row = action - KIND
    g.chosen_kind = row
    if row == ROW_BCV:
        g.chosen_counter = s.hybrid_to
        propose(g, s, t)
        return
    first = NONE
    alike = True
    for u in range(s.counters):
        if s.row[u] == row and g.place[u] == POOL:
            if first == NONE:
                first = u
            elif not looks_the_same(g, s, first, u):
                alike = False
    if alike:
        g.chosen_counter = first
        propose(g, s, t)
    else:
        ask(g, PRODUCE_COUNTER, g.actor)


@rule
def legal_produce_counter(g: Game, s: Tables, mask: Array[int]) -> None:
    for u in range(s.counters):
        if s.row[u] == g.chosen_kind and g.place[u] == POOL:
            offer_counter(g, s, mask, u)


@rule
def apply_produce_counter(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.chosen_counter = action - COUNTER
    propose(g, s, t)


@rule
def propose(g: Game, s: Tables, t: Trace) -> None:
    """Carry the chosen item out, or put it to the other service's vote (joint_vote)."""
    if g.opt_production == JOINT_VOTE and not g.opt_solo:
        ask(g, VOTE, NAVY + ARMY - g.actor)
        return
    proposer = int(g.actor)
    produce(g, s, t, proposer)
    next_menu(g, proposer)


@rule
def next_menu(g: Game, proposer: int) -> None:
    """After an item: the other seat's turn where the seats alternate, else the same seat's."""
    clear_choice(g)
    alternates = g.opt_production == ALTERNATE_PICK or g.opt_production == JOINT_VOTE
    if alternates and not g.opt_solo:
        g.passes = 0
        ask(g, PRODUCE, NAVY + ARMY - proposer)
    else:
        ask(g, PRODUCE, proposer)


@rule
def legal_vote(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_vote(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A refused item may not be proposed again this turn."""
    if action == YES:
        produce(g, s, t, NAVY + ARMY - g.actor)
    elif g.chosen_kind != NONE:
        g.refused |= 1 << int(g.chosen_kind)
    else:
        g.handled[g.chosen_counter] = 1
    next_menu(g, NAVY + ARMY - g.actor)


# --- carrying it out (14-1) ----------------------------------------------------------------
@rule
def produce(g: Game, s: Tables, t: Trace, seat: int) -> None:
    """What the seat has picked is paid from the civil share (R14-1b).

    The period is that of the method now (R14-1f, A-33).
    """
    u = int(g.chosen_counter)
    row = int(g.chosen_kind)
    built = int(s.row[u]) if row == NONE else row
    if built != NONE:
        judge_built(g, t, seat, built)
    if row == NONE:
        g.left[CIVIL] -= step_cost(g, s, u)
        to_space(g, s, t, u, int(g.space[u]) - 1)
        return
    g.left[CIVIL] -= s.cost[row]
    g.started |= 1 << row
    if row == ROW_BCV:  # R17-0a: the battleship leaves the map
        g.converted = 1
        g.active[s.hybrid_from] = 0
        put(g, s, t, int(s.hybrid_from), ASIDE)
    g.damage[u] = 0
    to_space(g, s, t, u, int(s.period[row, g.convoy_method]))


@rule
def to_space(g: Game, s: Tables, t: Trace, u: int, space: int) -> None:
    """Space p after a start (R14-1e), one further left after each payment; 0 is complete.

    The track is off the map, whatever counter lies there (R4-0a).
    """
    g.handled[u] = 1
    if space == 0:
        finish(g, s, t, u)
        return
    g.place[u] = TRACK
    g.space[u] = space
    g.active[u] = 1 if is_always_active(s, u) else 0
    write(t, T_PLACE, u, TRACK, space)


@rule
def finish(g: Game, s: Tables, t: Trace, u: int) -> None:
    """Units and forts arrive in Home; a transport raises the total (R14-1g, R14-1h, N-18).

    A finished conversion puts the BCV on the map in the battleship's stead (R17-1a).
    """
    if s.kind[u] == TRANSPORT:
        put_new(g, s, t, u, POOL)
        raise_total(g, s, t, int(s.transport_yield))
    else:
        put_new(g, s, t, u, int(s.home))
