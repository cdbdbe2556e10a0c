"""Control of facilities and islands (chapter 3)."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules.bases import has_beach, owns_field, owns_port
from glory_env.games.aleutians.rules.board import in_play
from glory_env.games.aleutians.rules.control import capture, put, reset_control
from tests.covers import covers

from .at_sea import bare, put_fleet
from .positions import blank, node, spot, unit

J, AL = st.JAPAN, st.ALLIES


def empty():
    """A bare map at the start of a Japanese phase."""
    return bare(st.PHASE_START, J)


def stand(g, s, where, *names):
    for name in names:
        put(g, s, unit(name), st.SPOT, spot(where))


def kiska_with_airfield(g):
    """Kiska is Japanese and has a Japanese airfield."""
    p = spot("kiska")
    g.holder[p] = g.field_owner[p] = g.field_marker[p] = J
    g.field[p] = st.SMALL
    return p


@covers("R3-2a", "R3-2b", "R15-3b")
def test_owners_of_printed_facilities():
    """Only Paramushiro is Japanese; Soviet facilities are out of play (R15-3b)."""
    g, s, _ = blank()
    for p in range(int(s.sites)):
        if not s.printed_field[p] and not s.port[p]:
            continue
        owners = [side for side in (J, AL) if owns_field(g, s, side, p) or owns_port(g, s, side, p)]
        if p in (spot("petropavlovsk"), spot("anadyr")):
            assert owners == []
            assert not in_play(g, s, p)
        else:
            assert owners == [J if p == spot("paramushiro") else AL]


@covers("R3-2c", "R3-2d")
def test_empty_facility_goes_back():
    """Captured and left empty, it is Allied again at the next phase start."""
    g, s, _ = empty()
    stand(g, s, "cold_bay", "bn_302")
    assert owns_field(g, s, J, spot("cold_bay"))
    put(g, s, unit("bn_302"), st.BOX, st.NONE)
    assert owns_field(g, s, J, spot("cold_bay"))
    reset_control(g, s)
    assert owns_field(g, s, AL, spot("cold_bay"))


@covers("R3-2b", "R3-2c")
def test_paramushiro_goes_back_to_japan():
    """The owner of red ground is Japan."""
    g, s, _ = empty()
    p = spot("paramushiro")
    stand(g, s, "paramushiro", "inf_4")
    assert owns_port(g, s, AL, p)
    assert g.holder[p] == AL
    put(g, s, unit("inf_4"), st.BOX, st.NONE)
    reset_control(g, s)
    assert owns_port(g, s, J, p)
    assert owns_field(g, s, J, p)
    assert g.holder[p] == J


@covers("VX-03", "R3-2g", "R3-2h")
def test_vx_03_floatplane_keeps_an_island():
    """Island, airfield and temporary port; not without the floatplane."""
    g, s, _ = empty()
    p = kiska_with_airfield(g)
    g.place[unit("a6m2n_1")], g.at[unit("a6m2n_1")] = st.SPOT, p
    reset_control(g, s)
    assert g.holder[p] == J
    assert owns_field(g, s, J, p)
    assert has_beach(g, s, J, p)
    g.place[unit("a6m2n_1")] = st.ABSENT
    assert has_beach(g, s, J, p)  # until the next phase start
    reset_control(g, s)
    assert g.holder[p] == AL
    assert owns_field(g, s, AL, p)
    assert not has_beach(g, s, J, p)


@covers("A-02")
def test_aircraft_hold_a_facility():
    """A landed aircraft is enough; one in the air or a boat at sea is not."""
    g, s, _ = empty()
    p = kiska_with_airfield(g)
    plane, boat = unit("ki43_1"), unit("midget")
    g.place[plane], g.at[plane] = st.SPOT, p
    reset_control(g, s)
    assert g.holder[p] == J
    g.place[plane], g.at[plane] = st.SEA, node("C11")
    g.place[boat], g.at[boat] = st.SEA, node("C11")
    reset_control(g, s)
    assert g.holder[p] == AL


@pytest.mark.parametrize("side", [J, AL])
@covers("VX-04", "R3-2i")
def test_vx_04_fleet_keeps_an_island_with_a_port(side):
    """A fleet of the holder in its sea keeps it, one of the enemy does not."""
    g, s, _ = empty()
    p = spot("kodiak")
    g.holder[p] = g.port_owner[p] = g.field_owner[p] = J
    put_fleet(g, side * st.FLEETS, "B5", "nachi" if side == J else "louisville")
    reset_control(g, s)
    assert g.holder[p] == g.port_owner[p] == g.field_owner[p] == (J if side == J else AL)


@covers("R3-2i")
def test_fleet_keeps_no_island_without_a_port():
    """A printed port is needed."""
    g, s, _ = empty()
    p = kiska_with_airfield(g)
    put_fleet(g, 0, "C11", "nachi")
    reset_control(g, s)
    assert g.holder[p] == AL


@covers("R3-2k", "A-100", "N-38")
def test_contested_island_keeps_its_holder():
    """Both sides ashore change nothing; who stays alone has the island."""
    g, s, _ = empty()
    p = spot("dutch_harbor")
    stand(g, s, "dutch_harbor", "us_aa")
    stand(g, s, "dutch_harbor", "bn_301")
    assert g.holder[p] == AL
    assert owns_port(g, s, AL, p)
    reset_control(g, s)
    assert g.holder[p] == AL
    put(g, s, unit("us_aa"), st.BOX, st.NONE)
    assert g.holder[p] == J
    assert owns_port(g, s, J, p)


@covers("BV-08", "R3-3a", "R3-3c", "R3-3e", "A-02")
def test_bv_08_captured_airfield_and_its_aircraft():
    """What is landed there is eliminated, floatplanes too."""
    g, s, _ = empty()
    p = spot("kodiak")
    planes = [unit(name) for name in ("p40_1", "p38_1", "p39_1", "pby_1")]
    for u in planes:
        g.place[u], g.at[u] = st.SPOT, p
    stand(g, s, "kodiak", "bn_301")
    assert all(g.place[u] == st.LOST for u in planes)
    assert owns_field(g, s, J, p)
    assert owns_port(g, s, J, p)
    assert g.holder[p] == J


@covers("N-88")
def test_floatplanes_on_land_need_a_ground_unit():
    """They fall only when no own ground unit is left in the area."""
    g, s, _ = empty()
    plane = unit("pby_1")
    g.place[plane], g.at[plane] = st.SPOT, spot("open_A4")
    stand(g, s, "anchorage", "inf_4")
    stand(g, s, "open_A4", "bn_301")
    assert g.place[plane] == st.SPOT
    g.place[unit("inf_4")] = st.LOST
    capture(g, s, spot("anchorage"))
    assert g.place[plane] == st.LOST


@covers("A-02")
def test_floatplane_alone_on_land_falls():
    """Enemy ground units in the area and nobody to guard it."""
    g, s, _ = empty()
    plane = unit("pby_1")
    g.place[plane], g.at[plane] = st.SPOT, spot("open_B6")
    reset_control(g, s)
    assert g.place[plane] == st.SPOT
    stand(g, s, "open_B6", "bn_301")
    assert g.place[plane] == st.LOST


@covers("A-88", "N-40")
def test_temporary_port_ends_with_the_last_unit():
    """Who comes later by another way than a landing has none."""
    g, s, _ = empty()
    p = spot("attu")
    stand(g, s, "attu", "bn_301")
    g.beach[p, J] = 1
    assert has_beach(g, s, J, p)
    put(g, s, unit("bn_301"), st.BOX, st.NONE)
    stand(g, s, "attu", "senpei_1")
    assert not has_beach(g, s, J, p)


@covers("A-88")
def test_temporary_port_of_eliminated_units_is_cleared():
    """At the latest at the next phase start."""
    g, s, _ = empty()
    g.beach[spot("attu"), J] = 1
    reset_control(g, s)
    assert not g.beach.any()


@covers("R3-2c")
def test_built_field_follows_its_ground():
    """Airfield markers included, on open land too."""
    g, s, _ = empty()
    p = st.MAX_SPOTS - st.BUILT_SPOTS
    g.spot_used[p], g.spot_area[p] = 1, s.spot_area[spot("open_A4")]
    g.field[p], g.field_owner[p], g.field_marker[p] = st.SMALL, J, J
    reset_control(g, s)
    assert owns_field(g, s, AL, p)
