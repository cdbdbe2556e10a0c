"""S8: airfields are built and expanded (14.4)."""

import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, FIELD, SPOT_ACTION
from glory_env.games.aleutians.rules.airfields import may_build, may_expand
from glory_env.games.aleutians.rules.bases import owns_field
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.scenario.freeze import area_number
from tests.covers import covers

from .ashore import position, stand
from .at_sea import throw, thrown
from .driver import options
from .in_return import act, at_spot, fly, play_on
from .positions import spot, unit

J, AL = st.JAPAN, st.ALLIES
BUILT = st.MAX_SPOTS - st.BUILT_SPOTS  # the first field on open land


def expand(name):
    return FIELD + spot(name)


def field(g, name, side, size=st.SMALL):
    """An airfield marker of a side on an island of its own."""
    p = spot(name)
    g.field[p], g.field_marker[p], g.field_owner[p], g.holder[p] = size, side, side, side


@covers("VX-28", "R14-1b", "R14-4a", "R14-4b", "R10-3a")
def test_vx_28_a_field_built_in_time():
    """A regiment builds on an island without a field; three aircraft land on it at once."""
    g, s, t = position(AL, st.RETURN)
    stand(g, s, "adak", "inf_4", "eng_18")
    fly(g, area_number("C10"), "p40_1", "p40_2", "p40_3", "p39_1")
    play_on(g, s, t)
    assert options(g, s) == {DONE, at_spot("adak")}
    act(g, s, t, at_spot("adak"))
    assert owns_field(g, s, AL, spot("adak"))
    assert (g.field[spot("adak")], g.field_marker[spot("adak")]) == (st.SMALL, AL)
    assert g.decision == st.RETURN_AIRCRAFT, "not made large in the stage in which it was built"
    for _ in range(3):
        act(g, s, t, at_spot("adak"))
    landed = [n for n in ("p40_1", "p40_2", "p40_3", "p39_1") if g.place[unit(n)] == st.SPOT]
    assert len(landed) == 3
    g.turn, g.side, g.phase, g.step = 3, AL, st.RETURN, 0
    play_on(g, s, t)
    assert expand("adak") in options(g, s)
    throw(t)
    act(g, s, t, expand("adak"))
    assert g.field[spot("adak")] == st.LARGE, "Allied engineers need no die"
    assert thrown(t) == 0


@covers("BV-67", "R14-4a", "R14-4b", "R10-3g")
def test_bv_67_the_construction_battalion_of_kiska():
    """A small field in the phase of its landing without a roll; from the next S8 on it expands."""
    g, s, t = position(J, st.RETURN, turn=1)
    stand(g, s, "kiska", "jp_con_1")
    throw(t)
    play_on(g, s, t)
    assert options(g, s) == {DONE, at_spot("kiska")}
    act(g, s, t, at_spot("kiska"))
    assert (g.field[spot("kiska")], g.field_owner[spot("kiska")]) == (st.SMALL, J)
    assert g.phase != st.RETURN, "nothing more to build"
    assert thrown(t) == 0
    g.op, g.side, g.phase, g.step = 2, J, st.RETURN, 0
    play_on(g, s, t)
    assert options(g, s) == {DONE, expand("kiska")}
    throw(t, 3)
    act(g, s, t, expand("kiska"))
    assert g.field[spot("kiska")] == st.LARGE


@pytest.mark.parametrize(("face", "size"), [(3, st.LARGE), (4, st.SMALL)])
@covers("BV-60", "R14-4b", "R14-4d", "RDX-21", "A-66")
def test_bv_60_japan_expands_on_three(face, size):
    """One try for a field and stage; a disrupted battalion does nothing."""
    g, s, t = position(J, st.RETURN)
    stand(g, s, "kiska", "jp_con_1")
    field(g, "kiska", J)
    g.disrupted[unit("jp_con_1")] = 1
    assert not may_expand(g, s, spot("kiska"))
    g.disrupted[unit("jp_con_1")] = 0
    assert may_expand(g, s, spot("kiska"))
    throw(t, face)
    play_on(g, s, t)
    act(g, s, t, expand("kiska"))
    assert g.field[spot("kiska")] == size
    assert g.phase != st.RETURN


@covers("BV-60", "R14-4a", "R14-4d", "A-67")
def test_bv_60_a_third_small_marker():
    """Japan has two; one that an expansion has freed can be used again."""
    g, s, _ = position(J, st.RETURN)
    stand(g, s, "adak", "jp_con_1", "bn_301")
    assert may_build(g, s, spot("adak"))
    g.disrupted[unit("jp_con_1")] = 1
    assert not may_build(g, s, spot("adak"))
    g.disrupted[unit("jp_con_1")] = 0
    put(g, s, unit("jp_con_1"), st.BOX, st.NONE)
    assert not may_build(g, s, spot("adak")), "infantry does not build for Japan"
    stand(g, s, "adak", "jp_con_1")
    field(g, "kiska", J)
    field(g, "attu", J)
    assert not may_build(g, s, spot("adak"))
    field(g, "attu", J, st.LARGE)
    assert may_build(g, s, spot("adak"))


@covers("R14-4d")
def test_large_markers_and_printed_fields():
    """A large marker covers a printed field, too; Japan has two, the Allies four of each."""
    g, s, t = position(AL, st.RETURN)
    stand(g, s, "kodiak", "seabees")
    play_on(g, s, t)
    act(g, s, t, expand("kodiak"))
    p = spot("kodiak")
    assert (g.field[p], g.field_marker[p]) == (st.LARGE, AL)
    g.side = AL
    stand(g, s, "annette", "eng_18")
    g.done[unit("eng_18")] = 0
    for name in ("attu", "kiska"):
        field(g, name, AL, st.LARGE)
    assert may_expand(g, s, spot("annette"))
    field(g, "adak", AL, st.LARGE)
    assert not may_expand(g, s, spot("annette"))


@covers("BV-61", "R10-3e", "R14-4c", "N-34")
def test_bv_61_one_large_field_and_many_small_ones_on_land():
    """In A4 lies a large field; more small ones may be built there, but no second large one."""
    g, s, t = position(AL, st.RETURN)
    for k, name in enumerate(("eng_18", "seabees")):
        stand(g, s, "open_A4", name)
        g.turn, g.op, g.side, g.phase, g.step = 2, 1, AL, st.RETURN, 0
        play_on(g, s, t)
        act(g, s, t, at_spot("open_A4"))
        assert (g.field[BUILT + k], g.at[unit(name)]) == (st.SMALL, BUILT + k)
        while g.phase == st.RETURN:
            act(g, s, t, DONE)
    for p in (BUILT, BUILT + 1):
        g.field_new[p] = g.field_tried[p] = 0
        g.side = AL
        g.done[:] = 0
        assert not may_expand(g, s, p)
    stand(g, s, "open_A4", "inf_4")
    g.field_tried[:] = 0
    assert may_build(g, s, spot("open_A4")), "a third small one"
    g.side = J
    put(g, s, unit("eng_18"), st.BOX, st.NONE)
    put(g, s, unit("jp_con_1"), st.SPOT, BUILT)
    assert g.field_owner[BUILT] == J
    assert not may_expand(g, s, BUILT), "nor does the enemy make it large"
    g.field[spot("anchorage")] = st.SMALL
    assert may_expand(g, s, BUILT)


@covers("R10-3e", "R14-4a", "N-91")
def test_several_small_fields_on_land_in_one_stage():
    """By every unit once, the open country and a facility there: as many as there are markers."""
    g, s, t = position(AL, st.RETURN)
    stand(g, s, "open_A4", "eng_18", "inf_4")
    stand(g, s, "anchorage", "seabees", "inf_5", "inf_7")
    play_on(g, s, t)
    assert {at_spot("open_A4"), at_spot("anchorage")} <= options(g, s)
    act(g, s, t, at_spot("open_A4"), at_spot("open_A4"))
    assert {int(g.at[unit(name)]) for name in ("eng_18", "inf_4")} == {BUILT, BUILT + 1}
    assert at_spot("open_A4") not in options(g, s), "nobody is left there"
    assert SPOT_ACTION + BUILT not in options(g, s), "who has built does no more in this stage"
    assert FIELD + BUILT not in options(g, s), "nor is a new field made large in it"
    act(g, s, t, at_spot("anchorage"), at_spot("anchorage"))
    assert (g.field_marker[BUILT : BUILT + 4] == AL).all()
    assert g.phase != st.RETURN, "the four small markers are used up, though one unit could build"


@covers("R10-3e", "R14-4a", "N-91")
def test_a_unit_on_a_built_field_builds_another():
    """In a later stage; it moves on to the new one, in the same area and on the same coast."""
    g, s, t = position(AL, st.RETURN)
    stand(g, s, "open_A4", "inf_4")
    play_on(g, s, t)
    act(g, s, t, at_spot("open_A4"))
    while g.phase == st.RETURN:
        act(g, s, t, DONE)
    g.turn, g.op, g.side, g.phase, g.step = 2, 3, AL, st.RETURN, 0
    play_on(g, s, t)
    assert options(g, s) == {DONE, SPOT_ACTION + BUILT}
    act(g, s, t, SPOT_ACTION + BUILT)
    assert g.at[unit("inf_4")] == BUILT + 1
    assert g.field[BUILT : BUILT + 2].tolist() == [st.SMALL, st.SMALL]
    assert g.spot_area[BUILT] == g.spot_area[BUILT + 1] == area_number("A4")


@covers("R10-3e", "R14-4a", "R14-4c", "N-36")
def test_an_island_has_one_field_and_its_holder_builds():
    g, s, _ = position(AL, st.RETURN)
    stand(g, s, "umnak", "inf_4")
    assert not may_build(g, s, spot("umnak"))
    stand(g, s, "atka", "inf_5")
    assert may_build(g, s, spot("atka"))
    g.disrupted[unit("inf_5")] = 1
    assert not may_build(g, s, spot("atka"))
    g.disrupted[unit("inf_5")] = 0
    g.holder[spot("atka")] = J
    assert not may_build(g, s, spot("atka"))


@covers("R14-4b", "A-66")
def test_only_engineers_expand_for_the_allies():
    g, s, _ = position(AL, st.RETURN)
    stand(g, s, "kodiak", "inf_4")
    assert not may_expand(g, s, spot("kodiak"))
    stand(g, s, "kodiak", "seabees")
    assert may_expand(g, s, spot("kodiak"))
    g.field_disrupted[spot("kodiak")] = 1
    assert may_expand(g, s, spot("kodiak"))
    g.disrupted[unit("seabees")] = 1
    assert not may_expand(g, s, spot("kodiak"))
