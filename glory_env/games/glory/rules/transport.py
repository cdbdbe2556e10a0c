"""11-3: sea transport, the sea check, and destroyer squadrons lent as escorts."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import BOX, COUNTER, NO, REFUSE, YES
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    ask,
    clear_choice,
    give_damage,
    offer_counter,
    put,
    remove,
)
from glory_env.games.glory.rules.handicap import is_granted_unasked
from glory_env.games.glory.rules.paths import embark_choices, is_single, landing_choices, lowest
from glory_env.games.glory.rules.promises import is_bound, judge_refusal
from glory_env.games.glory.state import (
    ARMY,
    DD,
    EMBARK,
    ESCORT_GRANT,
    ESCORT_REQUEST,
    FORT,
    MOVE_EMBARK,
    MOVE_LAND,
    MOVE_PIECE,
    NAVY,
    NONE,
    ROLL_SEA_CHECK,
    SAY_ESCORT,
)


@rule
def end_move(g: Game) -> None:
    """The piece has used its move (N-05); the same service goes on."""
    g.moved[g.chosen_counter] = 1
    clear_choice(g)
    g.asked = 0
    ask(g, MOVE_PIECE, g.actor)


# --- where the sea leg starts and ends (N-08) ----------------------------------------------
@rule
def begin_transport(g: Game, s: Tables, t: Trace) -> None:
    """The chosen box needs a sea leg: settle where it starts, asking only if there is a choice."""
    embarks = embark_choices(g, s, int(g.chosen_counter), int(g.chosen_box))
    if is_single(embarks):
        g.chosen_embark = lowest(embarks)
        settle_landing(g, s, t)
    else:
        ask(g, MOVE_EMBARK, ARMY)


@rule
def legal_move_embark(g: Game, s: Tables, mask: Array[int]) -> None:
    boxes = embark_choices(g, s, int(g.chosen_counter), int(g.chosen_box))
    for b in range(s.boxes):
        mask[BOX + b] = (boxes >> b) & 1


@rule
def apply_move_embark(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.chosen_embark = action - BOX
    settle_landing(g, s, t)


@rule
def settle_landing(g: Game, s: Tables, t: Trace) -> None:
    landings = chosen_landings(g, s)
    if is_single(landings):
        g.chosen_landing = lowest(landings)
        settle_escort(g, s, t)
    else:
        ask(g, MOVE_LAND, ARMY)


@rule
def chosen_landings(g: Game, s: Tables) -> int:
    return landing_choices(g, s, int(g.chosen_counter), int(g.chosen_embark), int(g.chosen_box))


@rule
def legal_move_land(g: Game, s: Tables, mask: Array[int]) -> None:
    boxes = chosen_landings(g, s)
    for b in range(s.boxes):
        mask[BOX + b] = (boxes >> b) & 1


@rule
def apply_move_land(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.chosen_landing = action - BOX
    settle_escort(g, s, t)


# --- escort (11-3-2, 11-3-3) ---------------------------------------------------------------
@rule
def can_escort(g: Game, s: Tables, u: int) -> bool:
    """A DD anywhere on the map that has not escorted in this phase (R11-3-3a, b, c, e; A-20)."""
    return s.kind[u] == DD and g.place[u] >= 0 and not g.escorted[u]


@rule
def first_escort(g: Game, s: Tables) -> int:
    """The first squadron that can escort, or NONE."""
    for u in range(s.counters):
        if can_escort(g, s, u):
            return u
    return NONE


@rule
def settle_escort(g: Game, s: Tables, t: Trace) -> None:
    """Ask for an escort where one could be had (N-09); in solo play without consent (R11-3-2g)."""
    if first_escort(g, s) == NONE:
        sail(g, s, t, NONE)
    elif g.opt_solo:
        ask(g, ESCORT_GRANT, NAVY)
    else:
        ask(g, ESCORT_REQUEST, ARMY)


@rule
def legal_escort_request(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_escort_request(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A handicap may grant it unasked; the log of what the navy was asked does not count that."""
    if action == YES and is_granted_unasked(g, s):
        sail(g, s, t, first_escort(g, s))
    elif action == YES:
        g.asked = 1
        g.log_asked[g.turn] += 1
        ask(g, ESCORT_GRANT, NAVY)
    else:
        sail(g, s, t, NONE)


@rule
def legal_escort_grant(g: Game, s: Tables, mask: Array[int]) -> None:
    """The navy names a particular squadron or refuses (R11-3-2a, c)."""
    mask[REFUSE] = 0 if is_bound(g, NAVY, SAY_ESCORT) else 1
    for u in range(s.counters):
        if can_escort(g, s, u):
            offer_counter(g, s, mask, u)


@rule
def apply_escort_grant(g: Game, s: Tables, t: Trace, action: int) -> None:
    if action != REFUSE:
        g.log_granted[g.turn] += 1
        sail(g, s, t, action - COUNTER)
    elif g.opt_solo:
        sail(g, s, t, NONE)
    else:
        judge_refusal(g, t)
        ask(g, EMBARK, ARMY)


@rule
def legal_embark(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_embark(g: Game, s: Tables, t: Trace, action: int) -> None:
    """After a refusal: sail unescorted, or stop at the embarkation box (N-09)."""
    if action == YES:
        sail(g, s, t, NONE)
        return
    u = int(g.chosen_counter)
    if g.place[u] != g.chosen_embark:
        put(g, s, t, u, g.chosen_embark)
    end_move(g)


@rule
def sail(g: Game, s: Tables, t: Trace, escort: int) -> None:
    """One sea check for the whole leg, then piece and escort arrive (R11-3-1b, A-22).

    One die (R11-3-1c), read in the escorted column where there is an escort (R11-3-2d). It is
    one piece's alone (R11-3-3d) and moves outside the navy's step (R11-3-2h).
    """
    u = int(g.chosen_counter)
    g.actor = ARMY
    begin_roll(t, ROLL_SEA_CHECK)
    face = die(g, t, ROLL_SEA_CHECK, ARMY, u, 0)
    if s.sea_loss[1 if escort != NONE else 0, face]:
        if s.kind[u] == FORT:
            remove(g, s, t, u)  # R11-3-1e
        else:
            give_damage(g, s, t, u)  # R11-3-1d, R11-3-1g
    arrived = g.place[u] >= 0
    if arrived:
        put(g, s, t, u, g.chosen_box)
    if escort != NONE:
        # The escort comes along to where the sea leg ends and stays there (R11-3-2e, f); with
        # its charge lost, where it began.
        put(g, s, t, escort, g.chosen_landing if arrived else g.chosen_embark)
        g.escorted[escort] = 1
    end_move(g)
