"""Moments: what of a line is said large over the map, as soon as its dice lie still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from glory_env.games.glory import state as st
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.words import names, talk_words
from glory_env.record.lines import Line
from glory_env.text.lazy import Joined, Say, Text

GOOD, BAD, PLAIN = "good", "bad", "plain"  # how it is for the two services together
JUDGED = {"kept": GOOD, "broken": BAD}  # states of a promise
BEST, WORST = ("SS", "S", "A", "B"), "E"  # evaluations of a battle
Moment = dict[str, Any]


def moments(
    scenario: Scenario, line: Line, turn_before: int, battle: dict[str, Any] | None
) -> list[Moment]:
    """`tone` and `words` of each moment of a line, the gravest first; most lines have none.

    turn_before: of the line before. battle: the outcome of the line's battle, as in the log.
    """
    found = [*_grave(scenario, line), *_battle(scenario, battle)]
    last = scenario.tables[0].last_turn
    if turn_before < line["turn"] == last:
        found.append({"tone": PLAIN, "words": Say("moment.last_turn", turn=int(last))})
    return found


def _grave(scenario: Scenario, line: Line) -> Iterator[Moment]:
    tables = scenario.tables[0]
    for event in line["events"]:
        if "marker" in event and event["to"] in scenario.boxes:
            if tables.home_islands[scenario.boxes.index(event["to"])]:
                box = names.place(scenario, event["to"])
                yield {"tone": BAD, "words": Say("moment.home", box=box)}
        elif event.get("to") == "removed" and "counter" in event:
            if int(tables.row[scenario.counters.index(event["counter"])]) == st.ROW_CV:
                piece = names.name(scenario, event["counter"])
                yield {"tone": BAD, "words": Say("moment.carrier", piece=piece)}
        elif event.get("state") in JUDGED:
            words = talk_words.event(scenario, event)
            yield {"tone": JUDGED[event["state"]], "words": words}


def _battle(scenario: Scenario, battle: dict[str, Any] | None) -> Iterator[Moment]:
    if battle is None:
        return
    outcome: Text = Joined(battle["words"], "list.comma")
    words = Say("moment.battle", box=names.place(scenario, battle["box"]), outcome=outcome)
    if battle["doubled"] or battle["evaluation"] == WORST:
        tone = BAD
    else:
        tone = GOOD if battle["retreat"] or battle["evaluation"] in BEST else PLAIN
    yield {"tone": tone, "words": words}
