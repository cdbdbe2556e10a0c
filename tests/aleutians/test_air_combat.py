"""Chapter 10, step 2 of S4: order of the operations, assignments, air combat."""

from __future__ import annotations

from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import BOMB_NOW, ENEMY_FLEET, FIELD, OWN_FLEET, PORT, STAY
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.state import (
    AIM,
    AIR,
    AIR_LOSS,
    AIR_ORDER,
    ALLIES,
    BOMB,
    COVER,
    FLEETS,
    JAPAN,
    LOST,
    OWNER_PICKS_AIR_LOSS,
    POOLED_AIR_COMBAT,
    ROLL_AIR_ATTACK,
    ROLL_AIR_COMBAT,
    ROLL_BOMBING,
    SURFACE,
    TARGET,
)
from tests.covers import covers

from .at_sea import bare, put_ashore, throw, thrown
from .driver import options, u
from .in_battle import act, end_movement, fly, play_on, put_found, put_on_deck
from .positions import spot, unit

UMNAK = "umnak"


def strike(
    attackers: tuple[str, ...], guards: tuple[str, ...], *ground: str
) -> tuple[Game, Tables, Trace]:
    """Japan attacks the field of Umnak from a carrier in C8, the Allies defend it; at the order."""
    g, s, t = bare(AIR, JAPAN)
    put_found(g, 0, "C8", "junyo")
    put_on_deck(g, "junyo", *attackers)
    for name in guards + ground:
        put_ashore(g, name, UMNAK)
    play_on(g, s, t)
    fly(g, s, t, FIELD + spot(UMNAK), *attackers)
    if guards:
        fly(g, s, t, FIELD + spot(UMNAK), *guards)
    end_movement(g, s, t)
    return g, s, t


def over_fleet(
    attackers: tuple[str, ...], guards: tuple[str, ...], *ships: str
) -> tuple[Game, Tables, Trace]:
    """Allied PP flies from Umnak at a found Japanese fleet in C8; guards from its carrier."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, 0, "C8", *ships)
    put_on_deck(g, ships[0], *guards)
    for name in attackers:
        put_ashore(g, name, UMNAK)
    play_on(g, s, t)
    fly(g, s, t, ENEMY_FLEET, *attackers)
    if guards:
        fly(g, s, t, OWN_FLEET, *guards)
    end_movement(g, s, t)
    return g, s, t


def is_lost(g: Game, name: str) -> bool:
    return bool(g.place[unit(name)] == LOST)


# --- order -------------------------------------------------------------------------------------


@covers("R10-1a", "R10-1d", "R10-6a", "R10-7a")
def test_pp_orders_all_operations() -> None:
    """Also attacks of NP; the last one ends the stage."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, 0, "C8", "junyo")
    put_on_deck(g, "junyo", "d3a_junyo_1")
    put_ashore(g, "b26_1", UMNAK)
    play_on(g, s, t)
    fly(g, s, t, ENEMY_FLEET, "b26_1")
    fly(g, s, t, PORT + spot("dutch_harbor"), "d3a_junyo_1")
    assert (g.decision, g.actor) == (AIR_ORDER, ALLIES)
    assert options(g, s) == {ENEMY_FLEET, PORT + spot("dutch_harbor")}
    throw(t, 6, 6)  # anti-air, bombing
    act(g, s, t, PORT + spot("dutch_harbor"))
    assert thrown(t) == 2
    assert options(g, s) == {ENEMY_FLEET}
    throw(t, 6, 6)
    act(g, s, t, ENEMY_FLEET)
    act(g, s, t, u("junyo"))
    assert g.phase == SURFACE


# --- air combat --------------------------------------------------------------------------------


@covers("BV-43", "R10-7b", "R10-7c", "R10-7d", "R10-7e")
def test_higher_total_fires_first() -> None:
    """2 + 1 + 1 against 2 + 1; the survivors answer after their losses."""
    g, s, t = strike(("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2"), ("p40_1",))
    throw(t, 2, 2, 2, 1, 6)  # fighter hits in column 2; bombers do not in 1; anti-air hits
    act(g, s, t, FIELD + spot(UMNAK))
    assert is_lost(g, "p40_1")
    assert thrown(t) == 4  # the P-40 has no answer
    assert g.decision == AIR_LOSS


@covers("BV-43", "R10-7d")
def test_equal_totals_fire_together() -> None:
    """3 against 2 + 1: all roll before anybody is lost."""
    g, s, t = strike(("a6m2_junyo", "d3a_junyo_1"), ("p40_1",))
    throw(t, 2, 6, 2, 6, 6)  # A6M2 hits; P-40 hits; anti-air misses; bombing by the survivor
    act(g, s, t, FIELD + spot(UMNAK))
    assert (g.decision, g.actor) == (AIR_LOSS, ALLIES)
    act(g, s, t, u("a6m2_junyo"))
    assert is_lost(g, "p40_1")
    assert thrown(t) == 5
    assert g.phase == SURFACE


@covers("R10-7d", "R10-7j", "BV-43")
def test_stronger_defender_fires_first() -> None:
    """2 against 1 + 2 with an AA unit; an attacker lost does not answer."""
    g, s, t = strike(("a6m2_junyo",), ("p39_1",), "us_aa")
    throw(t, 6, 2)  # the P-39 misses; anti-air 2 hits
    act(g, s, t, FIELD + spot(UMNAK))
    assert is_lost(g, "a6m2_junyo")
    assert not is_lost(g, "p39_1")
    assert thrown(t) == 2
    assert g.phase == SURFACE


@covers("BV-44", "R10-7k")
def test_bv_44_against_no_aircraft_only_anti_air_fires() -> None:
    """One roll in column 1, then the attack."""
    g, s, t = strike(("d3a_junyo_1", "d3a_junyo_2"), ())
    throw(t, 2, 6)
    act(g, s, t, FIELD + spot(UMNAK))
    assert g.rolled[ROLL_AIR_COMBAT] == 1
    assert g.rolled[ROLL_BOMBING] == 1
    assert not is_lost(g, "d3a_junyo_1")


@covers("VX-16", "R10-7f", "R10-7g")
def test_vx_16_anti_air_of_a_disrupted_aa_unit() -> None:
    """Column 2 (hits on 2) though disrupted."""
    g, s, t = strike(("d3a_junyo_1",), (), "us_aa")
    g.disrupted[unit("us_aa")] = 1
    throw(t, 2)
    act(g, s, t, FIELD + spot(UMNAK))
    assert is_lost(g, "d3a_junyo_1")


@covers("R10-7e", "A-41")
def test_the_defender_picks_all_losses() -> None:
    """The defender of the target, for the attackers and for its own."""
    g, s, t = strike(("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2"), ("p40_1", "p39_1"))
    throw(t, 1, 6, 6, 1, 1, 6)  # 4 against 4: one interceptor; two attackers
    act(g, s, t, FIELD + spot(UMNAK))
    assert (g.decision, g.actor) == (AIR_LOSS, ALLIES)
    assert options(g, s) == {u(n) for n in ("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2")}
    act(g, s, t, u("d3a_junyo_2"), u("d3a_junyo_1"))
    assert g.actor == ALLIES
    assert options(g, s) == {u("p40_1"), u("p39_1")}
    throw(t, 6)
    act(g, s, t, u("p39_1"))
    assert g.place[unit("a6m2_junyo")] == TARGET
    assert is_lost(g, "p39_1")


@covers("A-41")
def test_the_owner_picks_with_the_switch() -> None:
    """The other reading."""
    g, s, t = strike(("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2"), ())
    g.switch[OWNER_PICKS_AIR_LOSS] = 1
    throw(t, 1)
    act(g, s, t, FIELD + spot(UMNAK))
    assert (g.decision, g.actor) == (AIR_LOSS, JAPAN)


@covers("N-80")
def test_reconnaissance_aircraft_count_nothing() -> None:
    """No strength and no fire, but it can be lost."""
    g, s, t = strike(("a6m2_junyo",), ())
    put_ashore(g, "e13a_1", UMNAK)
    g.place[unit("e13a_1")] = TARGET
    g.at[unit("e13a_1")] = g.at[unit("a6m2_junyo")]
    throw(t, 1, 6)
    act(g, s, t, FIELD + spot(UMNAK))
    assert options(g, s) == {u("a6m2_junyo"), u("e13a_1")}
    act(g, s, t, u("a6m2_junyo"))
    assert thrown(t) == 1  # nothing left that bombs
    assert g.phase == SURFACE


@covers("R10-7c")
def test_bombers_of_the_defender_count_nothing() -> None:
    """No strength, no fire; but the attackers have something to shoot at."""
    g, s, t = bare(AIR, ALLIES)
    put_found(g, 0, "C8", "junyo")
    put_on_deck(g, "junyo", "a6m2_junyo")
    put_ashore(g, "b26_1", UMNAK)
    play_on(g, s, t)
    fly(g, s, t, FIELD + spot(UMNAK), "b26_1")
    fly(g, s, t, FIELD + spot(UMNAK), "a6m2_junyo")
    throw(t, 2, 6, 6)  # A6M2 2 against 0 + 1 hits; anti-air; bombing
    act(g, s, t, FIELD + spot(UMNAK))
    assert is_lost(g, "b26_1")
    assert thrown(t) == 3


# --- fleets ------------------------------------------------------------------------------------


@covers("R10-7h", "A-42", "A-43")
def test_attackers_then_defenders_are_assigned() -> None:
    """Attacker freely; other ships and interceptors to an attacked ship."""
    g, s, t = over_fleet(("b26_1", "b26_2"), ("a6m2_junyo",), "junyo", "nachi", "maya", "takao")
    act(g, s, t, ENEMY_FLEET)
    assert (g.decision, g.actor, g.chosen_unit) == (AIM, ALLIES, unit("b26_1"))
    assert options(g, s) == {u(n) for n in ("junyo", "nachi", "maya", "takao")}
    act(g, s, t, u("junyo"), u("nachi"))
    assert (g.decision, g.actor) == (COVER, JAPAN)
    asked = []
    throw(t, 6, 6, 6, 6, 6, 6)
    while g.decision == COVER:
        asked.append(int(g.chosen_unit))
        assert options(g, s) == {u("junyo"), u("nachi")}
        act(g, s, t, u("junyo"))
    assert sorted(asked) == sorted(unit(n) for n in ("a6m2_junyo", "maya", "takao"))


@covers("A-42", "N-82", "A-40")
def test_each_attacked_ship_has_its_own_combat() -> None:
    """Combat and attack of one ship, then the next; summed anti-air columns."""
    g, s, t = over_fleet(("b26_1", "b26_2"), (), "junyo", "nachi", "maya", "takao")
    act(g, s, t, ENEMY_FLEET)
    throw(t, 4, 6, 2, 6)
    first, second = sorted(("junyo", "nachi"), key=unit)
    act(g, s, t, u(first), u(second))
    act(g, s, t, u(first), u(first))
    assert thrown(t) == 4
    # First ship: anti-air 1 + 1 + 1 = 3, a 4 misses; second: anti-air 1, a 2 misses.
    assert g.rolled[ROLL_AIR_COMBAT] == 2
    assert g.rolled[ROLL_AIR_ATTACK] == 2
    g, s, t = over_fleet(("b26_1", "b26_2"), (), "junyo", "nachi", "maya", "takao")
    act(g, s, t, ENEMY_FLEET, u(first), u(second))
    throw(t, 3, 1)
    act(g, s, t, u(first), u(first))
    assert is_lost(g, "b26_1")  # 3 hits in column 3
    assert is_lost(g, "b26_2")
    assert g.phase == SURFACE


@covers("A-42")
def test_interceptors_fight_where_they_are_assigned() -> None:
    """Groups compare their own totals; the interceptor shoots at one group only."""
    g, s, t = over_fleet(("b26_1", "b26_2"), ("a6m2_junyo",), "junyo", "nachi")
    first, second = sorted(("junyo", "nachi"), key=unit)
    act(g, s, t, ENEMY_FLEET, u(first), u(second))
    throw(t, 6, 6, 2, 1, 2)
    # First: anti-air, attack. Second: 1 against 2 + 1: fighter hits, its anti-air too, all lost.
    act(g, s, t, u(second))
    assert not is_lost(g, "b26_1")
    assert is_lost(g, "b26_2")
    assert not is_lost(g, "a6m2_junyo")
    assert thrown(t) == 4


@covers("A-42")
def test_pooled_combat_with_the_switch() -> None:
    """One combat with all anti-air of the fleet, nobody is assigned to cover."""
    g, s, t = over_fleet(("b26_1", "b26_2"), (), "junyo", "nachi", "maya", "takao")
    g.switch[POOLED_AIR_COMBAT] = 1
    act(g, s, t, ENEMY_FLEET, u("junyo"))
    throw(t, 4, 6, 6)  # column 4: hit up to 3
    act(g, s, t, u("nachi"))
    assert thrown(t) == 3
    assert g.rolled[ROLL_AIR_COMBAT] == 1
    assert g.rolled[ROLL_AIR_ATTACK] == 2


@covers("R10-4a", "R10-8d")
def test_ground_units_are_attacked_one_by_one() -> None:
    """The group bombs the named unit, or stays."""
    g, s, t = bare(AIR, ALLIES)
    put_ashore(g, "bn_301", "kiska")
    put_ashore(g, "snlf_3", "kiska")
    put_found(g, FLEETS, "C11", "enterprise")
    put_on_deck(g, "enterprise", "sbd_ent_1", "sbd_ent_2")
    play_on(g, s, t)
    fly(g, s, t, u("bn_301"), "sbd_ent_1", "sbd_ent_2")
    throw(t, 6)
    act(g, s, t, u("bn_301"))
    assert (g.decision, g.actor) == (BOMB, ALLIES)
    assert options(g, s) == {BOMB_NOW, STAY}
    throw(t, 2)  # power 4
    act(g, s, t, BOMB_NOW)
    assert g.disrupted[unit("bn_301")]
    assert not g.disrupted[unit("snlf_3")]


@covers("BV-43", "R10-7b", "R10-7c", "R10-7d", "R10-7f", "RDX-12")
def test_bv_43_who_fires_first() -> None:
    """4 against 1 + 1: the attacker, so a lost guard does not answer; 4 against 1 + 1 + 2: both."""
    attackers = ("a6m2_junyo", "d3a_junyo_1", "d3a_junyo_2")
    g, s, t = strike(attackers, ("p39_1",))
    throw(t, 1, 6, 6, 6, 6)  # three attackers; anti-air; bombing
    act(g, s, t, FIELD + spot(UMNAK))
    assert is_lost(g, "p39_1")
    assert (thrown(t), g.rolled[ROLL_AIR_COMBAT]) == (5, 4)
    g, s, t = strike(attackers, ("p39_1", "f4f1_1"), "us_aa")
    throw(t, 1, 1, 6, 6, 6, 6, 6)  # three attackers; two guards, both hit, and anti-air; bombing
    act(g, s, t, FIELD + spot(UMNAK))
    assert is_lost(g, "p39_1")
    assert is_lost(g, "f4f1_1")
    assert (thrown(t), g.rolled[ROLL_AIR_COMBAT]) == (7, 6)
