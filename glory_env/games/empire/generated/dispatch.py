"""Which chapter answers for a decision.

Generated, do not edit. Write it again with
`python -m glory_env.core.generate glory_env.games.empire`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules import (
    afterwards,
    carrier_shift,
    emergency,
    hits,
    offensive,
    retreat,
    stacking,
)


@rule
def legal(g: Game, s: Tables, mask: Array[int]) -> None:
    """Fill the mask (int8, one entry per action) with the legal actions of the pending decision.

    All zeros when nobody has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
    if d == 1:
        offensive.legal_next_battle(g, s, mask)
    elif d == 2:
        hits.legal_hit(g, s, mask)
    elif d == 3:
        hits.legal_survivor(g, s, mask)
    elif d == 4:
        hits.legal_weak_critical(g, s, mask)
    elif d == 5:
        carrier_shift.legal_shift_from(g, s, mask)
    elif d == 6:
        carrier_shift.legal_shift_to(g, s, mask)
    elif d == 7:
        retreat.legal_retreat(g, s, mask)
    elif d == 8:
        afterwards.legal_move_after_unit(g, s, mask)
    elif d == 9:
        afterwards.legal_move_after_place(g, s, mask)
    elif d == 10:
        emergency.legal_emergency(g, s, mask)
    elif d == 11:
        stacking.legal_over_stack(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out one legal micro-step; the caller has checked it against the mask."""
    d = g.decision
    if d == 1:
        offensive.apply_next_battle(g, s, t, action)
    elif d == 2:
        hits.apply_hit(g, s, t, action)
    elif d == 3:
        hits.apply_survivor(g, s, t, action)
    elif d == 4:
        hits.apply_weak_critical(g, s, t, action)
    elif d == 5:
        carrier_shift.apply_shift_from(g, s, t, action)
    elif d == 6:
        carrier_shift.apply_shift_to(g, s, t, action)
    elif d == 7:
        retreat.apply_retreat(g, s, t, action)
    elif d == 8:
        afterwards.apply_move_after_unit(g, s, t, action)
    elif d == 9:
        afterwards.apply_move_after_place(g, s, t, action)
    elif d == 10:
        emergency.apply_emergency(g, s, t, action)
    elif d == 11:
        stacking.apply_over_stack(g, s, t, action)
