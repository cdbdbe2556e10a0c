"""Complete choices in the words of the game record, and the micro-steps they consist of."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory import actions as a
from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.rules.paths import (
    embark_choices,
    is_single,
    land_destinations,
    landing_choices,
    lowest,
)
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.trace import statement_argument


def part_of_choice(scenario: Scenario, g: Game, action: int) -> dict[str, Any]:
    """What one legal micro-step says, as keys of the complete choice.

    `g` is the game before the step. The parts of a choice's micro-steps, merged, are the
    choice; keys that begin with an underscore are not written.
    """
    d, key = int(g.decision), decisions.pending(g).key
    if st.SPEAK <= d <= st.SPEAK_KIND and action != a.END:
        return _line_part(scenario, g, action)
    verb = a.VERBS[action - a.VERB] if action >= a.VERB else ""
    if verb in ("yes", "no"):
        return {key: verb == "yes"}
    if verb in ("end", "refuse", "accept", "counter", "walk"):
        return {verb: True}
    if verb in ("own", "other", "midpoint"):
        return {"take": verb}
    if verb:
        return {"hand": verb}
    if d in (st.OFFER_CIVIL, st.OFFER_ARMY):
        return _offer_part(g, action)
    if d in (st.MOVE_TO, st.MOVE_EMBARK, st.MOVE_LAND):
        return _move_part(scenario, g, action - a.BOX)
    if action >= a.KIND:
        return _start_part(scenario, g, action - a.KIND)
    if action >= a.AMOUNT:
        return {"pool": (action - a.AMOUNT) * st.STEP}
    if action >= a.BOX:
        return {key: scenario.boxes[action - a.BOX]}
    counter = scenario.counters[action - a.COUNTER]
    if d == st.MOVE_PIECE and g.actor == st.ARMY:
        return {"piece": counter}
    if d == st.PAY and scenario.tables[0].kind[action - a.COUNTER] == st.FORT:
        return {"fort": counter}
    return {key: counter}


def _line_part(scenario: Scenario, g: Game, action: int) -> dict[str, Any]:
    """Of a line beside an offer: a statement, or a request for one, and its argument."""
    if action == a.ASK:
        return {"ask": st.SERVICES[st.NAVY + st.ARMY - int(g.actor)]}
    if action >= a.TALK:
        return {"for" if g.decision == st.SPEAK_ASK else "say": st.STATEMENTS[action - a.TALK]}
    argument = (action - a.AMOUNT) * st.STEP if a.AMOUNT <= action < a.KIND else action
    argument -= {st.SPEAK_BOX: a.BOX, st.SPEAK_KIND: a.KIND}.get(int(g.decision), 0)
    return statement_argument(scenario, int(g.chosen_statement), argument)


def _offer_part(g: Game, action: int) -> dict[str, Any]:
    amount = (action - a.AMOUNT) * st.STEP
    if g.decision == st.OFFER_CIVIL:
        return {"_civil": amount}
    total = int(g.total)
    return {"army": amount, "navy": total - total % int(g.opt_grid) - int(g.chosen_civil) - amount}


def _move_part(scenario: Scenario, g: Game, box: int) -> dict[str, Any]:
    s = scenario.tables[0]
    u = int(g.chosen_counter)
    name = scenario.boxes[box]
    if g.decision == st.MOVE_LAND:
        return {"land": name}
    if g.decision == st.MOVE_EMBARK:
        return {"embark": name, **_landing(scenario, g, box, int(g.chosen_box))}
    if g.actor == st.NAVY:
        return {"to": name}
    if s.kind[u] == st.ARMY_AIRCRAFT:
        return {"to": name, "by": "air"}
    if (int(land_destinations(g, s, u)) >> box) & 1:
        return {"to": name, "by": "land"}
    part = {"to": name, "by": "sea"}
    embarks = int(embark_choices(g, s, u, box))
    if is_single(embarks):
        start = int(lowest(embarks))
        part = {**part, "embark": scenario.boxes[start], **_landing(scenario, g, start, box)}
    return part


def _landing(scenario: Scenario, g: Game, embark: int, box: int) -> dict[str, str]:
    s = scenario.tables[0]
    landings = int(landing_choices(g, s, int(g.chosen_counter), embark, box))
    return {"land": scenario.boxes[int(lowest(landings))]} if is_single(landings) else {}


def _start_part(scenario: Scenario, g: Game, row: int) -> dict[str, Any]:
    s = scenario.tables[0]
    if row == st.ROW_BCV:
        return {"convert": scenario.counters[int(s.hybrid_from)]}
    pool = [u for u in range(int(s.counters)) if s.row[u] == row and g.place[u] == st.POOL]
    part = {"start": st.ROWS[row]}
    if len({int(s.face[u]) for u in pool}) == 1:
        part["counter"] = scenario.counters[pool[0]]
    return part
