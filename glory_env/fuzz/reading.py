"""Small questions to a trace and a position, shared by the functions that note situations."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.state import NONE, T_ROLL
from glory_env.rules.board import is_unit, marker_box


@rule
def saw(c, situation):
    """Count a situation."""
    c.situations[situation] += 1


@rule
def saw_if(c, condition, situation):
    if condition:
        c.situations[situation] += 1


@rule
def find(t, code, first):
    """Index of the next entry with this code from `first` on, or NONE."""
    for k in range(first, t.entries):
        if t.entry[k, 0] == code:
            return k
    return NONE


@rule
def rolled(t, purpose):
    """Index of the roll for `purpose` on the trace, or NONE."""
    for k in range(t.entries):
        if t.entry[k, 0] == T_ROLL and t.entry[k, 1] == purpose:
            return k
    return NONE


@rule
def units_in(g, s, box):
    """Number of units of both services in a box."""
    n = 0
    for u in range(s.counters):
        if g.place[u] == box and is_unit(s, u):
            n += 1
    return n


@rule
def markers_in(g, s, box):
    n = 0
    for m in range(s.markers):
        if marker_box(g, s, m) == box:
            n += 1
    return n
