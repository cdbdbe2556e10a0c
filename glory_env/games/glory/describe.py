"""Actions in plain words."""

from __future__ import annotations

from typing import Any

from glory_env.core.blocks import block_of
from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.scenario import Scenario
from glory_env.text import action_key, say

# What is built by the rows of the production table, as in the catalogue.
ROW_KINDS = (*st.ROWS[: st.ROW_BCV], "conversion")


def name_of(scenario: Scenario, item: str) -> str:
    """English name and id of a box or counter."""
    english = scenario.names.get(item, {}).get("en")
    return f"{english} ({item})" if english else item


def describe(scenario: Scenario, action: int, record: Game | None = None) -> str:
    """An action in plain words.

    With `record` (one element of a GAME array) the words fit the pending decision; without it
    they say what the action's block means. ValueError outside the action table.
    """
    block = block_of(a.BLOCKS, action)
    k = action - block.start
    decision = int(record.decision) if record is not None else st.NO_DECISION
    if block.name == "counter":
        if k >= len(scenario.counters):
            return say("action.no_counter", number=k)
        is_fort = decision == st.PAY and scenario.tables[0].kind[k] == st.FORT
        key = "fort" if is_fort else "counter"
        return _say(decision, "block", key, counter=name_of(scenario, scenario.counters[k]))
    if block.name == "box":
        if k >= len(scenario.boxes):
            return say("action.no_box", number=k)
        return _say(decision, "block", "box", box=name_of(scenario, scenario.boxes[k]))
    if block.name == "amount":
        return _say(decision, "block", "amount", amount=k * st.STEP)
    if block.name == "kind" and k < len(st.ROWS):
        return _say(decision, "block", "kind", kind=say(f"kind.{ROW_KINDS[k]}"))
    if block.name == "verb" and k < len(a.VERBS):
        return _say(decision, "verb", a.VERBS[k])
    if action == a.ASK:
        return say("action.talk.ask")
    if block.name == "talk" and k < len(st.STATEMENTS):
        is_asked = decision == st.SPEAK_ASK
        statement = say(f"statement.{st.STATEMENTS[k]}.name")
        return say(f"action.talk.{'asked' if is_asked else 'said'}", statement=statement)
    return say("action.reserved")


def _say(decision: int, part: str, name: str, **values: Any) -> str:
    return say(action_key(st.DECISIONS[decision], part, name), **values)
