"""Actions in plain words."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from glory_env.core import actions as a
from glory_env.core import state as st
from glory_env.core.errors import shown
from glory_env.scenarios import Scenario

_ROW_WORDS = (
    "destroyer squadron", "coastal escort", "carrier", "navy aircraft", "army aircraft",
    "ground unit", "transport", "fort", "hybrid conversion",
)  # fmt: skip

# What picking a counter, a box or an amount means while a decision is pending.
_DOING = {
    st.OFFER_CIVIL: "offer {} to civil use",
    st.OFFER_ARMY: "offer {} to the army, the rest to the navy",
    st.ACTIVATE: "activate {}",
    st.MOVE_PIECE: "move {}",
    st.MOVE_TO: "go to {}",
    st.MOVE_EMBARK: "embark at {}",
    st.MOVE_LAND: "land at {}",
    st.ESCORT_GRANT: "lend {} as escort",
    st.BATTLE: "fight in {}",
    st.SUPPORT: "lend {} to the army",
    st.CONVOY_DAMAGE: "damage {}",
    st.PRODUCE: "advance {}",
    st.PRODUCE_COUNTER: "build {}",
}
_VERB_WORDS = {
    "end": "done",
    "yes": "yes",
    "no": "no",
    "accept": "accept the offer",
    "counter": "make a counter-offer",
    "walk": "walk away (deadlock)",
    "own": "insist on the own offer",
    "other": "concede: take the other's offer",
    "midpoint": "concede: take the midpoint",
    "refuse": "refuse",
}
_QUESTIONS = {
    st.ESCORT_REQUEST: ("ask the navy for an escort", "sail without asking for an escort"),
    st.EMBARK: ("sail unescorted", "stay at the embarkation box"),
    st.SUPPORT_REQUEST: ("ask the navy for support", "ask for no support"),
    st.HYBRID_MODIFIER: ("use the hybrid carrier's +1", "keep the hybrid carrier's +1"),
    st.CONVOY_REQUEST: ("ask for large convoys", "ask for no change of convoys"),
    st.CONVOY_METHOD: ("change to large convoys for good", "keep small convoys"),
    st.VOTE: ("agree to the proposed item", "vote the item down"),
    st.DECLARE_TURN_13: ("declare turn 13", "let the game end"),
}


def name_of(scenario: Scenario, item: str) -> str:
    """English name and id of a box or counter."""
    english = scenario.names.get(item, {}).get("en")
    return f"{english} ({item})" if english else item


def describe(scenario: Scenario, action: int, record: Any = None) -> str:
    """An action in plain words.

    With `record` (one element of a GAME array) the words fit the pending decision; without it
    they say what the action's block means. ValueError outside the action table.
    """
    block = a.block_of(action)
    k = action - block.start
    decision = int(record.decision) if record is not None else st.NO_DECISION
    if block.name == "counter":
        if k >= len(scenario.counters):
            return f"counter {k} (not in this scenario)"
        words = name_of(scenario, scenario.counters[k])
        if decision == st.PAY:
            fort = scenario.tables[0].kind[k] == st.FORT
            return f"give up {words}" if fort else f"take one damage on {words}"
        return _DOING.get(decision, "pick {}").format(words)
    if block.name == "box":
        if k >= len(scenario.boxes):
            return f"box {k} (not in this scenario)"
        return _DOING.get(decision, "pick {}").format(name_of(scenario, scenario.boxes[k]))
    if block.name == "amount":
        if decision == st.PAY:
            return f"pay {k * st.STEP} from the total"
        return _DOING.get(decision, "{}").format(f"{k * st.STEP}")
    if block.name == "kind":
        return f"start a {_ROW_WORDS[k]}" if k < len(_ROW_WORDS) else "reserved"
    if block.name == "verb" and k < len(a.VERBS):
        if decision in _QUESTIONS and action in (a.YES, a.NO):
            return _QUESTIONS[decision][0 if action == a.YES else 1]
        return _VERB_WORDS.get(a.VERBS[k], a.VERBS[k])
    return "reserved"


NAMED = 3  # legal actions named by `explain_illegal`, all where there are one or two more


def action_number(action: Any) -> int:
    """An action as its number in the action table, -1 for what is none; integers of any kind."""
    try:
        number = operator.index(action)
    except TypeError:
        return -1
    return number if 0 <= number < a.N_ACTIONS else -1


def explain_illegal(scenario: Scenario, record: Any, mask: Any, action: Any) -> str:
    """One sentence for an illegal action: the decision, the action in words, the legal ones."""
    actor = (*st.SERVICES, "nobody")[record.actor]
    number = action_number(action)
    words = describe(scenario, number, record) if number >= 0 else "not an action number"
    legal = np.flatnonzero(mask).tolist()
    count = len(legal) if len(legal) <= NAMED + 2 else NAMED
    names = ", ".join(f"{k} ({describe(scenario, k, record)})" for k in legal[:count])
    more = f" and {len(legal) - count} more" if len(legal) > count else ""
    return (
        f"{actor} has to decide {st.DECISIONS[record.decision]!r} (turn {record.turn}): action "
        f"{shown(action)} ({words}) is not legal; {len(legal)} actions are: {names}{more}"
    )
