"""The numbers of broken invariants, and their words."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from typing import Protocol, cast

_MESSAGES = {
    "place": "a counter is where its kind cannot be",
    "space": "a counter has a space of the track and is not on it, or the other way round",
    "damage": "damage is not 0 or 1 on the map, or not 0 off it",
    "active": "an always-active unit is not Active, or what cannot be Active is",
    "convoy_box": "too many ships or aircraft in the convoy box",
    "hybrid": "not exactly one of the hybrid's two counters is aside",
    "shares": "the shares do not add up, are negative or are no multiples of 5",
    "left": "more is left of a share than was allotted, or an unspent share has not lapsed",
    "total": "the total is above the cap or no multiple of 5",
    "floor": "the total is below the floor and the game goes on, or the reverse",
    "marker": "an Allied marker is off its route, in Home or in the convoy box",
    "mask": "the mask is empty at a decision, or not empty without one, or holds not only 0 and 1",
    "decision": "a decision does not belong to the phase, or nobody is asked it",
    "over": "phase and outcome do not agree on whether the game is over",
    "choice": "a partial choice stands where none is being made",
    "battle": "a combat stands where none is being fought",
    "marks": "marks of a phase stand outside it",
    "turn": "the turn is not the same or the next, or past the last",
    "gp": "glory points have fallen",
    "method": "the convoy method or the conversion was taken back",
    "removed": "a counter out of the game has come back",
    "china": "a marker of China has advanced",
    "repaired": "damage has gone while the counter stayed on the map",
    "support": "what supports the army is no navy unit",
    "moved": "a counter moved twice in a movement phase, or in another phase",
    "phase_length": "more decisions in a phase than limits.MAX_PER_PHASE",
    "game_length": "more decisions in a game than limits.MAX_DECISIONS",
    "trace": "the trace does not report what has changed",
    "trace_full": "the trace is full",
}
INVARIANTS = tuple(_MESSAGES)


class _Codes(Protocol):
    """A number for each invariant."""

    def __getattr__(self, name: str) -> int: ...


DETAIL = 256  # a code is the number of the invariant times this, plus what it is about


def numbered(messages: Mapping[str, str]) -> _Codes:
    """The number of each invariant of a game, counted from 1; compiled code can read them."""
    return cast(_Codes, namedtuple("BAD", messages)(*range(1, 1 + len(messages))))


def put_into_words(messages: Mapping[str, str], code: int) -> str:
    """A broken invariant of a game in words."""
    name = list(messages)[code // DETAIL - 1]
    return f"{name}: {messages[name]} ({code % DETAIL})"


BAD = numbered(_MESSAGES)


def message(code: int) -> str:
    """A broken invariant of Glory in words; at its end the counter, marker or phase."""
    return put_into_words(_MESSAGES, code)
