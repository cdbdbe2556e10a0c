"""Which units the event of an offensive activates, and which HQ leads it (5.31 A).

The limits are effects of the card: they are asked for while units are activated.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    FX_FREE_UNITS,
    FX_GROUND_MAX,
    FX_GROUND_ONLY,
    FX_KINDS,
    FX_MUST_ACTIVATE,
    FX_NO_SUPPLY,
    FX_ONLY,
    FX_RIVALRY_EXCEPTION,
    MAX_CARD_EFFECTS,
    OF_BRIGADE,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import find_effect, op_effect
from glory_env.games.empire.rules.headquarters import can_lead
from glory_env.games.empire.rules.subjects import is_of
from glory_env.games.empire.state import (
    ACTIVE,
    AL,
    ARMY,
    CHINA_BOX,
    GROUND,
    HQ,
    MAP,
    NAT_US,
    NAVAL,
    NAVY,
    NONE,
)


# --- HQs ---------------------------------------------------------------------------------------
@rule
def is_among(s: Tables, hqs: int, unit: int) -> bool:
    """Whether an HQ is one of a set of bits, by number among the HQs."""
    for k in range(s.hqs):
        if s.hq_unit[k] == unit:
            return (hqs >> k) & 1 != 0
    return False  # pragma: no cover - every HQ has a number


@rule
def may_lead_card(g: Game, s: Tables, side: int, card: int, unit: int) -> bool:
    """Whether an HQ may lead the event: one the card allows (R5.31-d, R5.31-h, E-020).

    It is supplied, but for one card, which needs no supply.
    """
    if find_effect(s, side, card, FX_NO_SUPPLY) == NONE:
        fit = can_lead(g, s, unit, side)
    else:
        fit = s.kind[unit] == HQ and s.unit_side[unit] == side and g.place[unit] == MAP
    hqs = int(s.card_hq[side, card])
    return bool(fit) and (hqs == 0 or is_among(s, hqs, unit))


@rule
def may_lead_now(g: Game, s: Tables, unit: int) -> bool:
    """Whether an HQ may lead the offensive in work, by its event or as an operation (R6.3-f)."""
    side = int(g.op_side)
    if g.as_ec and g.op_card != NONE:
        return may_lead_card(g, s, side, int(g.op_card), unit)
    return can_lead(g, s, unit, side)


@rule
def set_logistics(g: Game, s: Tables) -> None:
    """Some events have another LV under HQs they name (R5.31-b, R7.21-a)."""
    if g.as_ec and g.op_card != NONE:
        side, card = int(g.op_side), int(g.op_card)
        if is_among(s, int(s.card_alt_hq[side, card]), int(g.op_hq)):
            g.lv = s.card_lv_alt[side, card]


# --- units -------------------------------------------------------------------------------------
@rule
def is_active_of(g: Game, s: Tables, unit: int, side: int) -> bool:
    """Whether a unit is an active one of a side."""
    here = g.place[unit] in (MAP, CHINA_BOX) and s.unit_side[unit] == side
    return here and g.unit_flags[unit] & ACTIVE != 0


@rule
def active_ground(g: Game, s: Tables) -> int:
    """Ground units the offensive player has activated."""
    found = 0
    for unit in range(s.units):
        if s.kind[unit] == GROUND and is_active_of(g, s, unit, int(g.op_side)):
            found += 1
    return found


@rule
def fits_limit(g: Game, s: Tables, side: int, card: int, slot: int, unit: int) -> bool:
    """Whether one limit of a card allows the unit (R5.31-c, R5.31-d)."""
    word, of = int(s.fx[side, card, slot]), int(s.fx_of[side, card, slot])
    ground = s.kind[unit] == GROUND
    if word == FX_KINDS:
        return (int(s.fx_kinds[side, card, slot]) >> int(s.kind[unit])) & 1 != 0
    if word == FX_ONLY:
        return is_of(s, of, unit)
    if not ground:
        return True
    if word == FX_GROUND_ONLY:
        one = int(s.fx_unit[side, card, slot])
        return unit == one if one != NONE else is_of(s, of, unit)
    if word == FX_GROUND_MAX:
        wrong = of == OF_BRIGADE and not is_of(s, of, unit)
        return not wrong and active_ground(g, s) < s.fx_n[side, card, slot]
    return True


@rule
def fits_event(g: Game, s: Tables, unit: int) -> bool:
    """Whether the event of the offensive allows the unit; an operation allows all (E-578)."""
    if not g.as_ec or g.op_card == NONE:
        return True
    for slot in range(MAX_CARD_EFFECTS):
        if not fits_limit(g, s, int(g.op_side), int(g.op_card), slot, unit):
            return False
    return True


@rule
def is_extra(g: Game, s: Tables, unit: int) -> bool:
    """A unit the event activates beyond the number."""
    slot = op_effect(g, s, FX_FREE_UNITS)
    return slot != NONE and is_of(s, int(s.fx_of[int(g.op_side), int(g.op_card), slot]), unit)


@rule
def is_due(g: Game, s: Tables, unit: int) -> bool:
    """One of those of which the event wants one."""
    slot = op_effect(g, s, FX_MUST_ACTIVATE)
    return slot != NONE and is_of(s, int(s.fx_of[int(g.op_side), int(g.op_card), slot]), unit)


@rule
def any_due_active(g: Game, s: Tables) -> bool:
    """Whether such a unit is active."""
    for unit in range(s.units):
        if is_active_of(g, s, unit, int(g.op_side)) and is_due(g, s, unit):
            return True
    return False


# --- rivalry -----------------------------------------------------------------------------------
@rule
def has_exception(g: Game, s: Tables, side: int) -> bool:
    """The event lets rivals of the US act together under the HQ it names (R14.1-c)."""
    slot = op_effect(g, s, FX_RIVALRY_EXCEPTION)
    if slot == NONE or side != AL or g.op_side != AL:
        return False
    return bool(g.op_hq == s.fx_unit[AL, int(g.op_card), slot])


@rule
def is_too_many(g: Game, s: Tables, unit: int) -> bool:
    """With it there would be US Army units and more of the Navy than one ship without aircraft."""
    army, ships, others = 0, 0, 0
    for one in range(s.units):
        if s.nat[one] == NAT_US and (one == unit or is_active_of(g, s, one, AL)):
            army += s.service[one] == ARMY
            ship = s.kind[one] == NAVAL and not s.is_carrier[one]
            ships += ship and s.service[one] == NAVY
            others += s.service[one] == NAVY and not ship
    return army > 0 and (others > 0 or ships > 1)
