"""Actions and complete choices of the Aleutians Campaign in words."""

from __future__ import annotations

from typing import Any

from glory_env.core.blocks import block_of
from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians.state import BUILT_SPOTS, FLEETS, MAX_SPOTS

FLEET_LETTERS = "ABCD"


def item_of(scenario: Any, action: int) -> tuple[str, str | int]:
    """The block of an action and what it names in it; ValueError outside the action table."""
    block = block_of(a.BLOCKS, action)
    return block.name, _item(scenario, block.name, action - block.start)


def _item(scenario: Any, block: str, k: int) -> str | int:
    if block == "unit":
        return str(scenario.units[k]) if k < len(scenario.units) else k
    if block == "node":
        return str(scenario.nodes[k]) if k < len(scenario.nodes) else k
    if block in ("spot", "field", "port"):
        return spot_name(scenario, k)
    if block in ("own_fleet", "enemy_fleet"):
        return FLEET_LETTERS[k % FLEETS]
    if block == "shift":
        return k - a.MAX_SHIFT if k < a.MAX_SHIFT else k - a.MAX_SHIFT + 1
    if block == "verb":
        return a.VERBS[k] if k < len(a.VERBS) else k
    return k


def spot_name(scenario: Any, p: int) -> str:
    """The id of a spot; fields built on open land are built_0, built_1 ..."""
    if p < len(scenario.spots):
        return str(scenario.spots[p])
    return f"built_{p - (MAX_SPOTS - BUILT_SPOTS)}"


WORDS = {
    "unit": "unit {}", "node": "sea area {}", "spot": "place {}", "field": "airfield of {}",
    "port": "port of {}", "own_fleet": "own fleet {}", "enemy_fleet": "enemy fleet {}",
    "box": "off the map", "number": "{}", "shift": "move the line by {:+d}", "verb": "{}",
}  # fmt: skip


def describe(scenario: Any, action: int, g: Any = None) -> str:
    """An action in plain words."""
    block, item = item_of(scenario, action)
    return WORDS[block].format(item)


def part_of_choice(scenario: Any, g: Any, action: int) -> dict[str, Any]:
    """What one legal micro-step says, as keys of the complete choice."""
    block, item = item_of(scenario, action)
    if block == "verb":
        return {str(item): True}
    if block == "box":
        return {"box": True}
    return {block: item}
