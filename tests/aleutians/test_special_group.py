"""The Allied group of turn 9 under strategy 4 (6.11)."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import (
    ABSENT,
    ALLIES,
    ARRIVAL,
    BOX,
    CARRIER,
    GONE,
    L3,
    L4,
    NONE,
    VICTORY,
    WITHDRAWN,
)
from tests.covers import covers

from .driver import options, u
from .in_supply import act, at, lost, places, play_on, to
from .positions import unit

ALLIED_D = (
    "enterprise", "hornet", "northampton", "new_orleans", "atlanta", "pensacola", "us_dd_3",
    "us_dd_4",
)  # fmt: skip
BACK = ("enterprise", "new_orleans", "pensacola", "us_dd_3", "us_dd_4")
FRESH = ("victorious", "brooklyn")


def at_nine(strategy: int, midway: int = 2, turn: int = 9) -> tuple[Game, Tables, Trace]:
    """Fleet D had appeared and left; Nashville was withdrawn."""
    g, s, t = at(ALLIES, turn, strategy)
    g.midway = midway
    for name in (*BACK, "nashville"):
        g.place[unit(name)], g.at[unit(name)] = WITHDRAWN, NONE
    for name in ("hornet", "northampton", "atlanta"):
        g.place[unit(name)] = GONE
    return g, s, t


def group_of(g: Game, s: Tables, t: Trace) -> set[str]:
    to(g, s, t, ARRIVAL)
    names = (*ALLIED_D, *FRESH, "nashville")
    return {name for name in names if u(name) in options(g, s)}


@covers("R6-11a", "R6-11b", "A-76", "A-77")
def test_group_of_turn_nine() -> None:
    """Under L4 with Midway won, in turn 9 and later."""
    everyone = {*BACK, *FRESH, "nashville"}
    assert group_of(*at_nine(L4)) == everyone
    assert group_of(*at_nine(L4, 1)) == everyone
    assert group_of(*at_nine(L4, turn=8)) == set()
    assert group_of(*at_nine(L4, turn=11)) == everyone  # delayed
    assert group_of(*at_nine(L3)) == group_of(*at_nine(L4, 5)) == set()


@covers("R6-11b", "R6-11e", "R10-9i", "A-77")
def test_group_without_lost_or_damaged_ships() -> None:
    """Sunk ones do not come, nor those still in repair, ever."""
    g, s, t = at_nine(L4)
    lost(g, 1, "new_orleans", "nashville")
    g.when[unit("pensacola")] = 10
    assert group_of(g, s, t) == {"enterprise", "us_dd_3", "us_dd_4", *FRESH}
    act(g, s, t, DONE)
    g.turn, g.phase, g.step = 10, at(ALLIES, 10)[0].phase, 0
    assert "pensacola" not in group_of(g, s, t)


@covers("A-103", "BV-75")
def test_bv_75_group_when_fleet_d_stayed_away() -> None:
    """Only Victorious, Brooklyn and Nashville; L4 in stage 1 of turn 9."""
    g, s, t = at_nine(L4)
    for name in ALLIED_D:
        g.place[unit(name)] = ABSENT
    assert group_of(g, s, t) == {*FRESH, "nashville"}
    g, s, t = at_nine(L3)
    assert group_of(g, s, t) == set()
    act(g, s, t, DONE)
    g.turn, g.phase, g.step = 10, at(ALLIES, 10)[0].phase, 0
    g.strategy[ALLIES], g.changed[ALLIES] = L4, 1
    assert group_of(g, s, t) == set()


@covers("R6-11c", "RRF-1h", "RRF-3b")
def test_air_groups_of_the_returning_carriers() -> None:
    """Enterprise has 2 F6F, 1 SBD, 1 TBF; Victorious 1 F4F, 1 TBF."""
    g, s, t = at_nine(L4)
    g.place[unit("f4f_ent_1")], g.at[unit("f4f_ent_1")] = CARRIER, unit("enterprise")
    lost(g, 1, "sbd_ent_1", "sbd_ent_2")
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("enterprise"), u("victorious"), u("nashville"))
    assert places(g, "enterprise", "victorious", "nashville") == {BOX}
    deck = {n for n in DECK if g.place[unit(n)] == CARRIER}
    assert deck == {"f6f_ent_1", "f6f_ent_2", "sbd_ent_1", "tbf_ent", "f4f_vic", "tbf_vic"}
    assert places(g, "f4f_ent_1", "f4f_ent_2", "sbd_ent_2") == {GONE}


DECK = (
    "f4f_ent_1", "f4f_ent_2", "sbd_ent_1", "sbd_ent_2", "f6f_ent_1", "f6f_ent_2", "tbf_ent",
    "f4f_vic", "tbf_vic",
)  # fmt: skip


@covers("R6-11d")
def test_group_stays() -> None:
    """At the end of a turn nobody of the group leaves."""
    g, s, t = at_nine(L4)
    to(g, s, t, ARRIVAL)
    act(g, s, t, u("enterprise"), u("victorious"))
    g.decision, g.phase = 0, VICTORY
    play_on(g, s, t)
    assert places(g, "enterprise", "victorious") == {BOX}
