"""Ground forces for tests of chapters 12 to 14, and one decision of the game answered."""

from __future__ import annotations

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules.board import end_phase
from glory_env.games.aleutians.rules.control import put

from .positions import blank, spot, unit


def position(side, phase, turn=2):
    """A game in a phase of a side; no ground unit, fleet or aircraft is on the map."""
    g, s, t = blank()
    g.turn, g.op, g.side = turn, side, side
    for u in range(s.units):
        g.place[u], g.at[u] = st.ABSENT, st.NONE
    g.fleet_used[:] = 0
    g.fleet_node[:] = st.NONE
    g.fleet_found[:] = 0
    g.fleet_floatplane[:] = st.NONE
    g.supply[:] = 3
    end_phase(g, phase)
    return g, s, t


def stand(g, s, place, *names):
    """Ground units stand at a place."""
    for name in names:
        put(g, s, unit(name), st.SPOT, spot(place))


def fleet(g, slot, place, ships=(), cargo=()):
    """A fleet of these ships with these ground units aboard, at a node by number."""
    g.fleet_used[slot] = 1
    g.fleet_node[slot] = place
    g.fleet_landing[slot] = st.NONE
    for name in (*ships, *cargo):
        g.place[unit(name)], g.at[unit(name)] = st.FLEET, slot
