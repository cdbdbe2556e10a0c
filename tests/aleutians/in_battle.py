"""Positions and flow of S4, air operations and surface battles, without the rest of the game."""

from __future__ import annotations

import numpy as np

from glory_env.aleutians.actions import DONE, N_ACTIONS, PASS, UNIT
from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.rules import air_combat, air_movement, cargo, surface
from glory_env.aleutians.state import (
    AIM,
    AIR,
    AIR_GROUP,
    AIR_LOSS,
    AIR_ORDER,
    AIR_TARGET,
    BATTLE_AREA,
    BOMB,
    CARGO_LOSS,
    CARRIER,
    COVER,
    DECLARE,
    DECLARE_ENEMY,
    FIRE,
    LINE,
    NO_DECISION,
    NONE,
    SHIFT,
    SURFACE,
)
from glory_env.core.records import Trace

from .at_sea import put_fleet
from .positions import unit

ANSWERS = {
    CARGO_LOSS: (cargo.legal_cargo_loss, cargo.apply_cargo_loss),
    AIR_TARGET: (air_movement.legal_air_target, air_movement.apply_air_target),
    AIR_GROUP: (air_movement.legal_air_group, air_movement.apply_air_group),
    AIR_ORDER: (air_combat.legal_air_order, air_combat.apply_air_order),
    AIM: (air_combat.legal_aim, air_combat.apply_aim),
    COVER: (air_combat.legal_cover, air_combat.apply_cover),
    AIR_LOSS: (air_combat.legal_air_loss, air_combat.apply_air_loss),
    BOMB: (air_combat.legal_bomb, air_combat.apply_bomb),
    BATTLE_AREA: (surface.legal_battle_area, surface.apply_battle_area),
    DECLARE: (surface.legal_declare, surface.apply_declare),
    DECLARE_ENEMY: (surface.legal_declare_enemy, surface.apply_declare_enemy),
    LINE: (surface.legal_line, surface.apply_line),
    SHIFT: (surface.legal_shift, surface.apply_shift),
    FIRE: (surface.legal_fire, surface.apply_fire),
}


def u(name: str) -> int:
    """The action that names a unit."""
    return UNIT + unit(name)


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


def options(g: Game, s: Tables) -> set[int]:
    """The legal actions of the pending decision; there is always one."""
    mask = np.zeros(N_ACTIONS, np.int8)
    ANSWERS[int(g.decision)][0](g, s, mask)
    assert mask.any()
    return set(np.flatnonzero(mask).tolist())


def act(g: Game, s: Tables, t: Trace, *actions: int) -> None:
    """Take legal actions, one after the other, and play on after each."""
    for action in actions:
        assert action in options(g, s), (g.decision, action)
        ANSWERS[int(g.decision)][1](g, s, t, action)
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
