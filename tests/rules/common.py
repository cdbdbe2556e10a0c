"""Small helpers shared by the rule tests; nothing in here knows how the rules are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from glory_env.games.glory.scenario import load
from tests.rules import kit
from tests.rules.kit import RuleGame

END = {"end": True}


def position(phase: str, *, dice: Sequence[int] = (), **values: Any) -> RuleGame:
    """`kit.position`, strict about dice: none are rolled that a test has not named."""
    return kit.position(phase, dice=dice, **values)


def faces(hits: int, dice: int) -> list[int]:
    """`dice` faces of which `hits` hit in any turn (6) and the others miss (1)."""
    return [6] * hits + [1] * (dice - hits)


def rolls(game: RuleGame, purpose: str) -> list[list[int]]:
    """The faces of every roll for `purpose` in the lines of the last call."""
    return [
        roll["faces"] for line in game.lines for roll in line["dice"] if roll["purpose"] == purpose
    ]


def owed(game: RuleGame) -> int:
    """The loss that is still to be paid: the most the total may be charged now."""
    return max(choice["pool"] for choice in game.choices() if "pool" in choice)


def payers(game: RuleGame) -> set[str]:
    """Units and forts that may be named in the pending payment."""
    return {c.get("damage", c.get("fort")) for c in game.choices() if "pool" not in c}


def targets(game: RuleGame, piece: str) -> set[str]:
    """Boxes `piece` may move to at the pending move decision."""
    return {c["to"] for c in game.choices() if piece in (c.get("unit"), c.get("piece"))}


def sea(piece: str, to: str, embark: str = "homeland", land: str = "") -> dict:
    """The army's choice of a move with a sea leg from `embark` to `land` (default: `to`)."""
    return {"piece": piece, "to": to, "by": "sea", "embark": embark, "land": land or to}


def land(piece: str, to: str) -> dict:
    """The army's choice of a move along land lines only."""
    return {"piece": piece, "to": to, "by": "land"}


def air(piece: str, to: str) -> dict:
    """The army's choice of a move of an aircraft unit."""
    return {"piece": piece, "to": to, "by": "air"}


def finish_turn(game: RuleGame, convoy: int = 6, invasion: int = 1) -> None:
    """From the first convoy decision (method A) to the next turn's offer, doing nothing."""
    game.play({"request": False})
    game.choose({"large": False}, dice=[convoy, 1])
    game.play(END)
    game.choose(END, dice=[invasion, 1])


def idle_turn(game: RuleGame, army: int, navy: int, convoy: int = 6, invasion: int = 1) -> None:
    """From the offer to the next turn's offer; no combat may come up on the way."""
    game.play({"army": army, "navy": navy}, {"accept": True}, END, END, END, END)
    finish_turn(game, convoy, invasion)


@cache
def raw_scenario() -> dict:
    """The scenario file as plain YAML, read past the loader."""
    return yaml.safe_load(Path(load("glory").path).read_text(encoding="utf-8"))


def variant(folder: Path, *changes: tuple[str, str]) -> str:
    """A copy of the scenario file with pieces of its text replaced; returns the path."""
    text = Path(load("glory").path).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} does not stand exactly once in the scenario"
        text = text.replace(old, new)
    path = folder / "variant.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)
