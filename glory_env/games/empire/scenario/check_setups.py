"""What must be true of a set-up: every counter once, where it can stand; markers that agree."""

from __future__ import annotations

from collections.abc import Iterator

from glory_env.games.empire import state as st
from glory_env.games.empire import victories
from glory_env.games.empire.scenario.freeze_map import hex_numbers
from glory_env.games.empire.scenario.freeze_units import counter_of
from glory_env.games.empire.scenario.schema import File, Setup
from glory_env.scenario.problems import ABSENT, Problems, check_known

LISTS = ("eliminated", "out", "delayed")


def check_setups(file: File, problems: Problems) -> None:
    """All checks of the set-ups; errors go to `problems`."""
    setups = file.setups.setups
    for name in victories.SETUPS:
        if name not in setups:
            problems.add(f"setups.setups.{name}", ABSENT, "every set-up")
    for name, setup in setups.items():
        key = f"setups.setups.{name}"
        _check_once(file, key, setup, problems)
        _check_spots(file, key, setup, problems)
        _check_control(file, key, setup, problems)
        _check_stacks(file, key, setup, problems)
        _check_cards(file, key, setup, problems)
        _check_arrivals(file, key, setup, problems)
    _check_turns(file, problems)


def _placed(setup: Setup) -> Iterator[tuple[str, int | str, str]]:
    """Side, spot and text of every counter on the map or in the China box."""
    for side in st.SIDES:
        for spot, counters in getattr(setup, side).items():
            for text in counters:
                yield side, spot, text


def _check_once(file: File, key: str, setup: Setup, problems: Problems) -> None:
    """No unknown counter, none twice, a star only where there are two sides."""
    units = file.units.units
    seen: dict[str, str] = {}
    entries = [(f"{side}.{spot}", text) for side, spot, text in _placed(setup)]
    entries += [(part, text) for part in LISTS for text in getattr(setup, part)]
    for where, text in entries:
        name, reduced = counter_of(text)
        if not check_known(f"{key}.{where}", name, list(units), problems):
            continue
        if name in seen:
            expected = f"every unit once; it is in {seen[name]} too"
            problems.add(f"{key}.{where}", name, expected)
        seen.setdefault(name, where)
        if reduced and (units[name].reduced is None or where in LISTS):
            problems.add(f"{key}.{where}", text, "a star only on a counter with a reduced side")


def _check_spots(file: File, key: str, setup: Setup, problems: Problems) -> None:
    """Own side, and a hex of the right kind."""
    units, hexes = file.units.units, file.map.hexes
    known = set(hex_numbers(file.map))
    for side, spot, text in _placed(setup):
        at, unit = f"{key}.{side}.{spot}", units.get(counter_of(text)[0])
        if unit is None:
            continue
        if unit.side != side:
            problems.add(at, text, f"units of {side} only")
        if spot == "china_box":
            if unit.kind != "air":
                problems.add(at, text, "air units only")
            continue
        if spot not in known:
            problems.add(at, text, f"a hex of the map, which {spot} is not")
            continue
        has = hexes[int(spot)].has if spot in hexes else ()
        wanted = {"air": "airfield", "hq": "port", "ground": "", "naval": ""}[unit.kind]
        if (wanted and wanted not in has) or (unit.kind == "ground" and spot not in hexes):
            problems.add(at, text, f"a hex with {wanted or 'land'}")
    if len(setup.AL.get("china_box", ())) > file.map.china_box.capacity or "china_box" in setup.JP:
        expected = f"at most {file.map.china_box.capacity} units of AL"
        problems.add(f"{key}.AL.china_box", list(setup.AL.get("china_box", ())), expected)


def _check_control(file: File, key: str, setup: Setup, problems: Problems) -> None:
    """Listed hexes have a base, the others none; units stand in hexes of their own side."""
    hexes = file.map.hexes
    for part, named in (("control", True), ("hexes", False)):
        numbers = getattr(setup, part)
        for number in numbers:
            entry = hexes.get(number)
            if entry is None or bool(entry.has) != named:
                expected = f"hexes with land and {'a base' if named else 'no base'} in them"
                problems.add(f"{key}.{part}", number, expected)
        if len(set(numbers)) < len(numbers):
            twice = next(number for number in numbers if numbers.count(number) > 1)
            problems.add(f"{key}.{part}", twice, "every hex once")
    held = {*setup.control, *setup.hexes}
    for side, spot, text in _placed(setup):
        if spot in hexes and hexes[int(spot)].has and (spot in held) != (side == "JP"):
            problems.add(f"{key}.{side}.{spot}", text, f"a hex that {side} holds")
    markers = setup.markers
    resources = sum("resource" in hexes[number].has for number in held if number in hexes)
    if markers.resources != resources:
        expected = f"{resources}, the resource hexes Japan holds"
        problems.add(f"{key}.markers.resources", markers.resources, expected)
    for number in markers.no_route:
        if number not in file.map.special.no_route:
            expected = f"some of {list(file.map.special.no_route)}"
            problems.add(f"{key}.markers.no_route", number, expected)
    if markers.road == "closed_hump" and not markers.hump:
        problems.add(f"{key}.markers.hump", markers.hump, "true where the road says so")


def _check_stacks(file: File, key: str, setup: Setup, problems: Problems) -> None:
    """No more than a hex holds; two units of one formation count once (8.24, 8.34)."""
    units, limits = file.units.units, file.tables.stacking
    for side in st.SIDES:
        for spot, counters in getattr(setup, side).items():
            names = [counter_of(text)[0] for text in counters]
            names = [name for name in names if name in units]
            naval = [name for name in names if units[name].kind == "naval"]
            others = {
                min(name, units[name].pair or name)
                for name in names
                if units[name].kind in ("air", "ground")
            }
            hqs = [name for name in names if units[name].kind == "hq"]
            if len(naval) > limits.naval or len(others) > limits.others or len(hqs) > 1:
                expected = f"at most {limits.naval} ships, {limits.others} other units and an HQ"
                problems.add(f"{key}.{side}.{spot}", list(counters), expected)


def _check_cards(file: File, key: str, setup: Setup, problems: Problems) -> None:
    """Every card in one pile, and cards there are."""
    for side in st.SIDES:
        hand = getattr(setup, f"cards_{side.lower()}")
        seen: set[int] = set()
        for part in ("out", "discarded", "hand", "future"):
            value = getattr(hand, part)
            for number in (() if value is None else (value,)) if part == "future" else value:
                at = f"{key}.cards_{side.lower()}.{part}"
                check_known(at, f"{side}{number}", list(file.cards.cards), problems)
                if number in seen:
                    problems.add(at, number, "every card once")
                seen.add(number)


def _check_arrivals(file: File, key: str, setup: Setup, problems: Problems) -> None:
    """Who is nowhere comes later; who a card brings is there if the card is gone (17.3)."""
    placed = {counter_of(text)[0] for _, _, text in _placed(setup)}
    placed |= {name for part in LISTS for name in getattr(setup, part)}
    for name, unit in file.units.units.items():
        if unit.card and unit.card != "none":
            hand = getattr(setup, f"cards_{unit.card[:2].lower()}")
            due = int(unit.card[2:]) in (*hand.out, *hand.discarded)
        elif unit.card:
            due = False
        else:
            due = (unit.arrives or 0) <= setup.markers.turn
        if due and name not in placed:
            problems.add(key, f"without {name}", "every unit that has arrived in one of its parts")
        elif not due and name in placed:
            expected = f"no {name}, which has not arrived yet"
            problems.add(key, f"with {name}", expected)


def _check_turns(file: File, problems: Problems) -> None:
    setup = file.setups.setups.get(file.setup)
    if setup and setup.markers.turn != file.first_turn:
        expected = f"{setup.markers.turn}, the turn of {file.setup}"
        problems.add("first_turn", file.first_turn, expected)
    if file.last_turn < file.first_turn:
        problems.add("last_turn", file.last_turn, f"{file.first_turn} or later")
