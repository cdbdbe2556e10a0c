"""The pending decision as plain data: the question, and the legal micro-steps in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.describe import spot_name
from glory_env.games.aleutians.generated.records import Game
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.position import slot_id
from glory_env.games.aleutians.rules.board import area_of
from glory_env.games.aleutians.rules.task_forces import is_on_map
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.text import area_name
from glory_env.text.lazy import Joined, Say, Text

View = dict[str, Any]
ENDINGS = (a.PASS, a.DONE, a.NO)  # listed after all others
OVER_TARGET = {"aim", "cover", "air_loss", "bomb"}


def decision_view(scenario: Scenario, g: Game, mask: np.ndarray, seat: int) -> View | None:
    """What a seat has to decide: name, question, the chosen piece and its choices.

    None where it is not asked. mask: legal actions, int8 (N_ACTIONS,).
    """
    if g.decision == st.NO_DECISION or g.actor != seat:
        return None
    order = in_order([int(k) for k in np.flatnonzero(mask)])
    return {
        "name": st.DECISIONS[g.decision],
        "question": words.question(g),
        "about": about(scenario, g),
        "choices": [choice_view(scenario, g, k) for k in order],
    }


def in_order(legal: list[int]) -> list[int]:
    """Legal actions as they are listed: what ends something after all others."""
    return sorted(legal, key=lambda action: action in ENDINGS)


def about(scenario: Scenario, g: Game) -> View:
    """What a choice already made leads to this question: a unit, a fleet, a target."""
    named: View = {}
    if g.decision in UNITS and g.chosen_unit != st.NONE:
        named["unit"] = scenario.units[int(g.chosen_unit)]
        unit = words.unit(scenario, int(g.chosen_unit))
        fight = situation(scenario, g)
        named["words"] = Joined([unit, fight], "list.dot") if fight else unit
    elif g.decision == st.SAIL_STEP and g.sailing != st.NONE:
        named["fleet"] = slot_id(int(g.sailing))
        named["words"] = words.fleet(int(g.sailing), whose=False)
    elif g.decision in (st.RETURN_FLEET, st.SET_UP_FLEET) and g.chosen_fleet != st.NONE:
        slot = int(g.chosen_fleet)
        named["fleet"] = slot_id(slot)
        named["words"] = words.fleet(slot, whose=False)
    elif (fight := situation(scenario, g)) is not None:
        named["words"] = fight
    return named


def situation(scenario: Scenario, g: Game) -> Text | None:
    """What is fought where a question comes up: who attacks what, and what is lost."""
    decision = st.DECISIONS[g.decision]
    if decision == "cargo_loss":
        return Say("campaign.situation.cargo", fleet=words.fleet(int(g.short_fleet), whose=False))
    if decision == "ground_loss":
        place = words.spot(scenario, g, int(g.landing_spot))
        return Say("campaign.situation.ground", place=place, n=int(g.ground_left[g.actor]))
    if decision not in OVER_TARGET or g.operation == st.NONE:
        return None
    target = words.target(scenario, g, int(g.operation))
    if decision != "air_loss":
        return Say("campaign.situation.air", target=target)
    loser = 0 if g.losses[0] > 0 else 1
    values = {"n": int(g.losses[loser]), "loser": words.side(loser)}
    return Say("campaign.situation.air_loss", target=target, **values)


# Decisions about the unit that was chosen before.
UNITS = {
    st.ARRIVAL_PLACE, st.TRANSPORT_FIELD, st.RECON_NODE, st.FORM_FLEET, st.SUBMARINE_NODE,
    st.SUBMARINE_CARGO, st.DISEMBARK_SPOT, st.GUNFIRE, st.GROUND_MOVE_SPOT, st.REBASE_SPOT,
    st.RETURN_AIRCRAFT, st.RETURN_BOAT, st.ASHORE, st.PLACE_FLYING_BOAT, st.PLACE_SUBMARINE,
    st.AIM, st.COVER, st.SET_UP_UNIT, st.ARMED_RECON_SPOT, st.LONG_SHOT,
}  # fmt: skip


def choice_view(scenario: Scenario, g: Game, number: int) -> View:
    """A legal action: id, words, and what it names on the map (area, sea, spot, unit, fleet).

    name: the words without where the piece is now.
    """
    view: View = {"id": number, "words": words.choice(scenario, g, number)}
    view["name"] = words.named(scenario, g, number)
    s = scenario.tables[0]
    if number < a.NODE:
        u = number - a.UNIT
        view["unit"] = scenario.units[u]
        area = area_of(g, s, u)
        if g.place[u] == st.TARGET:
            area = int(g.group_area[g.at[u]])
        if area != st.NONE:
            view["area"] = area_name(int(area))
    elif number < a.SPOT_ACTION:
        n = number - a.NODE
        view["sea"], view["area"] = scenario.nodes[n], words.area_of_node(scenario, n)
    elif number < a.OWN_FLEET:
        p = (number - a.SPOT_ACTION) % st.MAX_SPOTS
        view["spot"], view["area"] = spot_name(scenario, p), area_name(int(g.spot_area[p]))
    elif number < a.BOX_ACTION:
        slot = words.slot_of(number, int(g.actor))
        view["fleet"] = slot_id(slot)
        if is_on_map(g, slot):
            view["area"] = words.area_of_node(scenario, int(g.fleet_node[slot]))
    elif number >= a.VERB:
        view["verb"] = a.VERBS[number - a.VERB]
    return view
