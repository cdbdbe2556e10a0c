"""Flavour: what the wireless makes of a battle. All lines are the project's own."""

from __future__ import annotations

from typing import Any

from glory_env.render.position import name
from glory_env.scenarios import Scenario

LINES = {
    "E": (
        "Patrols off {box} report contact. There is nothing further to announce.",
        "In {box} our forces are regrouping in good order. Readers are asked for patience.",
    ),
    "D": (
        "Harassing attacks in {box} continue by day and by night.",
        "The enemy's advance in {box} meets with resistance at every step.",
    ),
    "C": (
        "Fighting in {box} was severe; the enemy paid for the ground he stands on.",
        "Our forces in {box} struck the enemy's supply and returned.",
    ),
    "B": (
        "A heavy blow was dealt to the enemy in {box}.",
        "From {box} come reports of burning transports.",
    ),
    "A": (
        "A marked success in {box}: the enemy's plans are thrown into disorder.",
        "Extra edition: a fine day's work in {box}.",
    ),
    "S": (
        "A great victory in {box}! Flags are out in every street.",
        "The enemy in {box} has been beaten on the whole front.",
    ),
    "SS": (
        "All bells tonight for {box}: a triumph without equal.",
        "Nothing in the annals compares with what was done in {box}.",
    ),
}
RETREAT = "The enemy abandons {box}."


def communique(scenario: Scenario, battle: dict[str, Any], number: int) -> str:
    """A line for a battle's evaluation; the same number, the same line."""
    lines = LINES[battle["evaluation"]]
    said = lines[number % len(lines)]
    if battle["retreat"]:
        said = f"{said} {RETREAT}"
    return said.format(box=name(scenario, battle["box"]))
