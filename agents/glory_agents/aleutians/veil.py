"""A record without what a seat does not see: the scripts read nothing else.

`GameView.records` gives a world in which hidden things are drawn anew. Here they are taken out, so
that a script cannot go by such a drawing, and plays the same whatever is hidden.
"""

from __future__ import annotations

import numpy as np

from glory_agents.scripted.compiled import rule
from glory_env.aleutians.engine.visible import is_hidden, seattle_shown
from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.rules.surface import is_shown
from glory_env.aleutians.state import ALLIES, FLEETS, GONE, MAX_UNITS, NO_STRATEGY, NONE


@rule
def veil(g: Game, s: Tables, seat: int) -> None:
    """Take out what `seat` does not see: hidden units are then GONE, the strategy is none.

    The number of ships of an unfound fleet is lost too; no script needs it.
    """
    enemy = 1 - seat
    hidden = np.zeros(MAX_UNITS, np.int8)
    for u in range(s.units):
        hidden[u] = is_hidden(g, s, u, seat)
    g.seattle = seattle_shown(g, seat)
    line_shown = g.battle_fleet[enemy] == NONE or is_shown(g, int(g.battle_fleet[enemy]))
    for u in range(s.units):
        if s.side[u] != enemy:
            continue
        g.struck[u] = 0
        g.duty[u] = u
        g.boat_supply[u] = 0
        if hidden[u]:
            g.place[u] = GONE
            g.at[u] = NONE
            g.when[u] = 0
            g.damaged[u] = 0
            g.disrupted[u] = 0
            g.flown[u] = 0
            g.done[u] = 0
            g.aim[u] = NONE
            g.hit_by[u] = 0
    g.key = 0
    g.rolled[:] = 0
    g.strategy[enemy] = NO_STRATEGY
    g.last_strategy[enemy] = NO_STRATEGY
    g.fire_mode[enemy] = 0
    g.paramushiro_only = 0
    if seat != ALLIES:
        g.railway_real = 0
        g.kept_ships = 0
        g.fleet_d = int(g.fleet_d == 1)
    for f in range(FLEETS):
        slot = enemy * FLEETS + f
        g.fleet_supply[slot] = 0
        g.fleet_lifts_used[slot] = 0
        g.fleet_floatplane[slot] = NONE
        g.fleet_receives[slot] = 0
        g.fleet_via_cook[slot] = 0
    if not line_shown:
        g.line[enemy, :] = NONE
