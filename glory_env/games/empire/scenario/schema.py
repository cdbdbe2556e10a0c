"""The shape of the data files: their sections and keys.

What the values mean to each other is looked at in `check_map`, `check_units` and `check_setups`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from glory_env.games.empire import state as st
from glory_env.games.empire.scenario.geometry import in_frame, rows_of
from glory_env.scenario.read import Part
from glory_env.scenario.values import Flag, Id, Name, Value, is_whole, whole, whole_list, word


def _hex(value: Any) -> int | None:
    return value if is_whole(value) and in_frame(value) else None


def _hexes(value: Any) -> tuple[int, ...] | None:
    good = isinstance(value, list) and all(_hex(v) is not None for v in value)
    return tuple(value) if good else None


def _links(value: Any) -> tuple[tuple[int, int], ...] | None:
    good = isinstance(value, list) and all(_hexes(pair) and len(pair) == 2 for pair in value)
    return tuple((a, b) for a, b in value) if good else None


def _rows(value: Any) -> tuple[int, ...] | None:
    rows = rows_of(value)
    good = rows == sorted(set(rows)) and rows[0] >= 0 and rows[-1] < st.ROWS
    return tuple(rows) if good else None


def _some(names: tuple[str, ...]) -> Value:
    """A list of some of these words, each once; kept as a tuple."""

    def check(value: Any) -> tuple[str, ...] | None:
        good = isinstance(value, list) and len(set(value)) == len(value)
        return tuple(value) if good and all(v in names for v in value) else None

    return Value(check, f"a list of some of {', '.join(names)}")


def _one(names: tuple[str, ...]) -> Value:
    return Value(
        lambda v: v if isinstance(v, str) and v in names else None, f"one of {', '.join(names)}"
    )


def _ratings(value: Any) -> tuple[int, ...] | None:
    good = isinstance(value, list) and len(value) in (2, 3)
    return tuple(value) if good and all(is_whole(v) and 0 <= v <= 30 for v in value) else None


def _flags(value: Any) -> tuple[bool, ...] | None:
    good = isinstance(value, list) and len(value) == 2 and all(isinstance(v, bool) for v in value)
    return tuple(value) if good else None


def _source(value: Any) -> tuple[str, str] | None:
    letter, where = value
    good = isinstance(value, list) and letter in ("S", "P", "I") and isinstance(where, str)
    return (letter, where) if good else None


def _counters(value: Any) -> tuple[str, ...] | None:
    good = isinstance(value, list) and all(re.fullmatch(r"[a-z][a-z0-9_]*\*?", v) for v in value)
    return tuple(value) if good else None


HexNumber = Annotated[int, Value(_hex, "the number of a hex, like 2015")]
HexNumbers = Annotated[tuple[int, ...], Value(_hexes, "a list of hexes, like [2015, 2112]")]
Links = Annotated[
    tuple[tuple[int, int], ...], Value(_links, "a list of pairs of hexes, like [[2015, 2014]]")
]
Rows = Annotated[tuple[int, ...], Value(_rows, 'rows in rising order, like "4, 6-10"')]
Column = Annotated[int, whole(st.FIRST_COLUMN, st.FIRST_COLUMN + st.COLUMNS - 1)]
Sides = Annotated[str, word(f"[{st.HEXSIDES}]{{6}}", f"six letters of {st.HEXSIDES}, from N")]
Sectors = Annotated[str, word("[0-3]{6}", "six digits from 0 to 3 in quotes, from N")]
Terrain = Annotated[str, _one(st.TERRAINS)]
Region = Annotated[str, _one(st.REGIONS)]
Regions = Annotated[tuple[str, ...], _some(st.REGIONS)]
Features = Annotated[tuple[str, ...], _some(("port", "airfield", "city", "resource"))]
Garrison = Annotated[str, _one(st.GARRISONS[1:])]
SideName = Literal["JP", "AL"]
Turn = Annotated[int, whole(1, st.MAX_TURNS)]
Small = Annotated[int, whole(0, 30)]
Signed = Annotated[int, whole(-12, 12)]
Ratings = Annotated[
    tuple[int, ...], Value(_ratings, "[attack, defence] or [attack, defence, range]")
]
Sources = Annotated[
    tuple[str, str], Value(_source, 'S, P or I and a section in quotes, like [S, "6.22"]')
]
Counters = Annotated[
    tuple[str, ...], Value(_counters, "a list of ids of units, a star after the reduced ones")
]
CardId = Annotated[str, word(r"(JP|AL)[1-9][0-9]?|none", "a card like AL27, or none")]
CardNumber = Annotated[int, whole(1, st.MAX_CARDS)]
Pair = Annotated[tuple[int, ...], whole_list(2, 0, 30)]
Flags = Annotated[tuple[bool, ...], Value(_flags, "[true or false, true or false]")]


class Hex(Part):
    en: Name | None = None
    ja: Name | None = None
    terrain: Terrain
    region: Region | None = None
    has: Features = ()
    garrison: Garrison | None = None
    sides: Sides
    land: Sectors = "000000"


class Routes(Part):
    rail: Links
    road: Links
    kwai: Links


class SupplySources(Part):
    japan: HexNumbers
    japan_wide: HexNumbers
    east: HexNumbers
    south: HexNumbers
    west: HexNumbers


class Special(Part):
    ferry: HexNumber
    kunming: HexNumber
    moresby: HexNumber
    tokyo: HexNumber
    rangoon: HexNumber
    townsville: HexNumber
    oahu: HexNumber
    no_route: HexNumbers
    guns: HexNumbers
    commonwealth_ports: HexNumbers
    hawaii: HexNumbers
    alaska: HexNumbers


class ChinaBox(Part):
    capacity: Small
    b29: Small
    links: HexNumbers
    by_switch: HexNumber


class NoEntry(Part):
    jp_ground: Regions
    jp_air: Regions
    al_ground: Regions
    chinese_only: Regions


class Nation(Part):
    regions: Regions
    bases: HexNumbers
    keys: HexNumbers
    will: Signed
    north: HexNumbers = ()
    refuge: HexNumbers = ()
    honshu: HexNumbers = ()


class Nations(Part):
    philippines: Nation
    malaya: Nation
    siam: Nation
    dutch_east_indies: Nation
    burma: Nation
    india: Nation
    china: Nation
    australia: Nation
    mandates: Nation
    new_guinea: Nation
    marshalls: Nation
    japan: Nation


class Map(Part):
    ocean: dict[Column, Rows]
    hexes: dict[HexNumber, Hex]
    not_hexes: HexNumbers
    closed: Links
    routes: Routes
    sources: SupplySources
    special: Special
    china_box: ChinaBox
    empire: Regions
    not_empire: HexNumbers
    no_entry: NoEntry
    nations: Nations


class Unit(Part):
    en: Name
    side: SideName
    nation: Annotated[str, _one(st.UNIT_NATIONS)]
    service: Annotated[str, _one(st.SERVICES[1:])] | None = None
    kind: Annotated[str, _one(st.UNIT_KINDS[1:])]
    type: Annotated[str, _one(st.TYPES[1:])] | None = None
    size: Annotated[str, _one(st.UNIT_SIZES[1:])] | None = None
    full: Ratings | None = None
    reduced: Ratings | None = None
    extended: Small = 0
    bracketed: Flag = False
    dot: Flag = False
    landing: Annotated[str, _one(st.LANDING_COSTS[1:])] | None = None
    strategic: Flag = False
    organic: Annotated[str, _one(st.ORGANIC[1:])] | None = None
    pair: Id | None = None
    europe: Flag = False
    range: Small = 0
    efficiency: Small = 0
    command: Annotated[str, _one(st.COMMANDS[1:])] | None = None
    arrives: Turn | None = None
    card: CardId | None = None
    starts_reduced: Flag = False


Commanded = Annotated[tuple[str, ...], _some(st.CLASSES)]


class Commands(Part):
    us: Commanded
    commonwealth: Commanded
    joint: Commanded
    japan: Commanded


class Garrisons(Part):
    china: Ratings
    home: Ratings


class Units(Part):
    units: dict[Id, Unit]
    commands: Commands
    garrisons: Garrisons


CardNumbers = Annotated[
    tuple[int, ...],
    Value(
        lambda v: tuple(v) if all(is_whole(n) and 0 < n <= st.MAX_CARDS for n in v) else None,
        f"a list of numbers of cards from 1 to {st.MAX_CARDS}",
    ),
]


class Hand(Part):
    out: CardNumbers
    discarded: CardNumbers
    future: CardNumber | None
    hand: CardNumbers
    draw: Small


class Markers(Part):
    turn: Turn
    will: Annotated[int, whole(0, 10)]
    front: Annotated[str, _one(st.FRONTS)]
    divisions: Small
    road: Annotated[str, _one(st.BURMA_ROADS)]
    hump: Flag
    india: Annotated[str, _one(st.INDIA_BOXES)]
    wie: Annotated[int, whole(-7, 3)]
    asp: Pair
    barges: Annotated[str, _one(st.BARGES)]
    resources: Small
    tojo_resigned: Flag
    rivalry: Flags
    no_route: HexNumbers
    kwai: Flag
    air_repl: Small
    naval_repl: Small
    escort: Small
    pt_boats: Flag
    doctrine: Flag
    passes: Pair
    alaska_turns: Small
    surrendered: Annotated[tuple[str, ...], _some(st.NATIONS)]
    mandates: SideName


Spot = Annotated[
    int | str,
    Value(lambda v: v if v == "china_box" else _hex(v), "the number of a hex, or china_box"),
]


class Setup(Part):
    JP: dict[Spot, Counters]
    AL: dict[Spot, Counters]
    eliminated: Counters
    out: Counters
    delayed: Counters
    control: HexNumbers
    hexes: HexNumbers
    cards_jp: Hand
    cards_al: Hand
    markers: Markers


class Setups(Part):
    setups: dict[Annotated[str, _one(st.SETUPS)], Setup]


class File(Part):
    """A scenario with all that it is made of."""

    setup: Annotated[str, _one(st.SETUPS)]
    first_turn: Turn
    last_turn: Turn
    starts: Annotated[str, _one(st.STARTS)]
    victory: Annotated[str, _one(st.VICTORIES)]
    one_year: Flag
    map: Map
    units: Units
    setups: Setups
    provenance: dict[str, Sources]
