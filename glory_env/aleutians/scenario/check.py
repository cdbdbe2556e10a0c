"""What the values of a scenario file have to be to each other."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

from glory_env.aleutians import state as st
from glory_env.aleutians.scenario.schema import File
from glory_env.scenarios.problems import Problems, one_of


def check(file: File, problems: Problems) -> None:
    """Note everything that is wrong with a file whose values are each of their own kind."""
    _check_ids(file, problems)
    _check_map(file, problems)
    _check_charts(file, problems)
    _check_units(file, problems)
    _check_schedule(file, problems)


def _known(problems: Problems, key: str, value: str, known: Iterable[str]) -> bool:
    names = list(known)
    if value in names:
        return True
    problems.add(key, value, one_of(value, names))
    return False


def _check_ids(file: File, problems: Problems) -> None:
    """No id twice, and no more of anything than the record holds."""
    units = [u.id for u in (*file.ships, *file.ground_units, *file.aircraft)]
    lists = (
        ("areas", [a.id for a in file.areas], st.MAX_AREAS),
        ("seas", [n.id for n in file.seas], st.MAX_NODES),
        ("sites", [p.id for p in file.sites], st.MAX_SPOTS - st.BUILT_SPOTS),
        ("models", [m.id for m in file.models], 1000),
        ("ships, ground_units, aircraft", units, st.MAX_UNITS),
    )
    for key, ids, most in lists:
        for one, count in Counter(ids).items():
            if count > 1:
                problems.add(key, one, "an id that stands there once")
        if len(ids) > most:
            problems.add(key, len(ids), f"at most {most} entries")
    if len(file.areas) != st.MAX_AREAS:
        problems.add("areas", len(file.areas), f"{st.MAX_AREAS} entries, A1 to D15")


def _check_map(file: File, problems: Problems) -> None:
    areas, seas = [a.id for a in file.areas], {n.id: n for n in file.seas}
    for node in file.seas:
        _known(problems, f"seas.{node.id}.area", node.area, areas)
        for other in node.links:
            key = f"seas.{node.id}.links"
            if _known(problems, key, other, seas) and node.id not in seas[other].links:
                problems.add(key, other, f"a link that {other} has too")
    for a, b in file.land_links:
        for area in (a, b):
            _known(problems, "land_links", area, areas)
    for site in file.sites:
        _known(problems, f"sites.{site.id}.area", site.area, areas)
        key = f"sites.{site.id}.sea"
        if _known(problems, key, site.sea, seas) and seas[site.sea].area != site.area:
            problems.add(key, site.sea, f"a part of the sea in {site.area}")
    for side in ("japan", "allies"):
        for node_id in getattr(file.entry, side):
            _known(problems, f"entry.{side}", node_id, seas)
    for name in ("depot", "anchorage", "nome", "paramushiro", "dutch_harbor", "petropavlovsk"):
        _known(problems, f"named.{name}", getattr(file.named, name), [p.id for p in file.sites])
    for name in ("before_anchorage", "cook_inlet", "kuriles", "fleet_d"):
        _known(problems, f"named.{name}", getattr(file.named, name), seas)


def _check_charts(file: File, problems: Problems) -> None:
    """Columns rise, and so do what they do; of the ground table only the last has no limit."""
    rows = [(c.strength, c.sunk, c.damaged) for c in file.air_sea.columns]
    _check_rising("air_sea.columns", rows, problems)
    _check_rising(
        "bombardment.columns", [(c.power, c.hit) for c in file.bombardment.columns], problems
    )
    for key, first in (("air_sea", file.air_sea.columns[:1]),):
        if not first or first[0].strength != 1:
            problems.add(f"{key}.columns", "", "a first column of strength 1")
    limits = [c.up_to for c in file.ground.columns]
    if limits[-1] is not None:
        problems.add("ground.columns", limits[-1], "null as up_to of the last column")
    rising = [value for value in limits[:-1] if value is not None]
    if rising != sorted(set(rising)) or len(rising) != len(limits) - 1:
        problems.add("ground.columns", limits, "limits that rise, null only in the last column")
    levels = list(file.victory.levels)
    if levels != sorted(set(levels)):
        problems.add("victory.levels", levels, "numbers that rise")


def _check_rising(key: str, rows: list[tuple[int, ...]], problems: Problems) -> None:
    for before, after in itertools.pairwise(rows):
        if after[0] <= before[0] or any(b < a for a, b in zip(before, after, strict=True)):
            problems.add(key, list(after), f"values not below those of {list(before)}")


def _check_units(file: File, problems: Problems) -> None:
    ships = {u.id: u for u in file.ships}
    models = {m.id: m for m in file.models}
    decks: Counter[str] = Counter()
    for plane in file.aircraft:
        key = f"aircraft.{plane.id}"
        if not _known(problems, f"{key}.model", plane.model, models):
            continue
        kind, _, ship = plane.at.partition(":")
        if (kind == "carrier") != (models[plane.model].base == "carrier"):
            problems.add(f"{key}.at", plane.at, f"a carrier for a {plane.model}, and for it only")
        elif kind == "carrier" and _known(problems, f"{key}.at", ship, ships):
            replaces = plane.cond == "allied_special" and ships[ship].cond == "allied_d"  # R6-11c
            decks[ship] += not replaces
    for ship, count in decks.items():
        if count > ships[ship].capacity:
            problems.add(f"ships.{ship}.capacity", ships[ship].capacity, f"{count} or more")
    fleets: Counter[tuple[str, str]] = Counter()
    lifts: Counter[tuple[str, str]] = Counter()
    for one in file.ships:
        if one.at.startswith("fleet:"):
            slot = (one.side, one.at.split(":")[1])
            fleets[slot] += 1
            lifts[slot] += one.lift if one.enter == 0 else 0
    for slot, count in fleets.items():
        if count > st.MAX_SHIPS:
            problems.add("ships", count, f"at most {st.MAX_SHIPS} in fleet {slot[1]}")
    aboard = Counter(
        (u.side, u.at.split(":")[1]) for u in file.ground_units if u.at.startswith("aboard:")
    )
    for slot, count in aboard.items():
        if count > lifts[slot]:
            problems.add("ground_units", count, f"at most {lifts[slot]} aboard fleet {slot[1]}")


def _check_schedule(file: File, problems: Problems) -> None:
    units = [u.id for u in (*file.ships, *file.ground_units, *file.aircraft)]
    lists = [(f"withdrawals.{k}.units", e.units) for k, e in enumerate(file.withdrawals)]
    lists += [(f"returns.{k}.units", e.units) for k, e in enumerate(file.returns)]
    lists += [(f"replacements.{k}.units", e.units) for k, e in enumerate(file.replacements)]
    lists += [(f"exchanges.{k}.out", e.out) for k, e in enumerate(file.exchanges)]
    lists += [("exchanges", tuple(e.arrives for e in file.exchanges))]
    lists += [("special_group", file.special_group)]
    for key, ids in lists:
        for one in ids:
            _known(problems, key, one, units)
