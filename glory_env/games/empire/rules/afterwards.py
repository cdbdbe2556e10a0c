"""After the battles: control, lost HQs and the moves of activated units (6.5, 6.14, 9.6)."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PLACE, UNIT
from glory_env.games.empire.codes import MOVE_AFTER_PLACE, MOVE_AFTER_UNIT, TAKEN
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.aircraft import air_ends, air_range, reaches_box
from glory_env.games.empire.rules.bitmaps import clear, count, holds, neighbours, put
from glory_env.games.empire.rules.board import (
    controls,
    own_word,
    set_control,
)
from glory_env.games.empire.rules.china_box import china_supplied, fly_to
from glory_env.games.empire.rules.frames import ask, pop, top
from glory_env.games.empire.rules.headquarters import in_command
from glory_env.games.empire.rules.hq_moves import withdraw
from glory_env.games.empire.rules.losses import eliminate
from glory_env.games.empire.rules.mutual import supplied_at
from glory_env.games.empire.rules.participants import battle_at
from glory_env.games.empire.rules.ships import (
    enemy_word,
    naval_allowance,
    offer_ends,
    open_sea,
    port_ends,
    sail_freely,
)
from glory_env.games.empire.rules.supply import (
    BACK,
    BARRED,
    ENDS,
    FRONT,
    LATE,
    LATER,
    LINKS,
    REACHED,
    WITHIN,
    scratch,
)
from glory_env.games.empire.rules.zones import is_live, live_zones
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    CHINA_BOX,
    COLUMNS,
    FOUGHT,
    GROUND,
    HQ,
    LANDED,
    LOW,
    MAP,
    MARKED,
    NAVAL,
    NO_DECISION,
    NONE,
    TRANSFERRED,
)


# --- control and headquarters ------------------------------------------------------------------
@rule
def pass_control(g: Game, s: Tables) -> None:
    """Hexes won in battle, and those of landings without one (R6.5-c, R6.5-d, R9.4-t).

    R1.3-ch, R1.3-cj.
    """
    op = int(g.op_side)
    for k in range(int(g.battles)):
        if g.battle_flags[k] & TAKEN:
            set_control(g, s, int(g.battle_hex[k]), op)
    for unit in range(s.units):
        landed = s.unit_side[unit] == op and g.unit_flags[unit] & LANDED != 0
        stays = g.place[unit] == MAP and g.unit_flags[unit] & MARKED == 0
        if landed and stays and battle_at(g, int(g.hex[unit])) == NONE:
            set_control(g, s, int(g.hex[unit]), op)


@rule
def remove_hqs(g: Game, s: Tables) -> None:
    """HQs in hexes of the enemy come back next turn; those with a dot never (R6.14-b, E-017).

    R6.14-a.
    """
    for unit in range(s.units):
        if s.kind[unit] != HQ or g.place[unit] != MAP:
            continue
        if controls(g, s, int(g.hex[unit]), int(s.unit_side[unit])):
            continue
        withdraw(g, s, unit)


# --- who moves, and where to -------------------------------------------------------------------
@rule
def moves_after(g: Game, s: Tables, unit: int, side: int) -> bool:
    """Active ships and aircraft without a strategic move, and a beaten landing (R9.6-a, R9.6-c).

    R9.62-a, R8.33-g.
    """
    here = g.place[unit] in (MAP, CHINA_BOX) and s.unit_side[unit] == side
    if not here or g.unit_flags[unit] & ACTIVE == 0:
        return False
    if s.kind[unit] == GROUND:
        return side == g.op_side and g.unit_flags[unit] & (LANDED | MARKED) == LANDED | MARKED
    return s.kind[unit] in (NAVAL, AIR) and g.unit_flags[unit] & TRANSFERRED == 0


@rule
def return_by_sea(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: where a beaten landing may go (R8.45-q, R9.5-b, R9.62-b, R9.62-c).

    Own ports and coasts, past no hex with enemies or a live zone; out of such a zone it may go
    through hexes of it until it has left it.
    """
    side, start = int(s.unit_side[unit]), int(g.hex[unit])
    for c in range(COLUMNS):
        w[BARRED, c] = enemy_word(g, s, side, c)
    w[BARRED, int(s.column[start])] &= ~(1 << int(s.row[start]))
    open_sea(g, s, w, side)
    live_zones(g, w, side, WITHIN)
    for row in (FRONT, BACK, LATE, LATER, REACHED):
        clear(w, row)
    put(s, w, FRONT if is_live(g, s, side, start) else LATE, start)
    put(s, w, REACHED, start)
    here, there, free, freed = FRONT, BACK, LATE, LATER
    for _ in range(naval_allowance(g, s)):
        for c in range(COLUMNS):
            stuck = neighbours(w, here, LINKS, c) & LOW
            out = (stuck | (neighbours(w, free, LINKS, c) & LOW)) & ~w[WITHIN, c]
            w[there, c] = stuck & w[WITHIN, c] & ~w[REACHED, c]
            w[freed, c] = out & ~w[REACHED, c]
        for c in range(COLUMNS):
            w[REACHED, c] |= w[there, c] | w[freed, c]
        here, there = there, here
        free, freed = freed, free
    for c in range(COLUMNS):
        ends = own_word(g, s, side, c) & (s.port_bits[c] | s.coast_bits[c])
        w[ENDS, c] = w[REACHED, c] & ends & ~enemy_word(g, s, side, c)


@rule
def return_by_barge(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: the hex a beaten unit came from, `entry` leads there (R8.47-d, R9.5-b)."""
    clear(w, ENDS)
    origin = int(s.near[g.hex[unit], g.entry[unit]])
    side, c = int(s.unit_side[unit]), int(s.column[origin])
    if controls(g, s, origin, side) and (enemy_word(g, s, side, c) >> int(s.row[origin])) & 1 == 0:
        put(s, w, ENDS, origin)


@rule
def ends_after(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Into ENDS: where an activated unit may end its move after the battles (R9.61-a, R9.62-d).

    A unit that fought does not use a bracketed range (R9.62-e, E-059).
    """
    side = int(s.unit_side[unit])
    if s.kind[unit] == AIR:
        fought = s.bracketed[unit] != 0 and g.unit_flags[unit] & FOUGHT != 0
        air_ends(g, s, w, unit, int(g.ov), 0 if fought else 1)
    elif s.kind[unit] == NAVAL:
        sail_freely(g, s, w, side, int(g.hex[unit]), naval_allowance(g, s))
        port_ends(g, s, w, side)
    elif g.entry[unit] != NONE:
        return_by_barge(g, s, w, unit)
    else:
        return_by_sea(g, s, w, unit)
    if side != g.op_side:
        keep_supplied(g, s, w, unit)


@rule
def ends_alike(g: Game, s: Tables, unit: int, other: int) -> bool:
    """Whether `ends_after` of one unit holds for the other: ships of one hex and the same HQs."""
    ships = other != NONE and s.kind[unit] == NAVAL and s.kind[other] == NAVAL
    return ships and g.hex[unit] == g.hex[other] and s.served_by[unit] == s.served_by[other]


@rule
def keep_supplied(g: Game, s: Tables, w: np.ndarray, unit: int) -> None:
    """Of ENDS those in supply and in the range of an own HQ, if any are (R9.61-b, E-058).

    R8.21-n.
    """
    clear(w, WITHIN)
    found, side = False, int(s.unit_side[unit])
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or not holds(s, w, ENDS, hex_):
            continue
        if supplied_at(g, s, unit, hex_) and under_hq(g, s, side, hex_):
            put(s, w, WITHIN, hex_)
            found = True
    if found:
        for c in range(COLUMNS):
            w[ENDS, c] = w[WITHIN, c]


@rule
def may_stay(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """After `ends_after`: whether the unit may end where it is, in the China box too."""
    return g.place[unit] == CHINA_BOX or holds(s, w, ENDS, int(g.hex[unit]))


@rule
def returns_to_china(g: Game, s: Tables, w: np.ndarray, unit: int) -> bool:
    """An air unit may fly into the China box, for the reaction player one in supply (R13.74-e).

    ENDS stays.
    """
    if s.kind[unit] != AIR:
        return False
    fought = s.bracketed[unit] != 0 and g.unit_flags[unit] & FOUGHT != 0
    far = air_range(s, unit, 0 if fought else 1)
    if not reaches_box(g, s, w, unit, int(g.ov), far, 0):
        return False
    return s.unit_side[unit] == g.op_side or china_supplied(g, s)


@rule
def under_hq(g: Game, s: Tables, side: int, hex_: int) -> bool:
    """Whether an own HQ on the map has the hex in its range, straight."""
    for k in range(int(s.hqs)):
        hq = int(s.hq_unit[k])
        if s.unit_side[hq] == side and g.place[hq] == MAP and in_command(g, s, hq, hex_):
            return True
    return False


# --- the frame ---------------------------------------------------------------------------------
@rule
def begin_moves(g: Game, s: Tables, side: int) -> None:
    """All units of a side that may move after the battles wait for it (R9.6-d, R9.6-e)."""
    for unit in range(s.units):
        g.elig[unit] = moves_after(g, s, unit, side)


@rule
def continue_move_after(g: Game, s: Tables, t: Trace) -> None:
    """Ask the side while units wait; at the end whoever stands where it may not is lost.

    R8.21-m, R9.61-b, R9.62-d, E-006.
    """
    side = int(g.frame_side[top(g)])
    if g.frame_step[top(g)] == 0:
        begin_moves(g, s, side)
        g.frame_step[top(g)] = 1
    w = scratch()
    choice, last = False, NONE
    for unit in range(s.units):
        if g.elig[unit]:
            if not ends_alike(g, s, unit, last):
                ends_after(g, s, w, unit)
            last = unit
            stays, ends = may_stay(g, s, w, unit), count(w, ENDS)
            if g.place[unit] == CHINA_BOX or returns_to_china(g, s, w, unit):
                ends += 1
            if not stays and ends == 0:
                eliminate(g, s, unit)
                g.elig[unit] = 0
                return
            elif stays and ends == 1:
                g.elig[unit] = 0
            else:
                choice = True
    if choice:
        ask(g, MOVE_AFTER_UNIT, side)
    else:
        pop(g)


@rule
def legal_move_after_unit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit that has somewhere to go; DONE when all that wait may stay (R9.6-f)."""
    w = scratch()
    last = NONE
    mask[DONE] = 1
    for unit in range(s.units):
        if g.elig[unit]:
            mask[UNIT + unit] = 1
            if not ends_alike(g, s, unit, last):
                ends_after(g, s, w, unit)
            last = unit
            if not may_stay(g, s, w, unit):
                mask[DONE] = 0


@rule
def apply_move_after_unit(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        for unit in range(s.units):
            g.elig[unit] = 0
    else:
        g.chosen_units[0] = action - UNIT
        ask(g, MOVE_AFTER_PLACE, int(g.actor))


@rule
def legal_move_after_place(g: Game, s: Tables, mask: Array[int]) -> None:
    """The end hexes of the unit, the one it stands in too where it may stay."""
    w = scratch()
    unit = int(g.chosen_units[0])
    ends_after(g, s, w, unit)
    offer_ends(s, w, mask)
    if g.place[unit] == CHINA_BOX or returns_to_china(g, s, w, unit):
        mask[PLACE + int(s.places) - 1] = 1


@rule
def apply_move_after_place(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    unit = int(g.chosen_units[0])
    fly_to(g, s, unit, int(s.place_hex[action - PLACE]))
    g.elig[unit] = 0
