"""Events that make an offensive: when they may be played, and their gifts to it (5.31)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.events import (
    FX_AIRBORNE,
    FX_ALL_BATTLES,
    FX_ASP_TEMP,
    FX_EXPRESS,
    FX_ISLAND_GROUP,
    FX_LANDING_NEAR,
    FX_NAVAL_HEXES,
    FX_ONE_BATTLE,
    FX_RAID,
    FX_TAKE_HEX,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.air_drops import offer_air_hex, take_islands
from glory_env.games.empire.rules.card_effects import op_number
from glory_env.games.empire.rules.coming_units import brings_leader
from glory_env.games.empire.rules.event_clauses import look_at_clause, may_meet_clauses
from glory_env.games.empire.rules.event_limits import may_lead_card
from glory_env.games.empire.rules.express import offer_express
from glory_env.games.empire.rules.needs import is_met
from glory_env.games.empire.rules.raids import raid
from glory_env.games.empire.state import NONE


@rule
def may_lead_event(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether a military card may be the event of an offensive (R5.31-c, R5.31-j, E-043)."""
    if s.card_lv[side, card] == NONE or not is_met(g, s, side, card):
        return False
    if not may_meet_clauses(g, s, side, card):
        return False
    for unit in range(s.units):
        if may_lead_card(g, s, side, card, unit):
            return True
    return brings_leader(g, s, side, card)


@rule
def set_naval_hexes(g: Game, s: Tables) -> None:
    """An event may say how far the ships of both sides move (R7.22-a)."""
    g.op_naval = op_number(g, s, FX_NAVAL_HEXES, 0)


@rule
def do_offensive_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect from `asp_temp` to `airborne`; some give ASP for the offensive (R10.31-c)."""
    word = int(s.fx[side, card, slot])
    if word == FX_ASP_TEMP:
        g.asp_temp[side] += s.fx_n[side, card, slot]
    elif word in (FX_TAKE_HEX, FX_AIRBORNE):
        offer_air_hex(g, s)
    elif word == FX_EXPRESS:
        offer_express(g, s)
    elif word == FX_RAID:
        raid(g, s, t, side, card, slot)
    elif word in (FX_ALL_BATTLES, FX_ONE_BATTLE, FX_LANDING_NEAR):
        look_at_clause(g, s, side, card, slot)
    elif word == FX_ISLAND_GROUP:
        take_islands(g, s, side)
