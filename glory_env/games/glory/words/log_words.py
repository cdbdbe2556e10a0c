"""What happened: lines of the game record as texts."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words import names, talk_words
from glory_env.games.glory.words.choice_words import mover
from glory_env.text import action_key
from glory_env.text.lazy import Say, Text

Line = dict[str, Any]


def is_dull(line: Line) -> bool:
    """Whether nothing happened and nobody had a choice, or somebody has no more to say."""
    silent = line["decision"] == "speak" and "end" in line["choice"]
    return (silent or bool(line.get("forced"))) and not line["dice"] and not line["events"]


def headline(scenario: Scenario, line: Line, total: int | None = None) -> Text:
    """What a line is about: the choice, or what the system did. total: before it, for offers."""
    choice, decision = line["choice"], line["decision"]
    if line["actor"] != "system":
        return done(scenario, line, total)
    if decision == "opener":
        who = SERVICES[line["dice"][0]["faces"][0] > 3]
        return Say("system.opener", who=names.service(who))
    if decision == "tonnage":
        return Say("system.tonnage", split=_split(choice, total))
    return Say(f"system.{decision}")


def with_actor(line: Line, words: Text) -> Text:
    """Who did it, and what."""
    return Say("log.line", actor=names.service(line["actor"]), words=words)


def _split(choice: dict[str, int], total: int | None) -> Text:
    army, navy = choice["army"], choice["navy"]
    return names.split(army, navy, None if total is None else total - army - navy)


def done(scenario: Scenario, line: Line, total: int | None = None) -> Text:
    """A choice that was made."""
    choice, decision = line["choice"], line["decision"]
    key, value = next(iter(choice.items()))
    if decision == "offer":
        return Say("done.offer", split=_split(choice, total))
    if key in ("say", "ask"):
        return talk_words.spoken(scenario, choice)
    if key == "end":
        return Say(f"done.end_{decision}")
    if key == "take":
        return Say(f"done.take_{value}")
    if key == "hand":
        return Say("done.hand", hand=Say(action_key(decision, "verb", value)))
    if isinstance(value, bool):
        answer = "yes" if value else "no"
        own = key in ("accept", "counter", "walk", "refuse")
        return Say(f"done.{key}" if own else f"done.{decision}_{answer}")
    if "to" in choice:
        moved, to = names.name(scenario, mover(choice)), names.place(scenario, choice["to"])
        return Say(
            "done.move_sea" if choice.get("by") == "sea" else "done.move", piece=moved, to=to
        )
    if key == "box":
        return Say("done.battle", box=names.place(scenario, value))
    if key == "pool":
        return Say("done.pool", n=value)
    if key == "start":
        return Say("done.start", piece=names.name(scenario, choice["counter"]))
    piece = names.name(scenario, value)
    return Say(f"done.{decision if key in ('unit', 'piece') else key}", piece=piece)


# --- what followed ------------------------------------------------------------------------
def events(scenario: Scenario, line: Line) -> list[Text]:
    """What a choice led to, beyond what it says itself; units that stand down are counted."""
    words, idle = [], []
    for event in line["events"]:
        if _is_in_choice(line, event):
            continue
        if event.get("active") is False:
            idle.append(event)
        else:
            words.append(event_words(scenario, event))
    if len(idle) == 1:
        words.append(event_words(scenario, idle[0]))
    elif idle:
        words.append(Say("event.inactive_many", n=len(idle)))
    return words


def _is_in_choice(line: Line, event: dict[str, Any]) -> bool:
    choice = line["choice"] or {}
    moved = choice.get("unit") or choice.get("piece")
    if moved is None or event.get("counter") != moved:
        return False
    return event.get("active") is True or ("to" in choice and event.get("to") == choice["to"])


def event_words(scenario: Scenario, event: dict[str, Any]) -> Text:
    if "total" in event:
        return Say("event.total", change=f"{event['change']:+d}", now=event["total"])
    if "gp" in event:
        who, change = names.service(event["gp"]), f"{event['change']:+d}"
        return Say("event.gp", who=who, change=change, now=event["now"])
    if "promise" in event:
        return talk_words.event(scenario, event)
    if "marker" in event:
        letter, to = names.marker(scenario, event["marker"]), names.place(scenario, event["to"])
        return Say("event.marker", marker=letter, to=to)
    if "counter" in event:
        return _counter_event(scenario, event)
    if "doubled_loss" in event:
        return Say("event.doubled", loss=event["doubled_loss"])
    if "battle" in event:
        box = names.place(scenario, event["battle"])
        if event["loss"] == "DR":
            return Say("event.battle_dr", box=box, hits=event["hits"])
        return Say("event.battle", box=box, hits=event["hits"], loss=event["loss"])
    return Say("event.method" if "method" in event else "event.over")


def _counter_event(scenario: Scenario, event: dict[str, Any]) -> Text:
    piece = names.name(scenario, event["counter"])
    if "active" in event:
        return Say("event.active" if event["active"] else "event.inactive", piece=piece)
    if "damage" in event:
        return Say("event.damage" if event["damage"] == 1 else "event.damage_2", piece=piece)
    if event["to"] == "track":
        return Say("event.track", piece=piece, space=event["space"])
    if event["to"] in scenario.boxes:
        return Say("event.moves", piece=piece, to=names.place(scenario, event["to"]))
    return Say(f"event.{event['to']}", piece=piece)


# --- dice ----------------------------------------------------------------------------------
def roll(purpose: str, faces: list[int]) -> Text:
    """Dice of one purpose."""
    shown = " ".join(map(str, faces)) or Say("roll.none")
    return Say("roll.line", purpose=Say(f"roll.{purpose}"), faces=shown)


def hits(count: int, bonus: int = 0) -> Text:
    """So many hits; bonus: those that the +1 of carriers has made."""
    words = Say("roll.hits_1") if count == 1 else Say("roll.hits_n", n=count)
    return Say("roll.bonus", hits=words, n=bonus) if bonus > 0 else words


def story(scenario: Scenario, line: Line) -> list[Text]:
    """A line of the record as lines of text: what was done, then dice and events."""
    rolls = [] if line["decision"] == "opener" else line["dice"]
    rolled: list[Text] = [roll(one["purpose"], one["faces"]) for one in rolls]
    return [with_actor(line, headline(scenario, line)), *rolled, *events(scenario, line)]
