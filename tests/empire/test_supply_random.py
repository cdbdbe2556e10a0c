"""Supply of positions at random: against the reference, mirrored, with a zone more, uncompiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from glory_env.games.empire.geography import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
)
from glory_env.games.empire.rules.board import move_unit, set_control
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.state import AL, DIRTY_LAND, DIRTY_ZONES, MAP, MAX_UNITS
from tests.covers import covers

from . import world
from .positions import board, hex_of, plainly
from .random_positions import activation, answers, at_random

QUICK, PARTS = 100, 5


def alike(number: int) -> None:
    """Supply and activation paths of a position are those of the reference."""
    laid = at_random(number)
    found = laid.supplied()
    assert found == laid.plain.supplied(), number
    for unit in laid.plain.units:
        if unit.kind == "hq":
            live = laid.plain.live_for(unit.side, found)
            assert activation(laid, unit.name) == laid.plain.activation(unit, live), number


@covers("T-SUP-3", "P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "P-7", "P-8", "P-9")
@pytest.mark.parametrize("part", range(PARTS))
def test_the_rules_agree_with_the_reference(part):
    for number in range(part, QUICK, PARTS):
        alike(number)


@covers("T-SUP-3")
@pytest.mark.slow
def test_the_rules_agree_with_the_reference_on_many_positions():
    for number in range(QUICK, 2000):
        alike(number)


def moved_about(setup: str, seed: int):
    """A set-up with ten aircraft and carriers elsewhere."""
    g, s = world.start(setup), world.tables(setup)
    rng = np.random.default_rng(seed)
    flyers = [u for u in range(MAX_UNITS) if g.place[u] == MAP and (s.range[u] or s.is_carrier[u])]
    land = sorted(board().land)
    for unit in rng.permutation(flyers)[:10]:
        g.hex[unit] = hex_of(land[rng.integers(len(land))])
    g.dirty = DIRTY_ZONES | DIRTY_LAND
    return g, s


@covers("T-SUP-3", "R6.12-a")
@pytest.mark.parametrize("setup", ["y1942", "y1943", "y1944"])
def test_set_ups_with_aircraft_moved_agree_with_the_reference(setup):
    for seed in range(4):
        g, s = moved_about(setup, seed)
        refresh(g, s)
        found = {str(u) for u in range(MAX_UNITS) if g.supply[u]}
        assert found == plainly(g, s).supplied()


@covers("T-SUP-4", "E-016", "P-8")
def test_a_zone_more_helps_its_side_and_never_the_other():
    for number in range(60):
        laid = at_random(number)
        before = laid.supplied()
        allied = {name for name in before if name.startswith("AL")}
        spare = next(
            u
            for u in range(MAX_UNITS)
            if laid.s.unit_side[u] == AL and laid.s.is_carrier[u] and u not in laid.at.values()
        )
        rng = np.random.default_rng(number)
        units = laid.plain.units
        laid.g.hex[spare] = hex_of(units[rng.integers(len(units))].hex)
        laid.g.place[spare] = MAP
        laid.g.unit_flags[spare] = laid.g.unit_flags[spare] | 1  # active: supplied wherever it is
        after = laid.supplied()
        assert allied <= after, number
        assert {n for n in after if n.startswith("JP")} <= before, number


MIRRORED = {
    NORTH: NORTH,
    NORTH_EAST: NORTH_WEST,
    SOUTH_EAST: SOUTH_WEST,
    SOUTH: SOUTH,
    SOUTH_WEST: SOUTH_EAST,
    NORTH_WEST: NORTH_EAST,
}


def mirror(record):
    """East and west exchanged in every word of a record; the columns are odd in number."""
    other = record.copy()
    for name in record.dtype.names:
        values = record[name]
        if values.ndim and values.shape[-1] == 51 and values.dtype == np.int64:
            other[name] = values[..., ::-1]
    return other


@covers("T-SUP-5", "R1.3-fa")
def test_a_mirrored_map_gives_the_same_answers():
    for number in range(20):
        laid = at_random(number)
        expected = laid.supplied()
        laid.g, s = mirror(laid.g), mirror(laid.s)
        s.column[:] = 50 - laid.s.column
        s.zone[:] = laid.s.zone[:, ::-1]
        for kind in range(len(s.sides)):
            for direction, other in MIRRORED.items():
                s.sides[kind, other] = laid.s.sides[kind, direction][::-1]
        laid.s = s
        assert laid.supplied() == expected, number


@covers("T-SUP-6")
@pytest.mark.slow
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_uncompiled_supply_is_the_same():
    run = subprocess.run(
        [sys.executable, "-m", "tests.empire.random_positions", "50"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
    )
    assert json.loads(run.stdout) == json.loads(json.dumps(answers(50)))


@covers("T-SUP-7", "R6.0-e", "R4.0-a")
def test_what_is_kept_is_what_a_fresh_look_gives():
    """After each of 300 changes the kept supply is that of a record that keeps nothing."""
    laid = at_random(7)
    g, s = laid.g, laid.s
    rng = np.random.default_rng(7)
    land = sorted(board().land)
    refresh(g, s)
    for _ in range(300):
        unit = list(laid.at.values())[rng.integers(len(laid.at))]
        hex_ = hex_of(land[rng.integers(len(land))])
        if rng.random() < 0.2:
            set_control(g, s, hex_, int(rng.integers(2)))
        elif s.command_range[unit] == 0 or rng.random() < 0.1:
            move_unit(g, s, unit, hex_)
        if rng.random() < 0.5:
            continue  # several changes before somebody asks
        fresh = g.copy()
        for name in ("held", "holders", "own", "served", "served_free", "supply", "road_ends"):
            fresh[name] = 0
        fresh.dirty = DIRTY_ZONES | DIRTY_LAND
        refresh(g, s)
        refresh(fresh, s)
        for name in ("supply", "served", "zone_reach", "zone_neutral", "served_free"):
            assert (g[name] == fresh[name]).all(), name
