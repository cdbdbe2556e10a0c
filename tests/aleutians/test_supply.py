"""Stage 1: the depot, income, the highway; recovery at the end of S4 (6.1 to 6.5)."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, FIELD, NUMBER, PORT, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import supply
from glory_env.games.aleutians.rules.bases import can_use_port, depot_out
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    ARRIVAL,
    FLEETS,
    GROUND,
    INCOME,
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
    RECON_STAGE,
    SPOT,
    SUPPLY,
    UNLOAD,
)
from tests.covers import covers

from .at_sea import put_ashore, put_at_sea, put_fleet, throw
from .driver import options
from .in_supply import act, at, play_on, to
from .positions import spot, unit


def amounts(*k: int) -> set[int]:
    return {NUMBER + n for n in k}


def take(side: int, turn: int, strategy: int, points: int, **state: object) -> Game:
    """A stage 1 in which so many points are taken; state: fields set before."""
    g, s, t = at(side, turn, strategy)
    for field, value in state.items():
        setattr(g, field, value)
    play_on(g, s, t)
    assert g.decision == INCOME
    act(g, s, t, NUMBER + points)
    return g


# --- income ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "strategy", "turn", "most"),
    [
        (JAPAN, J1, 2, 2), (JAPAN, J1, 9, 2), (JAPAN, J2, 4, 2), (JAPAN, J2, 5, 1),
        (JAPAN, J3, 2, 1), (JAPAN, J4, 12, 1), (ALLIES, L1, 5, 1), (ALLIES, L1, 6, 2),
        (ALLIES, L2, 5, 1), (ALLIES, L2, 6, 2), (ALLIES, L3, 5, 2), (ALLIES, L3, 6, 3),
        (ALLIES, L4, 5, 2), (ALLIES, L4, 6, 4),
    ],
)  # fmt: skip
@covers(
    "R6-1a",
    "R5-5c",
    "R5-5e",
    "RJS-1a",
    "RJS-1b",
    "RJS-1c",
    "RJS-1d",
    "RAS-1a",
    "RAS-1b",
    "RAS-1c",
    "RAS-1d",
)
def test_income_by_strategy(side: int, strategy: int, turn: int, most: int) -> None:
    """Up to the points of the strategy, or fewer."""
    g, s, t = at(side, turn, strategy)
    play_on(g, s, t)
    assert g.decision == INCOME
    assert g.actor == side
    assert options(g, s) == amounts(*range(most + 1))


@covers("R5-3c", "A-19")
def test_no_income_in_turn_one() -> None:
    """The strategies are not rolled yet."""
    g, s, t = at(ALLIES, 1)
    g.strategy[:] = 0
    play_on(g, s, t)
    assert g.decision == ARRIVAL
    assert g.supply.tolist() == [1, 2]  # R6-2a, R6-3a, RSU-1m, RSU-2f


@covers("R6-1c", "R6-2b", "BV-21")
def test_bv_21_japan_stores_up_to_five() -> None:
    """The track holds 5; what does not fit is lost."""
    g = take(JAPAN, 3, J1, 2, supply=(5, 2))
    assert g.supply[JAPAN] == 5
    assert take(JAPAN, 3, J1, 2, supply=(3, 2)).supply[JAPAN] == 5
    assert take(JAPAN, 3, J1, 1, supply=(0, 2)).supply[JAPAN] == 1


@covers("R6-2b", "BV-29")
def test_bv_29_income_without_paramushiro() -> None:
    """None for Japan while Paramushiro is Allied; contested it still comes."""
    g, s, t = at(JAPAN, 3)
    put_ashore(g, "inf_4", "paramushiro")
    g.port_disrupted[spot("paramushiro")] = 1
    play_on(g, s, t)
    assert g.decision == INCOME
    g, s, t = at(JAPAN, 3)
    g.holder[spot("paramushiro")] = ALLIES
    play_on(g, s, t)
    assert g.decision == ARRIVAL
    assert g.supply[JAPAN] == 1


@covers("R6-3b", "R6-3c", "BV-23")
def test_bv_23_allied_income_goes_to_seattle() -> None:
    """Before the highway nothing of it reaches the track."""
    g = take(ALLIES, 4, L3, 2, seattle=3)
    assert (g.supply[ALLIES], g.seattle) == (2, 5)


@pytest.mark.parametrize(
    ("turn", "strategy", "points", "track", "seattle"),
    [(5, L3, 2, 2, 0), (6, L3, 3, 2, 1), (5, L1, 1, 1, 0), (6, L4, 4, 2, 2), (6, L4, 1, 1, 0)],
)
@covers("R6-3f", "R6-3h", "A-20", "BV-23")
def test_bv_23_highway(turn: int, strategy: int, points: int, track: int, seattle: int) -> None:
    """From turn 5 two of the points go straight to the track."""
    g = take(ALLIES, turn, strategy, points, supply=(0, 0))
    assert (g.supply[ALLIES], g.seattle) == (track, seattle)


@covers("R6-1c", "A-20", "BV-21", "BV-76")
def test_bv_21_bv_76_highway_with_a_full_track() -> None:
    """Points without room wait in Seattle."""
    g = take(ALLIES, 5, L3, 2, supply=(0, 6))
    assert (g.supply[ALLIES], g.seattle) == (7, 1)


@covers("R6-3f", "R6-3g", "R6-4f", "BV-26")
def test_bv_26_highway_needs_anchorage() -> None:
    """No highway and no die while Japan holds Anchorage."""
    g, s, t = at(ALLIES, 6)
    p = spot("anchorage")
    g.field_owner[p] = g.port_owner[p] = JAPAN
    assert not can_use_port(g, s, ALLIES, spot("kodiak"))
    throw(t)
    play_on(g, s, t)
    act(g, s, t, NUMBER + 3)
    assert (g.supply[ALLIES], g.seattle, t.next_face) == (2, 3, 0)


@pytest.mark.parametrize(("face", "burns"), [(1, 0), (3, 0), (4, 1), (6, 1)])
@covers("R6-4h", "R6-4i", "RDX-07", "BV-25", "R6-4g")
def test_fire_at_the_depot(face: int, burns: int) -> None:
    """Out on 1 to 3; the highway works with the fire (R6-4g)."""
    g, s, t = at(ALLIES, 6)
    g.depot_fire = 1
    throw(t, face)
    play_on(g, s, t)
    assert (g.depot_fire, t.next_face) == (burns, 1)
    act(g, s, t, NUMBER + 2)
    assert g.supply[ALLIES] == 4


@covers("R6-4h")
def test_japan_does_not_roll_for_the_fire() -> None:
    """Only in the Allied stage 1."""
    g, s, t = at(JAPAN, 6)
    g.depot_fire = 1
    throw(t)
    play_on(g, s, t)
    assert (g.depot_fire, t.next_face) == (1, 0)


@covers("RSQ-4a", "A-89")
def test_stage_ends_with_reconnaissance() -> None:
    """After the arrivals the next stage begins."""
    g, s, t = at(JAPAN, 8)
    to(g, s, t, ARRIVAL)
    act(g, s, t, DONE)
    assert (g.phase, g.step) == (RECON_STAGE, 0)
    assert not g.done.any()


# --- recovery (6.5.3) ------------------------------------------------------------------------


def at_umnak(*ships: str) -> tuple[Game, Tables, Trace]:
    """Turn 6, end of the Allied S4: 807th Engineers and the field of Umnak disrupted; 3 SP."""
    g, s, t = at(ALLIES, 6)
    g.phase, g.step = UNLOAD, 0
    for slot in range(2 * FLEETS):
        g.fleet_used[slot], g.fleet_node[slot] = 0, NONE
    for k in range(s.units):
        if s.kind[k] == GROUND:
            g.place[k] = ABSENT
    put_ashore(g, "eng_807", "umnak")
    g.disrupted[unit("eng_807")] = 1
    g.field_disrupted[spot("umnak")] = 1
    g.supply[ALLIES] = 3
    if ships:
        put_fleet(g, FLEETS, "C8", *ships)
    play_on(g, s, t)
    return g, s, t


STACK, ITS_FIELD = SPOT_ACTION + spot("umnak"), FIELD + spot("umnak")


@covers("R6-1b", "R6-5c", "R6-5e", "R6-5f", "R8-4c", "BV-63")
def test_recovery() -> None:
    """Stack and field cost 1 SP and 1 lift each."""
    g, s, t = at_umnak("us_ak_1", "us_ak_2", "us_ak_3")
    assert options(g, s) == {DONE, STACK, ITS_FIELD}
    act(g, s, t, STACK)
    assert (g.supply[ALLIES], g.disrupted[unit("eng_807")]) == (2, 0)
    act(g, s, t, ITS_FIELD)
    assert (g.supply[ALLIES], g.field_disrupted[spot("umnak")]) == (1, 0)
    assert g.fleet_lifts_used[FLEETS] == 2
    assert g.decision == 0


@covers("R6-5c", "R6-5d", "VX-05")
def test_one_point_clears_a_stack() -> None:
    """All units of a place for 1 SP; port and airfield apart."""
    g, s, t = at_umnak()
    p = spot("dutch_harbor")
    for name in ("us_aa", "inf_4"):
        put_ashore(g, name, "dutch_harbor")
        g.disrupted[unit(name)] = 1
    g.port_disrupted[p] = 1
    put_fleet(g, FLEETS, "C8", "us_ak_1", "us_ak_2", "us_ak_3")
    play_on(g, s, t)
    act(g, s, t, SPOT_ACTION + p)
    assert not g.disrupted[unit("us_aa")]
    assert not g.disrupted[unit("inf_4")]
    act(g, s, t, PORT + p)
    assert (g.supply[ALLIES], g.port_disrupted[p]) == (1, 0)


@covers("R6-5g", "R6-5f", "BV-28", "BV-71")
def test_no_recovery_without_a_lift() -> None:
    """Not with warships, a loaded or a used lift; still asked."""
    g, s, _t = at_umnak()
    assert g.decision == 0
    g, s, _t = at_umnak("louisville")
    assert options(g, s) == {DONE}
    g, s, _t = at_umnak("us_ak_1", "inf_7")
    assert options(g, s) == {DONE}
    g, s, _t = at_umnak("us_ak_1")
    g.fleet_lifts_used[FLEETS] = 1  # a battalion has just stepped ashore
    assert options(g, s) == {DONE}
    g.fleet_lifts_used[FLEETS] = 0
    g.fleet_supply[FLEETS] = 1
    assert options(g, s) == {DONE}


@covers("R6-5f")
def test_one_lift_one_recovery() -> None:
    """With one transport the second thing stays disrupted."""
    g, s, t = at_umnak("us_ak_1")
    act(g, s, t, ITS_FIELD)
    assert options(g, s) == {DONE}
    act(g, s, t, DONE)
    assert (g.step, g.decision, g.disrupted[unit("eng_807")]) == (1, 0, 1)


@covers("R6-3e", "R6-5c")
def test_recovery_costs_points_of_the_track() -> None:
    """SP in Seattle do not pay."""
    g, s, _t = at(ALLIES, 6)
    g.seattle = 5
    g.supply[ALLIES] = 0
    put_ashore(g, "eng_807", "umnak")
    g.disrupted[unit("eng_807")] = 1
    put_fleet(g, FLEETS, "C8", "us_ak_1")
    assert not supply.can_recover(g, s, ALLIES)


@covers("R6-4d")
def test_the_depot_is_not_recovered() -> None:
    """No SP puts out the fire."""
    g, s, _t = at_umnak()
    g.field_disrupted[:] = 0
    g.disrupted[:] = 0
    g.depot_fire = 1
    put_fleet(g, FLEETS, "A4", "us_ak_1")
    assert not supply.can_recover(g, s, ALLIES)


@covers("A-23", "R7-3e")
def test_japanese_destroyer_transport_and_submarine() -> None:
    """An APD counts like a transport, a submarine brings 1 SP."""
    g, s, t = at(JAPAN, 6)
    g.phase, g.supply[JAPAN] = UNLOAD, 2
    put_ashore(g, "bn_301", "kiska")
    put_ashore(g, "snlf_3", "kiska")
    g.holder[spot("kiska")] = JAPAN
    g.disrupted[unit("bn_301")] = 1
    put_fleet(g, 0, "C11", "jp_apd_1")
    play_on(g, s, t)
    act(g, s, t, SPOT_ACTION + spot("kiska"))
    assert g.supply[JAPAN] == 1
    assert g.fleet_lifts_used[0] == 1
    g.disrupted[unit("snlf_3")] = 1
    put_at_sea(g, "jp_ss_1", "C11")
    g.boat_supply[unit("jp_ss_1")] = 1
    play_on(g, s, t)
    act(g, s, t, SPOT_ACTION + spot("kiska"))
    assert (g.supply[JAPAN], g.boat_supply[unit("jp_ss_1")]) == (0, 0)
    assert not g.disrupted[unit("snlf_3")]


@covers("R15-3a", "R15-3b")
def test_soviet_division_needs_soviet_entry() -> None:
    """Before entry nobody clears it; after it by Allied transport."""
    g, s, t = at_umnak()
    g.field_disrupted[:] = 0
    g.disrupted[:] = 0
    put_ashore(g, "soviet_div", "petropavlovsk")
    g.disrupted[unit("soviet_div")] = 1
    put_fleet(g, FLEETS, "C15", "us_ak_1")
    assert not supply.can_recover(g, s, ALLIES)
    g.soviet = 1
    play_on(g, s, t)
    act(g, s, t, SPOT_ACTION + spot("petropavlovsk"))
    assert not g.disrupted[unit("soviet_div")]


@covers("R6-5g")
def test_sunk_transport_brings_nothing() -> None:
    """The lift has to be there at the end of S4."""
    g, s, _t = at_umnak("us_ak_1", "us_dd_1")
    sink(g, s, unit("us_ak_1"))
    assert options(g, s) == {DONE}
    assert g.place[unit("eng_807")] == SPOT
    assert g.phase != SUPPLY


# --- the depot out (6.4) ---------------------------------------------------------------------


@covers("R6-4a", "R6-4b", "R6-4e", "R6-4f", "A-22", "BV-26", "R3-3b")
def test_what_puts_the_depot_out() -> None:
    """Fire, Anchorage lost, or the depot itself lost."""
    kodiak, anchorage = spot("kodiak"), spot("anchorage")
    g, s, _t = at(ALLIES, 6)
    assert not depot_out(g, s)
    assert can_use_port(g, s, ALLIES, kodiak)
    g.depot_fire = 1
    assert not can_use_port(g, s, ALLIES, kodiak)
    assert can_use_port(g, s, JAPAN, spot("paramushiro"))
    g.depot_fire = 0
    put_ashore(g, "bn_301", "valdez")
    assert not can_use_port(g, s, ALLIES, kodiak)
    put_ashore(g, "inf_5", "valdez")
    assert can_use_port(g, s, ALLIES, kodiak)
    g.field_owner[anchorage] = g.port_owner[anchorage] = JAPAN
    assert not can_use_port(g, s, ALLIES, kodiak)


@covers("R6-4g", "A-22")
def test_spending_goes_on_with_the_depot_out() -> None:
    """Recovery by a transport in the area is no use of a port."""
    g, s, t = at_umnak("us_ak_1")
    g.depot_fire = 1
    act(g, s, t, STACK)
    assert not g.disrupted[unit("eng_807")]
