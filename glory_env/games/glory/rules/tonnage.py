"""Chapter 9: the shipping allotment. Chapter 6, how the two agree, is `negotiation`."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import begin_line, write
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import end_phase
from glory_env.games.glory.rules.talk import end_talks
from glory_env.games.glory.state import ACTIVATION, ARMY, CIVIL, LINE_TONNAGE, NAVY, STEP, T_SHARES
from glory_env.games.glory.turn_log import log_shares


@rule
def allot(g: Game, s: Tables, t: Trace, army: int, navy: int) -> None:
    """Put the split in force: civil is the rest (R4-0n), the total does not change (R9-0a..f)."""
    g.allotment[ARMY] = army
    g.allotment[NAVY] = navy
    g.allotment[CIVIL] = g.total - army - navy
    for k in range(CIVIL + 1):
        g.left[k] = g.allotment[k]
    g.allotted_total = g.total
    log_shares(g)
    begin_line(g, t, LINE_TONNAGE)
    write(t, T_SHARES, army, navy, g.allotment[CIVIL])
    end_talks(g, s, t)
    end_phase(g, t, ACTIVATION)


@rule
def in_fives(tonnage: int) -> int:
    """Rounded down to a multiple of 5 (R9-0b)."""
    return tonnage - tonnage % STEP


@rule
def to_grid(g: Game, tonnage: int) -> int:
    """Rounded down to the offers' grid."""
    return tonnage - tonnage % int(g.opt_grid)
