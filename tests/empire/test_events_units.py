"""Events that bring, restore, move and hit units outside offensives (5.33)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.state import ELIMINATED, NEW
from glory_env.games.empire.switches import FUEL_SHORTAGE_PORTS
from tests.covers import covers

from .event_plays import Play
from .lands import ROAD
from .world import number_of


def play_of(card: str, **named) -> Play:
    return Play(card, "JP4" if card[:2] == "JP" else "AL59", **named)


# --- replacements at once ----------------------------------------------------------------------
@covers("R5.33-a", "R5.33-c", "R5.33-d", "DK-08")
def test_japanese_steps_are_used_at_once_or_kept():
    play = play_of("JP30", setup="y1943", air_repl=[1, 0])
    play.put("j_af25", 3706, steps=1)
    play.put("j_af26", 3706, steps=1)
    play.play("JP30")
    assert {"j_af25", "j_af26", "done"} <= {*play.options()}
    play.say("j_af25", "done")
    assert (play.steps("j_af25"), play.steps("j_af26")) == (2, 1)
    assert (play.value("air_repl_JP"), play.pile("JP30")) == (1 + 2, "removed")


@covers("R5.33-c", "R5.33-e", "R11.23-d", "E-508b")
def test_ground_steps_near_a_hex_are_used_or_lost():
    play = play_of("JP39", setup="y1942", turn=4, empty=True)
    for name, number in (("j_a15", 2109), ("j_a38", 2110), ("j_a16", 3706)):
        play.put(name, number, steps=1)
        play.control("JP", number)
    play.put("j_hq_south", 2212)
    play.put("j_hq_yamamoto", 3407)
    play.play("JP39")
    assert play.g.supply[play.unit("j_a16")]  # but it is far away
    assert {*play.options()} == {"j_a15", "j_a38", "done"}
    play.say("j_a15", "done")
    assert (play.steps("j_a15"), play.steps("j_a38"), play.value("ground_repl_JP")) == (2, 1, 0)


@covers("E-584", "R5.33-b")
def test_australian_steps():
    play = play_of("AL3", setup="y1943")
    play.put("a_aus1", 3023, steps=1)
    play.put("a_x", 3727, steps=1)
    play.away(ELIMINATED, "a_aus2", "a_pm")
    play.play("AL3")
    options = {*play.options()}
    assert {"a_aus1", "a_aus2", "done"} <= options
    assert not options & {"a_x", "a_pm"}
    play.say("a_aus2", "reduced")
    hexes = {*play.options()}
    assert "3727" in hexes
    assert "4828" not in hexes  # a port, but not one of Australia
    play.say(3727)
    assert (play.where("a_aus2"), play.steps("a_aus2")) == (3727, 1)
    play.say("a_aus1")
    assert play.g.unit_flags[play.unit("a_aus2")] & NEW == 0
    assert (play.steps("a_aus1"), play.g.actor, play.pile("AL3")) == (2, 0, "removed")


@covers("E-584")
def test_us_ships_are_repaired():
    play = play_of("AL15", setup="y1943")
    play.put("a_lexington", 5808, steps=1)
    play.put("a_warspite", 5808, steps=1)
    play.away(ELIMINATED, "a_wasp")
    play.play("AL15")
    assert {"a_lexington", "a_wasp"} <= {*play.options()}
    assert "a_warspite" not in play.options()
    play.say("a_wasp", "full", 5808)
    assert (play.steps("a_wasp"), play.value("naval_repl_AL")) == (2, 0)
    assert play.pile("AL15") == "discard"


@covers("R11.34-b", "E-570")
def test_the_conference_helps_the_chinese_and_an_air_unit():
    play = play_of("AL39", setup="y1943", hump=1)
    play.put("a_7af", 5808, steps=1)
    play.put("a_cn5", 2407, steps=1)
    play.away(ELIMINATED, "a_cn66")
    play.play("AL39")
    assert "a_7af" in play.options()
    assert "a_cn5" not in play.options()
    play.say("a_7af")
    assert {"a_cn5", "a_cn66", "done"} <= {*play.options()}
    play.say("a_cn66", "reduced", 2407, "a_cn5")
    play.done()
    assert (play.steps("a_7af"), play.steps("a_cn5"), play.where("a_cn66")) == (2, 2, 2407)
    assert play.value("chinese_repl") == play.value("air_repl_AL") == 0


@covers("R5.33-b", "R13.74-d")
def test_an_air_unit_without_a_hex_comes_back_in_china_over_the_open_road():
    play = play_of("AL39", setup="y1943", empty=True)
    play.put("a_hq_cpac", 5808)
    play.control("AL", *ROAD)
    fields = [number_of(hex_) for hex_ in range(play.s.hexes) if play.s.has_field[hex_]]
    play.control("JP", *(number for number in fields if number > 2900))
    play.play("AL39", "a_14af")
    assert {*play.options()} == {"box"}


def test_the_new_army_restores_and_brings_nobody_back():
    play = play_of("AL48", setup="y1943", hump=1)
    play.put("a_cn5", 2407, steps=1)
    play.away(ELIMINATED, "a_cn6")
    play.play("AL48")
    options = {*play.options()}
    assert {"a_cn5", "done"} <= options
    assert "a_cn6" not in options
    play.say("a_cn5")
    assert (play.steps("a_cn5"), play.decision) == (2, "headquarters")


@covers("E-521b", "R13.75-a", "DK-59")
def test_the_airlift_helps_one_air_unit():
    play = play_of("AL17", setup="y1943", hump=0)
    play.put("a_avg", 2104, steps=1)
    play.put("a_14af", 5808, steps=1)
    play.away(ELIMINATED, "a_14lrb")
    play.play("AL17")
    assert play.g.hump
    assert {*play.options()} == {"a_avg", "a_14lrb", "done"}
    play.say("a_14lrb")
    assert {*play.options()} <= {"1905", "2006", "2104", "2205"}
    play.say(2104)
    assert (play.where("a_14lrb"), play.steps("a_14lrb"), play.steps("a_avg")) == (2104, 1, 1)
    play = play_of("AL17", setup="y1943", hump=0)
    play.put("a_avg", 2104, steps=1)
    play.play("AL17", "a_avg")
    assert (play.steps("a_avg"), play.pile("AL17")) == (2, "removed")
    play = play_of("AL17", setup="y1943", hump=0)
    play.away(ELIMINATED, "a_avg", "a_14af", "a_14lrb")
    assert "a_avg" not in play.play("AL17").options()


# --- units that come ---------------------------------------------------------------------------
@covers("R5.33-b", "R5.33-e", "E-585", "DK-59")
def test_an_hq_comes_to_the_dutch_islands_or_is_out():
    play = play_of("AL4", setup="y1942", turn=2, rivalry=[0, 1])
    play.play("AL4")
    assert play.decision == "coming_place"
    assert "2019" in play.options()
    assert not {"1805", "2008", "3727"} & {*play.options()}
    play.say(2019)
    assert (play.where("a_hq_abda"), play.steps("a_hq_abda")) == (2019, 1)
    assert (play.value("rivalry_AL"), play.pile("AL4")) == (0, "removed")
    play = play_of("AL4", setup="y1942", turn=2)
    play.control("JP", *(number for number in range(1700, 2822) if number in play.scenario.hexes))
    play.play("AL4")
    assert (play.where("a_hq_abda"), play.g.actor) == ("out", 0)


@covers("R5.33-e", "E-586")
def test_who_has_come_does_not_come_again():
    play = play_of("AL4", setup="y1942", turn=2)
    play.put("a_hq_abda", 2019)
    assert play.play("AL4").decision == "card"
    assert (play.where("a_hq_abda"), play.pile("AL4")) == (2019, "removed")
    play = play_of("AL27", setup="y1943")
    play.put("j_hq_ozawa", 3407)
    at = play.where("j_hq_yamamoto")
    play.play("AL27")
    assert (play.where("j_hq_ozawa"), play.where("j_hq_yamamoto")) == (3407, at)


@covers("R5.33-b", "R5.33-e")
def test_an_air_unit_comes_under_an_hq():
    play = play_of("JP78", setup="y1942", turn=3)
    play.play("JP78")
    place = next(iter(play.options()))
    play.say(place)
    assert (str(play.where("j_tainan")), play.pile("JP78")) == (place, "removed")
    assert play.steps("j_tainan") == play.s.arrives_full[play.unit("j_tainan")]
    play = play_of("JP78", setup="y1942", turn=3)
    play.away(ELIMINATED, "j_hq_yamamoto", "j_hq_south", "j_hq_southseas")
    assert play.play("JP78").where("j_tainan") == "out"


@covers("BV-617")
def test_vengeance():
    play = play_of("AL27", setup="y1943")
    hex_ = play.where("j_hq_yamamoto")
    play.play("AL27")
    assert (play.where("j_hq_ozawa"), play.where("j_hq_yamamoto")) == (hex_, "out")
    assert (play.steps("j_hq_ozawa"), play.pile("AL27")) == (1, "removed")
    ozawa = play.unit("j_hq_ozawa")
    assert (play.s.command_range[ozawa], play.s.efficiency[ozawa]) == (12, 2)
    play = play_of("AL27", setup="y1943")
    play.away(3, "j_hq_yamamoto", when=6)
    play.play("AL27")
    assert (play.where("j_hq_ozawa"), play.g.when[play.unit("j_hq_ozawa")]) == ("track", 6)


# --- a raid ------------------------------------------------------------------------------------
@covers("DK-52", "R5.31-c")
def test_a_raid_on_aircraft_in_the_range_of_an_hq():
    play = play_of("AL16", setup="y1943", empty=True)
    play.put("a_hq_ghormley", 4828)
    play.put("j_af25", 3706)
    play.put("j_af26", 3416)
    assert "event" not in play.uses("AL16")
    play = play_of("AL16", setup="y1943", empty=True)
    play.put("a_hq_cpac", 4017)
    play.put("j_af25", 3706)
    play.put("j_af26", 4423)
    play.put("j_af27", 4222, steps=1)
    play.play("AL16")
    assert {*play.options()} == {"j_af26", "j_af27"}
    play.say("j_af27")
    assert (play.steps("j_af26"), play.where("j_af27")) == (2, "eliminated")
    assert play.pile("AL16") == "removed"


# --- moves -------------------------------------------------------------------------------------
@covers("E-592", "DK-51")
def test_an_evacuation():
    play = play_of("JP35", setup="y1943", empty=True)
    for name, number in (("j_a17", 4322), ("j_a18", 4322), ("j_a19", 4423), ("j_a14", 4017)):
        play.put(name, number)
        play.control("JP", number)
    play.put("a_enterprise", 4222)
    play.control("JP", 4222, 3706)
    play.play("JP35")
    assert {"4322", "4423"} <= {*play.options()}
    assert "4415" not in play.options()  # nobody is near
    play.say(4322)
    ports = {*play.options()}
    assert {"4017", "4423"} <= ports
    assert not ports & {"3706", "4222"}  # too far; enemies are there
    play.say(4017)
    assert {*play.options()} == {"j_a17", "j_a18", "j_a19", "done"}
    play.say("j_a17", "j_a19")
    assert [play.where(f"j_a{k}") for k in (17, 18, 19)] == [4017, 4322, 4017]
    assert (play.g.actor, play.pile("JP35")) == (1, "discard")  # three units are in the port
    play = play_of("JP35", setup="y1943").play("JP35", "no")
    assert play.g.actor == 1


@covers("E-592")
def test_fewer_may_go():
    play = play_of("JP35", setup="y1943", empty=True)
    for name in ("j_a17", "j_a18"):
        play.put(name, 4322)
    play.control("JP", 4322, 4017)
    play.play("JP35", 4322, 4017, "j_a17", "done")
    assert (play.where("j_a17"), play.where("j_a18"), play.decision) == (4017, 4322, "card")


@covers("E-592", "R8.44-b")
def test_how_many_and_how_far():
    play = play_of("JP35", setup="y1943", empty=True)
    for name, number in (("j_a17", 2015), ("j_a18", 2015), ("j_a19", 2014), ("j_a38", 2014)):
        play.put(name, number)
    play.control("JP", 2014, 2015, 2019, 3706, 2813)
    play.play("JP35", 2015, 2813)
    for name in ("j_a17", "j_a18", "j_a38"):
        play.say(name)
    assert (play.where("j_a38"), play.where("j_a19"), play.g.actor) == (2813, 2014, 1)


@covers("E-567", "DK-51", "R6.4-b")
@pytest.mark.parametrize("one", [0, 1])
def test_ships_go_where_the_oil_is(one):
    play = play_of("JP77", setup="y1943", empty=True)
    play.g.switch[FUEL_SHORTAGE_PORTS] = one
    play.put("j_hq_yamamoto", 4017)
    play.put("j_hq_south", 2212)
    for name in ("j_akagi", "j_hiei", "j_kongo", "j_mogami", "j_takao"):
        play.put(name, 4017)
    play.control("JP", 2019, 2220, 2015, 2212, 4017, 2517)
    play.play("JP77")
    assert {*play.options()} == {
        "j_hq_yamamoto", "j_akagi", "j_hiei", "j_kongo", "j_mogami", "j_takao", "done",
    }  # fmt: skip
    play.say("j_hiei")
    ports = {*play.options()}
    assert "4017" not in ports
    assert len(ports) > 1
    first, second = sorted(ports)[:2]
    play.say(first, "j_hq_yamamoto")
    assert ({*play.options()} == {first}) == bool(one)
    play.say(first if one else second, "j_kongo", first, "j_akagi", first, "j_mogami", first)
    assert (play.g.actor, play.where("j_takao"), play.pile("JP77")) == (1, 4017, "discard")
    assert str(play.where("j_hq_yamamoto")) == (first if one else second)


def test_no_ship_goes_through_live_zones():
    play = play_of("JP77", setup="y1943", empty=True)
    play.put("a_hq_cpac", 5808)
    play.put("a_enterprise", 4018)
    play.put("j_hiei", 4017)
    play.control("JP", 2019, 4017)
    play.play("JP77")
    assert play.g.actor == 1  # nobody could go


# --- routes ------------------------------------------------------------------------------------
@covers("E-570", "DK-17", "R13.77-b")
def test_a_route_without_cost():
    for card in ("AL33", "AL39"):
        for answer in ("2104", "no"):
            play = play_of(card, setup="y1943")
            play.g.no_route[:] = 1
            play.control("AL", 2006, 1905, 2104, 2105, 2205)
            play.play(card)
            while play.decision != "route_hex":
                play.say("done")
            assert {*play.options()} == {"2104", "no"}
            play.say(answer)
            assert play.g.no_route[0] == (answer == "no")
    play = play_of("AL33", setup="y1943")
    play.control("JP", 2006)
    assert play.play("AL33").decision == "headquarters"
