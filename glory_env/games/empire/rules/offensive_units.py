"""Units and HQs that come with the event of an offensive, before its HQ is chosen (5.31 C)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import COMING_PLACE
from glory_env.games.empire.events import FX_EXCHANGE_HQ
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import REGIONS
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
from glory_env.games.empire.state import (
    ABSENT,
    AIR,
    CHINA_BOX,
    DELAY_BOX,
    HQ,
    MAP,
    NO_DECISION,
    NONE,
    OUT,
    TRACK,
)

NORTH, CENTRE, CEYLON, BURMESE = (
    REGIONS.index(name) for name in ("india_north", "india_central", "ceylon", "burma")
)


@rule
def is_preferred(s: Tables, unit: int, hex_: int) -> bool:
    """Where the card wants the unit: aircraft in Northern India, others in India or Burma."""
    region = int(s.region[hex_])
    if s.kind[unit] == AIR:
        return region == NORTH
    return s.kind[unit] == HQ or region in (NORTH, CENTRE, CEYLON, BURMESE)


@rule
def flies_to_box(g: Game, s: Tables, unit: int) -> bool:
    """The card names the China box too: no open road is needed."""
    return s.kind[unit] == AIR and g.china_surrendered == 0 and fits_box(g, s, unit)


@rule
def find_ends(g: Game, s: Tables, w: np.ndarray, unit: int) -> int:
    """Into ENDS: where a reinforcement may be placed; how many of these the card wants."""
    survey(g, s, w, int(s.unit_side[unit]))
    place_ends(g, s, w, unit)
    found = 0
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and holds(s, w, ENDS, hex_) and is_preferred(s, unit, hex_):
            found += 1
    return found


@rule
def may_come_to(s: Tables, w: np.ndarray, unit: int, hex_: int, elsewhere: bool) -> bool:
    """A hex of ENDS; `elsewhere`: an air unit has none where the card wants it."""
    if hex_ == NONE or not holds(s, w, ENDS, hex_):
        return False
    return is_preferred(s, unit, hex_) or (elsewhere and s.kind[unit] == AIR)


# --- what happens ------------------------------------------------------------------------------
@rule
def come_with_event(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """A unit or an HQ comes (R5.31-f, DK-59), or another HQ takes its place (E-586)."""
    unit, other = int(s.fx_unit[side, card, slot]), int(s.fx_other[side, card, slot])
    if s.fx[side, card, slot] == FX_EXCHANGE_HQ:
        if g.place[other] == ABSENT:
            exchange(g, s, unit, other)
        return
    if g.place[unit] != ABSENT:
        return
    if other != NONE and g.place[other] in (MAP, CHINA_BOX, TRACK, DELAY_BOX):
        remove_unit(g, s, other, OUT, 0)
    ask_place(g, s, unit)


@rule
def exchange(g: Game, s: Tables, leaver: int, comer: int) -> None:
    """An HQ takes the place of one on the map; if that is not there it comes to any port."""
    here = int(g.hex[leaver])
    remove_unit(g, s, leaver, OUT, 0)
    if here != NONE:
        place_unit(g, s, comer, MAP, here, 1)
    else:
        ask_place(g, s, comer)


@rule
def ask_place(g: Game, s: Tables, unit: int) -> None:
    """Ask where the unit comes; without any place it is out of the game (R5.33-e)."""
    w = scratch()
    wanted = find_ends(g, s, w, unit)
    anywhere = s.kind[unit] == AIR and count(w, ENDS) > 0
    if wanted or anywhere or flies_to_box(g, s, unit):
        ask(g, COMING_PLACE, int(s.unit_side[unit]))
    else:
        remove_unit(g, s, unit, OUT, 0)


@rule
def coming_unit(g: Game, s: Tables) -> int:
    """The unit the effect in work brings."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    if s.fx[side, card, slot] == FX_EXCHANGE_HQ:
        return int(s.fx_other[side, card, slot])
    return int(s.fx_unit[side, card, slot])


@rule
def legal_coming_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """A hex the card wants or the China box; if there is none, any that takes an air unit."""
    w = scratch()
    unit = coming_unit(g, s)
    box = flies_to_box(g, s, unit)
    elsewhere = find_ends(g, s, w, unit) == 0 and not box
    for place in range(s.places):
        if may_come_to(s, w, unit, int(s.place_hex[place]), elsewhere):
            mask[PLACE + place] = 1
    if box:
        mask[PLACE + int(s.places) - 1] = 1


@rule
def apply_coming_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    unit, hex_ = coming_unit(g, s), int(s.place_hex[action - PLACE])
    steps = 1 if s.kind[unit] == HQ else int(s.full_steps[unit])
    place_unit(g, s, unit, CHINA_BOX if hex_ == NONE else MAP, hex_, steps)


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
    return find_ends(g, s, scratch(), comer) > 0
