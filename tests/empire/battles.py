"""Battles laid in the laboratory, answers of both sides, and all results a battle may have.

A unit is written "name", "name/steps", then @ and a hex if it stands elsewhere and fights from
there, and words after @: `aside` (takes no part), `active`, `idle`, `reaction`, `landed`,
`home=hex` (landed from there), `from=hex` (came by land from there), `by=ship` (it was carried),
`strategic`, `bracket` (has used its bracketed range).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from glory_env.games.empire.laboratory import Laboratory

from . import world

Options = dict[str, int]
Choose = Callable[[Laboratory, Options], str]

ISLAND = 4423  # Guadalcanal: port and airfield, one hex
JAPAN, ALLIES = (3921, 4021, 4122, 4222), (4024, 4322, 4825)


class Choices:
    """Answers of both sides: the first key wanted that is offered; else no, done or the first.

    `moves`: the hex each unit goes to after the battles. `asked`: every question put; `offers`:
    the hexes a unit could go to.
    """

    def __init__(self, moves: dict[str, int] | None = None, **wanted: Iterable[Any]) -> None:
        self.moves = dict(moves or {})
        self.wanted = {name: [str(key) for key in keys] for name, keys in wanted.items()}
        self.asked: list[tuple[str, str, tuple[str, ...]]] = []
        self.offers: dict[str | None, set[str]] = {}
        self.unit: str | None = None

    def __call__(self, lab: Laboratory, options: Options) -> str:
        self.asked.append((lab.decision, lab.actor, tuple(options)))
        if lab.decision == "move_after_unit":
            self.unit = next((name for name in self.moves if name in options), None)
            return self.unit or self.other(options)
        wanted = self.wanted.get(lab.decision, [])
        if lab.decision == "move_after_place":
            self.offers.setdefault(self.unit, set()).update(options)
            places = self.moves.items()
            wanted = [str(at) for name, at in places if self.unit in (None, name)]
            self.moves.pop(self.unit or "", None)
            self.unit = None
        return next((key for key in wanted if key in options), None) or self.other(options)

    def other(self, options: Options) -> str:
        return next((key for key in ("no", "done") if key in options), next(iter(options)))

    def questions(self, *names: str) -> list[tuple[str, str, tuple[str, ...]]]:
        return [question for question in self.asked if question[0] in names]

    def offered(self, name: str) -> set[str]:
        """All that was ever offered in a decision."""
        return {key for _, _, options in self.questions(name) for key in options}


def places(choose: Choices, decision: str) -> set[int]:
    """The hexes offered in a decision."""
    return {int(key) for key in choose.offered(decision) if key.isdigit()}


def put(lab: Laboratory, text: str, battle: int, op: str) -> None:
    """A unit as it is written."""
    name, *words = text.split("@")
    name, _, steps = name.partition("/")
    at = next((int(word) for word in words if word.isdigit()), battle)
    more: dict[str, Any] = {"steps": int(steps)} if steps else {}
    if at != battle and "aside" not in words:
        more["fights"] = battle
        if (name[0] == "j") != (op == "JP"):
            more |= {"active": True, "reaction": True}
    for word in words:
        key, _, value = word.partition("=")
        more |= {
            "active": {"active": True},
            "idle": {"active": False},
            "reaction": {"active": True, "reaction": True},
            "landed": {"landed": True},
            "home": {"landed": True, "home": value},
            "from": {"by_land": True, "came_from": value},
            "by": {"carried_by": value},
            "strategic": {"strategic": True},
            "bracket": {"bracket_used": True},
        }.get(key, {})
    for key in more.keys() & {"home", "came_from"}:
        more[key] = int(more[key])
    lab.put(name, at, **more)


def lay(
    *units: str,
    at: int = ISLAND,
    side: str = "JP",
    condition: str = "intercept",
    ov: int = 3,
    turn: int = 1,
    japan: Iterable[int] = (),
    allies: Iterable[int] = (),
    effects: Iterable[tuple[Any, ...]] = (),
    dice: Iterable[int] = (),
    battle: bool = True,
) -> Laboratory:
    """A laboratory with one battle; the island belongs to the side that is attacked.

    units: texts of one or more units, with spaces between them.
    """
    lab = Laboratory(world.scenario("y1941"), side=side, condition=condition, ov=ov, turn=turn)
    lab.control("JP", *JAPAN)
    lab.control("AL", *ALLIES)
    lab.control("AL" if side == "JP" else "JP", ISLAND)
    lab.control("JP", *japan)
    lab.control("AL", *allies)
    for text in " ".join(units).split():
        put(lab, text, at, side)
    for effect in effects:
        lab.effect(*effect)
    if battle:
        lab.battle(at)
    lab.dice(*dice)
    return lab


def fight(*units: str, choose: Choose | None = None, **more: Any) -> Laboratory:
    """Lay and play to the end of the offensive."""
    lab = lay(*units, **more)
    lab.play(choose or Choices())
    return lab


def shots(lab: Laboratory, kind: str = "an") -> list[tuple[Any, ...]]:
    """Side, strength, die, modifier, factor and hits of every fire that was rolled."""
    return [
        (f["side"], f["strength"], f["die"], f["modifier"], float(f["factor"]), f["hits"])
        for f in lab.fires
        if f["kind"] == kind and f["strength"]
    ]


HITS = ("hit", "survivor", "weak_critical")
SHIFT = ("shift_from", "shift_to")


def reached(
    lab: Laboratory,
    read: Callable[[Laboratory], Any],
    names: Iterable[str] = HITS,
    actor: str | None = None,
    **wanted: Any,
) -> set[Any]:
    """All results of the game's own steps in a laid battle.

    names: the questions whose answers are all tried, if this actor is asked; wanted: answers to
    the others, as of `Choices`.
    """
    others = Choices(**wanted)

    def save() -> Any:
        return lab.games.copy(), lab.trace.copy(), [dict(fire) for fire in lab.fires]

    def back(saved: Any) -> None:
        lab.games[:], lab.trace[:], lab.fires = saved[0], saved[1], [dict(f) for f in saved[2]]

    def run(saved: Any) -> Iterator[Any]:
        """Play on to the next question tried, or to a result; positions after each answer."""
        back(saved)
        while lab.decision != "none":
            options = lab.options()
            if lab.decision in names and actor in (None, lab.actor):
                here = save()
                for action in options.values():
                    back(here)
                    lab.answer(action)
                    yield save()
                return
            lab.answer(options[others(lab, options)])
        found.add(read(lab))

    lab.begin()
    found: set[Any] = set()
    seen: set[bytes] = set()
    todo = [save()]
    while todo:
        for saved in run(todo.pop()):
            if (key := saved[0].tobytes()) not in seen:
                seen.add(key)
                todo.append(saved)
    return found


def names_of(*units: str) -> list[str]:
    """Names of the units in texts of units."""
    return [text.split("@")[0].split("/")[0] for text in " ".join(units).split()]
