"""The design of an offensive: which units go for which hex, and what that is worth.

A design depends on what the record says alone, so each question of an offensive makes it anew and
comes to the same one. Units that are active already cost nothing more. What is worked on is one
record DESIGN, `o`.
"""

from __future__ import annotations

import numpy as np

from glory_agents.empire import forces
from glory_agents.empire.odds import value_of
from glory_agents.empire.records import Design, Script
from glory_agents.empire.rows import MOST_UNITS
from glory_agents.empire.worth import fill_worth
from glory_env.core.compile import rule
from glory_env.core.dice import hash_key
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.landing import asp_cost
from glory_env.games.empire.rules.stacks import asp_left
from glory_env.games.empire.state import ACTIVE, AIR, GROUND, LANDED, NAVAL, NONE

MOST_GROUND = 3  # units of a landing or an attack by land
PER_UNIT, PER_POINT = 0.01, 0.03  # points given up for a unit, an ASP
DRAWN = 77  # sets what is drawn for a valuation apart
ON_LAND, OVER_SEA, WITH_CARRIER = range(3)  # ways to a hex


# --- a unit ------------------------------------------------------------------------------------
@rule
def cost_of(g: Game, u: int) -> int:
    """Activations that a unit takes."""
    return 0 if g.unit_flags[u] & ACTIVE else 1


@rule
def asp_needed(g: Game, s: Tables, u: int) -> int:
    """ASP that its landing takes; it has taken them already if it has landed."""
    return 0 if g.unit_flags[u] & LANDED else asp_cost(g, s, u)


@rule
def carrier_beside(g: Game, s: Tables, o: Design, hex_: int, left: int) -> int:
    """A carrier without a goal in a hex, NONE if there is none."""
    for k in range(int(o.count)):
        u = int(o.mine[k])
        if s.is_carrier[u] and o.goal[u] == NONE and g.hex[u] == hex_ and cost_of(g, u) <= left:
            return u
    return NONE


@rule
def way_of(g: Game, s: Tables, o: Design, k: int, hex_: int, left: int, asp: int) -> int:
    """How unit k of the list takes a hex, with so many activations and ASP left; NONE: it does not.

    By land, over the sea, or beside a carrier where the enemy's zones close the sea.
    """
    u = int(o.mine[k])
    if forces.walks_to(g, s, u, hex_, int(o.ov)):
        return ON_LAND
    if asp_needed(g, s, u) > asp:
        return NONE
    if forces.on_shore(s, o, k, 0, hex_):
        return OVER_SEA
    if not forces.on_shore(s, o, k, 1, hex_):
        return NONE
    carrier = carrier_beside(g, s, o, int(g.hex[u]), left - cost_of(g, u))
    return WITH_CARRIER if carrier != NONE else NONE


# --- units for a hex ---------------------------------------------------------------------------
@rule
def used_by(g: Game, o: Design, hex_: int) -> int:
    """Activations that the design takes for a hex."""
    found = 0
    for k in range(int(o.count)):
        if o.goal[o.mine[k]] == hex_:
            found += cost_of(g, int(o.mine[k]))
    return found


@rule
def asp_of(g: Game, s: Tables, o: Design, hex_: int) -> int:
    """ASP that the units sent to a hex take."""
    total = 0
    for k in range(int(o.count)):
        u = int(o.mine[k])
        comes = o.goal[u] == hex_ and s.kind[u] == GROUND
        if comes and not forces.walks_to(g, s, u, hex_, int(o.ov)):
            total += asp_needed(g, s, u)
    return total


@rule
def release(o: Design, hex_: int) -> None:
    """Nobody goes for the hex any more."""
    for k in range(int(o.count)):
        if o.goal[o.mine[k]] == hex_:
            o.goal[o.mine[k]] = NONE


@rule
def pick_taker(
    g: Game, s: Tables, o: Design, hex_: int, left: int, asp: int, weak: bool
) -> int:  # fmt: skip
    """The place in the list of the weakest or the strongest unit that can take a hex, or NONE."""
    best, most = NONE, 0.0
    for k in range(int(o.count)):
        u = int(o.mine[k])
        if o.goal[u] != NONE or s.kind[u] != GROUND or cost_of(g, u) > left:
            continue
        if way_of(g, s, o, k, hex_, left, asp) == NONE:
            continue
        value = float(forces.attack_now(g, s, u))
        if weak:
            value = 100.0 - value
        if not cost_of(g, u):
            value += 1000.0
        if value > most:
            best, most = k, value
    return best


@rule
def send_ground(
    g: Game, s: Tables, o: Design, hex_: int, left: int, asp: int, weak: bool
) -> int:  # fmt: skip
    """One more ground unit goes for a hex, with a carrier where it needs one; ASP that it takes.

    NONE: there is none.
    """
    k = pick_taker(g, s, o, hex_, left, asp, weak)
    if k == NONE:
        return NONE
    u = int(o.mine[k])
    way = way_of(g, s, o, k, hex_, left, asp)
    if way == WITH_CARRIER:
        o.goal[carrier_beside(g, s, o, int(g.hex[u]), left - cost_of(g, u))] = hex_
    o.goal[u] = hex_
    return 0 if way == ON_LAND else asp_needed(g, s, u)


@rule
def send_strikers(g: Game, s: Tables, o: Design, place: int, left: int) -> None:
    """The strongest ships and air units that come to a battle, as many as may be activated."""
    hex_ = int(s.place_hex[place])
    while True:
        best, most = NONE, 0.0
        room = left - used_by(g, o, hex_)
        for k in range(int(o.count)):
            u = int(o.mine[k])
            if o.goal[u] != NONE or cost_of(g, u) > room or s.kind[u] not in (NAVAL, AIR):
                continue
            value = forces.strike_of(g, s, u, hex_, int(o.near[place]), int(o.ov))
            if value > 0.0 and not cost_of(g, u):
                value += 1000.0
            if value > most:
                best, most = u, value
        if best == NONE:
            return
        o.goal[best] = hex_


@rule
def send(g: Game, s: Tables, o: Design, place: int, count: int, left: int, asp: int) -> bool:
    """So many ground units and what strikes go for a hex with enemies; False: too few."""
    hex_, points = int(s.place_hex[place]), asp
    for _ in range(count):
        spent = send_ground(g, s, o, hex_, left - used_by(g, o, hex_), points, False)
        if spent == NONE:
            return False
        points -= spent
    send_strikers(g, s, o, place, left)
    return True


# --- hexes -------------------------------------------------------------------------------------
@rule
def is_held(o: Design, place: int) -> bool:
    """Whether enemies stand in a place."""
    return bool(o.enemies[place].sum() > 0)


@rule
def value_here(g: Game, s: Tables, p: Script, o: Design, place: int) -> float:
    """What those that are sent to a place are worth, less what they cost."""
    hex_ = int(s.place_hex[place])
    value = value_of(g, s, p, o, place) if is_held(o, place) else float(o.worth[place])
    return value - PER_UNIT * used_by(g, o, hex_) - PER_POINT * asp_of(g, s, o, hex_)


@rule
def try_place(
    g: Game, s: Tables, p: Script, o: Design, place: int, left: int, asp: int
) -> float:  # fmt: skip
    """Send the best mix of units to a place; what that is worth, 0 with nobody sent."""
    hex_ = int(s.place_hex[place])
    if not is_held(o, place):
        if send_ground(g, s, o, hex_, left, asp, True) == NONE:
            return 0.0
        return max(0.0, value_here(g, s, p, o, place))
    best, choice = 0.0, NONE
    for count in range(MOST_GROUND + 1):
        value = value_here(g, s, p, o, place) if send(g, s, o, place, count, left, asp) else 0.0
        if value > best:
            best, choice = value, count
        release(o, hex_)
    if choice != NONE:
        send(g, s, o, place, choice, left, asp)
    return best


@rule
def drawn_part(g: Game, p: Script, side: int, hex_: int) -> float:
    """What a valuation is multiplied with: the same in all questions of an offensive."""
    x = hash_key(DRAWN + 16 * int(g.turn) + 256 * int(g.action_no), side, hex_)
    return 1.0 + p.noise * (2.0 * x / 4294967296.0 - 1.0)


@rule
def best_place(
    g: Game, s: Tables, p: Script, o: Design, battle: int, left: int, asp: int
) -> int:  # fmt: skip
    """The place that is worth most with what is left, NONE if none is worth anything."""
    best, choice = float(p.least), NONE
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or o.done[place] or o.near[place] == NONE:
            continue
        held = is_held(o, place)
        if held and battle != NONE and battle != hex_:
            continue
        value = try_place(g, s, p, o, place, left, asp)
        release(o, hex_)
        if value <= 0.0:
            continue
        value *= drawn_part(g, p, int(o.side), hex_)
        if held and battle == hex_:
            value += 1.0
        if value > best:
            best, choice = value, place
    return choice


@rule
def prepare(
    g: Game, s: Tables, p: Script, side: int, units: np.ndarray, ov: int, o: Design
) -> None:  # fmt: skip
    """Fill in what does not change while a design is made."""
    o.side = side
    o.ov = ov
    o.count = min(MOST_UNITS, units.shape[0])
    for k in range(int(o.count)):
        o.mine[k] = units[k]
    o.goal[:] = NONE
    o.done[:] = 0
    fill_worth(g, s, p, side, o.worth)
    forces.summarize(g, s, side, o.enemies)
    forces.near_fields(g, s, o)
    forces.find_shores(g, s, o)


@rule
def design(
    g: Game, s: Tables, p: Script, side: int, units: np.ndarray, ov: int, limit: int, o: Design
) -> float:  # fmt: skip
    """Fill the hex each unit goes for (`goal`, NONE: none); what all is worth.

    units: numbers of those there are for it. limit: activations that are left. An operation
    has one battle at most, an event any number.
    """
    prepare(g, s, p, side, units, ov, o)
    battle, left, asp, total = NONE, limit, asp_left(g, side), 0.0
    if not g.as_ec:
        battle = forces.open_battle(g)
    while o.count:
        place = best_place(g, s, p, o, battle, left, asp)
        if place == NONE:
            break
        hex_ = int(s.place_hex[place])
        total += try_place(g, s, p, o, place, left, asp) * drawn_part(g, p, side, hex_)
        o.done[place] = 1
        if is_held(o, place) and not g.as_ec:
            battle = hex_
        left -= used_by(g, o, hex_)
        asp -= asp_of(g, s, o, hex_)
    return total
