"""Chapter 17 and 12-6-1: die modifiers, and the hybrid battleship-carrier."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import put
from glory_env.games.glory.state import ASIDE, BCV, NONE


@rule
def count_modifiers(g: Game, s: Tables, fights: Array[int]) -> int:
    """How many carriers among the fighting counters give +1 to one die; the hybrid apart.

    One die each (R12-6-1a), also for carriers lent to the army (R12-8-1b).
    """
    n = 0
    for u in range(s.counters):
        if fights[u] and s.kind[u] != BCV:
            n += s.modifier[u]
    return n


@rule
def count_hits(counts: Array[int], threshold: int, modifiers: int, stack: int) -> int:
    """Hits among dice, `counts[face]` of each face, with +1 given in the best way (A-18).

    Without stacking each +1 goes to a different die and only a near miss can gain from it; with
    stacking (switch) several may go to one die, cheapest dice first.
    """
    hits = 0
    for face in range(threshold, 7):
        hits += counts[face]
    for need in range(1, threshold if stack else 2):
        n = min(int(counts[threshold - need]), modifiers // need)
        hits += n
        modifiers -= n * need
    return hits


@rule
def hybrid_in(s: Tables, fights: Array[int]) -> int:
    """The BCV among the fighting counters, or NONE.

    Its ability, once a game (R17-1b), is unused while the BCV exists.
    """
    for u in range(s.counters):
        if fights[u] and s.kind[u] == BCV and s.modifier[u]:
            return u
    return NONE


@rule
def use_hybrid(g: Game, s: Tables, t: Trace) -> None:
    """The +1 is spent: the battleship is back with its state and damage (R17-1c, N-24)."""
    carrier = int(s.hybrid_to)
    ship = int(s.hybrid_from)
    g.active[ship] = g.active[carrier]
    g.damage[ship] = g.damage[carrier]
    g.supports[ship] = g.supports[carrier]
    put(g, s, t, ship, g.place[carrier])
    g.active[carrier] = 0
    g.damage[carrier] = 0
    g.supports[carrier] = 0
    put(g, s, t, carrier, ASIDE)


@rule
def can_convert(g: Game, s: Tables) -> bool:
    """The undamaged battleship on the map, in any box and state, once a game (R17-0a, N-19)."""
    ship = int(s.hybrid_from)
    return ship != NONE and not g.converted and g.place[ship] >= 0 and g.damage[ship] == 0
