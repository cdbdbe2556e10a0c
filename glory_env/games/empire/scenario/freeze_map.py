"""From the map's data to the tables: hexes in order, sides, bitmaps, distances."""

from __future__ import annotations

from functools import cache

import numpy as np

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario import geometry
from glory_env.games.empire.scenario.schema import Map

WATER_PART = "WBVNwm"  # sides with some water, passable or not
LAND_PART = "LBVNlm"
SHIPS, GROUND = "WBV", "LBN"


def hex_numbers(data: Map) -> list[int]:
    """The printed numbers of all hexes, in order."""
    sea = [c * 100 + r for c, rows in data.ocean.items() for r in rows]
    return sorted({*sea, *data.hexes})


def place_numbers(data: Map) -> list[int]:
    """The printed numbers of the hexes with land, in the order of the file."""
    return [number for number, entry in data.hexes.items() if entry.terrain != "ocean"]


def field_numbers(data: Map) -> list[int]:
    """The printed numbers of the hexes with an airfield, in the order of the file."""
    return [number for number, entry in data.hexes.items() if "airfield" in entry.has]


def side_of(data: Map, number: int, direction: int) -> str:
    """The letter of a hexside, seen from this hex."""
    beyond = geometry.neighbour(number, direction)
    if number in data.hexes:
        return data.hexes[number].sides[direction]
    if beyond in data.hexes:
        return data.hexes[beyond].sides[(direction + 3) % 6]
    sea = beyond is not None and beyond % 100 in data.ocean.get(beyond // 100, ())
    return "W" if sea else "X"


@cache
def _shape(numbers: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    near = geometry.neighbours(list(numbers))
    return near, geometry.distances(near)


class Board:
    """What the other parts of the tables look up in the map."""

    def __init__(self, data: Map) -> None:
        self.numbers = hex_numbers(data)
        self.index = {number: k for k, number in enumerate(self.numbers)}
        self.column = np.array([n // 100 - st.FIRST_COLUMN for n in self.numbers])
        self.row = np.array([n % 100 for n in self.numbers])
        self.regions: dict[str, list[int]] = {region: [] for region in geo.REGIONS}
        for number, entry in data.hexes.items():
            if entry.region:
                self.regions[entry.region].append(self.index[number])

    def bits(self, numbers: tuple[int, ...] | list[int]) -> np.ndarray:
        """(51,) bitmap of hexes by their printed numbers."""
        return geometry.bitmap([self.index[n] for n in numbers], self.column, self.row)

    def land(self, regions: tuple[str, ...]) -> np.ndarray:
        """(51,) bitmap of regions."""
        hexes = [h for region in regions for h in self.regions[region]]
        return geometry.bitmap(hexes, self.column, self.row)


def freeze_map(data: Map, s: np.record) -> Board:
    """Fill the tables of the map."""
    board = Board(data)
    count = len(board.numbers)
    near, dist = _shape(tuple(board.numbers))
    s.hexes = count
    s.hex_id[:count] = board.numbers
    s.column[:count], s.row[:count] = board.column, board.row
    s.hex_at[:] = st.NONE
    s.hex_at[board.column, board.row] = np.arange(count)
    s.near[:] = st.NONE
    s.near[:count] = near
    s.dist[:] = geometry.FAR
    s.dist[:count, :count] = dist
    s.region[:] = st.NONE
    s.hexside[:] = geo.NO_SIDE
    s.exist[:] = board.bits(board.numbers)
    s.zone[:count] = geometry.discs(dist, board.column, board.row, 2)
    s.ring[:count] = geometry.discs(dist, board.column, board.row, 3)
    _sides(data, board, s)
    _features(data, board, s)
    _places(data, board, s)
    _roads(data, board, s)
    _sources(data, board, s)
    _special(data, board, s)
    _nations(data, board, s)
    _empire(data, board, s)
    return board


def _sides(data: Map, board: Board, s: np.record) -> None:
    """What passes each hexside; nobody passes an impassable one (R1.3-ev, R1.3-ew)."""
    for h, number in enumerate(board.numbers):
        bit = 1 << number % 100
        for d in range(6):
            letter = side_of(data, number, d)
            s.hexside[h, d] = geo.HEXSIDES.index(letter)
            c = board.column[h]
            s.open[d, c] |= (bit if letter in SHIPS else 0) | (
                bit << st.LAND_SHIFT if letter in GROUND else 0
            )
            s.parts[d, c] |= (bit if letter in WATER_PART else 0) | (
                bit << st.LAND_SHIFT if letter in LAND_PART else 0
            )


def _features(data: Map, board: Board, s: np.record) -> None:
    """What is printed in a hex: named hexes, coasts, islands of one hex (R1.3-co, R1.3-da)."""
    barred = {
        geo.BAR_JP_GROUND: data.no_entry.jp_ground,
        geo.BAR_JP_AIR: data.no_entry.jp_air,
        geo.BAR_AL_GROUND: data.no_entry.al_ground,
        geo.BAR_CHINESE: tuple(r for r in geo.REGIONS if r not in data.no_entry.chinese_only),
    }
    for number, entry in data.hexes.items():
        h = board.index[number]
        s.terrain[h] = geo.TERRAINS.index(entry.terrain)
        if entry.region:
            s.region[h] = geo.REGIONS.index(entry.region)
            s.bars[h] = sum(bar for bar, regions in barred.items() if entry.region in regions)
        s.has_port[h] = "port" in entry.has
        s.has_field[h] = "airfield" in entry.has
        s.city[h] = "city" in entry.has
        s.resource[h] = "resource" in entry.has
        s.garrison[h] = geo.GARRISONS.index(entry.garrison or "none")
        land = entry.terrain != "ocean"
        s.named[h] = bool(entry.has) and land
        s.coast[h] = land and any(letter in SHIPS for letter in entry.sides)
        s.islet[h] = land and not any(letter in GROUND for letter in entry.sides)


def _places(data: Map, board: Board, s: np.record) -> None:
    for field in ("place_hex", "hex_place", "field_hex", "hex_field"):
        s[field][:] = st.NONE
    places, fields = place_numbers(data), field_numbers(data)
    s.places, s.fields = len(places) + 1, len(fields)
    for k, number in enumerate(places):
        s.place_hex[k], s.hex_place[board.index[number]] = board.index[number], k
    for k, number in enumerate(fields):
        s.field_hex[k], s.hex_field[board.index[number]] = board.index[number], k
    s.port_bits[:] = board.bits([n for n, e in data.hexes.items() if "port" in e.has])
    s.field_bits[:] = board.bits(fields)
    s.land_bits[:] = board.bits(places)
    for words, hexes in (
        (s.coast_bits, s.coast),
        (s.islet_bits, s.islet),
        (s.garrison_bits, s.garrison),
    ):
        words[:] = geometry.bitmap(np.flatnonzero(hexes), board.column, board.row)
    s.box_links[:] = [fields.index(number) for number in data.china_box.links]
    s.ledo = fields.index(data.china_box.by_switch)
    s.box_capacity, s.box_b29 = data.china_box.capacity, data.china_box.b29


def _roads(data: Map, board: Board, s: np.record) -> None:
    kwai = {frozenset(pair) for pair in data.routes.kwai}
    for pair in (*data.routes.rail, *data.routes.road):
        for one, other in (pair, pair[::-1]):
            h, beyond = board.index[one], board.index[other]
            d = list(s.near[h]).index(beyond)
            bit = 1 << one % 100
            bridge = frozenset(pair) in kwai
            s.road_side[h, d] = 2 if bridge else 1
            s.road[d, board.column[h]] |= bit
            if bridge:
                s.kwai_road[d, board.column[h]] |= bit


def _sources(data: Map, board: Board, s: np.record) -> None:
    """By sea from sea hexes, by land from land hexes, either way from ports (P-4)."""
    edges = {1: data.sources.east, 2: data.sources.south, 4: data.sources.west}
    for code, edge in edges.items():
        for number in edge:
            s.edge[board.index[number]] |= code
    allied = tuple(number for edge in edges.values() for number in edge)
    s.sources[st.JP] = _two_media(board.bits(data.sources.japan), s)
    s.sources[st.AL] = _two_media(board.bits(allied), s)
    s.wide_sources[:] = _two_media(board.bits(data.sources.japan_wide), s)
    s.east_sources[:] = _two_media(board.bits(data.sources.east), s)


def _two_media(bits: np.ndarray, s: np.record) -> np.ndarray:
    both: np.ndarray = (bits & (~s.land_bits | s.port_bits)) | (bits & s.land_bits) << st.LAND_SHIFT
    return both


def _special(data: Map, board: Board, s: np.record) -> None:
    special = data.special
    for name in ("ferry", "kunming", "moresby", "tokyo", "rangoon", "madras", "townsville", "oahu"):
        s[name] = board.index[getattr(special, name)]
    s.no_route_hex[:] = [board.index[number] for number in special.no_route]
    s.guns[:] = [board.index[number] for number in special.guns]
    s.cw_ports[:] = board.bits(special.commonwealth_ports)
    s.hawaii[:] = board.bits(special.hawaii)
    s.alaska[:] = board.bits(special.alaska)


def _nations(data: Map, board: Board, s: np.record) -> None:
    """Their land, bases and key hexes, by regions of the map.

    R13.21-a, R13.21-b, R13.31-a, R13.41-a, R13.51-a, R13.61-a, R13.81-a. Japan's home islands are
    Honshu, Hokkaido and Kyushu; Shikoku has no hex (R13.9-a, R13.9-b).
    """
    for n, name in enumerate(st.NATIONS):
        nation = getattr(data.nations, name)
        s.nation_land[n] = board.land(nation.regions)
        s.nation_bases[n] = board.bits(nation.bases)
        s.nation_keys[n] = board.bits(nation.keys)
        s.nation_will[n] = nation.will
    s.india_north[:] = board.bits(data.nations.india.north)
    s.refuge[:] = board.bits(data.nations.india.refuge)
    s.honshu[:] = board.bits(data.nations.japan.honshu)


def _empire(data: Map, board: Board, s: np.record) -> None:
    """Hexes of the Empire without a place in them: the set-ups list the others (R1.3-cg).

    R1.3-cm, R1.3-cp.
    """
    numbers = [n for n, e in data.hexes.items() if e.region in data.empire and not e.has]
    s.start_ctrl[:] = board.bits([n for n in numbers if n not in data.not_empire])
