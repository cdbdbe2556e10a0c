"""What must hold for a card to be an event (`need` of the card, 5.31)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    FX_CANCEL,
    IN_BURMA_OR_INDIA_NORTH,
    NEEDS_ACTIVE_AIR_OR_SHIPS,
    NEEDS_ACTIVE_IN_BURMA,
    NEEDS_AIR_NEAR_US_HQ,
    NEEDS_B29_IN_CHINA,
    NEEDS_B29_IN_RANGE,
    NEEDS_DOOLITTLE,
    NEEDS_JP_2813,
    NEEDS_KWAI_HEXES,
    NEEDS_NO_RIVALRY,
    NEEDS_NOTHING,
    NEEDS_SEAC_LEADS,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import controls, hex_of
from glory_env.games.empire.rules.bombing import RANGE
from glory_env.games.empire.rules.card_effects import find_effect
from glory_env.games.empire.rules.event_units import any_raided
from glory_env.games.empire.rules.kwai import BANGKOK_END, RANGOON_END
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    B29,
    CHINA_BOX,
    GROUND,
    JP,
    MAP,
    NAVAL,
    NONE,
)

MANILA = 2813  # printed number


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
    if need == NEEDS_JP_2813:
        return controls(g, s, hex_of(s, MANILA), JP)
    if need == NEEDS_KWAI_HEXES:
        bangkok_end, rangoon_end = hex_of(s, BANGKOK_END), hex_of(s, RANGOON_END)
        return controls(g, s, bangkok_end, JP) and controls(g, s, rangoon_end, JP)
    if need == NEEDS_AIR_NEAR_US_HQ:
        return any_raided(g, s)
    if need in (NEEDS_B29_IN_CHINA, NEEDS_B29_IN_RANGE):
        return any_b29(g, s, CHINA_BOX if need == NEEDS_B29_IN_CHINA else MAP)
    if need == NEEDS_ACTIVE_AIR_OR_SHIPS:
        return flies_or_sails(g, s)
    if need == NEEDS_ACTIVE_IN_BURMA:
        return any_from_burma(g, s)
    if need == NEEDS_SEAC_LEADS:
        slot = find_effect(s, side, card, FX_CANCEL)
        return bool(g.op_hq == s.fx_unit[side, card, slot])
    return False


@rule
def any_b29(g: Game, s: Tables, place: int) -> bool:
    """A B-29 in the China box, or on the map in range of Tokyo (E-571)."""
    for unit in range(s.units):
        if s.type[unit] != B29 or g.place[unit] != place:
            continue
        if place == CHINA_BOX or s.dist[s.tokyo, int(g.hex[unit])] <= RANGE:
            return True
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
    return g.home[unit] != NONE and lies_in(s, IN_BURMA_OR_INDIA_NORTH, int(g.home[unit]))


@rule
def any_from_burma(g: Game, s: Tables) -> bool:
    """Whether there is such a unit."""
    for unit in range(s.units):
        if is_from_burma(g, s, unit):
            return True
    return False
