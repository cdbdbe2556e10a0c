"""Withdrawals: who leaves by the schedule, and what the Allies keep under L4 (4.4, 6.12)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NO, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import has_port
from glory_env.games.aleutians.rules.board import room_for, spot_at
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.losses import check_lifts
from glory_env.games.aleutians.rules.schedule import leave_turn
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, slot_side, supply_room
from glory_env.games.aleutians.state import (
    ABSENT,
    AIRCRAFT,
    AK,
    ALLIES,
    BOX,
    CARRIER,
    DESTROYERS,
    FLEET,
    FLYING_BOATS,
    GONE,
    GROUND,
    KEEP_THREE_DD,
    L4,
    LOST,
    MAX_SPOTS,
    NO_DECISION,
    NONE,
    REPAIR,
    SHIP,
    SPOT,
    SUPPLY,
    TRANSPORTS,
    WHOLE,
    WITHDRAWN,
)

BIG_TURN = 5  # at its end most Allied ships leave (R4-4g)
# Values of `queue` in the victory phase.
FORCES, JAPANESE_AK, ALLIED_AK, BIG, LAST = range(5)


# --- a unit leaves -------------------------------------------------------------------------
@rule
def in_service(g: Game, u: int) -> bool:
    """On the map, in a box or in repair (A-93)."""
    place = int(g.place[u])
    return place not in (ABSENT, LOST, WITHDRAWN, GONE)


@rule
def put_ashore(g: Game, s: Tables, slot: int) -> None:
    """Troops without a lift go ashore where their fleet lies at an own port, or off map (A-14)."""
    node = int(g.fleet_node[slot])
    for u in range(s.units):
        if cargo_in(g, s, slot) <= lifts_in(g, s, slot):
            return
        if s.kind[u] != GROUND or g.place[u] != FLEET or g.at[u] != slot:
            continue
        if node == NONE:
            put(g, s, u, BOX, NONE)
            continue
        for p in range(MAX_SPOTS):
            side = slot_side(slot)
            if spot_at(g, s, p, node) and has_port(g, s, side, p) and room_for(g, s, side, p):
                put(g, s, u, SPOT, p)
                break


@rule
def take_off(g: Game, s: Tables, u: int) -> None:
    """A unit leaves the game, or until its return (R6-12b); no VP change (R6-10g).

    A carrier takes its aircraft along. SP loaded in Seattle go back into the box.
    """
    slot = int(g.at[u]) if g.place[u] == FLEET else NONE
    repaired = int(g.when[u]) if g.place[u] == REPAIR else int(g.turn)
    duty = int(g.duty[u])
    returns = s.come_back[duty] > 0 or s.special_group[duty] == 1
    g.place[u] = WITHDRAWN if returns else GONE
    g.at[u] = NONE
    g.when[u] = repaired
    g.damaged[u] = 0
    g.flown[u] = 0
    for k in range(s.units):  # an aircraft that waits off map for its carrier
        if s.mother[k] == u and g.place[k] == BOX:
            g.place[k] = CARRIER
            g.at[k] = u
    if slot == NONE:
        return
    put_ashore(g, s, slot)
    if g.fleet_node[slot] == NONE:
        over = max(0, int(g.fleet_supply[slot]) - supply_room(g, s, slot))
        g.fleet_supply[slot] -= over
        g.seattle += over
    check_lifts(g, s, slot)


# --- groups some of which stay ---------------------------------------------------------------
@rule
def counts(g: Game, s: Tables, u: int) -> bool:
    """In service, or a sunk transport that waits for its replacement (R4-4i, A-13)."""
    return in_service(g, u) or (s.type[u] == AK and s.kind[u] == SHIP and g.place[u] == LOST)


@rule
def surplus(g: Game, s: Tables, group: int) -> int:
    """Units of a group beyond those that stay (R4-4g, A-12)."""
    stay = int(s.group_keep[group])
    if group == DESTROYERS and g.switch[KEEP_THREE_DD]:
        stay += 1
    for u in range(s.units):
        duty = int(g.duty[u])
        listed = s.leave_group[duty] == group and s.leave_turn[duty] == BIG_TURN
        if listed and counts(g, s, u):
            stay -= 1
    return max(0, -stay)


@rule
def ships_stay(g: Game) -> bool:
    """Under L4 ships need not leave (R4-4h, R6-12c)."""
    return g.strategy[ALLIES] == L4


@rule
def is_transport(g: Game, s: Tables, u: int, side: int) -> bool:
    """A transport that the side may name, sunk ones too (R4-4i, VX-22)."""
    return s.side[u] == side and s.kind[u] == SHIP and s.type[u] == AK and counts(g, s, u)


@rule
def transports(g: Game, s: Tables, side: int) -> int:
    count = 0
    for u in range(s.units):
        count += int(is_transport(g, s, u, side))
    return count


@rule
def withdraw_transport(g: Game, s: Tables, side: int) -> bool:
    """One transport of a side leaves (R4-4c, R4-4f); True where its owner has a choice."""
    if transports(g, s, side) > 1:
        return True
    for u in range(s.units):
        if is_transport(g, s, u, side):
            take_off(g, s, u)
    return False


# --- dated withdrawals -----------------------------------------------------------------------
@rule
def is_dated(g: Game, s: Tables, u: int, stage: int) -> bool:
    """Due to leave in this turn and stage, and on hand (R6-12a, N-11, A-99); not fleets D."""
    duty = int(g.duty[u])
    if s.side[u] != ALLIES or s.leave_turn[duty] <= 2 or s.leave_stage[duty] != stage:
        return False
    return leave_turn(g, s, u) == g.turn and counts(g, s, u)


@rule
def withdraw_dated(g: Game, s: Tables, stage: int) -> None:
    """Those leave who must, without a choice: aircraft, and ships but under L4."""
    for u in range(s.units):
        must = s.leave_group[g.duty[u]] == WHOLE and (s.kind[u] == AIRCRAFT or not ships_stay(g))
        if must and is_dated(g, s, u, stage):
            take_off(g, s, u)


@rule
def has_date(g: Game, s: Tables, stage: int) -> bool:
    """Whether the schedule names anyone for this turn and stage, on hand or not."""
    for u in range(s.units):
        duty = int(g.duty[u])
        dated = s.side[u] == ALLIES and s.leave_turn[duty] > 2 and s.leave_stage[duty] == stage
        if dated and leave_turn(g, s, u) == g.turn:
            return True
    return False


@rule
def may_withdraw(g: Game, s: Tables, u: int, stage: int) -> bool:
    """Whom the decision may name: of a group too many are there of, or any under L4 (R6-12d)."""
    if not is_dated(g, s, u, stage):
        return False
    group = int(s.leave_group[g.duty[u]])
    if group == WHOLE:
        return ships_stay(g)
    return surplus(g, s, group) > 0


@rule
def may_stop(g: Game, s: Tables) -> bool:
    """Whether all those have left who must."""
    if g.phase == SUPPLY:
        return True
    if surplus(g, s, FLYING_BOATS) > 0:
        return False
    return ships_stay(g) or surplus(g, s, TRANSPORTS) + surplus(g, s, DESTROYERS) == 0


@rule
def legal_withdraw(g: Game, s: Tables, mask: Array[int]) -> None:
    """UNIT: it leaves; NO: nobody more does. Asked under every strategy (DK-13)."""
    if g.phase != SUPPLY and g.queue != BIG:
        for u in range(s.units):
            if is_transport(g, s, u, g.actor):
                mask[UNIT + u] = 1
        return
    stage = int(g.phase == SUPPLY)
    for u in range(s.units):
        if may_withdraw(g, s, u, stage):
            mask[UNIT + u] = 1
    if may_stop(g, s):
        mask[NO] = 1


@rule
def apply_withdraw(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Ships kept under L4 bar a change of strategy (R5-6e, VX-23)."""
    g.decision = NO_DECISION
    if action != NO:
        take_off(g, s, action - UNIT)
        if g.phase != SUPPLY and g.queue != BIG:
            g.queue += 1
        return
    stage = int(g.phase == SUPPLY)
    for u in range(s.units):
        if s.kind[u] != AIRCRAFT and may_withdraw(g, s, u, stage):
            g.kept_ships = 1
    if stage == 1:
        g.step += 1
    else:
        g.queue += 1


@rule
def note_return(g: Game, s: Tables, u: int) -> None:
    """A withdrawn unit of a group has come back; when enough have, the rest never will (R6-12b)."""
    group = int(s.leave_group[g.duty[u]])
    if group != TRANSPORTS and group != FLYING_BOATS:
        return
    g.returned[group] += 1
    for k in range(s.units):
        same = s.leave_group[g.duty[k]] == group and g.place[k] == WITHDRAWN
        if same and g.returned[group] >= s.group_back[group]:
            g.place[k] = GONE
