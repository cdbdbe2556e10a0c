"""Where hits may go, one step at a time (9.2 F, 9.4 B, P-13).

A step is marked first (`pending`) and taken off when the fire is over. `hits_left` are the hits of
a side that it has not used. All that is asked here is asked for the side that fires.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import GARRISON_STEP, UNIT
from glory_env.games.empire.codes import (
    DEFENCE,
    FROM_OUTSIDE,
    HALF_DEFENCE,
    HIT,
    SURVIVOR,
    WEAK_CRITICAL,
)
from glory_env.games.empire.events import FX_DEFENCE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_effects import card_sum_for
from glory_env.games.empire.rules.effects import has_effect, sum_for
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.losses import lose_steps
from glory_env.games.empire.state import (
    AIR,
    GROUND,
    JP,
    LANDED,
    NAVAL,
    NO_DECISION,
    NONE,
)
from glory_env.games.empire.trace import T_STEPS

CRITICAL_USED = 2  # of `critical`: the step a weak critical gives is marked


# --- targets ---------------------------------------------------------------------------------
@rule
def is_target(g: Game, s: Tables, side: int, unit: int) -> bool:
    """Whether the unit may take hits of this fire at all (R9.2-ab, R9.2-am, R9.4-j)."""
    if g.fights[unit] == 0 or s.unit_side[unit] == side:
        return False
    if g.at_ground[side]:
        return s.kind[unit] == GROUND
    return s.kind[unit] in (NAVAL, AIR)


@rule
def left(g: Game, unit: int) -> int:
    """Steps of a unit that are not marked yet."""
    return int(g.steps[unit]) - int(g.pending[unit])


@rule
def defence_of(g: Game, s: Tables, unit: int) -> int:
    """Hits that take the next step of a unit (R9.2-ad, R9.4-k, R9.4-n, R9.4-o, E-587).

    In ground combat the offensive player's landed units have half of it, rounded up.
    """
    side = int(s.unit_side[unit])
    value = int(s.defence[unit, 2 - left(g, unit)])
    if in_ground_combat(g):
        halved = side == g.op_side and g.unit_flags[unit] & LANDED != 0
        return (value + 1) // 2 if halved else value
    value += sum_for(g, s, DEFENCE, unit) + card_sum_for(g, s, FX_DEFENCE, unit)
    value = max(value, 0)
    return (value + 1) // 2 if has_effect(g, HALF_DEFENCE, side) else value


@rule
def in_ground_combat(g: Game) -> bool:
    """Whether the fire in work is one of ground combat."""
    return g.frame_1[int(g.depth) - 1] != 0


@rule
def any_full(g: Game, s: Tables, side: int) -> bool:
    """An enemy of the fire at full strength, be it out of reach (R9.2-ae, R9.2-ag, R9.4-l, E-049).

    One-sided units count as reduced.
    """
    for unit in range(s.units):
        if is_target(g, s, side, unit) and left(g, unit) == 2:
            return True
    return False


@rule
def may_match(g: Game, s: Tables, side: int) -> bool:
    """Another enemy flyer outside may be chosen: one for each own one (R9.2-ai, R9.2-al, E-050)."""
    chosen = 0
    for unit in range(s.units):
        if g.matched[unit] and s.unit_side[unit] != side:
            chosen += 1
    return chosen < g.match_limit[side]


@rule
def ground_steps(g: Game, s: Tables, side: int) -> int:
    """Unmarked steps of the enemy's ground units in the battle, without garrisons."""
    found = 0
    for unit in range(s.units):
        if g.fights[unit] and s.unit_side[unit] != side and s.kind[unit] == GROUND:
            found += left(g, unit)
    return found


@rule
def keeps_last(g: Game, s: Tables, side: int, unit: int) -> bool:
    """Air-naval hits leave the last step of the last ground unit (R9.2-an, E-051)."""
    if in_ground_combat(g) or not g.at_ground[side] or left(g, unit) > 1:
        return False
    if side != JP and g.garrisons:
        return False
    return unit == g.survivor or ground_steps(g, s, side) == 1


@rule
def may_reach(g: Game, s: Tables, side: int, unit: int) -> bool:
    """A target with a step left that is neither out of reach nor the last one (R9.2-bo)."""
    if not is_target(g, s, side, unit) or left(g, unit) == 0 or keeps_last(g, s, side, unit):
        return False
    outside = g.fights[unit] == FROM_OUTSIDE and not g.matched[unit]
    return not outside or may_match(g, s, side)


@rule
def may_hit(g: Game, s: Tables, side: int, unit: int, full: bool) -> bool:
    """Whether the unit may take the next step; `full`: an enemy at full strength is left (P-13)."""
    if not may_reach(g, s, side, unit) or g.hits_left[side] < defence_of(g, s, unit):
        return False
    return left(g, unit) == 2 or not full or g.critical[side] != 0


@rule
def may_hit_garrison(g: Game, s: Tables, side: int) -> bool:
    """A garrison after all other ground steps; its last one not by ships and aircraft.

    R9.2-an, R13.76-b, R13.94-a, E-590.
    """
    standing = int(g.garrisons) - int(g.pending_garrisons)
    if side == JP or not g.at_ground[side] or standing == 0 or ground_steps(g, s, side):
        return False
    if standing == 1 and not in_ground_combat(g):
        return False
    return g.hits_left[side] >= s.garrison_defence[s.garrison[g.battle_hex[g.battle]]]


@rule
def mark(g: Game, s: Tables, side: int, unit: int) -> None:
    """A unit is to lose a step, for hits of a side."""
    g.hits_left[side] = max(int(g.hits_left[side]) - defence_of(g, s, unit), 0)
    if g.fights[unit] == FROM_OUTSIDE:
        g.matched[unit] = 1
    g.pending[unit] += 1


# --- what is asked ---------------------------------------------------------------------------
@rule
def ask_hits(g: Game, s: Tables, side: int) -> bool:
    """Ask for the next step of a side's hits; False when no step is legal (R9.2-aa, E-070)."""
    if g.hits_left[side] == 0 and g.critical[side] == 0:
        return False
    rp = 1 - int(g.op_side)
    if may_choose_survivor(g, s, side):
        g.fire_side = side
        ask(g, SURVIVOR, rp)
        return True
    full = any_full(g, s, side)
    for unit in range(s.units):
        if may_hit(g, s, side, unit, full):
            ask(g, HIT, side)
            return True
    if may_hit_garrison(g, s, side):
        ask(g, HIT, side)
        return True
    if g.critical[side] == 1 and not any_marked(g, s, side):
        return strike_weakest(g, s, side)
    return False


@rule
def any_marked(g: Game, s: Tables, side: int) -> bool:
    """Whether hits of a side have marked a step in this fire."""
    for unit in range(s.units):
        if g.pending[unit] and s.unit_side[unit] != side:
            return True
    return side != JP and g.pending_garrisons != 0


@rule
def may_choose_survivor(g: Game, s: Tables, side: int) -> bool:
    """Hits enough for all ground units: the reaction player says which one stays (R9.2-an, E-051).

    Not asked of a single unit, and not where a garrison stays.
    """
    if in_ground_combat(g) or not g.at_ground[side] or g.survivor != NONE:
        return False
    if (side != JP and g.garrisons) or any_marked(g, s, side):
        return False
    need, units = 0, 0
    for unit in range(s.units):
        if is_target(g, s, side, unit):
            units += 1
            for step in range(2 - int(g.steps[unit]), 2):
                need += int(s.defence[unit, step])
    return units > 1 and g.hits_left[side] >= need


@rule
def lowest_defence(g: Game, s: Tables, side: int) -> int:
    """The least defence among the targets a weak critical may strike; 1000 = there is none."""
    least = 1000
    for unit in range(s.units):
        if may_reach(g, s, side, unit):
            least = min(least, defence_of(g, s, unit))
    return least


@rule
def strike_weakest(g: Game, s: Tables, side: int) -> bool:
    """A critical with too few hits takes one step of the weakest (R9.2-bn, E-052).

    Among equal ones the reaction player chooses. True if he is asked, or a step was marked.
    """
    least = lowest_defence(g, s, side)
    g.critical[side] = CRITICAL_USED
    found = NONE
    for unit in range(s.units):
        if may_reach(g, s, side, unit) and defence_of(g, s, unit) == least:
            if found != NONE:
                g.fire_side = side
                ask(g, WEAK_CRITICAL, 1 - int(g.op_side))
                return True
            found = unit
    if found != NONE:
        mark(g, s, side, found)
    return False


@rule
def legal_hit(g: Game, s: Tables, mask: Array[int]) -> None:
    """A unit that may take the next step, or a garrison (P-13)."""
    side = int(g.actor)
    full = any_full(g, s, side)
    for unit in range(s.units):
        if may_hit(g, s, side, unit, full):
            mask[UNIT + unit] = 1
    if may_hit_garrison(g, s, side):
        mask[GARRISON_STEP] = 1


@rule
def apply_hit(g: Game, s: Tables, t: Trace, action: int) -> None:
    side = int(g.actor)
    g.decision = NO_DECISION
    if action == GARRISON_STEP:
        kind = s.garrison[g.battle_hex[g.battle]]
        g.hits_left[side] -= s.garrison_defence[kind]
        g.pending_garrisons += 1
    else:
        mark(g, s, side, action - UNIT)


@rule
def legal_survivor(g: Game, s: Tables, mask: Array[int]) -> None:
    """Any ground unit that is under fire."""
    for unit in range(s.units):
        if is_target(g, s, int(g.fire_side), unit):
            mask[UNIT + unit] = 1


@rule
def apply_survivor(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.survivor = action - UNIT


@rule
def legal_weak_critical(g: Game, s: Tables, mask: Array[int]) -> None:
    """One of the weakest that may be struck."""
    side = int(g.fire_side)
    least = lowest_defence(g, s, side)
    for unit in range(s.units):
        if may_reach(g, s, side, unit) and defence_of(g, s, unit) == least:
            mask[UNIT + unit] = 1


@rule
def apply_weak_critical(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    mark(g, s, int(g.fire_side), action - UNIT)


# --- the end of a fire -----------------------------------------------------------------------
@rule
def take_off(g: Game, s: Tables, t: Trace, ground: int) -> None:
    """All marked steps go at once (E-078); what is left of the hits is lost (R9.2-af, R9.4-m)."""
    k = int(g.battle)
    for unit in range(s.units):
        steps = int(g.pending[unit])
        if steps:
            g.pending[unit] = 0
            side = int(s.unit_side[unit])
            gone = lose_steps(g, s, unit, steps)
            write(t, T_STEPS, unit, steps, int(g.steps[unit]))
            note_steps(g, k, side, gone, ground)
    note_steps(g, k, JP, int(g.pending_garrisons), ground)
    g.garrisons -= g.pending_garrisons
    g.pending_garrisons = 0
    for unit in range(s.units):
        g.matched[unit] = 0
    for side in range(2):
        g.hits_left[side] = 0


@rule
def note_steps(g: Game, k: int, side: int, steps: int, ground: int) -> None:
    """Count lost steps of the battle, and of its ground combat (R9.4-p)."""
    g.battle_lost[side, k] += steps
    if ground:
        g.ground_lost[side] += steps
