"""Japanese submarines with a company or supply in S3 (7.3)."""

from __future__ import annotations

from glory_env.games.aleutians.actions import CARRY_COMPANY, CARRY_SUPPLY, DONE
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.state import (
    ALLIES,
    FLEETS,
    FORM,
    JAPAN,
    LOST,
    NAVAL,
    SAIL,
    SEA,
    SPOT_ATTACK,
    SUBMARINE,
    SUBMARINE_CARGO,
    SUBMARINE_NODE,
)
from tests.covers import covers

from .at_sea import (
    act,
    bare,
    play_on,
    put_ashore,
    put_at_sea,
    put_fleet,
    put_in_box,
    sail,
    throw,
    thrown,
)
from .driver import at_node, options, u
from .positions import spot, unit


@covers("R7-3c", "R7-3g", "A-29")
def test_delivery_of_a_company() -> None:
    """Both from off map to an own port or temporary port, enemy fleets or not."""
    g, s, t = bare(NAVAL, JAPAN)
    put_in_box(g, "jp_ss_1", "senpei_1", "bn_301")
    put_ashore(g, "bn_302", "kiska")
    g.beach[spot("kiska"), JAPAN] = 1
    put_fleet(g, FLEETS, "C11", "louisville")
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert g.decision == SAIL
    assert options(g, s) == {DONE, u("jp_ss_1")}
    act(g, s, t, u("jp_ss_1"))
    assert (g.decision, g.actor) == (SUBMARINE_NODE, JAPAN)
    assert options(g, s) == {at_node("C15"), at_node("C11")}
    throw(t, 6)
    act(g, s, t, at_node("C11"))
    assert g.decision == SUBMARINE_CARGO
    assert options(g, s) == {CARRY_COMPANY, CARRY_SUPPLY}
    act(g, s, t, CARRY_COMPANY)
    assert g.place[unit("senpei_1")] == SUBMARINE
    assert g.at[unit("senpei_1")] == unit("jp_ss_1")
    assert not g.boat_supply[unit("jp_ss_1")]
    assert thrown(t) == 0, "it does not search (R7-3f)"
    sink(g, s, unit("jp_ss_1"))
    assert g.place[unit("senpei_1")] == LOST
    assert g.supply[JAPAN] == s.supply_start[JAPAN], "supply is paid where it is used"


@covers("R7-3e", "A-28")
def test_supply_run() -> None:
    """With no company waiting only supply is left; it counts in this phase."""
    g, s, t = bare(NAVAL, JAPAN)
    put_in_box(g, "jp_ss_1", "bn_301")
    play_on(g, s, t)
    act(g, s, t, DONE, u("jp_ss_1"), at_node("C15"))
    assert options(g, s) == {CARRY_SUPPLY}
    act(g, s, t, CARRY_SUPPLY)
    assert g.boat_supply[unit("jp_ss_1")]
    assert g.place[unit("jp_ss_1")] == SEA
    g.phase, g.step = NAVAL, 0
    play_on(g, s, t)
    assert not g.boat_supply[unit("jp_ss_1")], "not again in the next S3"


@covers("R7-3e", "R7-3a")
def test_only_from_off_map_and_only_japanese() -> None:
    """Not a submarine on the map; Allied submarines carry nothing (R7-3a)."""
    g, s, t = bare(NAVAL, JAPAN)
    put_at_sea(g, "jp_ss_1", "C15")
    put_in_box(g, "s_boat")
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert g.phase != NAVAL
    g, s, t = bare(NAVAL, ALLIES)
    put_in_box(g, "s_boat", "jp_ss_1")
    play_on(g, s, t)
    act(g, s, t, DONE)
    assert g.phase != NAVAL


@covers("R7-2a")
def test_not_into_barred_parts() -> None:
    """For transport too; Baranof lies at B2."""
    g, s, t = bare(NAVAL, JAPAN)
    put_in_box(g, "jp_ss_1")
    put_ashore(g, "bn_302", "baranof")
    g.beach[spot("baranof"), JAPAN] = 1
    play_on(g, s, t)
    act(g, s, t, DONE, u("jp_ss_1"))
    assert options(g, s) == {at_node("C15")}


@covers("R7-3f", "N-75")
def test_it_searches_in_the_allied_stage() -> None:
    """In the Allied S3 a transport submarine may search and attack."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, FLEETS, "C10", "louisville")
    put_at_sea(g, "jp_ss_1", "C11")
    g.boat_supply[unit("jp_ss_1")] = 1
    sail(g, s, t, 0)
    throw(t, 6)
    act(g, s, t, at_node("C11"))
    assert (g.decision, g.actor) == (SPOT_ATTACK, JAPAN)


@covers("R8-2a", "RSQ-6a")
def test_forming_comes_first() -> None:
    """The stage begins with forming, whatever there is to sail."""
    g, s, t = bare(NAVAL, JAPAN)
    put_in_box(g, "jp_ss_1")
    play_on(g, s, t)
    assert g.decision == FORM
