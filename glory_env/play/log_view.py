"""The `log` message: what happened, line by line, with the cells of the charts the dice hit.

docs/play_protocol.md shows every message.
"""

from __future__ import annotations

from typing import Any

from glory_env.core.state import NATIONS
from glory_env.game.game import Game
from glory_env.play.communique import communique
from glory_env.play.session import GameSession, Line
from glory_env.play.telling import is_dull, line_words, roll_words
from glory_env.render import position
from glory_env.rules.options import lowest_hit
from glory_env.scenarios.values import band_turns

Chart = dict[str, Any]
COMPARED = ("combat", "turn_13_battle")  # dice that hit or do not


def log_view(session: GameSession, start: int) -> dict[str, Any]:
    """The `log` message from line `start` on."""
    entries = [_entry(session, k) for k in range(start, session.shown)]
    return {"type": "log", "from": start, "entries": entries}


def _entry(session: GameSession, k: int) -> dict[str, Any]:
    line, scenario = session.record.lines[k], session.game.scenario
    words, *details = line_words(scenario, line)
    result = next((event for event in line["events"] if "hits" in event), None)
    before = session.moments.before(k) if line["dice"] or result else None
    battle = _battle(before, line, result) if before is not None and result else None
    reason = session.explanations.get(k)
    named = [*(line["choice"] or {}).values(), *_named(line)]
    return {
        "line": k,
        "turn": line["turn"],
        "phase": line["phase"],
        "actor": line["actor"],
        "decision": line["decision"],
        "choice": line["choice"],
        "events": line["events"],
        "words": words,
        "details": [detail.strip() for detail in details],
        "dull": is_dull(line),
        "rolls": [_roll(session, before, k, roll, battle) for roll in line["dice"]],
        "battle": battle,
        "communique": communique(scenario, battle, k) if battle else None,
        "boxes": [box for box in scenario.boxes if box in named],
        "counters": [counter for counter in scenario.counters if counter in named],
        "why": reason.as_dict() if reason else None,
    }


def _named(line: Line) -> list[Any]:
    keys = ("counter", "to", "battle")
    return [event[key] for event in line["events"] for key in keys if key in event]


# --- battles -------------------------------------------------------------------------------
def _battle(before: Game, line: Line, result: dict[str, Any]) -> dict[str, Any]:
    """A battle's cell of the results table and what came of it."""
    box, hits = result["battle"], result["hits"]
    scenario = before.scenario
    m = next(k for k, name in enumerate(scenario.markers) if before.marker(name) == box)
    nation = NATIONS[int(scenario.tables[0].nation[m])]
    bands = scenario.data["crt"][nation]
    band = next(name for name in bands if line["turn"] in band_turns(name))
    index = min(hits, len(bands[band]) - 1)
    cell = bands[band][index]
    evaluation = cell.split("/")[0]
    doubled = [event["doubled_loss"] for event in line["events"] if "doubled_loss" in event]
    retreat = result["loss"] == "DR"
    return {
        "box": box,
        "nation": nation,
        "hits": hits,
        "evaluation": evaluation,
        "gp": scenario.data["evaluation_gp"][evaluation],
        "loss": 0 if retreat else (doubled or [result["loss"]])[0],
        "doubled": bool(doubled),
        "retreat": retreat,
        "chart": {"name": "crt", "path": [nation, band], "index": index, "cell": cell},
    }


# --- dice ----------------------------------------------------------------------------------
def _roll(
    session: GameSession, before: Game, k: int, roll: dict[str, Any], battle: dict[str, Any] | None
) -> dict[str, Any]:
    purpose, faces = roll["purpose"], roll["faces"]
    hits = None
    if purpose in COMPARED:
        least = int(lowest_hit(before.record, before.scenario.tables[0]))
        hits = [face >= least for face in faces]
    return {
        "purpose": purpose,
        "words": roll_words(roll),
        "faces": faces,
        "hits": hits,
        "chart": _chart(session, before, k, purpose, faces, battle),
    }


def _chart(
    session: GameSession,
    before: Game,
    k: int,
    purpose: str,
    faces: list[int],
    battle: dict[str, Any] | None,
) -> Chart | None:
    """The cell a roll hit; None for dice without a chart."""
    line, data = session.record.lines[k], session.game.scenario.data
    if purpose == "combat":
        return battle["chart"] if battle else None
    if purpose == "invasion":
        row = position.invasion_row(session.game.scenario, line["turn"])
        index = faces[0] - 1
        return {
            "name": "invasion", "path": [str(line["turn"])], "index": index, "cell": row[index],
        }  # fmt: skip
    if purpose == "sea_check":
        column = "escorted" if "unit" in line["choice"] else "unescorted"
        lost = faces[0] in data["sea_transport_loss"][column]
        cell = "D" if lost else "-"
        return {
            "name": "sea_transport_loss", "path": [column], "index": faces[0], "cell": cell,
        }  # fmt: skip
    if purpose == "convoy":
        return _convoy_chart(session, before, k, faces[0])
    return None


def _convoy_chart(session: GameSession, before: Game, k: int, face: int) -> Chart:
    """By method, escorts and the roll, as they were when the die fell."""
    ships, aircraft = position.convoy_escorts(before.scenario, before.record)
    changed = any("method" in event for event in session.record.lines[k - 1]["events"])
    method = "large_convoys" if changed or before.method == "B" else "small_convoys"
    row = session.game.scenario.data["convoy_crt"][method][ships]
    index = min(face - 1 + bool(aircraft), len(row) - 1)
    return {
        "name": "convoy_crt", "path": [method, str(ships)], "index": index,
        "cell": str(row[index]),
    }  # fmt: skip
