"""The rush: Japan sets a unit ashore on each undefended place with VP, and goes home.

A plan of Japan's phases up to a turn, in place of the script's own fleets. Three fleets at most
land in a stage (R12-2a), so Paramushiro shares out transports and troops: one unit for each fleet.
"""

from __future__ import annotations

import numpy as np

from glory_agents.aleutians.fleets import step_toward
from glory_agents.aleutians.goals import guard_of, has_carrier, holds, loads, node_of, strength_at
from glory_agents.aleutians.records import Script
from glory_agents.aleutians.sea import ways_from
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import (
    BOX_ACTION,
    DONE,
    NODE,
    OWN_FLEET,
    PASS,
    SPOT_ACTION,
    UNIT,
    YES,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import first_node, ground_count, in_play, spot_at
from glory_env.games.aleutians.rules.formation import ship_node, ship_slot
from glory_env.games.aleutians.rules.ground_combat import strength_of
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in

PER_STEP = 0.03  # VP given up for each step of the way, and for the eyes on it


@rule
def rushes(g: Game, row: Script) -> bool:
    """Whether the plan answers for the seat that is asked."""
    return g.actor == st.JAPAN and g.turn <= row.rush


@rule
def worth_landing(g: Game, s: Tables, row: Script, p: int, power: int) -> float:
    """VP that troops of a strength gain at a place, 0 if none.

    Against defenders supply has to be left when a second phase is paid.
    """
    if s.vp[p] == 0 or not in_play(g, s, p) or ground_count(g, s, st.JAPAN, p) > 0:
        return 0.0
    if ground_count(g, s, st.ALLIES, p) == 0:
        return 0.0 if holds(g, s, st.JAPAN, p) else float(s.vp[p])
    left = int(g.supply[st.JAPAN]) - int(g.op < 2)
    enemy = strength_at(g, s, st.ALLIES, p)
    return 0.5 * s.vp[p] if left > 0 and power >= row.odds * enemy else 0.0


@rule
def power_of(g: Game, s: Tables, slot: int) -> int:
    """Landing strength aboard a fleet."""
    total = 0
    for u in range(s.units):
        if s.kind[u] == st.GROUND and g.place[u] == st.FLEET and g.at[u] == slot:
            total += loads(s, u)
    return total


@rule
def claim(g: Game, s: Tables, row: Script, upto: int, extra: int) -> int:
    """The place (a site, or NONE) that Japanese fleet `upto` is to land at; those before it choose
    first. extra: strength a fleet without troops would have, the strongest unit that waits.
    """
    claimed = np.zeros(st.MAX_SPOTS, np.int8)
    dist = np.empty(st.MAX_NODES)
    for f in range(st.FLEETS):
        best = st.NONE
        most = 0.0
        loaded = g.fleet_used[f] and cargo_in(g, s, f) > 0
        if loaded or (f == upto and extra > 0):
            power = power_of(g, s, f) if loaded else extra
            ways_from(g, s, st.JAPAN, int(g.fleet_node[f]), dist)
            for p in range(s.sites):
                value = worth_landing(g, s, row, p, power)
                node = node_of(s, p, dist)
                if value == 0.0 or claimed[p] or node == st.NONE:
                    continue
                value -= PER_STEP * dist[node]
                if best == st.NONE or value > most:
                    most = value
                    best = p
            if best != st.NONE:
                claimed[best] = 1
        if f == upto:
            return best
    return st.NONE


@rule
def lands(g: Game, s: Tables, f: int) -> bool:
    """Whether a Japanese fleet can take part: it is used, and is not that of the carriers."""
    return g.fleet_used[f] == 1 and not has_carrier(g, s, f)


# --- forming -----------------------------------------------------------------------------------
@rule
def needs_lift(g: Game, s: Tables, u: int) -> int:
    """A fleet without lift in the harbour of a transport that its own fleet can spare, or NONE."""
    old = ship_slot(g, u)
    if not s.lift[u] or old == st.NONE:
        return st.NONE
    spare = lifts_in(g, s, old) - cargo_in(g, s, old)
    if spare < 1 or (spare < 2 and not has_carrier(g, s, old)):
        return st.NONE
    for f in range(st.FLEETS):
        here = lands(g, s, f) and f != old and g.fleet_node[f] == ship_node(g, u)
        if here and lifts_in(g, s, f) == 0 and ships_in(g, s, f) < st.MAX_SHIPS:
            return f
    return st.NONE


@rule
def unit_for(g: Game, s: Tables, row: Script, f: int, mask: Array[int]) -> int:
    """The strongest unit that may board a fleet that has none yet and a place to go to, or NONE.

    The plan's guard stays on Paramushiro.
    """
    if not lands(g, s, f) or cargo_in(g, s, f) > 0 or lifts_in(g, s, f) == 0:
        return st.NONE
    best = st.NONE
    n = int(g.fleet_node[f])
    for u in range(s.units):
        if s.kind[u] != st.GROUND or not mask[UNIT + u]:
            continue
        if g.place[u] == st.BOX:
            here = n == st.NONE
        else:
            p = int(g.at[u])
            here = n != st.NONE and spot_at(g, s, p, n) and p == s.paramushiro
            left = strength_at(g, s, st.JAPAN, p) - strength_of(g, s, u)
            here = here and left >= guard_of(g, s, row, st.JAPAN, p)
        if here and (best == st.NONE or loads(s, u) > loads(s, best)):
            best = u
    if best == st.NONE or claim(g, s, row, f, max(1, loads(s, best))) == st.NONE:
        return st.NONE
    return best


@rule
def choose_form(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Transports to fleets without any, then a unit for each of three fleets."""
    for u in range(s.units):
        if mask[UNIT + u] and s.kind[u] == st.SHIP and needs_lift(g, s, u) != st.NONE:
            return UNIT + u
    for f in range(st.FLEETS):
        u = unit_for(g, s, row, f, mask)
        if u != st.NONE:
            return UNIT + u
    return DONE


@rule
def choose_form_fleet(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    u = int(g.chosen_unit)
    if s.kind[u] == st.SHIP:
        f = needs_lift(g, s, u)
        return OWN_FLEET + f if f != st.NONE else -1
    for f in range(st.FLEETS):
        free = lands(g, s, f) and cargo_in(g, s, f) == 0
        if free and mask[OWN_FLEET + f] and claim(g, s, row, f, max(1, loads(s, u))) != st.NONE:
            return OWN_FLEET + f
    return -1


# --- sailing and landing -----------------------------------------------------------------------
@rule
def goal_node(g: Game, s: Tables, row: Script, f: int) -> int:
    """The part of the sea a fleet is to sail to, or NONE."""
    p = claim(g, s, row, f, 0)
    if p == st.NONE:
        return st.NONE
    dist = np.empty(st.MAX_NODES)
    ways_from(g, s, st.JAPAN, int(g.fleet_node[f]), dist)
    return node_of(s, p, dist)


@rule
def choose_sail(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    for f in range(st.FLEETS):
        if mask[OWN_FLEET + f] and cargo_in(g, s, f) > 0:
            goal = goal_node(g, s, row, f)
            if goal != st.NONE and goal != g.fleet_node[f]:
                return OWN_FLEET + f
    return DONE


@rule
def landing_of(g: Game, s: Tables, row: Script, f: int) -> int:
    """The place a fleet lies at to land, or NONE."""
    if cargo_in(g, s, f) == 0 or g.fleet_node[f] == st.NONE:
        return st.NONE
    p = claim(g, s, row, f, 0)
    return p if p != st.NONE and spot_at(g, s, p, int(g.fleet_node[f])) else st.NONE


@rule
def choose_land_fleet(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    for f in range(st.FLEETS):
        if mask[OWN_FLEET + f] and landing_of(g, s, row, f) != st.NONE:
            return OWN_FLEET + f
    return DONE


@rule
def choose_land_units(g: Game, s: Tables, mask: Array[int]) -> int:
    """All against defenders, else the weakest one alone."""
    p = int(g.fleet_landing[g.chosen_fleet])
    if mask[DONE] and ground_count(g, s, st.ALLIES, p) == 0:
        return DONE
    best = st.NONE
    for u in range(s.units):
        if mask[UNIT + u] and (best == st.NONE or loads(s, u) < loads(s, best)):
            best = u
    return UNIT + best if best != st.NONE else DONE


@rule
def choose_return(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """Home to Paramushiro; carriers wait for aircraft in the air.

    With `linger` fleets stay at sea with the troops they have left, where they may.
    """
    slot = int(g.chosen_fleet)
    if row.linger and mask[PASS] and cargo_in(g, s, slot) > 0:
        return PASS
    if has_carrier(g, s, slot) and mask[PASS]:
        for u in range(s.units):
            away = s.mother[u] != st.NONE and (g.place[u] == st.SEA or g.place[u] == st.TARGET)
            if away and g.place[s.mother[u]] == st.FLEET and g.at[s.mother[u]] == slot:
                return PASS
    home = NODE + first_node(s, int(g.spot_area[s.paramushiro]))
    if mask[home]:
        return home
    if mask[PASS] and g.fleet_node[slot] == home - NODE:
        return PASS
    return BOX_ACTION


@rule
def rush_action(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """What the rush answers; -1 where it leaves a decision to the script."""
    d = g.decision
    if d == st.ASK_SECOND_PHASE:
        return YES
    if d == st.AIR_TARGET and g.side == st.JAPAN:
        return PASS if mask[PASS] else -1
    if d == st.FORM:
        return choose_form(g, s, row, mask)
    if d == st.FORM_FLEET:
        return choose_form_fleet(g, s, row, mask)
    if d == st.SAIL:
        return choose_sail(g, s, row, mask)
    if d == st.SAIL_STEP:
        return step_toward(g, s, goal_node(g, s, row, int(g.sailing)), mask)
    if d == st.DISEMBARK:
        return DONE if mask[DONE] else -1
    if d == st.LAND_FLEET:
        return choose_land_fleet(g, s, row, mask)
    if d == st.LAND_SPOT:
        p = landing_of(g, s, row, int(g.chosen_fleet))
        return SPOT_ACTION + p if p != st.NONE else -1
    if d == st.LAND_UNITS:
        return choose_land_units(g, s, mask)
    if d == st.RETURN_FLEET:
        return choose_return(g, s, row, mask)
    return -1
