"""Ground units on the move and in combat (chapter 13)."""

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.rules import ground, ground_combat
from tests.covers import covers

from .ashore import position, stand
from .at_sea import throw
from .driver import choose, options
from .positions import spot, unit


def column(g, s, t, place, landing=False, face=1):
    """Losses of (attacker, defender sides): `ground_left` after a combat with this die."""
    throw(t, face)
    ground_combat.fight(g, s, t, spot(place), landing)
    return [int(n) for n in g.ground_left]


@covers("R13-2a", "R13-2b", "R13-2d")
def test_units_walk_to_neighbouring_land_only():
    """One area by land; never off an island."""
    g, s, t = position(st.ALLIES, st.GROUND_MOVE)
    stand(g, s, "anchorage", "inf_4")
    stand(g, s, "umnak", "eng_807")
    ground.continue_ground_move(g, s, t)
    assert options(g, s) == {a.DONE, a.UNIT + unit("inf_4")}
    choose(g, s, t, a.UNIT + unit("inf_4"))
    places = {"open_A4", "valdez", "open_A3", "open_A5"}
    assert options(g, s) == {a.SPOT_ACTION + spot(p) for p in places}
    choose(g, s, t, a.SPOT_ACTION + spot("open_A5"))
    ground.continue_ground_move(g, s, t)
    assert g.phase == st.GROUND_BATTLE  # it has moved, nobody else can


@covers("BV-58", "R13-2c", "N-33")
def test_bv_58_in_winter_special_forces_alone_move():
    g, s, t = position(st.ALLIES, st.GROUND_MOVE, turn=6)
    stand(g, s, "anchorage", "inf_4", "scouts", "ssf_1")
    ground.continue_ground_move(g, s, t)
    assert options(g, s) == {a.DONE, a.UNIT + unit("scouts"), a.UNIT + unit("ssf_1")}


@covers("BV-58", "R13-2a", "N-32", "A-59")
def test_bv_58_undisrupted_enemies_on_the_land_pin_a_unit():
    """Within the area it may go where no undisrupted enemy is."""
    g, s, _ = position(st.ALLIES, st.GROUND_MOVE)
    stand(g, s, "anchorage", "inf_4")
    stand(g, s, "open_A4", "bn_301")
    u = unit("inf_4")
    assert not ground.may_go(g, s, u, spot("open_A3"))
    assert not ground.may_go(g, s, u, spot("open_A4"))
    assert ground.may_go(g, s, u, spot("valdez"))
    g.disrupted[unit("bn_301")] = 1
    assert ground.may_go(g, s, u, spot("open_A3"))
    assert ground.may_go(g, s, u, spot("open_A4"))


@covers("BV-59", "R13-1a")
def test_a_stack_holds_four():
    g, s, _ = position(st.ALLIES, st.GROUND_MOVE)
    stand(g, s, "open_A4", "inf_4", "inf_5", "inf_7", "eng_18")
    stand(g, s, "anchorage", "scouts")
    assert not ground.may_go(g, s, unit("scouts"), spot("open_A4"))


@covers("R3-3a")
def test_walking_in_captures_the_place():
    """Anchorage is Japan's as soon as only Japanese units stand there."""
    g, s, t = position(st.JAPAN, st.GROUND_MOVE)
    stand(g, s, "open_A4", "bn_301")
    ground.continue_ground_move(g, s, t)
    choose(g, s, t, a.UNIT + unit("bn_301"))
    choose(g, s, t, a.SPOT_ACTION + spot("anchorage"))
    assert g.field_owner[spot("anchorage")] == g.port_owner[spot("anchorage")] == st.JAPAN


@covers("R13-3a", "A-62", "RSQ-8b")
def test_island_battles_are_compulsory_others_are_not():
    g, s, t = position(st.ALLIES, st.GROUND_BATTLE)
    stand(g, s, "kiska", "inf_4", "bn_301")
    stand(g, s, "anchorage", "inf_5")
    stand(g, s, "open_A4", "bn_302")
    ground.continue_ground_battle(g, s, t)
    both = {a.SPOT_ACTION + spot("kiska"), a.SPOT_ACTION + spot("open_A4")}
    assert options(g, s) == both
    throw(t, 2)
    choose(g, s, t, a.SPOT_ACTION + spot("kiska"))
    ground.continue_ground_battle(g, s, t)
    while g.decision == st.GROUND_LOSS:
        choose(g, s, t, min(options(g, s)))
        ground.continue_ground_battle(g, s, t)
    assert options(g, s) == {a.SPOT_ACTION + spot("open_A4"), a.DONE}


@covers("VX-14", "R13-3b", "R13-3f")
def test_the_higher_total_attacks():
    """In S7 the phasing side may be the defender."""
    g, s, t = position(st.ALLIES, st.GROUND_BATTLE)
    stand(g, s, "kiska", "scouts", "bn_301")  # 2 against 6
    losses = column(g, s, t, "kiska", face=6)
    assert losses[st.ALLIES] > 0  # the die is Japan's: D1 falls on the Allies


@covers("BV-56", "R13-3b", "R13-3c", "A-63")
def test_anti_air_units_defend_only():
    """Compared without AA, defended with it."""
    g, s, t = position(st.JAPAN, st.GROUND_BATTLE)
    stand(g, s, "kiska", "senpei_1", "jp_con_1")  # 1 + 1
    stand(g, s, "kiska", "scouts", "us_aa")  # 2, and (2)
    assert ground_combat.force(g, s, st.ALLIES, spot("kiska"), False, False) == 2
    assert ground_combat.force(g, s, st.ALLIES, spot("kiska"), False, True) == 2
    # Equal: Japan attacks with 2 - 4 = -2, the first column; die 5 gives A1/D1.
    assert column(g, s, t, "kiska", face=5) == [1, 1]


@covers("BV-55", "R13-3d", "A-64")
def test_bv_55_shifts_of_a_landing_and_of_a_disrupted_defender_cancel():
    found = {}
    for landing in (False, True):
        for disrupted in (0, 1):
            g, s, t = position(st.ALLIES, st.GROUND_BATTLE)
            stand(g, s, "kiska", "inf_4", "snlf_3")  # 9 - 4 = 5, the column 3 to 6
            g.disrupted[unit("snlf_3")] = disrupted
            rows = [column(g, s, t, "kiska", landing, face) for face in range(1, 7)]
            found[landing, disrupted] = rows
    assert found[False, 0] == found[True, 1]
    left = [[int(s.ground_defender[1, f]), int(s.ground_attacker[1, f])] for f in range(1, 7)]
    assert found[True, 0] == left, "the column before"
    assert found[False, 0] != found[False, 1]


@covers("BV-57", "A-61", "N-48")
def test_each_unit_takes_one_loss_at_most():
    """Two units, two losses: the fresh one is disrupted, the other is out."""
    g, s, t = position(st.ALLIES, st.GROUND_BATTLE)
    stand(g, s, "kiska", "bn_301", "bn_302")
    g.disrupted[unit("bn_302")] = 1
    g.ground_left[:] = (3, 0)
    g.ground_step, g.landing_spot = ground_combat.IN_SEVENTH, spot("kiska")
    assert ground_combat.continue_losses(g, s)
    assert options(g, s) == {a.UNIT + unit("bn_301")}
    choose(g, s, t, a.UNIT + unit("bn_301"))
    assert ground_combat.continue_losses(g, s)
    choose(g, s, t, a.UNIT + unit("bn_302"))
    assert not ground_combat.continue_losses(g, s)
    assert g.disrupted[unit("bn_301")]
    assert g.place[unit("bn_302")] == st.LOST


def test_half_strength_of_disrupted_units_is_a_value_of_the_scenario():
    """Data of the scenario, `ground.half_disrupted`: by default printed strength."""
    g, s, _ = position(st.ALLIES, st.GROUND_BATTLE)
    u = unit("inf_4")
    g.disrupted[u] = 1
    assert ground_combat.strength_of(g, s, u) == 9
    other = s.copy()
    other.half_disrupted = 1
    assert ground_combat.strength_of(g, other, u) == 5
