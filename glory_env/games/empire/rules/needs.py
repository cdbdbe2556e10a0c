"""What must hold for a card to be an event (`need` of the card, 5.31)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    FX_CANCEL,
    NEEDS_ACTIVE_AIR_OR_SHIPS,
    NEEDS_ACTIVE_IN_BURMA,
    NEEDS_DOOLITTLE,
    NEEDS_NO_RIVALRY,
    NEEDS_NOTHING,
    NEEDS_SEAC_LEADS,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import find_effect
from glory_env.games.empire.rules.where import in_burma_or_north
from glory_env.games.empire.state import ACTIVE, AIR, GROUND, MAP, NAVAL, NONE


@rule
def is_met(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether what a side's card needs is there; all of it is open to both sides."""
    need = int(s.card_need[side, card])
    if need == NEEDS_NOTHING:
        return True
    if need == NEEDS_DOOLITTLE:
        return g.doolittle != 0
    if need == NEEDS_NO_RIVALRY:
        return g.rivalry[side] == 0
    if need == NEEDS_ACTIVE_AIR_OR_SHIPS:
        return flies_or_sails(g, s)
    if need == NEEDS_ACTIVE_IN_BURMA:
        return any_from_burma(g, s)
    if need == NEEDS_SEAC_LEADS:
        slot = find_effect(s, side, card, FX_CANCEL)
        return bool(g.op_hq == s.fx_unit[side, card, slot])
    return False


@rule
def flies_or_sails(g: Game, s: Tables) -> bool:
    """Whether the offensive player has an active air or naval unit."""
    for unit in range(s.units):
        active = g.place[unit] == MAP and g.unit_flags[unit] & ACTIVE != 0
        if active and s.unit_side[unit] == g.op_side and s.kind[unit] in (AIR, NAVAL):
            return True
    return False


@rule
def is_from_burma(g: Game, s: Tables, unit: int) -> bool:
    """An active ground unit of the offensive that started in Burma or the north of India."""
    active = g.place[unit] == MAP and g.unit_flags[unit] & ACTIVE != 0
    if not active or s.unit_side[unit] != g.op_side or s.kind[unit] != GROUND:
        return False
    return g.home[unit] != NONE and in_burma_or_north(s, int(g.home[unit]))


@rule
def any_from_burma(g: Game, s: Tables) -> bool:
    """Whether there is such a unit."""
    for unit in range(s.units):
        if is_from_burma(g, s, unit):
            return True
    return False
