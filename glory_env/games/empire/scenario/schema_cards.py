"""The shape of `cards.yaml`: the numbers of the cards and what their events do."""

from __future__ import annotations

from typing import Annotated, Any

from glory_env.games.empire import events
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario.values import (
    CardId,
    HexNumber,
    SideName,
    Small,
    one_word,
    some_of,
)
from glory_env.scenario.read import Part
from glory_env.scenario.values import Flag, Id, Name, Value, is_whole, whole

Rating = Annotated[int, whole(0, 30)]


def _intelligence(value: Any) -> tuple[int | None, ...] | None:
    good = isinstance(value, list) and len(value) == 2
    good = good and all(v is None or (is_whole(v) and 0 <= v <= 9) for v in value)
    return tuple(value) if good else None


class CardEffect(Part):
    """What an event does: a word of `events.py` with its time and arguments."""

    do: Annotated[str, one_word(events.CARD_EFFECTS[1:])]
    at: Annotated[str, one_word(events.TIMES)] = events.TIMES[0]
    side: SideName | None = None
    of: Annotated[str, one_word(events.SUBJECTS[1:])] | None = None
    where: Annotated[str, one_word(events.WHERE[1:])] | None = None
    kinds: Annotated[tuple[str, ...], some_of(st.UNIT_KINDS[1:])] = ()
    unit: Id | None = None
    other: Id | None = None
    hex: HexNumber | None = None
    n: Annotated[int, whole(-12, 30)] = 0
    m: Small = 0


class Card(Part):
    """iv: intelligence value as OC and as EC, null = none printed."""

    en: Name
    kind: Annotated[str, one_word(st.CARD_KINDS[1:])]
    sub: Annotated[str, one_word(st.CARD_SUBS[1:])] | None = None
    ov: Annotated[int, whole(1, 3)]
    iv: Annotated[tuple[int | None, ...], Value(_intelligence, "two values from 0 to 9, or null")]
    lv: Rating | None = None
    lv_alt: Rating | None = None
    alt_hq: tuple[Id, ...] = ()
    hq: tuple[Id, ...] = ()
    intel: Annotated[str, one_word(st.CONDITIONS)] | None = None
    removed: Flag = False
    draw: Rating = 0
    year_event: Flag = True
    future: Flag = True
    need: Annotated[str, one_word(events.NEEDS[1:])] | None = None
    effects: tuple[CardEffect, ...] = ()


class Cards(Part):
    cards: dict[CardId, Card]
