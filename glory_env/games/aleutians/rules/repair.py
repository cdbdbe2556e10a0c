"""Damaged ships leave for repair (10.9)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import lose, roll
from glory_env.games.aleutians.rules.losses import check_lifts
from glory_env.games.aleutians.rules.task_forces import in_fleet
from glory_env.games.aleutians.state import CARRIER, GONE, JAPAN, NONE, REPAIR, ROLL_REPAIR

JAPANESE_DELAY = 2  # turns more (R10-9f)


@rule
def repair_fleet(g: Game, s: Tables, t: Trace, slot: int) -> None:
    """All damaged ships of a fleet leave the map, of an earlier stage too (R10-9a, R10-9b, A-49).

    One die each says in how many turns a ship is back (RDX-20); after the last turn it is out of
    the game, but not sunk (R10-9g). The fleet's lifts may get short, or it closes (A-91).
    """
    taken = False
    for u in range(s.units):
        if in_fleet(g, s, u, slot) and g.damaged[u]:
            send_to_repair(g, s, u, roll(g, t, ROLL_REPAIR))
            taken = True
    if taken:
        check_lifts(g, s, slot)


@rule
def send_to_repair(g: Game, s: Tables, u: int, turns: int) -> None:
    """A ship is away for some turns; the aircraft on a carrier's deck go in S8 (R10-9j, R10-3d)."""
    back = int(g.turn) + turns + (JAPANESE_DELAY if s.side[u] == JAPAN else 0)
    g.at[u] = NONE
    g.damaged[u] = 0
    if back <= s.last_turn:
        g.place[u] = REPAIR
        g.when[u] = back
        return
    g.place[u] = GONE
    for k in range(s.units):  # their carrier never comes back, so nothing is left to wait for
        if g.place[k] == CARRIER and g.at[k] == u:
            lose(g, s, k)
