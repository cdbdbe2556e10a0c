"""Hexes that take a unit, against the plain reference, at positions by chance (PX-4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.placing import place_ends, survey
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.state import AL, JP, NEW
from tests.covers import covers

from . import world
from .positions import SIDES, Laid, board, numbers
from .random_positions import at_random
from .reference import Position, Unit

# Of each side: a ground unit, an air unit, a carrier, an HQ
NAMES = {
    JP: ("j_a29", "j_af62", "j_taiho", "j_hq_ozawa"),
    AL: ("a_6md", "a_3maw", "a_essex", "a_hq_seac"),
}
LAND_BASED = ("ground", "air")


def make_new(laid: Laid, number: int) -> None:
    """One HQ, and one flyer, have just been placed."""
    plain = laid.plain
    for kinds in (("hq",), ("air", "cv")):
        units = [u for u in plain.units if u.kind in kinds]
        if units and number % 2:
            name = units[number % len(units)].name
            laid.g.unit_flags[laid.at[name]] |= NEW
            plain = replace(
                plain, units=[replace(u, new=u.new or u.name == name) for u in plain.units]
            )
    laid.plain = plain
    laid.stale()
    refresh(laid.g, laid.s)


def plain_ends(plain: Position, side: str, kind: str) -> set[int]:
    """Own bases with supply, an activation path, room and no enemy or live zone."""
    supplied = plain.supplied()
    live = plain.live_for(side, supplied)
    enemies = {u.hex for u in plain.units if u.side != side} | plain.enemies(side)
    bases = {h for h in board().land if board().has(h, "airfield" if kind == "air" else "port")}
    found = {h for h in bases if plain.own(side, h)} - live - enemies
    if kind == "hq":
        found -= {u.hex for u in plain.units if u.kind == "hq"}
        reached = plain.flood(side, live, plain.sources(side), plain.own_ports(side), 99)
        return found & {h for h, _ in reached}
    led: set[int] = set()
    for hq in plain.hqs(side):
        if hq.name in supplied:
            led |= {hq.hex} if hq.new else plain.activation(hq, live)
    result = set()
    for h in found & led:
        here = [u for u in plain.units if u.hex == h and u.side == side]
        ships = sum(u.kind in ("cv", "ship") for u in here)
        others = sum(u.kind in LAND_BASED for u in here)
        full = others >= 3 if kind in LAND_BASED else ships >= 6
        if full:
            continue
        one = replace(plain, units=[*plain.units, Unit("one", side, kind, h)])
        if "one" in one.supplied_by(side, live):
            result.add(h)
    return result


def compare(number: int) -> int:
    """How many hexes both have, for all kinds of units of both sides."""
    laid = at_random(number)
    make_new(laid, number)
    g, s, found = laid.g, laid.s, 0
    s.pair[:] = -1
    s.no_entry[:] = s.no_flight[:] = 0
    for side, names in NAMES.items():
        for kind, name in zip(("ground", "air", "cv", "hq"), names, strict=True):
            unit = next(
                u for u in (world.unit_of(name), *range(s.units))
                if s.unit_side[u] == side and u not in laid.at.values()
                and s.kind[u] == s.kind[world.unit_of(name)] and s.nat[u] != 7
                and bool(s.is_carrier[u]) == (kind == "cv")
            )  # fmt: skip
            w = scratch()
            survey(g, s, w, side)
            place_ends(g, s, w, unit)
            rules, plain = numbers(w[ENDS]), plain_ends(laid.plain, SIDES[side], kind)
            assert rules == plain - {5408}, (number, name, rules ^ plain)
            found += len(rules)
    return found


@covers("PX-4", "R10.11-b", "R10.11-c", "R10.11-d", "R10.11-e", "R10.11-f", "R10.11-j", "E-501")
def test_places_are_those_of_the_reference():
    """In the second one Kunming alone supplies a port."""
    assert sum(compare(number) for number in (1, 120)) > 60


@pytest.mark.slow
@covers("PX-4", "R10.11-f")
def test_places_of_many_positions_are_those_of_the_reference():
    assert sum(compare(number) for number in range(100, 150)) > 1000
