"""Japanese raids on airfields of B-29s, by events (5.31 D)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import UNIT
from glory_env.games.empire.codes import RAIDED_UNIT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import card_in_use, side_in_use, slot_in_use
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.losses import lose_steps
from glory_env.games.empire.state import B29, CHINA_BOX, MAP, NO_DECISION, ROLL_RAID


@rule
def may_be_raided(g: Game, s: Tables, unit: int, far: int) -> bool:
    """A B-29 in the China box, or so near to Tokyo."""
    if s.type[unit] != B29:
        return False
    if g.place[unit] == CHINA_BOX:
        return True
    return g.place[unit] == MAP and bool(s.dist[g.hex[unit], s.tokyo] <= far)


@rule
def raid(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """A die up to n costs a B-29 one step; the side chooses which (DK-52).

    The die stays thrown if the offensive is called off.
    """
    for unit in range(s.units):
        if may_be_raided(g, s, unit, int(s.fx_m[side, card, slot])):
            if roll(g, t, ROLL_RAID, card, side) <= s.fx_n[side, card, slot]:
                ask(g, RAIDED_UNIT, side)
            return


@rule
def legal_raided_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A B-29 in reach."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    for unit in range(s.units):
        if may_be_raided(g, s, unit, int(s.fx_m[side, card, slot])):
            mask[UNIT + unit] = 1


@rule
def apply_raided_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    lose_steps(g, s, action - UNIT, 1)
