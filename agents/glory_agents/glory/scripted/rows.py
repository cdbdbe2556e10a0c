"""A script as a row of parameters: which parts it is made of, and its temperament.

SCRIPT is the record the compiled parts read (`p.claim`, `p.retreat_turn`). The sliders of a
temperament run from 0 to 1.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from glory_env.core.errors import shown, unknown
from glory_env.envs.agent import AgentError
from glory_env.games.glory.state import MAX_BOXES, MAX_COUNTERS, MAX_TURNS

NEGOTIATORS = ("random", "timed", "splitter", "stonewaller", "grim", "deceiver", "grab")
RANDOM_TALK, TIMED, SPLITTER, STONEWALLER, GRIM, DECEIVER, GRAB = range(len(NEGOTIATORS))

COMMANDERS = ("random", "passive", "none", "greedy", "hold", "withdraw", "civil", "china")
RANDOM_MOVES, PASSIVE, NO_MOVES, GREEDY, HOLD, WITHDRAW, CIVIL_FIRST, CHINA = range(len(COMMANDERS))

PRODUCERS = ("random", "none", "shipping", "transports")
RANDOM_WORKS, NO_WORKS, SHIPPING, TRANSPORTS = range(len(PRODUCERS))

VOICES = ("silent", "honest", "deceiving", "threatening", "forgiving")
SILENT, HONEST, DECEIVING, THREATENING, FORGIVING = range(len(VOICES))

SLIDERS = (
    "claim", "concession", "honesty", "escort", "burn", "withdrawal", "taste", "retaliation",
)  # fmt: skip
TURNS = 11  # a withdrawal slider of 1 means that many turns after the first


class Parameter(NamedTuple):
    """One parameter of a script."""

    name: str
    type: str  # of the record's field
    low: float
    high: float
    meaning: str
    words: tuple[str, ...] = ()  # valid names, for a part


PARAMETERS = (
    Parameter("negotiator", "i8", 0, 0, "how it bargains", NEGOTIATORS),
    Parameter("commander", "i8", 0, 0, "how it activates, moves and fights", COMMANDERS),
    Parameter("producer", "i8", 0, 0, "what it builds", PRODUCERS),
    Parameter("claim", "f8", 0, 1, "first claim: 0 what it names as need, 1 all but the civil"),
    Parameter("concession", "f8", 0, 1, "0 yields at the last offer, 1 at once"),
    Parameter("honesty", "f8", 0, 1, "0 names twice its need, 1 its need"),
    Parameter("escort", "f8", 0, 1, "share of the escorts asked for that it grants"),
    Parameter("burn", "f8", 0, 1, "share of a loss it pays from the total"),
    Parameter("retreat_turn", "i8", 1, MAX_TURNS + 1, "from then on it leaves the front at sea"),
    Parameter("taste", "f8", 0, 1, "production: 0 shipping for both, 1 arms of its own"),
    Parameter("retaliation", "f8", 0, 1, "share of the wrongs it answers"),
    Parameter("civil", "f8", 0, 1, "share of the total it wants civil at least"),
    Parameter("care", "f8", 0, 10, "GP that a loss of 10 units of tonnage weighs"),
    Parameter("thrift", "f8", 0, 10, "GP that 10 units of activation tonnage must bring"),
    Parameter("voice", "i8", 0, 0, "what it says beside its offers, with talk", VOICES),
)
_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}

MAX_CLASSES = 16
MEMO = 5  # a turn, and what each service needs in it as each seat computes it

# Scratch of one plan: a record, since compiled calls pass it without counting references.
PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("contested", "i8"),  # boxes with a marker, as bits
                ("danger", "f8", (MAX_BOXES,)),  # chance that a marker enters next turn
                ("hold", "f8", (MAX_BOXES,)),  # GP that holding a marker here is worth
                ("promised", "i8"),  # boxes the seat's word sends a unit to, as bits ...
                ("lending", "i8"),  # ... or two ships ...
                ("avoided", "i8"),  # ... or keeps its units out of
                ("ships", "i8", (MAX_BOXES,)),  # Active units in the box, placed so far ...
                ("grounds", "i8", (MAX_BOXES,)),
                ("planes", "i8", (MAX_BOXES,)),
                ("dice", "i8", (MAX_BOXES, 2)),  # ... their strength, army and navy
                ("units", "i8", (MAX_BOXES,)),  # all units, idle ones too
                ("classes", "i8"),  # of units that are worth the same wherever they are
                ("first", "i8", (MAX_CLASSES,)),  # a unit of the class
                ("known", "i1", (MAX_CLASSES, MAX_BOXES)),  # whether the next is up to date
                ("worth", "f8", (MAX_CLASSES, MAX_BOXES)),  # of a unit of the class in a box
                ("like", "i8", (MAX_COUNTERS,)),  # class of the unit; MAX_CLASSES = one too many
                ("part", "i8", (MAX_COUNTERS,)),  # OUT, FREE or IDLE
                ("reach", "i8", (MAX_COUNTERS,)),  # boxes it may come to, as bits
                ("dry", "i8", (MAX_COUNTERS,)),  # of them those without a sea check
                ("gain", "f8", (MAX_COUNTERS,)),  # in its best box
                ("target", "i8", (MAX_COUNTERS,)),  # that box, or NONE
                ("order", "i8", (MAX_COUNTERS,)),  # to be activated, greatest first; 0 = not
                ("spent", "i8"),  # tonnage of the orders
            ],
            align=True,
        ),
    )
)

SCRIPT = np.dtype((np.record, np.dtype([(q.name, q.type) for q in PARAMETERS], align=True)))


def both(rows: np.ndarray) -> np.ndarray:
    """SCRIPT (R,) as SCRIPT (R, 2): the same for army and navy."""
    return np.repeat(rows[:, None], 2, axis=1)


def script_row(values: dict[str, Any]) -> np.ndarray:
    """SCRIPT (1,) of all parameters, text or numbers; AgentError for one that is not valid.

    `withdrawal` may replace retreat_turn: the slider 0..1 means turns 1 to 12.
    """
    row = np.zeros(1, SCRIPT)
    for name, value in values.items():
        if name == "withdrawal":
            slider = _number(Parameter(name, "f8", 0, 1, ""), value)
            row["retreat_turn"] = 1 + round(TURNS * slider)
        elif name not in _BY_NAME:
            raise AgentError(unknown("parameter", name, (*_BY_NAME, "withdrawal")))
        else:
            row[name] = _number(_BY_NAME[name], value)
    return row


def _number(parameter: Parameter, value: Any) -> float:
    name, words = parameter.name, parameter.words
    if words:
        if value not in words:
            raise AgentError(unknown(name, str(value), words))
        return words.index(value)
    whole = parameter.type == "i8"
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not parameter.low <= number <= parameter.high or (whole and number != int(number)):
        kind = "a whole number" if whole else "a number"
        raise AgentError(
            f"parameter {name!r}: expected {kind} from {parameter.low:g} to {parameter.high:g}, "
            f"got {shown(value)}"
        )
    return number
