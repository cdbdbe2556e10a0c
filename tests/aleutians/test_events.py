"""Event chits and long-range fire (16.5)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import (
    DONE,
    ENEMY_FLEET,
    FIELD,
    GUN,
    NO,
    NODE,
    OWN_FLEET,
    PASS,
    SPOT_ACTION,
    TORPEDO,
    YES,
)
from glory_env.games.aleutians.rules import events, ground, landing, surface, surface_fire
from tests.covers import covers

from .ashore import fleet, position, stand
from .at_sea import bare, put_ashore, throw, thrown
from .driver import choose, options, u
from .in_battle import act, end_movement, fly, play_on, put_found
from .positions import node, spot, tables, unit

J, AL = st.JAPAN, st.ALLIES
CHITS = range(1, 7)  # GROUP_RETURNS .. BOMBER_LOST: one of each kind, drawn with a die


# --- the draw ----------------------------------------------------------------------------------


@covers("RDX-25", "A-82")
def test_one_of_each_kind_by_a_die():
    """The cup of the scenario has six chits; other numbers change the chances."""
    g, s, t = bare(st.AIR, J)
    drawn = []
    for face in CHITS:
        throw(t, face)
        drawn.append(events.draw_chit(g, s, t))
    assert drawn == list(CHITS)
    s = tables().copy()
    s.chits[1:] = 0, 0, 3, 0, 0, 1
    throw(t, 3, 4)
    assert [events.draw_chit(g, s, t) for _ in range(2)] == [st.FAIR_WEATHER, st.BOMBER_LOST]


def strike(face, *attackers, target=None, guards=()):
    """PP, the Allies, attacks; a chit of this face is drawn by Japan before the first roll."""
    g, s, t = bare(st.AIR, AL)
    g.opt_rules[st.EVENT_CHITS] = 1
    put_found(g, 0, "C11", "nachi", "jp_ak_1")
    g.field[spot("kiska")], g.field_owner[spot("kiska")] = st.SMALL, J
    g.holder[spot("kiska")] = J
    put_ashore(g, "bn_301", "kiska")
    for name in attackers:
        put_ashore(g, name, "umnak")
    play_on(g, s, t)
    where = FIELD + spot("kiska") if target is None else target
    fly(g, s, t, where, *attackers)
    end_movement(g, s, t)
    act(g, s, t, where)
    while g.decision in (st.AIM, st.COVER):
        act(g, s, t, u("nachi") if u("nachi") in options(g, s) else min(options(g, s)))
    assert (g.decision, g.actor) == (st.EVENT, J)  # NP
    throw(t, face, *[6] * 30)
    choose(g, s, t, YES)
    return g, s, t


@covers("REV-1a")
def test_a_group_returns():
    """Over a facility the defender sends one attacker home; it has no part any more."""
    g, s, t = strike(st.GROUP_RETURNS, "b26_1", "b26_2")
    assert (g.decision, g.actor) == (st.EVENT_UNIT, J)
    assert options(g, s) == {u("b26_1"), u("b26_2")}
    choose(g, s, t, u("b26_1"))
    assert g.place[unit("b26_1")] == st.TARGET
    assert not events.may_name(g, s, unit("b26_1"))
    assert g.group_area[g.at[unit("b26_1")]] == s.spot_area[spot("kiska")]
    play_on(g, s, t)
    assert g.operation == st.NONE
    assert g.event_turn == g.turn


@covers("R16-5a", "REV-1g", "RLM-1a")
def test_once_a_turn():
    """Nobody is asked again in the turn, whether the chit fitted or not."""
    g, _, _ = strike(st.SUPPLY_SHORTAGE, "b26_1")  # no effect in the air (REV-1g)
    assert g.decision == st.NO_DECISION
    assert g.place[unit("b26_1")] == st.TARGET
    assert not events.may_draw(g)
    g.turn += 1
    assert events.may_draw(g)


@covers("R16-5a")
def test_a_declined_draw_is_asked_again_at_the_next_battle():
    """It may be drawn before any battle of the turn."""
    g, s, t = bare(st.AIR, AL)
    g.opt_rules[st.EVENT_CHITS] = 1
    assert events.asks_event(g)
    choose(g, s, t, NO)
    assert not events.asks_event(g)
    events.begin_battle(g)
    assert events.asks_event(g)


@covers("REV-1b", "REV-1f")
def test_a_bomber_returns_or_is_lost():
    """Against ships one B goes home; in any air attack one B is eliminated."""
    g, s, t = strike(st.BOMBER_RETURNS, "b26_1", "b24r_1", target=ENEMY_FLEET)
    assert (g.decision, g.actor) == (st.EVENT_UNIT, AL)
    assert options(g, s) == {u("b26_1")}
    choose(g, s, t, u("b26_1"))
    assert g.place[unit("b26_1")] == st.TARGET
    g, s, t = strike(st.BOMBER_RETURNS, "b26_1")
    assert g.decision == st.NO_DECISION  # not over an airfield
    g, s, t = strike(st.BOMBER_LOST, "b26_1", "b26_2", target=u("bn_301"))
    assert (g.decision, g.actor) == (st.EVENT_UNIT, AL)
    choose(g, s, t, u("b26_2"))
    assert g.place[unit("b26_2")] == st.LOST
    g, s, t = strike(st.GROUP_RETURNS, "b26_1", target=u("bn_301"))
    assert g.decision == st.NO_DECISION  # a ground unit is no facility


# --- ground combat -----------------------------------------------------------------------------


def on_attu(face, *dice):
    """S7 of the Allies: 9 against 6 on Attu; Japan draws."""
    g, s, t = position(AL, st.GROUND_BATTLE)
    g.opt_rules[st.EVENT_CHITS] = 1
    stand(g, s, "attu", "inf_4", "scouts", "bn_301")
    ground.continue_ground_battle(g, s, t)
    choose(g, s, t, SPOT_ACTION + spot("attu"))
    ground.continue_ground_battle(g, s, t)
    assert (g.decision, g.actor) == (st.EVENT, J)
    throw(t, face, *dice)
    choose(g, s, t, YES)
    return g, s, t


@covers("REV-1d")
def test_friendly_fire():
    """The attacker disrupts one of his own units, before the roll."""
    g, s, t = on_attu(st.FRIENDLY_FIRE, 3)
    assert (g.decision, g.actor) == (st.EVENT_UNIT, AL)
    assert options(g, s) == {u("inf_4"), u("scouts")}
    choose(g, s, t, u("scouts"))
    assert g.disrupted[unit("scouts")]
    ground.continue_ground_battle(g, s, t)
    assert thrown(t) == 2


@covers("REV-1e")
@pytest.mark.parametrize("face", range(1, 7))
def test_supply_shortage(face):
    """The die of the combat counts one less, 1 at least."""
    losses = []
    for chit, die in ((st.SUPPLY_SHORTAGE, face), (st.FAIR_WEATHER, max(1, face - 1))):
        g, s, t = on_attu(chit, die)
        ground.continue_ground_battle(g, s, t)
        losses.append((int(g.ground_left[0]), int(g.ground_left[1])))
    assert losses[0] == losses[1]


@covers("REV-1a")
def test_a_supporting_group_returns():
    """In ground combat one aircraft in support of the attacker, chosen by the defender."""
    g, s, t = position(AL, st.GROUND_BATTLE)
    g.opt_rules[st.EVENT_CHITS] = 1
    stand(g, s, "attu", "inf_4", "bn_301")
    g.group_state[0], g.group_side[0], g.group_kind[0] = st.SUPPORT, AL, st.AT_GROUND
    g.group_target[0], g.group_area[0] = spot("attu"), s.spot_area[spot("attu")]
    g.place[unit("b26_1")], g.at[unit("b26_1")] = st.TARGET, 0
    ground.continue_ground_battle(g, s, t)
    choose(g, s, t, SPOT_ACTION + spot("attu"))
    ground.continue_ground_battle(g, s, t)
    throw(t, st.GROUP_RETURNS, 1)
    choose(g, s, t, YES)
    assert (g.decision, g.actor) == (st.EVENT_UNIT, J)
    choose(g, s, t, u("b26_1"))
    assert g.at[unit("b26_1")] == 1
    assert g.group_state[1] == st.RESOLVED


@covers("A-82")
def test_before_a_landing_combat_too():
    """A landing combat is a ground combat."""
    g, s, t = position(J, st.LANDING)
    g.opt_rules[st.EVENT_CHITS] = 1
    fleet(g, 0, node("C11"), ["jp_ak_1"], ["bn_301"])
    stand(g, s, "kiska", "scouts")
    landing.continue_landing(g, s, t)
    choose(g, s, t, OWN_FLEET)
    choose(g, s, t, SPOT_ACTION + spot("kiska"))
    before = (st.LAND_UNITS, st.GUNFIRE, st.LANDING_BATTLE, st.NO_DECISION, st.LAND_FLEET)
    while g.decision in before:
        if g.decision == st.NO_DECISION:
            landing.continue_landing(g, s, t)
        else:
            choose(g, s, t, max(options(g, s) - {DONE} or {DONE}))
    assert (g.decision, g.actor) == (st.EVENT, AL)
    assert g.ground_step == events.PENDING
    choose(g, s, t, NO)
    throw(t, 6)
    landing.continue_landing(g, s, t)
    assert thrown(t) == 1


# --- surface battle ----------------------------------------------------------------------------


def at_sea(face, japanese, allied):
    """S4 of Japan: a battle in C8 up to the first manoeuvre; the Allies draw."""
    g, s, t = bare(st.SURFACE, J)
    g.opt_rules[st.EVENT_CHITS] = 1
    put_found(g, 0, "C8", *japanese)
    put_found(g, st.FLEETS, "C8", *allied)
    play_on(g, s, t)
    act(g, s, t, NODE + node("C8"), OWN_FLEET, ENEMY_FLEET)
    for name in (*japanese, *allied):
        act(g, s, t, u(name))
    assert (g.decision, g.actor) == (st.EVENT, AL)
    throw(t, face, *[6] * 40)
    choose(g, s, t, YES)
    return g, s, t


@covers("REV-1c", "RDX-15")
def test_fair_weather_helps_to_manoeuvre():
    """+1 for NP in the first round only."""
    g, s, t = at_sea(st.FAIR_WEATHER, ("nachi",), ("louisville",))
    throw(t, 3, 3)
    play_on(g, s, t)
    assert (g.decision, g.actor, g.lead) == (st.SHIFT, AL, 1)
    g.battle_round, g.decision = 2, st.NO_DECISION
    throw(t, 3, 3)
    surface.manoeuvre(g, s, t)
    assert g.lead == 0


@covers("BV-73", "REV-1c", "R11-4a")
def test_bv_73_the_longest_move_of_a_line():
    """NP is faster, too: 6 + 2 against 1; without the chit at most 6."""
    g, s, t = at_sea(st.FAIR_WEATHER, ("jp_ak_1",), ("louisville",))
    throw(t, 1, 6)
    play_on(g, s, t)
    assert (g.decision, g.actor, g.lead) == (st.SHIFT, AL, 7)
    assert len(options(g, s)) == 14
    g, s, t = at_sea(st.FRIENDLY_FIRE, ("jp_ak_1",), ("louisville",))
    throw(t, 1, 6)
    play_on(g, s, t)
    assert g.lead == 6


def far(japanese=("nachi",), allied=("louisville", "us_dd_1"), closed=1):
    """Fair weather: Japan's leader has the Allied leader diagonally before it."""
    g, s, t = at_sea(st.FAIR_WEATHER, japanese, allied)
    g.line_shift = closed
    g.step = surface.WEAPONS
    play_on(g, s, t)
    return g, s, t


@covers("R16-5b")
def test_long_range_fire():
    """Strength 3 or more, nobody abreast, an enemy diagonally; or not at all."""
    g, s, t = far()
    assert surface_fire.can_fire_far(g, s, 0, 0)
    assert surface_fire.can_fire_far(g, s, 1, 0)
    act(g, s, t, GUN, GUN)
    assert (g.decision, g.actor) == (st.LONG_SHOT, J)
    assert options(g, s) == {PASS, u("louisville")}
    act(g, s, t, u("louisville"))
    assert (g.decision, g.actor) == (st.LONG_SHOT, AL)
    throw(t, 1, 6, 6, *[3] * 30)  # Nachi's only shot hits
    act(g, s, t, PASS)
    assert g.damaged[unit("louisville")] or g.place[unit("louisville")] != st.FLEET
    assert not g.damaged[unit("nachi")]
    assert (g.aim == st.NONE).all()


@covers("R11-5g")
def test_without_fair_weather_there_is_none():
    """Who has no enemy abreast does not fire."""
    g, s, _ = at_sea(st.FRIENDLY_FIRE, ("nachi",), ("louisville",))
    g.line_shift = 1
    assert not surface_fire.any_long_shot(g, s)


@covers("R16-5b")
def test_weak_ships_and_torpedoes_do_not_reach_far():
    """Strength 2 is too little; a fleet that fires torpedoes has no guns (R11-5b)."""
    g, s, t = far(("tama",), ("louisville",))
    assert not surface_fire.can_fire_far(g, s, 0, 0)
    g, s, t = far()
    act(g, s, t, TORPEDO, GUN)
    assert (g.decision, g.actor) == (st.LONG_SHOT, AL)


@covers("R16-5b")
def test_far_shots_at_one_target_add_up():
    """Two ships of strength 3 fire once, as 6; the order uses the sum."""
    g, s, t = far(("nachi", "maya", "takao"), ("louisville", "indianapolis", "us_dd_1"))
    g.fire_mode[:] = surface_fire.GUNS
    g.line_shift = 4  # square 1 of either line lies abreast of square 1 of the other
    g.line[:] = st.NONE
    g.line[0, 0], g.line[0, 2] = unit("nachi"), unit("takao")
    g.line[1, 1] = unit("louisville")
    for name in ("nachi", "takao"):
        g.aim[unit(name)] = unit("louisville")
    throw(t, 1)
    surface_fire.fire_all_guns(g, s, t)
    assert thrown(t) == 1
    assert g.place[unit("louisville")] != st.FLEET


@covers("VX-24", "R16-5b", "R11-5f")
def test_vx_24_two_ships_of_3_and_4():
    """One shot of strength 7, at the rank of 7; a damaged ship of 5 counts 4."""
    g, s, t = far(("nachi", "maya", "kongo"), ("louisville", "indianapolis", "us_dd_1"))
    g.fire_mode[:] = surface_fire.GUNS
    g.line_shift = 4
    g.line[:] = st.NONE
    g.line[0, 0], g.line[0, 2] = unit("nachi"), unit("kongo")
    g.line[1, 1] = unit("louisville")
    g.damaged[unit("kongo")] = 1
    for name in ("nachi", "kongo"):
        g.aim[unit(name)] = unit("louisville")
    done = np.zeros((2, st.MAX_SHIPS), np.int8)
    assert surface_fire.next_strength(g, s, done) == 7
    throw(t, 1)
    surface_fire.fire_guns(g, s, t, 7, done)
    assert thrown(t) == 1
    assert surface_fire.next_strength(g, s, done) < 7
