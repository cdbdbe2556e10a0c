"""A record without what a seat does not see: the scripts read nothing else.

`GameView.records` gives a world in which hidden things are drawn anew. Here they are taken out, so
that a script cannot go by such a drawing, and plays the same whatever is hidden. What else the
engine takes out before it draws goes the same way (`engine.veiling.forget`).
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.aleutians.engine.veiling import forget
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.surface import is_shown
from glory_env.games.aleutians.state import ALLIES, FLEETS, GONE, MAX_UNITS, NO_STRATEGY, NONE


@rule
def veil(g: Game, s: Tables, seat: int) -> None:
    """Take out what `seat` does not see: hidden units are then GONE, the strategy is none.

    The number of ships of an unfound fleet is lost too; no script needs it.
    """
    enemy = 1 - seat
    hidden = np.zeros(MAX_UNITS, np.int8)
    for u in range(s.units):
        hidden[u] = is_hidden(g, s, u, seat)
    line_shown = g.battle_fleet[enemy] == NONE or is_shown(g, int(g.battle_fleet[enemy]))
    forget(g, s, seat)
    for u in range(s.units):
        if s.side[u] != enemy:
            continue
        g.duty[u] = u
        if hidden[u]:
            g.place[u] = GONE
            g.at[u] = NONE
            g.damaged[u] = 0
    g.key = 0
    g.strategy[enemy] = NO_STRATEGY
    g.last_strategy[enemy] = NO_STRATEGY
    g.fire_mode[enemy] = 0
    g.paramushiro_only = 0
    if seat != ALLIES:
        g.fleet_d = int(g.fleet_d == 1)
    for f in range(FLEETS):
        g.fleet_entry[enemy * FLEETS + f] = NONE
    if not line_shown:
        g.line[enemy, :] = NONE
