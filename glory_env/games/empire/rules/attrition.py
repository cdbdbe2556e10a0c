"""The attrition phase: what is out of supply at the end of a turn (4.4, 6.24)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.afterwards import under_hq
from glory_env.games.empire.rules.china_box import china_supplied
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.state import AIR, AL, CHINA_BOX, GROUND, JP, MAP, MAX_UNITS
from glory_env.games.empire.switches import ATTRITION_IN_ORDER


@rule
def suffers(g: Game, s: Tables, unit: int) -> bool:
    """An unsupplied air or ground unit, in the China box too (R6.24-a, R4.4-a, R4.4-c)."""
    if g.place[unit] == CHINA_BOX:
        return not china_supplied(g, s)
    return g.place[unit] == MAP and s.kind[unit] in (AIR, GROUND) and g.supply[unit] == 0


@rule
def attrition(g: Game, s: Tables) -> None:
    """Both sides at once, judged before anything is lost (R6.24-b to R6.24-f, BV-21).

    By a switch Japan alone; the Allies are judged after it (D-06).

    R4.4-b.
    """
    wear_down(g, s, JP, JP if g.switch[ATTRITION_IN_ORDER] else AL)


@rule
def attrition_after_japan(g: Game, s: Tables) -> None:
    """The Allies, where a switch says that Japan goes first; supply was found anew (D-06)."""
    if g.switch[ATTRITION_IN_ORDER]:
        wear_down(g, s, AL, AL)


@rule
def wear_down(g: Game, s: Tables, first: int, last: int) -> None:
    """What the sides `first` to `last` lose.

    Reduced units beyond the range of every own HQ are eliminated; full ones are reduced. Nobody is
    eliminated in the China box (R13.74-g).
    """
    for unit in range(MAX_UNITS):
        g.pending[unit] = 0
        if first <= s.unit_side[unit] <= last and suffers(g, s, unit):
            alone = g.place[unit] == MAP
            alone = alone and not under_hq(g, s, int(s.unit_side[unit]), int(g.hex[unit]))
            g.pending[unit] = 1 if g.steps[unit] == 2 or alone else 0
    for unit in range(MAX_UNITS):
        if g.pending[unit]:
            g.pending[unit] = 0
            if g.steps[unit] == 2:
                g.steps[unit] = 1
            else:
                eliminate(g, s, unit)
