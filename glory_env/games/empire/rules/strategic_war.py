"""Allied submarines against Japan's shipping (12.2)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.state import AL, JP, ROLL_SUBMARINE
from glory_env.games.empire.trace import T_SUBMARINES

LAST_OF_1942 = 4  # turn
FAULTY_TORPEDOES = 1
LEAST_ASP = 1
ESCORT_STEP = 2


@rule
def submarine_modifier(g: Game) -> int:
    """Escorts, bad torpedoes in 1942, and the turn (R12.21-b, R12.22-a, R12.22-b)."""
    torpedoes = FAULTY_TORPEDOES if g.turn <= LAST_OF_1942 else 0
    return int(g.escort) + torpedoes - int(g.turn)


@rule
def submarines(g: Game, s: Tables, t: Trace) -> None:
    """One roll a turn; success costs Japan a card, an ASP and an escort (R12.21-a, -b, R4.13-a).

    The last ASP stays (R10.32-b, R10.32-c).
    """
    die = roll(g, t, ROLL_SUBMARINE, 0, AL) + submarine_modifier(g)
    g.submarines = die <= 0
    write(t, T_SUBMARINES, die, int(g.submarines), 0)
    if g.submarines:
        g.asp[JP] = max(int(g.asp[JP]) - 1, LEAST_ASP)
        g.escort = max(int(g.escort) - ESCORT_STEP, 0)
