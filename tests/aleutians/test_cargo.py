"""Lifts that are short (R8-4j)."""

from __future__ import annotations

from glory_env.games.aleutians.actions import UNIT
from glory_env.games.aleutians.rules.losses import sink
from glory_env.games.aleutians.state import (
    ALLIES,
    CARGO_LOSS,
    FLEET,
    JAPAN,
    LOST,
    NAVAL,
    NO_DECISION,
    NONE,
    SAIL_STEP,
)
from tests.covers import covers

from .at_sea import act, bare, play_on, put_fleet, sail
from .driver import options
from .positions import unit


def u(name: str) -> int:
    return UNIT + unit(name)


@covers("VX-01")
def test_transport_lost_without_loss_of_troops() -> None:
    """3 AK, 2 units, one AK sunk; both units go on."""
    g, s, _ = bare(NAVAL, ALLIES)
    put_fleet(g, 4, "C9", "us_ak_1", "us_ak_2", "us_ak_3", "inf_4", "scouts")
    sink(g, s, unit("us_ak_2"))
    assert g.short_fleet == NONE
    assert g.place[unit("inf_4")] == FLEET


@covers("BV-37", "R8-4j")
def test_bv_37_owner_picks_the_units_lost() -> None:
    """2 AK and an APD carry 3 units; AK and APD sunk, one unit stays."""
    g, s, t = bare(NAVAL, JAPAN)
    cargo = ("bn_301", "bn_302", "senpei_1")
    put_fleet(g, 0, "C12", "jp_ak_1", "jp_ak_2", "jp_apd_1", "nachi", *cargo)
    sail(g, s, t, 0)
    g.decision = NO_DECISION
    sink(g, s, unit("jp_ak_1"))
    sink(g, s, unit("jp_apd_1"))
    play_on(g, s, t)
    assert (g.decision, g.actor) == (CARGO_LOSS, JAPAN)
    assert options(g, s) == {u(name) for name in cargo}
    act(g, s, t, u("bn_301"), u("senpei_1"))
    assert g.place[unit("bn_301")] == g.place[unit("senpei_1")] == LOST
    assert g.place[unit("bn_302")] == FLEET
    assert g.short_fleet == NONE
    assert g.decision == SAIL_STEP, "back to where it was"


@covers("A-91")
def test_damaged_transport_lifts() -> None:
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C12", "jp_ak_1", "bn_301")
    g.damaged[unit("jp_ak_1")] = 1
    g.short_fleet = 0
    play_on(g, s, t)
    assert g.decision != CARGO_LOSS
    assert g.short_fleet == NONE


@covers("R8-4j", "R8-3c")
def test_all_goes_down_with_the_last_ship() -> None:
    """No lift is left, nobody is asked, the marker is free."""
    g, s, _ = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C12", "jp_ak_1", "bn_301")
    sink(g, s, unit("jp_ak_1"))
    assert g.place[unit("bn_301")] == LOST
    assert not g.fleet_used[0]
    assert g.short_fleet == NONE


@covers("R8-4j")
def test_two_fleets_short_at_once() -> None:
    """Both owners are asked, one after the other."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C12", "nachi", "bn_301")
    put_fleet(g, 4, "C9", "louisville", "inf_4")
    g.short_fleet = 0
    play_on(g, s, t)
    assert g.actor == JAPAN
    act(g, s, t, u("bn_301"))
    assert (g.decision, g.actor) == (CARGO_LOSS, ALLIES)
    act(g, s, t, u("inf_4"))
    assert g.decision != CARGO_LOSS
