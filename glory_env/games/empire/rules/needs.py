"""What must hold for a card to be an event (`need` of the card, 5.31)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    NEEDS_AIR_NEAR_US_HQ,
    NEEDS_B29_IN_CHINA,
    NEEDS_B29_IN_RANGE,
    NEEDS_DOOLITTLE,
    NEEDS_JP_2813,
    NEEDS_KWAI_HEXES,
    NEEDS_NO_RIVALRY,
    NEEDS_NOTHING,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import controls, hex_of
from glory_env.games.empire.rules.bombing import RANGE
from glory_env.games.empire.rules.event_units import any_raided
from glory_env.games.empire.rules.kwai import BANGKOK_END, RANGOON_END
from glory_env.games.empire.state import B29, CHINA_BOX, JP, MAP

MANILA = 2813  # printed number


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
    if need == NEEDS_JP_2813:
        return controls(g, s, hex_of(s, MANILA), JP)
    if need == NEEDS_KWAI_HEXES:
        bangkok_end, rangoon_end = hex_of(s, BANGKOK_END), hex_of(s, RANGOON_END)
        return controls(g, s, bangkok_end, JP) and controls(g, s, rangoon_end, JP)
    if need == NEEDS_AIR_NEAR_US_HQ:
        return any_raided(g, s)
    if need in (NEEDS_B29_IN_CHINA, NEEDS_B29_IN_RANGE):
        return any_b29(g, s, CHINA_BOX if need == NEEDS_B29_IN_CHINA else MAP)
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
