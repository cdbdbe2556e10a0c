"""JSON from outside: plain values, or one error in one line that names the place."""

from __future__ import annotations

import json
import math
import re
from itertools import accumulate
from pathlib import Path
from typing import Any, NoReturn

from glory_env.core.errors import shown

MAX_DEPTH = 50  # lists and objects inside each other
MAX_DIGITS = 100  # of a whole number: any seed, and each is a float as well
MAX_BYTES = 1 << 26  # of a file
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {**dict.fromkeys(b"[{", 1), **dict.fromkeys(b"]}", -1)}
_TEXTS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_LONG = re.compile(rb"[0-9]{%d}" % (MAX_DIGITS + 1))
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")


class JsonError(ValueError):
    """Bytes that are no JSON, or JSON that is more than plain values; the message is one line.

    got: what stands there instead, and where.
    """

    def __init__(self, got: str, place: str = "") -> None:
        super().__init__(f"{place}expected JSON, got {got}")
        self.got = got


def read(path: Path) -> Any:
    """The value in a JSON file; as `parse`, with the file in the error.

    OSError where the file cannot be read.
    """
    return _parsed(_content(path), f"{path}: ")


def read_lines(path: Path) -> list[Any]:
    """The values of a file of which each line is JSON; as `read`, with the line in the error."""
    lines = _content(path).splitlines()
    return [_parsed(raw, f"{path}: line {k}: ") for k, raw in enumerate(lines, 1)]


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise JsonError(f"more than {MAX_BYTES:,} bytes", f"{path}: ")
    return raw


def _parsed(raw: bytes, place: str) -> Any:
    try:
        return parse(raw)
    except JsonError as error:
        raise JsonError(error.got, place) from None


def parse(raw: bytes) -> Any:
    """The value of a JSON text in UTF-8: lists, objects without repeated keys, and plain values.

    Raises JsonError for all else, and for what Python's reader takes besides: NaN and infinite
    numbers, halves of surrogate pairs, more than MAX_DEPTH levels, whole numbers of more than
    MAX_DIGITS.
    """
    if _is_deep(raw):  # before a parser that calls itself for every level
        raise JsonError(f"more than {MAX_DEPTH} levels")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        where = _place(before + raw[error.start :].decode(errors="replace"), len(before))
        raise JsonError(f"the byte {raw[error.start]:#04x} (not UTF-8, {where})") from None
    try:
        value = (_CAREFUL if _LONG.search(raw) else _DECODER).decode(text)
    except json.JSONDecodeError as error:
        rest = text[error.pos : error.pos + 200].rstrip()
        got = f"{shown(rest) if rest else 'nothing more'} ({error.msg}, {_place(text, error.pos)})"
        raise JsonError(got) from None
    if _HALF_PAIR.search(raw):
        _check_pairs(value)
    return value


def _is_deep(raw: bytes) -> bool:
    """Whether more than MAX_DEPTH brackets are open at once; those in texts do not count."""
    brackets = raw.translate(None, _NOT_BRACKETS)
    if len(brackets) <= MAX_DEPTH or _depth(brackets) <= MAX_DEPTH:
        return False
    return _depth(_TEXTS.sub(b"", raw).translate(None, _NOT_BRACKETS)) > MAX_DEPTH


def _depth(brackets: bytes) -> int:
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0)


def _place(text: str, at: int) -> str:
    """Line and column, counted from 1; no line where there is only one."""
    line, last = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at)
    place = f"column {at - last}"
    return f"line {line}, {place}" if "\n" in text.rstrip() else place


def _check_pairs(value: Any) -> None:
    """JsonError for half of a surrogate pair: no file, page or terminal could write that text."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise JsonError(f"{half!r} (half of a surrogate pair)") from None


# --- what the standard library's reader leaves open --------------------------------------------
def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; the reader would take the last value of a key that stands twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise JsonError(f"key {shown(name)} twice in one object")
            seen.add(name)
    return value


def _constant(name: str) -> NoReturn:
    raise JsonError(f"{name}, which is no number in JSON")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise JsonError(f"{shown(text)}, which is too large a number")
    return value


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise JsonError(f"a whole number of {len(text)} digits")
    return int(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
_CAREFUL = json.JSONDecoder(  # a call for each whole number
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_whole
)
