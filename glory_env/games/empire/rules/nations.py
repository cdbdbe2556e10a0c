"""Countries that surrender and areas that change hands (13.1 to 13.5, 13.8, 13.92).

A minor nation is free, has surrendered, or is liberated; its hexes, what it costs and who holds
its bases are data. An area has a holder that changes whenever one side has all its key hexes.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import ONCE_ALL_SEVEN, ONCE_SEVEN_BACK
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import (
    ANY_KIND,
    GROUND_BIT,
    any_in,
    in_bitmap,
    own_word,
    remove_unit,
    set_control,
    stands,
)
from glory_env.games.empire.rules.hq_moves import withdraw
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.rules.tracks import move_will
from glory_env.games.empire.state import (
    ABSENT,
    AL,
    AUSTRALIA,
    BURMA,
    CHINA,
    COLUMNS,
    COMMONWEALTH,
    DELAY_BOX,
    DUTCH_EAST_INDIES,
    ELIMINATED,
    GROUND,
    HQ,
    INDIA,
    JP,
    MALAYA,
    MANDATES,
    MAP,
    MARSHALLS,
    NAT_AUSTRALIAN,
    NAT_CHINESE,
    NAT_DUTCH,
    NAT_INDIAN,
    NAT_US,
    NEW_GUINEA,
    NO_CHANGE,
    NONE,
    OUT,
    PHILIPPINES,
)
from glory_env.games.empire.switches import LIBERATION, MALAYA_CONTROL

ALL_SEVEN = (PHILIPPINES, MALAYA, DUTCH_EAST_INDIES, BURMA, INDIA, CHINA, AUSTRALIA)
SEVEN_BOXES = 2  # of the will


# --- who holds a nation ------------------------------------------------------------------------
@rule
def holds_keys(g: Game, s: Tables, nation: int, side: int) -> bool:
    """Whether a side controls all hexes that decide about a nation (R13.1-a)."""
    for c in range(COLUMNS):
        if s.nation_keys[nation, c] & ~own_word(g, s, side, c):
            return False
    return True


@rule
def is_lost(g: Game, nation: int) -> bool:
    """Whether a nation has surrendered and is not liberated."""
    return g.surrendered[nation] != 0 and g.liberated[nation] == 0


@rule
def may_surrender(g: Game, nation: int) -> bool:
    """Once a game; by the other reading a liberated nation again (R13.1-d, R13.83-a, E-510)."""
    if not g.surrendered[nation]:
        return True
    return g.switch[LIBERATION] != 0 and nation != AUSTRALIA and g.liberated[nation] != 0


# --- the will ----------------------------------------------------------------------------------
@rule
def lose_nation(g: Game, s: Tables, nation: int) -> None:
    """A nation surrenders; when all seven have it costs more (R16.41-a, R16.41-b, BV-580)."""
    g.surrendered[nation] = 1
    g.liberated[nation] = 0
    move_will(g, int(s.nation_will[nation]))
    if g.once & ONCE_ALL_SEVEN:
        return
    for one in ALL_SEVEN:
        if not is_lost(g, one):
            return
    g.once |= ONCE_ALL_SEVEN
    move_will(g, -SEVEN_BOXES)


@rule
def free_nation(g: Game, s: Tables, nation: int) -> None:
    """The will lost to it comes back, once that of all seven too (R16.41-c, E-538)."""
    g.liberated[nation] = 1
    move_will(g, -int(s.nation_will[nation]))
    if g.once & ONCE_ALL_SEVEN and not g.once & ONCE_SEVEN_BACK:
        g.once |= ONCE_SEVEN_BACK
        move_will(g, SEVEN_BOXES)


# --- its units ---------------------------------------------------------------------------------
@rule
def goes_with(g: Game, s: Tables, unit: int, nation: int) -> bool:
    """Whether a unit goes when the nation surrenders, wherever it is.

    Philippines: ground units and HQs there (R13.22-b). Dutch East Indies: all Dutch units
    (R13.42-b). Burma: those of its own (R13.52-b). India, China: all of the nation (R13.63-a,
    R13.73-b). Australia: what has not come or is eliminated (R13.83-b, R13.83-c).
    """
    if s.unit_side[unit] != AL:
        return False
    if nation == PHILIPPINES:
        here = g.place[unit] == MAP and in_bitmap(s, s.nation_land[nation], int(g.hex[unit]))
        return here and s.kind[unit] in (GROUND, HQ)
    if nation == DUTCH_EAST_INDIES:
        return s.nat[unit] == NAT_DUTCH
    if nation == BURMA:
        return s.leaves_burma[unit] != 0
    if nation == INDIA:
        return s.nat[unit] == NAT_INDIAN
    if nation == CHINA:
        return s.nat[unit] == NAT_CHINESE
    if nation == AUSTRALIA:
        return s.nat[unit] == NAT_AUSTRALIAN and g.place[unit] in (ABSENT, DELAY_BOX, ELIMINATED)
    return False


@rule
def leave_game(g: Game, s: Tables, unit: int) -> None:
    """A unit is out for good."""
    g.steps[unit] = 0
    remove_unit(g, s, unit, OUT, 0)


@rule
def remove_units(g: Game, s: Tables, nation: int) -> None:
    """Units that go with their nation; from the Philippines some may come back (R13.22-c)."""
    for unit in range(s.units):
        if g.place[unit] == OUT or not goes_with(g, s, unit, nation):
            continue
        if nation != PHILIPPINES:
            leave_game(g, s, unit)
        elif s.kind[unit] == HQ:
            withdraw(g, s, unit)
        else:
            eliminate(g, s, unit)


# --- its bases ---------------------------------------------------------------------------------
@rule
def is_kept(g: Game, s: Tables, nation: int, hex_: int, side: int) -> bool:
    """Whether units keep a base from the side that takes the nation (R13.1-c, R13.1-e).

    Against Japan any unit does, in the Dutch East Indies only ground units of the US and the
    Commonwealth, in the Philippines only ground units, and none is left (R13.42-b, E-512, E-513).
    """
    if side == AL:
        return any_in(g, s, hex_, JP, ANY_KIND)
    if nation == PHILIPPINES:
        return any_in(g, s, hex_, AL, GROUND_BIT)
    if nation != DUTCH_EAST_INDIES:
        return any_in(g, s, hex_, AL, ANY_KIND)
    for unit in range(s.units):
        keeper = s.nat[unit] == NAT_US or s.nat[unit] in COMMONWEALTH
        if keeper and stands(g, s, unit, hex_, AL, GROUND_BIT):
            return True
    return False


@rule
def take_bases(g: Game, s: Tables, nation: int, side: int) -> None:
    """Ports and airfields of the nation pass to a side (R13.1-c, R13.1-e, R13.32-a).

    None does when Burma surrenders (R13.52-c), nor, by the other reading, Malaya (E-509).
    """
    if side == JP and nation == BURMA:
        return
    if side == JP and nation == MALAYA and g.switch[MALAYA_CONTROL] != 0:
        return
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not in_bitmap(s, s.nation_bases[nation], hex_):
            continue
        is_base = s.has_port[hex_] != 0 or s.has_field[hex_] != 0
        if is_base and not is_kept(g, s, nation, hex_, side):
            set_control(g, s, hex_, side)


@rule
def look_at_minor(g: Game, s: Tables, nation: int) -> None:
    """A minor nation surrenders or is liberated (R13.1-a, R13.1-c to -e, E-510).

    R13.22-a, R13.32-a, R13.42-a, R13.52-a, R13.82-a; the Allies' cards stay lost (R13.1-e).
    """
    if may_surrender(g, nation) and holds_keys(g, s, nation, JP):
        remove_units(g, s, nation)
        take_bases(g, s, nation, JP)
        lose_nation(g, s, nation)
    elif is_lost(g, nation) and holds_keys(g, s, nation, AL):
        take_bases(g, s, nation, AL)
        free_nation(g, s, nation)


# --- areas that change hands -------------------------------------------------------------------
@rule
def claim(g: Game, s: Tables, nation: int, side: int) -> None:
    """A side takes the area but for hexes with enemies (R13.84-a, R13.85-a, R13.92-a).

    Of the Mandates all hexes (E-527), of the others the named ones; ground units keep a hex, in New
    Guinea any unit does (E-528).
    """
    kinds = ANY_KIND if nation == NEW_GUINEA else GROUND_BIT
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE:
            continue
        if nation == MANDATES:
            part = in_bitmap(s, s.nation_land[nation], hex_)
        else:
            part = in_bitmap(s, s.nation_bases[nation], hex_)
        if part and not any_in(g, s, hex_, 1 - side, kinds):
            set_control(g, s, hex_, side)


@rule
def look_at_area(g: Game, s: Tables, nation: int) -> None:
    """Mandates, New Guinea: whoever has all key hexes holds it (R13.84-a, R13.84-c, R13.85-a).

    The Marshalls pass to the Allies alone, and are theirs while both key hexes are (E-529).
    """
    if nation == MARSHALLS:
        g.holder[nation] = NO_CHANGE
    for side in range(2):
        if holds_keys(g, s, nation, side) and not (side == JP and nation == MARSHALLS):
            g.holder[nation] = side
            claim(g, s, nation, side)
