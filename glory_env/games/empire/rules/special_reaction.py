"""S6: special reaction, a battle in a hex the enemy has landed in unopposed (7.27; DK-33)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import DONE, PLACE
from glory_env.games.empire.codes import (
    DROPPED_BATTLE,
    OPEN_BATTLE,
    SPECIAL_JOINED,
    SPECIAL_REACTION,
    SPECIAL_WON,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.battle_hexes import enemies_in, landing_at
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.headquarters import can_lead, in_command
from glory_env.games.empire.rules.intelligence import intelligence_value, succeeds
from glory_env.games.empire.rules.participants import battle_at, declare_battle
from glory_env.games.empire.rules.zones import is_flyer, is_reached
from glory_env.games.empire.state import (
    ACTIVE,
    FIRST_COVER,
    GROUND,
    LANDED,
    MAP,
    NO_DECISION,
    NO_TASK,
    NONE,
    ROLL_SPECIAL_REACTION,
)

WAITING, ROLLED = range(2)  # of `landing_state`


# --- which hexes -------------------------------------------------------------------------------
@rule
def under_supplied_hq(g: Game, s: Tables, side: int, hex_: int) -> bool:
    """A supplied HQ of a side has the hex in its range, straight (E-026)."""
    for unit in range(s.units):
        if can_lead(g, s, unit, side) and in_command(g, s, unit, hex_):
            return True
    return False


@rule
def has_landing(g: Game, s: Tables, hex_: int) -> bool:
    """A ground unit of the offensive player has come there by sea (R7.27-a, R7.27-i)."""
    for unit in range(s.units):
        here = g.place[unit] == MAP and g.hex[unit] == hex_ and s.unit_side[unit] == g.op_side
        if here and s.kind[unit] == GROUND and g.unit_flags[unit] & LANDED:
            return True
    return False


@rule
def may_answer(g: Game, s: Tables, landing: int) -> bool:
    """A landing the reaction player may roll for (R7.27-a, R7.27-d, R7.27-e, R7.27-i, E-026).

    He controls the hex, a named one without units of his, in the range of a supplied HQ and in a
    zone of his, neutralised or not, so that the two less of the die apply too (R7.27-m).
    """
    rp, hex_ = 1 - int(g.op_side), int(g.landing_hex[landing])
    if g.landing_state[landing] != WAITING or battle_at(g, hex_) != NONE or not s.named[hex_]:
        return False
    if not controls(g, s, hex_, rp) or enemies_in(g, s, hex_, int(g.op_side)):
        return False
    near = is_reached(g, s, rp, hex_) and under_supplied_hq(g, s, rp, hex_)
    return near and has_landing(g, s, hex_)


@rule
def continue_special_reaction(g: Game, s: Tables) -> None:
    """Ask while there is a landing to roll for (R7.2-f, R7.27-b: no card takes its place)."""
    if intelligence_value(g, s, 1) != NONE:
        for landing in range(int(g.landings)):
            if may_answer(g, s, landing):
                ask(g, SPECIAL_REACTION, 1 - int(g.op_side))
                return
    next_step(g)


@rule
def legal_special_reaction(g: Game, s: Tables, mask: Array[int]) -> None:
    """A landing, or DONE."""
    mask[DONE] = 1
    for landing in range(int(g.landings)):
        if may_answer(g, s, landing):
            mask[PLACE + int(s.hex_place[g.landing_hex[landing]])] = 1


@rule
def apply_special_reaction(g: Game, s: Tables, t: Trace, action: int) -> None:
    """One die for each hex; a success declares a battle and changes no condition.

    R7.27-b, R7.27-c, R7.27-e, R7.27-j, R7.27-k. Nothing of his stood there (E-075).
    """
    g.decision = NO_DECISION
    if action == DONE:
        next_step(g)
        return
    hex_ = int(s.place_hex[action - PLACE])
    g.landing_state[landing_at(g, hex_)] = ROLLED
    die = roll(g, t, ROLL_SPECIAL_REACTION, hex_, 1 - int(g.op_side))
    if succeeds(g, s, die, intelligence_value(g, s, 1)):
        g.battle_sr[declare_battle(g, s, hex_)] = SPECIAL_WON


# --- who fights there --------------------------------------------------------------------------
@rule
def join_special(g: Game, s: Tables, k: int) -> None:
    """The first unit has come to battle k by reaction: those who have to are drawn to it (E-076).

    Who covered the landing, and carriers that stand in the hex, whatever they were to do (R7.24-k,
    R7.27-f, R7.27-g).
    """
    if g.battle_sr[k] != SPECIAL_WON:
        return
    g.battle_sr[k] = SPECIAL_JOINED
    hex_, op = int(g.battle_hex[k]), int(g.op_side)
    cover = FIRST_COVER + landing_at(g, hex_)
    for unit in range(s.units):
        if s.unit_side[unit] != op or g.place[unit] != MAP or not g.unit_flags[unit] & ACTIVE:
            continue
        stands = g.hex[unit] == hex_ and is_flyer(s, unit) and g.task[unit] != NO_TASK
        if g.task[unit] == cover or stands:
            g.task[unit] = k


@rule
def drop_special(g: Game) -> None:
    """Where nobody has come there is no battle, and all fight as they were to (R7.27-h)."""
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE and g.battle_sr[k] == SPECIAL_WON:
            g.battle_state[k] = DROPPED_BATTLE
