"""S4, step 1: aircraft fly to targets (10.1 to 10.5); step 2 is in rules/air_combat.py.

The sides name one target a go and fly the whole group for it, or pass, until both pass in a row. A
side whose aircraft reach nothing passes by itself (A-24).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_combat import any_operation, continue_operation
from glory_env.games.aleutians.rules.air_targets import (
    action_of,
    group_at,
    in_group,
    is_target,
    kind_of,
    target_area,
    target_of,
    target_side,
    target_spot,
    targets_of,
)
from glory_env.games.aleutians.rules.bases import on_field
from glory_env.games.aleutians.rules.board import area_of, ask, end_phase, in_range
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.task_forces import is_on_map
from glory_env.games.aleutians.state import (
    AIR_GROUP,
    AIR_ORDER,
    AIR_TARGET,
    AIRCRAFT,
    AT_FIELD,
    AT_GROUND,
    AT_PORT,
    CARRIER,
    FIGHTER,
    FLEETS,
    FLOWN,
    FREE,
    JAPAN,
    MAX_GROUPS,
    MAX_SPOTS,
    NO_DECISION,
    NO_GROUP,
    NONE,
    SPOT,
    SURFACE,
    TARGET,
    TARGET_KINDS,
    TRANSPORT_AIRCRAFT,
)

START, MOVEMENT, OPERATIONS = range(3)  # steps


@rule
def continue_air(g: Game, s: Tables, t: Trace) -> None:
    """Movement of both sides, then the operations in the order of PP (R10-1a, R10-6a, RSQ-7a)."""
    if g.step == START:
        begin_movement(g)
    if g.step == MOVEMENT:
        if not asks_next(g, s):
            g.step = OPERATIONS
    elif g.operation != NONE:
        continue_operation(g, s, t)
    elif any_operation(g, s):
        ask(g, AIR_ORDER, int(g.side))
    else:
        end_phase(g, SURFACE)


@rule
def begin_movement(g: Game) -> None:
    for k in range(MAX_GROUPS):
        g.group_state[k] = NO_GROUP
    for p in range(MAX_SPOTS):
        g.suppressed[p] = 0
    g.operation = NONE
    g.step = MOVEMENT
    g.passes = 0
    g.turns_to_move = g.side


@rule
def asks_next(g: Game, s: Tables) -> bool:
    """The next side that can fly to something is asked; False when the step is over (R10-1c).

    A side with an unfound fleet at sea is asked in any case, and then may have to pass: whether
    there are aircraft on its decks is hidden.
    """
    while g.passes < 2:
        side = int(g.turns_to_move)
        if free_group(g) != NONE and (may_have_decks(g, side) or has_flight(g, s, side)):
            ask(g, AIR_TARGET, side)
            return True
        g.passes += 1
        g.turns_to_move = 1 - g.turns_to_move
    return False


# --- which aircraft may fly where ----------------------------------------------------------
@rule
def can_fly(g: Game, s: Tables, u: int) -> bool:
    """An aircraft but TR on the map, not flown in this phase (R9-4i, R10-2a, b, A-69)."""
    if s.kind[u] != AIRCRAFT or s.type[u] == TRANSPORT_AIRCRAFT or g.flown[u]:
        return False
    return (g.place[u] == SPOT or g.place[u] == CARRIER) and area_of(g, s, u) != NONE


@rule
def may_leave(g: Game, s: Tables, u: int, kind: int, target: int) -> bool:
    """Whether the base of an aircraft lets it go to this target.

    From a suppressed airfield only fighters start, to defend that airfield (R10-5a, A-45), from a
    disrupted one only fighters to own targets (R10-3h). Carriers and water know neither (R10-3j,
    R10-5b).
    """
    if g.place[u] != SPOT or not on_field(g, s, u, int(g.at[u])):
        return not tied_to_dutch_harbor(g, s, u) or at_dutch_harbor(g, s, kind, target)
    p = int(g.at[u])
    if not g.suppressed[p] and not g.field_disrupted[p]:
        return True
    if s.type[u] != FIGHTER or target_side(g, s, kind, target) != s.side[u]:
        return False
    return not g.suppressed[p] or (kind == AT_FIELD and target == p)


@rule
def tied_to_dutch_harbor(g: Game, s: Tables, u: int) -> bool:
    """Whether an aircraft is aboard Japanese fleet D in the first phase of all (RSU-3e)."""
    if g.turn != 1 or g.op != 0 or g.place[u] != CARRIER or g.opt_setup == FREE:
        return False
    return g.at[g.at[u]] == JAPAN * FLEETS + 3


@rule
def at_dutch_harbor(g: Game, s: Tables, kind: int, target: int) -> bool:
    """Its port or a ground unit there (N-90)."""
    if kind != AT_PORT and kind != AT_GROUND:
        return False
    return target_spot(g, kind, target) == s.dutch_harbor


@rule
def may_fly_to(g: Game, s: Tables, u: int, kind: int, target: int) -> bool:
    """Whether an aircraft that can fly may go to a target in range (R10-4d), an enemy or own one.

    Any aircraft may go to an own target, though only fighters are of use there (R10-4c).
    """
    if not in_range(s, u, area_of(g, s, u), target_area(g, s, kind, target)):
        return False
    return may_leave(g, s, u, kind, target)


@rule
def is_open(g: Game, s: Tables, side: int, kind: int, target: int) -> bool:
    """Whether a side can fly a group to a target, and has not done so yet (R10-1b)."""
    if not is_target(g, s, kind, target) or group_at(g, side, kind, target) != NONE:
        return False
    for u in range(s.units):
        if s.side[u] == side and can_fly(g, s, u) and may_fly_to(g, s, u, kind, target):
            return True
    return False


@rule
def may_have_decks(g: Game, side: int) -> bool:
    """Whether a side has a fleet on the map that the enemy has not found."""
    for slot in range(side * FLEETS, (side + 1) * FLEETS):
        if is_on_map(g, slot) and not g.fleet_found[slot]:
            return True
    return False


@rule
def has_flight(g: Game, s: Tables, side: int) -> bool:
    for kind in range(len(TARGET_KINDS)):
        for target in range(targets_of(s, kind)):
            if is_open(g, s, side, kind, target):
                return True
    return False


@rule
def free_group(g: Game) -> int:
    """A group not in use, or NONE: then nobody can fly any more."""
    for k in range(MAX_GROUPS):
        if g.group_state[k] == NO_GROUP:
            return k
    return NONE


# --- decisions -----------------------------------------------------------------------------
@rule
def legal_air_target(g: Game, s: Tables, mask: Array[int]) -> None:
    """PASS, or a target by its name, open to the other side (R10-1e, R10-4e)."""
    mask[PASS] = 1
    for kind in range(len(TARGET_KINDS)):
        for target in range(targets_of(s, kind)):
            if is_open(g, s, int(g.actor), kind, target):
                mask[action_of(kind, target, int(g.actor))] = 1


@rule
def apply_air_target(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A pass, or a target: then the aircraft of its group are asked for one by one."""
    g.decision = NO_DECISION
    side = int(g.actor)
    g.turns_to_move = 1 - side
    if action == PASS:
        g.passes += 1
        return
    g.passes = 0
    k = free_group(g)
    kind = kind_of(s, action)
    target = target_of(action, side)
    g.group_state[k] = FLOWN
    g.group_side[k] = side
    g.group_kind[k] = kind
    g.group_target[k] = target
    g.group_area[k] = target_area(g, s, kind, target)
    g.chosen_kind = kind
    g.chosen_target = target
    ask(g, AIR_GROUP, side)


@rule
def may_join(g: Game, s: Tables, u: int) -> bool:
    """Whether an aircraft may join the group that its side assembles."""
    if s.side[u] != g.actor or not can_fly(g, s, u):
        return False
    return may_fly_to(g, s, u, int(g.chosen_kind), int(g.chosen_target))


@rule
def legal_air_group(g: Game, s: Tables, mask: Array[int]) -> None:
    """One more aircraft, from any base in range; DONE once there is one (R10-1b)."""
    k = group_at(g, int(g.actor), int(g.chosen_kind), int(g.chosen_target))
    for u in range(s.units):
        if may_join(g, s, u):
            mask[UNIT + u] = 1
        elif in_group(g, s, u, k):
            mask[DONE] = 1


@rule
def apply_air_group(g: Game, s: Tables, t: Trace, action: int) -> None:
    """An aircraft flies; the group is complete with DONE, or when no more can join."""
    g.decision = NO_DECISION
    k = group_at(g, int(g.actor), int(g.chosen_kind), int(g.chosen_target))
    if action != DONE:
        u = action - UNIT
        put(g, s, u, TARGET, k)
        g.flown[u] = 1
        for v in range(s.units):
            if may_join(g, s, v):
                ask(g, AIR_GROUP, int(g.actor))
                return
    suppress(g, s, k)
    g.chosen_kind = NONE
    g.chosen_target = NONE


@rule
def suppress(g: Game, s: Tables, k: int) -> None:
    """A group with combat strength over an enemy airfield holds down what is still there.

    Aircraft that have flown before are not called back (R10-5a..c, A-46).
    """
    p = int(g.group_target[k])
    if g.group_kind[k] != AT_FIELD or target_side(g, s, AT_FIELD, p) == g.group_side[k]:
        return
    for u in range(s.units):
        if in_group(g, s, u, k) and s.strength[u] > 0:
            g.suppressed[p] = 1
