"""Taking out of a record what one side does not know of the other one.

`hiding.redraw` begins with it, then draws; the scripts' `veil` takes out the places as well. So
neither depends on what is hidden.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.aleutians.engine.alike import UNSEEN
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.forces import LATE, STAYS_AWAY
from glory_env.games.aleutians.rules.task_forces import seattle_shown
from glory_env.games.aleutians.state import ALLIES, FLEETS, NONE


@rule
def forget(g: Game, s: Tables, seat: int) -> None:
    """Set all that is hidden from a seat, but for places and strategy, to what it knows.

    Secret marks are as if nothing had happened; loaded SP lie in Seattle; a fleet before Anchorage
    has come by Cook Inlet, for else it would hardly be there. To be called twice does no harm.
    """
    enemy = 1 - seat
    g.rolled[:] = 0
    g.dealt = 0
    g.seattle = seattle_shown(g, seat)
    for u in range(s.units):
        if s.side[u] == enemy:
            forget_unit(g, s, u, is_hidden(g, s, u, seat))
    if seat == ALLIES:
        g.paramushiro_only = 0
    else:
        g.railway_real = 0
        g.kept_ships = 0
        if g.fleet_d == LATE:
            g.fleet_d = STAYS_AWAY
    for f in range(FLEETS):
        slot = enemy * FLEETS + f
        at_anchorage = g.fleet_used[slot] == 1 and g.fleet_node[slot] == s.anchorage_node
        g.fleet_via_cook[slot] = int(at_anchorage)
        g.fleet_supply[slot] = 0
        g.fleet_lifts_used[slot] = 0
        g.fleet_floatplane[slot] = NONE
        g.fleet_receives[slot] = 0
    if g.actor != enemy:  # left over from a question the enemy was asked
        u = int(g.chosen_unit)
        if u != NONE and s.side[u] == enemy and is_hidden(g, s, u, seat):
            g.chosen_unit = NONE
        if g.chosen_fleet != NONE and g.chosen_fleet // FLEETS == enemy:
            g.chosen_fleet = NONE


@rule
def forget_unit(g: Game, s: Tables, u: int, hidden: bool) -> None:
    """What an enemy unit carries in secret; of a hidden one every mark but its damage."""
    g.struck[u] = 0
    g.boat_supply[u] = 0
    if s.alike[u]:
        g.unseen[u] = UNSEEN if hidden else 0
    if hidden:
        g.when[u] = 0
        g.disrupted[u] = 0
        g.flown[u] = 0
        g.done[u] = 0
        g.aim[u] = NONE
        g.hit_by[u] = 0
