"""What happened, in plain words: lines of the game record and the end. ASCII only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from glory_env.core.state import SERVICES
from glory_env.game.game import Game
from glory_env.play.words import mover, way_words
from glory_env.render.position import name
from glory_env.scenarios import Scenario

_TAKES = {
    "own": "insists on its own offer",
    "other": "takes the other's offer",
    "midpoint": "takes the middle",
}
_DOES = {  # keys of choices, {}: the counter or box named
    "end": "is done",
    "accept": "accepts",
    "counter": "makes a counter-offer",
    "walk": "walks away",
    "refuse": "refuses",
    "damage": "pays with {}",
    "fort": "gives up {}",
    "box": "fights in {}",
    "advance": "advances {}",
    "convert": "converts {}",
}
_ACTS = {
    "activate": "activates",
    "escort_grant": "lends",
    "support": "lends",
    "convoy_damage": "damages",
}
_ANSWERS = {
    "escort_request": ("asks for an escort", "asks for no escort"),
    "embark": ("sails unescorted", "stays where it is"),
    "support_request": ("asks for support", "asks for no support"),
    "hybrid_modifier": ("uses the hybrid carrier's +1", "keeps the hybrid carrier's +1"),
    "convoy_request": ("asks for large convoys", "asks for no change of convoys"),
    "convoy_method": ("changes to large convoys for good", "keeps small convoys"),
    "vote": ("agrees", "votes it down"),
    "turn_13": ("declares turn 13", "lets the game end"),
}


def marker_name(scenario: Scenario, marker: str) -> str:
    """An Allied marker: its letter and base."""
    return f"Allied marker {marker} ({name(scenario, f'base:{marker}')})"


def line_words(scenario: Scenario, line: dict[str, Any]) -> list[str]:
    """A line of the game record in words: the choice, then its dice and events, indented."""
    told = [f"  {roll_words(roll)}" for roll in line["dice"]]
    for event in line["events"]:
        if not _is_said(line, event):
            told.append(f"  {event_words(scenario, event)}")
    if line["actor"] != "system":
        return [f"{line['actor']}: {done_words(scenario, line)}", *told]
    if line["decision"] == "opener":
        face = line["dice"][0]["faces"][0]
        return [f"* opener: a {face}, the {SERVICES[face > 3]} begins"]
    if line["decision"] == "tonnage":
        return ["* in force: " + ", ".join(f"{who} {n}" for who, n in line["choice"].items())]
    return [f"* {line['decision'].replace('_', ' ')}", *told]


def story(
    scenario: Scenario, lines: Iterable[dict[str, Any]], heading: tuple[str, int] = ("", 0)
) -> tuple[list[str], tuple[str, int]]:
    """Lines of the game record in words, under a heading for each phase; what is dull left out.

    heading: phase and turn told last; the new one is handed back.
    """
    said = []
    for line in lines:
        if is_dull(line):
            continue
        if heading != (line["phase"], line["turn"]):
            heading = (line["phase"], line["turn"])
            said.append(f"\n--- turn {line['turn']}, {line['phase'].replace('_', ' ')} ---")
        said += line_words(scenario, line)
    return said, heading


def roll_words(roll: dict[str, Any]) -> str:
    """Dice of one purpose."""
    faces = " ".join(str(face) for face in roll["faces"]) or "no dice"
    return f"rolled for {roll['purpose'].replace('_', ' ')}: {faces}"


def is_dull(line: dict[str, Any]) -> bool:
    """Whether nothing happened and nobody had a choice: not worth telling."""
    return bool(line.get("forced")) and not line["dice"] and not line["events"]


def _is_said(line: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether the choice already says what the event does."""
    choice = line["choice"] or {}
    mover = choice.get("unit") or choice.get("piece")
    if mover is None or event.get("counter") != mover:
        return False
    return event.get("active") is True or ("to" in choice and event.get("to") == choice["to"])


def done_words(scenario: Scenario, line: dict[str, Any]) -> str:
    """A choice that was made, from its record line alone."""
    choice, word = line["choice"], line["decision"]
    key, value = next(iter(choice.items()))
    if word == "offer":
        return f"offers army {choice['army']}, navy {choice['navy']}"
    if word == "move" and "to" in choice:
        return f"moves {name(scenario, mover(choice))} {way_words(scenario, choice)}"
    if "start" in choice:
        return f"starts {name(scenario, choice['counter'])}"
    if key == "pool":
        return f"pays {value} from the total"
    if key in ("take", "hand"):
        return _TAKES.get(value, f"shows {value}")
    if key in _DOES:
        return _DOES[key].format(name(scenario, value) if isinstance(value, str) else "")
    if isinstance(value, bool):
        return _ANSWERS[word][0 if value else 1]
    return f"{_ACTS[word]} {name(scenario, value)}"


def event_words(scenario: Scenario, event: dict[str, Any]) -> str:
    """One event of the game record."""
    if "total" in event:
        return f"total {event['change']:+d}: now {event['total']}"
    if "gp" in event:
        return f"{event['gp']} {event['change']:+d} GP: now {event['now']}"
    if "marker" in event:
        goal = "back to its base" if event["to"] == "base" else f"to {name(scenario, event['to'])}"
        return f"{marker_name(scenario, event['marker'])} goes {goal}"
    if "counter" in event:
        return f"{name(scenario, event['counter'])} {_counter_event(scenario, event)}"
    if "doubled_loss" in event:
        return f"only one service is Active there: loss doubled to {event['doubled_loss']}"
    if "battle" in event:
        loss = "the Allies retreat (DR)" if event["loss"] == "DR" else f"loss {event['loss']}"
        return f"battle in {name(scenario, event['battle'])}: {event['hits']} hits, {loss}"
    if "method" in event:
        return f"convoy method is now {event['method']}"
    cause = "" if event["cause"] == "none" else f" ({event['cause'].replace('_', ' ')})"
    return f"the game is over: {event['outcome'].replace('_', ' ')}{cause}"


def _counter_event(scenario: Scenario, event: dict[str, Any]) -> str:
    if "active" in event:
        return "becomes Active" if event["active"] else "is no longer Active"
    if "damage" in event:
        return "takes damage" if event["damage"] == 1 else "takes its last damage"
    if event["to"] == "track":
        return f"stands on the production track, space {event['space']}"
    places = {"pool": "goes to the pool", "removed": "is out of the game", "aside": "is set aside"}
    return places.get(event["to"]) or f"goes to {name(scenario, event['to'])}"


def result_words(game: Game) -> str:
    """How a finished game ended."""
    gp = game.gp
    score = f"army {gp['army']} GP, navy {gp['navy']} GP, total {game.total}"
    if game.outcome == "game_over":
        cause = {
            "tonnage": "the total has fallen below the floor",
            "home_boxes": "two boxes of the home islands are lost",
        }[game.cause]
        return f"Game over on turn {game.turn}: {cause}. Both services lose. {score}."
    if game.options.solo:
        won = "a victory" if game.solo_victory else "no victory"
        return f"The game is complete: {won}. {score}."
    end = "a draw" if game.winner == "draw" else f"the {game.winner} wins"
    need = int(game.scenario.tables[0].margin)
    return f"The game is complete: {end} (a lead of {need} GP is needed). {score}."
