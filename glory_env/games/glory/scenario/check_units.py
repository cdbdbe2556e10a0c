"""What must be true of the counters: printed values, where they start, the hybrid (3.0, 17.0)."""

from __future__ import annotations

from collections.abc import Mapping

from glory_env.games.glory.scenario.schema import HOME, File, UnitEntry
from glory_env.games.glory.state import MAX_COUNTERS
from glory_env.scenario.problems import Problems, check_known, check_unique, near_misses

OFF_MAP = ("pool", "track", "conversion")
RESERVED = (*OFF_MAP, "base", "removed", "aside")
SHIPS = ("BB", "BCV", "CV", "CVL", "CA", "CL", "DD", "DE")
CARRIERS = ("CV", "CVL", "BCV")
NEVER_PRODUCED = ("BB", "CA", "CL")
MAX_DICE = 300  # of all counters together: what the trace can hold with the turn-13 dice


def check_units(file: File, problems: Problems) -> None:
    """All checks of the counters; errors go to `problems`."""
    kinds = {box.id: box.kind for box in file.boxes}
    markers = [f"fort_{n + 1}" for n in range(file.forts.counters)]
    markers += [f"transport_{n + 1}" for n in range(file.transports.counters)]
    ids = [unit.id for unit in file.units]
    check_unique("units", [*ids, *markers], problems)
    for section, names in (("boxes", list(kinds)), ("units", ids)):
        for name in names:
            if name in RESERVED or (section == "boxes" and name in (*ids, *markers)):
                expected = "an id that no counter and no place off the map has"
                problems.add(f"{section}.{name}", name, expected)
    if len(ids) + len(markers) > MAX_COUNTERS:
        sizes = f"{len(ids)} units + {len(markers)} forts and transports"
        problems.add("units", sizes, f"at most {MAX_COUNTERS} counters together")
    if sum(unit.dice for unit in file.units) > MAX_DICE:
        sizes = f"{sum(unit.dice for unit in file.units)} dice"
        problems.add("units", sizes, f"at most {MAX_DICE} dice of all units together")
    for unit in file.units:
        _check_printed(unit, problems)
        _check_start(unit, file, kinds, problems)
    _check_convoy_box(file, kinds, problems)
    _check_hybrid(file, problems)


def _check_printed(unit: UnitEntry, problems: Problems) -> None:
    """Service, modifier (CV, CVL and BCV only, R3-1g), tonnage and dice that fit the kind."""
    key = f"units.{unit.id}"
    if unit.kind in SHIPS and unit.service != "navy":
        problems.add(f"{key}.service", unit.service, f"navy, as the kind is {unit.kind}")
    if unit.kind == "ground" and unit.service != "army":
        problems.add(f"{key}.service", unit.service, "army, as the kind is ground")
    if unit.modifier and unit.kind not in CARRIERS:
        problems.add(f"{key}.modifier", unit.modifier, f"0: only {', '.join(CARRIERS)} have one")
    if unit.kind in ("DE", "air") and unit.tonnage:
        problems.add(f"{key}.tonnage", unit.tonnage, f"0, as the kind is {unit.kind}")
    if unit.kind == "DE" and unit.dice:
        problems.add(f"{key}.dice", unit.dice, "0, as a DE never fights in 12.0")


def _check_start(unit: UnitEntry, file: File, kinds: Mapping[str, str], problems: Problems) -> None:
    key = f"units.{unit.id}.start"
    if unit.start == "track":
        if unit.space is None or unit.space > file.track_spaces:
            expected = f"a space of the production track, 1 to {file.track_spaces}"
            problems.add(f"units.{unit.id}.space", unit.space, expected)
    elif unit.space is not None:
        problems.add(f"units.{unit.id}.space", unit.space, "no space, as it starts off the track")
    if (unit.start == "conversion") != (unit.id == file.bcv.target):
        expected = "conversion for the counter bcv.to names, and for no other"
        problems.add(key, unit.start, expected)
    elif unit.start == "pool" and unit.kind in NEVER_PRODUCED:
        problems.add(key, unit.start, f"a box or track, as no {unit.kind} can be produced")
    if unit.start in OFF_MAP:
        return
    if unit.start not in kinds:
        words = near_misses(unit.start, [*kinds, *OFF_MAP])
        problems.add(key, unit.start, f"one of {', '.join(words)}")
    elif unit.kind in SHIPS and kinds[unit.start] == "land":
        problems.add(key, unit.start, "a sea box, as ships cannot enter land boxes (11-2 A)")
    elif unit.kind == "DE" and unit.start != HOME and kinds[unit.start] != "convoy":
        problems.add(key, unit.start, f"{HOME}, the convoy box, pool or track for a DE (11-2 E)")
    elif kinds[unit.start] == "convoy" and not _may_escort(unit):
        problems.add(
            key,
            unit.start,
            "a box that is not the convoy box: only DD, DE and navy aircraft (11-2 E)",
        )


def _may_escort(unit: UnitEntry) -> bool:
    return unit.kind in ("DD", "DE") or (unit.kind == "air" and unit.service == "navy")


def _check_convoy_box(file: File, kinds: Mapping[str, str], problems: Problems) -> None:
    inside = [unit for unit in file.units if kinds.get(unit.start) == "convoy"]
    for name, most, units in (
        ("ships", file.convoy_box.ships, [u.id for u in inside if u.kind in ("DD", "DE")]),
        ("aircraft", file.convoy_box.aircraft, [u.id for u in inside if u.kind == "air"]),
    ):
        if len(units) > most:
            problems.add(f"convoy_box.{name}", most, f"room for {', '.join(units)} at the start")


def _check_hybrid(file: File, problems: Problems) -> None:
    units = {unit.id: unit for unit in file.units}
    for end, name, kind in (("from", file.bcv.source, "BB"), ("to", file.bcv.target, "BCV")):
        key = f"bcv.{end}"
        if check_known(key, name, list(units), problems) and units[name].kind != kind:
            problems.add(key, name, f"a {kind}; {name} is of kind {units[name].kind}")
    for unit in file.units:
        if unit.kind == "BCV" and unit.id != file.bcv.target:
            problems.add(f"units.{unit.id}.kind", unit.kind, "BCV only for the counter of bcv.to")
