"""Japan's carriers: one lost step may go from one to another (9.2 F 7).

It is done on the marked steps, before they are taken off, with the same outcome (E-053).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import NO, UNIT
from glory_env.games.empire.codes import SHIFT_FROM, SHIFT_TO
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.state import AL, JP, NO_DECISION


@rule
def is_ours(g: Game, s: Tables, unit: int) -> bool:
    """A Japanese carrier that took part."""
    return g.fights[unit] != 0 and s.unit_side[unit] == JP and s.is_carrier[unit] != 0


@rule
def may_give(g: Game, s: Tables, unit: int) -> bool:
    """A carrier with a step marked that another one could lose instead (R9.2-bp)."""
    if not is_ours(g, s, unit) or g.pending[unit] == 0:
        return False
    for other in range(s.units):
        if may_take(g, s, unit, other):
            return True
    return False


@rule
def may_take(g: Game, s: Tables, giver: int, unit: int) -> bool:
    """Another carrier that has a step left to lose."""
    return unit != giver and is_ours(g, s, unit) and g.pending[unit] < g.steps[unit]


@rule
def ask_shift(g: Game, s: Tables) -> None:
    """After Allied hits without a critical, ask Japan once (R9.2-bp, E-053)."""
    if g.critical[AL]:
        return
    for unit in range(s.units):
        if may_give(g, s, unit):
            ask(g, SHIFT_FROM, JP)
            return


@rule
def legal_shift_from(g: Game, s: Tables, mask: Array[int]) -> None:
    """The carrier that gets a step back, or none."""
    mask[NO] = 1
    for unit in range(s.units):
        if may_give(g, s, unit):
            mask[UNIT + unit] = 1


@rule
def apply_shift_from(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action != NO:
        g.chosen_units[0] = action - UNIT
        ask(g, SHIFT_TO, JP)


@rule
def legal_shift_to(g: Game, s: Tables, mask: Array[int]) -> None:
    """The carrier that loses the step instead."""
    for unit in range(s.units):
        if may_take(g, s, int(g.chosen_units[0]), unit):
            mask[UNIT + unit] = 1


@rule
def apply_shift_to(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.pending[int(g.chosen_units[0])] -= 1
    g.pending[action - UNIT] += 1
