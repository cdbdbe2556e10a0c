"""The shape of a scenario file of the Aleutians Campaign: its sections and their keys.

What the values mean to each other is looked at in `check_map`, `check_charts`, `check_units` and
`check_schedule`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from glory_env.games.aleutians.state import COLUMNS, EVENTS, MAX_POWER, MAX_STRENGTH, MAX_TURNS
from glory_env.scenario.read import Part
from glory_env.scenario.values import (
    Flag,
    Id,
    Name,
    Reference,
    Source,
    Value,
    number,
    point,
    whole,
    whole_list,
    word,
)

FACES = 6
MAX_RATING = 20
LIMIT = 100  # of a difference in ground combat
AREA = r"[A-D](?:[1-9]|1[0-5])"


def _losses(value: Any) -> tuple[int, int] | None:
    match = re.fullmatch(r"(?:A([1-4]))?(/?)(?:D([1-4]))?", value)
    if value == "-":
        return 0, 0
    if not match or bool(match[2]) != bool(match[1] and match[3]) or not value:
        return None
    return int(match[1] or 0), int(match[3] or 0)


def _limit(value: Any) -> int | None:
    good = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LIMIT
    return value if good else None


def _link(value: Any) -> tuple[str, str] | None:
    first, second = value
    good = isinstance(value, list) and re.fullmatch(AREA, first) and re.fullmatch(AREA, second)
    return (first, second) if good else None


def _choices(value: Any) -> tuple[int | str, ...] | None:
    good = isinstance(value, list) and len(value) == 3
    return tuple(value) if good and all(isinstance(v, int | str) for v in value) else None


AreaId = Annotated[str, word(AREA, "an area from A1 to D15")]
NodeId = Annotated[
    str, word(AREA + "[a-z]?", "a part of the sea: its area, and a letter where there are several")
]
ModelId = Annotated[str, word("[A-Z][A-Za-z0-9-]*", "a model's name, like A6M2-N")]
Season = Annotated[
    str, word("spring|summer|autumn|winter", "one of spring, summer, autumn, winter")
]
Side = Literal["japan", "allies"]
Colour = Literal["japan", "allies", "soviet"]
Turn = Annotated[int, whole(1, MAX_TURNS)]
Enter = Annotated[int, whole(0, MAX_TURNS)]
Rating = Annotated[int, whole(0, MAX_RATING)]
Threshold = Annotated[int, whole(-12, 24)]  # of a modified die
OptionalRule = Annotated[str, word(r"16\.[1-9]", 'an optional rule in quotes, like "16.4"')]
Xy = Annotated[tuple[float, float], point(-5000, 5000, "[1732, 1276]")]
Longitude = Annotated[float, number(-180, 180)]
Latitude = Annotated[float, number(-90, 90)]
Losses = Annotated[
    tuple[int, int], Value(_losses, "units disrupted, like A1, D2, A1/D1 or - (at most 4 each)")
]
LandLink = Annotated[tuple[str, str], Value(_link, "two areas, like [A1, A2]")]
Limit = Annotated[int, Value(_limit, f"a whole number from {-LIMIT} to {LIMIT}, or null")]
Choices = Annotated[
    tuple[int | str, ...], Value(_choices, "three values: [lowest, chosen, highest]")
]


class Turns(Part):
    last: Turn
    season: tuple[Season, ...]
    calendar: tuple[Name, ...]


class Place(Part):
    """Where something is drawn."""

    lon: Longitude
    lat: Latitude
    xy: Xy


class Area(Place):
    id: AreaId
    land: Literal["none", "grey", "allies", "soviet"]
    coast: Flag
    barred: Flag


class Sea(Place):
    id: NodeId
    area: AreaId
    name: Name | None = None
    ja: Name | None = None
    links: tuple[NodeId, ...]
    ice: Flag


class Site(Place):
    id: Id
    ja: Name
    en: Name
    area: AreaId
    sea: NodeId
    island: Flag
    colour: Colour
    field: Literal["none", "small", "large"]
    port: Flag
    vp: Annotated[int, whole(0, 4)]


class Box(Part):
    id: Id
    ja: Name
    en: Name
    side: Side
    entry: tuple[NodeId, ...]


class Named(Part):
    depot: Id
    anchorage: Id
    nome: Id
    paramushiro: Id
    dutch_harbor: Id
    petropavlovsk: Id
    before_anchorage: NodeId
    cook_inlet: NodeId
    kuriles: NodeId
    fleet_d: NodeId


class TwoSides(Part):
    japan: Rating
    allies: Rating


class Supply(Part):
    cap: TwoSides
    start: TwoSides


class Victory(Part):
    levels: Annotated[tuple[int, ...], whole_list(4, -20, 40)]
    japan_wins: Annotated[tuple[int, ...], whole_list(2, 1, 40)]


class Midway(Part):
    modifiers: Annotated[tuple[int, ...], whole_list(FACES, -6, 6)]


Income = Annotated[tuple[int, ...], whole_list(MAX_TURNS, 0, MAX_RATING)]


class Strategy(Part):
    by_die: Annotated[tuple[int, ...], whole_list(FACES, 1, 4)]
    income: tuple[Income, ...]


class Strategies(Part):
    japan: Strategy
    allies: Strategy


class Shot(Part):
    sunk: Threshold
    damaged: Threshold


class AirSeaColumn(Shot):
    strength: Annotated[int, whole(1, MAX_STRENGTH)]


class AirSea(Part):
    columns: tuple[AirSeaColumn, ...]
    torpedo: Shot


class BombardmentColumn(Part):
    power: Annotated[int, whole(1, MAX_POWER)]
    hit: Annotated[int, whole(0, FACES)]


class Bombardment(Part):
    columns: tuple[BombardmentColumn, ...]


class GroundColumn(Part):
    up_to: Limit | None
    losses: tuple[Losses, ...]


class Ground(Part):
    columns: tuple[GroundColumn, ...]
    disrupted_strength: Literal["same", "half_up"]


class Surface(Part):
    start_gap: Annotated[int, whole(0, 5)]


class Events(Part):
    chits: Annotated[tuple[int, ...], whole_list(len(EVENTS) - 1, 0, 20)]


class Model(Part):
    id: ModelId
    ja: Name
    side: Side
    type: Literal["F", "T", "D", "B", "R", "TR"]
    strength: Rating
    range: Annotated[int, whole(0, COLUMNS)]
    star: Flag
    base: Literal["carrier", "small", "large", "water"]
    recon: Literal["none", "R", "P"]


class Unit(Part):
    """A counter: where and when it comes into play."""

    id: Id
    enter: Enter
    at: Reference
    cond: Literal["none", "truk", "yokosuka", "allied_d", "allied_special"] = "none"
    option: OptionalRule | None = None


class Ship(Unit):
    ja: Name
    en: Name
    side: Side
    nation: Reference
    type: Literal[
        "CV", "CVL", "CVE", "BB", "CA", "CL", "DD", "AS", "AK", "SS", "midget", "PT"
    ]  # fmt: skip
    strength: Rating
    defence: Annotated[int, whole(-2, 4)]
    aa: Rating
    torpedo: Flag
    lift: Annotated[int, whole(0, 1)]
    capacity: Rating
    range: Annotated[int, whole(0, COLUMNS)] = 0
    s_class: Flag = False


class GroundUnit(Unit):
    ja: Name
    en: Name
    side: Side
    nation: Reference
    arm: Literal[
        "infantry", "snlf", "construction", "aa", "fortress", "engineer", "mountain", "special"
    ]  # fmt: skip
    size: Literal["I", "II", "III", "X", "XX"]
    strength: Rating
    aa: Annotated[int, whole(1, 2)]
    sub_lift: Flag = False
    cannot_leave: Id | None = None


class AirUnit(Unit):
    model: ModelId
    nation: Reference | None = None
    only_base: Id | None = None


class WhatIf(Part):
    A: NodeId | None = None
    B: NodeId | None = None
    C: NodeId | None = None
    D: NodeId | None = None


class SetUp(Part):
    found: tuple[Reference, ...]
    what_if: WhatIf


Group = Literal["whole", "fleet_d", "transports", "destroyers", "flying_boats"]


class Withdrawal(Part):
    turn: Turn
    when: Literal["end", "supply"]
    group: Group
    keep: Rating
    units: tuple[Id, ...]


class Return(Part):
    turn: Turn
    group: Group
    count: Rating
    units: tuple[Id, ...]


class Exchanges(Part):
    arrive: tuple[Id, ...]
    leave: tuple[Id, ...]


class Replacement(Part):
    rule: Literal["floatplane", "next_turn", "flying_boat", "after_5", "after_2"]
    units: tuple[Id, ...]


class FreeParameter(Part):
    key: Reference
    what: Name | None = None
    range: Choices


class File(Part):
    """A whole scenario file."""

    turns: Turns
    areas: tuple[Area, ...]
    seas: tuple[Sea, ...]
    land_links: tuple[LandLink, ...]
    sites: tuple[Site, ...]
    off_map: tuple[Box, ...]
    named: Named
    supply: Supply
    victory: Victory
    midway: Midway
    strategies: Strategies
    air_sea: AirSea
    bombardment: Bombardment
    ground: Ground
    surface: Surface
    events: Events
    models: tuple[Model, ...]
    ships: tuple[Ship, ...]
    ground_units: tuple[GroundUnit, ...]
    aircraft: tuple[AirUnit, ...]
    set_up: SetUp
    withdrawals: tuple[Withdrawal, ...]
    returns: tuple[Return, ...]
    special_group: tuple[Id, ...]
    early: tuple[Id, ...]
    exchanges: Exchanges
    replacements: tuple[Replacement, ...]
    free_parameters: tuple[FreeParameter, ...]
    provenance: dict[str, Source] = Field(default_factory=dict)

    @property
    def units(self) -> tuple[Ship | GroundUnit | AirUnit, ...]:
        """All counters in number order: ships and boats, ground units, aircraft."""
        return (*self.ships, *self.ground_units, *self.aircraft)
