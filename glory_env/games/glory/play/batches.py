"""Several choices of a person in one go: which are offered, each a list of ordinary choices.

A list is tried on a copy of the game first, so that it holds what is legal as the game stands.
Moves by sea are in none: each is a question of its own, and dice follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game, IllegalChoice
from glory_env.games.glory.play.menu import PIECE
from glory_env.games.glory.play.production_plan import plans
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import facts, names
from glory_env.text.lazy import Capital, Say, Text

Choice = dict[str, Any]
ALL, ALIKE, BOX, LAST, CONVOY, REFUSE = "all", "alike", "box", "last", "convoy", "refuse"
PLAN = "plan"


class Batch(NamedTuple):
    """Choices to be made one after the other.

    key: of the above. counters: what they are about. title: the pieces that move together. label,
    words: in short, and standing alone. to: the box all of them move to. lasts: partners decide in
    between, to the end of the phase. more: its steps in words.
    """

    key: str
    counters: list[str]
    label: Text
    words: Text
    choices: list[Choice]
    to: str | None = None
    lasts: bool = False
    title: Text | None = None
    more: Sequence[Text] = ()


def batches(session: GlorySession) -> list[Batch]:
    """What can be done in one go now; each but a plan has at least two choices."""
    build = _BUILDERS.get(session.game.decision)
    found = build(session) if build else ()
    return [one for one in found if len(one.choices) > 1 or (one.choices and one.key == PLAN)]


def play(session: GlorySession, batch: Batch) -> None:
    """Make the choices, as one step of undo.

    Ends early where something else is asked. Where one is not legal any more those before it stay,
    and a notice says so; IllegalChoice where already the first is not, and nothing has changed.
    """
    game = session.game
    asked = game.turn, game.phase, game.actor, game.decision
    for done, choice in enumerate(batch.choices):
        while (
            done and batch.lasts and _is_between(session) and (game.turn, game.phase) == asked[:2]
        ):
            session.play_on()
        if (game.turn, game.phase, game.actor, game.decision) != asked:
            return
        try:
            session.choose(choice, batch.words)
        except IllegalChoice:
            if not done:
                raise
            values = {"done": done, "of": len(batch.choices)}
            words = Say("batch.stopped", words=batch.words, **values)
            session.notice = {"key": "batch_stopped", "facts": values, "words": words}
            return


def _is_between(session: GlorySession) -> bool:
    return not (session.is_over or session.waits_for)


def _batch(key: str, about: str, choices: list[Choice], **values: Any) -> Batch:
    """One whose texts are those of a key. about: the part of it that tells decisions apart."""
    label = Say(f"batch.{about}", n=len(choices), **values)
    counters = [one for one in map(_counter, choices) if one]
    return Batch(key, counters, label, label, choices)


def _counter(choice: Choice) -> str:
    """The counter a choice is about, or empty."""
    unit = choice.get("unit") or choice.get("piece") or choice.get("advance")
    return str(unit or choice.get("counter", ""))


# --- activation ----------------------------------------------------------------------------
def _activations(session: GlorySession) -> Iterator[Batch]:
    game = session.game
    idle = [price["counter"] for price in facts.prices(game, game.actor)]
    yield _batch(ALL, "activate_all", _legal(game, _units(idle)), left=game.left[game.actor])
    if last := _legal(game, _last(session)):
        yield _batch(LAST, "activate_last", last)
    by_box: dict[str, list[str]] = {}
    for unit in idle:
        by_box.setdefault(game.box(unit), []).append(unit)
    for box, units in by_box.items():
        place = names.place(game.scenario, box)
        if len(by_box) > 1:
            yield _batch(BOX, "activate_box", _legal(game, _units(units)), box=place)
        for same in _alike(game, units):
            if len(same) < len(units):
                piece = names.name(game.scenario, same[0])
                choices = _legal(game, _units(same))
                yield _batch(ALIKE, "activate_alike", choices, piece=piece, box=place)


def _units(units: Iterable[str]) -> list[Choice]:
    return [{"unit": unit} for unit in units]


# --- moves ---------------------------------------------------------------------------------
def _moves(session: GlorySession) -> Iterator[Batch]:
    game, scenario = session.game, session.game.scenario
    convoy = scenario.boxes[int(scenario.tables[0].convoy)]
    ways: dict[str, dict[str, dict[str, Choice]]] = {}  # by box, piece and goal
    for group in session.groups():
        if group.key != PIECE:
            continue
        choices = [entry.choice for entry in group.entries if entry.choice.get("by") != "sea"]
        key = next(iter(group.entries[0].choice))
        lowest = str(group.entries[0].choice[key])
        here = ways.setdefault(game.box(lowest), {})
        for piece in _same(game, lowest):
            here[piece] = {one["to"]: {**one, key: piece} for one in choices}
    escorts = (
        goals[convoy] for here in ways.values() for goals in here.values() if convoy in goals
    )
    yield _batch(CONVOY, "move_convoy", _legal(game, escorts))
    if last := _legal(game, _last(session)):
        yield _batch(LAST, "move_last", last)
    for box, here in ways.items():
        place = names.place(scenario, box)
        yield from _together(game, BOX, here, "move_box", box=place)
        for same in _alike(game, list(here)):
            if len(same) < len(here):
                some = {piece: here[piece] for piece in same}
                named = names.name(scenario, same[0])
                yield from _together(game, ALIKE, some, "move_alike", piece=named, box=place)


def _together(
    game: Game, key: str, ways: dict[str, dict[str, Choice]], about: str, **values: Any
) -> Iterator[Batch]:
    """The goals that at least two of some pieces can reach; how many find room in the convoy box
    has to be tried."""
    convoy = game.scenario.boxes[int(game.scenario.tables[0].convoy)]
    for goal in dict.fromkeys(goal for goals in ways.values() for goal in goals):
        choices = [goals[goal] for goals in ways.values() if goal in goals]
        if goal == convoy:
            choices = _legal(game, choices)
        to = names.place(game.scenario, goal)
        label = Say("batch.move_to", box=to, n=len(choices))
        words = Say("batch.move", what=Say(f"batch.{about}", n=len(choices), **values), to=to)
        title = Capital(Say(f"batch.{about}", n=len(ways), **values))
        yield Batch(key, list(ways), label, words, choices, goal, title=title)


# --- production, escorts -------------------------------------------------------------------
def _production(session: GlorySession) -> Iterator[Batch]:
    """A safe and a bold plan; of items on the track those nearest to completion come first.

    A seat that has civil tonnage left is asked on: what nobody spends is lost.
    """
    game = session.game
    for plan in plans(game):
        batch = _batch(PLAN, f"plan_{plan.name}", plan.choices)
        yield batch._replace(lasts=True, more=plan.steps)
    track = [one for one in game.choices() if "advance" in one]
    track.sort(key=lambda one: game.space(one["advance"]))
    if track:
        choices = _legal(game, track)
        yield _batch(ALL, "produce_all", choices, left=game.left["civil"])._replace(lasts=True)
    if last := _legal(game, _last(session)):
        yield _batch(LAST, "produce_last", last)._replace(lasts=True)


def _refusals(session: GlorySession) -> Iterator[Batch]:
    """No more requests than there are counters can still come."""
    choices = [{"refuse": True}] * len(session.game.scenario.counters)
    yield _batch(REFUSE, "refuse_all", choices)._replace(lasts=True)


_BUILDERS: dict[str, Callable[[GlorySession], Iterator[Batch]]] = {
    "activate": _activations,
    "move": _moves,
    "produce": _production,
    "escort_grant": _refusals,
}


# --- what is legal -------------------------------------------------------------------------
def _last(session: GlorySession) -> Iterator[Choice]:
    """What the service to decide chose in this decision one turn before, without moves by sea."""
    game = session.game
    for line in session.record.lines:
        asked = line["turn"], line["actor"], line["decision"]
        if asked == (game.turn - 1, game.actor, game.decision):
            choice = line["choice"]
            if "end" not in choice and choice.get("by") != "sea":
                yield choice


def _legal(game: Game, choices: Iterable[Choice]) -> list[Choice]:
    """Those that can be chosen one after the other, as long as the same is asked; the rest is left
    out. A counter means any that looks the same: the rules name the lowest id."""
    twin, legal = game.clone(), []
    asked = game.decision, game.actor, game.phase
    for choice in choices:
        while twin.decision == "produce" and twin.actor != game.actor:
            twin.choose({"end": True})  # the partner picks in turn: here it takes nothing
        if (twin.decision, twin.actor, twin.phase) != asked:
            break
        for one in _stand_ins(twin, choice):
            try:
                twin.choose(one)
            except IllegalChoice:
                continue
            legal.append(one)
            break
    return legal


def _stand_ins(game: Game, choice: Choice) -> list[Choice]:
    if "start" in choice:
        return [one for one in game.choices() if one.get("start") == choice["start"]]
    key = next((key for key in ("unit", "piece", "advance") if key in choice), None)
    if key is None:
        return [choice]
    return [{**choice, key: one} for one in dict.fromkeys((choice[key], *_same(game, choice[key])))]


def _same(game: Game, counter: str) -> list[str]:
    """The counters that look the same as one, itself among them, by their ids' order."""
    looks = _looks(game)
    same = (looks == looks[game.counter(counter)]).all(axis=1)
    return [game.scenario.counters[u] for u in np.flatnonzero(same)]


def _looks(game: Game) -> np.ndarray:
    """What is seen of each counter: a row of int64 each."""
    g, n = game.games[0], len(game.scenario.counters)
    space = np.where(g["place"] == st.TRACK, g["space"], 0)
    columns = [g[name] for name in ("place", "active", "damage", "moved")]
    columns += game.scenario.tables["face"][0], space
    return np.stack([column[:n] for column in columns], axis=1).astype(np.int64)


def _alike(game: Game, units: list[str]) -> list[list[str]]:
    """Units that look the same, together; only where there are several."""
    looks = _looks(game)
    by_look: dict[bytes, list[str]] = {}
    for unit in units:
        by_look.setdefault(looks[game.counter(unit)].tobytes(), []).append(unit)
    return [sorted(same, key=game.counter) for same in by_look.values() if len(same) > 1]
