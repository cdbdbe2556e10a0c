"""Why a partner with a character chose as it did, in words: facts of the position first.

The numbers of its network stand beside them (`explain`). What is said here is true of the position
that the choice found, or is what the character's plan holds.
"""

from __future__ import annotations

from typing import Any

from glory_agents.glory.characters.traits import RANDOM_SHARE
from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.play.characters import goals, meant_boxes
from glory_env.games.glory.play.forecast import forecast
from glory_env.games.glory.play.partner_memory import BAD, remembers
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.speech import Scene, boxes_in_words, has_free_squadron, scene_of
from glory_env.games.glory.words import choice_words, facts, names
from glory_env.text.lazy import Joined, Say, Text


def reasons(session: GlorySession, k: int) -> list[Text]:
    """Reasons of line k; none of agents without a character and where there is nothing to say."""
    explained = session.explanations.get(k)
    scene = scene_of(session, k)
    if scene is None or scene.game.options.solo:
        return []
    if explained is not None and explained.drawn:
        share = RANDOM_SHARE[scene.who.level]
        return [Say("motive.drawn", level=scene.who.level, share=f"{share:.0%}")]
    make = _MOTIVES.get(scene.decision)
    return make(scene) if make else []


# --- the talks -----------------------------------------------------------------------------
def _offer(scene: Scene) -> list[Text]:
    game, mine, yours = scene.game, scene.choice[scene.seat], scene.choice[scene.other]
    own, theirs = scene.need(scene.seat), scene.need(scene.other)
    words: list[Text] = [Say("motive.needs", own=own, theirs=theirs, total=game.total)]
    words.append(Say("motive.shares", mine=mine, own=own, yours=yours, theirs=theirs))
    words += _wrong(scene)
    outlook = forecast(game)
    if outlook is not None and outlook.falls is not None:
        words.append(Say("motive.falls", floor=outlook.floor, turn=outlook.falls))
    meant = meant_boxes(game, scene.seat, scene.who, mine) if mine else []
    return (
        [*words, Say("motive.meant", boxes=boxes_in_words(game, meant, "list.comma"))]
        if meant
        else words
    )


def _wrong(scene: Scene) -> list[Text]:
    """The wrong it answers."""
    if not scene.wrong:
        return []
    bad = [one for one in remembers(scene.game, scene.seat) if one.kind in BAD]
    blamed = [one for one in bad if one.turn in (scene.wrong, scene.wrong - 1)]
    words = [one.words("memory") for one in blamed]
    return [Say("motive.wrong", turn=scene.wrong, what=Joined(words, "list.semicolon"))]


def _answer(scene: Scene) -> list[Text]:
    offered = scene.offer(scene.other)
    if offered is None:
        return []
    share, own, civil = offered[scene.seat], scene.need(scene.seat), offered["civil"]
    return [Say("motive.offered", share=share, own=own, civil=civil), *_wrong(scene)]


def _escort(scene: Scene) -> list[Text]:
    if "unit" in scene.choice:
        return [Say("motive.escort_free")]
    return [Say("motive.escort_kept" if has_free_squadron(scene.game) else "motive.escort_none")]


# --- the board -----------------------------------------------------------------------------
def _activate(scene: Scene) -> list[Text]:
    game, left = scene.game, scene.game.left[scene.seat]
    if "end" in scene.choice:
        prices = facts.prices(game, scene.seat)
        payable = [one for one in prices if one["price"] <= left]
        return [Say("motive.idle_kept" if payable else "motive.idle_dear", left=left)]
    unit = scene.choice["unit"]
    price = facts.price(game, unit)
    words: list[Text] = [Say("motive.price", price=price["price"], left=left)]
    goal = goals(game, scene.seat, scene.who, left).get(unit)
    return [*_of_box(scene, goal), *words] if goal else words


def _move(scene: Scene) -> list[Text]:
    if "to" not in scene.choice:
        return []
    start = scene.game.box(choice_words.mover(scene.choice))
    words = _of_box(scene, scene.choice["to"])
    if start in facts.contested(scene.game):
        words.append(Say("motive.leaves", box=names.place(scene.game.scenario, start)))
    return words


def _of_box(scene: Scene, box: str) -> list[Text]:
    """What a box is to the seat: its points, a marker there, the convoys, another's unit."""
    game, s = scene.game, scene.game.scenario.tables[0]
    b, place = game.scenario.boxes.index(box), names.place(game.scenario, box)
    if b == int(s.convoy):
        now, ship, _, _ = odds.convoy_odds(game.record, s)
        return [Say("motive.convoy", now=f"{now:.0f}", ship=f"{ship:.0f}")]
    words: list[Text] = []
    if points := int(s.box_gp[b, st.SERVICES.index(scene.seat)]):
        words.append(Say("motive.points", box=place, gp=points))
    if box in facts.contested(game):
        words.append(Say("motive.marker", box=place))
    return words or [Say("motive.goal", box=place)]


def _battle(scene: Scene) -> list[Text]:
    fight = facts.fight(scene.game, st.SERVICES.index(scene.seat), scene.choice["box"])
    return [Say("motive.battle", means=choice_words.means(fight))] if fight else []


def _pay(scene: Scene) -> list[Text]:
    total, loss = scene.game.total, int(scene.game.record.loss)
    if "pool" in scene.choice:
        return [Say("motive.pool", paid=scene.choice["pool"], loss=loss, total=total)]
    return [Say("motive.units", total=total)]


def _produce(scene: Scene) -> list[Text]:
    if "end" in scene.choice:
        return [Say("motive.built", left=scene.game.left["civil"])]
    cost = facts.of_choice(scene.game, scene.choice, "produce")
    values = {"price": cost["price"], "left": scene.game.left["civil"], "space": cost["space"]}
    return [Say("motive.builds" if cost["space"] else "motive.completes", **values)]


def _method(scene: Scene) -> list[Text]:
    now, _, _, large = odds.convoy_odds(scene.game.record, scene.game.scenario.tables[0])
    return [Say("motive.method", now=f"{now:.0f}", large=f"{large:.0f}")]


_MOTIVES: dict[str, Any] = {
    "offer": _offer, "answer": _answer, "escort_grant": _escort, "activate": _activate,
    "move": _move, "battle": _battle, "pay": _pay, "produce": _produce, "convoy_method": _method,
}  # fmt: skip
