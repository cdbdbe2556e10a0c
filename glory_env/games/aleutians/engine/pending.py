"""What the other side is about to choose, in a world drawn anew.

A seat is not shown how far the pending choice of the other one is. Where that choice has named a
hidden unit or a fleet, another one is named that fits the world.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dealing import draw
from glory_env.games.aleutians.actions import N_ACTIONS, OWN_FLEET, UNIT
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.dispatch import legal
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.cargo import is_short
from glory_env.games.aleutians.rules.gunfire import landing_of
from glory_env.games.aleutians.rules.supply import ARRIVING
from glory_env.games.aleutians.rules.task_forces import cargo_in
from glory_env.games.aleutians.state import (
    ARMED_RECON,
    ARMED_RECON_SPOT,
    ARRIVAL,
    ARRIVAL_PLACE,
    ASHORE,
    CARGO_LOSS,
    DISEMBARK,
    DISEMBARK_SPOT,
    FLEET,
    FLEETS,
    FORM,
    FORM_FLEET,
    GROUND,
    GROUND_MOVE_SPOT,
    GROUND_MOVE_UNIT,
    GUNFIRE,
    LAND_FLEET,
    LAND_SPOT,
    LAND_UNITS,
    LANDING,
    LOAD_AMOUNT,
    LOAD_SUPPLY,
    MAX_UNITS,
    NO_DECISION,
    NONE,
    RETURN_FLEET,
    TRANSPORT_FIELD,
    TRANSPORT_FLIGHT,
)

WHO = 231  # what is drawn, for the hash
# Questions about a hidden unit, and about a fleet, that has been named.
NAMES_UNIT = (
    FORM_FLEET, DISEMBARK_SPOT, ARRIVAL_PLACE, ARMED_RECON_SPOT, TRANSPORT_FIELD, GROUND_MOVE_SPOT,
    GUNFIRE, ASHORE,
)  # fmt: skip
NAMES_FLEET = (LOAD_AMOUNT, LAND_SPOT, LAND_UNITS, RETURN_FLEET)


@rule
def renew_choice(g: Game, s: Tables, enemy: int, key: int) -> bool:
    """Draw what the enemy's pending choice has named; whether something is then legal."""
    mask = np.zeros(N_ACTIONS, np.int8)
    decision = int(g.decision)
    before = question_before(g)
    forget_rest(g, s, enemy)
    if before != NO_DECISION:
        g.decision = before
        legal(g, s, mask)
        g.decision = decision
        if not name_one(g, s, enemy, mask, key):
            return False
    elif decision == CARGO_LOSS:
        name_short_fleet(g, s, enemy, key)
    elif decision in (GUNFIRE, ASHORE):
        name_aboard(g, s, enemy, mask, key)
    legal(g, s, mask)
    return has_any(mask)


@rule
def forget_rest(g: Game, s: Tables, enemy: int) -> None:
    """What earlier questions have left over."""
    decision = int(g.decision)
    u = int(g.chosen_unit)
    if u != NONE and decision not in NAMES_UNIT and is_hidden(g, s, u, 1 - enemy):
        g.chosen_unit = NONE
    if decision not in NAMES_FLEET:
        g.chosen_fleet = NONE


@rule
def question_before(g: Game) -> int:
    """The question whose answer the pending one goes on with, where a hidden one can be named.

    An exchange of aircraft and a landing from a submarine go on with what the system has named.
    """
    decision = int(g.decision)
    found = NO_DECISION
    if decision == FORM_FLEET:
        found = FORM
    elif decision == LOAD_AMOUNT:
        found = LOAD_SUPPLY
    elif decision == DISEMBARK_SPOT:
        found = DISEMBARK
    elif decision == LAND_SPOT:
        found = LAND_FLEET
    elif decision == TRANSPORT_FIELD:
        found = TRANSPORT_FLIGHT
    elif decision == GROUND_MOVE_SPOT:
        found = GROUND_MOVE_UNIT
    elif decision == ARRIVAL_PLACE and g.step == ARRIVING:
        found = ARRIVAL
    elif decision == ARMED_RECON_SPOT and g.phase == LANDING:
        found = ARMED_RECON
    return found


@rule
def has_any(mask: Array[int]) -> bool:
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    return count > 0


@rule
def name_one(g: Game, s: Tables, enemy: int, mask: Array[int], key: int) -> bool:
    """A unit or a fleet of those that the question before has offered; whether there is any."""
    units = g.decision != LOAD_AMOUNT and g.decision != LAND_SPOT
    first = UNIT if units else OWN_FLEET
    count = 0
    size = MAX_UNITS if units else FLEETS
    for k in range(size):
        count += int(mask[first + k])
    if count == 0:
        return False
    pick = draw(key, WHO, 0, count)
    found = 0
    for k in range(size):
        if mask[first + k]:
            if pick == 0:
                found = k
            pick -= 1
    if units:
        g.chosen_unit = found
    else:
        g.chosen_fleet = enemy * FLEETS + found
    return True


@rule
def name_short_fleet(g: Game, s: Tables, enemy: int, key: int) -> None:
    """A fleet with troops that will lose some of them; one whose lifts are short, if there is one.

    Where all fleets together have too few lifts, a drawn world has such a fleet.
    """
    start = draw(key, WHO, 0, FLEETS)
    g.short_fleet = NONE
    for k in range(FLEETS):
        slot = enemy * FLEETS + (start + k) % FLEETS
        if is_short(g, s, slot):
            g.short_fleet = slot
            return
        if g.short_fleet == NONE and cargo_in(g, s, slot) > 0:
            g.short_fleet = slot


@rule
def name_aboard(g: Game, s: Tables, enemy: int, mask: Array[int], key: int) -> None:
    """A hidden ship of a landing fleet, or a unit aboard that can go ashore."""
    u = int(g.chosen_unit)
    if not is_hidden(g, s, u, 1 - enemy):
        return
    start = draw(key, WHO, 0, int(s.units))
    for k in range(s.units):
        u = (start + k) % int(s.units)
        if s.side[u] != enemy or g.place[u] != FLEET or not is_hidden(g, s, u, 1 - enemy):
            continue
        if g.decision == GUNFIRE:
            if landing_of(g, s, u) == NONE:
                continue
        elif s.kind[u] != GROUND:
            continue
        g.chosen_unit = u
        legal(g, s, mask)
        if has_any(mask):
            return
