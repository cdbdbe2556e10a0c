"""Worlds drawn for a planner: legal, as its seat sees them, and telling nothing else."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from glory_env.core.record import copy_games
from glory_env.core.stepping import LOOK
from glory_env.core.trace import blank_trace
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.engine.hiding import redraw
from glory_env.games.aleutians.engine.pending import name_short_fleet
from glory_env.games.aleutians.engine.veiling import forget
from glory_env.games.aleutians.fuzz import invariants
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.rules.task_forces import cargo_in, lifts_in, ships_in

from .at_sea import bare, put_fleet, put_in_box
from .leaks import random_games
from .positions import scenario, unit

J, AL = st.JAPAN, st.ALLIES
ALL = {"optional_rules": st.OPTIONAL_RULES, "rulings": ["closed_fleet_size"]}


@cache
def positions(rules: bool) -> list[np.ndarray]:
    """GAME (1,) of random games at many stages, in which a seat has to decide."""
    found = []
    for count, vector in enumerate(random_games(8, 1200, n=4, **(ALL if rules else {}))):
        if count % 60 == 59:
            found += [copy_games(vector.games[i : i + 1]) for i in range(4)]
    return found


def drawn(games: np.ndarray, seat: int, key: int) -> np.recarray:
    """A world of a seat, GAME (1,)."""
    world = copy_games(games).view(np.recarray)
    world["key"] = key
    kernels.hide(world, 0, scenario().tables, seat)
    return world


def enemy_slots(seat: int) -> range:
    return range((1 - seat) * st.FLEETS, (2 - seat) * st.FLEETS)


def fleets_where(function, games: np.ndarray, seat: int) -> tuple[int, ...]:
    """A number of each enemy fleet."""
    return tuple(int(function(games[0], scenario().tables[0], k)) for k in enemy_slots(seat))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [False, True])
def test_worlds_of_either_seat_play_on_to_the_end(rules):
    """The invariants hold at every step, with either side asked in the world."""
    mask, trace, tables = np.zeros(N_ACTIONS, np.int8), blank_trace(), scenario().tables
    nothing = np.zeros(0, np.float32)
    stuck = ended = 0
    for number, games in enumerate(positions(rules)[::5]):
        world = drawn(games, number % 2, 99 + number)
        rng = np.random.default_rng(number)
        count = kernels.step(world, 0, tables, trace, mask, LOOK, False)
        stuck += count == 0
        before = copy_games(world)
        while count:
            code = invariants.check_call(before, world, tables, mask, 0, 0, nothing)
            assert not code, (st.DECISIONS[games["decision"][0]], invariants.message_of(code))
            before = copy_games(world)
            action = int(rng.choice(np.flatnonzero(mask)))
            count = kernels.step(world, 0, tables, trace, mask, action, False)
        ended += world["outcome"][0] != st.PLAYING
    assert not stuck
    assert ended == len(positions(rules)[::5])


def test_over_keys_what_is_hidden_varies():
    """Troops and SP of each fleet and the strategy, too; the numbers of ships do not."""
    varied = {"troops": 0, "supply": 0, "strategy": 0}
    for games in positions(False):
        seat = int(games["actor"][0])
        worlds = [drawn(games, seat, key) for key in range(8)]
        loads = {fleets_where(cargo_in, world, seat) for world in worlds}
        assert {fleets_where(ships_in, world, seat) for world in worlds} == {
            fleets_where(ships_in, games, seat)
        }
        assert {sum(load) for load in loads} == {sum(fleets_where(cargo_in, games, seat))}
        varied["troops"] += len(loads) > 1
        varied["supply"] += len({world["fleet_supply"].tobytes() for world in worlds}) > 1
        varied["strategy"] += len({int(world["strategy"][0, 1 - seat]) for world in worlds}) > 1
    assert varied["troops"] > len(positions(False)) // 4
    assert varied["strategy"] > len(positions(False)) // 2
    assert varied["supply"] > 0


def test_closed_numbers_of_ships_vary():
    """Every unfound fleet has 1 to 10 ships, and the lifts for what it carries."""
    varied = 0
    for games in positions(True):
        seat, s = int(games["actor"][0]), scenario().tables[0]
        worlds = [drawn(games, seat, key) for key in range(6)]
        varied += len({fleets_where(ships_in, world, seat) for world in worlds}) > 1
        for g in (world[0] for world in worlds):
            for slot in enemy_slots(seat):
                if g.fleet_used[slot]:
                    assert 1 <= ships_in(g, s, slot) <= st.MAX_SHIPS
                    assert cargo_in(g, s, slot) <= lifts_in(g, s, slot)
    assert varied > len(positions(True)) // 2


def test_the_last_lifts_are_found_for_the_last_troops():
    """Two transports among seven ships, two units: both sail, whatever the key."""
    for key in range(30):
        g, s, _ = bare(st.NAVAL, J)
        put_fleet(g, 0, "C9", "jp_ak_1", "bn_301")
        put_fleet(g, 1, "C8", "nachi", "jp_ak_2", "jp_con_1")
        for name in ("maya", "tama", "kiso", "abukuma"):
            g.place[unit(name)] = st.GONE
        g.actor = AL
        redraw(g, s, AL, key)
        assert sum(int(cargo_in(g, s, k)) for k in (0, 1)) == 2
        assert all(cargo_in(g, s, k) <= lifts_in(g, s, k) for k in (0, 1))


def test_what_the_other_side_has_named_is_drawn_with_the_world():
    """Asked which fleet a ship is to join, the enemy names a ship that can join one."""
    named = set()
    for key in range(12):
        g, s, _ = bare(st.NAVAL, J)
        put_fleet(g, 0, "C15", "nachi", "jp_dd_1")
        put_fleet(g, 1, "C15", "tama", "jp_ak_1")
        g.fleet_node[:2] = st.NONE
        put_in_box(g, "kiso")
        g.step, g.decision, g.actor, g.side = 1, st.FORM_FLEET, J, J
        g.chosen_unit = unit("nachi")
        redraw(g, s, AL, key)
        mask = np.zeros(N_ACTIONS, np.int8)
        games = np.zeros(1, st.GAME)
        games[0] = g
        assert kernels.step(games, 0, scenario().tables, blank_trace(), mask, LOOK, False) > 0
        named.add(int(g.chosen_unit))
    assert len(named) > 1


def test_the_fleet_that_loses_troops_is_one_whose_lifts_are_short():
    """Else, where all lifts together are too few, more troops would be lost than in truth."""
    g, s, _ = bare(st.NAVAL, st.JAPAN)
    put_fleet(g, 0, "C12", "jp_ak_1", "bn_301")
    put_fleet(g, 1, "C12", "nachi")
    for key in range(20):
        name_short_fleet(g, s, st.JAPAN, key)
        assert g.short_fleet == 0
    put_fleet(g, 1, "C12", "nachi", "bn_302")
    for key in range(20):
        name_short_fleet(g, s, st.JAPAN, key)
        assert g.short_fleet == 1


def test_to_forget_twice_changes_nothing():
    for games in positions(True):
        seat = int(games["actor"][0])
        once = copy_games(games)
        forget(once[0], scenario().tables[0], seat)
        twice = copy_games(once)
        forget(twice[0], scenario().tables[0], seat)
        assert once.tobytes() == twice.tobytes()
