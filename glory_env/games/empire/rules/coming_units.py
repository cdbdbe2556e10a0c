"""Units and HQs that come with an event, and HQs that take another's place (5.31 C, 5.33, DK-59).

The question "coming_place" is about the effect in work. A card may name an area (`where`); where
nothing there takes the unit, m = 1 says that it may come elsewhere.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import COMING_PLACE
from glory_env.games.empire.events import ANYWHERE, FX_EXCHANGE_HQ
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import count, holds
from glory_env.games.empire.rules.board import place_unit, remove_unit
from glory_env.games.empire.rules.card_effects import (
    card_in_use,
    find_effect,
    side_in_use,
    slot_in_use,
)
from glory_env.games.empire.rules.china_box import fits_box
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.headquarters import can_lead
from glory_env.games.empire.rules.placing import place_ends, survey
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    ABSENT,
    CHINA_BOX,
    DELAY_BOX,
    MAP,
    NO_DECISION,
    NONE,
    OUT,
    TRACK,
)


# --- where -------------------------------------------------------------------------------------
@rule
def area_for(g: Game, s: Tables, w: np.ndarray, side: int, card: int, slot: int, unit: int) -> int:
    """Into ENDS: where a reinforcement may be placed (R5.33-b). Returns the area that holds.

    That of the card, or any where nothing there takes the unit and it may come elsewhere; NONE if
    it has no hex at all.
    """
    survey(g, s, w, side)
    place_ends(g, s, w, unit)
    where = int(s.fx_where[side, card, slot])
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and holds(s, w, ENDS, hex_) and lies_in(s, where, hex_):
            return where
    elsewhere = s.fx_m[side, card, slot] and not flies_to_box(g, s, unit)
    return ANYWHERE if elsewhere and count(w, ENDS) > 0 else NONE


@rule
def flies_to_box(g: Game, s: Tables, unit: int) -> bool:
    """The China box takes aircraft that help there; no open road is needed."""
    return s.china_air[unit] != 0 and g.china_surrendered == 0 and fits_box(g, s, unit)


@rule
def ask_place(g: Game, s: Tables, side: int, card: int, slot: int, unit: int) -> None:
    """Ask where the unit comes; without any place it is out of the game (R5.33-e, E-585)."""
    w = scratch()
    if area_for(g, s, w, side, card, slot, unit) != NONE or flies_to_box(g, s, unit):
        ask(g, COMING_PLACE, side)
    else:
        remove_unit(g, s, unit, OUT, 0)


# --- what happens ------------------------------------------------------------------------------
@rule
def bring_unit(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """A unit comes, once; another one may leave the game for it (R5.31-f)."""
    unit, other = int(s.fx_unit[side, card, slot]), int(s.fx_other[side, card, slot])
    if g.place[unit] != ABSENT:
        return
    if other != NONE and g.place[other] in (MAP, CHINA_BOX, TRACK, DELAY_BOX):
        remove_unit(g, s, other, OUT, 0)
    ask_place(g, s, side, card, slot, unit)


@rule
def send_for(g: Game, s: Tables, unit: int) -> None:
    """The card's unit arrives next turn without delay, if it has not come yet (AL22)."""
    if g.place[unit] == ABSENT:
        remove_unit(g, s, unit, TRACK, int(g.turn) + 1)
        g.delayable[unit] = 0


@rule
def exchange_hq(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """An HQ takes the place of another one, on the map or while that is to come back (E-586).

    With m = 1 it comes to any place where the other one is not on the map.
    """
    leaver, comer = int(s.fx_unit[side, card, slot]), int(s.fx_other[side, card, slot])
    if g.place[comer] != ABSENT:
        return
    place, hex_, when = int(g.place[leaver]), int(g.hex[leaver]), int(g.when[leaver])
    remove_unit(g, s, leaver, OUT, 0)
    if place == MAP:
        place_unit(g, s, comer, MAP, hex_, int(s.arrives_full[comer]))
    elif s.fx_m[side, card, slot]:
        ask_place(g, s, side, card, slot, comer)
    elif place in (TRACK, DELAY_BOX):
        remove_unit(g, s, comer, place, when)
        g.steps[comer] = s.arrives_full[comer]


@rule
def coming_unit(g: Game, s: Tables) -> int:
    """The unit the effect in work brings."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    exchanged = s.fx[side, card, slot] == FX_EXCHANGE_HQ
    return int(s.fx_other[side, card, slot] if exchanged else s.fx_unit[side, card, slot])


@rule
def legal_coming_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """A hex in the area that holds, or the China box."""
    w = scratch()
    unit = coming_unit(g, s)
    area = area_for(g, s, w, side_in_use(g), card_in_use(g), slot_in_use(g), unit)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        fit = area != NONE and hex_ != NONE and holds(s, w, ENDS, hex_)
        if fit and lies_in(s, area, hex_):
            mask[PLACE + place] = 1
    if flies_to_box(g, s, unit):
        mask[PLACE + int(s.places) - 1] = 1


@rule
def apply_coming_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    unit, hex_ = coming_unit(g, s), int(s.place_hex[action - PLACE])
    place = CHINA_BOX if hex_ == NONE else MAP
    place_unit(g, s, unit, place, hex_, int(s.arrives_full[unit]))


# --- may it be? --------------------------------------------------------------------------------
@rule
def brings_leader(g: Game, s: Tables, side: int, card: int) -> bool:
    """The event brings an HQ that can lead from where it comes (E-586)."""
    slot = find_effect(s, side, card, FX_EXCHANGE_HQ)
    if slot == NONE:
        return False
    leaver, comer = int(s.fx_unit[side, card, slot]), int(s.fx_other[side, card, slot])
    if g.place[comer] != ABSENT:
        return False
    if g.place[leaver] == MAP:
        return can_lead(g, s, leaver, side)
    return area_for(g, s, scratch(), side, card, slot, comer) != NONE
