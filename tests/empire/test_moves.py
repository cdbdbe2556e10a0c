"""S2 and S3: stacks, kinds of moves, walks, disengagement and tasks (7.22 to 7.24, 8.x)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import DROPPED_BATTLE
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.state import AL, BARGES_READY, JP, NO_TASK
from tests.covers import covers

from . import world


def led(
    side: str, hq: str, units: dict[str, int], enemies: dict[str, int] | None = None, **more: int
) -> Laboratory:
    """A side has activated all these units with an HQ and is to move; hexes of its units are its.

    more: ov, event, lv; asp of the side.
    """
    lab = Laboratory(world.scenario("y1943"), side, ov=more.get("ov", 2), turn=5)
    for name, number in units.items():
        lab.put(name, number, active=False)
    for name, number in (enemies or {}).items():
        lab.put(name, number)
    lab.control(side, *units.values())
    lab.control("AL" if side == "JP" else "JP", *(enemies or {}).values())
    lab.g.asp[JP if side == "JP" else AL] = more.get("asp", 7)
    lab.g.asp_used[:] = 0
    lab.lead(bool(more.get("event", 0)), more.get("lv", 9))
    lab.say(hq)
    while lab.decision == "activate":
        lab.say(next(name for name in lab.options() if name != "done"))
    return lab


TRUK = {"j_hq_southseas": 4017}
SOUTH_SEAS = "j_hq_southseas"


@covers("R7.23-a", "R7.23-b", "R7.23-e", "P-11", "R8.33-h", "E-032", "R8.31-f")
def test_kinds_of_moves_by_what_is_in_the_stack():
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_aoba": 4017, "j_ss": 4017, "j_af22": 4017})
    lab.say("j_af22")
    assert {"fly", "to_track", "stay"} <= set(lab.options())
    lab.say("to_track")
    assert (lab.place("j_af22"), lab.g.when[lab.unit("j_af22")]) == ("track", 6)
    lab.say("j_aoba")
    assert lab.decision == "move_stack"
    lab.say("j_ss")
    assert {"landing", "organic", "stay"} == set(lab.options())


@covers("VX-17", "R8.46-a", "R8.46-b", "R8.46-d", "R8.45-h")
def test_a_brigade_goes_with_its_cruiser_without_asp():
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_aoba": 4017, "j_ss": 4017})
    lab.control("AL", 4021)
    lab.say("j_aoba", "j_ss", "organic", "4021")
    assert (lab.hex("j_aoba"), lab.hex("j_ss")) == (4021, 4021)
    assert lab.g.asp_used[JP] == 0
    assert lab.g.carrier[lab.unit("j_ss")] == lab.unit("j_aoba")
    lab.play_out()
    assert lab.holder(4021) == "JP"


@covers("R8.46-b")
def test_two_brigades_go_aboard_two_ships():
    names = ("j_aoba", "j_nachi", "j_sn1", "j_ss")
    lab = led("JP", SOUTH_SEAS, TRUK | dict.fromkeys(names, 4017))
    lab.control("AL", 4021)
    lab.say(*names, "organic", "4021")
    carried = {int(lab.g.carrier[lab.unit(name)]) for name in ("j_sn1", "j_ss")}
    assert carried == {lab.unit("j_aoba"), lab.unit("j_nachi")}


@covers("R8.45-f", "R8.45-h", "R8.45-b", "R14.2-b", "E-534", "VX-16")
@pytest.mark.parametrize(
    ("asp", "rivalry", "offered"), [(2, 0, True), (1, 0, False), (2, 1, False)]
)
def test_a_full_army_needs_two_asp(asp, rivalry, offered):
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_a17": 4017}, asp=asp)
    lab.g.rivalry[JP] = rivalry
    lab.say("j_a17")
    assert ("landing" in lab.options()) == offered
    if offered:
        lab.say("landing", "4021")
        assert lab.g.asp_used[JP] == 2


@covers("R8.47-a", "R8.47-b", "BV-45", "R8.47-c")
@pytest.mark.parametrize(("ov", "barges", "offered"), [(3, 1, True), (2, 1, False), (3, 0, False)])
def test_barges_need_their_event_and_three(ov, barges, offered):
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_ss": 3922}, ov=ov)
    lab.g.barges = BARGES_READY if barges else 0
    lab.say("j_ss")
    assert ("barge" in lab.options()) == offered
    if offered:
        lab.say("barge")
        assert all(number not in lab.options() for number in ("3822", "3922"))


@covers("R8.23-a", "R8.23-b", "R8.33-e", "R8.44-d", "R9.6-a", "R8.33-g")
def test_a_strategic_move_is_twice_as_far_and_has_no_move_after():
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_aoba": 4017}, ov=1)
    lab.control("JP", 3416)
    lab.say("j_aoba")
    lab.say("strategic", "3416")
    assert lab.hex("j_aoba") == 3416
    lab.play_out()
    assert lab.hex("j_aoba") == 3416


@covers("R7.24-e", "R7.24-f", "R7.24-m", "BV-71", "R8.21-j", "E-063")
@pytest.mark.parametrize(("event", "both"), [(0, False), (1, True)])
def test_an_oc_has_one_battle_hex(event, both):
    """Two fleets against two hexes; the first one fixes the battle hex of an OC."""
    units = TRUK | {"j_kongo": 4017, "j_hiei": 4017}
    enemies = {"a_washington": 4021, "a_aus1": 4222}
    lab = led("JP", SOUTH_SEAS, units, enemies, event=event)
    lab.say("j_kongo", "sail")
    assert {"4021", "4222"} <= set(lab.options())
    lab.say("4021", "j_hiei", "sail")
    assert ("4222" in lab.options()) == both


@covers("R8.21-j", "R8.21-k", "R7.24-j", "P-10", "BV-51", "BV-80")
def test_a_carrier_stands_off_for_a_battle_or_a_landing():
    units = TRUK | {"j_akagi": 4017, "j_hiei": 4017, "j_ss": 4017}
    lab = led("JP", SOUTH_SEAS, units, {"a_washington": 4222}, event=1)
    lab.control("AL", 4021)
    lab.say("j_akagi", "done")
    assert "stand_off" in lab.options()
    lab.say("stand_off")
    assert "4222" in lab.options()
    assert "4021" not in lab.options()  # nobody has landed there yet
    lab.say("4222")
    assert lab.decision == "move_offset"
    assert "+0" in lab.options()
    lab.say("+1")
    assert lab.hex("j_akagi") != 4222
    assert lab.g.task[lab.unit("j_akagi")] == 0
    assert lab.g.battle_hex[0] == lab.hex_at(4222)


@covers("R7.24-j", "R7.24-l", "E-023", "R7.24-k")
def test_a_carrier_covers_a_landing():
    units = TRUK | {"j_akagi": 4017, "j_ss": 4017}
    lab = led("JP", SOUTH_SEAS, units, asp=1)
    lab.control("AL", 4021)
    lab.say("j_ss", "landing", "4021")
    lab.say("j_akagi", "stand_off", "4021", "+1")
    assert lab.g.task[lab.unit("j_akagi")] == 32
    lab.play_out()
    assert lab.holder(4021) == "JP"
    assert lab.g.op_side == JP


@covers("R7.24-c", "R7.24-g", "R7.24-h", "R9.11-a", "R8.31-h")
def test_aircraft_declare_a_battle_in_range():
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_af22": 4021}, {"a_washington": 4322}, event=1)
    lab.say("j_af22", "stay")
    assert (lab.decision, set(lab.options())) == ("task_unit", {"done", "j_af22"})
    lab.say("j_af22")
    assert set(lab.options()) == {"4322"}
    lab.say("4322")
    assert lab.g.battles == 1


@covers("R7.25-h", "R7.25-k", "E-024", "NX-01")
@pytest.mark.parametrize(("enemy", "entered"), [({"a_13af": 4423}, 1), ({}, 0)])
def test_a_way_through_a_zone_is_noted(enemy, entered):
    supply = {"a_hq_cpac": 5808} if enemy else {}
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_ss": 4017, "j_aoba": 4017}, enemy | supply, asp=1)
    lab.control("AL", 4222)
    lab.say("j_aoba", "done", "stay")
    assert lab.g.zone_entered == 0
    ends = lab.options()
    assert "j_ss" in ends


@covers("R6.5-b", "R8.42-f", "R7.24-b", "R8.42-g", "BV-66", "R4.31-a")
def test_a_walk_takes_empty_hexes_and_stops_at_the_enemy():
    units = {"j_hq_south": 2212, "j_a38": 2013}
    lab = led("JP", "j_hq_south", units, {"a_ind3": 2014}, ov=3)
    lab.control("AL", 2112, 2113)
    lab.say("j_a38", "walk", "2112")
    assert lab.holder(2112) == "JP"
    assert lab.decision == "walk_step"


@covers("R8.43-a", "R8.43-b", "R8.43-c", "R8.43-d", "BV-50", "E-034")
@pytest.mark.parametrize(("more", "asked"), [({}, False), ({"a_wake": 2014}, True)])
def test_a_stronger_defender_may_leave(more, asked):
    """A reduced army of 9 against a corps of 9, and against 11; equal strength is not enough."""
    units = {"j_hq_south": 2212, "j_a38": 1913}
    lab = led("JP", "j_hq_south", units, {"a_ind3": 2014} | more, ov=3)
    lab.g.steps[lab.unit("j_a38")] = 1
    lab.say("j_a38", "walk", "2014")
    assert (lab.decision == "leave_unit") == asked
    if asked:
        assert lab.actor == "AL"
        for name in ("a_ind3", "a_wake"):
            lab.say(name)
            assert "1913" not in lab.options()
            lab.say(next(iter(lab.options())))
        assert lab.holder(2014) == "JP"
        assert lab.decision == "walk_step"  # with what is left


@covers("NX-08", "R7.24-a", "R7.24-b", "R8.43-a")
def test_a_target_that_the_enemy_has_left_is_free_again():
    """A carrier was to attack a corps at Kuantan, which leaves when a brigade comes."""
    units = {"j_hq_south": 2212, "j_ss": 1913, "j_akagi": 2212}
    lab = led("JP", "j_hq_south", units, {"a_ind3": 2014}, ov=3)
    lab.say("j_akagi", "stand_off", "2014", "+2")
    carrier = lab.unit("j_akagi")
    assert (lab.g.battle_hex[0], lab.g.task[carrier]) == (lab.hex_at(2014), 0)
    lab.say("j_ss", "walk", "2014", "a_ind3", "2013", "done")
    assert (lab.g.battle_state[0], lab.g.task[carrier]) == (DROPPED_BATTLE, NO_TASK)
    assert (lab.decision, set(lab.options())) == ("task_unit", {"j_akagi"})
    lab.say("j_akagi")
    assert set(lab.options()) == {"2013"}


@covers("BV-49", "R8.11-c", "E-005")
def test_a_walk_passes_a_hex_with_ships_alone():
    """Kota Bharu stays what it was where the army goes on, and is a battle hex where it stops."""
    for stops in (False, True):
        units = {"j_hq_south": 2212, "j_a38": 2012}
        lab = led("JP", "j_hq_south", units, {"a_forcez": 2112}, ov=3)
        lab.control("AL", 2113)
        lab.say("j_a38", "walk", "2112")
        assert {"done", "2113"} <= set(lab.options())
        assert lab.holder(2112) == "AL"
        lab.say("done" if stops else "2113")
        assert lab.holder(2113) == ("AL" if stops else "JP")
        if stops:  # the battle is fought at once; nobody else has to move
            assert lab.winner(2112) == "JP"
        else:
            assert lab.holder(2112) == "AL"


@covers("R8.11-c", "R8.42-b", "R7.24-m", "P-10")
@pytest.mark.parametrize(("ov", "passes"), [(2, True), (1, False)])
def test_a_walk_passes_ships_that_it_may_not_fight(ov, passes):
    """The OC has its battle hex at Singapore: the brigade needs points to get past the ships."""
    units = {"j_hq_south": 2212, "j_ss": 2011, "j_kongo": 2212}
    lab = led("JP", "j_hq_south", units, {"a_forcez": 2112, "a_kent": 2015}, ov=ov)
    lab.say("j_kongo", "sail", "2015", "j_ss", "walk", "2012")
    assert ("2112" in lab.options()) == passes
    if passes:
        lab.say("2112")
        assert set(lab.options()) == {"2012", "2013"}  # it cannot stay


@covers("BV-46", "R8.31-i", "R1.3-bb", "R9.2-e", "R8.1-c")
@pytest.mark.parametrize(("end", "enemy", "fights"), [(3626, 3624, True), (3624, 3823, False)])
def test_a_bracketed_range_is_flown_but_not_fought_with(end, enemy, fights):
    """Range 2/(4): a field 2 hexes away and one 4 away, each with an enemy 2 hexes from it."""
    units = {"a_hq_anzac": 3727, "a_aus_air": 3727}
    lab = led("AL", "a_hq_anzac", units, {"j_ss": enemy}, ov=1, event=1)
    lab.control("AL", end)
    assert lab.s.dist[lab.hex_at(end), lab.hex_at(enemy)] == 2
    lab.say("a_aus_air", "fly", str(end))
    assert (lab.decision == "task_unit") == fights
