"""The lines of a record, out of what one call of the engine rolled and reported."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.trace import T_DIE, T_LINE, T_ROLL
from glory_env.game.definition import GameDefinition, Line


def add_to_lines(
    game: GameDefinition, scenario: Any, trace: np.void, line: Line | None
) -> list[Line]:
    """Put the trace's entries on `line` (the decision's, may be None) and on new system lines.

    Returns the system lines in order; entries before the first of them belong to `line`.
    """
    new: list[Line] = []
    for entry in trace["entry"][: int(trace["entries"])]:
        code, a, b, c = (int(v) for v in entry)
        if code == T_LINE:
            line = new_line(c, game.phases[b], "system", game.system_lines[a])
            new.append(line)
        elif line is None:
            continue
        elif code == T_ROLL:
            line["dice"].append({"purpose": game.purposes[a], "faces": []})
        elif code == T_DIE:
            line["dice"][-1]["faces"].append(a)
        else:
            game.add_event(scenario, entry, line)
    return new


def new_line(turn: int, phase: str, actor: str, decision: str) -> Line:
    """A line of the record before anything has happened."""
    return {
        "turn": turn,
        "phase": phase,
        "actor": actor,
        "decision": decision,
        "choice": None,
        "actions": [],
        "dice": [],
        "events": [],
    }
