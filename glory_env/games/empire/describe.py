"""Actions and complete choices of Empire of the Sun in words."""

from __future__ import annotations

from typing import Any

from glory_env.core.blocks import block_of
from glory_env.games.empire import actions as a
from glory_env.games.empire.state import SIDES

CHINA_BOX = "china_box"


def item_of(scenario: Any, action: int, g: Any = None) -> tuple[str, str | int]:
    """The block of an action and what it names in it; ValueError outside the action table.

    Cards are named by the side that is asked; without `g` by their number in the own deck.
    """
    block = block_of(a.BLOCKS, action)
    return block.name, _item(scenario, block.name, action - block.start, g)


def _item(scenario: Any, block: str, k: int, g: Any) -> str | int:
    if block == "unit" and k < len(scenario.units):
        return str(scenario.units[k])
    if block == "place" and k <= len(scenario.places):
        return CHINA_BOX if k == len(scenario.places) else str(scenario.places[k])
    if block == "card" and g is not None and g.actor < len(SIDES):
        return f"{SIDES[g.actor]}{k + 1}"
    if block == "card":
        return k + 1
    if block == "verb" and k < len(a.VERBS):
        return a.VERBS[k]
    return k


def name_of(scenario: Any, item: str | int) -> str:
    """English name and id of a unit, place or card; what has no name stays as it is."""
    english = scenario.names.get(item, {}).get("en", item)
    return str(item) if english == item else f"{english} ({item})"


WORDS = {
    "unit": "unit {}", "place": "hex {}", "card": "card {}", "offset": "hex {} around the target",
    "number": "{}", "verb": "{}",
}  # fmt: skip


def describe(scenario: Any, action: int, g: Any = None) -> str:
    """An action in plain words."""
    block, item = item_of(scenario, action, g)
    return WORDS[block].format(name_of(scenario, item))


def part_of_choice(scenario: Any, g: Any, action: int) -> dict[str, Any]:
    """What one legal micro-step says, as keys of the complete choice."""
    block, item = item_of(scenario, action, g)
    return {str(item): True} if block == "verb" else {block: item}


def shown(choice: dict[str, Any]) -> dict[str, Any]:
    """What the other side sees of a choice: a card that is set aside is not named (R7.29-b)."""
    if "set_aside" in choice:
        return {key: value for key, value in choice.items() if key != "card"}
    return choice
