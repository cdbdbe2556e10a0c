"""S8: where aircraft land, and changes of base (10.3, 14.2, 14.3)."""

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, UNIT
from glory_env.games.aleutians.rules.bases import can_land, field_capacity, field_load
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.scenario.freeze import area_number
from tests.covers import covers

from .ashore import fleet, position, stand
from .at_sea import put_ashore, put_at_sea
from .driver import options
from .in_battle import put_on_deck
from .in_return import act, at_spot, fly, play_on
from .positions import node, spot, unit

J, AL = st.JAPAN, st.ALLIES


def u(name):
    return UNIT + unit(name)


@covers("R14-1a", "R14-2a", "R14-2e", "A-68")
def test_pp_first_each_to_a_field_in_range():
    """Own fields, disrupted ones too, whichever the aircraft came from."""
    g, s, t = position(AL, st.RETURN)
    g.field_disrupted[spot("umnak")] = 1
    g.field_owner[spot("cold_bay")] = J
    put_at_sea(g, "h6k_1", "C12")
    g.flown[unit("h6k_1")] = 1
    g.holder[spot("attu")] = J
    fly(g, area_number("B6"), "b26_1")
    play_on(g, s, t)
    assert (g.decision, g.actor, g.chosen_unit) == (st.RETURN_AIRCRAFT, AL, unit("b26_1"))
    assert options(g, s) == {at_spot(n) for n in ("umnak", "kodiak", "anchorage", "nome")}
    act(g, s, t, at_spot("kodiak"))
    assert (g.actor, g.chosen_unit) == (J, unit("h6k_1"))
    assert options(g, s) == {at_spot("paramushiro"), at_spot("attu")}
    act(g, s, t, at_spot("attu"))
    assert (g.place[unit("b26_1")], g.at[unit("b26_1")]) == (st.SPOT, spot("kodiak"))
    assert not g.flown[unit("b26_1")]


@covers("R10-3b", "R10-3f")
def test_heavy_aircraft_and_fields_of_the_enemy():
    """A B-24 needs a large field; nobody lands on a field that the other side controls."""
    g, s, t = position(AL, st.RETURN)
    fly(g, area_number("B6"), "b24_1")
    play_on(g, s, t)
    assert options(g, s) == {at_spot("umnak"), at_spot("anchorage")}
    g.field_owner[spot("umnak")] = J
    assert options(g, s) == {at_spot("anchorage")}


@covers("BV-46", "R10-3a", "R14-2b", "N-83")
def test_bv_46_a_small_field_holds_three():
    """With three landed the fourth goes elsewhere in range, or is eliminated."""
    g, s, t = position(AL, st.RETURN)
    for name in ("p36_1", "p40_2", "p40_3"):
        put_ashore(g, name, "cold_bay")
    assert field_load(g, s, spot("cold_bay")) == 3
    fly(g, area_number("B7"), "p40_1", "p38_1")
    play_on(g, s, t)
    assert g.place[unit("p40_1")] == st.LOST  # of range 1
    assert g.chosen_unit == unit("p38_1")
    assert options(g, s) == {at_spot(n) for n in ("umnak", "kodiak", "nome")}


@covers("R10-3a")
def test_capacity_of_fields():
    g, s, _ = position(AL, st.RETURN)
    assert field_capacity(g, spot("umnak")) == 10
    assert field_capacity(g, spot("cold_bay")) == 3
    assert field_capacity(g, spot("adak")) == 0
    planes = [k for k in range(s.units) if s.side[k] == AL and s.lands[k] == st.ON_SMALL]
    for k in planes[:10]:
        assert can_land(g, s, k, spot("umnak"))
        g.place[k], g.at[k] = st.SPOT, spot("umnak")
    assert not can_land(g, s, planes[10], spot("umnak"))


@covers("R10-3c", "R14-2c", "A-98")
def test_floatplanes_need_no_field():
    """Any number on an own island; on coast beside an own ground unit; they fill no field."""
    g, s, _ = position(AL, st.RETURN)
    boats = ("pby_1", "pby_2", "pby_3", "pbyr_1", "pbyr_2", "pbyr_3", "pbyr_4", "os2u_1", "os2u_2")
    for name in boats[:-1]:
        put_ashore(g, name, "kodiak")
    assert can_land(g, s, unit(boats[-1]), spot("kodiak"))
    assert field_load(g, s, spot("kodiak")) == 0
    assert not can_land(g, s, unit("os2u_2"), spot("open_B7"))
    stand(g, s, "cold_bay", "inf_4")
    assert can_land(g, s, unit("os2u_2"), spot("open_B7"))


@pytest.mark.parametrize("captured", [False, True])
@covers("BV-62", "R14-2b")
def test_bv_62_the_only_island_in_range_was_captured(captured):
    g, s, t = position(J, st.RETURN)
    stand(g, s, "kiska", "bn_301")
    fly(g, area_number("C11"), "a6m2n_1")
    if captured:
        put(g, s, unit("bn_301"), st.LOST, st.NONE)
        stand(g, s, "kiska", "inf_4")
    play_on(g, s, t)
    if captured:
        assert g.place[unit("a6m2n_1")] == st.LOST
    else:
        assert options(g, s) == {at_spot("kiska")}


@covers("R10-3d", "R14-2a", "A-94")
def test_carrier_planes_go_to_their_ship_in_range():
    g, s, t = position(AL, st.RETURN)
    fleet(g, 0, node("C9"), ["junyo"])
    fly(g, area_number("C10"), "d3a_junyo_1")
    fly(g, area_number("C11"), "d3a_junyo_2", group=1)
    play_on(g, s, t)
    assert (g.place[unit("d3a_junyo_1")], g.at[unit("d3a_junyo_1")]) == (
        st.CARRIER, unit("junyo"),
    )  # fmt: skip
    assert g.place[unit("d3a_junyo_2")] == st.LOST  # range 1


@covers("BV-51", "R10-3d", "R10-9j", "N-21")
def test_bv_51_aircraft_of_a_carrier_taken_off():
    """On deck or in the air, with airfields of her side near: all go in S8."""
    g, s, t = position(J, st.RETURN)
    g.place[unit("shokaku")], g.at[unit("shokaku")], g.when[unit("shokaku")] = st.REPAIR, -1, 5
    put_on_deck(g, "shokaku", "a6m2_shokaku")
    fly(g, area_number("C15"), "b6n_shokaku", "d3a_shokaku")
    play_on(g, s, t)
    for name in ("a6m2_shokaku", "b6n_shokaku", "d3a_shokaku"):
        assert g.place[unit(name)] == st.LOST
    assert g.points == 0


@covers("R10-3i")
def test_the_zeros_of_paramushiro_land_there_or_nowhere():
    for owner in (J, AL):
        g, s, t = position(J, st.RETURN)
        p = spot("attu")
        g.holder[p] = g.field_owner[p] = g.field_marker[p] = J
        g.field[p] = st.LARGE
        g.field_owner[spot("paramushiro")] = owner
        fly(g, area_number("C14"), "a6m3_1")
        play_on(g, s, t)
        if owner == J:
            assert options(g, s) == {at_spot("paramushiro")}
        else:
            assert g.place[unit("a6m3_1")] == st.LOST


@covers("R6-10h")
def test_the_fighter_of_unyo_goes_ashore():
    g, s, t = position(J, st.RETURN, turn=9)
    fleet(g, 0, node("C15"), ["unyo"])
    fly(g, area_number("C15"), "a6m2_unyo")
    play_on(g, s, t)
    while g.decision == st.RETURN_FLEET:
        act(g, s, t, min(options(g, s)))
    assert g.decision == st.RETURN_AIRCRAFT
    assert options(g, s) == {at_spot("paramushiro")}


@covers("R14-2d", "R14-3a", "R10-3h", "A-69")
def test_changes_of_base():
    """PP's aircraft that did not fly, to any own undisrupted field with room, range or not."""
    g, s, t = position(AL, st.RETURN)
    fly(g, area_number("C8"), "p40_1")
    put_ashore(g, "p40_2", "umnak")
    put_ashore(g, "b24_1", "umnak")
    put_ashore(g, "ki43_1", "paramushiro")
    g.place[unit("p40_3")] = st.BOX
    g.field_disrupted[spot("umnak")] = g.field_disrupted[spot("kodiak")] = 1
    for name in ("p36_1", "f4f1_1", "p39_1"):
        put_ashore(g, name, "nome")
    play_on(g, s, t)
    act(g, s, t, at_spot("umnak"))
    assert (g.decision, g.actor) == (st.REBASE, AL)
    moved = {u(n) for n in ("p40_2", "b24_1", "p40_3", "p36_1", "f4f1_1", "p39_1")}
    assert options(g, s) == {DONE, *moved}
    act(g, s, t, u("b24_1"))
    assert options(g, s) == {at_spot("anchorage")}
    act(g, s, t, at_spot("anchorage"), u("p40_2"))
    assert options(g, s) == {at_spot(n) for n in ("anchorage", "cold_bay", "annette", "baranof")}
    act(g, s, t, at_spot("annette"))
    assert not {u("p40_2"), u("b24_1")} & options(g, s)  # once each
    act(g, s, t, DONE)
    assert g.phase != st.RETURN
