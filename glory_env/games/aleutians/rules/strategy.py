"""Strategies: the secret rolls, income, the change and the railway to Nome (5.5, 5.6, 5.7)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import roll
from glory_env.games.aleutians.state import (
    ALLIES,
    JAPAN,
    L4,
    MIDWAY_IN_REROLL,
    NO_DECISION,
    NO_STRATEGY,
    NOME_FIELD,
    ROLL_ALLIED_STRATEGY,
    ROLL_JAPANESE_STRATEGY,
    ROLL_RAILWAY,
)

RAILWAY_TURNS = 4  # added to the die (R5-7a)
JAPAN_EAGER_TURN, JAPAN_EAGER_POINTS = 5, 6  # from this turn, with so many VP: -1 (R5-6c, A-09)
ALLIES_EAGER_TURN, ALLIES_EAGER_POINTS = 6, 3  # from this turn, with at most so many VP: +1


@rule
def roll_strategy(g: Game, s: Tables, t: Trace, side: int, modifier: int) -> None:
    """The secret roll on a side's table (R5-5b, RDX-02, RDX-03).

    The sum is held within 1 to 6 (R5-5f, A-18). After every Allied roll follows one die for the
    railway (N-05).
    """
    purpose = ROLL_JAPANESE_STRATEGY if side == JAPAN else ROLL_ALLIED_STRATEGY
    face = roll(g, t, purpose) + modifier
    g.strategy[side] = s.strategy_of[side, max(1, min(6, face))]
    if side == ALLIES:
        roll_railway(g, t)


@rule
def roll_railway(g: Game, t: Trace) -> None:
    """The open marker goes to the turn of completion (R5-7a, RDX-04, A-11), a sham one too (R5-5d).

    The real one is that of the first roll under L4, whatever a later roll shows (A-10, A-104).
    There is none with the rule about the airfield of Nome (R16-1a, A-106).
    """
    if g.opt_rules[NOME_FIELD]:
        return
    g.railway = g.turn + roll(g, t, ROLL_RAILWAY) + RAILWAY_TURNS
    if g.strategy[ALLIES] == L4 and g.railway_real == 0:
        g.railway_real = g.railway


@rule
def first_roll(g: Game, s: Tables, t: Trace, side: int) -> None:
    """The first strategy of a side, with the modifier of Midway (R5-5a, RMW-1e)."""
    roll_strategy(g, s, t, side, int(s.midway_modifier[g.midway]))


@rule
def income(g: Game, s: Tables, side: int) -> int:
    """SP of this turn by the side's strategy (R5-5c, R6-1a, RJS-1b, c).

    None before it is rolled (R5-3c, A-19).
    """
    if g.strategy[side] == NO_STRATEGY:
        return 0
    return int(s.income[side, g.strategy[side], g.turn])


# --- the change (5.6) ------------------------------------------------------------------------
@rule
def is_asked_to_change(g: Game, side: int) -> bool:
    """Once per game; not in the victory phase of the first roll (R5-6a, A-07, N-07)."""
    if g.changed[side] or (side == JAPAN and g.turn == 1):
        return False
    return bool(g.strategy[side] != NO_STRATEGY)


@rule
def legal_change_strategy(g: Game, s: Tables, mask: Array[int]) -> None:
    """YES, NO. Ships kept under L4 bar the change (R5-6e); the question is still asked."""
    mask[NO] = 1
    mask[YES] = int(g.actor == JAPAN or not g.kept_ships)


@rule
def apply_change_strategy(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The attempt is open (R5-6d); payment and rolls come after both have been asked (A-07)."""
    g.decision = NO_DECISION
    g.announced[g.actor] = int(action == YES)
    g.step += 1


@rule
def change_modifier(g: Game, s: Tables, side: int, points: int) -> int:
    """Of a new roll; points: Japan's VP before either side has paid (R5-6c, A-08, A-09)."""
    modifier = 0
    if g.switch[MIDWAY_IN_REROLL]:
        modifier = int(s.midway_modifier[g.midway])
    if side == JAPAN and g.turn >= JAPAN_EAGER_TURN and points >= JAPAN_EAGER_POINTS:
        modifier -= 1
    if side == ALLIES and g.turn >= ALLIES_EAGER_TURN and points <= ALLIES_EAGER_POINTS:
        modifier += 1
    return modifier


@rule
def change_strategies(g: Game, s: Tables, t: Trace, points: int) -> None:
    """Both sides that have announced it pay one VP, then both roll, Japan first (R4-1h, R5-6a, b).

    points: Japan's VP before.
    """
    for side in range(2):
        if g.announced[side]:
            g.points += -1 if side == JAPAN else 1
            g.changed[side] = 1
    for side in range(2):
        if g.announced[side]:
            roll_strategy(g, s, t, side, change_modifier(g, s, side, points))
            g.announced[side] = 0
