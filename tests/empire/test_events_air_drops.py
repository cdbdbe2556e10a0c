"""Events that take hexes from the air, and a group of islands that falls together (5.31 D)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import CARD_DISCARD, JP
from tests.covers import covers

from .events import all_active, begun, pile_of
from .test_events_clauses import stay

SOUTH, SOUTHERN = {"j_hq_south": 2212}, "j_hq_south"


@covers("E-583", "DK-54", "DK-19")
@pytest.mark.parametrize("card", ["JP58", "JP59", "JP60"])
@pytest.mark.parametrize(
    ("enemies", "offered"),
    [
        ({}, True),
        ({"a_dutch1": 2517}, True),
        ({"a_dutch1": 2517, "a_dutch2": 2517}, False),
        ({"a_exeter": 2517}, False),
        ({"a_ind3": 2517}, False),
    ],
)
def test_parachute_troops_take_a_hex(card, enemies, offered):
    units = SOUTH | {"j_af22": 2715}
    lab = begun(card, SOUTHERN, units, enemies, setup="y1942", turn=2)
    lab.control("AL", 2517)
    lab.say("j_af22")
    assert lab.decision == "air_hex"
    assert ("2517" in lab.options()) == offered
    if not offered:
        lab.say("no")
        return
    lab.say("2517")
    assert lab.holder(2517) == "JP"
    assert "a_dutch1" not in enemies or lab.place("a_dutch1") == "eliminated"
    stay(lab)
    lab.play_out()
    assert (lab.holder(2517), pile_of(lab, card)) == ("JP", CARD_DISCARD)


@covers("E-583")
def test_parachute_troops_need_an_active_air_unit_and_no_enemy_zone():
    lab = begun("JP58", SOUTHERN, SOUTH | {"j_af22": 2715}, setup="y1942")
    lab.control("AL", 2517)
    lab.say("done")
    assert lab.decision != "air_hex"
    fleet = {"a_indomitable": 2419, "a_hq_malaya": 2319}
    lab = begun("JP58", SOUTHERN, SOUTH | {"j_af22": 2715}, fleet, setup="y1942")
    lab.control("AL", 2517)
    lab.say("j_af22")
    assert is_live(lab.g, lab.s, JP, lab.hex_at(2517))
    assert lab.decision != "air_hex" or "2517" not in lab.options()


@covers("E-575", "DK-54")
@pytest.mark.parametrize(
    ("air", "offered"), [({"a_5af": 3014}, True), ({"a_aus_air": 3014}, False)]
)
def test_the_airborne_division_jumps_after_the_moves(air, offered):
    lab = begun("AL69", "a_hq_swpac", {"a_hq_swpac": 3014, "a_11abn": 3014} | air)
    lab.control("JP", 2813)
    lab.say("done")
    assert (lab.decision == "air_hex") == offered
    if offered:
        assert {"2813", "no"} <= set(lab.options())
        lab.say("2813")
        assert (lab.hex("a_11abn"), lab.holder(2813)) == (2813, "AL")
        assert not lab.g.unit_flags[lab.unit("a_11abn")]
        lab.play_out()
        assert lab.hex("a_11abn") == 2813


@covers("E-575")
@pytest.mark.parametrize(("air", "far"), [("a_5af", 4), ("a_13lrb", 6)])
def test_the_airborne_division_jumps_as_far_as_its_aircraft_fly(air, far):
    lab = begun("AL69", "a_hq_swpac", {"a_hq_swpac": 3014, "a_11abn": 3014, air: 3014})
    lab.say("done")
    start, hexes = lab.hex_at(3014), [lab.hex_at(int(n)) for n in lab.options() if n != "no"]
    assert max(lab.s.dist[start, hex_] for hex_ in hexes) == far


@covers("E-575")
def test_the_airborne_division_jumps_into_no_enemy_zone():
    enemies = {"j_hq_south": 2212, "j_af22": 2614}
    units = {"a_hq_swpac": 3014, "a_11abn": 3014, "a_13lrb": 3014}
    lab = begun("AL69", "a_hq_swpac", units, enemies)
    lab.control("JP", 2813)
    lab.say("done")
    assert "2913" in lab.options()
    assert "2813" not in lab.options()


@covers("E-575")
def test_the_airborne_division_stays_at_home_if_it_is_active():
    lab = begun("AL69", "a_hq_swpac", {"a_hq_swpac": 3014, "a_11abn": 3014, "a_5af": 3014})
    lab.control("JP", 2813)
    lab.say("a_11abn", "done")
    stay(lab)
    assert lab.decision != "air_hex"


@covers("R6.5-a")
@pytest.mark.parametrize(
    ("enemies", "holders"),
    [({}, ["AL", "AL"]), ({"j_ss": 4122}, ["JP", "AL"]), ({"j_ss": 4222}, ["JP", "JP"])],
)
def test_a_group_of_islands_falls_with_one(enemies, holders):
    """AL28: 4122 and 4221 lie beside 4222, which has to be empty itself."""
    lab = begun("AL28", "a_hq_swpac", {"a_hq_swpac": 4423, "a_1md": 4423}, enemies)
    lab.control("JP", 4222, 4122, 4221, 4424)
    all_active(lab).say("a_1md", "landing", "4222")
    stay(lab)
    assert [lab.holder(n) for n in (4122, 4221)] == holders
    assert lab.holder(4424) == "JP"  # two hexes away
