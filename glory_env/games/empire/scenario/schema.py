"""The shape of the data files: their sections and keys.

What the values mean to each other is looked at in the modules `check_*`.
"""

from __future__ import annotations

from typing import Annotated

from glory_env.games.empire import state as st
from glory_env.games.empire import victories
from glory_env.games.empire.scenario.schema_cards import Cards
from glory_env.games.empire.scenario.schema_charts import Charts, Victories
from glory_env.games.empire.scenario.values import (
    CardId,
    CardNumber,
    CardNumbers,
    Column,
    Counters,
    Features,
    Flags,
    Garrison,
    HexNumber,
    HexNumbers,
    Links,
    Pair,
    Ratings,
    Region,
    Regions,
    Rows,
    Sectors,
    SideName,
    Sides,
    Signed,
    Small,
    Sources,
    Terrain,
    Turn,
    a_spot,
    one_word,
    some_of,
)
from glory_env.scenario.read import Part
from glory_env.scenario.values import Flag, Id, Name, Value, whole


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
    madras: HexNumber
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
    nation: Annotated[str, one_word(st.UNIT_NATIONS)]
    service: Annotated[str, one_word(st.SERVICES[1:])] | None = None
    kind: Annotated[str, one_word(st.UNIT_KINDS[1:])]
    type: Annotated[str, one_word(st.TYPES[1:])] | None = None
    size: Annotated[str, one_word(st.UNIT_SIZES[1:])] | None = None
    full: Ratings | None = None
    reduced: Ratings | None = None
    extended: Small = 0
    bracketed: Flag = False
    dot: Flag = False
    landing: Annotated[str, one_word(st.LANDING_COSTS[1:])] | None = None
    strategic: Flag = False
    organic: Annotated[str, one_word(st.ORGANIC[1:])] | None = None
    pair: Id | None = None
    europe: Flag = False
    range: Small = 0
    efficiency: Small = 0
    command: Annotated[str, one_word(st.COMMANDS[1:])] | None = None
    arrives: Turn | None = None
    card: CardId | None = None
    starts_reduced: Flag = False
    leaves_burma: Flag = False
    helps_china: Flag = False
    china_air: Flag = False  # one of those a card for China helps


Commanded = Annotated[tuple[str, ...], some_of(st.CLASSES)]


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


class Hand(Part):
    out: CardNumbers
    discarded: CardNumbers
    future: CardNumber | None
    hand: CardNumbers
    draw: Small


class Markers(Part):
    turn: Turn
    will: Annotated[int, whole(0, 10)]
    front: Annotated[str, one_word(st.FRONTS)]
    divisions: Small
    road: Annotated[str, one_word(st.BURMA_ROADS)]
    hump: Flag
    india: Annotated[str, one_word(st.INDIA_BOXES)]
    wie: Annotated[int, whole(-7, 3)]
    asp: Pair
    barges: Annotated[str, one_word(st.BARGES)]
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
    surrendered: Annotated[tuple[str, ...], some_of(st.NATIONS)]
    mandates: SideName


Spot = Annotated[int | str, Value(a_spot, "the number of a hex, or china_box")]


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
    setups: dict[Annotated[str, one_word(victories.SETUPS)], Setup]


class File(Part):
    """A scenario with all that it is made of."""

    setup: Annotated[str, one_word(victories.SETUPS)]
    first_turn: Turn
    last_turn: Turn
    starts: Annotated[str, one_word(victories.STARTS)]
    goal: Annotated[str, one_word(victories.VICTORIES)]
    one_year: Flag
    map: Map
    units: Units
    setups: Setups
    tables: Charts
    cards: Cards
    victory: Victories
    provenance: dict[str, Sources]
