"""The shape of a scenario file of the Aleutians Campaign: its sections and their keys."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from glory_env.aleutians.state import (
    COLUMNS,
    GROUND_COLUMNS,
    MAX_STACK,
    MAX_STRENGTH,
    MAX_TURNS,
)
from glory_env.scenarios.schema import Part
from glory_env.scenarios.values import Id, whole

Side = Literal["japan", "allies"]
Colour = Literal["japan", "allies", "soviet"]
Turn = Annotated[int, whole(1, MAX_TURNS)]
Small = Annotated[int, whole(0, 20)]
Modifier = Annotated[int, whole(-3, 12)]
Prov = dict[str, str]
Xy = tuple[float, float]
Text = str


class Turns(Part):
    last: Turn
    winter: tuple[Turn, ...]
    fog: tuple[Turn, ...]
    calendar: tuple[Text, ...]
    prov: Prov


class Area(Part):
    id: Annotated[str, Field(pattern=r"^[A-D]([1-9]|1[0-5])$")]
    land: Literal["none", "allies", "soviet"]
    coast: bool
    barred: bool
    xy: Xy
    prov: Prov


class Sea(Part):
    id: Text
    area: Text
    name: Text
    links: tuple[Text, ...]
    ice: bool
    xy: Xy
    prov: Prov


class Site(Part):
    id: Id
    ja: Text
    en: Text
    area: Text
    sea: Text
    island: bool
    colour: Colour
    field: Literal["none", "small", "large"]
    port: bool
    depot: bool
    vp: Annotated[int, whole(0, 4)]
    xy: Xy
    prov: Prov


class Entry(Part):
    japan: tuple[Text, ...]
    allies: tuple[Text, ...]
    prov: Prov


class NamedPlaces(Part):
    depot: Id
    anchorage: Id
    nome: Id
    paramushiro: Id
    dutch_harbor: Id
    petropavlovsk: Id
    before_anchorage: Text
    cook_inlet: Text
    kuriles: Text
    fleet_d: Text
    prov: Prov


class TwoSides(Part):
    japan: Small
    allies: Small


class Supply(Part):
    cap: TwoSides
    start: TwoSides
    prov: Prov


class Victory(Part):
    levels: Annotated[tuple[Modifier, ...], Field(min_length=4, max_length=4)]
    japan_wins: Annotated[tuple[Small, ...], Field(min_length=2, max_length=2)]
    prov: Prov


class Midway(Part):
    modifiers: Annotated[tuple[Modifier, ...], Field(min_length=6, max_length=6)]
    prov: Prov


Income = Annotated[tuple[Small, ...], Field(min_length=MAX_TURNS, max_length=MAX_TURNS)]


class Strategy(Part):
    by_die: Annotated[tuple[Annotated[int, whole(1, 4)], ...], Field(min_length=6, max_length=6)]
    income: Annotated[tuple[Income, ...], Field(min_length=4, max_length=4)]
    prov: Prov


class Strategies(Part):
    japan: Strategy
    allies: Strategy


class AirSeaColumn(Part):
    strength: Annotated[int, whole(1, MAX_STRENGTH)]
    sunk: Modifier
    damaged: Modifier


class Torpedo(Part):
    sunk: Modifier
    damaged: Modifier


class AirSea(Part):
    columns: tuple[AirSeaColumn, ...]
    torpedo: Torpedo
    prov: Prov


class BombardmentColumn(Part):
    power: Small
    hit: Annotated[int, whole(0, 6)]


class Bombardment(Part):
    columns: tuple[BombardmentColumn, ...]
    prov: Prov


Losses = tuple[Annotated[int, whole(0, MAX_STACK)], Annotated[int, whole(0, MAX_STACK)]]


class GroundColumn(Part):
    up_to: int | None
    results: Annotated[tuple[Losses, ...], Field(min_length=6, max_length=6)]


class Ground(Part):
    columns: Annotated[tuple[GroundColumn, ...], Field(min_length=1, max_length=GROUND_COLUMNS)]
    half_disrupted: bool
    prov: Prov


class Surface(Part):
    start_gap: Annotated[int, whole(0, 5)]
    prov: Prov


class Model(Part):
    id: Text
    ja: Text
    side: Side
    type: Literal["F", "T", "D", "B", "R", "TR"]
    strength: Small
    range: Annotated[int, whole(0, COLUMNS)]
    star: bool
    base: Literal["carrier", "small", "large", "water"]
    recon: Literal["none", "R", "P"]
    prov: Prov


class Unit(Part):
    id: Id
    enter: Annotated[int, whole(0, MAX_TURNS)]
    at: Text
    cond: Literal["truk", "yokosuka", "allied_d", "allied_special"] | None = None
    option: Text | None = None
    prov: Prov


class Ship(Unit):
    ja: Text
    en: Text
    side: Side
    nation: Text
    type: Literal[
        "CV", "CVL", "CVE", "BB", "CA", "CL", "DD", "AS", "AK", "SS", "midget", "PT"
    ]  # fmt: skip
    strength: Small
    defence: Annotated[int, whole(-2, 4)]
    aa: Small
    torpedo: bool
    lift: Annotated[int, whole(0, 1)]
    capacity: Small
    range: Small = 0
    s_class: bool = False


class GroundUnit(Unit):
    ja: Text
    en: Text
    side: Side
    arm: Literal[
        "infantry", "snlf", "construction", "aa", "fortress", "engineer", "mountain", "special"
    ]  # fmt: skip
    size: Literal["I", "II", "III", "X", "XX"]
    strength: Small
    aa: Annotated[int, whole(1, 2)]
    sub_lift: bool = False
    cannot_leave: Text | None = None


class AirUnit(Unit):
    model: Text
    only_base: Text | None = None


class SetUp(Part):
    found: tuple[Text, ...]
    what_if: dict[Literal["A", "B", "C", "D"], Text]
    prov: Prov


class Withdrawal(Part):
    turn: Turn
    when: Literal["end", "supply"]
    units: tuple[Id, ...]
    group: Literal["whole", "fleet_d", "transports", "destroyers", "flying_boats"]


class Return(Part):
    turn: Turn
    units: tuple[Id, ...]


class Exchange(Part):
    turn: Turn
    out: tuple[Id, ...]
    arrives: Id


class Replacement(Part):
    rule: Literal["floatplane", "next_turn", "flying_boat", "after_5", "after_2"]
    units: tuple[Id, ...]


class FreeParameter(Part):
    key: Text
    what: Text
    range: Annotated[tuple[Text, ...], Field(min_length=3, max_length=3)]


class File(Part):
    """A whole scenario file."""

    turns: Turns
    areas: tuple[Area, ...]
    seas: tuple[Sea, ...]
    land_links: tuple[tuple[Text, Text], ...]
    sites: tuple[Site, ...]
    entry: Entry
    named: NamedPlaces
    supply: Supply
    victory: Victory
    midway: Midway
    strategies: Strategies
    air_sea: AirSea
    bombardment: Bombardment
    ground: Ground
    surface: Surface
    models: tuple[Model, ...]
    ships: tuple[Ship, ...]
    ground_units: tuple[GroundUnit, ...]
    aircraft: tuple[AirUnit, ...]
    set_up: SetUp
    withdrawals: tuple[Withdrawal, ...]
    returns: tuple[Return, ...]
    special_group: tuple[Id, ...]
    exchanges: tuple[Exchange, ...]
    replacements: tuple[Replacement, ...]
    free_parameters: tuple[FreeParameter, ...]
