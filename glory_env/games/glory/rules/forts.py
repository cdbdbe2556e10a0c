"""Chapter 16: fort markers. Building them is chapter 14, moving them chapter 11."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import has_army_unit, remove
from glory_env.games.glory.state import ARMY, FORT


@rule
def remove_lone_forts(g: Game, s: Tables, t: Trace) -> None:
    """At the end of the movement phase a fort without an army unit is lost, except in Home.

    R16-0c, A-25: any army unit keeps it; tested at this moment only.
    """
    for u in range(s.counters):
        if (
            s.kind[u] == FORT
            and g.place[u] >= 0
            and g.place[u] != s.home
            and not has_army_unit(g, s, g.place[u])
        ):
            remove(g, s, t, u)


@rule
def fort_can_pay(g: Game, s: Tables, u: int) -> bool:
    """A fort in the box, and there may be several, pays loss in the Army's combat only.

    R16-0a, b; A-26.
    """
    return s.kind[u] == FORT and g.place[u] == g.battle_box and g.battle_service == ARMY
