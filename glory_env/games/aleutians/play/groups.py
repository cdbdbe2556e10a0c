"""Choices of the same kind under one title, and what can be chosen of them in one go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from glory_env.envs.agent import GameView
from glory_env.game.play import IllegalChoice
from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.choices import choice_view
from glory_env.games.aleutians.play.orders import IDLE, Step
from glory_env.play.reading import SEEDS
from glory_env.text.lazy import Joined, Name, Say, Text

View = dict[str, Any]
ROWS = "ABCD"
# Decisions that are asked again until "that is all": units of a group may go in one go.
REPEATED = {"form", "air_group", "land_units", "disembark"}
FOLLOW = {"form": "form_fleet", "disembark": "disembark_spot"}


class Batch(NamedTuple):
    """Choices in one go. key: what a page names it by; words: on its button."""

    key: str
    words: Text
    steps: list[Step]


class Group(NamedTuple):
    """Choices under one title. choices: action numbers; batches: what of them goes in one go."""

    title: Text | None
    choices: list[int]
    batches: list[Batch]

    def view(self) -> View:
        """In the form of `decision.groups`."""
        together = [
            {"key": one.key, "words": one.words, "n": len(one.steps)} for one in self.batches
        ]
        return {"title": self.title, "ids": self.choices, "together": together}


def groups(game: Game) -> list[Group]:
    """All choices of the pending decision, each in one group."""
    by_key = dict(sorted(_by_key(game).items(), key=_rank))
    last = by_key.pop("end", None)
    found = [
        Group(title, choices, list(_together(game, key, choices)))
        for key, (title, choices) in by_key.items()
    ]
    if len(found) == 1 and next(iter(by_key)).startswith("row "):
        found = [found[0]._replace(title=None)]
    return [*found, Group(None, last[1], [])] if last else found


def batch(game: Game, name: str) -> Batch | None:
    """The choices in one go that a page names by their key; None where there are none."""
    for key, (_, choices) in _by_key(game).items():
        kind, rest = name[: len(key) + 1], name[len(key) + 1 :]
        if kind == f"{key} ":
            for way in _ways(game, choices):
                if rest == _named(way):
                    return _batch(game, key, choices, way)
    return None


def _rank(group: tuple[str, Any]) -> str:
    """Attacks come before defence, rows of the map from north to south, what is off it last."""
    kind, *_ = group[0].split()
    return group[0] if kind == "row" else "z" if kind == "other" else kind


def _by_key(game: Game) -> dict[str, tuple[Text | None, list[int]]]:
    """The legal actions of each group, by its key, with its title."""
    found: dict[str, tuple[Text | None, list[int]]] = {}
    for number in game.legal_actions():
        key, title = _kind(game, number)
        found.setdefault(key, (title, []))[1].append(number)
    return found


def _kind(game: Game, number: int) -> tuple[str, Text | None]:
    """A key and the title of the group of a choice."""
    scenario, g = game.scenario, game.record
    if number in IDLE:
        return "end", None
    view = choice_view(scenario, g, number)
    if game.decision in ("air_target", "air_order"):
        area = view["area"]
        is_attack = words.attacks(scenario, g, number, int(g.actor))
        key = "attack" if is_attack else "defend"
        return f"{key} {area}", Say(f"staff.{key}", place=_area(game, area))
    if number < a.NODE:
        place = words.where(scenario, g, number - a.UNIT)
        return f"at {place}", place
    if number < a.OWN_FLEET:
        row = str(view["area"])[0]
        return f"row {row}", Say(f"staff.row.{row}")
    return "other", None


def _area(game: Game, area: str) -> Text:
    """An area with the names of its places."""
    scenario, g = game.scenario, game.record
    sites = {one["id"] for one in scenario.data["sites"] if one["area"] == area}
    places = [words.spot(scenario, g, p) for p, one in enumerate(scenario.spots) if one in sites]
    name = Name({"en": area, "ja": area})
    return Joined([name, *places], "list.dot") if places else name


def _together(game: Game, key: str, choices: list[int]) -> Iterator[Batch]:
    """What of a group of units goes in one go, as the seat may try it in a world of its own."""
    for way in _ways(game, choices):
        if (one := _batch(game, key, choices, way)) is not None:
            yield one


def _ways(game: Game, choices: list[int]) -> list[int | None]:
    """Where units of a group may go together; None: that is not asked, or there is one place."""
    units = [one for one in choices if one < a.NODE]
    if game.decision not in REPEATED or len(units) < 2:
        return []
    if (follow := FOLLOW.get(game.decision)) is None:
        return [None]
    probe: Game = GameView(game, game.actor).clone(SEEDS)
    probe.act(units[0])
    return [*probe.legal_actions()] if probe.decision == follow else [None]


def _named(way: int | None) -> str:
    return "all" if way is None else f"to {way}"


def _batch(game: Game, key: str, choices: list[int], way: int | None) -> Batch | None:
    """The units of a group that can go one way; None where it is one at most."""
    units = [one for one in choices if one < a.NODE]
    steps = _legal(game, units, FOLLOW.get(game.decision), way)
    n = sum(one.decision == game.decision for one in steps)
    if n < 2:
        return None
    said: Text = Say("staff.all", n=n)
    if way is not None:
        to = words.action(game.scenario, game.record, way, int(game.record.actor))
        said = Say("staff.all_to", n=n, to=to)
    return Batch(f"{key} {_named(way)}", said, steps)


def _legal(game: Game, units: list[int], follow: str | None, way: int | None) -> list[Step]:
    """The units that can be chosen one after the other, those left out that cannot."""
    twin: Game = GameView(game, game.actor).clone(SEEDS)
    seat, decision, steps = game.actor, game.decision, list[Step]()
    for unit in units:
        if (twin.actor, twin.decision) != (seat, decision):
            break
        before = twin.clone()
        try:
            twin.act(unit)
            new = [Step(decision, unit)]
            if follow is not None and twin.decision == follow:
                answer = way if way is not None else twin.legal_actions()[0]
                if twin.mask.sum() > 1 or way is not None:
                    new.append(Step(follow, answer))
                twin.act(answer)
        except IllegalChoice:
            twin = before
            continue
        steps += new
    return steps
