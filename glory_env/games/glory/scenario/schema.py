"""The shape of a scenario file: its sections and their keys.

What the values mean to each other is looked at in `check_map`, `check_charts` and `check_units`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from glory_env.games.glory.scenario.cells import (
    Band,
    ConvoyCell,
    CrtCell,
    InvasionCell,
    MarkerId,
    Tons,
    tons,
)
from glory_env.games.glory.state import MAX_ESCORTS, MAX_TONNAGE, MAX_TURNS, STEP
from glory_env.scenario.read import Part
from glory_env.scenario.values import (
    Face,
    Flag,
    Id,
    Name,
    Pair,
    Point,
    Points,
    Reference,
    Source,
    whole,
)

HOME = "homeland"  # the id of the home islands' box
MAX_TRACK = 20
MAX_UNIT_DICE = 12

Period = Annotated[int, whole(1, MAX_TRACK)]
CrtBands = dict[Band, tuple[CrtCell, ...]]
Nation = Literal["us", "uk", "cn"]


class Tonnage(Part):
    start: Tons
    cap: Tons
    step: Annotated[int, whole(STEP, STEP)]
    defeat_below: Tons
    defeat_below_solo: Tons


class Turns(Part):
    last: Annotated[int, whole(1, MAX_TURNS)]
    home_loss_until: Annotated[int, whole(0, MAX_TURNS)]


class Hits(Part):
    faces: tuple[Face, ...]
    late_faces: tuple[Face, ...]
    late_from: Annotated[int, whole(1, MAX_TURNS + 1)]


class Victory(Part):
    margin: Points
    solo_gp: Points
    turn_13_gap: Points
    turn_13_dice: Annotated[int, whole(0, 6)]
    turn_13_gp_per_hit: Points


class ConvoyBox(Part):
    ships: Annotated[int, whole(0, MAX_ESCORTS)]
    aircraft: Annotated[int, whole(0, MAX_ESCORTS)]


class Gp(Part):
    army: Points = 0
    navy: Points = 0


class Named(Part):
    """An entry of a list that has an id and is drawn with a name."""

    id: str
    ja: Name | None = None
    en: Name | None = None


class BoxEntry(Named):
    id: Id
    kind: Literal["sea", "land", "convoy"]
    home_islands: Flag = False
    gp: Gp = Gp()
    tonnage_if_allied: Annotated[int, tons(-MAX_TONNAGE, 0)] = 0


class Lines(Part):
    sea: tuple[Pair, ...]
    land: tuple[Pair, ...]


class MarkerEntry(Named):
    id: MarkerId
    nation: Nation
    route: tuple[Reference, ...]
    start: Reference


class BaseBonus(Part):
    base: MarkerId
    tonnage: Tons
    army_gp: Points


class EvaluationGp(Part):
    E: Points
    D: Points
    C: Points
    B: Points
    A: Points
    S: Points
    SS: Points


class Crt(Part):
    us: CrtBands = Field(default_factory=dict)
    uk: CrtBands = Field(default_factory=dict)
    cn: CrtBands = Field(default_factory=dict)


class SeaLoss(Part):
    unescorted: tuple[Face, ...]
    escorted: tuple[Face, ...]


class ConvoyCrt(Part):
    small_convoys: tuple[tuple[ConvoyCell, ...], ...]
    large_convoys: tuple[tuple[ConvoyCell, ...], ...]


class Periods(Part):
    A: Period
    B: Period


class Product(Part):
    cost: Tons
    period: Periods


class TransportProduct(Product):
    yields_tonnage: Tons


class Production(Part):
    DD: Product
    DE: Product
    CV: Product
    aircraft: Product
    ground: Product
    transport: TransportProduct
    fort: Product
    BCV: Product


class UnitEntry(Named):
    id: Id
    service: Literal["army", "navy"]
    kind: Literal["BB", "BCV", "CV", "CVL", "CA", "CL", "DD", "DE", "air", "ground"]
    dice: Annotated[int, whole(0, MAX_UNIT_DICE)]
    modifier: Annotated[int, whole(0, 1)] = 0
    tonnage: Tons
    start: Reference
    space: Annotated[int, whole(1, MAX_TRACK)] | None = None


class Hybrid(Part):
    source: Id = Field(alias="from")
    target: Id = Field(alias="to")


class Forts(Part):
    counters: Points
    strength: Tons


class Transports(Part):
    counters: Points


class Initial(Part):
    units_active: Flag
    convoy_method: Literal["A", "B"]


class File(Part):
    """A whole scenario file; docs/scenario_format.md explains every section."""

    tonnage: Tonnage
    turns: Turns
    hits: Hits
    victory: Victory
    convoy_box: ConvoyBox
    track_spaces: Period
    boxes: tuple[BoxEntry, ...]
    lines: Lines
    markers: tuple[MarkerEntry, ...]
    ahead: dict[str, tuple[Reference, ...]]
    base_bonus: BaseBonus | None = None
    evaluation_gp: EvaluationGp
    crt: Crt
    sea_transport_loss: SeaLoss
    convoy_crt: ConvoyCrt
    invasion_table: dict[Annotated[int, whole(1, MAX_TURNS)], tuple[InvasionCell, ...]]
    production: Production
    units: tuple[UnitEntry, ...]
    bcv: Hybrid
    forts: Forts
    transports: Transports
    initial: Initial
    coordinates: dict[str, Point] = Field(default_factory=dict)
    provenance: dict[str, Source] = Field(default_factory=dict)
