"""S1: who leads, and whom an HQ activates (6.3, 7.21, 13.79, 14.0)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules.kwai import kwai_bonus
from glory_env.games.empire.rules.reaction import reaction_limit
from glory_env.games.empire.state import AL, JP
from tests.covers import covers

from . import world
from .positions import lay, scratch
from .reactions import laid


def japan(ov: int = 2, event: bool = False, lv: int = 0, **units: int) -> Laboratory:
    """Japan leads with an HQ at Truk; more units by name and hex."""
    lab = Laboratory(world.scenario("y1943"), "JP", ov=ov, turn=5)
    lab.put("j_hq_southseas", 4017, active=False)
    for name, number in units.items():
        lab.put(name, number, active=False)
    lab.control("JP", 4017, *units.values())
    lab.lead(event, lv)
    return lab


@covers("R6.3-f", "E-020", "R7.26-b")
def test_a_supplied_hq_leads():
    lab = japan()
    assert lab.decision == "headquarters"
    assert list(lab.options()) == ["j_hq_southseas"]
    lab.say("j_hq_southseas")
    assert lab.decision == "none"  # nobody to activate, nothing to do


@pytest.mark.parametrize(
    ("event", "ov", "lv", "units"), [(False, 2, 0, 4), (False, 1, 6, 3), (True, 3, 4, 6)]
)
@covers("R7.21-a", "R6.3-g", "R6.11-b", "BV-35", "R7.21-f", "R7.21-g", "R5.1-c", "R6.0-b")
def test_er_and_ov_or_lv_units_are_activated(event, ov, lv, units):
    names = ["j_akagi", "j_soryu", "j_shokaku", "j_zuiho", "j_ryujo", "j_hiei", "j_kongo"]
    lab = japan(ov, event, lv, **dict.fromkeys(names, 4017))
    lab.say("j_hq_southseas")
    for name in names[:units]:
        assert {name, "done"} <= set(lab.options())
        lab.say(name)
    assert lab.decision == "move_unit"
    assert set(lab.options()) == {"done", *names[:units]}


@covers("R6.3-b", "R7.21-c", "R6.3-d", "BV-20")
def test_a_unit_out_of_range_is_not_activated():
    lab = japan(j_akagi=4017, j_soryu=2212)
    lab.say("j_hq_southseas")
    assert set(lab.options()) == {"done", "j_akagi"}


@covers("R14.2-a", "R7.21-d")
def test_rivalry_of_japan_bars_the_other_service():
    lab = japan(j_akagi=4017, j_a17=4017)
    lab.g.rivalry[JP] = 1
    lab.say("j_hq_southseas")
    assert {"j_akagi", "j_a17"} <= set(lab.options())
    lab.say("j_a17")
    assert lab.decision == "move_unit"


@covers("R14.1-c", "E-532")
def test_rivalry_of_the_us_leaves_other_allies_alone():
    lab = Laboratory(world.scenario("y1943"), "AL", ov=3, turn=5)
    for name in ("a_hq_swpac", "a_washington", "a_xi", "a_aus_air"):
        lab.put(name, 3727, active=False)
    lab.g.rivalry[AL] = 1
    lab.lead()
    lab.say("a_hq_swpac", "a_washington")
    assert "a_xi" not in lab.options()


def beyond_kwai(kwai: int, rangoon: str, start: int = 0) -> Laboratory:
    """Japan leads from Saigon with five units, one of them in Burma.

    That one stands close to Bangkok, or where Rangoon is Japan's beyond Rangoon.
    """
    unit = start or (2106 if rangoon == "JP" else 2108)
    lab = Laboratory(world.scenario("y1943"), "JP", ov=1, turn=5)
    lab.put("j_hq_south", 2212, active=False)
    names = ("j_kongo", "j_mogami", "j_takao", "j_nachi")
    for name in names:
        lab.put(name, 2212, active=False)
    lab.put("j_a15", unit, active=False)
    lab.control("JP", 2212, 2110, 2109, 2108, 2107, 2106)
    lab.control(rangoon, 2008)
    lab.g.kwai, lab.g.rivalry[JP] = kwai, 0
    lab.lead()
    lab.say("j_hq_south")
    return lab


@covers("R13.79-b", "R6.11-d", "R6.11-e", "E-526", "E-526b", "NX-10", "R13.79-c")
@pytest.mark.parametrize(
    ("kwai", "rangoon", "number"), [(0, "AL", 1), (1, "JP", 3), (0, "JP", 2), (1, "AL", 2)]
)
def test_the_kwai_changes_the_number_for_burma(kwai, rangoon, number):
    """South HQ, ER 1, OV 1: two units, but one or three when one starts in Burma."""
    lab = beyond_kwai(kwai, rangoon)
    assert "j_a15" in lab.options()
    lab.say("j_a15")
    activated = 1
    while lab.decision == "activate":
        lab.say(next(iter(set(lab.options()) - {"done"})))
        activated += 1
    assert activated == number


@covers("BV-568", "R13.79-b")
@pytest.mark.parametrize(("start", "number"), [(2109, 2), (2108, 1)])
def test_a_unit_that_starts_in_siam_does_not_count(start, number):
    lab = beyond_kwai(0, "AL", start)
    assert "j_a15" in lab.options()
    lab.say("j_a15")
    activated = 1
    while lab.decision == "activate":
        lab.say(next(iter(set(lab.options()) - {"done"})))
        activated += 1
    assert activated == number


@covers("R13.79-c", "NX-10")
def test_with_the_number_full_the_first_unit_of_burma_is_barred():
    lab = beyond_kwai(0, "AL")
    lab.say("j_kongo")
    assert "j_a15" not in lab.options()
    assert "j_mogami" in lab.options()


@covers("R7.26-g", "R13.79-b", "R13.79-c", "NX-10")
@pytest.mark.parametrize(
    ("kwai", "rangoon", "at", "more"),
    [(0, "AL", 2108, -1), (1, "JP", 2106, 1), (0, "JP", 2106, 0)],
)
def test_the_kwai_changes_the_number_for_burma_in_reaction(kwai, rangoon, at, more):
    """British troops attack an army in Burma; South HQ reacts, ER 1 and OV 3."""
    lab = laid()
    lab.control("JP", 2212, 2110, 2109, 2108, 2107, 2106)
    lab.control(rangoon, 2008)
    lab.put("j_hq_south", 2212)
    lab.put("j_a15", at)
    lab.put("a_br33", at, by_land=True, came_from=2107, home=2107)
    lab.g.kwai, lab.g.rivalry[JP] = kwai, 0
    lab.moved(0, battles=[at], event=True)
    lab.say("yes", "j_hq_south")
    assert lab.g.rp_max == 4
    assert reaction_limit(lab.g, lab.s, lab.unit("j_a15")) == 4 + more


@covers("R13.79-b", "E-526")
def test_the_path_over_the_kwai_is_as_long_as_the_range():
    """From Saigon four hexes to the bridge, over it and to Rangoon, two on to Mandalay."""
    own = {2212, 2211, 2210, 2111, 2110, 2109, 2108, 2107, 2106, 2008}
    found = []
    for far in (4, 5, 6, 7, 8, 60):
        jp = (f"hq=hq 2212 {far}", "near=ground 2106", "inland=ground 2416")
        laid = lay(own, jp, kwai=1)
        laid.supplied()
        hq, near, inland = (laid.at[name] for name in ("hq", "near", "inland"))
        assert not kwai_bonus(laid.g, laid.s, scratch(), hq, inland)  # in the mountains of Borneo
        found.append(kwai_bonus(laid.g, laid.s, scratch(), hq, near))
    assert found == [False, False, False, True, True, True]
