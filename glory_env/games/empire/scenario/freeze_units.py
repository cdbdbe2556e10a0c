"""From the counters and a set-up to the tables."""

from __future__ import annotations

import numpy as np

from glory_env.games.empire import state as st
from glory_env.games.empire.scenario.freeze_map import Board
from glory_env.games.empire.scenario.schema import Hand, Setup, Unit, Units

CARRIERS = ("CV", "CVL", "CVE")


def class_of(unit: Unit) -> int:
    """Whom an HQ must command to activate the unit (6.12); an HQ has the class of its nation."""
    nation = st.UNIT_NATIONS.index(unit.nation)
    if nation == st.NAT_US:
        return st.US_AIR if unit.kind == "air" else st.US
    if nation in st.COMMONWEALTH or nation == st.NAT_JOINT:
        return st.CW
    return {st.NAT_JAPAN: st.JAPANESE, st.NAT_DUTCH: st.DUTCH, st.NAT_CHINESE: st.CHINESE}[nation]


def steps_of(unit: Unit, reduced: bool) -> int:
    """Steps of a counter on one of its sides; a one-sided one has one."""
    return 2 if unit.reduced and not reduced else 1


def freeze_units(data: Units, s: np.record) -> dict[str, int]:
    """Fill the tables of the counters; their numbers by id."""
    index = {name: u for u, name in enumerate(data.units)}
    s.units = len(index)
    for field in ("unit_side", "pair", "arrival_card", "hq_unit"):
        s[field][:] = st.NONE
    for name, unit in data.units.items():
        _unit(s, index[name], unit)
        if unit.pair:
            s.pair[index[name]] = index[unit.pair]
    hqs = [index[name] for name, unit in data.units.items() if unit.kind == "hq"]
    s.hqs = len(hqs)
    s.hq_unit[: len(hqs)] = hqs
    for k, garrison in enumerate((data.garrisons.china, data.garrisons.home), 1):
        s.garrison_attack[k], s.garrison_defence[k] = garrison[:2]
    for k, command in enumerate(st.COMMANDS[1:], 1):
        for commanded in getattr(data.commands, command):
            s.commands[k, st.CLASSES.index(commanded)] = 1
    return index


def _unit(s: np.record, u: int, unit: Unit) -> None:
    s.unit_side[u] = st.SIDES.index(unit.side)
    s.kind[u] = st.UNIT_KINDS.index(unit.kind)
    s.type[u] = st.TYPES.index(unit.type or "none")
    s.nat[u] = st.UNIT_NATIONS.index(unit.nation)
    s.service[u] = st.SERVICES.index(unit.service or "none")
    s.unit_size[u] = st.UNIT_SIZES.index(unit.size or "none")
    for k, ratings in enumerate((unit.full, unit.reduced or unit.full)):
        if ratings:
            s.attack[u, k], s.defence[u, k] = ratings[:2]
    if unit.full and len(unit.full) == 3:
        s.range[u] = unit.full[2]
    s.extended[u], s.bracketed[u], s.dotted[u] = unit.extended, unit.bracketed, unit.dot
    s.full_steps[u] = steps_of(unit, False)
    s.is_carrier[u] = unit.type in CARRIERS
    s.landing[u] = st.LANDING_COSTS.index(unit.landing or "none")
    s.strategic_move[u] = unit.strategic
    s.organic[u] = st.ORGANIC.index(unit.organic or "none")
    s.europe[u] = unit.europe
    s.command_range[u], s.efficiency[u] = unit.range, unit.efficiency
    s.command[u] = st.COMMANDS.index(unit.command or "none")
    s.unit_class[u] = class_of(unit)
    s.leaves_burma[u] = unit.leaves_burma
    s.helps_china[u] = unit.type == "air" or unit.helps_china
    s.china_air[u] = unit.china_air
    s.arrival[u] = unit.arrives or 0
    if unit.card and unit.card != "none":
        s.arrival_card[u] = st.SIDES.index(unit.card[:2]) * st.MAX_CARDS + int(unit.card[2:]) - 1
    s.arrives_full[u] = steps_of(unit, unit.starts_reduced)


def counter_of(text: str) -> tuple[str, bool]:
    """The id of a counter in a set-up, and whether its reduced side is up."""
    return text.rstrip("*"), text.endswith("*")


def freeze_setup(
    setup: Setup, units: Units, index: dict[str, int], board: Board, s: np.record
) -> None:
    """Fill the tables of the start; `start_ctrl` has the places the set-up lists (R1.3-cf)."""
    s.start_hex[:] = st.NONE
    for name, unit in units.units.items():
        u = index[name]
        s.start_steps[u] = s.arrives_full[u]
        s.start_place[u] = st.OUT if unit.card == "none" else st.ABSENT
    for spots in (setup.JP, setup.AL):
        for spot, counters in spots.items():
            for text in counters:
                name, reduced = counter_of(text)
                u = index[name]
                s.start_steps[u] = steps_of(units.units[name], reduced)
                s.start_place[u] = st.CHINA_BOX if spot == "china_box" else st.MAP
                s.start_hex[u] = st.NONE if spot == "china_box" else board.index[int(spot)]
    for place, counters in (
        (st.ELIMINATED, setup.eliminated), (st.OUT, setup.out), (st.DELAY_BOX, setup.delayed),
    ):  # fmt: skip
        for name in counters:
            s.start_place[index[name]] = place
    for u in range(len(index)):
        if s.start_place[u] in (st.ELIMINATED, st.OUT):
            s.start_steps[u] = 0
    s.start_ctrl[:] |= board.bits(list(dict.fromkeys((*setup.control, *setup.hexes))))
    _markers(setup, board, s)
    for side, hand in ((st.JP, setup.cards_jp), (st.AL, setup.cards_al)):
        _cards(side, hand, s)


def _markers(setup: Setup, board: Board, s: np.record) -> None:
    m = setup.markers
    s.start_no_route[:] = [h in [board.index[n] for n in m.no_route] for h in s.no_route_hex]
    for name in m.surrendered:
        s.start_surrendered[st.NATIONS.index(name)] = 1
    s.start_holder[:] = st.NO_CHANGE
    s.start_holder[st.MANDATES] = st.SIDES.index(m.mandates)
    s.start_front = st.FRONTS.index(m.front)
    s.start_road, s.start_hump = st.BURMA_ROADS.index(m.road), m.hump
    s.start_india, s.start_wie, s.start_will = st.INDIA_BOXES.index(m.india), m.wie, m.will
    s.start_asp[:], s.start_barges = m.asp, st.BARGES.index(m.barges)
    s.start_resources, s.start_tojo = m.resources, m.tojo_resigned
    s.start_rivalry[:], s.start_kwai = m.rivalry, m.kwai
    s.start_divisions = m.divisions
    s.start_air_repl, s.start_naval_repl = m.air_repl, m.naval_repl
    s.start_escort, s.start_pt_boats, s.start_doctrine = m.escort, m.pt_boats, m.doctrine
    s.start_passes[:], s.start_alaska = m.passes, m.alaska_turns


def _cards(side: int, hand: Hand, s: np.record) -> None:
    s.start_card[side, : s.cards[side]] = st.CARD_DECK
    for pile, numbers in (
        (st.CARD_OUT, hand.out), (st.CARD_DISCARD, hand.discarded), (st.CARD_HAND, hand.hand),
    ):  # fmt: skip
        for number in numbers:
            s.start_card[side, number - 1] = pile
    s.start_future[side] = st.NONE if hand.future is None else hand.future - 1
    if hand.future is not None:
        s.start_card[side, hand.future - 1] = st.CARD_FUTURE
    s.start_hand[side] = hand.draw
