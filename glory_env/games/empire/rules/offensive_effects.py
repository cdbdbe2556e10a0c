"""Events that make an offensive: when they may be played, and their gifts before it (5.31)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.headquarters import can_lead
from glory_env.games.empire.rules.needs import is_met
from glory_env.games.empire.state import NONE


@rule
def may_lead_card(g: Game, s: Tables, side: int, card: int, unit: int) -> bool:
    """Whether an HQ may lead the event: supplied, and one the card allows (R5.31-d, E-020)."""
    if not can_lead(g, s, unit, side):
        return False
    if s.card_hq[side, card] == 0:
        return True
    for k in range(s.hqs):
        if s.hq_unit[k] == unit:
            return (int(s.card_hq[side, card]) >> k) & 1 != 0
    return False


@rule
def may_lead_event(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether a military card may be the event of an offensive (R5.31-j, E-043)."""
    if s.card_lv[side, card] == NONE or not is_met(g, s, side, card):
        return False
    for unit in range(s.units):
        if may_lead_card(g, s, side, card, unit):
            return True
    return False


@rule
def do_offensive_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect from `asp_temp` to `airborne`."""
