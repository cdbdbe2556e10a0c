"""Chapter 11, 11.1 to 11.4: areas, declarations, lines, manoeuvre."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import (
    ENEMY_FLEET,
    GUN,
    NODE,
    OWN_FLEET,
    PASS,
    SHIFT_ACTION,
    TORPEDO,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.surface import is_shown, shift_action
from glory_env.games.aleutians.state import (
    ALLIES,
    BATTLE_AREA,
    DECLARE,
    DECLARE_ENEMY,
    EITHER_MAY_DECLARE,
    FIRE,
    FLEETS,
    JAPAN,
    LINE,
    SHIFT,
    SURFACE,
    UNLOAD,
)
from tests.covers import covers

from .at_sea import bare, put_fleet, throw, thrown
from .driver import options, u
from .in_battle import act, play_at_random, play_on, put_found
from .positions import node, unit

AL = FLEETS


def battle(
    side: int = JAPAN, japanese: tuple[str, ...] = ("nachi",), allied: tuple[str, ...] = ("nevada",)
) -> tuple[Game, Tables, Trace]:
    """Two found fleets in C8, the battle declared by PP; at the first line."""
    g, s, t = bare(SURFACE, side)
    put_found(g, 0, "C8", *japanese)
    put_found(g, AL, "C8", *allied)
    play_on(g, s, t)
    act(g, s, t, NODE + node("C8"), OWN_FLEET, ENEMY_FLEET)
    return g, s, t


def lay(g: Game, s: Tables, t: Trace) -> None:
    """Both lines in the order of units."""
    while g.decision == LINE:
        act(g, s, t, min(options(g, s)))


# --- declarations ------------------------------------------------------------------------------


@covers("R11-2a", "R11-2b")
def test_no_battle_without_a_found_fleet() -> None:
    """Two fleets that have not been found pass each other."""
    g, s, t = bare(SURFACE, JAPAN)
    put_fleet(g, 0, "C8", "nachi")
    put_fleet(g, AL, "C8", "nevada")
    play_on(g, s, t)
    assert g.phase == UNLOAD


@covers("R11-1a", "R11-2a", "A-31")
def test_same_part_of_the_sea() -> None:
    """Fleets in one area with land between them do not meet."""
    g, s, t = bare(SURFACE, JAPAN)
    put_found(g, 0, "B7n", "nachi")
    put_found(g, AL, "B7s", "nevada")
    play_on(g, s, t)
    assert g.phase == UNLOAD


@covers("R11-1a", "R10-1d")
def test_pp_orders_the_areas() -> None:
    """Also where only NP may declare; each area has one turn."""
    g, s, t = bare(SURFACE, ALLIES)
    put_fleet(g, 0, "C8", "nachi")
    put_found(g, AL, "C8", "nevada")
    put_found(g, 1, "C9", "maya")
    put_fleet(g, AL + 1, "C9", "idaho")
    play_on(g, s, t)
    assert (g.decision, g.actor) == (BATTLE_AREA, ALLIES)
    assert options(g, s) == {NODE + node("C8"), NODE + node("C9")}
    act(g, s, t, NODE + node("C8"))
    assert (g.decision, g.actor) == (DECLARE, JAPAN)
    act(g, s, t, PASS)
    assert options(g, s) == {NODE + node("C9")}
    act(g, s, t, NODE + node("C9"))
    assert (g.decision, g.actor) == (DECLARE, ALLIES)
    act(g, s, t, PASS)
    assert g.phase == UNLOAD


@covers("A-51")
def test_who_may_declare() -> None:
    """The side whose enemy is found, with any own fleet; else either, with the switch."""
    g, s, t = bare(SURFACE, JAPAN)
    put_fleet(g, 0, "C8", "nachi")
    put_found(g, AL, "C8", "nevada")
    put_fleet(g, AL + 1, "C8", "idaho")
    play_on(g, s, t)
    act(g, s, t, NODE + node("C8"), OWN_FLEET)
    assert g.decision == DECLARE_ENEMY
    assert options(g, s) == {ENEMY_FLEET}
    g, s, t = bare(SURFACE, ALLIES)
    put_fleet(g, 0, "C8", "nachi")
    put_found(g, AL, "C8", "nevada")
    g.switch[EITHER_MAY_DECLARE] = 1
    play_on(g, s, t)
    act(g, s, t, NODE + node("C8"))
    assert (g.decision, g.actor) == (DECLARE, ALLIES)


@covers("R11-2b")
def test_declarations_alternate() -> None:
    """After a pass of PP NP may declare; two passes end the area without a battle."""
    g, s, t = bare(SURFACE, JAPAN)
    put_found(g, 0, "C8", "nachi")
    put_found(g, AL, "C8", "nevada")
    play_on(g, s, t)
    act(g, s, t, NODE + node("C8"), PASS)
    assert (g.decision, g.actor) == (DECLARE, ALLIES)
    act(g, s, t, PASS)
    assert g.phase == UNLOAD


@covers("BV-50", "R11-2c", "R11-2d")
def test_bv_50_a_second_battle_of_unused_fleets() -> None:
    """Fleets that have fought are out, the others may go on."""
    g, s, t = battle()
    put_fleet(g, 1, "C8", "maya")
    put_found(g, AL + 1, "C8", "idaho")
    throw(t, 1, 1, 1, 1, 1, 1)
    lay(g, s, t)
    assert (g.decision, g.actor) == (DECLARE, JAPAN)  # the Allies have found no unused fleet
    assert options(g, s) == {PASS, OWN_FLEET + 1}
    act(g, s, t, OWN_FLEET + 1)
    assert options(g, s) == {ENEMY_FLEET + 1}


@covers("BV-70", "RHI-1a", "R11-2e")
def test_bv_70_masks_do_not_show_an_unfound_fleet() -> None:
    """Declaration and own line do not depend on the enemy's ships."""
    legal = []
    for ship in ("nachi", "jp_dd_1"):
        g, s, t = bare(SURFACE, ALLIES)
        put_fleet(g, 0, "C8", ship)
        put_found(g, AL, "C8", "nevada", "idaho")
        play_on(g, s, t)
        seen = [options(g, s)]
        act(g, s, t, NODE + node("C8"), OWN_FLEET, ENEMY_FLEET)  # NP declares
        assert (g.decision, g.actor) == (LINE, ALLIES)
        legal.append([*seen, options(g, s)])
    assert legal[0] == legal[1]


# --- lines -------------------------------------------------------------------------------------


@covers("R11-2e", "RHI-1c", "A-56")
def test_lines_are_secret_until_both_are_laid() -> None:
    """All ships in any order; nothing is shown before both are done."""
    g, s, t = battle(JAPAN, ("nachi", "maya"), ("nevada", "idaho"))
    g.fleet_found[0] = 0
    assert (g.decision, g.actor) == (LINE, JAPAN)
    assert options(g, s) == {u("nachi"), u("maya")}
    act(g, s, t, u("maya"))
    assert options(g, s) == {u("nachi")}
    assert g.line_length[JAPAN] == 0
    act(g, s, t, u("nachi"))
    assert list(g.line[JAPAN, :3]) == [unit("maya"), unit("nachi"), -1]
    assert (g.decision, g.actor) == (LINE, ALLIES)
    assert options(g, s) == {u("nevada"), u("idaho")}
    assert not is_shown(g, 0)
    throw(t, 6, 1)
    act(g, s, t, u("nevada"), u("idaho"))
    assert is_shown(g, 0)
    assert is_shown(g, AL)
    assert not is_shown(g, 1)
    assert not g.fleet_found[0]


# --- manoeuvre ---------------------------------------------------------------------------------


@covers("R11-4c")
def test_every_shift_has_its_action() -> None:
    """-7 to -1 and 1 to 7 in order."""
    squares = [n for n in range(-7, 8) if n != 0]
    assert [shift_action(n) - SHIFT_ACTION for n in squares] == list(range(14))


@covers("R11-4c", "R11-4d", "A-53")
def test_higher_side_moves_its_line() -> None:
    """1 square to the difference, either way; equal dice move nothing."""
    g, s, t = battle()
    throw(t, 2, 5, 6, 6, 6, 5)
    lay(g, s, t)
    assert (g.decision, g.actor) == (SHIFT, ALLIES)
    assert options(g, s) == {shift_action(n) for n in (-3, -2, -1, 1, 2, 3)}
    act(g, s, t, shift_action(-3))
    assert g.line_shift == -3
    assert g.battle_round == 3  # nobody abreast, and round 2 was equal
    assert (g.decision, g.actor) == (SHIFT, JAPAN)
    act(g, s, t, shift_action(1))
    assert g.phase == UNLOAD


@pytest.mark.parametrize(
    ("faces", "actor", "lead"), [((4, 3), None, 0), ((1, 6), ALLIES, 6), ((6, 1), JAPAN, 4)]
)
@covers("BV-48", "R11-4a", "R11-4b", "RDX-15")
def test_bv_48_speed(faces: tuple[int, int], actor: int | None, lead: int) -> None:
    """Japan has an AK, so the Allies add 1."""
    g, s, t = battle(JAPAN, ("nachi", "jp_ak_1"))
    throw(t, *faces, 6, 1, 6, 1)
    lay(g, s, t)
    if actor is None:
        assert g.battle_round == 2
    else:
        assert (g.decision, g.actor, g.lead) == (SHIFT, actor, lead)
        squares = [n for n in range(-lead, lead + 1) if n != 0]
        assert options(g, s) == {shift_action(n) for n in squares}


@covers("R11-4a", "R10-9d", "R11-5h")
def test_no_edge_between_two_slow_fleets() -> None:
    """A damaged ship makes a fleet slow too."""
    g, s, t = battle(JAPAN, ("nachi", "jp_ak_1"))
    g.damaged[unit("nevada")] = 1
    throw(t, 4, 3)
    lay(g, s, t)
    assert (g.actor, g.lead) == (JAPAN, 1)


@covers("A-52", "R11-5g")
def test_weapons_only_where_ships_lie_abreast() -> None:
    """One square of closing is not enough, two are; both sides are asked."""
    g, s, t = battle()
    throw(t, 6, 1, 6, 1)
    lay(g, s, t)
    act(g, s, t, shift_action(1))
    assert g.decision == SHIFT
    act(g, s, t, shift_action(1))
    assert (g.decision, g.actor) == (FIRE, JAPAN)
    assert options(g, s) == {GUN, TORPEDO}
    act(g, s, t, TORPEDO)
    assert (g.decision, g.actor) == (FIRE, ALLIES)
    assert options(g, s) == {GUN}


@covers("R11-3a", "R11-3b", "A-56", "RSQ-7b")
def test_three_rounds_then_the_fleets_are_back() -> None:
    """Also without any fire; a fleet not found stays so."""
    g, s, t = battle()
    g.fleet_found[0] = 0
    throw(t, 1, 1, 2, 2, 3, 3)
    lay(g, s, t)
    assert thrown(t) == 6
    assert g.phase == UNLOAD
    assert g.fleet_fought[0]
    assert g.fleet_fought[AL]
    assert not g.fleet_found[0]
    assert (g.line == -1).all()
    assert (g.battle_fleet == -1).all()


@pytest.mark.parametrize("seed", range(6))
@covers("R11-2c")
def test_a_random_surface_stage_ends(seed: int) -> None:
    """Four fleets each with cargo, in two areas; the next phase comes."""
    g, s, t = bare(SURFACE, seed % 2)
    put_found(g, 0, "C8", "nachi", "jp_dd_1", "jp_ak_1", "bn_301")
    put_found(g, 1, "C9", "maya", "takao", "junyo")
    put_fleet(g, 2, "C8", "tama", "kiso")
    put_found(g, AL, "C8", "nevada", "us_ak_1", "inf_4")
    put_fleet(g, AL + 1, "C9", "idaho", "us_dd_3", "enterprise")
    t.scripted = -1
    g.key = seed
    play_at_random(g, s, t, seed)
    assert g.phase == UNLOAD
    ships = np.flatnonzero((g.place == 2) & (s.kind == 2) & (g.damaged == 1))
    assert not any(g.fleet_fought[g.at[k]] for k in ships)  # R10-9a


@covers("R9-1b", "R11-2a")
def test_a_port_is_no_shelter() -> None:
    """A fleet in the sea of its own port is at sea like any other."""
    g, s, t = bare(SURFACE, JAPAN)
    put_found(g, AL, "B5", "nevada")
    put_fleet(g, 0, "B5", "nachi")
    play_on(g, s, t)
    assert options(g, s) == {NODE + node("B5")}
