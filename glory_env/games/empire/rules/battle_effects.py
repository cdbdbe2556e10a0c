"""What events change in battles: dice, strengths, criticals (5.31, 5.32; 9.2, 9.4).

The cards in use are looked at when a side fires: the event of the offensive player and the reaction
cards. Whether an effect holds may depend on the battle in work.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    MAX_CARD_EFFECTS,
    OF_BRIGADE,
    OF_COMMONWEALTH_SHIP,
    OF_IDLE_CARRIER_NEAR,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import card_number
from glory_env.games.empire.rules.subjects import is_of
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    ACTIVE,
    BRIGADE,
    COMMONWEALTH,
    CV,
    CVL,
    GROUND,
    MAP,
    NAVAL,
    NONE,
)


@rule
def helped(s: Tables, owner: int, card: int, slot: int) -> int:
    """The side whose units or dice an effect changes: the owner of the card if none is named."""
    side = int(s.fx_side[owner, card, slot])
    return owner if side == NONE else side


@rule
def owner_of(g: Game, index: int) -> int:
    """The side of the card with this index among those in use."""
    return int(g.op_side) if index == 0 else 1 - int(g.op_side)


@rule
def helps(s: Tables, owner: int, card: int, slot: int, word: int, side: int) -> bool:
    """Whether an effect of a card, if there is one, has this word and helps the side."""
    if card == NONE or s.fx[owner, card, slot] != word:
        return False
    return helped(s, owner, card, slot) == side


@rule
def commonwealth_ship_fights(g: Game, s: Tables) -> bool:
    """A ship of the Commonwealth takes part in the battle."""
    for unit in range(s.units):
        if g.fights[unit] and s.kind[unit] == NAVAL and s.nat[unit] in COMMONWEALTH:
            return True
    return False


@rule
def idle_carrier_near(g: Game, s: Tables, side: int, far: int) -> bool:
    """A CV or CVL of the side within so many hexes of the battle is not active (E-568)."""
    for unit in range(s.units):
        idle = g.place[unit] == MAP and g.unit_flags[unit] & ACTIVE == 0
        fit = idle and s.unit_side[unit] == side and s.type[unit] in (CV, CVL)
        if fit and s.dist[g.hex[unit], g.battle_hex[g.battle]] <= far:
            return True
    return False


@rule
def brigade_fights(g: Game, s: Tables, side: int) -> bool:
    """A brigade of the side takes part in the battle."""
    for unit in range(s.units):
        ours = g.fights[unit] and s.unit_side[unit] == side and s.kind[unit] == GROUND
        if ours and s.unit_size[unit] == BRIGADE:
            return True
    return False


@rule
def holds_here(g: Game, s: Tables, owner: int, card: int, slot: int) -> bool:
    """Whether an effect of battles holds in the battle in work."""
    of = int(s.fx_of[owner, card, slot])
    if not lies_in(s, int(s.fx_where[owner, card, slot]), int(g.battle_hex[g.battle])):
        return False
    if of == OF_COMMONWEALTH_SHIP:
        return commonwealth_ship_fights(g, s)
    if of == OF_IDLE_CARRIER_NEAR:
        far = int(s.fx_m[owner, card, slot])
        return idle_carrier_near(g, s, helped(s, owner, card, slot), far)
    if of == OF_BRIGADE:
        return brigade_fights(g, s, helped(s, owner, card, slot))
    return True


@rule
def card_sum(g: Game, s: Tables, word: int, side: int) -> int:
    """The numbers of all effects in force with this word that help a side, together."""
    total = 0
    for index in range(1 + int(g.cards_played)):
        owner, card = owner_of(g, index), card_number(g, index)
        for slot in range(MAX_CARD_EFFECTS):
            if helps(s, owner, card, slot, word, side) and holds_here(g, s, owner, card, slot):
                total += int(s.fx_n[owner, card, slot])
    return total


@rule
def card_sum_for(g: Game, s: Tables, word: int, unit: int) -> int:
    """The numbers of all effects in force with this word that touch a unit, together."""
    total, side = 0, int(s.unit_side[unit])
    for index in range(1 + int(g.cards_played)):
        owner, card = owner_of(g, index), card_number(g, index)
        for slot in range(MAX_CARD_EFFECTS):
            if helps(s, owner, card, slot, word, side) and is_of(
                s, int(s.fx_of[owner, card, slot]), unit
            ):
                total += int(s.fx_n[owner, card, slot])
    return total


@rule
def card_has(g: Game, s: Tables, word: int, side: int) -> bool:
    """Whether an effect with this word is in force for a side in the battle in work."""
    for index in range(1 + int(g.cards_played)):
        owner, card = owner_of(g, index), card_number(g, index)
        for slot in range(MAX_CARD_EFFECTS):
            if helps(s, owner, card, slot, word, side) and holds_here(g, s, owner, card, slot):
                return True
    return False
