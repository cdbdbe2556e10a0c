"""Cards, what comes to the map, and what is made whole again."""

from __future__ import annotations

import numpy as np

from glory_agents.empire import forces
from glory_agents.empire.orders import to_hq
from glory_agents.empire.records import Script
from glory_agents.empire.worth import fill_worth
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import (
    CARD,
    DISCARD,
    DONE,
    EVENT,
    FULL,
    N_NUMBERS,
    NUMBER,
    OC_AGREEMENT,
    OC_CHINA,
    OC_OFFENSIVE,
    OC_RETURN,
    PASS,
    PLACE,
    REDUCED,
    SET_ASIDE,
    UNIT,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.china import ROAD_VALUES, air_support
from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import MAX_CARDS, MAX_PLACES, MILITARY, NONE, POLITICAL, RESOURCE

STRONG = 4  # logistics of a military event that is better than operations
FRONT = 0.5  # worth of a hex that units are brought near to


@rule
def noisy(p: Script, value: float, x: int, k: int) -> float:
    """A valuation with its drawn part."""
    if p.noise <= 0.0:
        return value
    part = ((x ^ (k * 2654435761)) & 0xFFFF) / 65536.0
    return value * (1.0 + p.noise * (part - 0.5))


@rule
def is_strong(s: Tables, side: int, card: int) -> bool:
    """Whether it has a military event with high logistics."""
    return bool(s.card_kind[side, card] == MILITARY and s.card_lv[side, card] >= STRONG)


@rule
def choose_card(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """A card with a strong event, then one with many operations; a pass only without cards."""
    side = int(g.actor)
    best, most = -1, -1.0
    for card in range(MAX_CARDS):
        if mask[CARD + card]:
            value = 1.0 + float(s.card_ov[side, card])
            if is_strong(s, side, card):
                value += float(s.card_lv[side, card])
            value = noisy(p, value, x, card)
            if value > most:
                best, most = CARD + card, value
    return best if best >= 0 else (PASS if mask[PASS] else -1)


@rule
def china_chance(g: Game, s: Tables) -> float:
    """How likely an attack in China succeeds."""
    base = int(g.divisions) - int(ROAD_VALUES[int(g.road)]) - air_support(g, s)
    return min(1.0, max(0.0, (base + 1) / 10.0))


@rule
def choose_use(g: Game, s: Tables, p: Script, mask: Array[int], x: int) -> int:
    """A strong event, an attack in China that may succeed, an offensive; the rest before a discard.

    Events of cards that are no military ones are played by lot, by a plan always. Nothing is set
    aside while it can be used.
    """
    side, card = int(g.actor), int(g.chosen_card)
    if mask[EVENT]:
        state = s.card_kind[side, card] in (RESOURCE, POLITICAL)
        by_lot = state and (p.noise <= 0.0 or x >> 31 != 0)
        if by_lot or is_strong(s, side, card) or not mask[OC_OFFENSIVE]:
            return EVENT
    if mask[OC_AGREEMENT] and p.agreement and g.turn < s.last_turn:
        return OC_AGREEMENT
    if mask[OC_CHINA] and p.china < 1.0 and china_chance(g, s) >= p.china:
        return OC_CHINA
    for verb in (OC_OFFENSIVE, OC_RETURN, EVENT, SET_ASIDE, DISCARD):
        if mask[verb]:
            return verb
    return -1


# --- places ------------------------------------------------------------------------------------
@rule
def choose_front(g: Game, s: Tables, p: Script, mask: Array[int]) -> int:
    """A place near to what the side wants to take, in the range of its HQs, out of enemy zones."""
    side = int(g.actor)
    worth = np.empty(MAX_PLACES)
    fill_worth(g, s, p, side, worth)
    best, most = -1, -1.0e9
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not mask[PLACE + place]:
            continue
        value = -2.0 * max(0, to_hq(g, s, side, hex_) - 10)
        value -= 6.0 if is_live(g, s, side, hex_) else 0.0
        for other in range(s.places):
            if worth[other] >= FRONT:
                far = int(s.dist[hex_, s.place_hex[other]])
                value += worth[other] * max(0, 12 - far)
        if not controls(g, s, hex_, side):
            value -= 5.0
        if value > most:
            best, most = PLACE + place, value
    return best


@rule
def choose_replaced(g: Game, s: Tables, mask: Array[int]) -> int:
    """The unit that gains most attack by a step; DONE when none is left."""
    best, most = -1, -1
    for u in range(s.units):
        if mask[UNIT + u]:
            value = int(s.attack[u, 0]) + 4 * int(s.is_carrier[u])
            if value > most:
                best, most = UNIT + u, value
    return best if best >= 0 else (DONE if mask[DONE] else -1)


@rule
def choose_steps(mask: Array[int]) -> int:
    return FULL if mask[FULL] else REDUCED


@rule
def highest_number(mask: Array[int]) -> int:
    """The highest legal number, -1 if none is."""
    for k in range(N_NUMBERS - 1, -1, -1):
        if mask[NUMBER + k]:
            return NUMBER + k
    return -1


@rule
def weakest(g: Game, s: Tables, mask: Array[int]) -> int:
    """The unit with the least attack, -1 if none is legal."""
    best, least = -1, 1000
    for u in range(s.units):
        if mask[UNIT + u] and forces.attack_now(g, s, u) < least:
            best, least = UNIT + u, forces.attack_now(g, s, u)
    return best
