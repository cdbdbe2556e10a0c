"""A checked scenario file as one TABLES record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.scenario.schema import AirUnit, File, GroundUnit, Ship
from glory_env.games.aleutians.tables import TABLES

FIELDS = ("none", "small", "large")
LETTERS = "ABCD"
COLOURS = ("japan", "allies", "soviet")
BOATS = ("SS", "midget", "PT")
IN_PLAY = ("allies", "soviet")  # land by colour; the rest is never used (R2-2c)
NEVER = -99  # a threshold no die is below
NO_LIMIT = 999


def area_number(area: str) -> int:
    """A1 is 0, A2 is 1, B1 is 15."""
    return "ABCD".index(area[0]) * st.COLUMNS + int(area[1:]) - 1


def unit_ids(file: File) -> tuple[str, ...]:
    """All units in number order: ships and boats, ground units, aircraft."""
    return tuple(unit.id for unit in file.units)


def spot_ids(file: File) -> tuple[str, ...]:
    """All places in number order: sites, then the open country of each land area."""
    return (
        *(site.id for site in file.sites),
        *(f"open_{area.id}" for area in file.areas if area.land in IN_PLAY),
    )


def freeze(file: File) -> np.ndarray:
    """The record array (1,), dtype TABLES, read-only."""
    tables = np.zeros(1, TABLES)
    s = tables[0]
    units = {one: k for k, one in enumerate(unit_ids(file))}
    nodes = {node.id: k for k, node in enumerate(file.seas)}
    spots = {one: k for k, one in enumerate(spot_ids(file))}
    for name in ("mother", "only_base", "home_spot", "start_at"):
        s[name][:] = st.NONE
    s.fleet_start[:] = s.fleet_what_if[:] = s.fleet_floatplane[:] = st.NONE
    s.units, s.nodes = len(units), len(nodes)
    _map(file, s, nodes, spots)
    _charts(file, s)
    for ship in file.ships:
        _ship(s, units[ship.id], ship, nodes, spots)
    for ground in file.ground_units:
        _ground(s, units[ground.id], ground, spots)
    for plane in file.aircraft:
        _plane(file, s, plane, units, spots)
    _fleets(file, s, nodes)
    _schedule(file, s, units)
    _faces(file, s, units)
    tables.setflags(write=False)
    return tables


def _bits(numbers: Iterable[int]) -> int:
    """Numbers 0..63 as the bits of an int64."""
    bits = sum(1 << n for n in set(numbers))
    return bits - (1 << 64) if bits >> 63 else bits


def _map(file: File, s: np.record, nodes: Mapping[str, int], spots: Mapping[str, int]) -> None:
    """Areas, parts of the sea and places; grey land has none (R2-2c)."""
    for k, node in enumerate(file.seas):
        s.node_area[k] = area_number(node.area)
        s.sea_links[k] = _bits(nodes[other] for other in node.links)
        s.ice[k] = node.ice
    for area in file.areas:
        a = area_number(area.id)
        here = [nodes[node.id] for node in file.seas if node.area == area.id]
        s.area_nodes[a] = _bits(here)
        s.area_land[a] = area.land in IN_PLAY
        s.area_coast[a] = area.coast
        s.area_colour[a] = COLOURS.index(area.land) if area.land in IN_PLAY else st.ALLIES
        s.barred[here] = area.barred
    for one, other in file.land_links:
        a, b = area_number(one), area_number(other)
        s.land_links[a] |= 1 << b
        s.land_links[b] |= 1 << a
    s.sites, s.spots = len(file.sites), len(spots)
    s.spot_area[:] = st.NONE
    for p, site in enumerate(file.sites):
        s.spot_area[p] = area_number(site.area)
        s.spot_nodes[p] = 1 << nodes[site.sea]
        s.island[p] = site.island
        s.colour[p] = COLOURS.index(site.colour)
        s.printed_field[p] = FIELDS.index(site.field)
        s.port[p] = site.port
        s.vp[p] = site.vp
    for area in file.areas:
        if area.land in IN_PLAY:
            p, a = spots[f"open_{area.id}"], area_number(area.id)
            s.spot_area[p] = a
            s.open[p] = 1
            s.colour[p] = s.area_colour[a]
            s.spot_nodes[p] = s.area_nodes[a] if area.coast else 0
    for box in file.off_map:
        for name in box.entry:
            s.entry[st.SIDES.index(box.side), nodes[name]] = 1
    for name in ("depot", "anchorage", "nome", "paramushiro", "dutch_harbor", "petropavlovsk"):
        s[name] = spots[getattr(file.named, name)]
    s.anchorage_node = nodes[file.named.before_anchorage]
    s.cook_node = nodes[file.named.cook_inlet]
    s.kurile_node = nodes[file.named.kuriles]
    s.allied_d_node = nodes[file.named.fleet_d]


def _charts(file: File, s: np.record) -> None:
    """Turns, three of them winter (R1-2c), and tables."""
    s.last_turn = file.turns.last
    for turn, season in enumerate(file.turns.season, 1):
        s.winter[turn] = season == "winter"
        s.fog[turn] = season in ("summer", "autumn")
    s.sunk[:], s.damage[:] = NEVER, NEVER
    for column in file.air_sea.columns:
        s.sunk[column.strength :] = column.sunk
        s.damage[column.strength :] = column.damaged
    s.torpedo_sunk, s.torpedo_damage = file.air_sea.torpedo.sunk, file.air_sea.torpedo.damaged
    for bombs in file.bombardment.columns:
        s.bombard[bombs.power :] = bombs.hit
    s.ground_columns = len(file.ground.columns)
    for k, ground in enumerate(file.ground.columns):
        s.ground_up_to[k] = NO_LIMIT if ground.up_to is None else ground.up_to
        for die, (attacker, defender) in enumerate(ground.losses, 1):
            s.ground_attacker[k, die], s.ground_defender[k, die] = attacker, defender
    s.half_disrupted = file.ground.disrupted_strength == "half_up"
    s.start_gap = file.surface.start_gap
    s.chits[1:] = file.events.chits
    for side, name in enumerate(st.SIDES):
        s.supply_cap[side] = getattr(file.supply.cap, name)
        s.supply_start[side] = getattr(file.supply.start, name)
        strategy = getattr(file.strategies, name)
        s.strategy_of[side, 1:] = strategy.by_die
        s.income[side, 1:, 1:] = strategy.income
    s.midway_modifier[1:] = file.midway.modifiers
    s.levels[:4] = file.victory.levels
    s.levels[4] = 99
    s.japan_wins[:] = file.victory.japan_wins


def _common(s: np.record, u: int, unit: Ship | GroundUnit | AirUnit, side: str) -> None:
    """What all counters have; arrivals are those of the schedule (RRF-1a..i, RRF-2c, d)."""
    s.side[u] = st.SIDES.index(side)
    s.enter[u] = unit.enter
    s.condition[u] = st.CONDITIONS.index(unit.cond)
    s.optional[u] = int(unit.option.split(".")[1]) if unit.option else 0
    s.start_free[u] = unit.enter == 0 and unit.at.startswith("any_")


def _ship(
    s: np.record, u: int, ship: Ship, nodes: Mapping[str, int], spots: Mapping[str, int]
) -> None:
    _common(s, u, ship, ship.side)
    s.kind[u] = st.BOAT if ship.type in BOATS else st.SHIP
    s.type[u] = st.SHIP_TYPES.index(ship.type)
    s.strength[u], s.defence[u], s.aa[u] = ship.strength, ship.defence, ship.aa
    s.torpedo[u], s.lift[u], s.capacity[u] = ship.torpedo, ship.lift, ship.capacity
    s.range[u] = ship.range
    s.us[u] = ship.nation == "US"
    s.s_class[u] = ship.s_class
    if ship.enter == 0 and ship.cond == "none" and not s.start_free[u]:
        if ship.at.startswith("fleet:"):
            slot = LETTERS.index(ship.at.split(":")[1])
            s.start_place[u], s.start_at[u] = st.FLEET, s.side[u] * st.FLEETS + slot
        else:  # a boat at sea
            s.start_place[u], s.start_at[u] = st.SEA, nodes[ship.at]


def _ground(s: np.record, u: int, unit: GroundUnit, spots: Mapping[str, int]) -> None:
    _common(s, u, unit, unit.side)
    s.kind[u] = st.GROUND
    s.type[u] = st.ARMS.index(unit.arm)
    s.strength[u], s.aa[u] = unit.strength, unit.aa
    s.company[u] = unit.sub_lift
    if unit.cannot_leave:
        s.home_spot[u] = spots[unit.cannot_leave]
    if unit.enter == 0:
        kind, _, fleet = unit.at.partition(":")
        if kind == "aboard":
            slot = s.side[u] * st.FLEETS + LETTERS.index(fleet)
            s.start_place[u], s.start_at[u] = st.FLEET, slot
        else:
            s.start_place[u], s.start_at[u] = st.SPOT, spots[unit.at]


def _plane(
    file: File, s: np.record, plane: AirUnit, units: Mapping[str, int], spots: Mapping[str, int]
) -> None:
    """The range and its star are of the model, as 6 with a star for the H6K (R7-7c)."""
    u = units[plane.id]
    model = next(m for m in file.models if m.id == plane.model)
    _common(s, u, plane, model.side)
    s.kind[u] = st.AIRCRAFT
    s.type[u] = st.AIR_TYPES.index(model.type)
    s.strength[u], s.range[u], s.star[u] = model.strength, model.range, model.star
    s.lands[u] = st.BASES.index(model.base)
    s.recon[u] = st.RECON.index(model.recon)
    if plane.only_base:
        s.only_base[u] = spots[plane.only_base]
    kind, _, name = plane.at.partition(":")
    if kind == "carrier":
        s.mother[u] = units[name]
        if plane.enter == 0 and s.start_place[units[name]] == st.FLEET:
            s.start_place[u], s.start_at[u] = st.CARRIER, units[name]
    elif kind == "with":
        s.fleet_floatplane[s.side[u] * st.FLEETS + LETTERS.index(name)] = u
        s.start_free[u] = 0
    elif plane.enter == 0 and not s.start_free[u]:
        s.start_place[u], s.start_at[u] = st.SPOT, spots[plane.at]


def _fleets(file: File, s: np.record, nodes: Mapping[str, int]) -> None:
    for ship in file.ships:
        if ship.enter == 0 and ship.cond == "none" and ship.at.count(":") == 2:
            _, letter, area = ship.at.split(":")
            slot = st.SIDES.index(ship.side) * st.FLEETS + LETTERS.index(letter)
            s.fleet_start[slot] = s.fleet_what_if[slot] = nodes[area]
    for slot, letter in enumerate(LETTERS):
        node = getattr(file.set_up.what_if, letter)
        if node is not None:
            s.fleet_what_if[slot] = nodes[node]
    for entry in file.set_up.found:
        side, letter = entry.split(":")
        s.fleet_start_found[st.SIDES.index(side) * st.FLEETS + LETTERS.index(letter)] = 1


def _schedule(file: File, s: np.record, units: Mapping[str, int]) -> None:
    for entry in file.withdrawals:
        group = st.LEAVE_GROUPS.index(entry.group)
        s.group_keep[group] = entry.keep
        for one in entry.units:
            u = units[one]
            s.leave_turn[u] = entry.turn
            s.leave_stage[u] = entry.when == "supply"
            s.leave_group[u] = group
    for back in file.returns:
        s.group_back[st.LEAVE_GROUPS.index(back.group)] = back.count
        for one in back.units:
            s.come_back[units[one]] = back.turn
    for one in file.exchanges.arrive:
        s.swap[units[one]] = 1
    for one in file.exchanges.leave:
        s.swapped[units[one]] = 1
    for one in file.special_group:
        s.special_group[units[one]] = 1
    for one in file.early:
        s.early[units[one]] = 1
    for rule in file.replacements:
        for one in rule.units:
            s.replaced[units[one]] = st.REPLACEMENTS.index(rule.rule)


def _faces(file: File, s: np.record, units: Mapping[str, int]) -> None:
    """Counters with the same print, the code of arrival left out, have the number of the first.

    Boats never go out of sight.
    """
    first: dict[tuple[Any, ...], int] = {}
    for unit in file.units:
        left_out = {"id", "ja", "enter", "cond", "option"}
        if not unit.at.startswith("carrier:"):
            left_out.add("at")
        printed = unit.model_dump(exclude=left_out)
        same = (type(unit).__name__, *printed.values())
        s.face[units[unit.id]] = first.setdefault(same, units[unit.id])
    for u in range(int(s.units)):
        several = np.count_nonzero(s.face[: s.units] == s.face[u]) > 1
        carrier = s.kind[u] == st.SHIP and s.type[u] <= st.LAST_CARRIER  # aircraft belong to it
        s.alike[u] = several and s.kind[u] != st.BOAT and not carrier
