"""Clauses of events that the moves have to meet, and the event that is taken back (5.31 D, NX-03).

Whether they can be met is not known before the moves are made. An event is offered while it is not
plainly out of reach; if its clause is not met when the moves are done, it is taken back.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import TAKE_BACK
from glory_env.games.empire.codes import OPEN_BATTLE, TAKE_BACK_EVENT
from glory_env.games.empire.events import (
    FX_ALL_BATTLES,
    FX_LANDING_NEAR,
    FX_ONE_BATTLE,
    MAX_CARD_EFFECTS,
    OF_GROUND,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import enemies_in
from glory_env.games.empire.rules.board import GROUND_BIT, any_in
from glory_env.games.empire.rules.event_limits import fits_limit, is_active_of, may_lead_card
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.headquarters import commands, in_command
from glory_env.games.empire.rules.where import lies_in
from glory_env.games.empire.state import (
    AIR,
    CHINA_BOX,
    GROUND,
    HQ,
    LANDED,
    MAP,
    NAVAL,
    NO_DECISION,
    NO_LANDING,
    NONE,
)

CARRIER_REACH = 3  # the farthest a carrier fights from


# --- met? --------------------------------------------------------------------------------------
@rule
def all_battles_in(g: Game, s: Tables, where: int) -> bool:
    """Whether every battle hex lies in such a hex."""
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE and not lies_in(s, where, int(g.battle_hex[k])):
            return False
    return True


@rule
def any_battle_in(g: Game, s: Tables, where: int, of: int) -> bool:
    """Whether a battle hex lies in such a hex; of ground: one where ground units may fight."""
    for k in range(int(g.battles)):
        hex_ = int(g.battle_hex[k])
        fit = of != OF_GROUND or any_in(g, s, hex_, int(g.op_side), GROUND_BIT)
        if fit and g.battle_state[k] == OPEN_BATTLE and lies_in(s, where, hex_):
            return True
    return False


@rule
def any_landing_near(g: Game, s: Tables, hex_: int, far: int) -> bool:
    """Whether an active ground unit has landed within so many hexes."""
    for unit in range(s.units):
        landed = g.unit_flags[unit] & LANDED != 0 and g.place[unit] == MAP
        if landed and is_active_of(g, s, unit, int(g.op_side)) and s.dist[g.hex[unit], hex_] <= far:
            return True
    return False


@rule
def look_at_clause(g: Game, s: Tables, side: int, card: int, slot: int) -> None:
    """An event whose clause is not met is taken back (R5.31-c, R5.31-g, DK-30)."""
    word, where = int(s.fx[side, card, slot]), int(s.fx_where[side, card, slot])
    if word == FX_ALL_BATTLES:
        met = all_battles_in(g, s, where)
    elif word == FX_ONE_BATTLE:
        met = any_battle_in(g, s, where, int(s.fx_of[side, card, slot]))
    else:
        hex_, far = int(s.fx_hex[side, card, slot]), int(s.fx_n[side, card, slot])
        met = any_landing_near(g, s, hex_, far)
    if not met:
        ask(g, TAKE_BACK_EVENT, side)


@rule
def legal_take_back(g: Game, s: Tables, mask: Array[int]) -> None:
    """The clause of the event is not met: there is nothing else to do (GD-11)."""
    mask[TAKE_BACK] = 1


@rule
def apply_take_back(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The offensive sees it when it goes on."""
    g.decision = NO_DECISION
    g.taken_back = 1


# --- out of reach? -----------------------------------------------------------------------------
@rule
def reach_of(s: Tables, unit: int, ov: int) -> int:
    """Hexes from a unit, straight, beyond which it can certainly not fight."""
    if s.kind[unit] == AIR:
        return (ov + 1) * max(int(s.range[unit]), int(s.extended[unit]))
    sails = int(s.naval_move) * ov
    if s.kind[unit] == NAVAL:
        return sails + CARRIER_REACH
    return sails if s.landing[unit] != NO_LANDING else int(s.ground_move) * ov


@rule
def is_near(g: Game, s: Tables, unit: int, hex_: int, far: int) -> bool:
    """Whether a unit is so near to a hex; from the China box nothing is too far."""
    return g.place[unit] == CHINA_BOX or (g.place[unit] == MAP and s.dist[g.hex[unit], hex_] <= far)


@rule
def may_come(g: Game, s: Tables, side: int, card: int, unit: int) -> bool:
    """A unit of the side that some HQ of the event is not plainly unable to activate."""
    if s.unit_side[unit] != side or s.kind[unit] == HQ:
        return False
    for slot in range(MAX_CARD_EFFECTS):
        if not fits_limit(g, s, side, card, slot, unit):
            return False
    for hq in range(s.units):
        leads = may_lead_card(g, s, side, card, hq) and commands(s, hq, unit)
        if leads and (g.place[unit] == CHINA_BOX or in_command(g, s, hq, int(g.hex[unit]))):
            return True
    return False


@rule
def any_within(g: Game, s: Tables, side: int, card: int, hex_: int, of: int) -> bool:
    """Whether some unit is not plainly too far from a hex."""
    ov = int(s.card_ov[side, card])
    for unit in range(s.units):
        fit = of != OF_GROUND or s.kind[unit] == GROUND
        near = fit and is_near(g, s, unit, hex_, reach_of(s, unit, ov))
        if near and may_come(g, s, side, card, unit):
            return True
    return False


@rule
def any_lands_near(g: Game, s: Tables, side: int, card: int, slot: int) -> bool:
    """Whether a ground unit able to land is not plainly too far from the coasts of a clause."""
    hex_, near = int(s.fx_hex[side, card, slot]), int(s.fx_n[side, card, slot])
    far = int(s.naval_move) * int(s.card_ov[side, card]) + near
    for unit in range(s.units):
        lands = s.landing[unit] != NO_LANDING and is_near(g, s, unit, hex_, far)
        if lands and may_come(g, s, side, card, unit):
            return True
    return False


@rule
def any_enemy_near(g: Game, s: Tables, side: int, card: int, slot: int) -> bool:
    """Whether enemies stand in a hex of a clause and some unit is not plainly too far from it."""
    where, of = int(s.fx_where[side, card, slot]), int(s.fx_of[side, card, slot])
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        fit = hex_ != NONE and lies_in(s, where, hex_) and enemies_in(g, s, hex_, side)
        if fit and any_within(g, s, side, card, hex_, of):
            return True
    return False


@rule
def may_meet_clauses(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether the clauses of an event are not plainly out of reach (R5.31-c, E-043, NX-03)."""
    for slot in range(MAX_CARD_EFFECTS):
        word = int(s.fx[side, card, slot])
        if word == FX_ONE_BATTLE and not any_enemy_near(g, s, side, card, slot):
            return False
        if word == FX_LANDING_NEAR and not any_lands_near(g, s, side, card, slot):
            return False
    return True
