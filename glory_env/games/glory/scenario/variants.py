"""Other readings and other maps, for the sensitivity rows: what would change if they were right."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.scenario.freeze import freeze
from glory_env.games.glory.scenario.schema import File
from glory_env.scenario.problems import Problems
from glory_env.scenario.read import read_model

H1_B = ("solomons", "east_new_guinea", "philippines", "taiwan_okinawa")
H1_N = ("marshalls", "marianas", "bonins")

Data = dict[str, Any]  # content of a scenario file


class Variant(NamedTuple):
    """One change: of options of the game, or of the scenario's data (in place)."""

    key: str
    name: str
    options: Mapping[str, Any] = {}
    change: Callable[[Data], None] | None = None


def h1_routes(data: Data) -> None:
    """A-08, H1: B comes up the Solomons and New Guinea, N starts against the Marshalls.

    The marker that stands in the Solomons at the start is then B's.
    """
    _marker(data, "B").update(route=list(H1_B), start="solomons")
    _marker(data, "N").update(route=list(H1_N), start="base")


def beyond_java(data: Data) -> None:
    """A-07 (d): the British go on from Java to the Philippines and Taiwan/Okinawa.

    Java then lies toward their bases, seen from the Philippines.
    """
    for name in ("C", "I"):
        marker = _marker(data, name)
        marker["route"] = [*marker["route"], "philippines", "taiwan_okinawa"]
    data["ahead"]["philippines"] = [*data["ahead"]["philippines"], "java"]


def _with(section: str, key: str, value: int) -> Callable[[Data], None]:
    """One number of the file changed."""

    def change(data: Data) -> None:
        data[section][key] = value

    return change


VARIANTS = (
    Variant("absorbers", "absorbers = box", {"rulings": {"absorbers": "box"}}),
    Variant("bonus", "base bonus once", {"rulings": {"base_bonus_repeats": False}}),
    Variant("h1", "H1 routes", change=h1_routes),
    Variant("java", "routes C and I beyond Java", change=beyond_java),
)
# More at stake than in the game: no reading of the rules.
STAKES = (
    Variant("floor_150", "lost below 150", change=_with("tonnage", "defeat_below", 150)),
    Variant("floor_200", "lost below 200", change=_with("tonnage", "defeat_below", 200)),
    Variant("start_530", "530 at the start", change=_with("tonnage", "start", 530)),
    Variant("margin_1", "a lead of 1 GP wins", change=_with("victory", "margin", 1)),
)
# For what bargaining is worth; no reading of the rules.
NO_TALKS = Variant("no_talks", "no talks", {"negotiation": "fixed", "fixed_split": "needs"})
BY_KEY = {variant.key: variant for variant in (*VARIANTS, *STAKES, NO_TALKS)}


def _marker(data: Data, name: str) -> Data:
    return next(entry for entry in data["markers"] if entry["id"] == name)


def applies(variant: Variant, scenario: Scenario) -> bool:
    """Whether the scenario has the map a variant is about."""
    return variant.change is None or {*"NBCI", *H1_B, *H1_N} <= {*scenario.markers, *scenario.boxes}


def options_of_variant(key: str) -> Mapping[str, Any]:
    """Options of the game in a variant, other than the configured ones; none without a key."""
    return BY_KEY[key].options if key else {}


def board_of(key: str, scenario: Scenario) -> Scenario:
    """The scenario of a variant; without a key as it is."""
    return scenario_of(BY_KEY[key], scenario) if key else scenario


def scenario_of(variant: Variant, scenario: Scenario) -> Scenario:
    """The scenario with the change made; its id is the given one's and the change's key.

    Built from the data without the file checks: one of them keeps two nations out of a box, which
    routes beyond Java cannot do. In such a box the engine reads the column of the marker that
    stands first in the file, the US.
    """
    if variant.change is None:
        return scenario
    data = copy.deepcopy(scenario.data)
    variant.change(data)
    return replace(
        scenario,
        name=f"{scenario.name}, {variant.name}",
        id=f"{scenario.id}+{variant.key}",
        tables=freeze(read_model(File, data, Problems(scenario.path))),
        data=data,
    )
