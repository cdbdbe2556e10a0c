"""Hidden stacks (16.2): a flag hides the ground units of a side at a place.

The enemy does not see which units they are, how many, and whether they are disrupted. What stands
at the place is under the flag, also what comes later; what leaves it lies open again.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ground_count, ground_in_land, in_play, spot_at
from glory_env.games.aleutians.state import (
    GROUND,
    HIDDEN_STACKS,
    JAPAN,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    SPOT,
)

JAPANESE_FLAGS, ALLIED_FLAGS = 4, 6  # (R16-2a, A-83)


@rule
def flags_of(g: Game, side: int) -> int:
    """Flags a side has on the map."""
    count = 0
    for p in range(MAX_SPOTS):
        count += int(g.flag[p, side])
    return count


@rule
def flag_at(g: Game, s: Tables, side: int, n: int) -> int:
    """The first place with a flag of a side at this part of the sea, or NONE."""
    for p in range(MAX_SPOTS):
        if g.flag[p, side] and spot_at(g, s, p, n):
            return p
    return NONE


@rule
def is_under_flag(g: Game, s: Tables, u: int) -> bool:
    if s.kind[u] != GROUND or g.place[u] != SPOT:
        return False
    return bool(g.flag[g.at[u], s.side[u]] == 1)


@rule
def enemy_beside(g: Game, s: Tables, side: int, p: int) -> bool:
    """An enemy ground unit on the same island or land (R16-2b)."""
    if p < s.spots and s.island[p]:
        return ground_count(g, s, 1 - side, p) > 0
    return ground_in_land(g, s, 1 - side, int(g.spot_area[p])) > 0


@rule
def can_swap(g: Game, s: Tables, side: int, p: int) -> bool:
    """Units for a flag or a flag for units, once a stage; no empty stacks (R16-2a)."""
    if not g.opt_rules[HIDDEN_STACKS] or g.flag_changed[p] or not in_play(g, s, p):
        return False
    if g.flag[p, side]:
        return True
    if flags_of(g, side) >= (JAPANESE_FLAGS if side == JAPAN else ALLIED_FLAGS):
        return False
    return ground_count(g, s, side, p) > 0 and not enemy_beside(g, s, side, p)


@rule
def any_swap(g: Game, s: Tables, side: int) -> bool:
    for p in range(MAX_SPOTS):
        if can_swap(g, s, side, p):
            return True
    return False


@rule
def swap(g: Game, p: int, side: int) -> None:
    g.flag[p, side] = 1 - g.flag[p, side]
    g.flag_changed[p] = 1


@rule
def clear_changed(g: Game) -> None:
    """A stage begins in which flags may be changed."""
    for p in range(MAX_SPOTS):
        g.flag_changed[p] = 0


@rule
def check_flags(g: Game, s: Tables) -> None:
    """Flags go where nobody is left, or an enemy has come to the island or land (R16-2b)."""
    if not g.opt_rules[HIDDEN_STACKS]:
        return
    for p in range(MAX_SPOTS):
        for side in range(2):
            if not g.flag[p, side]:
                continue
            if ground_count(g, s, side, p) == 0 or enemy_beside(g, s, side, p):
                g.flag[p, side] = 0


# --- at the start of an own phase; in S6 the question is in rules/ground.py -------------
@rule
def legal_flag_stack(g: Game, s: Tables, mask: Array[int]) -> None:
    """SPOT: the units there go under a flag, or the flag there is taken off; DONE."""
    mask[DONE] = 1
    for p in range(MAX_SPOTS):
        if can_swap(g, s, int(g.actor), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_flag_stack(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
    else:
        swap(g, action - SPOT_ACTION, int(g.actor))
