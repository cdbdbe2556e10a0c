"""Moves by events outside offensives: an evacuation, and ships that go where the oil is (DK-51).

The frame EVENT keeps in `frame_2` how far the effect in work has come.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import DONE, N_ACTIONS, NO, PLACE, UNIT
from glory_env.games.empire.codes import EVENT_PLACE, EVENT_UNIT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import holds, take_out
from glory_env.games.empire.rules.board import (
    HQ_BIT,
    NAVAL_BIT,
    any_in,
    controls,
    count_in,
    move_unit,
)
from glory_env.games.empire.rules.card_effects import (
    card_in_use,
    repeat_effect,
    side_in_use,
    slot_in_use,
)
from glory_env.games.empire.rules.frames import ask, top
from glory_env.games.empire.rules.ships import (
    enemy_word,
    offer_ends,
    open_sea,
    port_ends,
    sail,
    sail_freely,
)
from glory_env.games.empire.rules.stacking import room_for
from glory_env.games.empire.rules.supply import BARRED, ENDS, scratch
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    COLUMNS,
    GROUND,
    HQ,
    MAP,
    MAX_HEXES,
    NAVAL,
    NONE,
)
from glory_env.games.empire.switches import FUEL_SHORTAGE_PORTS

FRESH, FROM_CHOSEN, UNDER_WAY = range(3)  # of `frame_2`
EVACUATION_OV = 3  # operations value its allowance is that of
ONE_PORT = 1  # of the switch


@rule
def free_ports(g: Game, s: Tables, w: np.ndarray, side: int) -> None:
    """Into ENDS, of REACHED: own ports without enemies."""
    port_ends(g, s, w, side)
    for c in range(COLUMNS):
        w[ENDS, c] &= ~enemy_word(g, s, side, c)


# --- the evacuation ----------------------------------------------------------------------------
@rule
def may_be_evacuated(g: Game, s: Tables, unit: int, side: int, start: int) -> bool:
    """A ground unit that ships can carry, in the coast hex or next to it."""
    if g.place[unit] != MAP or s.unit_side[unit] != side or s.kind[unit] != GROUND:
        return False
    return s.strategic_move[unit] != 0 and s.dist[start, int(g.hex[unit])] <= 1


@rule
def ports_for(g: Game, s: Tables, w: np.ndarray, side: int, start: int) -> None:
    """Into ENDS: own ports a coast hex is evacuated to (R8.44-a, R8.44-b, E-592).

    From an own port ships go twice as far; enemies and zones on the way do not matter.
    """
    far = int(s.naval_move) * EVACUATION_OV
    if s.has_port[start] and controls(g, s, start, side):
        far *= 2
    sail_freely(g, s, w, side, start, far)
    free_ports(g, s, w, side)


@rule
def takes_one(g: Game, s: Tables, side: int, start: int, port: int) -> bool:
    """Whether some unit can go from the coast hex and its neighbours to the port."""
    for unit in range(s.units):
        fit = may_be_evacuated(g, s, unit, side, start) and g.hex[unit] != port
        if fit and room_for(g, s, unit, port):
            return True
    return False


@rule
def offer_ports(g: Game, s: Tables, side: int, start: int, mask: Array[int]) -> bool:
    """Offer the ports that take a unit from the coast hex; whether there is one."""
    w = scratch()
    found = False
    ports_for(g, s, w, side, start)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and holds(s, w, ENDS, hex_) and takes_one(g, s, side, start, hex_):
            mask[PLACE + place] = 1
            found = True
    return found


@rule
def offer_coasts(g: Game, s: Tables, side: int, mask: Array[int]) -> bool:
    """Offer the coast hexes of the side that can be evacuated; whether there is one."""
    found = False
    ports = np.zeros(N_ACTIONS, np.int8)
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not s.coast[hex_] or not controls(g, s, hex_, side):
            continue
        anyone = False
        for unit in range(s.units):
            anyone = anyone or may_be_evacuated(g, s, unit, side, hex_)
        if anyone and offer_ports(g, s, side, hex_, ports):
            mask[PLACE + place] = 1
            found = True
    return found


@rule
def evacuate(g: Game, s: Tables) -> None:
    """A coast hex, a port, then up to so many units (E-592): the next question, if any is left."""
    side, stage = side_in_use(g), int(g.frame_2[top(g)])
    if stage == FRESH:
        end_moves(g)
        mask = np.zeros(N_ACTIONS, np.int8)
        if offer_coasts(g, s, side, mask):
            ask(g, EVENT_PLACE, side)
    elif stage == FROM_CHOSEN:
        ask(g, EVENT_PLACE, side)
    elif g.chosen_number > 0 and takes_one(g, s, side, int(g.chosen_place), int(g.chosen_target)):
        ask(g, EVENT_UNIT, side)
    else:
        end_moves(g)


@rule
def end_moves(g: Game) -> None:
    """The effect is done."""
    g.frame_2[top(g)] = FRESH
    g.chosen_place = NONE
    g.chosen_target = NONE
    g.chosen_count = 0
    g.chosen_number = 0


@rule
def legal_evacuation_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """The coast hex, or nobody goes; then the port."""
    side = side_in_use(g)
    if g.frame_2[top(g)] == FRESH:
        offer_coasts(g, s, side, mask)
        mask[NO] = 1
    else:
        offer_ports(g, s, side, int(g.chosen_place), mask)


@rule
def apply_evacuation_place(g: Game, s: Tables, action: int) -> None:
    if action == NO:
        end_moves(g)
        return
    hex_ = int(s.place_hex[action - PLACE])
    if g.frame_2[top(g)] == FRESH:
        g.chosen_place = hex_
        g.chosen_number = s.fx_n[side_in_use(g), card_in_use(g), slot_in_use(g)]
        g.frame_2[top(g)] = FROM_CHOSEN
    else:
        g.chosen_target = hex_
        g.frame_2[top(g)] = UNDER_WAY
    repeat_effect(g)


@rule
def legal_evacuation_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A ground unit that goes, or no more."""
    side, start, port = side_in_use(g), int(g.chosen_place), int(g.chosen_target)
    mask[DONE] = 1
    for unit in range(s.units):
        fit = may_be_evacuated(g, s, unit, side, start) and g.hex[unit] != port
        if fit and room_for(g, s, unit, port):
            mask[UNIT + unit] = 1


@rule
def apply_evacuation_unit(g: Game, s: Tables, action: int) -> None:
    """It costs no ASP and activates nobody."""
    if action == DONE:
        g.chosen_number = 0
    else:
        move_unit(g, s, action - UNIT, int(g.chosen_target))
        g.chosen_number -= 1
    repeat_effect(g)


# --- fuel --------------------------------------------------------------------------------------
@rule
def has_moved(g: Game, unit: int) -> bool:
    """Whether the unit has moved by this event."""
    for k in range(int(g.chosen_count)):
        if g.chosen_units[k] == unit:
            return True
    return False


@rule
def may_redeploy(g: Game, s: Tables, unit: int) -> bool:
    """The HQ of the fleet, or one of so many ships, each once."""
    side, card, slot = side_in_use(g), card_in_use(g), slot_in_use(g)
    if g.place[unit] != MAP or s.unit_side[unit] != side or has_moved(g, unit):
        return False
    if s.kind[unit] == HQ:
        return unit in (int(s.fx_unit[side, card, slot]), int(s.fx_other[side, card, slot]))
    ships = 0
    for k in range(int(g.chosen_count)):
        ships += s.kind[int(g.chosen_units[k])] == NAVAL
    return s.kind[unit] == NAVAL and ships < s.fx_n[side, card, slot]


@rule
def near_fuel(s: Tables, hex_: int, far: int) -> bool:
    """Whether a resource hex is so near."""
    for other in range(MAX_HEXES):
        if s.resource[other] and s.dist[hex_, other] <= far:
            return True
    return False


@rule
def fuel_ports(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """Into ENDS: own ports near fuel with room, over sea free of live zones; whether there is one.

    All may go to different ports, by another reading they go to one (E-567).
    """
    side, start = int(s.unit_side[unit]), int(g.hex[unit])
    live_zones(g, w, side, BARRED)
    open_sea(g, s, w, side)
    sail(s, w, start, MAX_HEXES)
    free_ports(g, s, w, side)
    take_out(s, w, ENDS, start)
    far = int(s.fx_m[side_in_use(g), card_in_use(g), slot_in_use(g)])
    one = int(g.chosen_target) if g.switch[FUEL_SHORTAGE_PORTS] == ONE_PORT else NONE
    found = False
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not holds(s, w, ENDS, hex_):
            continue
        fit = near_fuel(s, hex_, far) and (one == NONE or hex_ == one)
        if s.kind[unit] == HQ:
            fit = fit and not any_in(g, s, hex_, side, HQ_BIT)
        else:
            fit = fit and count_in(g, s, hex_, side, NAVAL_BIT) < s.stack[0]
        if fit:
            found = True
        else:
            take_out(s, w, ENDS, hex_)
    return found


@rule
def offer_redeployed(g: Game, s: Tables, mask: Array[int]) -> bool:
    """Offer the units that have a port to go to; whether there is one."""
    w = scratch()
    found = False
    for unit in range(s.units):
        if may_redeploy(g, s, unit) and fuel_ports(g, s, w, unit):
            mask[UNIT + unit] = 1
            found = True
    return found


@rule
def redeploy(g: Game, s: Tables) -> None:
    """Unit by unit while one may go and the player goes on (E-567)."""
    if g.frame_2[top(g)] == FRESH:
        end_moves(g)
        g.frame_2[top(g)] = UNDER_WAY
    mask = np.zeros(N_ACTIONS, np.int8)
    if g.frame_2[top(g)] == UNDER_WAY and offer_redeployed(g, s, mask):
        ask(g, EVENT_UNIT, side_in_use(g))
    else:
        end_moves(g)


@rule
def legal_redeployed(g: Game, s: Tables, mask: Array[int]) -> None:
    """The next unit, or no more."""
    offer_redeployed(g, s, mask)
    mask[DONE] = 1


@rule
def apply_redeployed(g: Game, s: Tables, action: int) -> None:
    if action == DONE:
        end_moves(g)
        return
    g.chosen_units[g.chosen_count] = action - UNIT
    g.chosen_count += 1
    ask(g, EVENT_PLACE, side_in_use(g))


@rule
def legal_fuel_port(g: Game, s: Tables, mask: Array[int]) -> None:
    """Its port."""
    w = scratch()
    fuel_ports(g, s, w, int(g.chosen_units[g.chosen_count - 1]))
    offer_ends(s, w, mask)


@rule
def apply_fuel_port(g: Game, s: Tables, action: int) -> None:
    g.chosen_target = s.place_hex[action - PLACE]
    move_unit(g, s, int(g.chosen_units[g.chosen_count - 1]), int(g.chosen_target))
    repeat_effect(g)
