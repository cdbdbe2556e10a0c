"""One battle: air-naval combat, who won it, ground combat, who holds the hex (9.1 to 9.4, P-14).

The frame BATTLE carries the number of the battle. Who wins the hex is noted; control passes when
all battles have been fought (6.5).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import FIRE, FOUGHT_BATTLE, NO_ROLE, TAKEN
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.fire import aim, strength_of
from glory_env.games.empire.rules.frames import go_to, pop, push, top
from glory_env.games.empire.rules.landing import is_escorted
from glory_env.games.empire.rules.losses import lose_steps
from glory_env.games.empire.rules.participants import (
    air_naval,
    enlist,
    flyers,
    ground_units,
)
from glory_env.games.empire.rules.will import note_casualties, note_stake
from glory_env.games.empire.state import (
    AMBUSH,
    BROKEN,
    BY_LAND,
    FOUGHT,
    GROUND,
    INTERCEPT,
    LANDED,
    LOST_AN,
    MAP,
    MARKED,
    NAVAL,
    NONE,
    REACTION,
)

BEGINNING, FIRST_FIRE, ANSWER, WINNER, GROUND_FIRE, RESULT = range(6)
BOTH_SIDES = 3


@rule
def continue_battle(g: Game, s: Tables, t: Trace) -> None:
    """The next piece of the battle in work (R9.0-a, R9.33-a)."""
    step, k = g.frame_step[top(g)], int(g.frame_1[top(g)])
    if step == BEGINNING:
        begin_battle(g, s, t, k)
    elif step == FIRST_FIRE:
        first_fire(g, s)
    elif step == ANSWER:
        go_to(g, WINNER)
        if g.condition != INTERCEPT:
            answers = 1 - first_side(g)
            push(g, FIRE, answers, 0, 1 << answers)
    elif step == WINNER:
        decide_air_naval(g, s, k)
        go_to(g, GROUND_FIRE)
    elif step == GROUND_FIRE:
        go_to(g, RESULT)
        op = int(g.op_side)
        if ground_units(g, s, op) and ground_units(g, s, 1 - op):
            g.at_ground[0] = g.at_ground[1] = 1
            note_stake(g, s)
            push(g, FIRE, op, 1, BOTH_SIDES)
    else:
        note_casualties(g, s)
        end_battle(g, s, k)
        pop(g)


# --- the beginning -----------------------------------------------------------------------------
@rule
def begin_battle(g: Game, s: Tables, t: Trace, k: int) -> None:
    """Broken landings, then who fights (R8.45-o, R9.1-a).

    Without a unit of the offensive player there is no battle, and the hex stays (E-062).

    RSQ-41.
    """
    op = int(g.op_side)
    g.battle = k
    g.ground_lost[0] = g.ground_lost[1] = 0
    break_landing(g, s, k)
    enlist(g, s, k)
    for unit in range(s.units):
        if g.fights[unit]:
            g.unit_flags[unit] |= FOUGHT
            if s.unit_side[unit] == op and g.unit_flags[unit] & BY_LAND:
                g.battle_entries[k] |= 1 << int(g.entry[unit])
    if air_naval(g, s, op) + ground_units(g, s, op) == 0:
        end_battle(g, s, k)
        pop(g)
    elif air_naval(g, s, 0) + air_naval(g, s, 1) == 0:  # R9.34-a
        go_to(g, GROUND_FIRE)
    else:
        aim(g, s, 0)
        aim(g, s, 1)
        go_to(g, FIRST_FIRE)


@rule
def break_landing(g: Game, s: Tables, k: int) -> None:
    """An unescorted landing that enemy ships have come to by reaction (R8.45-o, R8.45-p, E-035).

    Each landed unit loses a step and takes no part.
    """
    op, hex_ = int(g.op_side), int(g.battle_hex[k])
    if is_escorted(g, s, op, hex_) or not came_by_reaction(g, s, hex_):
        return
    for unit in range(s.units):
        here = g.place[unit] == MAP and g.hex[unit] == hex_ and s.unit_side[unit] == op
        if here and s.kind[unit] == GROUND and g.unit_flags[unit] & LANDED:
            g.battle_lost[op, k] += lose_steps(g, s, unit, 1)
            g.unit_flags[unit] |= BROKEN | LOST_AN | MARKED


@rule
def came_by_reaction(g: Game, s: Tables, hex_: int) -> bool:
    """A ship of the reaction player has ended its reaction move in the hex."""
    for unit in range(s.units):
        theirs = s.kind[unit] == NAVAL and s.unit_side[unit] != g.op_side
        here = g.place[unit] == MAP and g.hex[unit] == hex_
        if theirs and here and g.unit_flags[unit] & REACTION:
            return True
    return False


# --- air-naval combat --------------------------------------------------------------------------
@rule
def first_side(g: Game) -> int:
    """Who fires first: by surprise the offensive player, in ambush the other (R9.2-n, R9.2-o)."""
    return 1 - int(g.op_side) if g.condition == AMBUSH else int(g.op_side)


@rule
def first_fire(g: Game, s: Tables) -> None:
    """One side alone or, after an interception, both at once (R9.2-m to R9.2-o)."""
    go_to(g, ANSWER)
    first = first_side(g)
    sides = BOTH_SIDES if g.condition == INTERCEPT else 1 << first
    push(g, FIRE, first, 0, sides)


@rule
def air_naval_winner(g: Game, s: Tables) -> int:
    """The side that won: the higher total (R9.3-a to R9.3-d, R9.3-f, E-054).

    Equal totals: the reaction player, if he has anything left; he wins too if only he has an air
    unit or carrier left.
    """
    op = int(g.op_side)
    rp = 1 - op
    if flyers(g, s, rp) and not flyers(g, s, op):
        return rp
    ours, theirs = strength_of(g, s, op, 0), strength_of(g, s, rp, 0)
    if ours != theirs:
        return op if ours > theirs else rp
    return rp if air_naval(g, s, rp) else op


@rule
def decide_air_naval(g: Game, s: Tables, k: int) -> None:
    """Note the winner; landed units of a defeated offensive player are out (R9.32-a, R9.13-b).

    R9.13-c, R9.13-d, R9.32-c.
    """
    winner = air_naval_winner(g, s)
    g.battle_an[k] = winner
    if winner == g.op_side:
        return
    for unit in range(s.units):
        ours = g.fights[unit] and s.unit_side[unit] == g.op_side and s.kind[unit] == GROUND
        if ours and g.unit_flags[unit] & LANDED:
            g.fights[unit] = NO_ROLE
            g.unit_flags[unit] |= LOST_AN | MARKED


# --- the end -----------------------------------------------------------------------------------
@rule
def holder_after(g: Game, s: Tables) -> int:
    """The side that holds the hex after the battle (R9.33-b, R9.33-c, R9.4-p to R9.4-r).

    With ground units of both sides left the one that lost more steps has lost, at equal losses the
    offensive player.

    R9.32-b.
    """
    op = int(g.op_side)
    rp = 1 - op
    ours, theirs = ground_units(g, s, op), ground_units(g, s, rp)
    if ours and (not theirs or g.ground_lost[rp] > g.ground_lost[op]):
        return op
    return rp


@rule
def end_battle(g: Game, s: Tables, k: int) -> None:
    """Note who holds the hex and who has to leave it (P-14, R9.4-p, R9.4-t, R9.5-a, R9.5-b).

    Garrisons of a lost hex vanish (E-590).
    """
    op, winner = int(g.op_side), holder_after(g, s)
    g.battle_state[k] = FOUGHT_BATTLE
    g.battle_winner[k] = winner
    if winner == op:
        g.battle_flags[k] |= TAKEN
    for unit in range(s.units):
        loser = g.fights[unit] and s.kind[unit] == GROUND and s.unit_side[unit] != winner
        if loser:
            g.unit_flags[unit] |= MARKED
    for unit in range(s.units):
        g.fights[unit] = NO_ROLE
        g.halved[unit] = 0
    g.garrisons = 0
    g.battle = NONE
