"""Steps and units that are lost (9.2 F 1, 8.46)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import NO_ROLE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import remove_unit
from glory_env.games.empire.state import AUSTRALIA, ELIMINATED, MAP, NAT_AUSTRALIAN, OUT
from glory_env.games.empire.trace import T_STEPS


@rule
def eliminate(g: Game, s: Tables, unit: int) -> int:
    """A unit is lost, and a brigade it carries in this offensive with it (R8.46-c).

    Returns the steps that went.
    """
    gone = int(g.steps[unit])
    g.steps[unit] = 0
    g.fights[unit] = NO_ROLE
    never = s.nat[unit] == NAT_AUSTRALIAN and g.surrendered[AUSTRALIA]  # R13.83-c
    remove_unit(g, s, unit, OUT if never else ELIMINATED, 0)
    for cargo in range(s.units):
        if g.carrier[cargo] == unit and g.place[cargo] == MAP:
            gone += int(g.steps[cargo])
            g.steps[cargo] = 0
            g.fights[cargo] = NO_ROLE
            remove_unit(g, s, cargo, ELIMINATED, 0)
    return gone


@rule
def lose_steps(g: Game, s: Tables, unit: int, steps: int) -> int:
    """A unit is reduced, or eliminated with its last step (R9.2-ad); how many steps went."""
    if steps >= g.steps[unit]:
        return eliminate(g, s, unit)
    g.steps[unit] -= steps
    return steps


@rule
def strike(g: Game, s: Tables, t: Trace, unit: int, steps: int) -> None:
    """A unit loses steps by an event."""
    if steps:
        lose_steps(g, s, unit, steps)
        write(t, T_STEPS, unit, steps, int(g.steps[unit]))
