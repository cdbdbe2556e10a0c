"""Hidden fleets drawn anew: ships, the troops aboard or under flags, and what else they carry.

See `hiding.redraw`. Each function replaces what has been there by what the key gives.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dealing import draw, shuffle
from glory_env.games.aleutians.actions import N_NUMBERS
from glory_env.games.aleutians.engine.alike import CARGO, SHIPS
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.flags import is_under_flag
from glory_env.games.aleutians.rules.formation import FORMING
from glory_env.games.aleutians.rules.free_setup import travels_along
from glory_env.games.aleutians.rules.schedule import SPECIAL_TURN
from glory_env.games.aleutians.rules.task_forces import lifts_in, supply_room
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    CLOSED_FLEET_SIZE,
    FLEET,
    FLEETS,
    FREE,
    GONE,
    GROUND,
    MAX_SHIPS,
    MAX_SPOTS,
    MAX_STACK,
    MAX_UNITS,
    NAVAL,
    NONE,
    RETURN,
    SHIP,
    SLOTS,
    SPOT,
    WITHDRAWN,
)

# More of what is drawn, for the hash (`alike` has the first numbers).
SIZES, AGAIN, DAMAGE, WHERE, LOADED, FLOATPLANES = range(220, 226)


# --- ships -------------------------------------------------------------------------------------
@rule
def draw_ships(g: Game, s: Tables, seat: int, key: int) -> None:
    """Hidden ships into the unfound fleets, with lifts for all troops at sea; the rest are out.

    Those out of the game are GONE until `settle_withdrawn`.
    """
    enemy = 1 - seat
    units = np.zeros(MAX_UNITS, np.int64)
    size = np.zeros(SLOTS, np.int64)
    count = damaged = 0
    for u in range(s.units):
        if s.kind[u] == SHIP and is_hidden(g, s, u, seat):
            units[count] = u
            count += 1
            damaged += int(g.damaged[u])
            if g.place[u] == FLEET:
                size[g.at[u]] += 1
    shuffle(units, count, key, SHIPS)
    if g.switch[CLOSED_FLEET_SIZE]:
        draw_sizes(g, enemy, size, count, key)
    afloat = min(count, int(size.sum()))
    need = lifts_needed(g, s, enemy)
    for slot in range(enemy * FLEETS, (enemy + 1) * FLEETS):  # found ones lift, too
        if g.fleet_used[slot] and size[slot] == 0:
            need -= lifts_in(g, s, slot)
    afloat = bring_lifts(g, s, enemy, units, size, count, afloat, need)
    shuffle(units, afloat, key, AGAIN)
    slot = 0
    for k in range(count):
        u = int(units[k])
        g.damaged[u] = 0
        if k >= afloat:
            g.place[u] = GONE
            g.at[u] = NONE
            continue
        while size[slot] == 0:
            slot += 1
        size[slot] -= 1
        g.place[u] = FLEET
        g.at[u] = slot
        if draw(key, DAMAGE, k, afloat - k) < damaged:
            g.damaged[u] = 1
            damaged -= 1


@rule
def draw_sizes(g: Game, enemy: int, size: Array[int], count: int, key: int) -> None:
    """Ships of each unfound fleet where sizes are closed, 1 to MAX_SHIPS, none out of battle.

    size: int (SLOTS,), true ones, to be replaced; count: hidden ships. Every other ship joins one
    of the fleets with room or is out of the game, each with the same chance.
    """
    left = count
    open_slots = np.zeros(SLOTS, np.int64)
    fleets = 0
    for slot in range(enemy * FLEETS, (enemy + 1) * FLEETS):
        if size[slot] > 0 and g.battle_fleet[enemy] != slot:
            size[slot] = 1
            open_slots[fleets] = slot
            fleets += 1
        left -= int(size[slot])
    for k in range(left):
        pick = draw(key, SIZES, k, fleets + 1)
        if pick < fleets and size[open_slots[pick]] < MAX_SHIPS:
            size[open_slots[pick]] += 1


@rule
def lifts_needed(g: Game, s: Tables, enemy: int) -> int:
    """Hidden troops that cannot all stand under flags, and so need lifts."""
    need = 0
    for u in range(s.units):
        need += int(is_drawn_troop(g, s, u, enemy))
    for p in range(MAX_SPOTS):
        if g.flag[p, enemy]:
            need -= MAX_STACK - settled(g, s, enemy, p)
    return need


@rule
def bring_lifts(
    g: Game, s: Tables, enemy: int, units: Array[int], size: Array[int], count: int, afloat: int,
    need: int,
) -> int:  # fmt: skip
    """Exchange ships at sea for lifts out of the game until there are enough; ships at sea.

    units: int (MAX_UNITS,), the first `afloat` of `count` are at sea. The true position had enough
    lifts, so this ends with enough as well. Closed sizes may have to grow.
    """
    for k in range(afloat):
        need -= int(s.lift[units[k]])
    worst = 0
    for k in range(afloat, count):
        if need <= 0:
            break
        if not s.lift[units[k]]:
            continue
        while worst < afloat and s.lift[units[worst]]:
            worst += 1
        if worst == afloat:  # all are lifts
            slot = 0
            while slot < SLOTS and not has_room(g, enemy, slot, int(size[slot])):
                slot += 1
            if not g.switch[CLOSED_FLEET_SIZE] or slot == SLOTS:
                break
            size[slot] += 1
            afloat += 1
        units[k], units[worst] = units[worst], units[k]
        need -= int(s.lift[units[worst]])
    return afloat


@rule
def has_room(g: Game, enemy: int, slot: int, size: int) -> bool:
    """Whether an unfound fleet out of battle, of so many ships, can have one more."""
    return 0 < size < MAX_SHIPS and g.battle_fleet[enemy] != slot


@rule
def settle_withdrawn(g: Game, s: Tables, seat: int) -> None:
    """Hidden ships that are out and that the schedule still calls back are withdrawn, not gone."""
    for u in range(s.units):
        out = g.place[u] == GONE or g.place[u] == WITHDRAWN
        if s.kind[u] != SHIP or s.side[u] == seat or not out:
            continue
        duty = int(g.duty[u])
        special = s.special_group[duty] == 1 and g.turn <= SPECIAL_TURN
        returns = s.come_back[duty] > 0 and s.come_back[duty] >= g.turn
        g.place[u] = WITHDRAWN if special or returns else GONE


# --- what they carry ---------------------------------------------------------------------------
@rule
def is_drawn_troop(g: Game, s: Tables, u: int, enemy: int) -> bool:
    """A hidden ground unit, aboard a fleet or under a flag; not one that cannot leave its place."""
    if s.kind[u] != GROUND or s.side[u] != enemy or s.home_spot[u] != NONE:
        return False
    return g.place[u] == FLEET or is_under_flag(g, s, u)


@rule
def settled(g: Game, s: Tables, enemy: int, p: int) -> int:
    """Ground units under a flag that are not drawn."""
    count = 0
    for u in range(s.units):
        stands = s.kind[u] == GROUND and s.side[u] == enemy and g.place[u] == SPOT
        count += int(stands and g.at[u] == p and s.home_spot[u] != NONE)
    return count


@rule
def draw_troops(g: Game, s: Tables, enemy: int, key: int) -> None:
    """At least one unit under each flag, the others there or aboard fleets, wherever is room."""
    units = np.zeros(MAX_UNITS, np.int64)
    count = 0
    for u in range(s.units):
        if is_drawn_troop(g, s, u, enemy):
            units[count] = u
            count += 1
    shuffle(units, count, key, CARGO)
    room = np.zeros(SLOTS + MAX_SPOTS, np.int64)  # of fleets, then of places
    for slot in range(enemy * FLEETS, (enemy + 1) * FLEETS):
        if g.fleet_used[slot]:
            room[slot] = lifts_in(g, s, slot)
    next_unit = 0
    for p in range(MAX_SPOTS):
        if not g.flag[p, enemy]:
            continue
        here = settled(g, s, enemy, p)
        if here == 0 and next_unit < count:
            put_troop(g, int(units[next_unit]), SLOTS + p)
            next_unit += 1
            here = 1
        room[SLOTS + p] = MAX_STACK - here
    for k in range(next_unit, count):
        total = int(room.sum())
        if total == 0:  # lifts are short in the true game, too: all are aboard one fleet
            for slot in range(enemy * FLEETS, (enemy + 1) * FLEETS):
                if g.fleet_used[slot]:
                    put_troop(g, int(units[k]), slot)
            continue
        pick = draw(key, WHERE, k, total)
        where = 0
        while pick >= room[where]:
            pick -= int(room[where])
            where += 1
        room[where] -= 1
        put_troop(g, int(units[k]), where)


@rule
def put_troop(g: Game, u: int, where: int) -> None:
    """where: a slot, or SLOTS + a place on land."""
    g.place[u] = FLEET if where < SLOTS else SPOT
    g.at[u] = where if where < SLOTS else where - SLOTS


@rule
def draw_supply(g: Game, s: Tables, key: int) -> None:
    """SP aboard Allied fleets that can have come from Seattle in this operation, or lie there.

    One half of them has none; nor has any while fleets are still formed.
    """
    if g.side != ALLIES or g.phase < NAVAL or g.phase > RETURN:
        return
    if g.phase == NAVAL and g.step <= FORMING:
        return
    for slot in range(ALLIES * FLEETS, SLOTS):
        if not g.fleet_used[slot] or not (g.fleet_moved[slot] or g.fleet_node[slot] == NONE):
            continue
        most = min(min(int(g.seattle), supply_room(g, s, slot)), N_NUMBERS - 1)
        if most > 0 and draw(key, LOADED, slot, 2):
            points = 1 + draw(key, LOADED, SLOTS + slot, most)
            g.fleet_supply[slot] = points
            g.seattle -= points


@rule
def draw_floatplanes(g: Game, s: Tables, enemy: int, key: int) -> None:
    """A floatplane of the set-up that has not come waits with its fleet, or with another one."""
    for u in range(s.units):
        if s.side[u] != enemy or g.place[u] != ABSENT or not travels_along(s, u):
            continue
        count = 0
        home = NONE
        for slot in range(enemy * FLEETS, (enemy + 1) * FLEETS):
            if g.fleet_used[slot] and g.fleet_floatplane[slot] == NONE:
                count += 1
                if s.fleet_floatplane[slot] == u and g.opt_setup != FREE:
                    home = slot
        if home != NONE:
            g.fleet_floatplane[home] = u
            continue
        pick = draw(key, FLOATPLANES, u, count)
        for slot in range(enemy * FLEETS, (enemy + 1) * FLEETS):
            if g.fleet_used[slot] and g.fleet_floatplane[slot] == NONE:
                if pick == 0:
                    g.fleet_floatplane[slot] = u
                    break
                pick -= 1
