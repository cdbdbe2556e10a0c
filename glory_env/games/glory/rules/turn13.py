"""Chapter 19: turn 13, which the trailing service may declare after turn 12."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_line, begin_roll, die
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import NO, YES
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import ask, gain_gp, is_unit, remove
from glory_env.games.glory.rules.options import lowest_hit
from glory_env.games.glory.rules.promises import is_bound, settle_kind
from glory_env.games.glory.rules.victory import complete, count_lost_home_boxes
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    DECLARE_TURN_13,
    FORT,
    GROUND,
    KEPT,
    LINE_TURN_13,
    NAVY,
    NONE,
    ROLL_TURN_13_BATTLE,
    ROLL_TURN_13_DICE,
    SAY_NO_TURN_13,
)


@rule
def continue_turn_13(g: Game, s: Tables, t: Trace) -> None:
    """At the end of turn 12 (R19-1a) the trailing service, in solo the player, may go on.

    R19-1d, e. No phase of the normal turn follows (R19-2a).
    """
    if can_declare(g, s):
        ask(g, DECLARE_TURN_13, trailing(g))
    else:
        begin_line(g, t, LINE_TURN_13)
        complete(g, t)


@rule
def can_declare(g: Game, s: Tables) -> bool:
    """GP 15 or more apart, and a marker in one of the home-island boxes (R19-1b, R19-1c)."""
    gap = abs(int(g.gp[ARMY]) - int(g.gp[NAVY]))
    return gap >= s.turn_13_gap and count_lost_home_boxes(g, s) > 0


@rule
def trailing(g: Game) -> int:
    return ARMY if g.gp[ARMY] < g.gp[NAVY] else NAVY


@rule
def legal_turn_13(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 0 if is_bound(g, int(g.actor), SAY_NO_TURN_13) else 1
    mask[NO] = 1


@rule
def apply_turn_13(g: Game, s: Tables, t: Trace, action: int) -> None:
    """R19-2: count, roll, three GP a hit for the declaring service (solo: the trailing one).

    R19-2d, e, f, h; the winner is found from the new points (R19-2j).
    """
    settle_kind(g, t, int(g.actor), SAY_NO_TURN_13, BROKEN if action == YES else KEPT)
    if action == YES:
        service = int(g.actor)
        g.turn += 1
        n = count_turn_13_dice(g, s)
        begin_roll(t, ROLL_TURN_13_DICE)
        for i in range(s.turn_13_dice):
            n += die(g, t, ROLL_TURN_13_DICE, service, NONE, i)
        begin_roll(t, ROLL_TURN_13_BATTLE)
        hits = 0
        for i in range(n):
            if die(g, t, ROLL_TURN_13_BATTLE, service, NONE, i) >= lowest_hit(g, s):
                hits += 1
        gain_gp(g, t, service, hits * int(s.turn_13_gp))
        for u in range(s.counters):  # R19-2g
            if g.place[u] == s.home or g.place[u] == s.convoy:
                remove(g, s, t, u)
    complete(g, t)


@rule
def count_turn_13_dice(g: Game, s: Tables) -> int:
    """Ground strength and forts in Home, navy units in Home and the convoy box (A-51, N-22).

    R19-2b, c; army aircraft do not count, and no counter's state does (R19-2i).
    """
    n = 0
    for u in range(s.counters):
        if g.place[u] == s.home:
            if s.kind[u] == GROUND:
                n += int(g.printed_dice[u])
            elif s.kind[u] == FORT or (is_unit(s, u) and s.service[u] == NAVY):
                n += 1
        elif g.place[u] == s.convoy:
            n += 1  # nothing but navy units can be there (R11-2g)
    return n
