"""Activation paths, and what an HQ may do (6.1, 6.3, 7.21, 7.26, P-9)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.headquarters import (
    can_activate,
    can_lead,
    commands,
    in_command,
)
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.paths import activation_paths
from glory_env.games.empire.rules.supply import BATTLES, PATHS
from glory_env.games.empire.state import ACTIVE, AL, JP, NONE
from tests.covers import covers

from . import world
from .positions import Laid, hex_of, lay, numbers, scratch, words
from .random_positions import activation


def paths(laid: Laid, name: str = "hq") -> set[int]:
    laid.supplied()
    return activation(laid, name)


@covers("P-9", "R6.3-d", "R1.3-de")
@pytest.mark.parametrize(
    ("hex_", "far", "count"), [(4017, 12, 466), (5808, 25, 683), (2212, 13, 388)]
)
def test_so_many_hexes_without_enemies(hex_, far, count):
    assert len(paths(lay({3407}, (), (f"hq=hq {hex_} {far}",)))) == count


@covers("BV-12", "R6.3-e", "E-060", "R6.0-g")
def test_a_path_crosses_impassable_sides_and_changes_anywhere():
    """From Soerabaja south over a closed coast; from the sea inland at a coast without a port."""
    for start, end, far in ((2220, 2221, 1), (2212, 2309, 3), (2220, 2119, 1)):
        assert end in paths(lay({3407, start}, (f"hq=hq {start} {far}",)))
    inland = ("hq=hq 4017 9", "unit=ground 3621")
    laid = lay({3407, 4017}, inland)
    assert 3621 in paths(laid)
    assert "unit" not in laid.supplied()


@covers("BV-13", "BV-14", "D-07", "E-011", "R6.3-c")
def test_an_hq_alone_does_not_block_a_path():
    """Two ways lead from Rangoon to Mandalay. Ground or air blocks, not beside an own unit."""
    jp = ("hq=hq 2008 2",)
    for enemy, reached in (("hq 2107 1", True), ("ship 2107", True), ("ground 2107", False)):
        assert (2106 in paths(lay({2008}, jp, ("air 2007", enemy)))) == reached
        assert 2106 in paths(lay({2008}, (*jp, "ground 2107"), ("air 2007", enemy)))
        assert 2106 in paths(lay({2008}, jp, (enemy,)))


@covers("R6.3-c", "R6.4-j", "R6.4-m", "E-010", "R6.0-j")
def test_a_live_zone_stops_sea_steps_alone():
    zone = ("cv 2413 active",)
    laid = lay({3407, 2212}, ("hq=hq 2212 2",), zone)
    found = paths(laid)
    assert 2311 in found  # by land
    assert 2412 not in found
    assert 2412 in paths(lay({3407, 2212}, ("hq=hq 2212 2",)))


@covers("R7.26-h", "P-9")
def test_the_reacting_side_passes_battle_hexes():
    laid = lay({3407}, ("ground 2107", "ground 2007"), ("hq=hq 2008 3",))
    assert 2106 not in paths(laid)
    w, unit = scratch(), laid.at["hq"]
    w[BATTLES, :51] = words({2107})
    activation_paths(laid.g, laid.s, w, unit, 3, BATTLES, PATHS)
    assert 2106 in numbers(w[PATHS])


@covers("R6.12-a", "R7.21-e", "R13.75-d", "E-022", "R6.12-a")
def test_whom_an_hq_commands():
    s = world.tables()
    kinds = {
        "us": "a_x",
        "us air": "a_7af",
        "marine air": "a_1maw",
        "commonwealth": "a_aus1",
        "indian": "a_ind3",
        "chinese": "a_cn5",
        "dutch": "a_java",
        "japan": "j_a14",
    }
    us, air = {"us", "us air", "marine air"}, {"us air", "marine air"}
    commonwealth = {"commonwealth", "indian"}
    expected = {
        "a_hq_cpac": us | {"chinese"},
        "a_hq_swpac": us | {"chinese"},
        "a_hq_seac": air | commonwealth | {"chinese"},
        "a_hq_malaya": air | commonwealth | {"chinese"},
        "a_hq_anzac": us | commonwealth | {"chinese", "dutch"},
        "a_hq_abda": us | commonwealth | {"chinese", "dutch"},
        "j_hq_south": {"japan"},
    }
    for hq, served in expected.items():
        found = {k for k, n in kinds.items() if commands(s, world.unit_of(hq), world.unit_of(n))}
        assert found == served, hq


@covers("R6.0-a", "R6.0-c", "R6.3-a", "R6.3-b", "R7.21-c", "R7.21-f", "BV-20", "R7.26-f", "R7.26-g")
def test_who_may_be_activated():
    """Supplied and on a path; never HQs, the enemy's, or a unit twice."""
    jp = ("hq=hq 2212 4", "hq2=hq 2110 13", "near=ground 2415", "far=ground 2517", "air=air 2311")
    laid = lay({3407, 2212, 2415, 2517, 2110, 2311}, jp, ("enemy=ship 2412",))
    assert {"near", "far", "air"} <= laid.supplied()
    w, hq = scratch(), laid.at["hq"]
    activation_paths(laid.g, laid.s, w, hq, 4, NONE, PATHS)

    def able() -> set[str]:
        g, s = laid.g, laid.s
        return {n for n, unit in laid.at.items() if can_activate(g, s, w, hq, unit, PATHS)}

    assert able() == {"near", "air"}
    laid.g.unit_flags[laid.at["near"]] |= ACTIVE
    assert able() == {"air"}
    laid.g.supply[laid.at["air"]] = 0
    assert able() == set()


@covers("E-020", "R7.26-b", "R6.14-a", "R6.3-h")
def test_an_hq_leads_while_it_is_supplied():
    laid = lay({3407}, ("hq=hq 3407 13", "lost=hq 4825 13"), ("cv 4825 active",))
    laid.supplied()
    g, s = laid.g, laid.s
    assert can_lead(g, s, laid.at["hq"], JP)
    assert not can_lead(g, s, laid.at["lost"], JP)
    assert not can_lead(g, s, laid.at["hq"], AL)


@covers("BV-32", "R6.0-h", "R7.26-c", "R6.24-b", "BV-22", "R6.11-a")
def test_the_right_to_react_is_a_straight_distance():
    laid = lay({3407}, (), ("hq=hq 5808 10", "ground 5708"))
    refresh(laid.g, laid.s)
    for hex_, inside in ((5818, True), (5819, False), (4808, True), (4708, False)):
        assert in_command(laid.g, laid.s, laid.at["hq"], hex_of(hex_)) == inside
