"""The form of the lines of a game record, for each game of the family (docs/record.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from glory_env.core.trace import TRACE_DICE
from glory_env.game.definition import GameDefinition
from glory_env.game.play import GamePlay
from glory_env.games import GAMES, by_definition, game
from glory_env.record.lines import FORMATS, Line, is_choice

FACES = 6
# The key by which a kind of line is known; others are choices.
MARKS = {"format": "header", "digest": "footer", "state": "state"}
_Wrong = tuple[str, str, Any] | None  # field, expected, got


class Kind(NamedTuple):
    """What a value has to be: its name in messages, and the test."""

    words: str
    test: Callable[[Any], bool]


def one_of(names: Iterable[str]) -> Kind:
    names = tuple(names)
    return Kind("one of " + ", ".join(names), lambda v: isinstance(v, str) and v in names)


def is_number(value: Any) -> bool:
    return type(value) is int


WHOLE = Kind("a whole number from 0", lambda v: is_number(v) and v >= 0)
NUMBER = Kind("a whole number", is_number)
TEXT = Kind("a text", lambda v: isinstance(v, str))
ANY = Kind("a value", lambda v: True)
SWITCH = Kind("true or false", lambda v: isinstance(v, bool))
OBJECT = Kind("an object", lambda v: isinstance(v, dict))
LIST = Kind("a list", lambda v: isinstance(v, list))


@dataclass(frozen=True)
class Form:
    """The lines of one game's records.

    lines: kind -> key -> `Kind` or keys of an object; "?" marks keys that may be absent. options:
    format -> names. highest: (decision, purpose of a roll) -> the highest face of its dice.
    """

    game_class: type[GamePlay]
    lines: dict[str, dict[str, Any]]
    options: Callable[[int], list[str]]
    highest: Callable[[str, str], int]


def lines_of(
    definition: GameDefinition, footer: Mapping[str, Any], header: Mapping[str, Any]
) -> dict[str, Any]:
    """The forms that the records of every game share; footer, header: more keys of these."""
    actors = (*definition.seats, "system")
    return {
        "header": {
            "format": WHOLE,
            **header,
            "package": TEXT,
            "scenario": TEXT,
            "scenario_id": TEXT,
            "options": OBJECT,
            "auto_forced": SWITCH,
            "states": SWITCH,
            "seed": WHOLE,
            "agents": dict.fromkeys(definition.seats, TEXT),
        },
        "choice": {
            "turn": WHOLE,
            "phase": one_of(definition.phases),
            "actor": one_of(actors),
            "decision": TEXT,
            "choice": Kind("an object or null", lambda v: v is None or isinstance(v, dict)),
            "actions": Kind(
                "a list of action numbers",
                lambda v: isinstance(v, list) and all(map(is_number, v)),
            ),
            "dice": LIST,
            "events": LIST,
            "forced?": Kind("true or nothing", lambda v: v is True),
        },
        "dice": {"purpose": one_of(definition.purposes), "faces": LIST},
        "footer": {**footer, "turn": WHOLE, "decisions": WHOLE, "digest": TEXT},
    }


def game_of(header: Line) -> str:
    """The game of a record by its header, as its environment is called; Glory's do not name it."""
    name = header.get("game", game().environment)
    return name if isinstance(name, str) else ""


def form_of(header: Line) -> Form:
    """The form of a record by its header; Glory's where the game is none there is."""
    form: Form = (by_definition(game_of(header)) or game()).record_form()
    return form


def check_line(line: Line, form: Form) -> tuple[str, _Wrong]:
    """The kind of a line, and what is wrong with it."""
    kind = next((kind for key, kind in MARKS.items() if key in line), "choice")
    if kind == "header" and by_definition(game_of(line)) is None:
        names = [game(name).environment for name in GAMES]
        return kind, ("game", one_of(names).words, line["game"])
    if kind not in form.lines:
        return kind, (kind, "no such line", None)
    wrong = _check_format(line) if kind == "header" else None
    wrong = wrong or _check(line, form.lines[kind], "") or _check_more(kind, line, form)
    return kind, wrong


def _check(value: Any, form: Any, field: str) -> _Wrong:
    """The first difference between a value and its form."""
    if isinstance(form, Kind):
        return None if form.test(value) else (field, form.words, value)
    if not isinstance(value, dict):
        return field, "an object", value
    dot = field + "." if field else ""
    for key, inner in form.items():
        name = key.rstrip("?")
        if name in value:
            wrong = _check(value[name], inner, dot + name)
            if wrong:
                return wrong
        elif key == name:
            return dot + name, "a value", None
    for key in value:
        if key not in form and key + "?" not in form:
            return dot + key, "no such key", value[key]
    return None


def _check_format(line: Line) -> _Wrong:
    """A record of another format is refused by its number, whatever else it holds."""
    if is_number(line["format"]) and line["format"] in FORMATS:
        return None
    words = WHOLE.words
    if WHOLE.test(line["format"]):
        words = f"{' or '.join(map(str, FORMATS))}, which this version reads"
    return "format", words, line["format"]


def _check_more(kind: str, line: Line, form: Form) -> _Wrong:
    """What spans several keys.

    A header has the options of its format, a choice belongs to a service, dice have sensible faces.
    """
    if kind == "header":
        options = dict.fromkeys(form.options(line["format"]), ANY)
        return _check(line["options"], options, "options")
    if kind != "choice":
        return None
    if is_choice(line) != isinstance(line["choice"], dict) and line["decision"] != "tonnage":
        return "choice", "an object for a service's line, null for the system's", line["choice"]
    count = 0
    for k, roll in enumerate(line["dice"]):
        wrong = _check(roll, form.lines["dice"], f"dice[{k}]")
        if wrong:
            return wrong
        highest = form.highest(line["decision"], roll["purpose"])
        for i, face in enumerate(roll["faces"]):
            if not is_number(face) or not 1 <= face <= highest:
                return f"dice[{k}].faces[{i}]", f"a face from 1 to {highest}", face
        count += len(roll["faces"])
    return ("dice", f"at most {TRACE_DICE} faces", count) if count > TRACE_DICE else None
