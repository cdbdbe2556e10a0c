"""The shape of `tables.yaml` and `victory.yaml`."""

from __future__ import annotations

from typing import Annotated, Any

from glory_env.games.empire import state as st
from glory_env.games.empire import victories
from glory_env.games.empire.scenario.values import HexNumbers, Signed, Small, one_word
from glory_env.scenario.read import Part
from glory_env.scenario.values import Value, is_whole, whole, whole_list

Half = Annotated[int, whole(0, 60)]


def _half(value: Any) -> int | None:
    """0 means never."""
    return 0 if value is None else value if is_whole(value) and 0 < value <= 60 else None


HalfOrNever = Annotated[int, Value(_half, "half points from 1 to 60, or null")]
ByTurn = Annotated[tuple[int, ...], whole_list(st.MAX_TURNS, 0, 20)]


def _rows(value: Any) -> tuple[tuple[int | None, int], ...] | None:
    dice = [die for die, _ in value]
    good = isinstance(value, list) and dice[-1] is None and all(map(is_whole, dice[:-1]))
    good = good and dice[:-1] == sorted(set(dice[:-1])) and all(0 < x <= 8 for _, x in value)
    return tuple((die, x) for die, x in value) if good else None


def _some_null(count: int, high: int) -> Value:
    def check(value: Any) -> tuple[int | None, ...] | None:
        good = isinstance(value, list) and len(value) == count
        good = good and all(v is None or (is_whole(v) and 0 <= v <= high) for v in value)
        return tuple(value) if good else None

    return Value(check, f"a list of {count} whole numbers from 0 to {high}, or null")


FactorRows = Annotated[
    tuple[tuple[int | None, int], ...],
    Value(_rows, "rows [highest die, factor] that rise, null as the last die"),
]


class Ground(Part):
    mp: HalfOrNever
    drm: Signed


class Terrains(Part):
    ocean: Ground
    atoll: Ground
    open: Ground
    jungle: Ground
    mixed: Ground
    mountain: Ground


class Movement(Part):
    ground: Small
    naval: Small
    emergency: Small
    supply_leg: Half
    zone: Annotated[int, whole(2, 2)]


class Stacking(Part):
    naval: Small
    others: Small


class Modifiers(Part):
    ambush: Signed
    surprise: Signed
    us_air: ByTurn
    naval_support: Signed
    air_support: Signed
    landing: Signed
    armour: Signed


class Replacements(Part):
    al_ground: ByTurn
    al_air: ByTurn
    us_naval: ByTurn
    oahu: ByTurn
    commonwealth_naval: ByTurn
    chinese: ByTurn
    jp_ground: ByTurn
    jp_naval: ByTurn


class Charts(Part):
    terrain: Terrains
    movement: Movement
    stacking: Stacking
    air_naval: FactorRows
    ground: FactorRows
    modifiers: Modifiers
    wie_levels: Annotated[tuple[int, ...], whole_list(11, 0, 4)]
    draft: Annotated[tuple[int | None, ...], _some_null(5, 9)]
    replacements: Replacements
    allied_draw: ByTurn
    japanese_passes: Annotated[tuple[int, ...], whole_list(8, 0, 4)]
    progress: Annotated[
        tuple[int, ...],
        Value(
            lambda v: tuple(v) if all(is_whole(t) and 1 <= t <= st.MAX_TURNS for t in v) else None,
            "a list of turns",
        ),
    ]


class Item(Part):
    when: Annotated[str, one_word(victories.ITEM_TESTS)]
    points: Signed


class Victories(Part):
    """Items of Japan's victory points by list and letter, and the hexes some of them name."""

    items: dict[Annotated[str, one_word(victories.VICTORIES[1:])], dict[str, Item]]
    philippine_ports: HexNumbers
    fewest_resources: Small
