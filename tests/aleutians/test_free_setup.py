"""Free set-up (RFS-1)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.record import copy_games
from glory_env.core.trace import blank_trace
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import BOX_ACTION, N_ACTIONS, NODE, OWN_FLEET, SPOT_ACTION
from glory_env.games.aleutians.engine import hiding
from glory_env.games.aleutians.engine.observation import OBSERVATION_SIZE, encode
from glory_env.games.aleutians.generated import dispatch as decisions
from glory_env.games.aleutians.rules import air_movement, naval, setup
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in
from tests.covers import covers

from .driver import choose, options
from .positions import node, spot, tables, unit

J, AL = st.JAPAN, st.ALLIES


def begin():
    games = np.zeros(1, st.GAME)
    games["opt_setup"] = st.FREE
    g, s, t = games[0], tables(), blank_trace()[0]
    setup.set_up(g, s)
    setup.continue_set_up(g, s, t)
    return games, s, t


def play(games, s, t, rng, until=lambda g: False):
    """Place at random up to a moment, or to the end of the set-up."""
    g = games[0]
    while g.phase == st.SET_UP and not until(g):
        choose(g, s, t, int(rng.choice(sorted(options(g, s)))))
        if g.phase == st.SET_UP:
            setup.continue_set_up(g, s, t)
    return g


def japan_begins(g):
    return g.actor == J


@covers("RFS-1a", "RFS-1b", "RFS-1c", "RFS-1d", "RSQ-3c")
@pytest.mark.parametrize("seed", range(6))
def test_everybody_is_placed(seed):
    """All units of the list, then S2 of Japan's first phase."""
    games, s, t = begin()
    g = play(games, s, t, np.random.default_rng(seed))
    assert (g.turn, g.op, g.side, g.phase, g.step) == (1, 0, J, st.RECON_STAGE, 0)
    historical = np.zeros(1, st.GAME)
    setup.set_up(historical[0], s)
    for u in range(int(s.units)):
        if historical["place"][0][u] != st.ABSENT or s.start_free[u]:
            assert g.place[u] != st.ABSENT, u
    for slot in range(st.SLOTS):
        if g.fleet_used[slot]:
            assert 1 <= ships_in(g, s, slot) <= st.MAX_SHIPS
            assert cargo_in(g, s, slot) <= lifts_in(g, s, slot)
            assert (g.fleet_node[slot] == st.NONE) == (g.fleet_entry[slot] != st.NONE)
    assert not g.fleet_found.any()
    assert not g.fleet_used[7]  # Allied D comes by its own rule
    planes = [int(p) for p in g.fleet_floatplane if p != st.NONE]
    assert sorted(planes) == sorted((unit("a6m2n_1"), unit("e13a_1")))
    assert g.place[unit("soviet_div")] == st.SPOT
    assert g.place[unit("a6m2_junyo")] == st.CARRIER


@covers("RFS-1b")
def test_where_the_allies_may_stand():
    """Own land and islands, and sea beside them; aircraft where they can land."""
    games, s, t = begin()
    g = games[0]
    assert (g.decision, g.actor) == (st.SET_UP_UNIT, AL)
    assert options(g, s) == {OWN_FLEET, OWN_FLEET + 1, OWN_FLEET + 2}
    g = play(games, s, t, np.random.default_rng(1), lambda g: g.decision == st.SET_UP_FLEET)
    found = options(g, s)
    assert {NODE + node(n) for n in ("B5", "C8", "C11", "A4k")} <= found
    assert not {NODE + node(n) for n in ("D6", "C15", "C13")} & found
    g = play(games, s, t, np.random.default_rng(1), lambda g: g.chosen_unit == unit("inf_4"))
    found = options(g, s)
    assert {SPOT_ACTION + spot(p) for p in ("attu", "open_A1", "nome", "anchorage")} <= found
    assert not {SPOT_ACTION + spot(p) for p in ("paramushiro", "petropavlovsk")} & found
    g = play(games, s, t, np.random.default_rng(1), lambda g: g.chosen_unit == unit("b24r_1"))
    assert options(g, s) == {SPOT_ACTION + spot(p) for p in ("umnak", "anchorage")}  # large


@covers("RFS-1c", "RFS-1d", "A-108")
def test_where_japan_may_stand():
    """C15, or an entry area, by which alone the fleet comes in."""
    games, s, t = begin()
    rng = np.random.default_rng(2)
    g = play(games, s, t, rng, japan_begins)
    g = play(games, s, t, rng, lambda g: g.decision == st.SET_UP_FLEET and g.actor == J)
    found = {a - NODE for a in options(g, s)}
    assert found == {n for n in range(int(s.nodes)) if s.entry[J, n]}
    slot = int(g.chosen_fleet)
    choose(g, s, t, NODE + node("D15"))
    assert (g.fleet_node[slot], g.fleet_entry[slot]) == (st.NONE, node("D15"))
    setup.continue_set_up(g, s, t)
    g = play(games, s, t, rng, lambda g: g.chosen_unit == unit("jp_ss_1"))
    assert options(g, s) == {BOX_ACTION, NODE + node("C15")}
    g = play(games, s, t, rng, lambda g: g.chosen_unit == unit("bn_302"))
    assert SPOT_ACTION + spot("paramushiro") in options(g, s)
    g = play(games, s, t, rng)
    steps = {n for n in range(int(s.nodes)) if naval.can_step(g, s, slot, n)}
    assert steps == {node("D15")}
    g.sailing = slot
    naval.enter(g, s, slot, node("D15"))
    assert g.fleet_entry[slot] == st.NONE


@covers("A-108")
def test_no_special_rules_of_turn_1():
    """Fleet D is not tied to Dutch Harbor; its fleets have not moved."""
    games, s, t = begin()
    g = play(games, s, t, np.random.default_rng(3))
    assert not g.fleet_moved.any()
    assert not air_movement.tied_to_dutch_harbor(g, s, unit("a6m2_junyo"))


# --- hidden --------------------------------------------------------------------------------------


def seen(g, s, seat):
    out, mask = np.zeros(OBSERVATION_SIZE, np.float32), np.zeros(N_ACTIONS, np.int8)
    encode(g, s, seat, out)
    if g.actor == seat:
        decisions.legal(g, s, mask)
    return out, mask


@covers("RFS-1a", "RHI-1d")
def test_nobody_sees_the_set_up_of_the_other():
    """Observation and mask of a seat do not depend on the other's choices."""
    shown = []
    for seed in (1, 2, 3):  # other Allied choices, the same Japanese ones
        games, s, t = begin()
        play(games, s, t, np.random.default_rng(seed), japan_begins)
        steps, allied = [], []
        rng = np.random.default_rng(9)
        while games[0].phase == st.SET_UP:
            steps.append(seen(games[0], s, J))
            choose(games[0], s, t, int(rng.choice(sorted(options(games[0], s)))))
            setup.continue_set_up(games[0], s, t)
            if games[0].phase == st.SET_UP:
                allied.append(seen(games[0], s, AL)[0])
        assert all(np.array_equal(allied[0], one) for one in allied)
        shown.append(steps)
    for other in shown[1:]:
        assert len(other) == len(shown[0])
        for (one, legal), (two, also) in zip(shown[0], other, strict=True):
            assert np.array_equal(one, two)
            assert np.array_equal(legal, also)


@covers("RFS-1a")
def test_the_set_up_of_the_other_is_drawn_anew():
    """A planner gets another Allied set-up, and its own question as it was."""
    games, s, t = begin()
    rng = np.random.default_rng(4)
    play(games, s, t, rng, japan_begins)
    play(games, s, t, rng, lambda g: g.chosen_unit == unit("bn_301"))
    before = seen(games[0], s, J)
    places = set()
    for key in range(3):
        twin = copy_games(games)
        hiding.redraw(twin[0], s, J, key)
        after = seen(twin[0], s, J)
        assert np.array_equal(before[0], after[0])
        assert np.array_equal(before[1], after[1])
        assert not (twin[0].place[[unit("inf_4"), unit("s_boat"), unit("tr_1")]] == st.ABSENT).any()
        places.add((int(twin[0].at[unit("inf_4")]), int(twin[0].at[unit("scouts")])))
        hiding.redraw(twin[0], s, AL, key)  # Japan has to begin again
        assert twin[0].place[unit("tama")] == st.ABSENT
    assert len(places) > 1
    g = play(games, s, t, rng)
    before = seen(g, s, AL)[0]
    hiding.redraw(g, s, AL, 5)
    assert np.array_equal(before, seen(g, s, AL)[0])
