"""Chapter 7: who may be placed where in S2, and in which order."""

from __future__ import annotations

from glory_env.games.aleutians.actions import EVACUATE, NODE, PASS
from glory_env.games.aleutians.state import (
    ALLIES,
    FLEETS,
    JAPAN,
    NAVAL,
    NO_DECISION,
    RECON_AIRCRAFT,
    RECON_BOAT,
    RECON_NODE,
    RECON_STAGE,
    SEA,
    SPOT,
    SPOT_ATTACK,
    SUBMARINE,
    SUBMARINE_CARGO,
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
    refuse,
    throw,
    thrown,
)
from .driver import at_node, options, u
from .positions import node, scenario, spot, unit


@covers("R7-1e", "RSQ-5a")
def test_boats_alternate_from_pp_then_aircraft_from_np() -> None:
    """Boats PP, NP, PP; then aircraft NP, PP, also where NP was last in step 1."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_in_box(g, "jp_ss_1", "jp_ss_2", "s_boat")
    put_ashore(g, "h6k_1", "paramushiro")
    put_ashore(g, "b24r_1", "umnak")
    seen = []
    play_on(g, s, t)
    for name, where in (("jp_ss_1", "C9"), ("s_boat", "C13"), ("jp_ss_2", "C10")):
        seen.append((int(g.decision), int(g.actor)))
        act(g, s, t, u(name), at_node(where))
    for name, where in (("b24r_1", "C10"), ("h6k_1", "C12")):
        seen.append((int(g.decision), int(g.actor)))
        act(g, s, t, u(name), at_node(where))
    boats = [(RECON_BOAT, JAPAN), (RECON_BOAT, ALLIES), (RECON_BOAT, JAPAN)]
    assert seen == [*boats, (RECON_AIRCRAFT, ALLIES), (RECON_AIRCRAFT, JAPAN)]
    assert g.phase == NAVAL
    assert g.flown[unit("b24r_1")]
    assert g.place[unit("h6k_1")] == SEA


@covers("BV-32", "R7-1e")
def test_bv_32_two_passes_end_a_step() -> None:
    """Both pass, the boats left stay out, and the aircraft begin with NP."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_in_box(g, "jp_ss_1", "s_boat")
    put_ashore(g, "b24r_1", "umnak")
    play_on(g, s, t)
    act(g, s, t, PASS, PASS)
    assert (g.decision, g.actor) == (RECON_AIRCRAFT, ALLIES)


@covers("A-24", "R7-1f")
def test_a_pass_is_not_final() -> None:
    """Who has passed may still place a boat, beside one of the other side."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_in_box(g, "jp_ss_1", "jp_ss_2", "s_boat")
    play_on(g, s, t)
    act(g, s, t, PASS, u("s_boat"), at_node("C9"))
    assert (g.decision, g.actor) == (RECON_BOAT, JAPAN)
    act(g, s, t, u("jp_ss_1"), at_node("C9"))
    assert g.actor == JAPAN, "the Allies have nothing left and pass"
    act(g, s, t, PASS)
    assert g.phase == NAVAL, "a pass after a forced pass ends the step"


@covers("R7-1c")
def test_submarine_on_the_map_is_not_placed_again() -> None:
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_at_sea(g, "jp_ss_1", "C9")
    put_in_box(g, "jp_ss_2")
    play_on(g, s, t)
    assert options(g, s) == {PASS, u("jp_ss_2")}


@covers("BV-64", "R7-2a", "R7-2b", "A-25")
def test_bv_64_barred_parts() -> None:
    """B2 is barred to Japanese submarines, not to Allied ones."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_in_box(g, "jp_ss_1", "s_boat")
    play_on(g, s, t)
    act(g, s, t, u("jp_ss_1"))
    refuse(g, s, at_node("B2"), at_node("A4"))
    act(g, s, t, at_node("B4"))
    act(g, s, t, u("s_boat"))
    assert len(options(g, s)) == s.nodes


@covers("VX-02", "R7-7a", "R7-7c")
def test_vx_02_reach_of_the_flying_boat() -> None:
    """From C15 to A10, B9, C9, D9 and all sea west of them, and no farther."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_ashore(g, "h6k_1", "paramushiro")
    play_on(g, s, t)
    act(g, s, t, u("h6k_1"))
    limits = {"A": 10, "B": 9, "C": 9, "D": 9}
    names = {scenario().nodes[k - NODE] for k in options(g, s)}
    areas = {scenario().areas[s.node_area[node(name)]] for name in names}
    wet = {scenario().areas[s.node_area[k]] for k in range(s.nodes)}
    assert areas == {area for area in wet if int(area[1:]) >= limits[area[0]]}


@covers("A-31", "R7-4a")
def test_aircraft_take_one_part_of_a_split_area() -> None:
    """An aircraft serves the whole area, so it is offered once."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_ashore(g, "b24r_1", "umnak")
    play_on(g, s, t)
    act(g, s, t, u("b24r_1"))
    assert sum(action in options(g, s) for action in (at_node("B7n"), at_node("B7s"))) == 1


@covers("R7-4a", "R14-2c")
def test_disrupted_airfield_holds_its_scouts_not_the_floatplanes() -> None:
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_ashore(g, "b24r_1", "umnak")
    put_ashore(g, "pby_1", "umnak")
    g.field_disrupted[spot("umnak")] = 1
    play_on(g, s, t)
    assert options(g, s) == {PASS, u("pby_1")}


@covers("R7-1a", "R7-4d")
def test_other_aircraft_do_not_scout() -> None:
    """Only class R and P, once a phase; transport aircraft and bombers not."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    for name in ("b26_1", "p40_1", "pby_1", "b24r_1"):
        put_ashore(g, name, "umnak")
    g.flown[unit("pby_1")] = 1
    play_on(g, s, t)
    assert options(g, s) == {PASS, u("b24r_1")}


@covers("R7-4c", "A-27", "R9-4i")
def test_two_sided_counters() -> None:
    """A patrol bomber is offered here; who is not placed may fly in S4."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_ashore(g, "pby_1", "adak")
    put_ashore(g, "pby_2", "adak")
    play_on(g, s, t)
    act(g, s, t, u("pby_1"), at_node("C9"), PASS)
    assert g.phase == NAVAL
    assert [int(g.flown[unit(name)]) for name in ("pby_1", "pby_2")] == [1, 0]


@covers("R7-5a")
def test_midget() -> None:
    """From and to Japanese islands or land with Japanese troops, range 3, once."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_at_sea(g, "midget", "C12")
    for name in ("attu", "kiska"):
        g.holder[spot(name)] = JAPAN
    play_on(g, s, t)
    act(g, s, t, u("midget"))
    assert options(g, s) == {at_node("C11"), at_node("C15")}
    act(g, s, t, at_node("C11"))
    assert g.phase == NAVAL, "it has moved and cannot move again before it returns (R6-8e)"
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_at_sea(g, "midget", "C12")
    play_on(g, s, t)
    assert g.phase == NAVAL, "Attu is not Japanese"


@covers("R7-5a")
def test_midget_on_land() -> None:
    """Coast with a Japanese ground unit is a base."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_at_sea(g, "midget", "B7n")
    put_ashore(g, "bn_301", "cold_bay")
    put_ashore(g, "bn_302", "dutch_harbor")
    g.holder[spot("dutch_harbor")] = JAPAN
    play_on(g, s, t)
    assert g.phase == NAVAL, "Cold Bay lies at the other part of B7"
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_at_sea(g, "midget", "B7s")
    put_ashore(g, "bn_301", "cold_bay")
    g.holder[spot("dutch_harbor")] = JAPAN
    play_on(g, s, t)
    act(g, s, t, u("midget"))
    assert options(g, s) == {at_node("C8")}


@covers("R7-6a", "R7-7b", "R6-8e", "BV-42")
def test_torpedo_boat() -> None:
    """From an Allied airfield or port, range 2, once."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_at_sea(g, "pt", "C8")
    play_on(g, s, t)
    act(g, s, t, u("pt"))
    assert at_node("C10") in options(g, s)
    assert at_node("D9") in options(g, s)
    refuse(g, s, at_node("C8"), at_node("C11"), at_node("C5"))
    act(g, s, t, at_node("C9"))
    assert g.phase == NAVAL
    g.phase, g.step = RECON_STAGE, 0
    play_on(g, s, t)
    assert g.phase == NAVAL
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_at_sea(g, "pt", "C13")
    play_on(g, s, t)
    assert g.phase == NAVAL, "no Allied base there"


@covers("R9-2a", "R9-2f", "R9-2g", "R9-2j", "RSQ-5b", "R9-4e")
def test_placement_beside_fleets_searches_them_all() -> None:
    """One die for each enemy fleet, A first."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_in_box(g, "jp_ss_1", "s_boat")
    put_fleet(g, FLEETS + 0, "C9", "louisville")
    put_fleet(g, FLEETS + 2, "C9", "honolulu", "us_dd_1")
    put_fleet(g, FLEETS + 3, "C8", "st_louis")
    play_on(g, s, t)
    throw(t, 5, 6)
    act(g, s, t, u("jp_ss_1"), at_node("C9"))
    assert thrown(t) == 2
    assert list(g.fleet_found[FLEETS:]) == [0, 0, 1, 0]
    assert (g.decision, g.actor) == (SPOT_ATTACK, JAPAN)
    assert options(g, s) == {PASS, u("honolulu"), u("us_dd_1")}
    act(g, s, t, PASS)
    assert (g.decision, g.actor) == (RECON_BOAT, ALLIES)


@covers("VX-25", "R7-3b")
def test_vx_25_evacuation() -> None:
    """In an Allied S2 a submarine may take a company off an own port."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_in_box(g, "jp_ss_1")
    put_ashore(g, "senpei_1", "kiska")
    g.holder[spot("kiska")] = JAPAN
    g.beach[spot("kiska"), JAPAN] = 1
    play_on(g, s, t)
    act(g, s, t, u("jp_ss_1"), at_node("C11"))
    assert g.decision == SUBMARINE_CARGO
    assert options(g, s) == {EVACUATE, PASS}
    act(g, s, t, EVACUATE)
    assert g.place[unit("senpei_1")] == SUBMARINE
    assert g.at[unit("senpei_1")] == unit("jp_ss_1")


@covers("VX-25", "R7-3b")
def test_vx_25_no_evacuation_beside_enemy_fleets_or_in_own_phase() -> None:
    """Not with an enemy fleet in the area; not in a Japanese phase."""
    for side, fleet in ((ALLIES, True), (JAPAN, False)):
        g, s, t = bare(RECON_STAGE, side)
        put_in_box(g, "jp_ss_1")
        put_ashore(g, "senpei_1", "kiska")
        g.beach[spot("kiska"), JAPAN] = 1
        if fleet:
            put_fleet(g, FLEETS, "C11", "louisville")
        play_on(g, s, t)
        throw(t, 1)
        act(g, s, t, u("jp_ss_1"), at_node("C11"))
        assert g.phase == NAVAL
        assert g.place[unit("senpei_1")] == SPOT


@covers("R7-3b")
def test_no_company_no_question() -> None:
    """Without a port, or with another unit, there is nothing to take off."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_in_box(g, "jp_ss_1")
    put_ashore(g, "senpei_1", "kiska")
    put_ashore(g, "bn_301", "attu")
    g.beach[spot("attu"), JAPAN] = 1
    play_on(g, s, t)
    act(g, s, t, u("jp_ss_1"), at_node("C11"))
    assert g.decision == NO_DECISION
    assert g.place[unit("senpei_1")] == SPOT


@covers("R7-1b")
def test_placing_asks_for_the_node() -> None:
    """UNIT, then NODE."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_in_box(g, "jp_ss_1")
    play_on(g, s, t)
    act(g, s, t, u("jp_ss_1"))
    assert (g.decision, g.actor) == (RECON_NODE, JAPAN)
    act(g, s, t, at_node("D9"))
    assert g.place[unit("jp_ss_1")] == SEA
    assert g.at[unit("jp_ss_1")] == node("D9")
    assert g.placed_by[unit("jp_ss_1")] == JAPAN
