"""Destroyers attack submarines and torpedo boats (9.3, 9.4)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import roll
from glory_env.games.aleutians.rules.losses import air_sea, sink
from glory_env.games.aleutians.rules.task_forces import in_fleet
from glory_env.games.aleutians.state import DD, ROLL_DESTROYER, SEA


@rule
def attack_boat(g: Game, s: Tables, t: Trace, slot: int, u: int) -> None:
    """Each destroyer of a fleet rolls for itself at a boat that it has found (R9-4j, RDX-11).

    Only this fleet attacks (R9-4m), with the printed strength: damage takes a point off in surface
    battle alone (R10-9e). Any hit removes the boat (R9-4k), and the rest need not roll.
    """
    for ship in range(s.units):
        if g.place[u] != SEA:
            return
        if in_fleet(g, s, ship, slot) and s.type[ship] == DD:
            die = roll(g, t, ROLL_DESTROYER) - int(s.s_class[u])
            if air_sea(s, int(s.strength[ship]), die) > 0:
                sink(g, s, u)
