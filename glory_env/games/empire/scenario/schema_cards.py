"""The shape of `cards.yaml`: the numbers of the cards; what their events do is not here."""

from __future__ import annotations

from typing import Annotated, Any

from glory_env.games.empire import state as st
from glory_env.games.empire.scenario.values import CardId, one_word
from glory_env.scenario.read import Part
from glory_env.scenario.values import Flag, Id, Name, Value, is_whole, whole

Rating = Annotated[int, whole(0, 30)]


def _intelligence(value: Any) -> tuple[int | None, ...] | None:
    good = isinstance(value, list) and len(value) == 2
    good = good and all(v is None or (is_whole(v) and 0 <= v <= 9) for v in value)
    return tuple(value) if good else None


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


class Cards(Part):
    cards: dict[CardId, Card]
