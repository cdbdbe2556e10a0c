"""S3: how fleets sail (8.5)."""

from __future__ import annotations

import random

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOX_ACTION, DONE, NODE, OWN_FLEET, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import (
    AIR,
    ALLIES,
    BOX,
    FLEET,
    FLEETS,
    GROUND,
    JAPAN,
    MAX_SHIPS,
    MAX_UNITS,
    NAVAL,
    NO_DECISION,
    NONE,
    RECON_STAGE,
    SAIL,
    SAIL_STEP,
)
from tests.covers import covers

from .at_sea import (
    SPRING,
    WINTER,
    act,
    bare,
    play_on,
    put_ashore,
    put_at_sea,
    put_fleet,
    put_in_box,
    refuse,
    sail,
    throw,
    thrown,
)
from .driver import options
from .positions import blank, node, unit

A, B = OWN_FLEET, OWN_FLEET + 1
AL_A, AL_B = FLEETS, FLEETS + 1


def at(name: str) -> int:
    return NODE + node(name)


@covers("R8-5a", "R8-5c")
def test_steps_to_any_neighbour() -> None:
    """Eight directions, as often as it likes, only by sea."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi")
    sail(g, s, t, 0)
    around = ("B10", "B11", "B12", "C10", "C12", "D10", "D11", "D12")
    assert options(g, s) == {at(name) for name in around}
    act(g, s, t, *(at(name) for name in ("C10", "C9", "C8", "C7")))
    assert g.fleet_node[0] == node("C7")
    refuse(g, s, at("C9"))


@covers("R8-5c", "A-31")
def test_land_cannot_be_crossed() -> None:
    """The parts of B7 and A4 are not joined; Anchorage is reached through A5."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "B7n", "nachi")
    put_fleet(g, 1, "B4", "tama")
    sail(g, s, t, 0)
    refuse(g, s, at("B7s"))
    act(g, s, t, at("B8"), DONE, B, at("A4"))
    refuse(g, s, at("A4k"), at("A5"))


@covers("R8-5b", "RSQ-6a")
def test_one_fleet_at_a_time_each_once() -> None:
    """A fleet is finished before the next; the stage ends when PP is done."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi")
    put_fleet(g, 1, "C11", "tama")
    sail(g, s, t, 0)
    act(g, s, t, at("C10"), DONE)
    assert options(g, s) == {DONE, B}
    act(g, s, t, DONE)
    assert g.phase == AIR
    assert list(g.fleet_moved[:2]) == [1, 0]
    assert g.fleet_node[1] == node("C11")


@covers("A-38")
def test_a_fleet_stops_only_after_a_step() -> None:
    """Who has not moved has not ended a move."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi")
    sail(g, s, t, 0)
    refuse(g, s, DONE)


@covers("N-60")
def test_each_part_twice_at_most() -> None:
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi")
    sail(g, s, t, 0)
    act(g, s, t, *(at(name) for name in ("C10", "C11", "C10", "C11")))
    refuse(g, s, at("C10"))
    act(g, s, t, at("C12"))
    refuse(g, s, at("C11"))


@covers("BV-35", "R8-5e", "A-34")
def test_bv_35_enemy_fleet_stops_the_move() -> None:
    """Found or not; a fleet that begins beside one leaves freely (A-34)."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi")
    put_fleet(g, 1, "C9", "tama")
    put_fleet(g, AL_A, "C10", "louisville")
    put_fleet(g, AL_B, "C9", "honolulu")
    sail(g, s, t, 0)
    throw(t, 1)
    act(g, s, t, at("C10"))
    assert g.decision == SAIL
    assert thrown(t) == 1
    act(g, s, t, B, at("C8"))
    assert g.decision == SAIL_STEP


@covers("A-31")
def test_enemy_fleet_in_the_other_part_does_not_stop_it() -> None:
    """Fleets meet in one part of the sea only."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "B8", "nachi")
    put_fleet(g, AL_A, "B7s", "louisville")
    sail(g, s, t, 0)
    act(g, s, t, at("B7n"))
    assert g.decision == SAIL_STEP


@covers("R8-5f", "R9-2b")
def test_recon_units_do_not_stop_it() -> None:
    """Enemy recon units of every area entered roll; own ones do not."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C11", "nachi")
    put_at_sea(g, "b24r_1", "C10")
    put_at_sea(g, "pbyr_1", "C9")
    put_at_sea(g, "jp_ss_1", "C9")
    sail(g, s, t, 0)
    throw(t, 1, 1)
    act(g, s, t, at("C10"), at("C9"))
    assert thrown(t) == 2
    assert g.decision == SAIL_STEP


@covers("A-92", "R8-5d", "R8-5j")
def test_entry_and_exit() -> None:
    """Over the entry line; who has left does not come back."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "", "louisville")
    put_fleet(g, AL_B, "C1", "honolulu", "inf_4")
    sail(g, s, t, 0)
    assert options(g, s) == {at("C1"), at("D1")}
    act(g, s, t, at("D1"))
    assert {BOX_ACTION, DONE, at("C2")} <= options(g, s)
    act(g, s, t, at("C2"))
    refuse(g, s, BOX_ACTION)
    act(g, s, t, DONE, B, BOX_ACTION)
    assert g.fleet_node[AL_B] == NONE
    assert g.fleet_used[AL_B], "it keeps its marker (N-62)"
    assert g.place[unit("inf_4")] == BOX, "R8-4l"
    assert g.phase == AIR


@covers("A-92", "N-68")
def test_japanese_entry() -> None:
    """The sea of column 15, in winter without the ice of A15 and B15."""
    for turn, legal in ((SPRING, ("A15", "B15", "C15", "D15")), (WINTER, ("C15", "D15"))):
        g, s, t = bare(NAVAL, JAPAN, turn)
        put_fleet(g, 0, "", "nachi")
        sail(g, s, t, 0)
        assert options(g, s) == {at(name) for name in legal}


@covers("R8-5g", "A-70")
def test_ice() -> None:
    """Closed in winter only."""
    for turn in (SPRING, WINTER):
        g, s, t = bare(NAVAL, ALLIES, turn)
        put_fleet(g, AL_A, "B9", "louisville")
        sail(g, s, t, 0)
        assert (at("A9") in options(g, s)) == (turn == SPRING)


@covers("R8-5g", "N-67")
def test_fleet_in_ice_is_lifted_off() -> None:
    """Off map when it is picked, and it stays there in this stage."""
    g, s, t = bare(NAVAL, ALLIES, WINTER)
    put_fleet(g, AL_A, "A9", "louisville")
    put_fleet(g, AL_B, "C8", "honolulu")
    sail(g, s, t, 0)
    assert g.fleet_node[AL_A] == NONE
    assert g.fleet_off[AL_A]
    assert options(g, s) == {DONE, B}


@covers("VX-26", "R12-2g")
def test_anchorage_through_cook_inlet() -> None:
    """The mark is kept while it lies there and goes when it leaves."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "B5", "nachi")
    sail(g, s, t, 0)
    act(g, s, t, at("A5"))
    assert not g.fleet_via_cook[0]
    act(g, s, t, at("A4k"))
    assert g.fleet_via_cook[0]
    assert options(g, s) == {DONE, at("A5")}
    act(g, s, t, at("A5"))
    assert not g.fleet_via_cook[0]


# --- supply from Seattle -----------------------------------------------------------------------


def run_to_kodiak(track: int, loaded: int, *faces: int) -> tuple[Game, Tables, Trace]:
    """Two AK and a DD sail from Seattle by C4, where a submarine waits, to Kodiak (B5)."""
    g, s, t = bare(NAVAL, ALLIES)
    g.supply[ALLIES] = track
    put_fleet(g, AL_A, "", "us_ak_1", "us_ak_2", "us_dd_1")
    put_at_sea(g, "jp_ss_1", "C4")
    play_on(g, s, t)
    act(g, s, t, DONE)
    g.seattle, g.fleet_supply[AL_A] = 5 - loaded, loaded
    throw(t, *faces)
    act(g, s, t, A, at("D1"), at("C2"), at("C3"), at("C4"))
    return g, s, t


@covers("R6-3b", "R6-3d", "R8-4b", "R8-4k")
def test_supply_is_delivered() -> None:
    """1 SP for each AK, at the end of the move; the lifts are used."""
    g, s, t = run_to_kodiak(2, 2, 1)
    act(g, s, t, at("B5"))
    assert g.supply[ALLIES] == 2
    act(g, s, t, DONE)
    assert g.supply[ALLIES] == 4
    assert g.fleet_supply[AL_A] == 0
    assert g.fleet_lifts_used[AL_A] == 2


@pytest.mark.parametrize(("loaded", "seattle"), [(2, 3), (1, 4)])
@covers("BV-24", "A-21", "R8-4i")
def test_bv_24_supply_lost_on_the_way(loaded: int, seattle: int) -> None:
    """One AK sunk on the way, one SP arrives in both cases."""
    g, s, t = run_to_kodiak(2, loaded, 6, 1, 6)
    act(g, s, t, UNIT + unit("us_ak_1"), at("B5"), DONE)
    assert g.supply[ALLIES] == 3
    assert g.seattle == seattle
    assert g.fleet_supply[AL_A] == 0


@covers("R6-1c", "A-21")
def test_supply_beyond_the_cap_stays_aboard() -> None:
    """It is in Seattle again when the fleet goes home."""
    g, s, t = run_to_kodiak(6, 2, 1)
    act(g, s, t, at("B5"), DONE)
    assert g.supply[ALLIES] == 7
    assert g.fleet_supply[AL_A] == 1


@covers("A-21", "R6-4b")
def test_supply_is_not_delivered_elsewhere_or_later() -> None:
    """Not at sea, not with the depot out, not from a fleet that was on the map."""
    g, s, t = run_to_kodiak(2, 2, 1)
    act(g, s, t, DONE)
    assert (g.supply[ALLIES], g.fleet_supply[AL_A]) == (2, 2)
    g, s, t = run_to_kodiak(2, 2, 1)
    g.depot_fire = 1
    act(g, s, t, at("B5"), DONE)
    assert (g.supply[ALLIES], g.fleet_supply[AL_A]) == (2, 2)
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C4", "us_ak_1")
    g.fleet_supply[AL_A] = 1
    sail(g, s, t, 0)
    act(g, s, t, at("B5"), DONE)
    assert (g.supply[ALLIES], g.fleet_supply[AL_A]) == (2, 1)


# --- the whole stage ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
@covers("N-60")
def test_random_play_ends(seed: int) -> None:
    """S2 and S3 end under random play, each decision has an action, fleets stay sound."""
    choose = random.Random(seed)
    g, s, t = blank()
    g.decision = NO_DECISION
    g.turn = choose.choice((2, WINTER, SPRING))
    g.phase, g.step, g.passes = RECON_STAGE, 0, 0
    g.side = choose.choice((JAPAN, ALLIES))
    g.seattle = 4
    g.fleet_d = 2
    put_in_box(g, "jp_ss_1", "jp_ss_2", "gato_2", "inf_5", "us_ak_4", "santa_fe")
    put_fleet(g, FLEETS + 3, "", "us_ak_5")
    put_ashore(g, "h6k_1", "paramushiro")
    put_ashore(g, "pby_1", "adak")
    put_at_sea(g, "pt", "C8")
    g.key = seed + 1
    for _ in range(3000):
        play_on(g, s, t)
        if g.phase == AIR:
            break
        act(g, s, t, choose.choice(sorted(options(g, s))))
    assert g.phase == AIR
    assert g.sailing == NONE
    for slot in range(2 * FLEETS):
        aboard = [k for k in range(MAX_UNITS) if g.place[k] == FLEET and g.at[k] == slot]
        lifts = sum(int(s.lift[k]) for k in aboard)
        cargo = sum(int(s.kind[k] == GROUND) for k in aboard)
        assert bool(aboard) == bool(g.fleet_used[slot])
        assert cargo <= lifts
        assert len(aboard) - cargo <= MAX_SHIPS
