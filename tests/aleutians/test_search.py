"""Chapter 9: who finds whom, and what recon units and destroyers do then."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import DONE, NODE, OWN_FLEET, PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.search import fleet_modifier, unit_modifier
from glory_env.games.aleutians.state import (
    ALLIES,
    CARGO_LOSS,
    FLEET,
    FLEETS,
    JAPAN,
    LOST,
    NAVAL,
    RECON_STAGE,
    SAIL,
    SAIL_STEP,
    SEA,
    SPOT_ATTACK,
)
from tests.covers import covers

from .at_sea import (
    SUMMER,
    WINTER,
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
from .driver import options
from .positions import node, unit

AL_A, AL_B = FLEETS, FLEETS + 1
AUTUMN = 4


def at(name: str) -> int:
    return NODE + node(name)


def u(name: str) -> int:
    return UNIT + unit(name)


# --- the die -----------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [SUMMER, AUTUMN])
@covers("BV-30", "R9-2h", "R9-2i", "R9-2k", "R7-1d", "R7-4b")
def test_modifiers_in_fog(turn: int) -> None:
    """In summer and autumn an R finds on 5, a P alone never."""
    g, s, _ = bare(RECON_STAGE, JAPAN, turn)
    for name in ("b24r_1", "pby_1", "s_boat", "pt"):
        put_at_sea(g, name, "C9")
    assert unit_modifier(g, s, unit("b24r_1")) == 1
    assert unit_modifier(g, s, unit("pby_1")) == -1, "no bonus from another R (R7-4b)"
    assert unit_modifier(g, s, unit("s_boat")) == 0
    assert unit_modifier(g, s, unit("pt")) == 1, "a boat gets the bonus of an R in the area"


@covers("BV-30", "R9-2h", "A-36")
def test_modifiers_of_fleets() -> None:
    """Alone 6 is 5; with an R 5 is found; two fleets 6 is found."""
    g, s, _ = bare(NAVAL, ALLIES, SUMMER)
    put_fleet(g, AL_A, "C9", "louisville")
    assert fleet_modifier(g, s, AL_A) == -1
    put_fleet(g, AL_B, "C9", "honolulu")
    assert fleet_modifier(g, s, AL_A) == 0
    g.fleet_used[AL_B] = 0
    put_at_sea(g, "b24r_1", "C9")
    put_at_sea(g, "pbyr_1", "C9")
    assert fleet_modifier(g, s, AL_A) == 1, "several R count once"


@covers("BV-31", "R9-2h")
def test_modifiers_in_winter() -> None:
    """An R with an own fleet in the area finds on 3; submarines are alone."""
    g, s, _ = bare(RECON_STAGE, JAPAN, WINTER)
    for name in ("b24r_1", "s_boat", "pby_1"):
        put_at_sea(g, name, "C9")
    put_fleet(g, AL_A, "C9", "louisville")
    assert unit_modifier(g, s, unit("b24r_1")) == 3
    assert unit_modifier(g, s, unit("pby_1")) == 1
    assert unit_modifier(g, s, unit("s_boat")) == 0


# --- case 1: placement -------------------------------------------------------------------------


def place_p(g: Game, s: Tables, t: Trace, *faces: int) -> None:
    """The P aircraft of Umnak is put over C9 with these dice."""
    put_ashore(g, "pby_1", "umnak")
    play_on(g, s, t)
    throw(t, *faces)
    act(g, s, t, u("pby_1"), at("C9"))


@covers("BV-69", "R9-4f", "A-39", "A-40")
def test_bv_69_patrol_aircraft_suffers_anti_air_first() -> None:
    """One roll in the column of the sum; a hit and it is gone."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "C9", "nachi", "tama", "kiso", "jp_dd_1")
    place_p(g, s, t, 6, int(s.damage[4]))
    act(g, s, t, u("nachi"))
    assert thrown(t) == 2
    assert g.place[unit("pby_1")] == LOST


@covers("R9-4b", "RDX-10")
def test_patrol_aircraft_attacks_with_strength_1() -> None:
    """Column 1 with the defence of the ship; the AK has -2."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "C9", "nachi", "jp_ak_1")
    place_p(g, s, t, 6, 6, int(s.damage[1]) + 2)
    act(g, s, t, u("jp_ak_1"))
    assert g.damaged[unit("jp_ak_1")]
    assert g.place[unit("pby_1")] == SEA
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "C9", "nachi")
    place_p(g, s, t, 6, 6, int(s.damage[1]))
    act(g, s, t, u("nachi"))
    assert not g.damaged[unit("nachi")], "defence +1"


@covers("R9-4f", "BV-39", "R10-9c")
def test_fleet_without_anti_air_does_not_fire() -> None:
    """The sum is 0, no roll; a second damage sinks (BV-39, R10-9c)."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "C9", "jp_ak_1")
    g.damaged[unit("jp_ak_1")] = 1
    place_p(g, s, t, 6, 1)
    act(g, s, t, u("jp_ak_1"))
    assert thrown(t) == 2
    assert g.place[unit("jp_ak_1")] == LOST
    assert not g.fleet_used[0]


@covers("R9-4a", "A-37", "N-70", "R7-1d")
def test_scout_cannot_attack_nor_search_a_found_fleet() -> None:
    """An R of strength 0 finds, and does not roll against a found fleet."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "C9", "nachi")
    put_fleet(g, 1, "C9", "tama")
    g.fleet_found[0] = 1
    put_ashore(g, "b24r_1", "umnak")
    play_on(g, s, t)
    throw(t, 4)
    act(g, s, t, u("b24r_1"), at("C9"))
    assert thrown(t) == 1
    assert g.fleet_found[1]
    assert g.phase == NAVAL


@covers("A-37")
def test_found_fleet_is_rolled_for_again_to_attack() -> None:
    """A P rolls for the right to attack; without success there is no attack."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "C9", "nachi")
    g.fleet_found[0] = 1
    place_p(g, s, t, 5)
    assert thrown(t) == 1
    assert g.phase == NAVAL


@covers("A-31")
def test_fleets_of_the_whole_area_are_searched() -> None:
    """Recon serves both parts of an area; other areas are left alone."""
    g, s, t = bare(RECON_STAGE, JAPAN)
    put_fleet(g, 0, "B7n", "nachi")
    put_fleet(g, 1, "B7s", "tama")
    put_fleet(g, 2, "B8", "kiso")
    put_ashore(g, "b24r_1", "umnak")
    play_on(g, s, t)
    throw(t, 4, 4)
    act(g, s, t, u("b24r_1"), at("B7n"))
    assert list(g.fleet_found[:3]) == [1, 1, 0]


# --- torpedoes and destroyers ------------------------------------------------------------------


@covers("BV-33", "R9-4h", "R9-4c")
def test_bv_33_one_unit_attacks_several_fleets() -> None:
    """Each success gives an attack, one after the other."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_fleet(g, AL_A, "C9", "louisville")
    put_fleet(g, AL_B, "C9", "honolulu")
    put_in_box(g, "jp_ss_1")
    play_on(g, s, t)
    throw(t, 6, 2, 6, 1)
    act(g, s, t, u("jp_ss_1"), at("C9"), u("louisville"))
    assert g.decision == SPOT_ATTACK
    assert g.damaged[unit("louisville")]
    act(g, s, t, u("honolulu"))
    assert thrown(t) == 4
    assert g.place[unit("honolulu")] == LOST, "Japan has -1 (R9-4g)"


@covers("R9-4g", "RDX-09")
def test_allied_torpedo_has_no_modifier() -> None:
    """1 damages, 2 misses; defence does not count."""
    for face, result in ((1, 1), (2, 0)):
        g, s, t = bare(RECON_STAGE, ALLIES)
        put_fleet(g, 0, "C9", "nachi")
        put_in_box(g, "gato_2")
        play_on(g, s, t)
        throw(t, 6, face)
        act(g, s, t, u("gato_2"), at("C9"), u("nachi"))
        assert g.damaged[unit("nachi")] == result


@covers("BV-34", "R9-4j", "R9-3a", "R9-4k", "R9-4n", "RDX-11")
def test_bv_34_each_destroyer_rolls_for_itself() -> None:
    """Two rolls with 2 and 1; a hit of either kind removes (R9-4k)."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_fleet(g, 0, "C9", "nachi", "jp_dd_1", "jp_apd_1")
    put_in_box(g, "gato_2")
    play_on(g, s, t)
    throw(t, 6, 6, int(s.damage[2]) + 1, int(s.damage[1]))
    act(g, s, t, u("gato_2"), at("C9"), u("nachi"))
    assert thrown(t) == 4
    assert g.place[unit("gato_2")] == LOST
    assert g.when[unit("gato_2")] == g.turn


@covers("R9-4j")
def test_s_class_is_easier_to_hit() -> None:
    """-1 to the die against the S class."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_fleet(g, 0, "C9", "nachi", "jp_dd_1", "jp_apd_1")
    put_in_box(g, "s_boat")
    play_on(g, s, t)
    throw(t, 6, 6, int(s.damage[2]) + 1)
    act(g, s, t, u("s_boat"), at("C9"), u("nachi"))
    assert thrown(t) == 3
    assert g.place[unit("s_boat")] == LOST


@covers("VX-12", "R9-4m")
def test_vx_12_only_the_torpedoed_fleet_replies() -> None:
    """Destroyers of another fleet of the area do not join."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_fleet(g, 0, "C9", "nachi")
    put_fleet(g, 1, "C9", "jp_dd_1")
    put_in_box(g, "gato_2")
    play_on(g, s, t)
    throw(t, 6, 6, 1)
    act(g, s, t, u("gato_2"), at("C9"), u("nachi"))
    assert thrown(t) == 3
    assert g.place[unit("gato_2")] == SEA


@covers("R9-4g")
def test_sunk_destroyer_does_not_reply() -> None:
    """The torpedo counts at once, then what is left replies."""
    g, s, t = bare(RECON_STAGE, ALLIES)
    put_fleet(g, AL_A, "C9", "louisville", "us_dd_1")
    put_in_box(g, "jp_ss_1")
    play_on(g, s, t)
    throw(t, 6, 1)
    act(g, s, t, u("jp_ss_1"), at("C9"), u("us_dd_1"))
    assert thrown(t) == 2
    assert g.place[unit("us_dd_1")] == LOST


@covers("VX-11", "R9-2b", "R9-4d", "R9-4l")
def test_vx_11_torpedoed_fleet_goes_on() -> None:
    """Found, torpedoed, two destroyers reply, then it steps on."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C12", "nachi", "jp_dd_1", "jp_dd_2")
    put_at_sea(g, "gato_2", "C11")
    sail(g, s, t, 0)
    throw(t, 6, 6, 6, 6)
    act(g, s, t, at("C11"))
    assert (g.decision, g.actor) == (SPOT_ATTACK, ALLIES)
    act(g, s, t, u("nachi"))
    assert thrown(t) == 4
    assert (g.decision, g.actor) == (SAIL_STEP, JAPAN)
    act(g, s, t, at("C10"))
    assert g.fleet_node[0] == node("C10")


@covers("N-69", "R9-2b")
def test_units_react_boats_first() -> None:
    """Boats by number, then aircraft; only at the moving fleet."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C12", "nachi")
    put_fleet(g, 1, "C11", "tama")
    put_at_sea(g, "pby_1", "C11")
    put_at_sea(g, "gato_2", "C11")
    put_at_sea(g, "b24r_1", "C11")
    put_at_sea(g, "tr_1", "C11")
    sail(g, s, t, 0)
    throw(t, 6, 1)
    act(g, s, t, at("C11"))
    assert g.decision == SPOT_ATTACK
    assert g.search_unit == unit("gato_2")
    act(g, s, t, PASS)
    assert thrown(t) == 2
    assert not g.fleet_found[1]
    assert g.decision == SAIL_STEP, "R aircraft of strength 0 left a found fleet alone"


def test_fleet_sunk_on_the_way() -> None:
    """RSQ-10 S3.step: all ships sunk, the marker is off and the next fleet may go."""
    g, s, t = bare(NAVAL, ALLIES)
    put_fleet(g, AL_A, "C9", "louisville")
    put_fleet(g, AL_B, "C5", "honolulu")
    put_at_sea(g, "jp_ss_1", "C10")
    sail(g, s, t, 0)
    throw(t, 6, 1)
    act(g, s, t, at("C10"), u("louisville"))
    assert not g.fleet_used[AL_A]
    assert g.decision == SAIL
    assert options(g, s) == {DONE, OWN_FLEET + 1}


@covers("R8-4j")
def test_lifts_short_on_the_way() -> None:
    """An AK is sunk in S3, the owner loses a unit before the fleet goes on."""
    g, s, t = bare(NAVAL, JAPAN)
    put_fleet(g, 0, "C12", "jp_ak_1", "jp_ak_2", "bn_301", "bn_302")
    g.damaged[unit("jp_ak_1")] = 1
    put_at_sea(g, "gato_2", "C11")
    sail(g, s, t, 0)
    throw(t, 6, 1)
    act(g, s, t, at("C11"), u("jp_ak_1"))
    assert (g.decision, g.actor) == (CARGO_LOSS, JAPAN)
    act(g, s, t, u("bn_302"))
    assert g.place[unit("bn_301")] == FLEET
    assert g.place[unit("bn_302")] == LOST
    assert g.decision == SAIL_STEP
