"""Chapter 8: the Allied invasion phase."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import begin_line, begin_roll, die
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import end_phase, is_unit, marker_box, move_marker
from glory_env.games.glory.state import LINE_INVASION, NONE, ROLL_INVASION, SYSTEM, TONNAGE


@rule
def continue_invasion(g: Game, s: Tables, t: Trace) -> None:
    """One die and the table's entry for this turn: every base it lists invades (R8-0a, R8-1c).

    An empty entry calls nobody (R8-1a). Only markers that are called move (R8-2-2f), one step
    along their route (R4-0i, R8-2-2g), before the split is talked over (R8-0c).
    The order of several codes does not matter: a marker never blocks another (A-54). Turn 1 has
    no such phase (R8-3a): the game is set up at the start of phase 2.
    """
    begin_line(g, t, LINE_INVASION)
    begin_roll(t, ROLL_INVASION)
    called = int(s.invasion[g.turn, die(g, t, ROLL_INVASION, SYSTEM, NONE, 0)])
    for m in range(s.markers):
        if (called >> m) & 1 and can_advance(g, s, m):
            move_marker(g, s, t, m, g.marker_step[m] + 1)
    end_phase(g, t, TONNAGE)


@rule
def can_advance(g: Game, s: Tables, m: int) -> bool:
    """From its base always (R8-2-1a); else unless held (R8-2-2b) or at the route's end (R8-4b).

    A marker driven back to its base comes out again (R8-2-1c). One on the map is called where it
    stands (R8-2-2a, e). The box ahead is never looked at (R8-2-1b, R8-2-2h).
    """
    if g.marker_step[m] == 0:
        return True
    return g.marker_step[m] < s.route_length[m] and not is_held(g, s, m)


@rule
def is_held(g: Game, s: Tables, m: int) -> bool:
    """Any unit of either service in the marker's own box holds it; forts do not (A-05).

    In any state, and aircraft alone as well (R8-2-2c, d, i).
    """
    box = marker_box(g, s, m)
    for u in range(s.counters):
        if g.place[u] == box and is_unit(s, u):
            return True
    return False
