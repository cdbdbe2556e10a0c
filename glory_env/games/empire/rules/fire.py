"""One fire: strengths, die, modifiers, tables, and the order of taking hits off (9.2, 9.4).

The frame FIRE carries whether it is ground combat and which sides fire, as bits. Both sides of one
frame fire at the same time: both dice are rolled, the offensive player marks all his hits, then the
reaction player, and all steps go together (E-078).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import (
    AN_DIE,
    ATTACK,
    CRITICAL_ON_NINE,
    DEFENDED,
    ESCORT_ROLE,
    GC_DIE,
    INSIDE,
    SILENT,
    TSUJI,
)
from glory_env.games.empire.events import (
    FX_AN_DIE,
    FX_ATTACK,
    FX_CRITICAL_ON_NINE,
    FX_GC_ATTACK,
    FX_GC_DIE,
    FX_TSUJI,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_effects import card_has, card_sum, card_sum_for
from glory_env.games.empire.rules.carrier_shift import ask_shift
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.effects import has_effect, sum_for, sum_of
from glory_env.games.empire.rules.frames import go_to, pop, top
from glory_env.games.empire.rules.hits import ask_hits, take_off
from glory_env.games.empire.rules.participants import air_naval, flyers
from glory_env.games.empire.rules.zones import is_flyer
from glory_env.games.empire.state import (
    AL,
    AMBUSH,
    ARMOUR,
    GROUND,
    JP,
    LANDED,
    NAT_US,
    NAVAL,
    ROLL_AN_FIRE,
    ROLL_GC_FIRE,
    SURPRISE,
)
from glory_env.games.empire.trace import T_FIRE, T_HITS

NATURAL_NINE = 9
ROLLING, MARKING, SHIFTING, TAKING_OFF = range(4)


# --- strength --------------------------------------------------------------------------------
@rule
def attack_of(g: Game, s: Tables, unit: int) -> int:
    """Attack strength of a unit in the combat of its kind (R9.2-c, R9.2-d, R9.12-b, E-046).

    Events change it before it is halved, never below 0.
    """
    if g.fights[unit] == ESCORT_ROLE:
        return 0
    value = int(s.attack[unit, 2 - int(g.steps[unit])]) + sum_for(g, s, ATTACK, unit)
    word = FX_GC_ATTACK if s.kind[unit] == GROUND else FX_ATTACK
    value = max(value + card_sum_for(g, s, word, unit), 0)
    return (value + 1) // 2 if g.halved[unit] else value


@rule
def strength_of(g: Game, s: Tables, side: int, ground: int) -> int:
    """All attack strengths of a side in the combat (R9.2-a, R9.2-b, R9.3-a, R9.4-b)."""
    total = 0
    for unit in range(s.units):
        ours = g.fights[unit] and s.unit_side[unit] == side
        if ours and (s.kind[unit] == GROUND) == (ground != 0):
            total += attack_of(g, s, unit)
    if ground and side == JP and g.garrisons:
        kind = s.garrison[g.battle_hex[g.battle]]
        total += int(g.garrisons) * int(s.garrison_attack[kind])
    return total


# --- die modifiers -----------------------------------------------------------------------------
@rule
def air_naval_modifier(g: Game, s: Tables, side: int) -> int:
    """What is added to a side's die in air-naval combat (T-AN-DRM, R9.2-i, E-047)."""
    total = sum_of(g, AN_DIE, side) + card_sum(g, s, FX_AN_DIE, side)
    if side == AL and g.condition == AMBUSH:
        total += int(s.ambush_drm)
    if side == g.op_side and g.condition == SURPRISE:
        total += int(s.surprise_drm)
    if side == AL:
        for unit in range(s.units):
            if g.fights[unit] and s.nat[unit] == NAT_US and is_flyer(s, unit):
                return total + int(s.us_air_drm[g.turn])
    return total


@rule
def ground_modifier(g: Game, s: Tables, side: int) -> int:
    """What is added to a side's die in ground combat (T-GC-DRM, R9.4-d, R9.4-f, R9.4-g, E-055).

    One event replaces all of it; the forts of one-hex islands help Japan in attack and defence
    (R17.43-a, E-565).
    """
    op, hex_ = int(g.op_side), int(g.battle_hex[g.battle])
    if side == JP and has_effect(g, TSUJI, JP):
        return sum_of(g, TSUJI, JP)
    if card_has(g, s, FX_TSUJI, side):
        return card_sum(g, s, FX_TSUJI, side)
    total = sum_of(g, GC_DIE, side) + card_sum(g, s, FX_GC_DIE, side)
    if side == JP and s.islet[hex_]:
        total += int(g.doctrine)
    if side == op:
        if ships_inside(g, s, op) and not ships_inside(g, s, 1 - op):
            total += int(s.support_drm[0])
        if flyers(g, s, op) and not flyers(g, s, 1 - op):
            total += int(s.support_drm[1])
        total += int(s.drm[s.terrain[hex_]])
    elif g.battle_flags[g.battle] & DEFENDED and landed_units(g, s, op):
        total += int(s.landing_drm)
    if side == AL:
        for unit in range(s.units):
            if g.fights[unit] and s.type[unit] == ARMOUR:
                total += int(s.armour_drm)
    return total


@rule
def ships_inside(g: Game, s: Tables, side: int) -> int:
    """Naval units of a side in the battle hex."""
    found = 0
    for unit in range(s.units):
        if g.fights[unit] == INSIDE and s.unit_side[unit] == side and s.kind[unit] == NAVAL:
            found += 1
    return found


@rule
def landed_units(g: Game, s: Tables, side: int) -> int:
    """Ground units of a side in the battle that came by amphibious assault."""
    found = 0
    for unit in range(s.units):
        ours = g.fights[unit] and s.unit_side[unit] == side and s.kind[unit] == GROUND
        if ours and g.unit_flags[unit] & LANDED:
            found += 1
    return found


# --- the roll ------------------------------------------------------------------------------------
@rule
def hits_of(s: Tables, strength: int, die: int, ground: int) -> int:
    """The table by the modified die, rounded up (T-AN, T-GC, R9.2-h, R9.2-l, R9.4-i)."""
    row = min(max(die, 0), s.an_factor.shape[0] - 1)
    if ground:
        return (strength * int(s.gc_factor[row]) + 1) // 2
    return (strength * int(s.an_factor[row]) + 3) // 4


@rule
def roll_fire(g: Game, s: Tables, t: Trace, side: int, ground: int) -> None:
    """A side rolls; without strength it does not (R9.2-p, E-048). Critical: R9.2-k, R9.4-h."""
    strength = strength_of(g, s, side, ground)
    g.strength[side] = strength
    g.match_limit[side] = flyers(g, s, side)
    if strength == 0 or has_effect(g, SILENT, side):
        return
    hex_ = int(g.battle_hex[g.battle])
    die = roll(g, t, ROLL_GC_FIRE if ground else ROLL_AN_FIRE, hex_, side)
    modifier = ground_modifier(g, s, side) if ground else air_naval_modifier(g, s, side)
    g.die[side] = die
    g.hits_left[side] = hits_of(s, strength, die + modifier, ground)
    if not ground:
        on_nine = has_effect(g, CRITICAL_ON_NINE, side)
        on_nine = on_nine or card_has(g, s, FX_CRITICAL_ON_NINE, side)
        g.critical[side] = die == NATURAL_NINE or (on_nine and die + modifier >= NATURAL_NINE)
    write(t, T_FIRE, hex_, 2 * ground + side, strength)
    write(t, T_HITS, die, modifier, int(g.hits_left[side]))


@rule
def aim(g: Game, s: Tables, side: int) -> None:
    """Air-naval hits go to ground units where the enemy has nothing else in battle (R9.2-am)."""
    g.at_ground[side] = air_naval(g, s, 1 - side) == 0


# --- the frame -----------------------------------------------------------------------------------
@rule
def continue_fire(g: Game, s: Tables, t: Trace) -> None:
    """Roll, mark hits, shift a step between carriers, take all off (R9.2-m to R9.2-o, R9.4-a)."""
    f, op = top(g), int(g.op_side)
    ground, sides = int(g.frame_1[f]), int(g.frame_2[f])
    step = g.frame_step[f]
    if step == ROLLING:
        for k in range(2):
            side = op if k == 0 else 1 - op
            g.hits_left[side] = 0
            g.critical[side] = 0
            if (sides >> side) & 1:
                roll_fire(g, s, t, side, ground)
        go_to(g, MARKING)
    elif step == MARKING:
        if not (ask_hits(g, s, op) or ask_hits(g, s, 1 - op)):
            go_to(g, SHIFTING)
    elif step == SHIFTING:
        go_to(g, TAKING_OFF)
        if not ground and (sides >> AL) & 1:
            ask_shift(g, s)
    else:
        take_off(g, s, t, ground)
        pop(g)
