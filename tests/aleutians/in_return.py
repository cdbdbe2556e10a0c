"""The flow of S8 without the rest of the game, on the positions of `ashore`."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import returns
from glory_env.games.aleutians.state import NO_DECISION, RETURN, TARGET

from .driver import choose
from .positions import spot, unit


def play_on(g: Game, s: Tables, t: Trace) -> None:
    """To the next decision of S8 or the end of the phase."""
    while g.decision == NO_DECISION and g.phase == RETURN:
        returns.continue_return(g, s, t)


def act(g: Game, s: Tables, t: Trace, *actions: int) -> None:
    """Take legal actions, one after the other, and play on after each."""
    for action in actions:
        choose(g, s, t, action)
        play_on(g, s, t)


def fly(g: Game, area: int, *names: str, group: int = 0) -> None:
    """Aircraft are over a target in an area."""
    g.group_area[group] = area
    for name in names:
        g.place[unit(name)], g.at[unit(name)], g.flown[unit(name)] = TARGET, group, 1


def at_spot(name: str) -> int:
    """The action that names a place on land."""
    return SPOT_ACTION + spot(name)
