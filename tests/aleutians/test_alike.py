"""Counters that look alike cannot be told apart by their numbers (RHI-1a)."""

from collections import Counter

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.engine.alike import note_unseen
from glory_env.games.aleutians.engine.hiding import redraw
from glory_env.games.aleutians.engine.sequence import play_on
from glory_env.games.aleutians.play.position import position_view
from glory_env.games.aleutians.play.story import unit_events
from glory_env.games.aleutians.rules.forces import fleets_d_leave
from glory_env.games.aleutians.rules.returns import end_operation
from tests.covers import covers

from .at_sea import bare, put_ashore, put_fleet
from .in_battle import put_on_deck
from .positions import scenario, unit

J, AL = st.JAPAN, st.ALLIES
DESTROYERS = ("us_dd_1", "us_dd_2", "us_dd_6")  # one face
SLOT = AL * st.FLEETS
GAMES = 600


def seen_and_lost(key, ships=DESTROYERS, side=AL):
    """The ships of fleet A are found with B and C out of sight; then A goes out of sight."""
    g, s, t = bare(st.RETURN, 1 - side)
    g.key = key
    slot = side * st.FLEETS
    for k, ship in enumerate(ships):
        put_fleet(g, slot + k, ("C9", "C5", "C7")[k], ship)
    g.fleet_found[slot] = 1
    note_unseen(g, s)
    assert g.unseen[unit(ships[0])] == 0
    rolled = g.rolled.copy()
    end_operation(g, s)
    note_unseen(g, s)
    assert (g.rolled == rolled).all(), "no die of the game"
    return g, s, t


@covers("RHI-1a", "R9-5a")
def test_a_destroyer_seen_and_lost_may_be_any_of_its_like():
    """In each of the six orders about equally often, whatever was seen."""
    found = Counter()
    for key in range(GAMES):
        g, _, _ = seen_and_lost(key)
        found[tuple(int(g.at[unit(name)]) - SLOT for name in DESTROYERS)] += 1
    assert len(found) == 6
    assert all(abs(n - GAMES / 6) < 4 * np.sqrt(GAMES / 6) for n in found.values()), found


@covers("RHI-1a")
def test_the_number_that_is_seen_next_tells_nothing():
    """The fleet that comes into sight next shows the number seen before in a third of the games.

    So does each of the others, whether it is the same fleet or another one.
    """
    for slot in range(3):
        shown = Counter()
        for key in range(GAMES):
            g, _, _ = seen_and_lost(key)
            g.fleet_found[SLOT + slot] = 1
            shown[next(name for name in DESTROYERS if g.at[unit(name)] == SLOT + slot)] += 1
        assert all(abs(shown[name] - GAMES / 3) < 4 * np.sqrt(GAMES / 3) for name in DESTROYERS)


@covers("RHI-1a")
def test_what_is_in_sight_keeps_its_number():
    g, s, _ = bare(st.RETURN, J)
    for k, ship in enumerate(DESTROYERS):
        put_fleet(g, SLOT + k, "C9", ship)
    g.fleet_found[SLOT : SLOT + 3] = 1
    note_unseen(g, s)
    for lost in (1, 2):
        g.fleet_found[SLOT + lost] = 0
        note_unseen(g, s)
    assert g.at[unit(DESTROYERS[0])] == SLOT
    before = g.at.copy()
    note_unseen(g, s)
    assert (g.at == before).all(), "nothing has gone out of sight"


@pytest.mark.parametrize("key", range(8))
@covers("RHI-1a", "R8-1c")
def test_only_like_counters_and_all_that_is_theirs(key):
    """Damage and what the ship has done go with the number; other ships stay."""
    ships = ("us_dd_1", "us_dd_2", "us_dd_3")  # the third is of another face
    g, s, _ = bare(st.RETURN, J)
    g.key = key
    for k, ship in enumerate(ships):
        put_fleet(g, SLOT + k, "C9", ship)
    first = unit("us_dd_1")
    g.damaged[first] = g.done[first] = 1
    g.chosen_unit = first
    note_unseen(g, s)
    now = int(np.flatnonzero(g.damaged)[0])
    assert now in (first, unit("us_dd_2"))
    assert g.done[now] == 1
    assert g.at[now] == SLOT
    assert g.chosen_unit == now
    assert g.duty[now] == first
    assert g.at[unit("us_dd_3")] == SLOT + 2


@covers("R4-4a", "A-14", "RHI-1a")
def test_the_schedule_goes_with_the_counter():
    """The destroyer of the Japanese fleet D leaves, whatever its number is by then."""
    numbers = set()
    for key in range(20):
        g, s, _ = seen_and_lost(key, ("jp_dd_2", "jp_dd_1"), J)
        g.turn, g.strategy[J] = 2, st.J3
        of_fleet_d = int(np.flatnonzero(g.duty == unit("jp_dd_2"))[0])
        assert g.at[of_fleet_d] == 0
        fleets_d_leave(g, s)
        assert g.place[of_fleet_d] == st.GONE
        assert g.fleet_used[0] == 0
        assert g.fleet_used[1] == 1
        numbers.add(of_fleet_d)
    assert len(numbers) == 2


@covers("RHI-1e", "R8-1c")
def test_aircraft_on_deck():
    found = set()
    for key in range(20):
        g, s, _ = bare(st.AIR, J)
        g.key = key
        put_fleet(g, 0, "C9", "junyo")
        put_on_deck(g, "junyo", "d3a_junyo_1", "d3a_junyo_2")
        g.flown[unit("d3a_junyo_1")] = 1
        note_unseen(g, s)
        found.add(int(np.flatnonzero(g.flown)[0]))
    assert len(found) == 2


@covers("RHI-1d", "R16-2a")
def test_units_under_flags():
    found = set()
    for key in range(20):
        g, s, _ = bare(st.RETURN, J)
        g.key = key
        for name, place in (("jp_con_1", "kiska"), ("jp_con_2", "attu")):
            put_ashore(g, name, place)
            g.flag[g.at[unit(name)], J] = 1
        first = int(g.at[unit("jp_con_1")])
        note_unseen(g, s)
        found.add(int(g.at[unit("jp_con_1")]) == first)
    assert found == {False, True}


@covers("RHI-1a")
def test_the_game_deals_by_itself():
    """`play_on` looks before it asks anybody."""
    g, s, t = bare(st.NAVAL, AL)
    put_fleet(g, SLOT, "C9", "us_dd_1")
    play_on(g, s, t)
    assert g.decision != st.NO_DECISION
    assert g.unseen[unit("us_dd_1")] == 1


def test_a_world_drawn_anew_draws_what_the_schedule_means():
    """Which destroyer is that of fleet D is no more known than where it is."""
    found = set()
    for key in range(20):
        g, s, _ = seen_and_lost(0, ("jp_dd_2", "jp_dd_1"), J)
        redraw(g, s, AL, key)
        found.add(int(g.at[np.flatnonzero(g.duty == unit("jp_dd_2"))[0]]))
    assert found == {0, 1}


def test_the_owner_hears_of_no_move():
    """Only numbers change, which is no news in his log."""
    for key in range(8):
        g, s, _ = bare(st.RETURN, J)
        g.key = key
        for k, ship in enumerate(DESTROYERS):
            put_fleet(g, SLOT + k, ("C9", "C5", "C7")[k], ship)
        before = position_view(scenario(), g, AL)
        note_unseen(g, s)
        assert not list(unit_events(scenario(), before, position_view(scenario(), g, AL)))
