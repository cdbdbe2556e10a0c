"""Who fights in a battle, and from where (9.0, 9.1)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import (
    DEFENDED,
    DROPPED_BATTLE,
    ESCORT_ROLE,
    FROM_OUTSIDE,
    INSIDE,
    NO_ROLE,
    NO_SPECIAL,
    OPEN_BATTLE,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import CHINA_GARRISON, NO_GARRISON
from glory_env.games.empire.rules.board import GROUND_BIT, HQ_BIT, controls, in_bitmap, stands
from glory_env.games.empire.rules.zones import is_flyer
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    BOMBED,
    BRACKET_USED,
    BROKEN,
    FIRST_COVER,
    GROUND,
    HQ,
    JP,
    MAP,
    NAVAL,
    NO_TASK,
    NO_UNIT,
    NONE,
    REACTION,
    TRANSFERRED,
)


@rule
def battle_at(g: Game, hex_: int) -> int:
    """The number of the battle declared in a hex, or NONE."""
    for k in range(int(g.battles)):
        if g.battle_hex[k] == hex_ and g.battle_state[k] != DROPPED_BATTLE:
            return k
    return NONE


@rule
def is_defended(g: Game, s: Tables, hex_: int) -> bool:
    """The reaction player held a hex on the ground, or with an HQ, before it reacted (E-055)."""
    rp = 1 - int(g.op_side)
    if rp == JP and garrisons_in(g, s, hex_) > 0:
        return True
    for unit in range(s.units):
        if stands(g, s, unit, hex_, rp, GROUND_BIT | HQ_BIT) and not g.unit_flags[unit] & REACTION:
            return True
    return False


@rule
def declare_battle(g: Game, s: Tables, hex_: int) -> int:
    """Make a hex a battle hex; its number (R7.24-a).

    Noted is whether the reaction player had a ground unit, an HQ or a garrison there, before
    anybody reacts (E-055).
    """
    k = battle_at(g, hex_)
    if k != NONE:
        return k
    k = int(g.battles)
    g.battles += 1
    g.battle_hex[k] = hex_
    g.battle_state[k] = OPEN_BATTLE
    g.battle_an[k] = NONE
    g.battle_winner[k] = NONE
    g.battle_sr[k] = NO_SPECIAL
    g.battle_lost[0, k] = 0
    g.battle_lost[1, k] = 0
    g.battle_entries[k] = 0
    g.battle_flags[k] = DEFENDED if is_defended(g, s, hex_) else 0
    return k


@rule
def garrisons_in(g: Game, s: Tables, hex_: int) -> int:
    """Garrison units of a hex that Japan controls (R13.76-a, R13.76-c, R13.94-a, E-590).

    Hong Kong too (R13.76-d, R13.76-e).

    Chinese cities: one for each four divisions, rounded up, at least one; home islands: one, none
    once the hex has fallen (R13.94-b).
    """
    kind = s.garrison[hex_]
    if kind == NO_GARRISON or not controls(g, s, hex_, JP):
        return 0
    if kind == CHINA_GARRISON:
        return max(1, (int(g.divisions) + 3) // 4)
    return 0 if in_bitmap(s, g.fallen, hex_) else 1


@rule
def reach_in_battle(s: Tables, unit: int) -> int:
    """Hexes from which an air unit or carrier joins a battle (R1.3-bb, R1.3-bg, R9.2-e)."""
    if s.kind[unit] == AIR and not s.bracketed[unit]:
        return max(int(s.range[unit]), int(s.extended[unit]))
    return int(s.range[unit])


@rule
def joins(g: Game, s: Tables, unit: int, k: int) -> bool:
    """An active air unit or carrier in range that was given this battle (R9.11-a, R9.12-c).

    Who stands in another battle hex fights there alone (R9.1-a, R9.11-b); a B-29 that has bombed
    this turn fights in its own hex at most (R12.31-e).

    R8.31-h.
    """
    kept = g.unit_flags[unit] & (BRACKET_USED | BOMBED)
    if g.task[unit] != k or not is_flyer(s, unit) or kept:
        return False
    here = int(g.hex[unit])
    near = s.dist[here, int(g.battle_hex[k])] <= reach_in_battle(s, unit)
    return near and battle_at(g, here) == NONE


@rule
def escorts(g: Game, s: Tables, unit: int, k: int) -> bool:
    """An active ship in the hex of an own carrier that joins the battle from there (R9.12-b).

    Without a task of its own it goes with the first carrier of the hex that joins one.
    """
    side, task = int(s.unit_side[unit]), int(g.task[unit])
    if task not in (NO_TASK, k):
        return False
    for ship in range(s.units):
        here = g.place[ship] == MAP and g.hex[ship] == g.hex[unit] and s.unit_side[ship] == side
        battle = int(g.task[ship])
        if s.is_carrier[ship] and here and NO_TASK < battle < FIRST_COVER:
            fights = g.unit_flags[ship] & ACTIVE and joins(g, s, ship, battle)
            if fights and (battle == k or task == NO_TASK):
                return battle == k
    return False


@rule
def role_of(g: Game, s: Tables, unit: int, k: int) -> int:
    """What a unit does in battle k, by `codes.ROLES` (R9.0-b, R9.12-a, R9.13-a, R9.14-a).

    The offensive player's units fight if they are active, the reaction player's in the hex in any
    case (R7.24-i).

    R8.33-e, R6.0-b.
    """
    kind, flags = s.kind[unit], int(g.unit_flags[unit])
    if kind in (HQ, NO_UNIT) or g.place[unit] != MAP or flags & (TRANSFERRED | BROKEN):
        return NO_ROLE
    active = flags & ACTIVE != 0
    if g.hex[unit] == g.battle_hex[k]:
        return INSIDE if active or s.unit_side[unit] != g.op_side else NO_ROLE
    if not active or kind == GROUND:
        return NO_ROLE
    if joins(g, s, unit, k):
        return FROM_OUTSIDE
    if kind == NAVAL and not s.is_carrier[unit] and escorts(g, s, unit, k):
        return ESCORT_ROLE
    return NO_ROLE


@rule
def enlist(g: Game, s: Tables, k: int) -> None:
    """Note in the record who fights in battle k, and who at half strength (R9.2-d, R9.2-f).

    R1.3-be.
    """
    for unit in range(s.units):
        role = role_of(g, s, unit, k)
        g.fights[unit] = role
        g.pending[unit] = 0
        g.matched[unit] = 0
        far = int(s.dist[g.hex[unit], g.battle_hex[k]]) if role == FROM_OUTSIDE else 0
        g.halved[unit] = s.kind[unit] == AIR and far > s.range[unit]
    g.garrisons = 0
    if g.op_side != JP:
        g.garrisons = garrisons_in(g, s, int(g.battle_hex[k]))
    g.pending_garrisons = 0
    g.survivor = NONE


@rule
def air_naval(g: Game, s: Tables, side: int) -> int:
    """Air and naval units of a side in the battle."""
    found = 0
    for unit in range(s.units):
        if g.fights[unit] and s.unit_side[unit] == side and s.kind[unit] in (NAVAL, AIR):
            found += 1
    return found


@rule
def flyers(g: Game, s: Tables, side: int) -> int:
    """Air units and carriers of a side in the battle."""
    found = 0
    for unit in range(s.units):
        if g.fights[unit] and s.unit_side[unit] == side and is_flyer(s, unit):
            found += 1
    return found


@rule
def ground_units(g: Game, s: Tables, side: int) -> int:
    """Ground units of a side in the battle, garrisons too."""
    found = int(g.garrisons) if side == JP else 0
    for unit in range(s.units):
        if g.fights[unit] and s.unit_side[unit] == side and s.kind[unit] == GROUND:
            found += 1
    return found
