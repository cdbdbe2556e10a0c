"""Positions and flow of S4, air operations and surface battles, without the rest of the game."""

from __future__ import annotations

import numpy as np

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, PASS
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import air_movement, cargo, surface
from glory_env.games.aleutians.state import (
    AIR,
    AIR_GROUP,
    AIR_TARGET,
    CARRIER,
    NO_DECISION,
    NONE,
    SURFACE,
)

from .at_sea import put_fleet
from .driver import choose, options, u
from .positions import unit


def put_found(g: Game, slot: int, where: str, *units: str) -> None:
    put_fleet(g, slot, where, *units)
    g.fleet_found[slot] = 1


def put_on_deck(g: Game, ship: str, *aircraft: str) -> None:
    for name in aircraft:
        g.place[unit(name)] = CARRIER
        g.at[unit(name)] = unit(ship)


def play_on(g: Game, s: Tables, t: Trace) -> None:
    """Go on to the next decision or the end of the phase."""
    phase = g.phase
    while g.decision == NO_DECISION and g.phase == phase and phase in (AIR, SURFACE):
        if g.short_fleet != NONE:
            cargo.continue_cargo(g, s, t)
        elif phase == AIR:
            air_movement.continue_air(g, s, t)
        else:
            surface.continue_surface(g, s, t)


def act(g: Game, s: Tables, t: Trace, *actions: int) -> None:
    """Take legal actions, one after the other, and play on after each."""
    for action in actions:
        choose(g, s, t, action)
        play_on(g, s, t)


def fly(g: Game, s: Tables, t: Trace, target: int, *aircraft: str) -> None:
    """The side whose go it is sends a whole group to a target."""
    act(g, s, t, target)
    for name in aircraft:
        act(g, s, t, u(name))
    if g.decision == AIR_GROUP:
        act(g, s, t, DONE)


def end_movement(g: Game, s: Tables, t: Trace) -> None:
    """Both sides pass, up to the order of the operations."""
    while g.decision == AIR_TARGET:
        act(g, s, t, PASS)


def play_at_random(g: Game, s: Tables, t: Trace, seed: int) -> int:
    """The phase to its end with random choices; the number of decisions."""
    rng = np.random.default_rng(seed)
    count = 0
    play_on(g, s, t)
    while g.decision != NO_DECISION:
        act(g, s, t, int(rng.choice(sorted(options(g, s)))))
        count += 1
        assert count < 2000
    return count
