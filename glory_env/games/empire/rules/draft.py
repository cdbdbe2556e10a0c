"""Delay of Allied reinforcements and the draft to Europe (10.2, 14.1, 15.0, PX-3)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import remove_unit
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.state import (
    AIR,
    AL,
    ARMY,
    B29,
    DELAY_BOX,
    GROUND,
    HQ,
    NAT_US,
    ROLL_DRAFT,
    TRACK,
)
from glory_env.games.empire.switches import DRAFT_REPEAT, SWITCHES
from glory_env.games.empire.trace import T_DRAFT

BOXED_ONLY, EVERY_TURN = (
    SWITCHES["draft_repeat"].index(name) for name in ("boxed_only", "every_turn")
)
MOST = 3  # of the track of the war in Europe, its first box
TURNS_AWAY = 3
ENTERING, STAYING = 1, 0  # of the die, which are two in one turn


@rule
def war_level(g: Game, s: Tables) -> int:
    """Level of the war in Europe, 0 to 4 (R15.1-a, R15.2-a, R15.3-a, R15.4-a, R15.5-a)."""
    return int(s.wie_level[MOST - int(g.wie)])


@rule
def is_delayed(g: Game, s: Tables, unit: int) -> bool:
    """Whether a unit that is due goes into the delay box (R10.21-a to R10.21-d, R10.23-a).

    The war in Europe or an event of the turn before delays all Allied units but HQs and B-29s;
    rivalry alone delays US Army ground and air units (R14.1-a, R4.11-c, R4.11-e).
    """
    if s.unit_side[unit] != AL or s.kind[unit] == HQ or s.type[unit] == B29:
        return False
    if war_level(g, s) > 0 or g.delay_al:
        return True
    army = s.nat[unit] == NAT_US and s.service[unit] == ARMY and s.kind[unit] in (AIR, GROUND)
    return army and g.rivalry[AL] != 0


@rule
def draft(g: Game, s: Tables, t: Trace, unit: int, moment: int) -> None:
    """A die for a unit in the delay box: it may go to Europe for three turns (R10.24-a to -g).

    Only units that may serve there, and only while the war in Europe has a level (R10.22-a, E-503,
    E-580, R15.6-a, R14.1-b). Back, it counts as a unit that comes for the first time.
    """
    level = war_level(g, s)
    if level == 0 or not s.europe[unit]:
        return
    die = roll(g, t, ROLL_DRAFT, unit, moment)
    die = max(die - int(g.rivalry[AL]), 0)
    gone = die <= s.draft[level]
    write(t, T_DRAFT, unit, die, int(gone))
    if gone:
        remove_unit(g, s, unit, TRACK, int(g.turn) + TURNS_AWAY)
        g.delayable[unit] = 1
        g.elig[unit] = 0


@rule
def box(g: Game, s: Tables, t: Trace, unit: int) -> None:
    """A unit that is due waits for a turn, and may be drafted (R10.21-b, R10.21-f, R4.11-d)."""
    remove_unit(g, s, unit, DELAY_BOX, 0)
    draft(g, s, t, unit, ENTERING)


@rule
def wait_in_box(g: Game, s: Tables, t: Trace, unit: int) -> None:
    """A unit without a place waits for a later turn (R10.12-a to R10.12-c, E-502, E-503).

    An Allied one may be drafted, unless the switch has it that only units that are delayed are.
    """
    remove_unit(g, s, unit, DELAY_BOX, 0)
    g.elig[unit] = 0
    if s.unit_side[unit] == AL and g.switch[DRAFT_REPEAT] != BOXED_ONLY:
        draft(g, s, t, unit, STAYING)
