"""Chapter 20: the optional rules, off unless chosen for the game (R20-0a).

20-2 (late floor test) acts in `victory` and `turn_end`.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.state import LATE_SIX


@rule
def lowest_hit(g: Game, s: Tables) -> int:
    """The lowest face that hits: 5, with optional rule 20-1 only a 6 from turn 10 on.

    R20-1a, and in turn 13 as well (R20-1b).
    """
    late = g.switch[LATE_SIX] and g.turn >= s.late_from
    return int(s.hit_from[1 if late else 0])
