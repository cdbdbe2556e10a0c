"""Replacement steps of an event: whom they help, and where (5.33).

A frame REPLACEMENTS that an event began has the number of its effect and the steps that are left in
place of the two zeros of the strategic phase.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import REPLACEMENTS
from glory_env.games.empire.events import (
    ANYWHERE,
    IN_AUSTRALIA,
    MAX_CARD_EFFECTS,
    OF_AIR,
    OF_AUSTRALIAN,
    OF_CHINA_AIR,
    OF_CHINESE,
    OF_GROUND,
    OF_NAVAL,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds
from glory_env.games.empire.rules.china_box import fits_box
from glory_env.games.empire.rules.frames import top
from glory_env.games.empire.rules.placing import BOX_OPEN, place_ends
from glory_env.games.empire.rules.supply import ENDS
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    AIR,
    COMMONWEALTH,
    GROUND,
    JP,
    MAP,
    MAX_CARDS,
    NAT_AUSTRALIAN,
    NAT_CHINESE,
    NAVAL,
    NONE,
)

NEAR = 3  # hexes to the hex an effect names
LOST, REDUCED_ALONE = 1, 2  # m of the effect: what is left is lost; nobody comes back


# --- which effect ------------------------------------------------------------------------------
@rule
def number_of_effect(side: int, card: int, slot: int) -> int:
    """An effect of a card as one number from 1."""
    return 1 + (side * MAX_CARDS + card) * MAX_CARD_EFFECTS + slot


@rule
def event_in_work(g: Game) -> int:
    """The number of the effect whose steps are used, 0 in the strategic phase."""
    at = top(g)
    return int(g.frame_1[at]) if at >= 0 and g.frame_state[at] == REPLACEMENTS else 0


@rule
def card_of_effect(number: int) -> int:
    """The card of an effect, its side as part of it: side * MAX_CARDS + card."""
    return (number - 1) // MAX_CARD_EFFECTS


@rule
def subject(s: Tables, number: int) -> int:
    """Which units an effect is about."""
    card, slot = card_of_effect(number), (number - 1) % MAX_CARD_EFFECTS
    return int(s.fx_of[card // MAX_CARDS, card % MAX_CARDS, slot])


@rule
def mode(s: Tables, number: int) -> int:
    """What is done with steps that are left (LOST, REDUCED_ALONE), 0: they are kept (R5.33-d)."""
    card, slot = card_of_effect(number), (number - 1) % MAX_CARD_EFFECTS
    return int(s.fx_m[card // MAX_CARDS, card % MAX_CARDS, slot])


@rule
def area(s: Tables, number: int) -> int:
    """Where the units have to be, by `events.WHERE`."""
    card, slot = card_of_effect(number), (number - 1) % MAX_CARD_EFFECTS
    return int(s.fx_where[card // MAX_CARDS, card % MAX_CARDS, slot])


@rule
def centre(s: Tables, number: int) -> int:
    """The hex the units have to be near, NONE: any."""
    card, slot = card_of_effect(number), (number - 1) % MAX_CARD_EFFECTS
    return int(s.fx_hex[card // MAX_CARDS, card % MAX_CARDS, slot])


# --- who and where -----------------------------------------------------------------------------
@rule
def is_helped(s: Tables, number: int, unit: int) -> bool:
    """Whether the steps are for such a unit; those for ships are for US ones (E-584)."""
    of = subject(s, number)
    if of == OF_CHINA_AIR:
        return s.china_air[unit] != 0
    if of == OF_CHINESE or s.nat[unit] == NAT_CHINESE:
        return of == OF_CHINESE and s.nat[unit] == NAT_CHINESE
    if of == OF_AUSTRALIAN:
        return s.kind[unit] == GROUND and s.nat[unit] == NAT_AUSTRALIAN
    if of == OF_NAVAL:
        return s.kind[unit] == NAVAL and s.nat[unit] not in COMMONWEALTH
    return (of == OF_AIR and s.kind[unit] == AIR) or (of == OF_GROUND and s.kind[unit] == GROUND)


@rule
def allows_hex(s: Tables, number: int, hex_: int) -> bool:
    """Whether a unit may come back into a hex, or be restored there."""
    near = centre(s, number)
    if near != NONE and s.dist[near, hex_] > NEAR:
        return False
    return lies_in(s, area(s, number), hex_)


@rule
def stands_right(g: Game, s: Tables, number: int, unit: int) -> bool:
    """Whether the steps help a unit where it is; only returns are bound to Australia."""
    if g.place[unit] != MAP or area(s, number) == IN_AUSTRALIA:
        return centre(s, number) == NONE
    return allows_hex(s, number, int(g.hex[unit]))


@rule
def allows_box(s: Tables, number: int) -> bool:
    """Whether aircraft may come back into the China box."""
    return centre(s, number) == NONE and area(s, number) == ANYWHERE


@rule
def may_return(g: Game, s: Tables, w: np.ndarray, unit: int, box: int, number: int) -> bool:
    """Whether an eliminated unit has a hex the event allows (R5.33-b, R5.33-c); after `survey`."""
    if mode(s, number) == REDUCED_ALONE:
        return False
    place_ends(g, s, w, unit)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and holds(s, w, ENDS, hex_) and allows_hex(s, number, hex_):
            return True
    return box == BOX_OPEN and allows_box(s, number) and fits_box(g, s, unit)


@rule
def strike_places(s: Tables, number: int, mask: Array[int]) -> None:
    """Take what the event does not allow from the places that are offered."""
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        fit = allows_box(s, number) if hex_ == NONE else allows_hex(s, number, hex_)
        if not fit:
            mask[PLACE + place] = 0


@rule
def keep_rest(g: Game, s: Tables, number: int) -> None:
    """Steps that are left are marked on the track, or lost (R5.33-d, R5.33-e)."""
    left = int(g.frame_2[top(g)])
    if mode(s, number) == 0 and subject(s, number) == OF_AIR:
        g.air_repl[JP] += left
    elif mode(s, number) == 0 and subject(s, number) == OF_NAVAL:
        g.naval_repl[JP] += left
