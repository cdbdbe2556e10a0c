"""Raids at the start of a turn: on Tokyo by the B-29, on Seattle by the G8N (16.3, 16.4)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import owns_field
from glory_env.games.aleutians.rules.board import ask, roll
from glory_env.games.aleutians.state import (
    ALLIES,
    COLUMNS,
    LARGE,
    NO_DECISION,
    NONE,
    RAID,
    ROLL_RAID,
    SEATTLE_RAID,
    SPOT,
    TOKYO_RAID,
)

TOKYO_FACE, SEATTLE_FACE = 3, 2  # success up to these faces
SEATTLE_COLUMNS = 3  # A3 and everything east of it is in reach of Seattle (R16-4a, R16-4b)


@rule
def is_base(g: Game, s: Tables, side: int, p: int) -> bool:
    """An own undisrupted large field from which the raid can start (R16-3a, R16-4a, R16-4b)."""
    if not owns_field(g, s, side, p) or g.field[p] != LARGE or g.field_disrupted[p]:
        return False
    if side == ALLIES:
        return p == s.paramushiro or p == s.petropavlovsk
    return g.spot_area[p] % COLUMNS < SEATTLE_COLUMNS


@rule
def raider(g: Game, s: Tables, side: int) -> int:
    """The aircraft of the side's rule that can raid now, or NONE."""
    number = TOKYO_RAID if side == ALLIES else SEATTLE_RAID
    for u in range(s.units):
        its = s.side[u] == side and s.optional[u] == number + 1
        if its and g.place[u] == SPOT and not g.flown[u] and is_base(g, s, side, int(g.at[u])):
            return u
    return NONE


@rule
def asks_raid(g: Game, s: Tables, side: int) -> bool:
    if raider(g, s, side) == NONE:
        return False
    ask(g, RAID, side)
    return True


@rule
def legal_raid(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_raid(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The aircraft has flown (until the first phase of the turn is over); 1 VP (R4-1g, RDX-23).

    At most twice for an aircraft, since it arrives in turn 10 (R16-3b).
    """
    g.decision = NO_DECISION
    if action == NO:
        return
    side = int(g.actor)
    g.flown[raider(g, s, side)] = 1
    if roll(g, t, ROLL_RAID) <= (TOKYO_FACE if side == ALLIES else SEATTLE_FACE):
        g.points += -1 if side == ALLIES else 1
