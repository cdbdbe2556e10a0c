"""Neighbours, sides, distances, bitmaps: vectors of the printed map, and their laws."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import numpy as np
import pytest

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.rules import board
from glory_env.games.empire.rules.offsets import offset_hex
from glory_env.games.empire.scenario import geometry, load
from tests.covers import covers

SCENARIO = load("campaign_1941")
S = SCENARIO.tables[0]
H = {number: h for h, number in enumerate(SCENARIO.hexes)}

NEIGHBOURS = {
    2015: [2014, 2114, 2115, 2016, 1915, 1914],
    2112: [2111, 2212, 2213, 2113, 2013, 2012],
    5808: [5807, 5907, 5908, 5809, 5708, 5707],
    1905: [1904, 2005, 2006, 1906, 1806, 1805],
    2508: [2507, 2608, 2609, 2509, 2409, 2408],
}
DISTANCES = [
    (2112, 2015, 3), (4715, 4612, 4), (4825, 4423, 4), (5708, 5808, 1), (3705, 5506, 18),
    (2909, 2812, 3), (3009, 2812, 4), (5108, 4612, 6), (5506, 5808, 3), (5408, 5808, 4),
    (3520, 3319, 2), (2008, 2212, 5), (2407, 2205, 3), (3706, 3813, 7), (3706, 3709, 3),
    (1813, 5808, 40), (3014, 2220, 10), (2015, 2112, 3),
]  # fmt: skip
AROUND_GREY = [(2305, 3004, 13, 7), (1406, 1304, 4, 2), (2407, 2809, 5, 4)]  # walked, formula
PATHS = [  # half movement points along the way; Imphal has a no-route marker
    ((2211, 2110, 2011, 2012, 1912, 1913), 5), ((2211, 2110, 2109), 5), ((2708, 2709), 1),
    ((1913, 2014), 1), ((3922, 3823), 1), ((2008, 2107, 2106, 2105), 6),
]  # fmt: skip
NO_WAY_BY_LAND = [(2813, 2713), (2015, 1915), (3307, 3407), (3704, 3705), (2913, 2914)]
NO_WAY_BY_SEA = [(2220, 2119), (2220, 2221), (3407, 3406), (2008, 1907)]


@covers("R1.3-fa", "R8.21-f")
@pytest.mark.parametrize("number", NEIGHBOURS)
def test_neighbours_from_the_north_round(number) -> None:
    assert [geometry.neighbour(number, d) for d in range(6)] == NEIGHBOURS[number]
    beyond = [H.get(n, st.NONE) for n in NEIGHBOURS[number]]
    assert list(S.near[H[number]]) == beyond
    for d, other in enumerate(beyond):
        if other != st.NONE:
            assert board.beside(S, H[number], other) == d


@covers("R1.3-fb", "R1.3-de")
def test_distances_of_the_examples() -> None:
    for one, other, hexes in DISTANCES:
        assert board.distance(S, H[one], H[other]) == board.distance(S, H[other], H[one]) == hexes
        assert geometry.formula(one, other) == hexes


@covers("R1.3-fb", "E-003")
def test_distances_lead_around_grey_ground() -> None:
    for one, other, walked, formula in AROUND_GREY:
        assert board.distance(S, H[one], H[other]) == walked
        assert geometry.formula(one, other) == formula


def test_distances_are_those_of_a_plain_search() -> None:
    """From some hexes, by a queue over neighbours; never less than the formula."""
    for start in (2015, 5808, 2407, 1005, 3800, 4828):
        found = {H[start]: 0}
        queue = deque(found)
        while queue:
            h = queue.popleft()
            for other in S.near[h]:
                if other != st.NONE and other not in found:
                    found[other] = found[h] + 1
                    queue.append(other)
        assert [found[h] for h in range(S.hexes)] == list(S.dist[H[start]])
        formula = [geometry.formula(start, number) for number in SCENARIO.hexes]
        assert (S.dist[H[start]] >= formula).all()


def _mp(one: int, other: int, blocked: tuple[int, ...]) -> int:
    """Half points of a step; 0 where there is no way."""
    d = board.beside(S, H[one], H[other])
    if S.hexside[H[one], d] not in (geo.LAND, geo.BOTH, geo.LAND_ONLY):
        return 0
    route = S.road_side[H[one], d] == 1 and one not in blocked and other not in blocked
    return 1 if route else int(S.mp[S.terrain[H[other]]])


@covers("R8.42-a", "R8.42-c")
def test_movement_points_along_the_ways_of_the_examples() -> None:
    for way, points in PATHS:
        blocked = (2104, 2105, 2205)
        steps = [_mp(one, other, blocked) for one, other in pairwise(way)]
        assert 0 not in steps
        assert sum(steps) == points, way


def test_ways_that_are_none() -> None:
    for one, other in NO_WAY_BY_LAND:
        assert _mp(one, other, ()) == 0
    for one, other in NO_WAY_BY_SEA:
        d = [geometry.neighbour(one, k) for k in range(6)].index(other)
        assert S.hexside[H[one], d] not in (geo.WATER, geo.BOTH, geo.WATER_ONLY)


def test_a_side_is_the_same_from_both_hexes() -> None:
    for d in range(6):
        for h in range(S.hexes):
            other = S.near[h, d]
            if other == st.NONE:
                assert S.hexside[h, d] == geo.NO_SIDE
            else:
                assert S.near[other, (d + 3) % 6] == h
                assert S.hexside[other, (d + 3) % 6] == S.hexside[h, d]
                assert S.road_side[other, (d + 3) % 6] == S.road_side[h, d]
    assert board.beside(S, H[2015], H[2112]) == st.NONE


def _bits(words: np.ndarray, shift: int = 0) -> set[int]:
    """The hexes of a bitmap."""
    return {h for h in range(S.hexes) if int(words[S.column[h]]) >> int(S.row[h]) + shift & 1}


def test_hexes_around_a_hex_end_at_the_edge_of_the_map() -> None:
    """East of 6025 there is none."""
    around = [offset_hex(S, H[6025], k) for k in range(7)]
    numbers = [None if h == st.NONE else SCENARIO.hexes[h] for h in around]
    assert numbers == [6025, 6024, None, None, None, 5925, 5924]


def test_bitmaps_say_what_the_lists_say() -> None:
    assert _bits(S.exist) == set(range(1139))
    assert _bits(S.port_bits) == set(np.flatnonzero(S.has_port))
    assert _bits(S.field_bits) == set(np.flatnonzero(S.has_field))
    assert len(_bits(S.land_bits)) == 361
    high = st.LAND_SHIFT
    for d in range(6):
        ships = np.isin(S.hexside[:, d], (geo.WATER, geo.BOTH, geo.WATER_ONLY))
        ground = np.isin(S.hexside[:, d], (geo.LAND, geo.BOTH, geo.LAND_ONLY))
        assert _bits(S.open[d]) == set(np.flatnonzero(ships))
        assert _bits(S.open[d], high) == set(np.flatnonzero(ground))
        assert _bits(S.road[d]) == set(np.flatnonzero(S.road_side[:, d]))
        assert _bits(S.kwai_road[d]) == set(np.flatnonzero(S.road_side[:, d] == 2))
        water = np.isin(S.hexside[:, d], [geo.HEXSIDES.index(c) for c in "WBVNwm"])
        land = np.isin(S.hexside[:, d], [geo.HEXSIDES.index(c) for c in "LBVNlm"])
        assert _bits(S.parts[d]) == set(np.flatnonzero(water))
        assert _bits(S.parts[d], high) == set(np.flatnonzero(land))
    for k, terrains in enumerate([("open",), ("jungle", "mixed"), ("mountain",)]):
        numbers = [geo.TERRAINS.index(name) for name in terrains]
        assert _bits(S.cost[k], high) == set(np.flatnonzero(np.isin(S.terrain, numbers)))


@covers("R6.4-a")
def test_discs_are_the_hexes_within_two_and_three() -> None:
    for number in (1005, 2015, 2407, 5808, 3428, 6016, 4600):
        h, c = H[number], int(S.column[H[number]])
        for radius, words in ((2, S.zone[h]), (3, S.ring[h])):
            wide = np.zeros(st.COLUMNS + 6, np.int64)
            wide[c + 3 - radius : c + 4 + radius] = words
            assert _bits(wide[3:-3]) == set(np.flatnonzero(S.dist[h] <= radius))


@covers("R6.22-a", "R6.22-b")
def test_sources_of_supply_are_in_the_media_they_open() -> None:
    """Japan's cities by land and, from ports, by sea; the edges by sea or land (P-4)."""
    by_sea, by_land = _bits(S.sources[st.JP]), _bits(S.sources[st.JP], st.LAND_SHIFT)
    assert {SCENARIO.hexes[h] for h in by_land} == {3407, 3506, 3507, 3607, 3705, 3706}
    assert {SCENARIO.hexes[h] for h in by_land - by_sea} == {3506}
    by_sea, by_land = _bits(S.sources[st.AL]), _bits(S.sources[st.AL], st.LAND_SHIFT)
    assert by_sea | by_land == set(np.flatnonzero(S.edge))
    assert {SCENARIO.hexes[h] for h in by_sea & by_land} == {1005, 2426, 2525, 3727}
    assert _bits(S.east_sources) == set(np.flatnonzero(S.edge & 1))
    wide = _bits(S.wide_sources, st.LAND_SHIFT)
    assert {SCENARIO.hexes[h] for h in wide} == {3307, 3704}


@covers("E-521b")
def test_the_china_box_is_one_leg_from_two_fields() -> None:
    assert {SCENARIO.fields[k] for k in S.box_links} == {1905, 2104}
    assert SCENARIO.fields[S.ledo] == 2205


def test_places_and_fields_are_numbered_in_the_order_of_the_map() -> None:
    assert SCENARIO.places[0] == 1005
    assert len(SCENARIO.places) == 361
    assert 5408 not in SCENARIO.places
    for k, number in enumerate(SCENARIO.places):
        assert S.place_hex[k] == H[number]
        assert S.hex_place[H[number]] == k
    assert S.place_hex[361] == st.NONE
    assert board.hex_of(S, 2015) == H[2015]
    assert [board.hex_of(S, n) for n in (1305, 4200, 905, 6100, 2029)] == [st.NONE] * 5


@covers("R1.3-co", "E-004")
def test_coasts_and_islands_of_one_hex() -> None:
    for number in (2814, 2914, 3014, 2621, 4017, 5808):
        assert S.islet[H[number]]
    assert not S.islet[H[2015]]
    assert not S.coast[H[3004]]  # its water is closed to ships
    assert S.coast[H[2015]]


def test_countries_are_the_hexes_the_rules_describe() -> None:
    """Malaya, Manchuria, Korea, the Marshalls and inner China by distance (13)."""

    def within(numbers, hexes) -> set[int]:
        return {h for h in range(S.hexes) if min(S.dist[H[n], h] for n in numbers) <= hexes}

    land = _bits(S.land_bits)
    regions = {name: set(np.flatnonzero(S.region == k)) for k, name in enumerate(geo.REGIONS)}
    manchuria = (within((3302, 3303), 1) & land) - {H[3304]}
    assert regions["manchuria"] == manchuria
    assert regions["china_inland"] == within((2407,), 1)
    assert regions["marshall"] <= within((4415, 4715), 2)
    assert H[4517] not in within((4415, 4715), 2)
    assert regions["malaya"] == {
        h for h in within((2015,), 3) & land if S.region[h] == geo.REGIONS.index("malaya")
    }
