"""Chapter 11.5: torpedoes and guns."""

from __future__ import annotations

import pytest

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import ENEMY_FLEET, GUN, NODE, OWN_FLEET, TORPEDO
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.surface import shift_action
from glory_env.games.aleutians.rules.surface_fire import abreast, exchange_fire, gun_strength
from glory_env.games.aleutians.state import (
    CARGO_LOSS,
    FIRE,
    FLEET,
    FLEETS,
    JAPAN,
    NONE,
    REPAIR,
    ROLL_MANOEUVRE,
    ROLL_SURFACE_GUN,
    ROLL_SURFACE_TORPEDO,
    SHIFT,
    SURFACE,
    UNLOAD,
)
from tests.covers import covers

from .at_sea import bare, throw, thrown
from .driver import u
from .in_battle import act, play_on, put_found
from .positions import node, unit

AL = FLEETS
TORPEDOES, GUNS = 1, 2


def lines(
    japanese: tuple[str, ...], allied: tuple[str, ...], closed: int, modes: tuple[int, int]
) -> tuple[Game, Tables, Trace]:
    """Two lines after some squares of closing, their weapons chosen."""
    g, s, t = bare(SURFACE, JAPAN)
    for side, names in enumerate((japanese, allied)):
        put_found(g, side * FLEETS, "C8", *names)
        g.battle_fleet[side] = side * FLEETS
        g.line_length[side] = len(names)
        g.fire_mode[side] = modes[side]
        g.line[side, :] = NONE
        for k, name in enumerate(names):
            g.line[side, k] = unit(name)
    g.line_shift = closed
    return g, s, t


def is_afloat(g: Game, name: str) -> bool:
    return bool(g.place[unit(name)] == FLEET)


# --- who fires at whom -------------------------------------------------------------------------


@covers("A-52", "R11-5a")
def test_which_squares_are_abreast() -> None:
    """After d squares the first d - 1 ships of both lines face each other."""
    g, s, _ = lines(("nachi", "maya", "takao"), ("nevada", "idaho"), 1, (GUNS, GUNS))
    assert abreast(g, s, JAPAN, 0) == NONE
    g.line_shift = 2
    assert abreast(g, s, JAPAN, 0) == unit("nevada")
    assert abreast(g, s, JAPAN, 1) == NONE
    g.line_shift = 3
    assert [abreast(g, s, JAPAN, k) for k in range(3)] == [unit("idaho"), unit("nevada"), NONE]
    assert [abreast(g, s, 1, k) for k in range(2)] == [unit("maya"), unit("nachi")]
    g.line_shift = 5
    assert [abreast(g, s, JAPAN, k) for k in range(3)] == [NONE, NONE, unit("idaho")]
    g.line_shift = 6
    assert [abreast(g, s, JAPAN, k) for k in range(3)] == [NONE, NONE, NONE]
    g.line_shift = 2
    s = s.copy()
    s.start_gap = 0
    assert abreast(g, s, JAPAN, 1) == unit("nevada")


@covers("R11-4d", "A-52", "R11-5g")
def test_gaps_stay() -> None:
    """The square of a sunk ship stays empty; who lies beside it is idle."""
    g, s, t = lines(("nachi", "maya"), ("nevada", "idaho"), 3, (GUNS, GUNS))
    throw(t, 1, 6, 6)  # Nevada sinks Maya; Idaho and Nachi miss each other
    exchange_fire(g, s, t)
    assert thrown(t) == 3
    assert list(g.line[JAPAN, :2]) == [unit("nachi"), NONE]
    throw(t, 6, 6)
    exchange_fire(g, s, t)
    assert thrown(t) == 2


# --- guns --------------------------------------------------------------------------------------


@covers("R11-5e", "R11-5f", "BV-49", "A-55", "RDX-17")
def test_falling_order_of_strength() -> None:
    """The BB of 5 first; what it sinks does not fire."""
    g, s, t = lines(("nachi",), ("nevada",), 2, (GUNS, GUNS))
    throw(t, 1)  # 1 + 1 = 2 sinks in column 5
    exchange_fire(g, s, t)
    assert thrown(t) == 1
    assert not is_afloat(g, "nachi")
    assert g.line[JAPAN, 0] == NONE
    g, s, t = lines(("nachi",), ("nevada",), 2, (GUNS, GUNS))
    throw(t, 3, 2)  # 3 + 1 = 4 damages; the answer with 2: 2 + 3 misses
    exchange_fire(g, s, t)
    assert g.damaged[unit("nachi")]
    assert thrown(t) == 2
    assert not g.damaged[unit("nevada")]


@covers("R11-5f", "A-55")
def test_equal_strength_is_simultaneous() -> None:
    """Both fire with the strength at the start of the volley, once each."""
    g, s, t = lines(("nachi",), ("louisville",), 2, (GUNS, GUNS))
    throw(t, 2, 2)  # 2 + 1 = 3 damages in column 3
    exchange_fire(g, s, t)
    assert thrown(t) == 2
    assert g.damaged[unit("nachi")]
    assert g.damaged[unit("louisville")]


@covers("BV-49", "R10-9e", "R11-5h")
def test_bv_49_a_damaged_ship_fires_later_and_weaker() -> None:
    """A damaged CA of 3 fires as 2, after an undamaged 3."""
    g, s, t = lines(("nachi",), ("louisville",), 2, (GUNS, GUNS))
    g.damaged[unit("nachi")] = 1
    assert gun_strength(g, s, unit("nachi")) == 2
    throw(t, 2)  # Louisville: damage on a damaged ship sinks it
    exchange_fire(g, s, t)
    assert thrown(t) == 1
    assert not is_afloat(g, "nachi")


@covers("A-55", "BV-49")
def test_bv_49_strength_zero_has_no_gunfire_but_torpedoes() -> None:
    """1 - 1 = 0; its torpedoes are unchanged; nor does a carrier fire."""
    g, s, t = lines(("junyo",), ("us_dd_1",), 2, (GUNS, GUNS))
    g.damaged[unit("us_dd_1")] = 1
    exchange_fire(g, s, t)
    assert g.rolled[ROLL_SURFACE_GUN] == 0
    g.fire_mode[1] = TORPEDOES
    throw(t, 1)
    exchange_fire(g, s, t)
    assert g.damaged[unit("junyo")]


@covers("R11-5e")
def test_defence_protects() -> None:
    """The target's defence is added to the die."""
    g, s, t = lines(("jp_ak_1", "nachi"), ("pensacola", "san_francisco"), 3, (GUNS, GUNS))
    throw(t, 5, 6, 6)
    exchange_fire(g, s, t)
    # Pensacola (square 0) lies beside Nachi, San Francisco beside the AK: 6 - 2 = 4, no damage.
    assert is_afloat(g, "jp_ak_1")
    assert not g.damaged[unit("jp_ak_1")]
    throw(t, 6, 6, 5)
    exchange_fire(g, s, t)
    assert g.damaged[unit("jp_ak_1")]  # 5 - 2 = 3


# --- torpedoes ---------------------------------------------------------------------------------


@covers("VX-13", "R11-5b", "R11-5c")
def test_vx_13_torpedoes_before_guns() -> None:
    """What they sink does not fire; no gun on their own side."""
    g, s, t = lines(("nachi", "jp_ak_1"), ("nevada", "idaho"), 3, (TORPEDOES, GUNS))
    throw(t, 1, 6, 6)  # 1 - 1 = 0 sinks Idaho; Nevada fires at the AK alone
    exchange_fire(g, s, t)
    assert not is_afloat(g, "idaho")
    assert g.rolled[ROLL_SURFACE_TORPEDO] == 1
    assert g.rolled[ROLL_SURFACE_GUN] == 1
    assert thrown(t) == 2


@covers("VX-13", "R11-5c", "R11-5d")
def test_vx_13_torpedoes_of_both_are_simultaneous() -> None:
    """Both may be hit, nobody uses guns; J -1, no defence."""
    g, s, t = lines(("nachi",), ("atlanta",), 2, (TORPEDOES, TORPEDOES))
    throw(t, 1, 1)
    exchange_fire(g, s, t)
    assert not is_afloat(g, "atlanta")  # 0
    assert g.damaged[unit("nachi")]  # 1, her defence does not count
    assert g.rolled[ROLL_SURFACE_GUN] == 0


@pytest.mark.parametrize(("face", "damaged"), [(2, True), (3, False)])
@covers("R11-5d", "RDX-16")
def test_japanese_torpedo_die(face: int, damaged: bool) -> None:
    """Damage up to 1, after -1, also on a battleship of defence 3."""
    g, s, t = lines(("nachi",), ("nevada",), 2, (TORPEDOES, GUNS))
    throw(t, face, 6)
    exchange_fire(g, s, t)
    assert bool(g.damaged[unit("nevada")]) == damaged


# --- the battle --------------------------------------------------------------------------------


def begin(japanese: tuple[str, ...], allied: tuple[str, ...]) -> tuple[Game, Tables, Trace]:
    """A declared battle, the lines laid in the given order; Japan leads by 4 or 5 in round 1."""
    g, s, t = bare(SURFACE, JAPAN, 2)
    put_found(g, 0, "C8", *japanese)
    put_found(g, AL, "C8", *allied)
    play_on(g, s, t)
    act(g, s, t, NODE + node("C8"), OWN_FLEET, ENEMY_FLEET)
    throw(t, 6, 1)
    act(g, s, t, *[u(name) for name in japanese + allied])
    assert g.decision == SHIFT
    return g, s, t


@covers("BV-77", "R11-3c", "R10-9a")
def test_bv_77_the_battle_ends_with_one_line() -> None:
    """No rounds 2 and 3; the damaged winner goes to repair."""
    g, s, t = begin(("nachi",), ("nevada", "idaho"))
    g.damaged[unit("nachi")] = 1
    g.damaged[unit("nevada")] = 1
    act(g, s, t, shift_action(2))
    throw(t, 2, 4)  # Nevada, as 4: 2 + 1 = 3 damages, which sinks; repair
    act(g, s, t, GUN, GUN)
    assert thrown(t) == 2
    assert not is_afloat(g, "nachi")
    assert g.place[unit("nevada")] == REPAIR
    assert g.when[unit("nevada")] == 6
    assert is_afloat(g, "idaho")
    assert g.phase == UNLOAD
    assert not g.fleet_used[0]


@covers("R10-9a", "A-49")
def test_damaged_ships_leave_after_the_third_round() -> None:
    """Not before; also those damaged earlier in the phase."""
    g, s, t = begin(("nachi", "maya"), ("nevada",))
    g.damaged[unit("maya")] = 1
    throw(t, 3, 2, 3, 2, 4)  # Japan is slow: no lead in rounds 2 and 3; repair
    act(g, s, t, shift_action(-1))
    assert thrown(t) == 5
    assert g.rolled[ROLL_MANOEUVRE] == 6
    assert (g.place[unit("maya")], g.when[unit("maya")]) == (REPAIR, 2 + 4 + 2)
    assert is_afloat(g, "nachi")
    assert g.phase == UNLOAD


@covers("R8-4j", "A-91")
def test_short_lifts_after_the_battle() -> None:
    """The owner chooses who is lost when damaged transports leave."""
    g, s, t = begin(("nachi", "jp_ak_1", "jp_apd_1"), ("nevada",))
    for name in ("bn_301", "snlf_3"):
        g.place[unit(name)] = FLEET
        g.at[unit(name)] = 0
    g.damaged[unit("jp_ak_1")] = 1
    throw(t, 3, 2, 3, 2, 1)
    act(g, s, t, shift_action(-1))
    assert thrown(t) == 5
    assert (g.decision, g.actor) == (CARGO_LOSS, JAPAN)
    act(g, s, t, u("snlf_3"))
    assert g.phase == UNLOAD
    assert is_afloat(g, "bn_301")


@covers("R11-5b", "A-54", "RSQ-7b")
def test_choice_of_weapon_each_round() -> None:
    """Asked again after every manoeuvre."""
    g, s, t = begin(("nachi",), ("nevada",))
    act(g, s, t, shift_action(2))
    throw(t, 6, 6, 3, 3)  # torpedo, gun, manoeuvre
    act(g, s, t, TORPEDO, GUN)
    assert (g.decision, g.battle_round) == (FIRE, 2)
    assert list(g.fire_mode) == [0, 0]
