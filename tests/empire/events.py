"""Events of cards for tests: one side holds one card and is to play it."""

from __future__ import annotations

from typing import Any

from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules.initiative import begin_offensives
from glory_env.games.empire.scenario import Scenario

from . import world

Places = dict[str, int]


def holding(
    card: str,
    units: Places,
    enemies: Places | None = None,
    setup: str = "y1943",
    **more: Any,
) -> Laboratory:
    """A side is asked for its only card, on an empty map with these units; hexes are theirs.

    card: "JP28". more: turn; asp of the side.
    """
    side, other = card[:2], "AL" if card[:2] == "JP" else "JP"
    lab = Laboratory(scenario_of(setup), side, turn=more.get("turn", 5))
    for name, number in units.items():
        lab.put(name, number, active=False)
    for name, number in (enemies or {}).items():
        lab.put(name, number)
    lab.control(side, *units.values())
    lab.control(other, *(enemies or {}).values())
    lab.g.rivalry[:] = 0
    lab.g.asp[:] = more.get("asp", 7)
    lab.g.asp_used[:] = 0
    lab.hold(other)
    lab.hold(side, int(card[2:]))
    lab.g.card_turn[:] = lab.g.turn
    begin_offensives(lab.g)
    lab._play_on()
    lab.say(f"card {card[2:]}")
    return lab


def scenario_of(setup: str) -> Scenario:
    return world.scenario(setup)


def begun(
    card: str, hq: str, units: Places, enemies: Places | None = None, **more: Any
) -> Laboratory:
    """The event is played and the HQ chosen."""
    lab = holding(card, units, enemies, **more)
    lab.say("event", hq)
    return lab


def all_active(lab: Laboratory) -> Laboratory:
    """Whoever may be activated is."""
    while lab.decision == "activate":
        lab.say(next((name for name in lab.options() if name != "done"), "done"))
    return lab


def pile_of(lab: Laboratory, card: str) -> int:
    """Where a card is, by `state.PILES`."""
    return int(lab.g.card_at[("JP", "AL").index(card[:2]), int(card[2:]) - 1])
