"""What each single value of the data files may be."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario.geometry import in_frame, rows_of
from glory_env.scenario.values import Value, is_whole, whole, whole_list, word


def _hex(value: Any) -> int | None:
    return value if is_whole(value) and in_frame(value) else None


def a_spot(value: Any) -> int | str | None:
    """A hex, or the China box."""
    return "china_box" if value == "china_box" else _hex(value)


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


def some_of(names: tuple[str, ...]) -> Value:
    """A list of some of these words, each once; kept as a tuple."""

    def check(value: Any) -> tuple[str, ...] | None:
        good = isinstance(value, list) and len(set(value)) == len(value)
        return tuple(value) if good and all(v in names for v in value) else None

    return Value(check, f"a list of some of {', '.join(names)}")


def one_word(names: tuple[str, ...]) -> Value:
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
Sides = Annotated[str, word(f"[{geo.HEXSIDES}]{{6}}", f"six letters of {geo.HEXSIDES}, from N")]
Sectors = Annotated[str, word("[0-3]{6}", "six digits from 0 to 3 in quotes, from N")]
Terrain = Annotated[str, one_word(geo.TERRAINS)]
Region = Annotated[str, one_word(geo.REGIONS)]
Regions = Annotated[tuple[str, ...], some_of(geo.REGIONS)]
Features = Annotated[tuple[str, ...], some_of(("port", "airfield", "city", "resource"))]
Garrison = Annotated[str, one_word(geo.GARRISONS[1:])]
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
CardNumbers = Annotated[
    tuple[int, ...],
    Value(
        lambda v: tuple(v) if all(is_whole(n) and 0 < n <= st.MAX_CARDS for n in v) else None,
        f"a list of numbers of cards from 1 to {st.MAX_CARDS}",
    ),
]
