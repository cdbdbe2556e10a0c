"""Why a click on a counter or a box means nothing now: no illegal click stays without a reason."""

from __future__ import annotations

from typing import Any

from glory_env.core import state as st
from glory_env.game.game import Game
from glory_env.play import facts, words
from glory_env.render.position import name
from glory_env.rules.board import can_be_inactive, is_aircraft

Reason = dict[str, Any]
ASKING = {"activate": "activated", "move": "moved", "pay": "damaged", "produce": "built"}


def why_not(game: Game, counter: str | None, box: str | None, waits: bool) -> Reason:
    """The reason as a `reason` message; counter, box: ids of the scenario, one of them given.

    waits: whether a person is to choose now.
    """
    if not waits:
        return _reason("nobody_decides", "Nothing can be chosen now: wait for your turn.")
    if counter is not None:
        return _of_counter(game, counter)
    return _of_box(game, str(box))


def _reason(key: str, said: str, **known: Any) -> Reason:
    return {"type": "reason", "key": key, "facts": known, "words": said}


def _of_counter(game: Game, counter: str) -> Reason:
    g, s, u = game.record, game.scenario.tables[0], game.counter(counter)
    who, label = st.SERVICES[int(s.service[u])], name(game.scenario, counter)
    word = game.decision
    known = {"counter": counter, "service": who}
    if word not in ASKING and word not in ("escort_grant", "support", "convoy_damage"):
        return _reason(
            "not_this_decision", f"{label} is not asked about now: {words.question(game)}", **known
        )
    if who != game.actor and word in ("activate", "move"):
        return _reason(
            "other_service", f"{label} belongs to the {who}; the {game.actor} decides now.", **known
        )
    if g.place[u] < 0 and word != "produce":
        return _reason("not_on_map", f"{label} is not on the map.", **known)
    if word == "activate":
        return _not_activated(game, u, label, known)
    if word == "move":
        return _not_moved(game, u, label, known)
    if word in ("pay", "support") and int(g.place[u]) != int(g.battle_box):
        box = game.scenario.boxes[int(g.battle_box)]
        said = f"The battle is in {name(game.scenario, box)}; {label} is not there."
        return _reason("not_here", said, **known, box=box)
    if word == "pay" and is_aircraft(s, u):
        said = f"{label}: aircraft pay no losses, they take a damage by fighting."
        return _reason("aircraft", said, **known)
    if word == "pay" and not g.active[u]:
        return _reason("not_active", f"{label} is not Active: it did not fight.", **known)
    done = ASKING.get(word, "named")
    return _reason("not_this_decision", f"{label} cannot be {done} now.", **known)


def _not_activated(game: Game, u: int, label: str, known: dict[str, Any]) -> Reason:
    g, s = game.record, game.scenario.tables[0]
    if not can_be_inactive(s, u):
        said = f"{label} needs no activation: its kind is always ready."
        return _reason("always_active", said, **known)
    if g.active[u]:
        return _reason("already_active", f"{label} is Active already.", **known)
    price = facts.price(game, known["counter"])["price"]
    left = game.left[game.actor]
    said = f"{label} costs {price}, and {left} of the share is left."
    return _reason("too_dear", said, **known, price=price, left=left)


def _not_moved(game: Game, u: int, label: str, known: dict[str, Any]) -> Reason:
    g = game.record
    if g.moved[u]:
        return _reason("already_moved", f"{label} has moved already this turn.", **known)
    if not g.active[u] and game.scenario.tables[0].kind[u] < st.FORT:
        return _reason("not_active", f"{label} is not Active: only Active units move.", **known)
    return _reason("cannot_move", f"{label} has nowhere to go from where it stands.", **known)


def _of_box(game: Game, box: str) -> Reason:
    label, word = name(game.scenario, box), game.decision
    if word == "battle":
        if box not in facts.contested(game):
            said = f"No Allied marker stands in {label}: there is no battle."
        else:
            said = f"In {label} the {game.actor} has no Active unit that has not fought there."
        return _reason("no_battle", said, box=box)
    if word == "move":
        said = f"No piece chosen now can go to {label}: pick the piece first, then where it goes."
        return _reason("no_way", said, box=box)
    return _reason(
        "not_this_decision", f"{label} is not asked about now: {words.question(game)}", box=box
    )
