"""The observation of counters by class: what a plain network can read of where things stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.engine.odds import modifier_of
from glory_env.games.glory.engine.scaling import add, clip, flag
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price
from glory_env.games.glory.rules.board import contested_boxes
from glory_env.games.glory.sections import (
    AT,
    BY_SECTION,
    CLASSES,
    PER_COUNTER,
    PER_DIE,
    PER_UNIT,
    TRACK_SCALE,
    WHERE,
)
from glory_env.games.glory.state import (
    ARMY,
    ARMY_AIRCRAFT,
    ASIDE,
    COMBAT,
    DD,
    FORT,
    GROUND,
    KINDS,
    LAST_SHIP,
    MAX_BOXES,
    MAX_COUNTERS,
    MOVEMENT,
    NAVY_AIRCRAFT,
    NONE,
    POOL,
    REMOVED,
    TRACK,
    TRANSPORT,
)

N_CLASSES, N_WHERE, N_PRODUCTION = len(CLASSES), len(WHERE), 3
N_FIGURES = len(BY_SECTION["box_odds"].columns)
_CLASS = {
    "BB": "battleships", "BCV": "battleships", "CV": "carriers", "CVL": "carriers",
    "CA": "cruisers", "CL": "cruisers", "DD": "destroyers", "DE": "escorts", "fort": "forts",
}  # fmt: skip
_DAMAGE = {"DD": "light_ships", "DE": "light_ships", "ground": "land", "fort": "land"}
_DAMAGE |= {"navy_aircraft": "aircraft", "army_aircraft": "aircraft"}


def _columns(names: Iterable[str]) -> np.ndarray:
    return np.array([CLASSES.index(name) for name in names], np.int64)


# By kind, transports left out: the class, that of an idle counter, and that of damage.
_NAMES = [_CLASS.get(kind, kind) for kind in KINDS[:TRANSPORT]]
CLASS = _columns(_NAMES)
IDLE_CLASS = _columns(f"{name}_idle" if f"{name}_idle" in CLASSES else name for name in _NAMES)
DAMAGED_CLASS = _columns(
    f"{_DAMAGE.get(kind, 'heavy_ships')}_damaged" for kind in KINDS[:TRANSPORT]
)
Sums = tuple[int, int, int, int, int, int, int]  # what `encode_units` returns
# Of the observation's own type: nothing is converted.
COUNT: Any = np.float32(PER_COUNTER)
UNIT: Any = np.float32(PER_UNIT)
DIE: Any = np.float32(PER_DIE)


@rule
def encode_units(g: Game, s: Tables, out: np.ndarray) -> Sums:
    """Sums and counts of each box, and of what is off the map, in one pass over the counters.

    The pass is most of the time that an observation takes, so it does the sums of
    `observe_odds` as well: dice and +1s of who fights go into the first two cells of `box_odds`.

    Returns:
        units: boxes with units, as bits, like the next four.
        army, navy: contested boxes with its Active units.
        for_army, for_navy: contested boxes where units fight for it.
        prices: of the idle units, 32 bits for each service, the army's in the lower half.
        beside: the same of those in contested boxes.
    """
    contested = contested_boxes(g, s)
    units, army, navy, for_army, for_navy, prices, beside = 0, 0, 0, 0, 0, 0, 0
    for u in range(s.counters):
        place = int(g.place[u])
        kind = int(s.kind[u])
        if place < 0 or kind == TRANSPORT:  # transports are never on the map
            encode_off_map(g, s, u, place, out)
            continue
        active = g.active[u]
        bit = 1 << place
        start = AT.box_classes + place * N_CLASSES
        out[start + (CLASS[kind] if active else IDLE_CLASS[kind])] += COUNT
        if g.damage[u]:
            out[start + DAMAGED_CLASS[kind]] += COUNT
        dice = np.float32(g.printed_dice[u]) * DIE
        if kind < FORT:
            units |= bit
            service = int(s.service[u])
            if not active:
                price = activation_price(g, u, contested) << (32 * service)
                prices += price
                if contested & bit:
                    beside += price
            elif contested & bit:
                if service == ARMY:
                    army |= bit
                    for_army |= bit
                elif g.supports[u]:
                    navy |= bit
                    for_army |= bit
                    service = ARMY
                else:
                    navy |= bit
                    for_navy |= bit
                j = AT.box_odds + (2 * place + service) * N_FIGURES
                out[j] += np.float32(g.printed_dice[u])
                out[j + 1] += np.float32(modifier_of(s, u))
        if kind == GROUND:
            add(out, (AT.box_ground_active if active else AT.box_ground_idle) + place, dice)
        elif kind == FORT:
            add(out, AT.box_forts + place, UNIT)
        elif kind == ARMY_AIRCRAFT:
            add(out, AT.box_army_aircraft + place, UNIT)
        elif kind == NAVY_AIRCRAFT:
            add(out, AT.box_navy_aircraft + place, UNIT)
            add(out, AT.box_navy_strength + place, dice)
        elif kind <= LAST_SHIP:
            if active:
                add(out, AT.box_ships_active + place, UNIT)
                add(out, AT.box_navy_strength + place, dice)
            else:
                add(out, AT.box_ships_idle + place, UNIT)
            if kind == DD:
                add(out, AT.box_destroyers + place, UNIT)
    if g.phase == MOVEMENT:
        for u in range(s.counters):
            if g.place[u] >= 0 and g.active[u] and not g.moved[u] and s.kind[u] < FORT:
                out[AT.box_free + 2 * int(g.place[u]) + int(s.service[u])] += COUNT
    elif g.phase == COMBAT:
        for u in range(s.counters):
            if g.place[u] >= 0 and g.supports[u]:
                out[AT.box_free + 2 * int(g.place[u])] += COUNT
    return units, army, navy, for_army, for_navy, prices, beside


@rule
def encode_off_map(g: Game, s: Tables, u: int, place: int, out: np.ndarray) -> None:
    """A counter in the pool, on the production track or out of the game."""
    kind = int(s.kind[u])
    if not REMOVED <= place <= POOL:
        return
    if kind < TRANSPORT:
        out[AT.where + CLASS[kind] * N_WHERE - 1 - place] += COUNT  # POOL, TRACK, REMOVED
    row = int(s.row[u])
    if row == NONE or place == REMOVED:
        return
    start = AT.production + row * N_PRODUCTION
    if place == POOL:
        out[start] += COUNT
    else:
        out[start + 1] += COUNT
        space = min(int(g.space[u]) / TRACK_SCALE, 1.0)
        if out[start + 2] == 0.0 or space < out[start + 2]:
            out[start + 2] = space


@rule
def encode_chosen(g: Game, s: Tables, out: np.ndarray) -> None:
    """The counter that is part of the choice so far: its kind, values and box."""
    u = int(g.chosen_counter)
    if u < 0:
        return
    if s.kind[u] < TRANSPORT:
        out[AT.chosen_class + CLASS[int(s.kind[u])]] = 1.0
    out[AT.chosen_values] = clip(int(g.printed_dice[u]) * PER_DIE, 0.0, 4.0)
    out[AT.chosen_values + 1] = clip(int(g.printed_tonnage[u]) / 64, 0.0, 4.0)
    out[AT.chosen_values + 2] = g.active[u]
    out[AT.chosen_values + 3] = int(g.damage[u]) * 0.5
    flag(out, AT.box_of_chosen, MAX_BOXES, int(g.place[u]))


# --- counters by number, for embedding tables ----------------------------------------------
ON_MAP_STATES = 4 * MAX_BOXES  # box, Active or not, damaged or not
INDEX_POOL, INDEX_REMOVED, INDEX_ASIDE, INDEX_ABSENT = range(ON_MAP_STATES, ON_MAP_STATES + 4)
N_INDICES = ON_MAP_STATES + 4 + TRACK_SCALE  # then the spaces of the production track, from 1


@rule
def index_counters(g: Game, out: Array[int]) -> None:
    """Place and state of each counter as one number, int16 (MAX_COUNTERS,), 0..N_INDICES-1."""
    for u in range(MAX_COUNTERS):
        place = int(g.place[u])
        if place >= 0:
            damaged = 1 if g.damage[u] else 0
            out[u] = 4 * place + 2 * int(g.active[u]) + damaged
        elif place == POOL:
            out[u] = INDEX_POOL
        elif place == TRACK:
            space = min(max(int(g.space[u]), 1), TRACK_SCALE)
            out[u] = INDEX_ABSENT + space
        elif place == REMOVED:
            out[u] = INDEX_REMOVED
        else:
            out[u] = INDEX_ASIDE if place == ASIDE else INDEX_ABSENT


@rule
def index_all(games: Array[Game], out: np.ndarray) -> None:
    """Place and state of each counter of each game: out int16 (N, MAX_COUNTERS)."""
    for i in range(games.shape[0]):
        index_counters(games[i], out[i])
