"""Searches of moves: ships, aircraft, landings, ground units, strategic moves (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from glory_env.games.empire.rules import aircraft, ground, landing, ships, stand_off, strategic
from glory_env.games.empire.rules.bitmaps import clear, count
from glory_env.games.empire.rules.participants import declare_battle
from glory_env.games.empire.rules.supply import BARRED, ENDS, REACHED
from glory_env.games.empire.state import AL, JP, LANDED, NONE
from tests.covers import covers

from . import world
from .positions import Laid, board, hex_of, lay, numbers, scratch


def real(name: str, number: int, *others: tuple[str, int], japan: Iterable[int] = ()) -> Laid:
    """Counters by their own names, each in a hex."""
    laid = lay({3407, *japan})
    for unit, at in ((name, number), *others):
        laid.at[unit] = world.unit_of(unit)
        laid.g.place[laid.at[unit]] = 1
        laid.g.hex[laid.at[unit]] = hex_of(at)
        laid.g.steps[laid.at[unit]] = 2
    laid.supplied()
    return laid


def towards(a: int, b: int) -> int:
    """The direction of a neighbour."""
    return next(k for k in range(6) if board().step(a, k) == b)


@covers("R8.1-b", "R8.21-a", "R8.21-b", "R8.21-c", "R8.2-a")
@pytest.mark.parametrize(
    ("start", "far", "hexes", "ports"),
    [
        (4017, 15, 637, 48),
        (5808, 15, 329, 5),
        (2212, 15, 388, 46),
        (1406, 15, 130, 10),
        (3706, 15, 466, 41),
        (3727, 15, 301, 21),
        (4017, 30, 1044, 72),
        (2220, 10, 205, 20),
    ],
)
def test_how_far_ships_come(start, far, hexes, ports):
    laid, w = lay({3407}), scratch()
    ships.sail_freely(laid.g, laid.s, w, AL, hex_of(start), far)
    assert numbers(w[REACHED]) == laid.plain.sail(start, far)
    assert count(w, REACHED) == hexes
    assert sum(board().has(h, "port") for h in numbers(w[REACHED])) == ports


@covers("VX-11", "R8.21-d", "R8.21-e", "R8.21-f")
def test_soerabaja_is_entered_from_the_east_alone():
    laid, w = lay({3407}), scratch()
    ships.sail_freely(laid.g, laid.s, w, AL, hex_of(2220), 1)
    found = numbers(w[REACHED])
    assert {2219, 2319, 2320} <= found
    assert not {2119, 2120, 2221} & found


@covers("E-514")
def test_no_japanese_ship_enters_central_india():
    laid, w = lay({3407}), scratch()
    for side, entered in ((AL, True), (JP, False)):
        ships.sail_freely(laid.g, laid.s, w, side, hex_of(1407), 2)
        assert (1406 in numbers(w[REACHED])) == entered


@covers("R8.21-j", "R8.21-k", "R7.22-c", "R7.24-m", "BV-51", "BV-71", "E-030")
def test_where_ships_may_end():
    """Own ports, enemies, own landings; under an OC one battle hex."""
    laid = lay({3407, 4017, 4021}, ("s=ship 4017", "unit=ground 4222"), ("ground 4120", "air 4423"))
    laid.supplied()
    g, s, w = laid.g, laid.s, scratch()
    ships.sail_freely(g, s, w, JP, hex_of(4017), 15)
    ships.ship_ends(g, s, w, JP, NONE)
    assert {4017, 4021, 4120, 4423} <= numbers(w[ENDS])
    assert 4222 not in numbers(w[ENDS])
    g.unit_flags[laid.at["unit"]] |= LANDED
    ships.ship_ends(g, s, w, JP, hex_of(4423))
    assert {4222, 4423} <= numbers(w[ENDS])
    assert 4120 not in numbers(w[ENDS])
    g.chosen_units[0], g.chosen_count, g.ov = laid.at["s"], 1, 3
    declare_battle(g, s, hex_of(4423))
    stand_off.look_for_targets(g, s, w)
    targets = {4222: True, 4423: True, 4120: False}
    for target, fits in targets.items():
        assert stand_off.is_target_place(s, w, hex_of(target), 3) == fits
    stations = {h for h in board().hexes if stand_off.is_station(s, w, hex_of(4423), hex_of(h), 3)}
    assert stations <= board().within(4423, 3) & laid.plain.sail(4017, 15)
    assert 4423 in stations


@covers("VX-12", "R8.22-c", "R8.22-d")
def test_an_emergency_move_is_ten_hexes_straight():
    laid, w = lay({3407}), scratch()
    laid.supplied()
    ships.emergency_ports(laid.g, laid.s, w, AL, hex_of(3014))
    assert 2220 in numbers(w[ENDS])
    assert numbers(w[ENDS]) <= board().within(3014, 10)


@covers("NX-01", "R7.25-h", "R6.4-k", "BV-24")
def test_a_way_that_keeps_out_of_zones_is_found():
    laid, w = lay({3407}, ("air 4612 active",)), scratch()
    laid.supplied()
    ends = (laid.g, laid.s, w, AL, hex_of(5108), hex_of(4108))
    assert ships.sails_unseen(*ends, 12, 1)
    assert not ships.sails_unseen(laid.g, laid.s, w, AL, hex_of(5108), hex_of(4611), 12, 1)
    found = scratch()[0].repeat(2)
    ships.sail_freely(laid.g, laid.s, w, AL, hex_of(4017), 30)
    length = ships.way(laid.s, w, hex_of(4017), hex_of(4021), 30, found)
    assert [world.number_of(h) for h in found[: length + 1]] == [4017, 4018, 4019, 4020, 4021]
    assert ships.way(laid.s, w, hex_of(4017), hex_of(4021), 3, found) == NONE  # too far


@covers("R8.45-j", "R8.11-b", "BV-39")
def test_landing_units_alone_pass_no_enemy_ships():
    """Straight south is the one way of four hexes, and an enemy ship lies on it."""
    laid, w = lay({3407}, (), ("ship 4019",)), scratch()
    laid.supplied()
    ends = (laid.g, laid.s, w, JP, hex_of(4017), hex_of(4021), 4)
    assert ships.sails_unseen(*ends, 1)
    assert not ships.sails_unseen(*ends, 0)


@covers("R8.31-a", "R8.31-b", "R8.31-c", "VX-28")
@pytest.mark.parametrize(
    ("start", "far", "legs", "fields"),
    # From Tokyo two fields less than over any ground: those in Manchuria (8.41, 13.91).
    [(4825, 4, 3, 28), (5808, 8, 3, 38), (2212, 5, 2, 49), (3706, 5, 3, 45), (2104, 6, 1, 12)],
)
def test_how_far_legs_lead(start, far, legs, fields):
    laid, w = lay(()), scratch()
    clear(w, BARRED)
    aircraft.open_air(laid.s, w)
    aircraft.fly(laid.g, laid.s, w, AL, hex_of(start), legs, far)
    assert count(w, REACHED) == fields


@covers("BV-47", "R7.22-c", "R8.35-a", "R8.35-b", "R8.35-c", "R8.31-d")
def test_the_ferry_joins_midway_and_oahu():
    for ship, flies in ((), True), (("ship 5408",), False):
        laid = lay({3407}, ship, ("air 5108",))
        unit, w = laid.at["AL1" if ship else "AL0"], scratch()
        laid.s.range[unit], laid.s.extended[unit] = 2, 4
        laid.supplied()
        aircraft.air_ends(laid.g, laid.s, w, unit, 2, 1)
        assert (5808 in numbers(w[ENDS])) == flies
        assert 5408 not in numbers(w[ENDS])


@covers("VX-13", "R8.32-b", "R8.32-c")
def test_emergency_fields_lie_within_the_extended_range():
    for unit, saved in (("a_vmf211", False), ("a_7lrb", True)):
        laid, w = real(unit, 4612), scratch()
        aircraft.emergency_fields(laid.g, laid.s, w, laid.at[unit])
        assert (5108 in numbers(w[ENDS])) == saved


@covers("VX-15", "R8.41-a", "R8.41-d", "E-079")
def test_japan_stays_out_of_inner_china():
    laid, w = real("j_a17", 2508), scratch()
    unit = laid.at["j_a17"]
    ground.walk(laid.g, laid.s, w, unit, int(laid.g.hex[unit]), 6, NONE)
    assert not {2407, 2408, 2507} & numbers(w[REACHED])
    assert 2409 in numbers(w[REACHED])


@covers("R8.4-b")
@covers("BV-48", "R8.42-a", "R8.42-b", "R8.42-c", "R8.42-d", "R8.42-f", "R8.11-d", "E-066")
def test_what_steps_cost():
    laid = real("j_a38", 2211, japan={2211, 2110})
    g, s, unit = laid.g, laid.s, laid.at["j_a38"]

    def cost(a: int, b: int) -> int:
        return ground.step_cost(g, s, unit, hex_of(a), towards(a, b))

    assert cost(2110, 2109) == 4  # jungle, the Kwai route is not built
    assert cost(2708, 2709) == 1
    assert cost(2112, 2013) == 1  # a mountain over a route
    assert cost(2012, 2013) == 6
    path = [2211, 2110, 2011, 2012, 1912, 1913]
    assert sum(cost(a, b) for a, b in pairwise(path)) == 5
    held = real("j_a38", 1913, ("a_ind3", 2014))
    direction = towards(1913, 2014)
    assert ground.step_cost(held.g, held.s, unit, hex_of(1913), direction) == 4
    assert ground.must_stop(held.g, held.s, JP, hex_of(2014))
    assert not ground.may_stop(held.g, held.s, JP, hex_of(2014), hex_of(2015))


@covers("VX-16", "R8.45-f", "R8.45-g")
def test_what_landings_cost():
    names = {"a_1md": (1, 1), "j_ed": (1, 2), "j_korea": (2, 4), "a_x": (1, 2)}
    for unit, costs in names.items():
        laid = real(unit, 4017)
        for steps, cost in zip((1, 2), costs, strict=True):
            laid.g.steps[laid.at[unit]] = steps
            assert landing.asp_cost(laid.g, laid.s, laid.at[unit]) == cost


@covers("BV-39", "BV-41", "R7.23-c", "R8.45-j", "R8.45-k", "R8.45-l", "VX-27", "R6.4-i", "R8.21-h")
def test_what_bars_a_landing():
    """Enemy ships without own ones, live zones without a carrier."""
    laid = lay({3407, 4017}, ("unit=ground 4017",), ("air 4120 active", "ship 3820"))
    laid.supplied()
    w, unit = scratch(), laid.at["unit"]

    def ends(own: int, carrier: int) -> set[int]:
        landing.landing(laid.g, laid.s, w, unit, 15, own, carrier, NONE, 1)
        return numbers(w[ENDS])

    assert not {3820, 4021} & ends(0, 0)
    assert 4021 not in ends(1, 0)
    assert {3820, 4021} <= ends(1, 1)


@covers("BV-38", "R8.45-a", "R8.45-d", "E-004", "R8.4-d")
def test_where_and_who_may_land():
    laid, w = real("j_a17", 4017), scratch()
    landing.landing(laid.g, laid.s, w, laid.at["j_a17"], 15, 1, 1, NONE, 1)
    found = numbers(w[ENDS])
    assert 3823 in found
    assert not [h for h in found - {3823} if board().land[h]["t"] == "mountain"]
    for unit, able in (("a_1md", 1), ("a_ind3", 0), ("a_java", 0), ("a_cn5", 0), ("a_arm7", 0)):
        allied = real(unit, 3727)
        assert landing.may_embark(allied.g, allied.s, allied.at[unit]) == bool(able)


@covers("BV-40", "R8.45-r", "R8.45-s", "E-036")
def test_the_us_army_follows_marines_to_held_islands():
    for others, landed, free, allowed in (
        ((("j_sn4", 4715),), (), 0, False),
        ((("j_sn4", 4715), ("a_1md", 4715)), ("a_1md",), 0, True),
        ((), (), 0, True),
        ((("j_sn4", 4715),), (), 1, True),
    ):
        laid, w = real("a_x", 5018, *others, japan={4715}), scratch()
        for unit in landed:
            laid.g.unit_flags[laid.at[unit]] |= LANDED
        landing.landing(laid.g, laid.s, w, laid.at["a_x"], 10, 1, 1, NONE, free)
        assert (4715 in numbers(w[ENDS])) == allowed


@covers("VX-17", "R8.46-a", "R8.46-d")
def test_a_cruiser_takes_a_brigade_along():
    laid = real("j_ss", 4017, ("j_aoba", 4017), ("j_tenryu", 4021), ("j_nagato", 4017))
    g, s, at = laid.g, laid.s, laid.at
    assert landing.may_carry(g, s, at["j_aoba"], at["j_ss"])
    assert not landing.may_carry(g, s, at["j_tenryu"], at["j_ss"])
    assert not landing.may_carry(g, s, at["j_nagato"], at["j_ss"])


@covers("BV-36", "BV-37", "R8.44-a", "R8.44-b", "R8.44-c", "E-033", "R8.4-c")
def test_ground_transport_doubles_from_a_port():
    for start, far in ((4017, 20), (4117, 10)):
        jp = ("hq=hq 3407 13", f"unit=ground {start}")
        laid, w = lay({3407, 4017, 4117, 3814, 3615, 4021}, jp), scratch()
        laid.supplied()
        strategic.ground_transport(laid.g, laid.s, w, laid.at["unit"], 10)
        sea = laid.plain.sail(start, far)
        assert numbers(w[ENDS]) == {h for h in sea & laid.plain.own_ports("JP")} - {start}


@covers("R8.23-a", "R8.23-b", "R8.23-d", "R6.4-h")
def test_a_strategic_naval_move_keeps_out_of_live_zones():
    for zone, inside in ((), True), (("cv 4017 active",), False):
        laid = lay({3407, 4017, 4021}, ("s=ship 4017",), zone)
        laid.supplied()
        w = scratch()
        strategic.naval_move(laid.g, laid.s, w, laid.at["s"], 20)
        assert (4021 in numbers(w[ENDS])) == inside


@covers("VX-14", "R8.33-a", "R8.33-b", "R8.33-c", "R8.33-d")
def test_air_transport_doubles_its_legs():
    laid = lay({3407}, (), ("unit=air 4825",))
    unit, w = laid.at["unit"], scratch()
    laid.s.range[unit], laid.s.extended[unit] = 2, 4
    laid.supplied()
    strategic.air_transport(laid.g, laid.s, w, unit, 4)
    far = numbers(w[ENDS])
    aircraft.air_ends(laid.g, laid.s, w, unit, 2, 1)
    assert far > numbers(w[ENDS]) - {4825}
