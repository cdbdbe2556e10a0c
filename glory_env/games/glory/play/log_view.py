"""The `log` message: what happened, line by line, with the cells of the charts the dice hit.

docs/play_protocol.md shows every message.
"""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.game import Game
from glory_env.games.glory.play.motives import reasons
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.speech import said
from glory_env.games.glory.rules.options import lowest_hit
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.words import charts, log_words, moments, names
from glory_env.record.lines import Line
from glory_env.text.lazy import Joined, Say, Text

COMPARED = ("combat", "turn_13_battle")  # dice that hit or do not
NAMING = ("counter", "to", "battle")  # keys of events that name boxes and counters


def log_view(session: GlorySession, start: int) -> dict[str, Any]:
    """The `log` message from line `start` on."""
    entries = [_entry(session, k) for k in range(start, session.shown)]
    return {"type": "log", "from": start, "entries": entries}


def headline(session: GlorySession, k: int) -> Text:
    """What line k is about."""
    line = session.record.lines[k]
    is_split = line["decision"] in ("offer", "tonnage")
    total = session.moments.before(k).total if is_split else None
    return log_words.headline(session.game.scenario, line, total)


def _entry(session: GlorySession, k: int) -> dict[str, Any]:
    line, scenario = session.record.lines[k], session.game.scenario
    result = next((event for event in line["events"] if "hits" in event), None)
    battle = _battle(session, k, result) if result else None
    reason = session.explanations.get(k)
    touched = [event[key] for event in line["events"] for key in NAMING if key in event]
    touched += (line["choice"] or {}).values()
    return {
        "line": k,
        "turn": line["turn"],
        "phase": line["phase"],
        "actor": line["actor"],
        "decision": line["decision"],
        "choice": line["choice"],
        "events": line["events"],
        "words": headline(session, k),
        "details": _details(scenario, line, battle),
        "dull": log_words.is_dull(line),
        "rolls": [_roll(session, k, roll, battle) for roll in line["dice"]],
        "battle": battle,
        "communique": _communique(scenario, battle, k) if battle else None,
        "moments": moments.moments(scenario, line, _turn_before(session, k), battle),
        "boxes": [box for box in scenario.boxes if box in touched],
        "counters": [counter for counter in scenario.counters if counter in touched],
        "why": {**reason.as_dict(), "reasons": reasons(session, k)} if reason else None,
        "speech": said(session, k),
    }


def _turn_before(session: GlorySession, k: int) -> int:
    return int(session.record.lines[k - 1]["turn"]) if k else 0


def _details(scenario: Scenario, line: Line, battle: dict[str, Any] | None) -> list[Text]:
    """The events beyond what the choice and the outcome of a battle say."""
    if battle:
        rest = [event for event in line["events"] if "battle" not in event and "gp" not in event]
        line = {**line, "events": rest}
    return log_words.events(scenario, line)


# --- battles -------------------------------------------------------------------------------
def _battle(session: GlorySession, k: int, result: dict[str, Any]) -> dict[str, Any]:
    """A battle's cell of the results table and what came of it."""
    line, before = session.record.lines[k], session.moments.before(k)
    box, hits = result["battle"], result["hits"]
    nation, chart = charts.combat(before, box, line["turn"], hits)
    evaluation = chart["cells"][chart["at"]].split("/")[0]
    doubled = [event["doubled_loss"] for event in line["events"] if "doubled_loss" in event]
    retreat = result["loss"] == "DR"
    battle = {
        "box": box,
        "nation": nation,
        "hits": hits,
        "bonus": hits - _natural_hits(session, before, k),
        "evaluation": evaluation,
        "gp": before.scenario.data["evaluation_gp"][evaluation],
        "loss": 0 if retreat else (doubled or [result["loss"]])[0],
        "doubled": bool(doubled),
        "retreat": retreat,
        "chart": chart,
    }
    counted = log_words.hits(hits, battle["bonus"])
    return {**battle, "count": counted, "words": _outcome(battle)}


def _natural_hits(session: GlorySession, before: Game, k: int) -> int:
    """Dice of the battle that hit without the +1 of carriers; they may stand in an earlier line."""
    for line in reversed(session.record.lines[: k + 1]):
        for roll in line["dice"]:
            if roll["purpose"] == "combat":
                return sum(_hit(before, roll["faces"]))
    raise ValueError(f"line {k}: a battle without dice")


def _hit(game: Game, faces: list[int]) -> list[bool]:
    least = int(lowest_hit(game.record, game.scenario.tables[0]))
    return [face >= least for face in faces]


def _outcome(battle: dict[str, Any]) -> list[Text]:
    """Glory and loss of a battle."""
    gain = Say("result.gp", n=battle["gp"])
    if battle["retreat"]:
        return [gain, Say("result.retreat")]
    if not battle["loss"]:
        return [gain, Say("result.none")]
    key = "result.loss_doubled" if battle["doubled"] else "result.loss"
    return [gain, Say(key, n=battle["loss"])]


def _communique(scenario: Scenario, battle: dict[str, Any], number: int) -> Text:
    """A report for a battle's evaluation; the same number, the same report."""
    box = names.name(scenario, battle["box"])
    parts: list[Text] = [Say(f"communique.{battle['evaluation']}.{number % 2}", box=box)]
    if battle["retreat"]:
        parts.append(Say("communique.retreat", box=box))
    return Joined(parts, "list.space")


# --- dice ----------------------------------------------------------------------------------
def _roll(
    session: GlorySession, k: int, roll: dict[str, Any], battle: dict[str, Any] | None
) -> dict[str, Any]:
    before = session.moments.before(k)
    purpose, faces = roll["purpose"], roll["faces"]
    hits = _hit(before, faces) if purpose in COMPARED else None
    count = None
    if hits is not None:
        count = log_words.hits(sum(hits))
        if battle and purpose == "combat":
            count = battle["count"]
    words = log_words.roll(purpose, faces)
    return {
        "purpose": purpose,
        "title": Say(f"roll.{purpose}"),
        "words": Say("roll.count", line=words, hits=count) if count else words,
        "faces": faces,
        "hits": hits,
        "count": count,
        "note": charts.air_note(before, faces[0]) if purpose == "convoy" else None,
        "chart": _chart(session, before, k, purpose, faces),
    }


def _chart(
    session: GlorySession, before: Game, k: int, purpose: str, faces: list[int]
) -> charts.Chart | None:
    """The row of the chart a roll was read in; a battle's stands with its outcome."""
    line = session.record.lines[k]
    if purpose == "invasion":
        return charts.invasion(before, line["turn"], faces[0])
    if purpose == "sea_check":
        return charts.sea_check(before, "unit" in line["choice"], faces[0])
    if purpose == "convoy":
        # The choice before may have changed the method after this position was kept.
        changed = any("method" in event for event in session.record.lines[k - 1]["events"])
        return charts.convoy(before, "B" if changed else before.method, faces[0])
    return None
