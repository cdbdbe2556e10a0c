"""The form of the lines of a game record, for each game of the family (docs/record.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple

from glory_env.core.trace import TRACE_DICE
from glory_env.game.definition import GameDefinition
from glory_env.game.play import GamePlay
from glory_env.games.glory import state as st
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.game import Game
from glory_env.games.glory.trace import OUTCOMES
from glory_env.record.lines import FORMATS, Line, is_choice, options_of

WINNERS = (*st.SERVICES, "draw", "none")
PERCENT, FACES = 100, 6
# The key by which a kind of line is known; others are choices.
MARKS = {"format": "header", "digest": "footer", "state": "state"}
BREAK_OFF = "offer", "break_off"  # decision and purpose
_Wrong = tuple[str, str, Any] | None  # field, expected, got


class Kind(NamedTuple):
    """What a value has to be: its name in messages, and the test."""

    words: str
    test: Callable[[Any], bool]


def _one_of(names: Iterable[str]) -> Kind:
    names = tuple(names)
    return Kind("one of " + ", ".join(names), lambda v: isinstance(v, str) and v in names)


def _is_number(value: Any) -> bool:
    return type(value) is int


_WHOLE = Kind("a whole number from 0", lambda v: _is_number(v) and v >= 0)
_NUMBER = Kind("a whole number", _is_number)
_TEXT = Kind("a text", lambda v: isinstance(v, str))
_ANY = Kind("a value", lambda v: True)
_SWITCH = Kind("true or false", lambda v: isinstance(v, bool))
_OBJECT = Kind("an object", lambda v: isinstance(v, dict))
_LIST = Kind("a list", lambda v: isinstance(v, list))
_TONNAGE = {"army": _NUMBER, "navy": _NUMBER, "civil": _NUMBER}


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
    game: GameDefinition, footer: Mapping[str, Any], header: Mapping[str, Any]
) -> dict[str, Any]:
    """The forms that the records of every game share; footer, header: more keys of these."""
    actors = (*game.seats, "system")
    return {
        "header": {
            "format": _WHOLE,
            **header,
            "package": _TEXT,
            "scenario": _TEXT,
            "scenario_id": _TEXT,
            "options": _OBJECT,
            "auto_forced": _SWITCH,
            "states": _SWITCH,
            "seed": _WHOLE,
            "agents": dict.fromkeys(game.seats, _TEXT),
        },
        "choice": {
            "turn": _WHOLE,
            "phase": _one_of(game.phases),
            "actor": _one_of(actors),
            "decision": _TEXT,
            "choice": Kind("an object or null", lambda v: v is None or isinstance(v, dict)),
            "actions": Kind(
                "a list of action numbers",
                lambda v: isinstance(v, list) and all(map(_is_number, v)),
            ),
            "dice": _LIST,
            "events": _LIST,
            "forced?": Kind("true or nothing", lambda v: v is True),
        },
        "dice": {"purpose": _one_of(game.purposes), "faces": _LIST},
        "footer": {**footer, "turn": _WHOLE, "decisions": _WHOLE, "digest": _TEXT},
    }


@cache
def glory_form() -> Form:
    """Glory's; nothing but an offer is followed by a die of a hundred faces."""
    both = {"army": _WHOLE, "navy": _WHOLE}
    footer = {
        "gp": both,
        "completed": _SWITCH,
        "outcome": _one_of(OUTCOMES[1:]),
        "cause": _one_of(st.CAUSES),
        "winner": _one_of(WINNERS),
        "solo_victory?": _SWITCH,
    }
    state = {
        "turn": _WHOLE,
        "phase": _one_of(st.PHASES),
        "state": {
            "total": _NUMBER,
            "allotment": _TONNAGE,
            "left": _TONNAGE,
            "gp": both,
            "method": _one_of(st.METHODS),
            "markers": _OBJECT,
            "counters": _OBJECT,
        },
    }
    return Form(
        Game,
        {**lines_of(Game.definition, footer, {}), "state": state},
        options_of,
        lambda decision, purpose: PERCENT if (decision, purpose) == BREAK_OFF else FACES,
    )


@cache
def aleutians_form() -> Form:
    """That of the Aleutians Campaign; an event is drawn from a cup of any number of chits."""
    from glory_env.aleutians_v0 import Game as Aleutians
    from glory_env.games.aleutians.options import Options

    game = Aleutians.definition
    numbers = ("outcome", "cause", "points", "level")
    lines = lines_of(game, dict.fromkeys(numbers, _NUMBER), {"game": _one_of([game.name])})
    lines["header"]["states"] = Kind("false", lambda v: v is False)
    names = [one.name for one in fields(Options)]
    return Form(
        Aleutians,
        lines,
        lambda _: names,
        lambda _, purpose: PERCENT if purpose == "event" else FACES,
    )


FORMS = {GLORY.name: glory_form, "aleutians_v0": aleutians_form}


def game_of(header: Line) -> str:
    """The game of a record by its header; Glory's headers do not name it."""
    name = header.get("game", GLORY.name)
    return name if isinstance(name, str) else ""


def form_of(header: Line) -> Form:
    """The form of a record by its header; Glory's where the game is none there is."""
    return FORMS.get(game_of(header), glory_form)()


def check_line(line: Line, form: Form) -> tuple[str, _Wrong]:
    """The kind of a line, and what is wrong with it."""
    kind = next((kind for key, kind in MARKS.items() if key in line), "choice")
    if kind == "header" and game_of(line) not in FORMS:
        return kind, ("game", _one_of(FORMS).words, line["game"])
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
    if _is_number(line["format"]) and line["format"] in FORMATS:
        return None
    words = _WHOLE.words
    if _WHOLE.test(line["format"]):
        words = f"{' or '.join(map(str, FORMATS))}, which this version reads"
    return "format", words, line["format"]


def _check_more(kind: str, line: Line, game: Form) -> _Wrong:
    """What spans several keys.

    A header has the options of its format, a choice belongs to a service, dice have sensible faces.
    """
    if kind == "header":
        form = dict.fromkeys(game.options(line["format"]), _ANY)
        return _check(line["options"], form, "options")
    if kind != "choice":
        return None
    if is_choice(line) != isinstance(line["choice"], dict) and line["decision"] != "tonnage":
        return "choice", "an object for a service's line, null for the system's", line["choice"]
    count = 0
    for k, roll in enumerate(line["dice"]):
        wrong = _check(roll, game.lines["dice"], f"dice[{k}]")
        if wrong:
            return wrong
        highest = game.highest(line["decision"], roll["purpose"])
        for i, face in enumerate(roll["faces"]):
            if not _is_number(face) or not 1 <= face <= highest:
                return f"dice[{k}].faces[{i}]", f"a face from 1 to {highest}", face
        count += len(roll["faces"])
    return ("dice", f"at most {TRACE_DICE} faces", count) if count > TRACE_DICE else None
