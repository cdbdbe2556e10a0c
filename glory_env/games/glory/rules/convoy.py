"""Chapter 13: the sea-escort phase: convoy method, then the fight for the convoys."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_line, begin_roll, die, write
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import COUNTER, NO, YES
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    ask,
    ask_nobody,
    end_phase,
    give_damage,
    is_aircraft,
    is_ship,
    offer_counter,
)
from glory_env.games.glory.rules.handicap import convoy_loss_of
from glory_env.games.glory.rules.promises import is_bound, settle_kind
from glory_env.games.glory.rules.victory import is_over, lose_total
from glory_env.games.glory.state import (
    ARMY,
    BROKEN,
    CONVOY_DAMAGE,
    CONVOY_METHOD,
    CONVOY_REQUEST,
    KEPT,
    LINE_CONVOY,
    NAVY,
    PRODUCTION,
    ROLL_CONVOY,
    SAY_LARGE,
    T_METHOD,
)

METHOD_STEP, COMBAT_STEP, DAMAGE_STEP = 0, 1, 2
LARGE = 1


@rule
def continue_convoy(g: Game, s: Tables, t: Trace) -> None:
    """13-0: the method first, while it is still A (N-17), then the combat, every turn.

    R13-0a, b; there is a combat without escorts too (R13-2-1e). Solo: the single
    controller chooses the method (R13-1e).
    """
    if g.step == METHOD_STEP:
        g.step = COMBAT_STEP
        if g.convoy_method != LARGE:
            if g.opt_solo:
                ask(g, CONVOY_METHOD, NAVY)
            else:
                ask(g, CONVOY_REQUEST, ARMY)
            return
    if g.step == COMBAT_STEP:
        g.step = DAMAGE_STEP
        fight_for_convoys(g, s, t)
        if is_over(g):
            return
    if g.convoy_hits > 0 and count_escorts(g, s) > 0:
        ask(g, CONVOY_DAMAGE, NAVY)
        return
    g.convoy_hits = 0
    end_phase(g, t, PRODUCTION)


@rule
def legal_convoy_request(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_convoy_request(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.asked = 1 if action == YES else 0
    ask(g, CONVOY_METHOD, NAVY)


@rule
def legal_convoy_method(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 0 if is_bound(g, NAVY, SAY_LARGE) else 1


@rule
def apply_convoy_method(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The navy has the final word, once; there is no way back (R13-1b, c, d; R4-0k)."""
    if action == YES:
        g.convoy_method = LARGE
        write(t, T_METHOD, LARGE, 0, 0)
    settle_kind(g, t, NAVY, SAY_LARGE, KEPT if action == YES else BROKEN)
    g.asked = 0
    ask_nobody(g)


@rule
def count_escorts(g: Game, s: Tables) -> int:
    """DD and DE in the convoy box, damaged ones too; aircraft are not counted (R13-2-1a, d)."""
    n = 0
    for u in range(s.counters):
        if g.place[u] == s.convoy and is_ship(s, u):
            n += 1
    return n


@rule
def fight_for_convoys(g: Game, s: Tables, t: Trace) -> None:
    """One die, +1 with an aircraft; the tonnage first, with the floor test (N-16).

    Table by method, escorts and roll (R13-2-1c); damaged units count in full (R13-2-1d,
    RFAQ-2a). Tonnage falls on the total and nowhere else (R13-2-2a, f); D1 and D2 are damages
    for the escorts (R13-2-2b).
    """
    begin_line(g, t, LINE_CONVOY)
    begin_roll(t, ROLL_CONVOY)
    roll = die(g, t, ROLL_CONVOY, NAVY, int(s.convoy), 0)
    for u in range(s.counters):
        if g.place[u] == s.convoy and is_aircraft(s, u):
            roll += 1  # R13-2-1b; there is room for one (R11-2i)
            break
    escorts = count_escorts(g, s)
    g.convoy_hits = s.convoy_damage[g.convoy_method, escorts, roll]
    loss = convoy_loss_of(g, s, g.convoy_method, escorts, roll)
    g.log_convoy_loss[g.turn] = loss
    lose_total(g, s, t, loss)


@rule
def legal_convoy_damage(g: Game, s: Tables, mask: Array[int]) -> None:
    """One damage at a time: twice the same ship, or one each (R13-2-2d); no aircraft (R13-2-2e)."""
    for u in range(s.counters):
        if g.place[u] == s.convoy and is_ship(s, u):
            offer_counter(g, s, mask, u)


@rule
def apply_convoy_damage(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The first damage flips, the second removes (R13-2-2c)."""
    give_damage(g, s, t, action - COUNTER)
    g.convoy_hits -= 1
    ask_nobody(g)
