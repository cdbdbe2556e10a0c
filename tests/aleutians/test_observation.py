"""What a seat is shown and what not (RHI)."""

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.engine import observation as ob
from glory_env.games.aleutians.rules.air_movement import continue_air
from tests.covers import covers

from .at_sea import bare, put_ashore, put_at_sea, put_fleet
from .driver import options
from .in_battle import put_on_deck
from .positions import node, spot, unit

J, AL = st.JAPAN, st.ALLIES


def see(g, s, seat):
    out = np.zeros(ob.OBSERVATION_SIZE, np.float32)
    ob.encode(g, s, seat, out)
    return out


def row(out, name):
    """The columns of a unit."""
    k = ob.UNITS + unit(name) * ob.UNIT_COLUMNS
    return out[k : k + ob.UNIT_COLUMNS]


def is_hidden(out, name):
    return row(out, name)[ob.N_PLACES] == 1 and row(out, name).sum() == 1


@covers("R8-1c", "RHI-1a", "RHI-1e", "R9-2j", "A-32")
def test_ships_cargo_and_deck_of_a_fleet():
    """All hidden; ships and decks lie open once it is found, troops never."""
    g, s, _ = bare(st.NAVAL, J)
    put_fleet(g, 0, "C9", "junyo", "jp_ak_1", "bn_301")
    put_on_deck(g, "junyo", "a6m2_junyo")
    all_of_it = ("junyo", "jp_ak_1", "bn_301", "a6m2_junyo")
    assert all(is_hidden(see(g, s, AL), name) for name in all_of_it)
    assert not any(is_hidden(see(g, s, J), name) for name in all_of_it)
    fleet_row = see(g, s, AL)[ob.FLEETS_AT : ob.FLEETS_AT + ob.FLEET_COLUMNS]
    assert fleet_row[0] == 1, "the marker is open"
    assert fleet_row[3] == np.float32((node("C9") + 1) / s.nodes), "its part of the sea"
    g.fleet_found[0] = 1
    assert [is_hidden(see(g, s, AL), name) for name in all_of_it] == [False, False, True, False]


@pytest.mark.parametrize("seat", [J, AL])
@covers("R7-1i", "RHI-1f")
def test_all_else_on_the_map_is_open(seat):
    """Boats and aircraft at sea, ground units and their state."""
    g, s, _ = bare(st.NAVAL, J)
    put_at_sea(g, "jp_ss_1", "C9")
    put_at_sea(g, "b24r_1", "C9")
    put_ashore(g, "bn_301", "kiska")
    put_ashore(g, "inf_4", "adak")
    for name, place in (("jp_ss_1", st.SEA), ("b24r_1", st.SEA), ("bn_301", st.SPOT)):
        assert row(see(g, s, seat), name)[place] == 1
    before = row(see(g, s, seat), "inf_4").copy()
    g.disrupted[unit("inf_4")] = 1
    assert (row(see(g, s, seat), "inf_4") != before).sum() == 1


@pytest.mark.parametrize("seat", [J, AL])
@covers("R3-2j", "RHI-1f", "R6-1c", "R6-3c", "R5-7a")
def test_control_supply_and_markers_are_open(seat):
    g, s, _ = bare(st.NAVAL, J)
    changes = {
        "holder": ("holder", spot("kiska"), J),
        "field": ("field_owner", spot("umnak"), J),
        "port": ("port_disrupted", spot("kodiak"), 1),
        "track": ("supply", AL, 5),
        "seattle": ("seattle", None, 4),
        "railway": ("railway", None, 9),
        "points": ("points", None, 2),
        "midway": ("midway", None, 3),
    }
    for name, (field, index, value) in changes.items():
        before = see(g, s, seat)
        if index is None:
            setattr(g, field, value)
        else:
            g[field][index] = value
        assert (see(g, s, seat) != before).any(), name


@covers("R5-5b", "R5-6d", "RHI-1b", "RHI-1g")
def test_strategies_are_secret_attempts_to_change_are_not():
    g, s, _ = bare(st.NAVAL, J)
    g.strategy[:] = st.J3, st.L3
    before = see(g, s, AL)
    g.strategy[J] = st.J1
    assert (see(g, s, AL) == before).all()
    g.changed[J] = 1
    assert (see(g, s, AL) != before).any()
    mine = see(g, s, J)
    g.strategy[J] = st.J2
    assert (see(g, s, J) != mine).any()


@covers("R10-1e", "RHI-1h")
def test_groups_show_members_and_target_not_the_fleet_they_came_from():
    g, s, _ = bare(st.AIR, J)
    put_fleet(g, 0, "C9", "junyo")
    k, plane = 5, unit("d3a_junyo_1")
    g.group_state[k], g.group_side[k] = st.FLOWN, J
    g.group_kind[k], g.group_target[k] = st.AT_GROUND, unit("inf_4")
    g.group_area[k] = s.spot_area[spot("umnak")]
    g.place[plane], g.at[plane] = st.TARGET, k
    shown = see(g, s, AL)
    g.group_target[k] = unit("us_aa")
    other = see(g, s, AL)
    assert np.flatnonzero(shown != other).size == 1, "the very target is open"
    put_fleet(g, 0, "C9", "ryujo")
    g.place[unit("junyo")], g.at[unit("junyo")] = st.FLEET, 1
    assert (row(see(g, s, AL), "d3a_junyo_1") == row(other, "d3a_junyo_1")).all()


@covers("BV-70", "RHI-1a")
def test_bv_70_ships_of_an_unfound_fleet():
    """A carrier and a destroyer in two fleets, one way or the other: all is alike to the enemy."""
    seen = []
    for here, there in (("junyo", "jp_dd_1"), ("jp_dd_1", "junyo")):
        g, s, t = bare(st.AIR, AL)
        put_fleet(g, 0, "C8", here)
        put_fleet(g, 1, "C12", there)
        put_ashore(g, "p40_1", "umnak")
        continue_air(g, s, t)
        assert g.actor == AL
        seen.append((see(g, s, AL).tolist(), options(g, s)))
    assert seen[0] == seen[1]


@covers("BV-78", "RHI-1e", "A-21")
def test_bv_78_supply_loaded_at_seattle():
    """Japan sees the same until it is delivered; the Allies see the difference."""
    seen = {}
    for loaded in (0, 2):
        g, s, _ = bare(st.NAVAL, J)
        put_fleet(g, st.FLEETS, "D1", "us_ak_1", "us_ak_2")
        g.seattle, g.fleet_supply[st.FLEETS] = 5 - loaded, loaded
        seen[loaded] = [see(g, s, seat).tolist() for seat in (J, AL)]
    assert seen[0][J] == seen[2][J]
    assert seen[0][AL] != seen[2][AL]


# --- what the pending decision is about ----------------------------------------------------
def fleet_row(out, slot):
    k = ob.FLEETS_AT + slot * ob.FLEET_COLUMNS
    return out[k : k + ob.FLEET_COLUMNS]


def test_the_fleet_that_sails():
    """To its owner as the fleet in question, to both as the marker that moves."""
    g, s, _ = bare(st.NAVAL, J)
    put_fleet(g, 0, "C9", "junyo")
    put_fleet(g, 1, "C9", "jp_ak_1")
    g.decision, g.actor = st.SAIL_STEP, J
    for sailing in range(2):
        g.sailing = sailing
        own, other = see(g, s, J), see(g, s, AL)
        assert [fleet_row(own, k)[11] for k in range(2)] == [sailing == 0, sailing == 1]
        assert [fleet_row(other, k)[11] for k in range(2)] == [0, 0]
        for out in (own, other):
            assert [fleet_row(out, k)[12] > 0 for k in range(2)] == [sailing == 0, sailing == 1]


@pytest.mark.parametrize("seat", [J, AL])
def test_the_way_of_the_fleet_that_sails(seat):
    g, s, _ = bare(st.NAVAL, J)
    before = see(g, s, seat)
    g.visits[node("C9")] = 1
    changed = np.flatnonzero(before != see(g, s, seat))
    assert changed.tolist() == [ob.NODES_AT + node("C9")]


def test_a_unit_that_has_had_its_go_shows_to_its_owner_alone():
    g, s, _ = bare(st.NAVAL, J)
    put_ashore(g, "bn_301", "kiska")
    before = [see(g, s, seat) for seat in (J, AL)]
    g.done[unit("bn_301")] = 1
    after = [see(g, s, seat) for seat in (J, AL)]
    assert (before[J] != after[J]).sum() == 1
    assert (before[AL] == after[AL]).all()


def test_the_group_in_work():
    """Its aircraft are marked; those of a group that is resolved say so."""
    g, s, _ = bare(st.AIR, J)
    for k, name in enumerate(("a6m2_junyo", "b24r_1")):
        u = unit(name)
        g.place[u], g.at[u] = st.TARGET, k
        g.group_state[k], g.group_area[k], g.group_target[k] = st.FLOWN, 0, 0
    g.operation = 1
    out = see(g, s, J)
    last = ob.N_PLACES + 1
    assert [row(out, name)[last + 12] for name in ("a6m2_junyo", "b24r_1")] == [0, 1]
    g.group_state[0] = st.RESOLVED
    assert row(see(g, s, J), "a6m2_junyo")[last + 13] > row(out, "a6m2_junyo")[last + 13]
