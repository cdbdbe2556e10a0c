"""Worlds that agree with what a seat knows, and tell nothing else about the true one.

`GameView.records(seed)` exchanges hidden things at random, but begins with the true ones: with one
seed two true worlds give two drawn ones, and how many troops each hidden fleet has aboard stays as
it is. Here all that is hidden is first brought into one order, so what is drawn depends on the seed
and on what the seat knows alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from glory_env.aleutians import state as st
from glory_env.aleutians.engine import kernels
from glory_env.aleutians.engine.hiding import in_draw
from glory_env.aleutians.engine.visible import is_hidden, seattle_shown
from glory_env.aleutians.rules.flags import is_under_flag
from glory_env.aleutians.rules.free_setup import is_secret
from glory_env.aleutians.rules.task_forces import lifts_in
from glory_env.core.state import copy_games
from glory_env.envs.agent import GameView

STATE = ("place", "at", "when", "damaged", "disrupted")  # what hidden units exchange
TRIES = 8  # drawings until the fleets have lifts for the troops at sea


class Worlds:
    """The worlds of a seat at a decision. view: of that seat; the game may go on meanwhile.

    known: GAME (1,), the position with all that is hidden in one order, no troops in its fleets.
    """

    def __init__(self, view: GameView) -> None:
        self._tables = view.scenario.tables
        self._seat = st.SIDES.index(view.seat)
        self.known = view.records()
        self._aboard = in_order(self.known, self._tables, self._seat)

    def draw(self, seeds: Iterable[int]) -> np.ndarray:
        """GAME (M,), a world for each of M seeds, which are also the keys of their dice."""
        return np.concatenate([self._one(int(seed)) for seed in seeds])

    def _one(self, seed: int) -> np.ndarray:
        rng = np.random.default_rng(seed)
        for _ in range(TRIES):
            games = copy_games(self.known)
            games["key"] = rng.integers(1 << 62)
            kernels.hide(games, 0, self._tables, self._seat)
            if self._embark(games, rng):
                break
        games["key"] = seed
        return games

    def _embark(self, games: np.ndarray, rng: np.random.Generator) -> bool:
        """Put the troops at sea aboard fleets at random; whether there are lifts for all."""
        if not self._aboard:
            return True
        g, s, enemy = games[0], self._tables[0], 1 - self._seat
        flagged = [u for u in range(int(s.units)) if is_under(g, s, u, self._seat)]
        cargo = list(self._aboard)
        if flagged:  # anybody may be under the flag, and the others at sea
            cargo = _exchange(games, rng, flagged, cargo)
        slots = [k for k in range(enemy * st.FLEETS, (enemy + 1) * st.FLEETS) if g.fleet_used[k]]
        room = np.array([lifts_in(g, s, slot) for slot in slots], np.int64)
        fits = int(room.sum()) >= len(cargo)
        for u in cargo:
            chances = np.maximum(room, 0) if room.max() > 0 else np.ones(len(slots))
            k = int(rng.choice(len(slots), p=chances / chances.sum()))
            room[k] -= 1
            games["place"][0, u], games["at"][0, u] = st.FLEET, slots[k]
        return fits


def is_under(g: Any, s: Any, u: int, seat: int) -> bool:
    """Whether a unit of the other side is under a flag and may be exchanged with others.

    g, s: records of the game and of the tables.
    """
    return bool(s.side[u] != seat and is_under_flag(g, s, u) and s.home_spot[u] == st.NONE)


def in_order(games: np.ndarray, tables: np.ndarray, seat: int) -> list[int]:
    """Bring what a seat does not know into one order, in place; the troops taken off the fleets.

    games: GAME (1,). What `veil` takes out and `hiding.redraw` does not draw is set as if nothing
    of it had happened. The set-up in secret is left: there all is drawn anew.
    """
    g, s, enemy = games[0], tables[0], 1 - seat
    g.rolled[:] = 0
    g.dealt = 0
    if is_secret(g):
        return []
    units = range(int(s.units))
    hidden = [u for u in units if is_hidden(g, s, u, seat)]
    for u in hidden:
        g.flown[u], g.done[u], g.aim[u], g.hit_by[u] = 0, 0, st.NONE, 0
    _sort(games, [u for u in units if in_draw(g, s, u, seat, st.SHIP)])
    aboard = [
        u for u in units if s.side[u] == enemy and s.kind[u] == st.GROUND and g.place[u] == st.FLEET
    ]
    under = [u for u in units if is_under(g, s, u, seat)]
    _sort(games, sorted(aboard + under))
    aboard = [u for u in sorted(aboard + under) if g.place[u] == st.FLEET]
    for u in aboard:
        g.place[u], g.at[u] = st.GONE, st.NONE
    _sort_duties(games, tables, enemy)
    g.seattle = seattle_shown(g, seat)
    first = enemy * st.FLEETS
    for slot in range(first, first + st.FLEETS):
        g.fleet_supply[slot] = g.fleet_lifts_used[slot] = 0
        g.fleet_receives[slot] = g.fleet_via_cook[slot] = 0
        g.fleet_floatplane[slot] = st.NONE
    for u in units:
        if s.side[u] == enemy:
            g.struck[u] = g.boat_supply[u] = 0
    if seat == st.JAPAN:
        g.railway_real = g.kept_ships = 0
        g.fleet_d = int(g.fleet_d == 1)
    else:
        g.paramushiro_only = 0
    return aboard


def _sort(games: np.ndarray, units: list[int]) -> None:
    """The states of some units, given to them in one order."""
    states = sorted(tuple(int(games[name][0, u]) for name in STATE) for u in units)
    for u, state in zip(units, states, strict=True):
        for name, value in zip(STATE, state, strict=True):
            games[name][0, u] = value


def _sort_duties(games: np.ndarray, tables: np.ndarray, side: int) -> None:
    """What the schedule says of like counters that have come, given to them in one order."""
    g, s = games[0], tables[0]
    faces: dict[int, list[int]] = {}
    for u in range(int(s.units)):
        if s.side[u] == side and s.alike[u] and g.place[u] != st.ABSENT:
            faces.setdefault(int(s.face[u]), []).append(u)
    for units in faces.values():
        g.duty[units] = np.sort(g.duty[units])


def _exchange(
    games: np.ndarray, rng: np.random.Generator, under: list[int], aboard: list[int]
) -> list[int]:
    """Draw who of both is under the flags; who is left for the fleets."""
    states = [tuple(int(games[name][0, u]) for name in STATE) for u in under + aboard]
    drawn = [int(u) for u in rng.permutation(under + aboard)]
    for u, state in zip(drawn, states, strict=True):
        for name, value in zip(STATE, state, strict=True):
            games[name][0, u] = value
    return drawn[len(under) :]
