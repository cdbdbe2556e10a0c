"""Reading the trace: what one call of the engine rolled and reported, in the record's words."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.game.definition import Line
from glory_env.games.glory import state as st
from glory_env.games.glory.scenario import Scenario

PLACE_NAMES = {st.POOL: "pool", st.TRACK: "track", st.REMOVED: "removed", st.ASIDE: "aside"}
OUTCOMES = ("playing", "completed", "game_over")
THREAT_STATES = ("none", "open", "carried_out", "not_carried_out", "void")


def place_name(scenario: Scenario, place: int) -> str:
    """A box id, or pool, track, removed, aside."""
    return scenario.boxes[place] if place >= 0 else PLACE_NAMES.get(place, "absent")


def add_event(scenario: Scenario, entry: np.ndarray, line: Line) -> None:
    """Put an entry on a line of the record: an event, or the shares the system line decides."""
    code, a, b, _ = (int(v) for v in entry)
    if code == st.T_SHARES:
        line["choice"] = {"army": a, "navy": b}
    elif (event := event_of(scenario, entry)) is not None:
        line["events"].append(event)


def event_of(scenario: Scenario, entry: np.ndarray) -> dict[str, Any] | None:
    """An entry as an event of the game record; None where it is no event."""
    code, a, b, c = (int(v) for v in entry)
    if code == st.T_TOTAL:
        return {"total": b, "change": a}
    if code == st.T_GP:
        return {"gp": st.SERVICES[a], "change": b, "now": c}
    if code == st.T_MARKER:
        return {"marker": scenario.markers[a], "to": "base" if b < 0 else scenario.boxes[b]}
    if code == st.T_PLACE:
        event = {"counter": scenario.counters[a], "to": place_name(scenario, b)}
        return {**event, "space": c} if b == st.TRACK else event
    if code == st.T_ACTIVE:
        return {"counter": scenario.counters[a], "active": bool(b)}
    if code == st.T_DAMAGE:
        return {"counter": scenario.counters[a], "damage": b}
    if code == st.T_RESULT:
        return {"battle": scenario.boxes[a], "hits": b, "loss": "DR" if c == st.DR else c}
    if code == st.T_DOUBLED:
        return {"battle": scenario.boxes[a], "doubled_loss": b}
    if code == st.T_METHOD:
        return {"method": st.METHODS[a]}
    if code == st.T_PROMISE:
        return promise_event(scenario, a, b, c)
    if code == st.T_OUTCOME:
        return {"outcome": OUTCOMES[a], "cause": st.CAUSES[b]}
    return None


def statement_argument(scenario: Scenario, kind: int, argument: int) -> dict[str, Any]:
    """The argument of a statement as a key of its line: a box, an amount or a production row."""
    if kind in (st.SAY_SUPPORT, st.SAY_PRESENT, st.SAY_AWAY):
        return {"box": scenario.boxes[argument]}
    if kind in (st.SAY_USE, st.SAY_CIVIL):
        return {"amount": argument}
    return {"kind": st.ROWS[argument]} if kind == st.SAY_BUILD else {}


def promise_event(scenario: Scenario, code: int, state: int, argument: int) -> dict[str, Any]:
    """A statement that comes into force or is judged."""
    seat, kind = divmod(code, 16)
    states = THREAT_STATES if kind >= st.THREAT_POOL else st.PROMISE_STATES
    return {
        "promise": st.STATEMENTS[kind],
        "of": st.SERVICES[seat],
        **statement_argument(scenario, kind, argument),
        "state": states[state],
    }


def add_state(game: Any, turn: int, phase: str) -> None:
    """A game's `on_phase_end`: put the position at the end of every phase among its lines."""
    fields = ("place", "space", "active", "damage")
    columns = (game.games[name][0].tolist() for name in fields)  # quick
    counters: dict[str, Line] = {}
    for name, place, space, active, damage in zip(game.scenario.counters, *columns, strict=False):
        counters[name] = {"at": place_name(game.scenario, place)}
        if place == st.TRACK:
            counters[name]["space"] = space
        elif place >= 0:
            counters[name] |= {"active": bool(active), "damage": damage}
    game.lines.append(
        {
            "turn": turn,
            "phase": phase,
            "state": {
                "total": game.total,
                "allotment": game.allotment,
                "left": game.left,
                "gp": game.gp,
                "method": game.method,
                "markers": {name: game.marker(name) for name in game.scenario.markers},
                "counters": counters,
            },
        }
    )
