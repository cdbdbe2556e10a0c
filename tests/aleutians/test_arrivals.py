"""Arrivals: the schedule under each strategy, where units come in, the exchange (6.6 to 6.9)."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, DONE, NODE, OWN_FLEET, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.schedule import NEVER, due_turn, leave_turn, note_strategy
from glory_env.games.aleutians.state import (
    ALLIES,
    ARRIVAL,
    ARRIVAL_PLACE,
    BOX,
    CARRIER,
    FLEET,
    FLEETS,
    J1,
    J2,
    J3,
    J4,
    JAPAN,
    L1,
    L2,
    L3,
    L4,
    NONE,
    REPAIR,
    SEA,
    SHIFT_WITHDRAWALS,
    SHIP,
    SPOT,
    WITHDRAWN,
)
from tests.covers import covers

from .at_sea import put_ashore, put_fleet
from .driver import options, u
from .in_supply import act, at, on_deck, places, to
from .positions import node, spot, unit


def spots(*names: str) -> set[int]:
    return {SPOT_ACTION + spot(name) for name in names}


def arrivals_of(g: Game, s: Tables) -> set[str]:
    """Units that may come in now, by their models' names or ids."""
    return {a for a in ALL if u(a) in options(g, s)}


ALL = (
    "a6m2n_2", "e13a_2", "h6k_1", "jp_aa", "midget", "bn_303", "fortress", "ki43_1", "g4m_1",
    "bn_304", "b24_1", "b17_1", "p40_2", "p38_1", "os2u_1", "pbyr_3", "gato_1", "os2u_2", "b24_2",
    "pby_3", "us_dd_5", "inf_5", "eng_18", "seabees", "p39_1", "us_ak_4", "p40_3", "inf_7",
    "raleigh", "us_dd_6", "pbyr_4", "salt_lake_city", "richmond", "us_ak_5", "us_ak_6", "pt",
    "inf_17", "inf_32", "inf_48", "nevada", "pennsylvania", "new_mexico", "mississippi", "idaho",
    "santa_fe", "san_francisco", "nassau", "gato_2", "b24_3", "tennessee", "portland", "p40_4",
    "a24_1", "mtn_87", "ssf_1", "bde_13",
)  # fmt: skip


# --- when ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "turn", "names"),
    [
        (ALLIES, 1, "b24_1 b17_1 p40_2 p38_1 os2u_1 pbyr_3"),
        (ALLIES, 2, "gato_1 os2u_2 b24_2 pby_3"),
        (ALLIES, 4, "us_dd_5 inf_5 eng_18 seabees"),
        (ALLIES, 5, "p39_1"),
        (ALLIES, 6, "us_ak_4 p40_3 inf_7"),
        (ALLIES, 7, "raleigh us_dd_6 pbyr_4"),
        (ALLIES, 8, "salt_lake_city richmond us_ak_5 us_ak_6 pt inf_17 inf_32 inf_48"),
        (
            ALLIES, 9,
            "nevada pennsylvania new_mexico mississippi idaho santa_fe san_francisco nassau gato_2"
            " b24_3",
        ),
        (ALLIES, 10, "tennessee portland p40_4 a24_1 mtn_87 ssf_1 bde_13"),
        (JAPAN, 2, "a6m2n_2 e13a_2 h6k_1 jp_aa"),
        (JAPAN, 3, "midget"),
        (JAPAN, 5, "bn_303"),
        (JAPAN, 6, "fortress"),
        (JAPAN, 9, "ki43_1 g4m_1 bn_304"),
    ],
)  # fmt: skip
@covers(
    "R6-6a",
    "RRF-1a",
    "RRF-1b",
    "RRF-1c",
    "RRF-1d",
    "RRF-1e",
    "RRF-1f",
    "RRF-1g",
    "RRF-1h",
    "RRF-1i",
    "RRF-2c",
    "RRF-2d",
)
def test_schedule(side: int, turn: int, names: str) -> None:
    """Who is due in which turn under the third strategies."""
    g, s, _t = at(side, turn)
    due = {name for name in ALL if due_turn(g, s, unit(name)) == turn}
    assert {n for n in due if s.side[unit(n)] == side} == set(names.split())
    for name in ("b29_1", "g8n_1", "shokaku", "musashi", "enterprise", "zuikaku", "f4f_nassau"):
        assert due_turn(g, s, unit(name)) == NEVER  # options, and forces with rules of their own


@pytest.mark.parametrize(
    ("strategy", "name", "turn"),
    [
        (L1, "b24_1", 1), (L1, "gato_1", 5), (L1, "p39_1", 8), (L1, "nevada", 12),
        (L1, "tennessee", 13), (L2, "raleigh", 7), (L2, "richmond", NEVER), (L2, "portland", NEVER),
        (L4, "gato_1", 2), (L4, "seabees", 2), (L4, "p39_1", 3), (L4, "nevada", 7), (L3, "pt", 8),
        (J1, "midget", 2), (J1, "jp_aa", 2), (J1, "bn_303", 3), (J1, "ki43_1", 7),
        (J2, "bn_303", 5), (J3, "bn_303", 5), (J4, "jp_aa", NEVER),
    ],
)  # fmt: skip
@covers("BV-13", "BV-14", "BV-74", "A-99", "RAS-1a", "RAS-1b", "RAS-1e", "RJS-1a", "RJS-1d")
def test_shifts(strategy: int, name: str, turn: int) -> None:
    g, s, _t = at(JAPAN, 2)
    side = int(s.side[unit(name)])
    g.strategy[side] = strategy
    assert due_turn(g, s, unit(name)) == turn


@covers("A-99", "R6-12b", "BV-74")
def test_returns_move_with_the_strategy() -> None:
    """L1 three turns later, L2 not in 8 to 10, L4 two earlier."""
    g, s, _t = at(ALLIES, 6)
    for name in ("louisville", "us_ak_1"):
        g.place[unit(name)] = WITHDRAWN
    turns = {L1: (12, 10), L2: (NEVER, 7), L3: (9, 7), L4: (7, 5)}
    for strategy, expected in turns.items():
        g.strategy[ALLIES] = strategy
        assert tuple(due_turn(g, s, unit(n)) for n in ("louisville", "us_ak_1")) == expected


@covers("R10-9h")
def test_no_return_before_repair() -> None:
    """A ship withdrawn while in repair does not come back before it is repaired."""
    g, s, _t = at(ALLIES, 9)
    g.place[unit("louisville")], g.when[unit("louisville")] = WITHDRAWN, 10
    assert due_turn(g, s, unit("louisville")) == 10


@pytest.mark.parametrize(
    ("old", "new", "turn", "name", "due"),
    [
        (J4, J2, 5, "jp_aa", NEVER),  # its turn had passed when the strategy was changed
        (J4, J2, 5, "bn_303", 5),
        (J4, J1, 5, "bn_303", NEVER),  # would have come in turn 3
        (J4, J1, 5, "bn_304", 7),
        (J3, J4, 5, "bn_304", NEVER),
        (J3, J1, 5, "bn_303", 3),  # so it comes now
    ],
)
@covers("A-10", "R5-6f")
def test_change_of_strategy(old: int, new: int, turn: int, name: str, due: int) -> None:
    """The new table for what has not come; what was deleted only if not yet due."""
    g, s, _t = at(JAPAN, turn, old)
    g.strategy[JAPAN], g.changed[JAPAN] = new, 1
    note_strategy(g, s, JAPAN)
    assert due_turn(g, s, unit(name)) == due
    assert g.last_strategy[JAPAN] == new


@covers("A-99")
def test_withdrawn_is_not_moved() -> None:
    """Withdrawals keep their turns; with the switch they move as arrivals do."""
    g, s, _t = at(ALLIES, 9, L1)
    assert leave_turn(g, s, unit("b17_1")) == 9
    g.switch[SHIFT_WITHDRAWALS] = 1
    assert leave_turn(g, s, unit("b17_1")) == 12
    assert leave_turn(g, s, unit("louisville")) == 5


@covers("A-80", "R5-5d", "R5-5e")
def test_delay() -> None:
    """What is not taken may come later; the question is always asked."""
    g, s, t = at(JAPAN, 3)
    to(g, s, t, ARRIVAL)
    assert arrivals_of(g, s) == {"a6m2n_2", "e13a_2", "h6k_1", "jp_aa", "midget"}
    act(g, s, t, DONE)
    g, s, t = at(JAPAN, 3, J4)
    to(g, s, t, ARRIVAL)
    assert options(g, s) == {DONE}


# --- where -----------------------------------------------------------------------------------


def where(g: Game, s: Tables, t: Trace, name: str) -> set[int]:
    """Places offered to a unit that arrives; several, so that it is asked."""
    to(g, s, t, ARRIVAL)
    act(g, s, t, u(name))
    assert g.decision == ARRIVAL_PLACE
    return options(g, s)


@covers("R6-7a", "R6-7c", "R10-3b")
def test_land_aircraft() -> None:
    """Fields of the right size with room, not disrupted, or Seattle."""
    g, s, t = at(ALLIES, 1)
    assert where(g, s, t, "b24_1") == spots("anchorage", "umnak") | {BOX_ACTION}
    act(g, s, t, SPOT_ACTION + spot("umnak"))
    assert (g.place[unit("b24_1")], g.at[unit("b24_1")]) == (SPOT, spot("umnak"))
    g.field_disrupted[spot("anchorage")] = 1
    for name in ("os2u_1", "pbyr_3"):
        put_ashore(g, name, "annette")
    fields = spots("umnak", "cold_bay", "kodiak", "nome", "baranof", "annette")
    assert where(g, s, t, "p40_2") == fields | {BOX_ACTION}  # floatplanes fill no field
    act(g, s, t, SPOT_ACTION + spot("annette"))
    assert where(g, s, t, "p38_1") == (fields - spots("annette")) | {BOX_ACTION}
    act(g, s, t, BOX_ACTION)
    assert g.place[unit("p38_1")] == BOX


@covers("R6-7a", "R6-7c")
def test_japanese_aircraft_need_a_field() -> None:
    """Without one they wait; the box is for Allied aircraft only (R6-7c)."""
    g, s, t = at(JAPAN, 9)
    g.field_disrupted[spot("paramushiro")] = 1
    to(g, s, t, ARRIVAL)
    assert "ki43_1" not in arrivals_of(g, s)
    g.field_disrupted[spot("paramushiro")] = 0
    act(g, s, t, u("ki43_1"))  # one place only
    assert g.at[unit("ki43_1")] == spot("paramushiro")


@covers("R6-7b", "A-98")
def test_floatplanes() -> None:
    """Own islands; on coast Japan needs a ground unit there, the Allies none."""
    g, s, t = at(JAPAN, 2)
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("h6k_1"))
    assert g.at[unit("h6k_1")] == spot("paramushiro")
    kiska, coast = spot("kiska"), spot("open_A8")
    g.holder[kiska] = JAPAN
    put_ashore(g, "bn_301", "open_A8")
    assert where(g, s, t, "e13a_2") == {
        SPOT_ACTION + p for p in (spot("paramushiro"), kiska, coast)
    }
    g, s, t = at(ALLIES, 1)
    legal = where(g, s, t, "os2u_1")
    assert spots("kiska", "attu", "open_A8", "open_B7", "dutch_harbor") <= legal
    assert not spots("paramushiro", "commander", "nome", "open_A1", "open_B14") & legal
    put_ashore(g, "bn_301", "open_A8")
    assert SPOT_ACTION + spot("open_A8") not in options(g, s)


@covers("R6-8c", "RRF-1b")
def test_ships_and_submarines_in_seattle() -> None:
    """Allied ships and submarines come into the box, with their aircraft."""
    g, s, t = at(ALLIES, 9)
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("nassau"), u("gato_2"), u("nevada"))
    assert places(g, "nassau", "gato_2", "nevada") == {BOX}
    assert on_deck(g, "f4f_nassau", "nassau")  # RRF-3b


@covers("R6-8d")
def test_boats_with_a_range() -> None:
    """Midget at an own island or coast with a unit; PT at a field or port."""
    g, s, t = at(JAPAN, 3)
    g.holder[spot("kiska")] = JAPAN
    put_ashore(g, "bn_301", "open_A8")
    assert where(g, s, t, "midget") == {NODE + node(n) for n in ("C15", "C11", "A8")}
    act(g, s, t, NODE + node("C11"))
    assert (g.place[unit("midget")], g.flown[unit("midget")]) == (SEA, 0)
    g, s, t = at(ALLIES, 8)
    nodes = {NODE + node(n) for n in ("C8", "B7s", "B5", "A4k", "A8", "B2", "C1")}
    assert where(g, s, t, "pt") == nodes


@covers("R6-9a", "R6-9c")
def test_japanese_ground_units() -> None:
    """Paramushiro with room and in Japanese hands, or the box."""
    g, s, t = at(JAPAN, 5)
    assert where(g, s, t, "bn_303") == spots("paramushiro") | {BOX_ACTION}
    put_ashore(g, "bn_301", "paramushiro")
    assert options(g, s) == {BOX_ACTION}
    g.place[unit("bn_301")] = BOX
    g.holder[spot("paramushiro")] = ALLIES
    assert options(g, s) == {BOX_ACTION}


@covers("R6-9b", "A-59", "A-03")
def test_allied_ground_units() -> None:
    """Seattle; from turn 5 the spots of Anchorage while it is Allied."""
    g, s, t = at(ALLIES, 4)
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("inf_5"))
    assert g.place[unit("inf_5")] == BOX
    g, s, t = at(ALLIES, 6)
    assert where(g, s, t, "inf_7") == spots("anchorage", "valdez", "open_A4") | {BOX_ACTION}
    put_ashore(g, "bn_301", "valdez")
    assert SPOT_ACTION + spot("valdez") not in options(g, s)
    g.disrupted[unit("bn_301")] = 1
    assert SPOT_ACTION + spot("valdez") in options(g, s)
    g.field_owner[spot("anchorage")] = g.port_owner[spot("anchorage")] = JAPAN
    assert options(g, s) == {BOX_ACTION}


@covers("R5-7b", "A-11", "A-104")
def test_railway_to_nome() -> None:
    """Ground units arrive at Nome from the turn shown on, under L4 only."""
    nome = spots("nome", "open_A8")
    for strategy, railway, opens in ((L4, 9, True), (L4, 10, False), (L3, 9, False)):
        g, s, t = at(ALLIES, 9, strategy)
        g.railway = g.railway_real = railway
        assert (nome <= where(g, s, t, "inf_17")) == opens


@covers("R6-8a", "R6-8b", "R6-13a", "R10-9f", "A-90", "VX-18")
def test_repaired_japanese_ships() -> None:
    """A fleet in C15, a new one, or the box."""
    g, s, t = at(JAPAN, 5)
    for slot in range(FLEETS):
        g.fleet_used[slot], g.fleet_node[slot] = 0, NONE
    put_fleet(g, 1, "C15", "tama")
    g.place[unit("nachi")], g.when[unit("nachi")] = REPAIR, 5
    g.place[unit("kiso")], g.when[unit("kiso")] = REPAIR, 6
    to(g, s, t, ARRIVAL)
    assert u("kiso") not in options(g, s)
    assert where(g, s, t, "nachi") == {OWN_FLEET, OWN_FLEET + 1, BOX_ACTION}
    for slot in (0, 2, 3):
        put_fleet(g, slot, "C11")
    assert options(g, s) == {OWN_FLEET + 1, BOX_ACTION}
    g.fleet_node[1] = node("C12")
    assert options(g, s) == {BOX_ACTION}
    g.fleet_used[2] = 0
    act(g, s, t, OWN_FLEET + 2)
    assert (g.at[unit("nachi")], g.fleet_node[2]) == (2, node("C15"))
    assert g.place[unit("nachi")] == FLEET
    g.holder[spot("paramushiro")] = ALLIES
    g.when[unit("kiso")] = 5
    act(g, s, t, u("kiso"))
    assert g.place[unit("kiso")] == BOX


@covers("R8-3a", "R6-8a")
def test_full_fleet_takes_no_ship() -> None:
    """Ten ships are the most."""
    g, s, t = at(JAPAN, 5)
    ships = [k for k in range(s.units) if s.side[k] == JAPAN and s.kind[k] == SHIP]
    g.place[ships] = FLEET
    g.at[ships] = [k // 10 if k < 19 else 2 + (k > 28) for k in range(len(ships))]
    g.fleet_used[:FLEETS], g.fleet_node[:FLEETS] = 1, node("C15")
    k = ships[-1]
    g.place[k], g.at[k], g.when[k] = REPAIR, NONE, 5
    to(g, s, t, ARRIVAL)
    act(g, s, t, k)
    assert OWN_FLEET not in options(g, s)
    assert OWN_FLEET + 1 in options(g, s)


# --- carriers --------------------------------------------------------------------------------


@covers("A-101", "R10-9f")
def test_repaired_carrier_takes_its_waiting_aircraft() -> None:
    """Aircraft replaced meanwhile wait off map and come aboard."""
    g, s, t = at(ALLIES, 10)
    g.place[unit("nassau")], g.when[unit("nassau")] = REPAIR, 10
    g.place[unit("f4f_nassau")] = BOX
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("nassau"))
    assert g.place[unit("nassau")] == BOX
    assert places(g, "f4f_nassau") == {CARRIER}
