"""The course of a turn: its start, the operation phases, Midway (chapter 5, 6.5.1, 15.1)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import soviet
from glory_env.games.aleutians.rules.board import ask, end_phase, roll
from glory_env.games.aleutians.rules.control import reset_control
from glory_env.games.aleutians.rules.conversion import asks_conversion
from glory_env.games.aleutians.rules.early_ships import asks_early
from glory_env.games.aleutians.rules.flags import any_swap, clear_changed
from glory_env.games.aleutians.rules.forces import (
    STAYS_AWAY,
    appear,
    fleet_d_appears,
    fleet_d_comes_late,
    fleet_d_skipped,
    join_fleet_d,
    may_try,
    truk_leaves,
)
from glory_env.games.aleutians.rules.raids import asks_raid
from glory_env.games.aleutians.rules.schedule import DRAW_AT_MIDWAY
from glory_env.games.aleutians.rules.strategy import first_roll
from glory_env.games.aleutians.state import (
    ALLIES,
    ASK_SECOND_PHASE,
    CONDITIONAL_FORCE,
    FLAG_STACK,
    JAPAN,
    JOIN_BEFORE_MIDWAY,
    MIDWAY,
    NO_DECISION,
    NONE,
    PHASE_START,
    RECON_STAGE,
    ROLL_MIDWAY,
    SECOND_PHASE,
    SOVIET_ENTRY,
    SUPPLY,
    VICTORY,
)

JAPAN_FIRST, ALLIES_FIRST, JAPAN_SECOND, ALLIES_SECOND = range(4)  # values of `op`
PHASE_COST = 1  # SP (R6-5a)
ALLIED_RAID, JAPANESE_RAID, CONVERSION = 1, 2, 3  # steps of TURN_START
# Steps of PHASE_START; FORCES and the next one: Truk, Yokosuka.
START, FORCES, EARLY, FLAGS, END = 0, 1, 3, 4, 5


# --- the start of a turn ---------------------------------------------------------------------
@rule
def continue_turn_start(g: Game, s: Tables, t: Trace) -> None:
    """Allied fleet D if it is late (N-24), the Soviet attempt, then what options add.

    A-89, RSQ-2b. The highway of turn 5 needs nothing here: it is open from that turn on (R6-3f).
    """
    if g.step == 0:
        fleet_d_comes_late(g, s)
        g.step = ALLIED_RAID
        if soviet.may_attempt(g, s):
            ask(g, SOVIET_ENTRY, ALLIES)
            return
    while g.step <= CONVERSION:
        step = int(g.step)
        g.step += 1
        if asks_option(g, s, step):
            return
    begin_operation(g, JAPAN_FIRST)


@rule
def asks_option(g: Game, s: Tables, step: int) -> bool:
    """The raids, Allies first, then the landing of carrier aircraft (16.3, 16.4, 16.8)."""
    if step == CONVERSION:
        return asks_conversion(g)
    return asks_raid(g, s, ALLIES if step == ALLIED_RAID else JAPAN)


@rule
def legal_soviet_entry(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_soviet_entry(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == YES:
        soviet.attempt(g, s, t)


# --- operation phases (5.2) ------------------------------------------------------------------
@rule
def begin_operation(g: Game, op: int) -> None:
    """The first phase of a side begins; its second one is asked for (R5-1b)."""
    g.op = op
    g.side = op % 2
    end_phase(g, SECOND_PHASE if op >= JAPAN_SECOND else PHASE_START)


@rule
def next_operation(g: Game, s: Tables, t: Trace) -> None:
    """After an operation phase that was played: the Truk force leaves (R6-10e), then what is next.

    With the switch JOIN_BEFORE_MIDWAY the additions of turn 1 come after Japan's first phase.
    """
    if g.side == JAPAN:
        truk_leaves(g, s)
        if g.turn == 1 and g.op == JAPAN_FIRST and g.switch[JOIN_BEFORE_MIDWAY]:
            join_fleet_d(g, s)
    after_operation(g)


@rule
def after_operation(g: Game) -> None:
    """The order of a turn (R5-2a, RSQ-2a).

    Midway is fought after the first Allied phase of turn 1.
    """
    if g.op == ALLIES_FIRST and g.turn == 1:
        end_phase(g, MIDWAY)
    elif g.op < ALLIES_SECOND:
        begin_operation(g, g.op + 1)
    else:
        end_phase(g, VICTORY)


@rule
def continue_second_phase(g: Game, s: Tables, t: Trace) -> None:
    """A side that cannot pay is not asked (R6-5a, RSQ-2c, BV-22); the SP are open."""
    if g.supply[g.side] >= PHASE_COST:
        ask(g, ASK_SECOND_PHASE, int(g.side))
    else:
        skip_operation(g)


@rule
def legal_second_phase(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_second_phase(g: Game, s: Tables, t: Trace, action: int) -> None:
    """SP pay for this, for opposed landings and for recovery, for nothing else (R6-1b)."""
    g.decision = NO_DECISION
    if action == YES:
        g.supply[g.side] -= PHASE_COST
        end_phase(g, PHASE_START)
    else:
        skip_operation(g)


@rule
def skip_operation(g: Game) -> None:
    """A second phase that is not played; in turn 1 Allied fleet D misses its moment (A-17)."""
    if g.turn == 1 and g.op == ALLIES_SECOND:
        fleet_d_skipped(g)
    after_operation(g)


@rule
def continue_phase_start(g: Game, s: Tables, t: Trace) -> None:
    """Control, conditional forces, Allied fleet D (RSQ-3b, RSU-1e); then S1 or S2.

    Before fleet D what options add: early ships (16.9) and flags (16.2).
    """
    if g.step == START:
        reset_control(g, s)
        clear_changed(g)
        g.step = FORCES
    while g.step < EARLY:
        if may_try(g, int(g.step) - FORCES):
            g.chosen_kind = g.step - FORCES
            ask(g, CONDITIONAL_FORCE, JAPAN)
            return
        g.step += 1
    if g.step == EARLY:
        if asks_early(g):
            return
        g.step = FLAGS
    if g.step == FLAGS:
        if any_swap(g, s, int(g.side)):
            ask(g, FLAG_STACK, int(g.side))
            return
        g.step = END
    if g.turn == 1 and g.op == ALLIES_SECOND:
        fleet_d_appears(g, s, t)
    end_phase(g, SUPPLY if g.op < JAPAN_SECOND else RECON_STAGE)


@rule
def legal_conditional_force(g: Game, s: Tables, mask: Array[int]) -> None:
    """YES: try it now; NO: perhaps in a later phase (R6-10a)."""
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_conditional_force(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Truk first; Yokosuka is asked for if a marker is left (R6-10c, BV-18)."""
    g.decision = NO_DECISION
    if action == YES:
        appear(g, s, t, int(g.chosen_kind))
    g.chosen_kind = NONE
    g.step += 1


# --- Midway (5.4) ----------------------------------------------------------------------------
@rule
def continue_midway(g: Game, s: Tables, t: Trace) -> None:
    """The battle, the Allied strategy, the railway; then Japan's additions (R5-3b, R5-4a, N-06).

    The additions come last (A-15). Without an American victory Allied fleet D is removed at once
    (RMW-1c, RMW-1d). Faces 2 to 4 change nothing (RMW-1b, RDX-01).
    """
    g.midway = roll(g, t, ROLL_MIDWAY)
    first_roll(g, s, t, ALLIES)
    if g.midway >= DRAW_AT_MIDWAY:
        g.fleet_d = STAYS_AWAY
    join_fleet_d(g, s)
    begin_operation(g, JAPAN_SECOND)
