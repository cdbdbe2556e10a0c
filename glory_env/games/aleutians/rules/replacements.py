"""Replacements of eliminated units in stage 1 (6.13 to 6.15); they arrive like reinforcements."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, NODE, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.arrivals import next_place, on_deck, settle
from glory_env.games.aleutians.state import (
    AFTER_2,
    AFTER_5,
    BOX,
    FLEET,
    FLOATPLANE,
    FLYING_BOAT,
    LOST,
    NEXT_TURN,
    NO_DECISION,
    NONE,
    REPAIR,
)

FIRST_FLOATPLANE_TURN, LAST_FLOATPLANE_TURN = 2, 7  # (R6-14a)
FLYING_BOAT_TURN = 10  # (R6-15b)


@rule
def replaced_now(g: Game, s: Tables, kind: int) -> int:
    """Units that have been replaced by this rule in this stage."""
    count = 0
    for u in range(s.units):
        count += int(s.replaced[g.duty[u]] == kind and g.done[u] == 1)
    return count


@rule
def carrier_exists(g: Game, s: Tables, u: int) -> bool:
    """A carrier in repair still exists (R6-15a, A-101)."""
    place = int(g.place[s.mother[u]])
    return place in (FLEET, BOX, REPAIR)


@rule
def in_time(g: Game, s: Tables, u: int) -> bool:
    """Whether the rule of a lost unit gives it back in this turn (R6-14b, R6-15c, A-78, A-79).

    One floatplane, one Japanese transport and one flying boat a turn (R6-14a, d, R6-15b). Units
    without a rule stay lost (R6-14c).
    """
    kind = int(s.replaced[g.duty[u]])
    lost = int(g.when[u])
    if kind == NEXT_TURN:
        return lost == g.turn - 1
    if kind == AFTER_2:
        return lost + 2 <= g.turn
    if replaced_now(g, s, kind) > 0:
        return False
    if kind == AFTER_5:
        return lost + 5 <= g.turn
    if kind == FLOATPLANE:
        return FIRST_FLOATPLANE_TURN <= g.turn <= LAST_FLOATPLANE_TURN
    return kind == FLYING_BOAT and g.turn == FLYING_BOAT_TURN


@rule
def can_replace(g: Game, s: Tables, u: int) -> bool:
    if s.side[u] != g.side or g.place[u] != LOST or not in_time(g, s, u):
        return False
    if s.mother[u] != NONE:
        return carrier_exists(g, s, u)
    return next_place(g, s, u, NODE) != NONE


@rule
def any_replacement(g: Game, s: Tables) -> bool:
    for u in range(s.units):
        if can_replace(g, s, u):
            return True
    return False


@rule
def legal_replace(g: Game, s: Tables, mask: Array[int]) -> None:
    """UNIT comes back; DONE: no more in this turn."""
    mask[DONE] = 1
    for u in range(s.units):
        if can_replace(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_replace(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It comes like a reinforcement (R6-13a).

    An aircraft of a carrier in repair waits for it off map (A-101).
    """
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
        return
    u = action - UNIT
    mother = int(s.mother[u])
    if mother == NONE:
        settle(g, s, u)
        return
    g.done[u] = 1
    on_deck(g, u, mother)
    if g.place[mother] == REPAIR:
        g.place[u] = BOX
        g.at[u] = NONE
