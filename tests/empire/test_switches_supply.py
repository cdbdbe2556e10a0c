"""Readings of supply and activation that a switch may change: one position, both answers."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.supply import LIVE, PORTS, eligible_ports, free_hexes
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import DIRTY_LAND, JP
from glory_env.games.empire.switches import SWITCH_NAMES, SWITCHES
from tests.covers import covers

from .positions import Laid, lay, numbers, scratch
from .random_positions import activation
from .test_activation import beyond_kwai


def by(laid: Laid, name: str, value: str) -> Laid:
    """The same position with another reading."""
    laid.g.switch[SWITCH_NAMES.index(name)] = SWITCHES[name].index(value)
    laid.stale()
    return laid


def ports(laid: Laid) -> set[int]:
    """Japan's ports that are eligible for supply."""
    laid.supplied()
    w = scratch()
    live_zones(laid.g, w, JP, LIVE)
    free_hexes(laid.g, laid.s, w, JP)
    eligible_ports(laid.g, laid.s, w, JP)
    return numbers(w[PORTS])


def paths(laid: Laid) -> set[int]:
    laid.supplied()
    return activation(laid, "hq")


@covers("E-012", "R1.3-eu")
@pytest.mark.parametrize(("value", "eligible"), [("no", False), ("yes", True)])
def test_a_port_in_a_zone_beside_an_hq(value, eligible):
    """Cam Ranh in a zone, by land close to the HQ in Saigon; Rangoon is too far."""
    al = ("ahq=hq 2415 20", "cv=cv 2413 active")
    laid = lay({2212, 2311, 2008}, ("hq=hq 2212 13",), al)
    found = ports(by(laid, "port_over_land", value))
    assert 2212 in found
    assert (2311 in found) == eligible


@covers("E-012", "R6.21-j")
def test_the_way_by_land_to_a_port_stops_before_the_enemy():
    al = ("ahq=hq 2415 20", "cv=cv 2413 active", "ground 2311")
    laid = lay({2212, 2311}, ("hq=hq 2212 13",), al)
    assert ports(by(laid, "port_over_land", "yes")) == {2212}


@covers("E-011", "R6.3-c")
@pytest.mark.parametrize(("value", "reached"), [("no", True), ("yes", False)])
def test_an_enemy_hq_alone_on_the_way(value, reached):
    """An aircraft holds one way from Rangoon to Mandalay, an HQ stands on the other."""
    laid = lay({2008}, ("hq=hq 2008 2",), ("air 2007", "enemy=hq 2107 1"))
    assert (2106 in paths(by(laid, "hq_blocks_activation", value))) == reached


@covers("E-010", "R6.3-c")
@pytest.mark.parametrize(("value", "reached"), [("no", False), ("yes", True)])
def test_a_path_into_a_held_coast_under_a_zone(value, reached):
    """Beside Saigon: by land the enemy stands there, by sea his zone lies over it."""
    laid = lay({3407, 2212}, ("hq=hq 2212 1",), ("cv 2213 active", "ground 2312"))
    found = paths(by(laid, "zones_on_mixed_sides_free", value))
    assert (2312 in found) == reached
    assert 2213 not in found  # over water alone


@covers("E-010", "R6.21-g", "R6.4-j")
@pytest.mark.parametrize(("value", "supplied"), [("no", False), ("yes", True)])
def test_a_supply_path_along_a_coast_under_a_zone(value, supplied):
    """To Miri along the shore of Borneo; the zones that close all open sea still cut it off."""
    jp = ("hq=hq 2212 13", "unit=ground 2415")
    near = by(
        lay({3407, 2212, 2415}, jp, ("ahq=hq 2616 20", "cv 2513 active")),
        "zones_on_mixed_sides_free",
        value,
    )
    assert ("unit" in near.supplied()) == supplied
    all_sea = ("ahq=hq 2616 20", "cv 2513 active", "cv 2215 active")
    far = by(lay({3407, 2212, 2415}, jp, all_sea), "zones_on_mixed_sides_free", value)
    assert "unit" not in far.supplied()


@covers("D-02", "E-069", "R6.22-b")
@pytest.mark.parametrize(("value", "supplied"), [("no", False), ("yes", True)])
def test_hakodate_and_sasebo_as_sources(value, supplied):
    for port in (3704, 3307):
        laid = lay({port}, (f"hq=hq {port} 13", f"unit=ground {port}"))
        assert ({"hq", "unit"} <= by(laid, "wide_jp_sources", value).supplied()) == supplied
        lost = lay({4017}, (f"hq=hq {port} 13",))
        assert "hq" not in by(lost, "wide_jp_sources", value).supplied()


@covers("E-526", "R13.79-b")
@pytest.mark.parametrize(
    ("value", "kwai", "rangoon", "number"),
    [("yes", 1, "JP", 2), ("no", 1, "JP", 3), ("no", 0, "JP", 2), ("no", 1, "AL", 2)],
)
def test_the_bridge_with_its_route_cut(value, kwai, rangoon, number):
    """The unit beyond Rangoon is supplied by sea; the enemy stands on the route to the bridge."""
    lab = beyond_kwai(kwai, rangoon)
    lab.g.switch[SWITCH_NAMES.index("kwai_path_test")] = SWITCHES["kwai_path_test"].index(value)
    lab.put("a_ind3", 2109, active=False)
    lab.g.dirty = DIRTY_LAND
    refresh(lab.g, lab.s)
    lab.say("j_a15")
    activated = 1
    while lab.decision == "activate":
        lab.say(next(iter(set(lab.options()) - {"done"})))
        activated += 1
    assert activated == number
