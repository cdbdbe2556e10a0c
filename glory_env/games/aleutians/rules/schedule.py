"""When units are due by the schedule and the strategies (5.5, 6.6, 6.11, RJS, RAS).

Arrivals, returns and exchanges move with the strategy; withdrawals and replacements keep their
turns (A-99).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIED_D,
    ALLIED_SPECIAL,
    ALLIES,
    FLEET_D,
    J1,
    J4,
    JAPAN,
    L1,
    L2,
    L4,
    NO_STRATEGY,
    NONE,
    SHIFT_WITHDRAWALS,
    UNCONDITIONAL,
    WITHDRAWN,
)

NEVER = 99  # a turn that does not come
SPECIAL_TURN = 9  # of the L4 group, not moved
CONVERSION_TURN = 9  # in which Japan may land its carrier aircraft (R16-8a)
DRAW_AT_MIDWAY = 5  # from this face on the United States have not won (RMW-1c)


@rule
def shifted(side: int, strategy: int, turn: int) -> int:
    """The turn in which something printed for a turn comes under a strategy, or NEVER.

    J1 and J4: RJS-1a, RJS-1d; L1, L2 and L4: RAS-1a, b, d. Turn 10 under L1 would be 13: never
    (RAS-1e).
    """
    if side == JAPAN:
        if strategy == J4:
            return NEVER
        return max(2, turn - 2) if strategy == J1 else turn
    if strategy == L1 and turn >= 2:
        return turn + 3
    if strategy == L2 and turn >= 8:
        return NEVER
    return turn - 2 if strategy == L4 and turn >= 3 else turn


@rule
def come_turn(s: Tables, u: int, strategy: int, turn: int) -> int:
    """The same for a unit; those of optional rules come in their turn, or not (RJS-1a, RAS-1e)."""
    side = int(s.side[u])
    if s.optional[u] and shifted(side, strategy, turn) != NEVER:
        return turn
    return shifted(side, strategy, turn)


@rule
def is_new_land_plane(g: Game, s: Tables, u: int) -> bool:
    """A Japanese carrier aircraft that comes as a land plane, under every strategy (R16-8a)."""
    if not g.aircraft_landed or s.side[u] != JAPAN or g.place[u] != ABSENT:
        return False
    return s.mother[u] != NONE


@rule
def special_comes(g: Game) -> bool:
    """The group of turn 9: strategy L4 and a won battle of Midway (R6-11a)."""
    return g.strategy[ALLIES] == L4 and g.midway < DRAW_AT_MIDWAY


@rule
def printed_turn(g: Game, s: Tables, u: int) -> int:
    """The turn of arrival of a unit that has not come, of return of a withdrawn one, or NEVER.

    Not of the forces that come by a rule of their own, nor of aircraft that come with a carrier.
    """
    if s.mother[u] != NONE or (s.optional[u] and not g.opt_rules[s.optional[u] - 1]):
        return NEVER
    if g.place[u] == WITHDRAWN and s.come_back[g.duty[u]] > 0:
        return int(s.come_back[g.duty[u]])
    if g.place[u] != ABSENT or s.enter[u] == 0:
        return NEVER
    if s.condition[u] != UNCONDITIONAL or s.leave_group[u] == FLEET_D:
        return NEVER
    return int(s.enter[u])


@rule
def in_special_group(g: Game, s: Tables, u: int) -> bool:
    """A ship that can come with the group; of fleet D if it had appeared (R6-11b, A-103)."""
    if not s.special_group[g.duty[u]]:
        return False
    if g.place[u] == WITHDRAWN:
        return True
    return g.place[u] == ABSENT and s.condition[u] == ALLIED_SPECIAL


@rule
def due_turn(g: Game, s: Tables, u: int) -> int:
    """The turn from whose stage 1 on a unit may arrive, return or be exchanged, or NEVER (A-80).

    A ship withdrawn while in repair does not come back before it is repaired (R10-9h).
    """
    if g.struck[u]:
        return NEVER
    side = int(s.side[u])
    if in_special_group(g, s, u):
        turn = SPECIAL_TURN if special_comes(g) else NEVER
    elif is_new_land_plane(g, s, u):
        turn = CONVERSION_TURN
    else:
        printed = printed_turn(g, s, u)
        turn = come_turn(s, u, int(g.strategy[side]), printed) if printed != NEVER else NEVER
    return max(turn, int(g.when[u])) if g.place[u] == WITHDRAWN else turn


@rule
def is_due(g: Game, s: Tables, u: int) -> bool:
    return due_turn(g, s, u) <= g.turn


@rule
def leave_turn(g: Game, s: Tables, u: int) -> int:
    """The turn of a withdrawal; moved with the strategy only by the switch (A-99)."""
    turn = int(s.leave_turn[g.duty[u]])
    if g.switch[SHIFT_WITHDRAWALS] and s.leave_stage[g.duty[u]] == 1:
        return shifted(ALLIES, int(g.strategy[ALLIES]), turn)
    return turn


@rule
def note_strategy(g: Game, s: Tables, side: int) -> None:
    """In each own stage 1: strike what a change of strategy, or turn 9, takes away for good.

    What the old strategy had deleted comes under the new one only if its turn has not passed
    (R5-6f, A-10). The group of turn 9 needs L4 in stage 1 of that turn, and repaired ships (R6-11e,
    R10-9i).
    """
    old, new = int(g.last_strategy[side]), int(g.strategy[side])
    changed = g.changed[side] and old != new and old != NO_STRATEGY
    for u in range(s.units):
        if s.side[u] != side:
            continue
        if in_special_group(g, s, u):
            late = g.place[u] == WITHDRAWN and g.when[u] > g.turn
            if g.turn == SPECIAL_TURN and (late or not special_comes(g)):
                g.struck[u] = 1
            continue
        printed = printed_turn(g, s, u)
        if not changed or printed == NEVER or come_turn(s, u, old, printed) != NEVER:
            continue
        if come_turn(s, u, new, printed) < g.turn:
            g.struck[u] = 1
    g.last_strategy[side] = new


@rule
def railway_open(g: Game) -> bool:
    """The railway to Nome is finished; it works only under L4 (R5-7b, A-11, A-104)."""
    return bool(g.strategy[ALLIES] == L4 and 0 < g.railway_real <= g.turn)


@rule
def of_fleet_d(g: Game, s: Tables, u: int, side: int) -> bool:
    """A ship of a side's fleet D by the set-up or the schedule (A-14)."""
    duty = int(g.duty[u])
    if s.side[u] != side or s.leave_group[duty] != FLEET_D:
        return False
    return side == JAPAN or s.condition[duty] == ALLIED_D
