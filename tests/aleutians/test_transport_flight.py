"""S2, step 0: air transport of ground units (10.10)."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import PASS, SPOT_ACTION, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import area_of, clear_marks
from glory_env.games.aleutians.rules.ground import may_march
from glory_env.games.aleutians.rules.returns import away_area, return_of
from glory_env.games.aleutians.state import (
    ALLIES,
    JAPAN,
    LARGE,
    MAX_SPOTS,
    NAVAL,
    RECON_STAGE,
    SEA,
    SPOT,
    TRANSPORT_FIELD,
    TRANSPORT_FLIGHT,
)
from tests.covers import covers

from .at_sea import act, bare, play_on, put_ashore, refuse
from .driver import options
from .positions import spot, unit


def u(name: str) -> int:
    return UNIT + unit(name)


def p(name: str) -> int:
    return SPOT_ACTION + spot(name)


def at_anchorage(side: int = ALLIES) -> tuple[Game, Tables, Trace]:
    """The transport aircraft and two units at Anchorage, one at the depot beside it."""
    g, s, t = bare(RECON_STAGE, side)
    put_ashore(g, "tr_1", "anchorage")
    put_ashore(g, "inf_4", "anchorage")
    put_ashore(g, "scouts", "valdez")
    put_ashore(g, "eng_807", "umnak")
    return g, s, t


@covers("R10-10a", "R10-10b", "BV-63", "A-50")
def test_bv_63_flight() -> None:
    """A unit of the same land, a disrupted one too, to a field."""
    g, s, t = at_anchorage()
    g.disrupted[unit("scouts")] = 1
    play_on(g, s, t)
    assert (g.decision, g.actor) == (TRANSPORT_FLIGHT, ALLIES)
    assert options(g, s) == {PASS, u("inf_4"), u("scouts")}
    act(g, s, t, u("scouts"))
    assert g.decision == TRANSPORT_FIELD
    assert {p("anchorage"), p("umnak"), p("kodiak"), p("nome"), p("cold_bay")} <= options(g, s)
    refuse(g, s, p("dutch_harbor"), p("adak"), p("valdez"), p("paramushiro"))
    act(g, s, t, p("umnak"))
    assert (g.place[unit("scouts")], g.at[unit("scouts")]) == (SPOT, spot("umnak"))
    assert g.disrupted[unit("scouts")]
    assert g.place[unit("tr_1")] == SEA
    assert g.flown[unit("tr_1")]
    assert area_of(g, s, unit("tr_1")) == s.spot_area[spot("umnak")], "it returns from there"
    assert g.phase == NAVAL, "it flies once"


@covers("R7-1e", "RSQ-5a")
def test_a_pass_ends_the_step() -> None:
    """Step 0, or none."""
    g, s, t = at_anchorage()
    play_on(g, s, t)
    act(g, s, t, PASS)
    assert g.phase == NAVAL
    assert not g.flown[unit("tr_1")]


@covers("R10-10a", "R10-10e", "R6-4c")
def test_when_it_cannot_fly() -> None:
    """Japanese phase, disrupted field, fire at the depot, flown."""
    for change in range(4):
        g, s, t = at_anchorage(JAPAN if change == 0 else ALLIES)
        if change == 1:
            g.field_disrupted[spot("anchorage")] = 1
        g.depot_fire = int(change == 2)
        g.flown[unit("tr_1")] = int(change == 3)
        play_on(g, s, t)
        assert g.decision != TRANSPORT_FLIGHT


@covers("R10-10a", "R10-10c", "BV-63", "R13-1a")
def test_bv_63_fields_it_cannot_reach_or_use() -> None:
    """Disrupted, of the enemy, full, out of range."""
    g, s, t = at_anchorage()
    g.field_disrupted[spot("kodiak")] = 1
    g.field_owner[spot("cold_bay")] = JAPAN
    for name in ("inf_5", "inf_7", "inf_17"):
        put_ashore(g, name, "umnak")
    g.field[spot("attu")] = LARGE
    g.field_owner[spot("attu")] = ALLIES
    g.holder[spot("attu")] = ALLIES
    play_on(g, s, t)
    act(g, s, t, u("inf_4"))
    refuse(g, s, p("kodiak"), p("cold_bay"), p("umnak"), p("attu"), p("anchorage"))


@covers("A-50")
def test_small_fields_take_the_unit() -> None:
    """The aircraft needs a large field only in S8."""
    g, s, t = at_anchorage()
    play_on(g, s, t)
    act(g, s, t, u("inf_4"), p("kodiak"))
    assert g.at[unit("inf_4")] == spot("kodiak")


@covers("R10-10a", "A-87")
def test_unit_of_another_island_is_not_carried() -> None:
    """Same island or land only; Umnak and Dutch Harbor are two islands (A-87)."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_ashore(g, "tr_1", "umnak")
    put_ashore(g, "us_aa", "dutch_harbor")
    play_on(g, s, t)
    assert g.decision != TRANSPORT_FLIGHT


@covers("R10-10a", "A-50")
def test_a_field_in_an_area_without_sea() -> None:
    """A field built inland; the aircraft returns from that area."""
    g, s, t = at_anchorage()
    area = int(s.spot_area[spot("open_A2")])
    assert s.area_nodes[area] == 0
    built = MAX_SPOTS - 1
    g.spot_used[built], g.spot_area[built] = 1, area
    g.field[built], g.field_owner[built] = LARGE, ALLIES
    play_on(g, s, t)
    act(g, s, t, u("inf_4"), SPOT_ACTION + built)
    aircraft = unit("tr_1")
    assert g.at[unit("inf_4")] == built
    assert area_of(g, s, aircraft) == away_area(g, s, aircraft) == area
    g.side = ALLIES
    assert return_of(g, s, ALLIES)
    assert {SPOT_ACTION + built, p("anchorage")} <= options(g, s)


@covers("BV-63", "R10-10b")
def test_bv_63_the_unit_may_march_and_fight_in_the_same_phase() -> None:
    """Carried though disrupted; at Nome it can still leave in S6."""
    g, s, t = at_anchorage()
    g.disrupted[unit("inf_4")] = 1
    play_on(g, s, t)
    act(g, s, t, u("inf_4"), p("nome"))
    clear_marks(g)
    assert may_march(g, s, unit("inf_4"))
