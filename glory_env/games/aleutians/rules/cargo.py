"""CARGO: the lifts of a fleet are short, and its owner picks who is lost (R8-4j)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, lose
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, slot_side
from glory_env.games.aleutians.state import CARGO_LOSS, FLEET, GROUND, NO_DECISION, NONE, SLOTS


@rule
def is_short(g: Game, s: Tables, slot: int) -> bool:
    """Whether a fleet has more ground units aboard than lifts; damaged lifts count (A-91)."""
    return g.fleet_used[slot] == 1 and cargo_in(g, s, slot) > lifts_in(g, s, slot)


@rule
def continue_cargo(g: Game, s: Tables, t: Trace) -> None:
    """Ask the owner of a fleet with too few lifts, until no fleet is short."""
    g.short_fleet = NONE
    for slot in range(SLOTS):
        if is_short(g, s, slot):
            g.short_fleet = slot
            ask(g, CARGO_LOSS, slot_side(slot))
            return


@rule
def legal_cargo_loss(g: Game, s: Tables, mask: Array[int]) -> None:
    """Every ground unit aboard."""
    for u in range(s.units):
        if s.kind[u] == GROUND and g.place[u] == FLEET and g.at[u] == g.short_fleet:
            mask[UNIT + u] = 1


@rule
def apply_cargo_loss(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    lose(g, s, action - UNIT)
