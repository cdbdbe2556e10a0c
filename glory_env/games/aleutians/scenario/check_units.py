"""What must be true of the counters: where they begin, carriers, lifts, fields (8.3, 8.4, 10.3)."""

from __future__ import annotations

from collections import Counter

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.scenario.freeze import BOATS
from glory_env.games.aleutians.scenario.schema import AirUnit, File, GroundUnit, Model, Unit
from glory_env.scenario.problems import Problems, check_known, check_unique, one_of

FLEETS = tuple("ABCD")
CAPACITY = {"none": 0, "small": 3, "large": 10}  # of a field (R10-3a)
CARRIERS = ("CV", "CVL", "CVE")
# `at` by side: of boats and aircraft that their owner places at set-up, and of what comes later.
FREE_BOATS = {"japan": ("any_sea",), "allies": ()}
FREE_PLANES = {"japan": (), "allies": ("any_allied",)}  # flying boats (RSU-1k)
SHIP_PLACES = {"japan": ("off_map",), "allies": ("seattle",)}
BOAT_PLACES = {
    "japan": ("japan_coast_or_island",),
    "allies": ("seattle", "allied_airfield_or_port"),
}
GROUND_PLACES = {"japan": ("paramushiro_or_off_map",), "allies": ("seattle",)}
AIR_PLACES = {"japan": ("any_japan",), "allies": ("any_allied_or_seattle",)}


def check_units(file: File, problems: Problems) -> None:
    """All checks of the counters; errors go to `problems`."""
    check_unique("models", [model.id for model in file.models], problems)
    check_unique("units", [unit.id for unit in file.units], problems)
    if len(file.units) > st.MAX_UNITS:
        problems.add(
            "units",
            f"{len(file.units)} ships, ground units and aircraft",
            f"at most {st.MAX_UNITS}",
        )
    start = _check_ships(file, problems)
    _check_fleets(file, problems)
    for ground in file.ground_units:
        _check_ground(file, ground, start, problems)
    models = {model.id: model for model in file.models}
    for plane in file.aircraft:
        if check_known(f"aircraft.{plane.id}.model", plane.model, list(models), problems):
            _check_plane(file, plane, models[plane.model], start, problems)
    _check_decks(file, problems)
    _check_lifts(file, problems)
    _check_bases(file, models, problems)
    _check_set_up(file, start, problems)


def in_set_up(unit: Unit) -> bool:
    return unit.enter == 0 and unit.cond == "none"


Slots = dict[tuple[str, str], str]  # (side, letter) -> part of the sea


def _check_ships(file: File, problems: Problems) -> Slots:
    """Ships begin in fleets, boats outside of them (R8-1a). Returns the fleets of the set-up."""
    nodes = [node.id for node in file.seas]
    start: Slots = {}
    for ship in file.ships:
        key = f"ships.{ship.id}"
        kind, _, rest = ship.at.partition(":")
        letter, _, node = rest.partition(":")
        if ship.type in BOATS:
            free = (*FREE_BOATS[ship.side], *nodes)
            places = BOAT_PLACES[ship.side] if ship.enter else free
            check_known(f"{key}.at", ship.at, places, problems)
        elif kind == "fleet":
            known = check_known(f"{key}.at", letter, FLEETS, problems)
            if known and (node or in_set_up(ship)):
                known = check_known(f"{key}.at", node, nodes, problems)
            if known and in_set_up(ship) and start.setdefault((ship.side, letter), node) != node:
                expected = f"{start[ship.side, letter]}, where fleet {letter} is"
                problems.add(f"{key}.at", ship.at, expected)
        elif in_set_up(ship):
            problems.add(f"{key}.at", ship.at, "a fleet and a part of the sea, like fleet:A:C11")
        else:
            check_known(f"{key}.at", ship.at, SHIP_PLACES[ship.side], problems)
        if ship.capacity and ship.type not in CARRIERS:
            problems.add(f"{key}.capacity", ship.capacity, f"0 for a {ship.type}")
        _check_option(key, ship, problems)
    return start


def _check_option(key: str, unit: Unit, problems: Problems) -> None:
    if unit.option and in_set_up(unit):
        problems.add(f"{key}.option", unit.option, "no optional rule for a unit of the set-up")


def _check_fleets(file: File, problems: Problems) -> None:
    """At most ten ships in a fleet, those that join it later counted (R8-3a)."""
    ships = Counter(
        (ship.side, ship.at.split(":")[1]) for ship in file.ships if ship.at.startswith("fleet:")
    )
    for (side, letter), count in ships.items():
        if count > st.MAX_SHIPS:
            value = f"{count} ships of {side} in fleet {letter}"
            problems.add("ships", value, f"at most {st.MAX_SHIPS}")


def _check_ground(file: File, unit: GroundUnit, start: Slots, problems: Problems) -> None:
    key = f"ground_units.{unit.id}"
    sites = [site.id for site in file.sites]
    kind, _, letter = unit.at.partition(":")
    if unit.enter:
        check_known(f"{key}.at", unit.at, GROUND_PLACES[unit.side], problems)
    elif kind == "aboard":
        _check_slot(f"{key}.at", unit.side, letter, start, problems)
    else:
        check_known(f"{key}.at", unit.at, sites, problems)
    if unit.cannot_leave:
        check_known(f"{key}.cannot_leave", unit.cannot_leave, sites, problems)
        if unit.cannot_leave != unit.at:
            problems.add(f"{key}.cannot_leave", unit.cannot_leave, f"its place, {unit.at}")
    _check_option(key, unit, problems)


def _check_slot(key: str, side: str, letter: str, start: Slots, problems: Problems) -> None:
    fleets = sorted(fleet for owner, fleet in start if owner == side)
    if letter not in fleets:
        problems.add(key, letter, f"a fleet of the set-up: {one_of(letter, fleets)}")


def _check_plane(
    file: File, plane: AirUnit, model: Model, start: Slots, problems: Problems
) -> None:
    key = f"aircraft.{plane.id}"
    sites = [site.id for site in file.sites]
    kind, colon, name = plane.at.partition(":")
    if (kind == "carrier") != (model.base == "carrier"):
        problems.add(f"{key}.at", plane.at, "a carrier for aircraft of carriers, and only for them")
    elif kind == "carrier":
        decks = [s.id for s in file.ships if s.type in CARRIERS and s.side == model.side]
        check_known(f"{key}.at", name, decks, problems)
    elif kind == "with":
        _check_slot(f"{key}.at", model.side, name, start, problems)
        if model.base != "water" or plane.enter:
            problems.add(f"{key}.at", plane.at, "a fleet only for a floatplane of the set-up")
    elif kind == "swap" and colon and plane.enter:
        check_known(f"{key}.at", name, [m.id for m in file.models], problems)
    elif plane.enter:
        check_known(f"{key}.at", plane.at, AIR_PLACES[model.side], problems)
    else:
        free = FREE_PLANES[model.side] if model.base == "water" else ()
        check_known(f"{key}.at", plane.at, (*free, *sites), problems)
    if plane.only_base:
        check_known(f"{key}.only_base", plane.only_base, sites, problems)
    _check_option(key, plane, problems)


def _check_decks(file: File, problems: Problems) -> None:
    """A carrier holds its aircraft, those of the group of turn 9 by themselves (6.11, R10-3c)."""
    decks = Counter(
        (plane.at.partition(":")[2], plane.cond)
        for plane in file.aircraft
        if plane.at.startswith("carrier:")
    )
    capacity = {ship.id: ship.capacity for ship in file.ships}
    for (ship, _), count in decks.items():
        if ship in capacity and count > capacity[ship]:
            expected = f"room for its {count} aircraft"
            problems.add(f"ships.{ship}.capacity", capacity[ship], expected)


def _check_lifts(file: File, problems: Problems) -> None:
    """A lift for every ground unit aboard at the start (RSU-2g)."""
    lifts: Counter[tuple[str, str]] = Counter()
    for ship in file.ships:
        if in_set_up(ship) and ship.at.startswith("fleet:"):
            lifts[ship.side, ship.at.split(":")[1]] += ship.lift
    aboard: Counter[tuple[str, str]] = Counter(
        (unit.side, unit.at.partition(":")[2])
        for unit in file.ground_units
        if unit.at.startswith("aboard:")
    )
    for (side, letter), count in aboard.items():
        if count > lifts[side, letter]:
            value = f"{count} units of {side} aboard fleet {letter}"
            problems.add("ground_units", value, f"at most its {lifts[side, letter]} lifts")


def _check_bases(file: File, models: dict[str, Model], problems: Problems) -> None:
    """Fields hold the aircraft of the set-up, stacks the ground units (R10-3a, R13-1a)."""
    stacks: Counter[tuple[str, str]] = Counter(
        (u.side, u.at) for u in file.ground_units if not u.enter
    )
    for site in file.sites:
        for side in st.SIDES:
            if stacks[side, site.id] > st.MAX_STACK:
                value = f"{stacks[side, site.id]} ground units"
                problems.add(f"sites.{site.id}", value, f"at most {st.MAX_STACK} of {side}")
        landed = [p for p in file.aircraft if p.at == site.id and p.model in models]
        land = [p for p in landed if models[p.model].base != "water"]
        if len(land) > CAPACITY[site.field]:
            value = f"{len(land)} aircraft at the start"
            expected = f"at most {CAPACITY[site.field]} (field: {site.field})"
            problems.add(f"sites.{site.id}", value, expected)
        for plane in land:
            if models[plane.model].base == "large" and site.field == "small":
                expected = f"a large field for a {plane.model}"
                problems.add(f"aircraft.{plane.id}.at", plane.at, expected)


def _check_set_up(file: File, start: Slots, problems: Problems) -> None:
    fleets = [f"{side}:{letter}" for side, letter in start]
    for one in file.set_up.found:
        check_known("set_up.found", one, fleets, problems)
    check_unique("set_up.found", file.set_up.found, problems)
    with_fleets = [plane.at for plane in file.aircraft if plane.at.startswith("with:")]
    check_unique("aircraft.*.at", with_fleets, problems)
    for letter in FLEETS:
        node = getattr(file.set_up.what_if, letter)
        if node is None:
            continue
        key = f"set_up.what_if.{letter}"
        _check_slot(key, "japan", letter, start, problems)
        check_known(key, node, [sea.id for sea in file.seas], problems)
