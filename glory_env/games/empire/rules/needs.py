"""What must hold for a card to be an event (`need` of the card, 5.31)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import NEEDS_DOOLITTLE, NEEDS_NO_RIVALRY, NEEDS_NOTHING
from glory_env.games.empire.generated.records import Game, Tables


@rule
def is_met(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether what a side's card needs is there."""
    need = int(s.card_need[side, card])
    if need == NEEDS_NOTHING:
        return True
    if need == NEEDS_DOOLITTLE:
        return g.doolittle != 0
    if need == NEEDS_NO_RIVALRY:
        return g.rivalry[side] == 0
    return False
