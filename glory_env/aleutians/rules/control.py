"""Control of facilities and islands (chapter 3)."""

from __future__ import annotations

from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.rules.board import ground_count, in_play, landed_at, lose
from glory_env.aleutians.state import AIRCRAFT, GROUND, NO_FIELD, NONE, SPOT
from glory_env.core.compile import rule


@rule
def capture(g: Game, s: Tables, p: int) -> None:
    """After ground units have come to or left a spot: what is captured at once (R3-2k, R3-3a).

    Aircraft on a captured airfield are eliminated (R3-3c), floatplanes likewise (A-02).
    """
    if not in_play(g, s, p):
        return
    for side in range(2):
        if ground_count(g, s, side, p) == 0 or ground_count(g, s, 1 - side, p) > 0:
            continue
        if g.field[p] != NO_FIELD and g.field_owner[p] != side:
            g.field_owner[p] = side
        if s.port[p] and g.port_owner[p] != side:
            g.port_owner[p] = side
        if p < s.spots and s.island[p]:
            g.holder[p] = side
        for u in range(s.units):
            if s.side[u] != side and landed_at(g, s, u, p) and s.kind[u] == AIRCRAFT:
                lose(g, s, u)


@rule
def put(g: Game, s: Tables, u: int, place: int, at: int) -> None:
    """Move a unit; captures where ground units come to or leave a spot."""
    left = int(g.at[u]) if g.place[u] == SPOT else NONE
    g.place[u] = place
    g.at[u] = at
    if s.kind[u] == GROUND:
        if left != NONE:
            capture(g, s, left)
        if place == SPOT:
            capture(g, s, at)
