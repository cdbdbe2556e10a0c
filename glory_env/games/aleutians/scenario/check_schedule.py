"""What must be true of withdrawals, returns, exchanges and replacements (4.4, 6.7 to 6.15)."""

from __future__ import annotations

from collections.abc import Sequence

from glory_env.games.aleutians.scenario.schema import AirUnit, File, GroundUnit, Ship
from glory_env.scenario.problems import Problems, check_known, check_unique

Units = dict[str, Ship | GroundUnit | AirUnit]


def check_schedule(file: File, problems: Problems) -> None:
    """All checks of the schedule; errors go to `problems`."""
    units: Units = {unit.id: unit for unit in file.units}
    leaving: dict[str, str] = {}
    for k, entry in enumerate(file.withdrawals):
        _check_list(f"withdrawals.{k}.units", entry.units, units, problems)
        for one in entry.units:
            leaving[one] = entry.group
            _check_member(f"withdrawals.{k}.units", one, entry.group, units, problems)
    _check_once("withdrawals", [entry.units for entry in file.withdrawals], problems)
    for k, back in enumerate(file.returns):
        key = f"returns.{k}"
        _check_list(f"{key}.units", back.units, units, problems)
        for one in back.units:
            if one in units and leaving.get(one) != back.group:
                problems.add(f"{key}.units", one, f"units withdrawn in the group {back.group}")
        if back.count > len(back.units):
            problems.add(f"{key}.count", back.count, f"at most the {len(back.units)} units")
    _check_once("returns", [back.units for back in file.returns], problems)
    _check_list("special_group", file.special_group, units, problems)
    for one in file.special_group:
        if one in units and not isinstance(units[one], Ship):
            problems.add("special_group", one, "ships only")
    _check_list("early", file.early, units, problems)
    for one in file.early:
        if one in units and not isinstance(units[one], Ship):
            problems.add("early", one, "ships only")
    _check_exchanges(file, units, problems)
    for k, rule in enumerate(file.replacements):
        _check_list(f"replacements.{k}.units", rule.units, units, problems)
    _check_rules(file, units, problems)


def _check_list(key: str, ids: Sequence[str], units: Units, problems: Problems) -> None:
    for one in ids:
        check_known(key, one, list(units), problems)
    check_unique(key, ids, problems)


def _check_once(key: str, lists: Sequence[Sequence[str]], problems: Problems) -> None:
    """A unit in at most one of several entries."""
    check_unique(key, [one for ids in lists for one in sorted(set(ids))], problems)


def _check_member(key: str, one: str, group: str, units: Units, problems: Problems) -> None:
    types = {"transports": "AK", "destroyers": "DD", "flying_boats": ""}
    if one not in units or group not in types:
        return
    unit = units[one]
    kind = unit.type if isinstance(unit, Ship) else "" if isinstance(unit, AirUnit) else "ground"
    if kind != types[group]:
        problems.add(key, one, f"{types[group] or 'aircraft'} only, in the group {group}")


def _check_exchanges(file: File, units: Units, problems: Problems) -> None:
    """Aircraft for aircraft; those that arrive are marked so in their entries (6.7)."""
    swaps = {unit.id for unit in file.aircraft if unit.at.startswith("swap:")}
    for name in ("arrive", "leave"):
        ids = getattr(file.exchanges, name)
        _check_list(f"exchanges.{name}", ids, units, problems)
        for one in ids:
            if one in units and not isinstance(units[one], AirUnit):
                problems.add(f"exchanges.{name}", one, "aircraft only")
    if swaps != set(file.exchanges.arrive):
        expected = f"the aircraft that arrive by swap:, {sorted(swaps)}"
        problems.add("exchanges.arrive", list(file.exchanges.arrive), expected)


def _check_rules(file: File, units: Units, problems: Problems) -> None:
    """Vessels come back after five or two turns, aircraft by the other rules; no ground units."""
    _check_once("replacements", [rule.units for rule in file.replacements], problems)
    for k, rule in enumerate(file.replacements):
        kind = Ship if rule.rule.startswith("after") else AirUnit
        for one in rule.units:
            if one in units and not isinstance(units[one], kind):
                words = "ships and boats" if kind is Ship else "aircraft"
                problems.add(f"replacements.{k}.units", one, f"{words} only, by {rule.rule}")
