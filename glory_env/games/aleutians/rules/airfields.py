"""S8: building and expanding airfields (14.4)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, FIELD, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import owns_field
from glory_env.games.aleutians.rules.board import ground_at, in_play, roll
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.flags import flags_of
from glory_env.games.aleutians.state import (
    ALLIES,
    BUILT_SPOTS,
    CONSTRUCTION,
    ENGINEER,
    JAPAN,
    LARGE,
    MAX_SPOTS,
    NO_DECISION,
    NO_FIELD,
    NONE,
    ROLL_EXPANSION,
    SMALL,
    SPOT,
)

JAPAN_MARKERS, ALLIED_MARKERS = 2, 4  # of each size (R14-4d)
EXPANDS_UP_TO = 3  # Japanese die (R14-4b)


@rule
def markers_left(g: Game, side: int, size: int) -> int:
    """Airfield markers of a size a side has off the map (R14-4d, A-67)."""
    used = 0
    for p in range(MAX_SPOTS):
        used += int(g.field[p] == size and g.field_marker[p] == side)
    return (JAPAN_MARKERS if side == JAPAN else ALLIED_MARKERS) - used


@rule
def builder(g: Game, s: Tables, side: int, p: int, expand: bool) -> int:
    """An undisrupted unit at the spot that may build or expand in this stage, or NONE (A-66)."""
    for u in range(s.units):
        if s.side[u] != side or not ground_at(g, s, u, p) or g.disrupted[u] or g.done[u]:
            continue
        if side == JAPAN and s.type[u] != CONSTRUCTION:
            continue
        if side == ALLIES and expand and s.type[u] != ENGINEER:
            continue
        return u
    return NONE


@rule
def free_built_spot(g: Game) -> int:
    """A place for a field on open land, or NONE."""
    for p in range(MAX_SPOTS - BUILT_SPOTS, MAX_SPOTS):
        if not g.spot_used[p]:
            return p
    return NONE


@rule
def may_build(g: Game, s: Tables, p: int) -> bool:
    """A small field on an own island without one, or on land (R10-3e, R14-4a, N-34).

    On land any number of them, also from a field that was built there before (N-91).
    """
    side = int(g.side)
    if not in_play(g, s, p) or markers_left(g, side, SMALL) <= 0:
        return False
    if builder(g, s, side, p, False) == NONE:
        return False
    if p < s.spots and s.island[p]:
        return g.field[p] == NO_FIELD and g.holder[p] == side
    return free_built_spot(g) != NONE


@rule
def may_expand(g: Game, s: Tables, p: int) -> bool:
    """An own small field, not built in this stage (R10-3g, R14-4b).

    A land area has one large field (R10-3e, R14-4c).
    """
    side = int(g.side)
    if not owns_field(g, s, side, p) or g.field[p] != SMALL or g.field_new[p] or g.field_tried[p]:
        return False
    if markers_left(g, side, LARGE) <= 0 or builder(g, s, side, p, True) == NONE:
        return False
    if p < s.spots and s.island[p]:
        return True
    for q in range(MAX_SPOTS):
        on_land = q >= s.spots or not s.island[q]
        if on_land and g.spot_used[q] and g.spot_area[q] == g.spot_area[p] and g.field[q] == LARGE:
            return False
    return True


@rule
def can_build(g: Game, s: Tables) -> bool:
    """Also asked where the builder may be in a hidden stack (R16-2a)."""
    if flags_of(g, int(g.side)) > 0:
        return True
    for p in range(MAX_SPOTS):
        if may_build(g, s, p) or may_expand(g, s, p):
            return True
    return False


@rule
def legal_build(g: Game, s: Tables, mask: Array[int]) -> None:
    """SPOT: a new small field; FIELD: make this one large; DONE."""
    mask[DONE] = 1
    for p in range(MAX_SPOTS):
        if may_build(g, s, p):
            mask[SPOT_ACTION + p] = 1
        if may_expand(g, s, p):
            mask[FIELD + p] = 1


@rule
def apply_build(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A small field, or a large one out of it; Japan needs a die for that (R14-4b, RDX-21)."""
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
        return
    side = int(g.side)
    if action >= FIELD:
        p = action - FIELD
        g.done[builder(g, s, side, p, True)] = 1
        g.field_tried[p] = 1
        if side == ALLIES or roll(g, t, ROLL_EXPANSION) <= EXPANDS_UP_TO:
            g.field[p] = LARGE
            g.field_marker[p] = side
        return
    p = action - SPOT_ACTION
    u = builder(g, s, side, p, False)
    g.done[u] = 1
    if p >= s.spots or not s.island[p]:
        area = int(g.spot_area[p])
        p = free_built_spot(g)
        g.spot_used[p] = 1
        g.spot_area[p] = area
    g.field[p] = SMALL
    g.field_marker[p] = side
    g.field_owner[p] = side
    g.field_disrupted[p] = 0
    g.field_new[p] = 1
    g.field_tried[p] = 1
    if g.at[u] != p:
        put(g, s, u, SPOT, p)
