"""The heads of a macro policy: which parameters of a script it sets, and to which values.

Heads are ordered, values too; a change makes trained networks meaningless, so networks carry the
table and are refused where it differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.scripted.named import values_of
from glory_agents.glory.scripted.rows import PARAMETERS, script_row
from glory_env.games.glory.sections import OBSERVATION_SIZE, SECTIONS


class Head(NamedTuple):
    """One head: a parameter of a script and the values it may take."""

    name: str
    values: tuple[Any, ...]
    meaning: str


HEADS = (
    Head("negotiator", ("timed", "splitter", "stonewaller"), "how it bargains"),
    Head("claim", (0.0, 0.15, 0.4, 0.7, 1.0), "first claim beyond its need"),
    Head("concession", (0.1, 0.5, 0.9), "how soon it yields"),
    Head("honesty", (0.0, 0.5, 1.0), "0 names twice its need"),
    Head("civil", (0.05, 0.25, 0.4, 0.5, 0.6, 0.75), "share of the total to be civil at least"),
    Head("commander", ("withdraw", "hold", "greedy", "civil", "china"), "where its units stand"),
    Head("retire", (0, 1), "1 leaves the front at sea"),
    Head("care", (0.5, 2.0, 3.5, 5.0, 7.0, 10.0), "GP that a loss of 10 units of tonnage weighs"),
    Head("thrift", (0.0, 0.15, 0.3, 0.5, 0.8, 1.5), "GP that 10 units of activation must bring"),
    Head("burn", (0.0, 0.1, 0.3, 0.6, 1.0), "share of a loss paid from the total"),
    Head("escort", (0.0, 0.5, 1.0), "share of the escorts asked for that it grants"),
    Head("taste", (0.0, 0.3, 1.0), "0 builds shipping for both, 1 arms of its own"),
)
SIZES = tuple(len(head.values) for head in HEADS)
ENDS = np.cumsum(SIZES)
N_LOGITS = int(ENDS[-1])
RETIRE = [head.name for head in HEADS].index("retire")
# What an agent by a macro network may be given.
FIXED = {q.name: f"{q.meaning}; what the network decides" for q in PARAMETERS}
NEVER = 99  # a retreat_turn no game reaches


def table() -> list[list[Any]]:
    """Heads and values in plain types, as a network's JSON keeps them."""
    return [[head.name, list(head.values)] for head in HEADS]


def columns(names: Sequence[str]) -> np.ndarray:
    """Which numbers of the observation belong to these sections, bool (OBSERVATION_SIZE,)."""
    mask = np.zeros(OBSERVATION_SIZE, np.bool_)
    for section in SECTIONS:
        if section.name in names:
            mask[section.start : section.stop] = True
    return mask


def usual_choices() -> np.ndarray:
    """The choices nearest to the script withdraw_in_time, int64 (heads,)."""
    values = values_of("withdraw_in_time")
    choices = []
    for head in HEADS:
        want = values.get(head.name, 0)
        if isinstance(want, str):
            choices.append(head.values.index(want))
        else:
            choices.append(int(np.argmin([abs(value - want) for value in head.values])))
    return np.array(choices, np.int64)


def rows_of(choices: np.ndarray) -> np.ndarray:
    """Choices int64 (M, heads) as SCRIPT (M,)."""
    rows = np.repeat(_BASE, len(choices))
    for k, column in enumerate(_COLUMNS):
        name = "retreat_turn" if k == RETIRE else HEADS[k].name
        rows[name] = column[choices[:, k]]
    return rows


def _column(head: Head) -> np.ndarray:
    """A head's values as SCRIPT holds them."""
    if head.name == "retire":
        return np.array([NEVER, 1])
    return np.array([script_row({head.name: value})[head.name][0] for value in head.values])


_BASE = script_row(values_of("withdraw_in_time"))
_COLUMNS = [_column(head) for head in HEADS]
