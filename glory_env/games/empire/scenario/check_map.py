"""What must be true between hexes, hexsides, routes, edges and countries."""

from __future__ import annotations

from collections.abc import Iterable

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario import geometry
from glory_env.games.empire.scenario.freeze_map import (
    GROUND,
    SHIPS,
    field_numbers,
    hex_numbers,
    place_numbers,
    side_of,
)
from glory_env.games.empire.scenario.gather import DataProblems
from glory_env.games.empire.scenario.schema import File, Hex, Map
from glory_env.scenario.problems import Problems

HEXES = "map.hexes"


def check_map(file: File, problems: Problems) -> None:
    """All checks of the map; errors go to `problems`."""
    data = file.map
    known = set(hex_numbers(data))
    _check_numbers(data, problems)
    for number, entry in data.hexes.items():
        _check_hex(number, entry, problems)
        _check_sides(data, known, number, problems)
    for number in data.not_hexes:
        if number in known:
            problems.add("map.not_hexes", number, "numbers that are no hexes")
    for pair in data.closed:
        if pair[1] not in [geometry.neighbour(pair[0], d) for d in range(6)]:
            problems.add("map.closed", list(pair), "two neighbours")
    _check_routes(data, known, problems)
    _check_named(data, known, problems)
    _check_nations(data, problems)


def _check_numbers(data: Map, problems: Problems) -> None:
    """No hex twice, and no more of anything than the record holds."""
    for column, rows in data.ocean.items():
        for row in rows:
            if column * 100 + row in data.hexes:
                expected = f"rows without {row}, which is a hex of {HEXES}"
                problems.add(f"map.ocean.{column}", list(rows), expected)
    for what, count, most in (
        ("hexes", len(hex_numbers(data)), st.MAX_HEXES),
        ("hexes with land", len(place_numbers(data)), st.MAX_PLACES - 1),
        ("airfields", len(field_numbers(data)), st.MAX_FIELDS - 1),
    ):
        if count > most:
            problems.add(HEXES, f"{count} {what}", f"at most {most}")


def _check_hex(number: int, entry: Hex, problems: Problems) -> None:
    """What is printed in one hex."""
    key = f"{HEXES}.{number}"
    if entry.terrain == "ocean":
        if entry.region or entry.garrison or set(entry.has) - {"airfield"}:
            problems.add(f"{key}.terrain", entry.terrain, "a terrain of land where there is a base")
        return
    if entry.region is None:
        problems.add(f"{key}.region", entry.region, "a region for every hex with land")
    if entry.garrison and "city" not in entry.has:
        problems.add(f"{key}.garrison", entry.garrison, "a garrison in a city only")
    if "port" in entry.has and not set(entry.sides) & set(SHIPS):
        problems.add(f"{key}.has", list(entry.has), "a port only where ships can come")
    if entry.terrain == "atoll" and set(entry.sides) & set(GROUND):
        problems.add(f"{key}.sides", entry.sides, "no way by land from an atoll")


def _check_sides(data: Map, known: set[int], number: int, problems: Problems) -> None:
    """Both hexes of a side say the same; X where there is no hex, or where no way leads."""
    closed = {frozenset(pair) for pair in data.closed}
    for d, letter in enumerate(data.hexes[number].sides):
        beyond = geometry.neighbour(number, d)
        none = beyond not in known or frozenset((number, beyond)) in closed
        name = geo.DIRECTIONS[d]
        if none and letter != "X":
            expected = f"X to the {name}, where no hex lies or no way leads"
            problems.add(f"{HEXES}.{number}.sides", data.hexes[number].sides, expected)
        elif not none and letter == "X":
            expected = f"a letter other than X to the {name}, where {beyond} lies"
            problems.add(f"{HEXES}.{number}.sides", data.hexes[number].sides, expected)
        elif (
            beyond is not None and beyond > number and side_of(data, beyond, (d + 3) % 6) != letter
        ):
            _note_unlike(data, number, beyond or 0, d, problems)


def _note_unlike(data: Map, number: int, beyond: int, d: int, problems: Problems) -> None:
    """One line for a side that two hexes have otherwise: about the one an owner has changed."""
    key = f"{HEXES}.{beyond}.sides"
    if isinstance(problems, DataProblems) and problems.changed(key):
        number, beyond, d = beyond, number, (d + 3) % 6
    letter = side_of(data, beyond, (d + 3) % 6)
    expected = f"{letter} to the {geo.DIRECTIONS[d]}, as {beyond} has it"
    problems.add(f"{HEXES}.{number}.sides", data.hexes[number].sides, expected)


def _check_routes(data: Map, known: set[int], problems: Problems) -> None:
    """Routes lead over sides that ground units pass, each once; the bridge is one of them."""
    routes = data.routes
    seen: set[frozenset[int]] = set()
    for name in ("rail", "road"):
        for one, other in getattr(routes, name):
            key = f"map.routes.{name}"
            sides = {geometry.neighbour(one, d): side_of(data, one, d) for d in range(6)}
            if one not in known or sides.get(other, "X") not in GROUND:
                problems.add(key, [one, other], "two hexes with a way by land between them")
            if frozenset((one, other)) in seen:
                problems.add(key, [one, other], "every route once")
            seen.add(frozenset((one, other)))
    for pair in routes.kwai:
        if frozenset(pair) not in seen:
            problems.add("map.routes.kwai", list(pair), "one of the routes")
    with_route = {number for pair in seen for number in pair}
    special = data.special.no_route
    for number in special:
        if number not in with_route:
            problems.add("map.special.no_route", number, "hexes with a route")
    if len(special) != st.NO_ROUTE_HEXES:
        problems.add("map.special.no_route", list(special), f"{st.NO_ROUTE_HEXES} hexes")


def _known(key: str, numbers: Iterable[int], known: set[int], problems: Problems) -> None:
    for number in numbers:
        if number not in known:
            problems.add(key, number, "a hex of the map")


def _check_named(data: Map, known: set[int], problems: Problems) -> None:
    """Sources of supply, edges and hexes with a part in the rules."""
    for name in ("japan", "japan_wide", "east", "south", "west"):
        numbers = getattr(data.sources, name)
        _known(f"map.sources.{name}", numbers, known, problems)
        for number in numbers if name.startswith("japan") else ():
            if number in known and "city" not in data.hexes[number].has:
                problems.add(f"map.sources.{name}", number, "cities")
    rims: dict[int, str] = {}
    for name in ("east", "south", "west"):
        for number in getattr(data.sources, name):
            inside = all(geometry.neighbour(number, d) in known for d in range(6))
            if number in rims or inside:
                expected = "hexes at the edge of the map, each of one edge"
                problems.add(f"map.sources.{name}", number, expected)
            rims[number] = name
    for name in type(data.special).model_fields:
        value = getattr(data.special, name)
        numbers = (value,) if isinstance(value, int) else value
        _known(f"map.special.{name}", numbers, known, problems)
    if len(data.special.guns) != 2:
        problems.add("map.special.guns", list(data.special.guns), "two hexes")
    fields, box = field_numbers(data), data.china_box
    for name, numbers in (("links", box.links), ("by_switch", (box.by_switch,))):
        for number in numbers:
            if number not in fields:
                problems.add(f"map.china_box.{name}", number, "a hex with an airfield")
    if len(box.links) != 2:
        problems.add("map.china_box.links", list(box.links), "two hexes")
    if data.special.ferry not in fields:
        problems.add("map.special.ferry", data.special.ferry, "a hex with an airfield")
    _known("map.not_empire", data.not_empire, known, problems)


def _check_nations(data: Map, problems: Problems) -> None:
    """What changes hands with a country lies in it."""
    for name in st.NATIONS:
        nation = getattr(data.nations, name)
        for part in ("bases", "keys", "north", "refuge", "honshu"):
            key = f"map.nations.{name}.{part}"
            for number in getattr(nation, part):
                entry = data.hexes.get(number)
                if entry is None or (entry.region not in nation.regions and part != "refuge"):
                    problems.add(key, number, f"a hex of {', '.join(nation.regions)}")
                elif part in ("bases", "keys") and not entry.has:
                    problems.add(key, number, "a hex with a port, airfield, city or resource")
