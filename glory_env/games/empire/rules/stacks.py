"""Stacks on the move in S2: what is in them, and where they may end together (7.23, 8.4)."""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.events import FX_ARMY_LANDS
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import battle_allowed
from glory_env.games.empire.rules.bitmaps import clear
from glory_env.games.empire.rules.board import own_word
from glory_env.games.empire.rules.card_effects import op_effect
from glory_env.games.empire.rules.landing import asp_cost, landing, may_carry, may_embark
from glory_env.games.empire.rules.ships import naval_allowance
from glory_env.games.empire.rules.strategic import air_transport, ground_transport, naval_move
from glory_env.games.empire.rules.supply import BATTLES, ENDS
from glory_env.games.empire.rules.zones import is_flyer, lay_zones
from glory_env.games.empire.state import (
    AIR,
    CARGO,
    COLUMNS,
    GROUND,
    JP,
    LIFT,
    MARINE,
    NAVAL,
    NONE,
    STRATEGIC,
)


# --- what is in it -------------------------------------------------------------------------
@rule
def stack_of(g: Game, s: Tables, kind: int) -> int:
    """How many units of a kind are in the stack."""
    found = 0
    for k in range(int(g.chosen_count)):
        found += s.kind[g.chosen_units[k]] == kind
    return found


@rule
def carriers_in(g: Game, s: Tables) -> int:
    """How many carriers are in the stack."""
    found = 0
    for k in range(int(g.chosen_count)):
        found += s.is_carrier[g.chosen_units[k]] != 0
    return found


# --- ASP -----------------------------------------------------------------------------------
@rule
def asp_left(g: Game, side: int) -> int:
    """ASP a side may still use this turn (R8.45-h, R14.2-b, E-534)."""
    total = int(g.asp[side])
    if side == JP and g.rivalry[JP]:
        total = (total + 1) // 2
    return max(total + int(g.asp_temp[side]) - int(g.asp_used[side]), 0)


@rule
def asp_of_stack(g: Game, s: Tables) -> int:
    """ASP that the landing of all ground units of the stack takes."""
    total = 0
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.kind[unit] == GROUND:
            total += asp_cost(g, s, unit)
    return total


@rule
def may_organic(g: Game, s: Tables) -> bool:
    """Brigades only, and a ship for each of them (R8.46-a, R8.46-b, R8.46-d)."""
    lifts, cargo = 0, 0
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.kind[unit] == GROUND:
            if s.organic[unit] != CARGO:
                return False
            cargo += 1
        else:
            lifts += s.organic[unit] == LIFT
    return 0 < cargo <= lifts


@rule
def load_organic(g: Game, s: Tables) -> None:
    """Each brigade of the stack goes aboard a ship of its own (R8.46-b)."""
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.kind[unit] != GROUND:
            continue
        for j in range(int(g.chosen_count)):
            ship = int(g.chosen_units[j])
            if may_carry(g, s, ship, unit) and not is_loaded(g, s, ship):
                g.carrier[unit] = ship
                break


@rule
def is_loaded(g: Game, s: Tables, ship: int) -> bool:
    """Whether a ship carries a brigade already."""
    for unit in range(s.units):
        if g.carrier[unit] == ship:
            return True
    return False


# --- where it may end ----------------------------------------------------------------------
@rule
def stack_landing(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Into ENDS: where all ground units of the stack may land (8.45, E-061); False if none may.

    Ships go with them to enemy hexes and own ports (R8.21-j).
    """
    clear(w, BATTLES)
    ships, carriers, marines, first = stack_of(g, s, NAVAL), carriers_in(g, s), 0, True
    army_lands = op_effect(g, s, FX_ARMY_LANDS) != NONE  # without Marines
    for k in range(int(g.chosen_count)):
        marines += s.type[g.chosen_units[k]] == MARINE
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.kind[unit] != GROUND:
            continue
        if not may_embark(g, s, unit):
            clear(w, BATTLES)
            break
        far, battle = naval_allowance(g, s), battle_allowed(g, s)
        landing(g, s, w, unit, far, ships, carriers, battle, int(marines > 0 or army_lands))
        for c in range(COLUMNS):
            w[BATTLES, c] = w[ENDS, c] if first else w[BATTLES, c] & w[ENDS, c]
        first = False
    found = 0
    for c in range(COLUMNS):
        own = own_word(g, s, int(g.op_side), c)
        w[ENDS, c] = w[BATTLES, c] & ~(own & ~s.port_bits[c]) if ships else w[BATTLES, c]
        found |= w[ENDS, c]
    return found != 0


@rule
def stack_strategic(g: Game, s: Tables, w: np.ndarray) -> bool:
    """Into ENDS: where all units of the stack, of one kind, may go by a strategic move.

    Meanwhile its carriers and aircraft have no zone (R8.23-c, R8.33-f); what this means for the
    supply of others is judged when the move has ended (NX-02).
    """
    set_strategic(g, s, True)
    clear(w, BATTLES)
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if s.kind[unit] == NAVAL:
            naval_move(g, s, w, unit, 2 * naval_allowance(g, s))
        elif s.kind[unit] == AIR:
            air_transport(g, s, w, unit, 2 * int(g.ov))
        else:
            ground_transport(g, s, w, unit, naval_allowance(g, s))
        for c in range(COLUMNS):
            w[BATTLES, c] = w[ENDS, c] if k == 0 else w[BATTLES, c] & w[ENDS, c]
    set_strategic(g, s, False)
    found = 0
    for c in range(COLUMNS):
        w[ENDS, c] = w[BATTLES, c]
        found |= w[ENDS, c]
    return found != 0


@rule
def set_strategic(g: Game, s: Tables, moving: bool) -> None:
    """Begin or end the strategic move of the stack's carriers and aircraft, and their zones."""
    for k in range(int(g.chosen_count)):
        unit = int(g.chosen_units[k])
        if is_flyer(s, unit):
            if moving:
                g.unit_flags[unit] |= STRATEGIC
            else:
                g.unit_flags[unit] &= ~STRATEGIC
    lay_zones(g, s, int(g.op_side))
