"""Chapters 3 and 4: counters, boxes, markers, and the few changes every chapter makes to them."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import COUNTER
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import (
    ARMY_AIRCRAFT,
    BASE,
    DD,
    DE,
    FORT,
    GROUND,
    LAST_SHIP,
    NAVY_AIRCRAFT,
    NO_DECISION,
    NONE,
    POOL,
    REMOVED,
    SYSTEM,
    T_ACTIVE,
    T_DAMAGE,
    T_GP,
    T_MARKER,
    T_PHASE,
    T_PLACE,
    T_TOTAL,
)


# --- kinds of counter (3-1) ----------------------------------------------------------------
@rule
def is_ship(s: Tables, u: int) -> bool:
    """Ship units are the kinds BB to DE (R3-1d)."""
    return s.kind[u] <= LAST_SHIP


@rule
def is_aircraft(s: Tables, u: int) -> bool:
    return s.kind[u] == NAVY_AIRCRAFT or s.kind[u] == ARMY_AIRCRAFT


@rule
def is_unit(s: Tables, u: int) -> bool:
    """Forts and transports are markers, not units (R3-2g, R3-2h)."""
    return s.kind[u] < FORT


@rule
def is_always_active(s: Tables, u: int) -> bool:
    """DD, DE and aircraft (R3-1i, R10-4a), damaged or not (R3-1l)."""
    return s.kind[u] == DD or s.kind[u] == DE or is_aircraft(s, u)


@rule
def can_be_inactive(s: Tables, u: int) -> bool:
    """Ordinary units: ships other than DD and DE, and ground units (R3-1k)."""
    return is_unit(s, u) and not is_always_active(s, u)


# --- markers and boxes (4.0) ---------------------------------------------------------------
@rule
def marker_box(g: Game, s: Tables, m: int) -> int:
    """The box marker m stands in, BASE while it is in its base.

    A base is no box, so no counter can be there (R11-2f).
    """
    if g.marker_step[m] == 0:
        return BASE
    return int(s.route[m, g.marker_step[m] - 1])


@rule
def move_marker(g: Game, s: Tables, t: Trace, m: int, step: int) -> None:
    g.marker_step[m] = step
    write(t, T_MARKER, m, marker_box(g, s, m), 0)


@rule
def contested_boxes(g: Game, s: Tables) -> int:
    """Boxes that hold at least one Allied marker, as bits."""
    bits = 0
    for m in range(s.markers):
        if g.marker_step[m] > 0:
            bits |= 1 << int(s.route[m, g.marker_step[m] - 1])
    return bits


@rule
def active_boxes(g: Game, s: Tables, service: int) -> int:
    """Boxes that hold at least one Active unit of a service, as bits."""
    bits = 0
    for u in range(s.counters):
        if g.place[u] >= 0 and g.active[u] and s.service[u] == service and is_unit(s, u):
            bits |= 1 << int(g.place[u])
    return bits


@rule
def convoy_room(g: Game, s: Tables, u: int) -> bool:
    """Whether counter u may enter the convoy box now (R11-2g, h, i; N-10).

    DD and DE share one limit (RFAQ-1a); no other box has any (R4-0d, R11-1c).
    """
    ship = is_ship(s, u)
    if s.kind[u] != DD and s.kind[u] != DE and s.kind[u] != NAVY_AIRCRAFT:
        return False
    inside = 0
    for v in range(s.counters):
        if g.place[v] == s.convoy and is_ship(s, v) == ship:
            inside += 1
    return inside < (s.convoy_ships if ship else s.convoy_aircraft)


@rule
def looks_the_same(g: Game, s: Tables, u: int, v: int) -> bool:
    """Whether two counters differ in nothing but their number (printed values, box, state)."""
    return (
        s.face[u] == s.face[v]
        and g.place[u] == g.place[v]
        and g.damage[u] == g.damage[v]
        and g.active[u] == g.active[v]
        and g.space[u] == g.space[v]
        and g.supports[u] == g.supports[v]
        and g.printed_dice[u] == g.printed_dice[v]
        and g.printed_tonnage[u] == g.printed_tonnage[v]
    )


@rule
def is_offered(g: Game, s: Tables, mask: Array[int], u: int) -> bool:
    """Whether a counter of a lower number that looks the same is legal already."""
    v = int(s.alike[u])
    while v != NONE:
        if mask[COUNTER + v] and looks_the_same(g, s, u, v):
            return True
        v = int(s.alike[v])
    return False


@rule
def offer_counter(g: Game, s: Tables, mask: Array[int], u: int) -> None:
    """Make counter u legal, unless one that looks the same already is (lowest number once)."""
    if not is_offered(g, s, mask, u):
        mask[COUNTER + u] = 1


# --- changes -------------------------------------------------------------------------------
@rule
def put(g: Game, s: Tables, t: Trace, u: int, place: int) -> None:
    """Move a counter to a box, the pool or out of the game."""
    g.place[u] = place
    g.space[u] = 0
    write(t, T_PLACE, u, place, 0)


@rule
def put_new(g: Game, s: Tables, t: Trace, u: int, place: int) -> None:
    """A fresh counter: undamaged, and Active only where its kind always is (A-34)."""
    g.damage[u] = 0
    g.active[u] = 1 if is_always_active(s, u) else 0
    put(g, s, t, u, place)


@rule
def remove(g: Game, s: Tables, t: Trace, u: int) -> None:
    """Take a counter off the map; DD, DE, aircraft and forts can be built again (R14-2d, N-23)."""
    again = is_always_active(s, u) or not is_unit(s, u)
    put_new(g, s, t, u, POOL if again else REMOVED)


@rule
def set_active(g: Game, t: Trace, u: int, active: int) -> None:
    g.active[u] = active
    write(t, T_ACTIVE, u, active, 0)


@rule
def give_damage(g: Game, s: Tables, t: Trace, u: int) -> None:
    """One damage; the second removes the unit (R12-5f, R12-6-3b), for good or to the pool.

    The number represents a damage marker or a flipped counter (R3-2b, R3-1l). Strength stays
    the same (R12-2c, RFAQ-3a), and nothing repairs a unit (R12-5l).
    """
    g.damage[u] += 1
    write(t, T_DAMAGE, u, g.damage[u], 0)
    if g.damage[u] >= 2:
        remove(g, s, t, u)


@rule
def gain_gp(g: Game, t: Trace, service: int, points: int) -> None:
    """Glory points are added at once and are never capped (R12-3d)."""
    g.gp[service] += points
    write(t, T_GP, service, points, g.gp[service])


@rule
def raise_total(g: Game, s: Tables, t: Trace, tonnage: int) -> None:
    """The total grows, never above the cap (R14-2f, A-29)."""
    gain = min(tonnage, max(0, s.cap - g.total))
    g.total += gain
    write(t, T_TOTAL, gain, g.total, 0)


@rule
def has_army_unit(g: Game, s: Tables, box: int) -> bool:
    """Any army unit, ground or aircraft, in any state (A-25)."""
    for u in range(s.counters):
        if g.place[u] == box and (s.kind[u] == GROUND or s.kind[u] == ARMY_AIRCRAFT):
            return True
    return False


# --- asking and going on -------------------------------------------------------------------
@rule
def ask(g: Game, decision: int, actor: int) -> None:
    g.decision = decision
    g.actor = actor


@rule
def ask_nobody(g: Game) -> None:
    """The system goes on with the phase."""
    g.decision = NO_DECISION
    g.actor = SYSTEM


@rule
def clear_choice(g: Game) -> None:
    g.chosen_ask = 0
    g.chosen_statement = NONE
    g.chosen_civil = NONE
    g.chosen_counter = NONE
    g.chosen_box = NONE
    g.chosen_embark = NONE
    g.chosen_landing = NONE
    g.chosen_kind = NONE


@rule
def end_phase(g: Game, t: Trace, following: int) -> None:
    """Close the current phase and stand at the start of the next (R7-0b)."""
    write(t, T_PHASE, g.phase, g.turn, 0)
    g.phase = following
    g.step = 0
    clear_choice(g)
    ask_nobody(g)
