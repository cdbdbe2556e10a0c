"""S8: aircraft that did not fly change base (14.3)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import can_land, owns_field
from glory_env.games.aleutians.rules.board import ask
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    BOX,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    ON_CARRIER,
    REBASE_SPOT,
    SPOT,
)


@rule
def may_rebase_to(g: Game, s: Tables, u: int, p: int) -> bool:
    """An undisrupted own airfield with room; range does not count (R14-3a, A-69)."""
    if g.place[u] == SPOT and g.at[u] == p:
        return False
    return owns_field(g, s, int(s.side[u]), p) and not g.field_disrupted[p] and can_land(g, s, u, p)


@rule
def may_rebase(g: Game, s: Tables, u: int) -> bool:
    """An aircraft of the phasing side that has not flown in this phase and has not moved yet."""
    if s.kind[u] != AIRCRAFT or s.side[u] != g.side or g.flown[u] or g.done[u]:
        return False
    on_carrier = s.lands[u] == ON_CARRIER and not g.aircraft_landed  # R16-8a; else only Unyo's
    if on_carrier or (g.place[u] != SPOT and g.place[u] != BOX):
        return False
    for p in range(MAX_SPOTS):
        if may_rebase_to(g, s, u, p):
            return True
    return False


@rule
def can_rebase(g: Game, s: Tables) -> bool:
    for u in range(s.units):
        if may_rebase(g, s, u):
            return True
    return False


@rule
def legal_rebase(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[DONE] = 1
    for u in range(s.units):
        if may_rebase(g, s, u):
            mask[UNIT + u] = 1


@rule
def apply_rebase(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        g.step += 1
        return
    g.chosen_unit = action - UNIT
    ask(g, REBASE_SPOT, g.side)


@rule
def legal_rebase_spot(g: Game, s: Tables, mask: Array[int]) -> None:
    for p in range(MAX_SPOTS):
        if may_rebase_to(g, s, int(g.chosen_unit), p):
            mask[SPOT_ACTION + p] = 1


@rule
def apply_rebase_spot(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    put(g, s, u, SPOT, action - SPOT_ACTION)
    g.done[u] = 1
    g.chosen_unit = NONE
