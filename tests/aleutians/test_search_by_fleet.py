"""Chapter 9: fleets search enemy fleets and submarines where they stop (cases 3 and 4)."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, NO, NODE, PASS, UNIT, YES
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.search import fleet_modifier
from glory_env.games.aleutians.state import (
    ALLIES,
    AUTOMATIC_CASE_4,
    FLEETS,
    JAPAN,
    LOST,
    NAVAL,
    SEA,
    SEARCH_SUBMARINE,
)
from tests.covers import covers

from .at_sea import SUMMER, act, bare, play_on, put_at_sea, put_fleet, sail, throw, thrown
from .driver import options
from .positions import node, unit

AL_A, AL_B = FLEETS, FLEETS + 1
AUTUMN = 4


def at(name: str) -> int:
    return NODE + node(name)


def u(name: str) -> int:
    return UNIT + unit(name)


@covers("R9-2c", "A-35", "A-37", "BV-35")
def test_fleet_that_meets_fleets_searches_each() -> None:
    """It must stop, rolls once for each not found, nobody rolls back."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C10", "louisville")
    for slot, ship in ((0, "nachi"), (1, "tama"), (2, "kiso")):
        put_fleet(g, slot, "C11", ship)
    g.fleet_found[1] = 1
    sail(g, s, t, 0)
    throw(t, 6, 5)
    act(g, s, t, at("C11"))
    assert thrown(t) == 2
    assert list(g.fleet_found[:3]) == [1, 1, 0]
    assert not g.fleet_found[AL_A]
    assert g.phase != NAVAL, "no fleet is left to move"


def stop_at_submarine(fleet: tuple[str, ...], *faces: int) -> tuple[Game, Tables, Trace]:
    """An Allied fleet has stopped at C10 beside a Japanese submarine."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C9", *fleet)
    put_at_sea(g, "jp_ss_1", "C10")
    sail(g, s, t, 0)
    throw(t, *faces)
    act(g, s, t, at("C10"))
    return g, s, t


@covers("R9-2d", "A-96")
def test_case_4_is_asked_of_an_unfound_fleet() -> None:
    """Its own search goes first; then the fleet may look for it."""
    g, s, t = stop_at_submarine(("louisville", "us_dd_1"), 5, 6, 1)
    act(g, s, t, DONE)
    assert (g.decision, g.actor) == (SEARCH_SUBMARINE, ALLIES)
    assert options(g, s) == {YES, NO}
    act(g, s, t, YES)
    assert thrown(t) == 3
    assert g.place[unit("jp_ss_1")] == LOST
    assert not g.fleet_found[AL_A]


def test_case_4_without_destroyer_is_asked_too() -> None:
    """decisions.md 4 (DK-61): the question must not tell whether there is a destroyer."""
    g, s, t = stop_at_submarine(("louisville",), 5)
    act(g, s, t, DONE)
    assert g.decision == SEARCH_SUBMARINE
    assert options(g, s) == {NO}
    act(g, s, t, NO)
    assert thrown(t) == 1


@covers("A-96", "N-71")
def test_case_4_is_automatic_for_a_found_fleet() -> None:
    """The modifiers of a fleet; a miss of the search is no attack."""
    g, s, t = stop_at_submarine(("louisville", "us_dd_1"), 6, 5)
    act(g, s, t, PASS, DONE)
    assert g.fleet_found[AL_A]
    assert thrown(t) == 2
    assert g.place[unit("jp_ss_1")] == SEA


@covers("A-38", "A-96")
def test_case_4_automatic_by_switch() -> None:
    """Switch automatic_case_4."""
    g, s, t = stop_at_submarine(("louisville", "us_dd_1"), 5, 5)
    g.switch[AUTOMATIC_CASE_4] = 1
    act(g, s, t, DONE)
    assert thrown(t) == 2
    assert g.decision != SEARCH_SUBMARINE


@covers("R9-2d", "N-72")
def test_no_case_4_against_a_submarine_that_attacked() -> None:
    """The destroyers have replied to it in this move already."""
    g, s, t = stop_at_submarine(("louisville", "us_dd_1"), 6, 6, 6)
    act(g, s, t, u("louisville"), DONE)
    assert thrown(t) == 3
    assert g.place[unit("jp_ss_1")] == SEA


@covers("R9-2e")
def test_torpedo_boats_are_not_searched() -> None:
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C10", "jp_dd_1")
    put_at_sea(g, "pt", "C9")
    sail(g, s, t, 0)
    throw(t, 1)
    act(g, s, t, at("C9"), DONE)
    assert thrown(t) == 1
    assert g.phase != NAVAL


@covers("N-71")
def test_lone_fleet_cannot_find_a_submarine_in_summer() -> None:
    """6 - 1 is 5."""
    g, s, _ = bare(NAVAL, ALLIES, SUMMER)
    put_fleet(g, AL_A, "C9", "us_dd_1")
    assert 6 + fleet_modifier(g, s, AL_A) == 5


@covers("A-38")
def test_fleet_that_did_not_move_does_not_search() -> None:
    """It has not ended its movement."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C10", "us_dd_1")
    put_at_sea(g, "jp_ss_1", "C10")
    throw(t, 6)
    play_on(g, s, t)
    while g.phase == NAVAL:
        act(g, s, t, DONE)
    assert thrown(t) == 0
