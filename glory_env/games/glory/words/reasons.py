"""Why a click on a counter or a box means nothing now: no illegal click stays without a reason."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import COUNTER
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules.board import can_be_inactive, is_aircraft
from glory_env.games.glory.words import facts, names
from glory_env.text.lazy import Say, Text

Reason = dict[str, Any]
OF_COUNTERS = {word for word, d in decisions.BY_WORD.items() if COUNTER in d.actions}
OF_BOXES = {"battle": "no_battle", "move": "no_way"}


def why_not(game: Game, counter: str | None, box: str | None, waits: bool) -> Reason:
    """The reason as a `reason` message; counter, box: ids of the scenario, one of them given.

    waits: whether a person is to choose now.
    """
    if not waits:
        return _reason("nobody_decides")
    if counter is None:
        key = OF_BOXES.get(game.decision, "not_this_decision")
        return _reason(key, {"box": box}, item=names.name(game.scenario, str(box)))
    item = names.name(game.scenario, counter)
    who = st.SERVICES[int(game.scenario.tables[0].service[game.counter(counter)])]
    about: dict[str, Any] = {"counter": counter, "service": who}
    key = _of_counter(game, counter, who)
    words: dict[str, Text] = {"service": names.service(who)}
    if key == "too_dear":
        about["price"] = facts.price(game, counter)["price"]
        about["left"] = game.left[game.actor]
    elif key == "not_here":
        about["box"] = game.scenario.boxes[int(game.record.battle_box)]
        words["box"] = names.name(game.scenario, about["box"])
    return _reason(key, about, **{**about, **words, "item": item})


def _reason(key: str, about: dict[str, Any] | None = None, **values: Any) -> Reason:
    words = Say(f"reason.{key}", **values)
    return {"type": "reason", "key": key, "facts": about or {}, "words": words}


def _of_counter(game: Game, counter: str, who: str) -> str:
    g, s, u = game.record, game.scenario.tables[0], game.counter(counter)
    decision = game.decision
    if decision not in OF_COUNTERS:
        return "not_this_decision"
    if who != game.actor and decision in ("activate", "move"):
        return "other_service"
    if g.place[u] < 0 and decision != "produce":
        return "not_on_map"
    if decision == "activate":
        if not can_be_inactive(s, u):
            return "always_active"
        return "already_active" if g.active[u] else "too_dear"
    if decision == "move":
        if g.moved[u]:
            return "already_moved"
        return "cannot_move" if g.active[u] or s.kind[u] >= st.FORT else "not_active"
    if decision in ("pay", "support") and int(g.place[u]) != int(g.battle_box):
        return "not_here"
    if decision == "pay" and is_aircraft(s, u):
        return "aircraft"
    if decision == "pay" and not g.active[u]:
        return "not_active"
    return "not_this_decision"
