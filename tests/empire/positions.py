"""Positions of the third game for tests: a few units on the real map, for the rules and plainly.

A unit is written "kind hex ..." or "name=kind hex ...": kinds hq (with its range), air, lrb, cv,
ship and ground, and after it `active`, `new` or `silent`. Counters of the kind are taken from the
table, and every Allied HQ serves every Allied unit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.supply import ROWS
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    AL,
    B29,
    COLUMNS,
    DIRTY_LAND,
    DIRTY_ZONES,
    GROUND,
    HQ,
    JOINT_HQS,
    JP,
    LRB,
    MAP,
    MAX_UNITS,
    NAVAL,
    NEW,
    NONE,
    STRATEGIC,
)

from . import world
from .reference import Board, Position, Unit

SIDES = ("JP", "AL")


@cache
def board() -> Board:
    return Board(world.map_data())


def hex_of(number: int) -> int:
    """The index of a hex."""
    return world.index_of(number)


def scratch() -> np.ndarray:
    """A scratch array for searches."""
    return np.zeros((ROWS, COLUMNS + 1), np.int64)


def words(hexes: Iterable[int]) -> np.ndarray:
    """Hex numbers as words of the columns."""
    found = np.zeros(COLUMNS, np.int64)
    for number in hexes:
        found[number // 100 - 10] |= 1 << (number % 100)
    return found


def numbers(row: np.ndarray) -> set[int]:
    """The hex numbers of a row of words."""
    found = enumerate(int(word) for word in row[:COLUMNS])
    return {(c + 10) * 100 + r for c, word in found for r in range(29) if (word >> r) & 1}


@dataclass
class Laid:
    """A position twice: for the rules, and plainly; `at`: the number of each named unit."""

    g: Game
    s: Tables
    at: dict[str, int]
    plain: Position

    def supplied(self) -> set[str]:
        """Names of the supplied units by the rules."""
        self.stale()
        refresh(self.g, self.s)
        return {name for name, unit in self.at.items() if self.g.supply[unit]}

    def stale(self) -> None:
        self.g.dirty = DIRTY_ZONES | DIRTY_LAND

    def move(self, name: str, number: int) -> None:
        """Put a unit into another hex, in both."""
        self.g.hex[self.at[name]] = hex_of(number)
        self.plain = self.plain.but(**{name: {"hex": number}})
        self.stale()


def _is(s: Tables, unit: int, kind: str) -> bool:
    if kind in ("air", "lrb"):
        return s.kind[unit] == AIR and (s.type[unit] in (LRB, B29)) == (kind == "lrb")
    if kind in ("cv", "ship"):
        return s.kind[unit] == NAVAL and bool(s.is_carrier[unit]) == (kind == "cv")
    return s.kind[unit] == {"hq": HQ, "ground": GROUND}[kind]


def _blank() -> tuple[Game, Tables]:
    g, s = world.start("y1941"), world.tables()
    g.place[:] = 0
    g.unit_flags[:] = 0
    g.no_route[:] = 0
    g.kwai = g.hump = 0
    g.express_hex = NONE
    return g, s


def lay(
    japan: Iterable[int],
    jp: Iterable[str] = (),
    al: Iterable[str] = (),
    closed: Iterable[int] = (),
    garrisons: bool = False,
    kunming: bool = False,
    **more: Any,
) -> Laid:
    """Units where they are said to be; JP controls the hexes `japan`; more: kwai, hump, express."""
    g, s = _blank()
    g.ctrl[:] = words(japan)
    g.no_route[:] = [world.number_of(h) in set(closed) for h in s.no_route_hex]
    if not garrisons:
        s.garrison_bits[:] = 0
    if not kunming:  # a source that serves nobody
        s.kunming = hex_of(6025)
    for field, value in more.items():
        setattr(g, *(("express_hex", hex_of(value)) if field == "express" else (field, value)))
    at: dict[str, int] = {}
    units: list[Unit] = []
    taken: set[int] = set()
    for side, texts in ((JP, jp), (AL, al)):
        for text in texts:
            name, _, what = text.rpartition("=")
            kind, number, *rest = what.split()
            name = name or f"{SIDES[side]}{len(units)}"
            unit = next(
                u
                for u in range(MAX_UNITS)
                if s.unit_side[u] == side and _is(s, u, kind) and u not in taken
            )
            taken.add(unit)
            at[name] = unit
            g.place[unit] = MAP
            g.hex[unit] = hex_of(int(number))
            far = next((int(word) for word in rest if word.isdigit()), 0)
            if kind == "hq":
                s.command_range[unit] = far
                s.group[unit] = JOINT_HQS if side == AL else s.group[unit]
            for word, mark in (("active", ACTIVE), ("new", NEW), ("silent", STRATEGIC)):
                g.unit_flags[unit] |= mark if word in rest else 0
            plain = Unit(
                name,
                SIDES[side],
                "air" if kind == "lrb" else kind,
                int(number),
                far,
                lrb=kind == "lrb" or "lrb" in rest,
                active="active" in rest,
                silent="silent" in rest,
                new="new" in rest,
            )
            units.append(plain)
    position = Position(
        board(),
        units,
        set(japan),
        set(closed),
        garrisons=garrisons,
        kunming=kunming,
        kwai=bool(more.get("kwai")),
        hump=bool(more.get("hump")),
        express=more.get("express", 0),
    )
    laid = Laid(g, s, at, position)
    laid.stale()
    return laid


def plainly(g: Game, s: Tables) -> Position:
    """A record as the reference sees it; units are named by their numbers."""
    units = []
    for unit in range(MAX_UNITS):
        if g.place[unit] != MAP:
            continue
        kind = {AIR: "air", GROUND: "ground", HQ: "hq"}.get(int(s.kind[unit]))
        groups = int(s.served_by[unit])
        units.append(
            Unit(
                str(unit),
                SIDES[int(s.unit_side[unit])],
                kind or ("cv" if s.is_carrier[unit] else "ship"),
                world.number_of(g.hex[unit]),
                int(s.command_range[unit]) if kind == "hq" else 0,
                lrb=s.type[unit] in (LRB, B29),
                type=str(groups),
                serves=frozenset(str(k) for k in range(16) if (k >> s.group[unit]) & 1)
                if kind == "hq"
                else frozenset(),
                active=bool(g.unit_flags[unit] & ACTIVE),
                silent=bool(g.unit_flags[unit] & STRATEGIC),
                new=bool(g.unit_flags[unit] & NEW),
            )
        )
    japan, closed = (
        numbers(g.ctrl),
        {world.number_of(h) for h, m in zip(s.no_route_hex, g.no_route, strict=True) if m},
    )
    return Position(
        board(),
        units,
        japan,
        closed,
        kwai=bool(g.kwai),
        hump=bool(g.hump),
        express=world.number_of(g.express_hex) if g.express_hex != NONE else 0,
    )
