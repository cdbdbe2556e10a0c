"""Withdrawals: the end of turn 5, stage 1 of turns 9 and 10, single transports (4.4, 6.12)."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, NO, NUMBER
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.formation import begin_formation
from glory_env.games.aleutians.state import (
    ALLIES,
    ARRIVAL,
    BOX,
    CARGO_LOSS,
    FLEET,
    FLEETS,
    GONE,
    J3,
    J4,
    JAPAN,
    KEEP_THREE_DD,
    L1,
    L2,
    L3,
    L4,
    LOST,
    NO_DECISION,
    NONE,
    REPAIR,
    SPOT,
    VICTORY,
    WITHDRAW,
    WITHDRAWN,
)
from tests.covers import covers

from .at_sea import put_ashore, put_fleet
from .driver import options, u
from .in_supply import act, at, lost, places, play_on, to
from .positions import spot, unit

DD = ("us_dd_1", "us_dd_2", "us_dd_5")
TRANSPORTS = ("us_ak_1", "us_ak_2", "us_ak_3")
CRUISERS = ("louisville", "nashville", "honolulu", "st_louis")
CANADIANS = ("prince_robert", "prince_david", "rcn_dd_1")
BOATS = ("pby_1", "pby_2", "pbyr_1", "pbyr_2", "pby_3", "pbyr_3")


def end_of(turn: int, side: int = ALLIES, strategy: int = 0) -> tuple[Game, Tables, Trace]:
    """The withdrawals of a turn; ships of the first turns have arrived."""
    g, s, t = at(side, turn, strategy)
    g.phase = VICTORY
    for name in ("us_dd_5", "gato_1", "pby_3", "pbyr_3"):
        g.place[unit(name)] = BOX
    return g, s, t


def at_five(strategy: int = L3) -> tuple[Game, Tables, Trace]:
    g, s, t = end_of(5, ALLIES, strategy)
    play_on(g, s, t)
    assert (g.decision, g.actor) == (WITHDRAW, ALLIES)
    return g, s, t


def finish(g: Game, s: Tables, t: Trace) -> None:
    """Name the first who must go until nobody must."""
    while g.decision == WITHDRAW:
        legal = options(g, s)
        act(g, s, t, NO if NO in legal else min(legal))


# --- the end of turn 5 -----------------------------------------------------------------------


@covers("R4-4g", "RRF-1d", "A-13")
def test_who_leaves_without_a_choice() -> None:
    """All ships but some, Canadians and the Gato too; those to return wait."""
    g, _s, _t = at_five()
    assert places(g, "louisville", "nashville") == {WITHDRAWN}
    assert places(g, "honolulu", "st_louis", "gato_1", *CANADIANS) == {GONE}
    assert places(g, "indianapolis", *DD, *TRANSPORTS) == {FLEET, BOX}
    assert g.place[unit("s_boat")] not in (GONE, WITHDRAWN)
    assert g.points == 0


@covers("R4-4g", "A-12", "A-13")
def test_who_stays_is_the_owners_choice() -> None:
    """Two destroyers, one transport, one flying boat."""
    g, s, t = at_five()
    assert options(g, s) == {u(n) for n in (*DD, *TRANSPORTS, *BOATS)}
    act(g, s, t, u("us_dd_1"))
    assert not {u(n) for n in DD} & options(g, s)
    act(g, s, t, u("us_ak_2"), u("us_ak_3"))
    assert options(g, s) == {u(n) for n in BOATS}
    act(g, s, t, *(u(n) for n in BOATS[1:]))
    assert options(g, s) == {NO}
    act(g, s, t, NO)
    assert (g.decision, g.queue, g.kept_ships) == (NO_DECISION, 0, 0)
    assert places(g, "us_dd_2", "us_dd_5", "us_ak_1", "pby_1", "indianapolis") <= {FLEET, BOX}


@covers("A-12")
def test_three_destroyers_by_the_switch() -> None:
    """The schedule keeps three."""
    g, s, t = end_of(5)
    g.switch[KEEP_THREE_DD] = 1
    play_on(g, s, t)
    assert not {u(n) for n in DD} & options(g, s)


@covers("RRF-1f", "RRF-1h", "R6-12b", "N-18")
def test_who_may_come_back() -> None:
    """All withdrawn transports and flying boats wait, and Louisville."""
    g, s, t = at_five()
    finish(g, s, t)
    back = [n for n in (*TRANSPORTS, *BOATS) if g.place[unit(n)] == WITHDRAWN]
    assert [n[:2] for n in back] == ["us"] * 2 + ["pb"] * 5
    g.turn, g.phase, g.step = 9, at(ALLIES, 9)[0].phase, 0
    to(g, s, t, ARRIVAL)
    assert {u(n) for n in (*back, "louisville")} <= options(g, s)
    act(g, s, t, u("louisville"), u(back[0]))
    assert places(g, "louisville", back[0]) == {BOX}


@covers("R4-4i", "R10-9h", "A-93", "N-17")
def test_sunk_and_damaged_ships_count() -> None:
    """A sunk transport may be the one that stays, or be named."""
    g, s, t = end_of(5)
    lost(g, 4, "us_ak_1", "us_ak_2", "gato_1")
    g.place[unit("us_dd_1")], g.when[unit("us_dd_1")] = REPAIR, 7
    play_on(g, s, t)
    assert {u("us_ak_1"), u("us_ak_3"), u("us_dd_1")} <= options(g, s)
    act(g, s, t, u("us_ak_2"), u("us_ak_3"), u("us_dd_1"))
    assert places(g, "us_ak_1", "gato_1") == {LOST}  # both will be replaced
    assert g.place[unit("us_dd_1")] == GONE


@covers("R8-3c", "R8-4j", "A-14")
def test_empty_fleet_gives_its_marker_back() -> None:
    """A fleet that loses all ships is closed; its troops are lost at sea."""
    g, s, t = end_of(5)
    g.place[(g.place == FLEET) & (g.at == FLEETS)] = GONE
    put_fleet(g, FLEETS, "C4", "prince_robert", "inf_5")
    play_on(g, s, t)
    assert (g.fleet_used[FLEETS], g.place[unit("inf_5")]) == (0, LOST)


@pytest.mark.parametrize(("where", "place"), [("B5", SPOT), ("", BOX)])
@covers("A-14", "R8-4l")
def test_troops_of_a_withdrawn_transport(where: str, place: int) -> None:
    """At an own port they go ashore, off map into the box."""
    g, s, t = end_of(5)
    g.place[[unit(n) for n in TRANSPORTS]] = LOST
    put_fleet(g, FLEETS, where, "us_ak_1", "indianapolis", "inf_5")
    g.place[unit("us_ak_2")], g.at[unit("us_ak_2")] = BOX, NONE
    g.fleet_supply[FLEETS] = 0
    play_on(g, s, t)
    act(g, s, t, u("us_ak_1"))
    assert g.place[unit("inf_5")] == place
    if place == SPOT:
        assert g.at[unit("inf_5")] == spot("kodiak")


@covers("R8-4j")
def test_troops_at_sea_are_lost_by_choice() -> None:
    """Lifts are short, so the owner names who is lost before anything else."""
    g, s, t = end_of(5)
    put_fleet(g, FLEETS, "C4", "us_ak_1", "us_ak_2", "indianapolis", "inf_5", "inf_7")
    play_on(g, s, t)
    act(g, s, t, u("us_ak_1"))
    assert (g.decision, g.actor) == (CARGO_LOSS, ALLIES)
    act(g, s, t, u("inf_7"))
    assert (g.decision, g.place[unit("inf_7")]) == (WITHDRAW, LOST)


@covers("A-21")
def test_loaded_supply_goes_back() -> None:
    """SP aboard a transport in Seattle are in the box again."""
    g, s, t = end_of(5)
    put_fleet(g, FLEETS, "", "us_ak_1", "us_ak_2", "indianapolis")
    g.fleet_supply[FLEETS], g.seattle = 2, 1
    play_on(g, s, t)
    act(g, s, t, u("us_ak_1"))
    assert (g.fleet_supply[FLEETS], g.seattle) == (1, 2)
    g.side = ALLIES
    begin_formation(g, s)
    assert g.seattle == 3


# --- ships kept under L4 ---------------------------------------------------------------------


@covers("R4-4h", "R6-12c", "R6-12d", "R5-6e", "RAS-1d")
def test_ships_may_stay_under_l4() -> None:
    """Flying boats have to leave, ships one by one may."""
    g, s, t = at_five(L4)
    assert places(g, *CRUISERS, *CANADIANS) == {FLEET}
    assert NO not in options(g, s)
    act(g, s, t, *(u(n) for n in BOATS[1:]))
    assert {NO, u("louisville"), u("us_dd_1"), u("us_ak_1"), u("gato_1")} <= options(g, s)
    assert u("indianapolis") not in options(g, s)
    act(g, s, t, u("louisville"), NO)
    assert (g.kept_ships, g.place[unit("louisville")]) == (1, WITHDRAWN)
    assert places(g, "nashville", *TRANSPORTS) == {FLEET}


@covers("R5-6e")
def test_nothing_kept_bars_nothing() -> None:
    """A side on L4 that lets all go has kept none."""
    g, s, t = at_five(L4)
    while options(g, s) != {NO}:
        act(g, s, t, min(options(g, s) - {NO}))
    act(g, s, t, NO)
    assert g.kept_ships == 0
    assert g.place[unit("indianapolis")] == FLEET


# --- stage 1 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", [L1, L2, L3])
@covers("R6-12a", "RRF-1h", "A-99")
def test_stage_one_of_turn_nine(strategy: int) -> None:
    """S class and B-17 leave; the Allies are asked with one answer."""
    g, s, t = at(ALLIES, 9, strategy)
    g.place[unit("b17_1")], g.at[unit("b17_1")] = SPOT, spot("umnak")
    to(g, s, t, WITHDRAW)
    assert places(g, "s_boat", "b17_1") == {GONE}
    assert options(g, s) == {NO}
    act(g, s, t, NO)
    assert g.decision != WITHDRAW


@covers("R6-12c")
def test_submarine_kept_under_l4() -> None:
    """The B-17 leaves, the S class may stay."""
    g, s, t = at(ALLIES, 9, L4)
    put_ashore(g, "b17_1", "umnak")
    to(g, s, t, WITHDRAW)
    assert g.place[unit("b17_1")] == GONE
    assert options(g, s) == {u("s_boat"), NO}
    act(g, s, t, NO)
    assert g.kept_ships == 1


@pytest.mark.parametrize(("strategy", "kept"), [(L3, False), (L4, True)])
@covers("RRF-1i", "VX-23", "R6-12d")
def test_vx_23_nevada(strategy: int, kept: bool) -> None:
    """She leaves in turn 10, or is kept under L4."""
    g, s, t = at(ALLIES, 10, strategy)
    put_fleet(g, FLEETS + 1, "B5", "nevada")
    to(g, s, t, WITHDRAW)
    act(g, s, t, NO)
    assert (g.place[unit("nevada")] == FLEET) == kept
    assert g.kept_ships == int(kept)


@covers("A-99", "N-11", "BV-74")
def test_nobody_on_hand() -> None:
    """Nevada of turn 12 (L1) is not withdrawn in turn 10; still asked."""
    g, s, t = at(ALLIES, 10, L1)
    to(g, s, t, WITHDRAW)
    assert options(g, s) == {NO}
    g, s, t = at(ALLIES, 12, L1)
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("nevada"), DONE)
    assert g.place[unit("nevada")] == BOX


@covers("R6-12a")
def test_other_turns_ask_nothing() -> None:
    """No dates in stage 1 but in turns 9 and 10, and none for Japan."""
    for side, turn in ((ALLIES, 8), (ALLIES, 11), (JAPAN, 9)):
        g, s, t = at(side, turn)
        play_on(g, s, t)
        act(g, s, t, NUMBER)
        assert g.decision != WITHDRAW


# --- one transport ---------------------------------------------------------------------------


@covers("R4-4c", "R4-4i", "RJS-1d", "VX-22")
def test_vx_22_japanese_transport_of_turn_one() -> None:
    """J4 names one, the sunk one if it likes."""
    g, s, t = end_of(1, JAPAN, J4)
    lost(g, 1, "jp_ak_2")
    play_on(g, s, t)
    assert (g.decision, g.actor) == (WITHDRAW, JAPAN)
    assert options(g, s) == {u("jp_ak_1"), u("jp_ak_2")}
    act(g, s, t, u("jp_ak_2"))
    assert (g.place[unit("jp_ak_2")], g.place[unit("jp_ak_1")]) == (GONE, FLEET)


@covers("RJS-1c", "A-104")
def test_japanese_transports_stay_else() -> None:
    """Not under another strategy, nor for J4 taken later."""
    for turn, strategy in ((1, J3), (2, J4), (3, J4)):
        g, s, t = end_of(turn, JAPAN, strategy)
        play_on(g, s, t)
        assert places(g, "jp_ak_1", "jp_ak_2") == {FLEET}
        assert g.decision == NO_DECISION


@covers("R4-4f", "RAS-1a")
def test_allied_transport_of_turn_two() -> None:
    """L1 names one at the end of turn 2; the only one goes without a question."""
    g, s, t = end_of(2, ALLIES, L1)
    play_on(g, s, t)
    assert options(g, s) == {u(n) for n in TRANSPORTS}
    act(g, s, t, u("us_ak_3"))
    assert (g.place[unit("us_ak_3")], g.decision) == (WITHDRAWN, NO_DECISION)
    g, s, t = end_of(2, ALLIES, L1)
    g.place[[unit("us_ak_1"), unit("us_ak_2")]] = GONE
    play_on(g, s, t)
    assert (g.place[unit("us_ak_3")], g.decision) == (WITHDRAWN, NO_DECISION)
    g, s, t = end_of(2, ALLIES, L2)
    play_on(g, s, t)
    assert places(g, *TRANSPORTS) == {FLEET}
