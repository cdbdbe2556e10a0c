"""Replacements of eliminated units (6.13 to 6.15)."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians.actions import BOX_ACTION, DONE, OWN_FLEET, SPOT_ACTION
from glory_env.games.aleutians.state import (
    AK,
    ALLIES,
    ARRIVAL,
    ARRIVAL_PLACE,
    BOX,
    FLEET,
    GONE,
    GROUND,
    J4,
    JAPAN,
    LOST,
    REPAIR,
    REPLACE,
    SHIP,
    SPOT,
    WITHDRAWN,
)
from tests.covers import covers

from .driver import options, u
from .in_supply import act, at, lost, on_deck, places, play_on, to
from .positions import spot, unit


def offered(side: int, turn: int, when: int, *names: str) -> set[str]:
    """Which of the units, lost in a turn, a side may replace in another one."""
    g, s, t = at(side, turn)
    lost(g, when, *names)
    play_on(g, s, t)
    while g.decision not in (REPLACE, ARRIVAL):
        act(g, s, t, max(options(g, s)))
    legal = options(g, s) if g.decision == REPLACE else set()
    return {name for name in names if u(name) in legal}


@pytest.mark.parametrize(("turn", "comes"), [(2, True), (7, True), (8, False)])
@covers("R6-14a", "A-79", "RRF-2c")
def test_floatplane_fighter(turn: int, comes: bool) -> None:
    """In turns 2 to 7, lost in any turn before."""
    assert offered(JAPAN, turn, 1, "a6m2n_1") == ({"a6m2n_1"} if comes else set())


@covers("R6-14a", "RLM-1a")
def test_one_floatplane_a_turn() -> None:
    """Of two lost ones the second waits for the next turn."""
    g, s, t = at(JAPAN, 4)
    lost(g, 2, "a6m2n_1", "a6m2n_2")
    to(g, s, t, REPLACE)
    act(g, s, t, u("a6m2n_2"))
    assert (g.place[unit("a6m2n_2")], g.place[unit("a6m2n_1")]) == (SPOT, LOST)
    assert g.decision == ARRIVAL


@covers("R6-14b", "R6-14c", "A-78")
def test_japanese_land_planes() -> None:
    """Lost in the turn before only; never E13A, H6K, carrier planes."""
    planes = ("a6m3_1", "ki43_1", "g4m_1")
    others = ("e13a_1", "h6k_1", "a6m2_junyo", "a6m2_unyo")
    assert offered(JAPAN, 9, 8, *planes, *others) == set(planes)
    assert offered(JAPAN, 9, 7, *planes) == set()


@covers("R10-3i", "R6-13a", "A-78")
def test_zero_comes_back_to_paramushiro_only() -> None:
    """There, or not at all; declined is lost for good."""
    g, s, t = at(JAPAN, 5)
    lost(g, 4, "a6m3_1")
    g.field_disrupted[spot("paramushiro")] = 1
    to(g, s, t, ARRIVAL)
    g, s, t = at(JAPAN, 5)
    lost(g, 4, "a6m3_1")
    to(g, s, t, REPLACE)
    act(g, s, t, DONE)
    assert g.decision == ARRIVAL
    assert offered(JAPAN, 6, 4, "a6m3_1") == set()


@covers("RJS-1d")
def test_replacements_under_delaying_action() -> None:
    """J4 has no reinforcements, but replacements as usual."""
    g, s, t = at(JAPAN, 5, J4)
    lost(g, 4, "a6m3_2")
    to(g, s, t, REPLACE)
    act(g, s, t, u("a6m3_2"))
    assert g.at[unit("a6m3_2")] == spot("paramushiro")


@covers("R6-14d", "RLM-1a", "BV-41")
def test_japanese_transports() -> None:
    """From 5 turns later on, one a turn; into a fleet or the box."""
    names = ("jp_ak_1", "jp_ak_2")
    assert offered(JAPAN, 6, 2, *names) == set()
    assert offered(JAPAN, 8, 2, *names) == set(names)
    g, s, t = at(JAPAN, 7)
    lost(g, 2, *names)
    g.fleet_used[3] = 0
    to(g, s, t, REPLACE)
    act(g, s, t, u("jp_ak_1"))
    assert g.decision == ARRIVAL_PLACE
    assert BOX_ACTION in options(g, s)
    new = min(a for a in options(g, s) if a >= OWN_FLEET)
    act(g, s, t, new)
    assert (g.place[unit("jp_ak_1")], g.decision) == (FLEET, ARRIVAL)


@covers("R6-15a", "A-78")
def test_allied_aircraft() -> None:
    """Lost in the turn before; not P-36, B-18, floatplanes."""
    names = ("p40_1", "rcaf_boling_1", "b24r_1", "tr_1", "f4f1_1", "b17_1")
    others = ("p36_1", "b18r_1", "os2u_1", "pbyr_1", "pby_1")
    assert offered(ALLIES, 4, 3, *names, *others) == set(names)
    assert offered(ALLIES, 4, 2, *names) == set()


@pytest.mark.parametrize(
    ("place", "comes"),
    [(FLEET, True), (BOX, True), (REPAIR, True), (LOST, False), (WITHDRAWN, False), (GONE, False)],
)
@covers("R6-15a", "A-101")
def test_allied_carrier_planes(place: int, comes: bool) -> None:
    """Only with their carrier, one in repair too, for which they wait off map."""
    g, s, t = at(ALLIES, 10)
    lost(g, 9, "f4f_nassau")
    ship = unit("nassau")
    g.place[ship], g.when[ship] = place, 12
    play_on(g, s, t)
    while g.decision not in (REPLACE, ARRIVAL):
        act(g, s, t, max(options(g, s)))
    assert (g.decision == REPLACE) == comes
    if comes:
        act(g, s, t, u("f4f_nassau"))
        assert on_deck(g, "f4f_nassau", "nassau") == (place != REPAIR)
        assert (g.place[unit("f4f_nassau")] == BOX) == (place == REPAIR)


@covers("R6-15b", "RRF-1i", "N-19", "BV-74")
def test_flying_boat_of_turn_ten() -> None:
    """One, of either model, whenever it was lost."""
    g, s, t = at(ALLIES, 10)
    lost(g, 3, "pby_1", "pbyr_1")
    to(g, s, t, REPLACE)
    assert options(g, s) == {DONE, u("pby_1"), u("pbyr_1")}
    act(g, s, t, u("pby_1"), BOX_ACTION)
    assert places(g, "pby_1") == {BOX}
    assert g.decision == ARRIVAL
    assert offered(ALLIES, 9, 8, "pby_1") == offered(ALLIES, 11, 10, "pby_1") == set()


@pytest.mark.parametrize("name", ["us_ak_1", "gato_1", "s_boat", "pt"])
@covers("R6-15c", "BV-41")
def test_allied_vessels(name: str) -> None:
    """Transports, submarines and the torpedo boat two turns after their loss."""
    assert offered(ALLIES, 3, 2, name) == set()
    assert offered(ALLIES, 4, 2, name) == {name}
    g, s, t = at(ALLIES, 4)
    lost(g, 2, name)
    to(g, s, t, REPLACE)
    act(g, s, t, u(name))
    if name != "pt":
        assert g.place[unit(name)] == BOX


@covers("R6-14c", "R6-14d", "R6-15c", "R6-15d")
def test_never_replaced() -> None:
    """Other ships and all ground units."""
    _g, s, _t = at(JAPAN, 12)
    for k in range(s.units):
        if s.kind[k] == GROUND:
            assert s.replaced[k] == 0
        if s.kind[k] == SHIP and s.replaced[k]:
            assert s.type[k] == AK


@covers("R6-13a")
def test_replaced_where_an_arrival_may_be() -> None:
    """A land plane on any own undisrupted field with room, or in Seattle."""
    g, s, t = at(ALLIES, 4)
    lost(g, 3, "p40_1")
    to(g, s, t, REPLACE)
    act(g, s, t, u("p40_1"))
    assert {SPOT_ACTION + spot("umnak"), BOX_ACTION} <= options(g, s)
    act(g, s, t, SPOT_ACTION + spot("umnak"))
    assert g.at[unit("p40_1")] == spot("umnak")
    assert g.when[unit("p40_1")] == 0
