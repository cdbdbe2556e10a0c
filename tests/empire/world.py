"""The real map, tables and set-ups for tests, and the printed map as plain data."""

from __future__ import annotations

from functools import cache
from typing import Any

from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.scenario import Scenario, load
from glory_env.games.empire.start import start_position

SCENARIOS = {
    "y1941": "campaign_1941",
    "y1942": "year_1942",
    "y1943": "year_1943",
    "y1944": "year_1944",
}


@cache
def scenario(setup: str = "y1943") -> Scenario:
    return load(SCENARIOS[setup])


def tables(setup: str = "y1943") -> Tables:
    """Tables of one's own, to be changed."""
    return scenario(setup).tables.copy()[0]


def start(setup: str) -> Game:
    """The start position of a set-up."""
    return start_position(scenario(setup))[0]


@cache
def index_of(number: int) -> int:
    """The hex of a printed number."""
    return scenario().hexes.index(number)


def number_of(hex_: int) -> int:
    return scenario().hexes[hex_]


def unit_of(name: str) -> int:
    return scenario().units.index(name)


def control(setup: str) -> set[int]:
    """The hexes that a set-up lists as Japan's."""
    entry = scenario().data["setups"]["setups"][setup]
    return {*entry["control"], *entry["hexes"]}


def map_data() -> dict[str, Any]:
    """What the reference reads: the entries of the map's file, under its own names."""
    data = scenario().data["map"]
    hexes = [
        {
            "id": int(number),
            "t": entry["terrain"],
            "r": entry.get("region", ""),
            "f": [*entry.get("has", ()), f"garrison_{entry.get('garrison', 'none')}"],
            "s": entry["sides"],
        }
        for number, entry in data["hexes"].items()
    ]
    kwai = {frozenset(pair) for pair in data["routes"]["kwai"]}
    routes = [
        {"a": a, "b": b, "name": "kwai" if frozenset((a, b)) in kwai else ""}
        for a, b in (*data["routes"]["rail"], *data["routes"]["road"])
    ]
    sources = {"JP": {"hexes": data["sources"]["japan"]}, "AL": data["sources"]}
    return {
        "ocean": data["ocean"],
        "hexes": hexes,
        "blocked_sides": {"pairs": data["closed"]},
        "routes": routes,
        "supply_sources": sources,
    }
