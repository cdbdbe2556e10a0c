"""Emergency moves out of a lost hex, and hexes with too many units (8.22, 8.24, 8.32, 8.34)."""

from __future__ import annotations

import pytest

from tests.covers import covers

from .battles import ISLAND, Choices, fight, places
from .positions import board

TOWN = 2112


# --- emergency moves and stacking ----------------------------------------------------------------
WAKE = "j_tenryu j_sn4@home=4715 j_af24@4715"
FLEET = "j_nagato j_af21@4222 j_sn1@home=4021 a_exeter"  # zones hinder nobody
# hex, attacker, units, dice, Allied hexes besides, the unit, places offered or taken
FLIGHTS = {
    "VX-13": (4612, "JP", f"{WAKE} a_vmf211", (0, 0), (5108,), "a_vmf211", set()),
    "VX-13 bomber": (4612, "JP", f"{WAKE} a_10lrb", (0, 0), (5108,), "a_10lrb", {5108}),
    "too many lost": (4612, "JP", f"{WAKE} a_10lrb", (0, 0), (), "a_10lrb", set()),
    "a bracketed range": (
        TOWN, "JP", "j_nagato j_a14@home=2212 j_af22@2212 a_feaf", (0, 0), (2014,), "a_feaf", 4,
    ),
    "ships": (ISLAND, "JP", FLEET, (0, 0), (), "a_exeter", 10),
    "ships of Japan": (
        4715, "AL", "a_washington a_1md@home=5808 j_tenryu", (0, 0), (), "j_tenryu", 10,
    ),
    "aircraft of Japan": (
        4715, "AL", "a_washington a_wasp@4716 a_1md@home=5808 j_af24", (0, 0), (), "j_af24", 5,
    ),
}  # fmt: skip


@covers(
    "VX-13", "VX-37", "R8.22-a", "R8.22-b", "R8.22-c", "R8.22-d", "R8.32-a", "R8.32-b", "R8.32-c",
    "R9.61-c", "E-003",
)  # fmt: skip
@pytest.mark.parametrize("name", FLIGHTS)
def test_emergency_moves(name):
    """A number is the distance within which every own port or airfield is offered."""
    at, side, units, dice, allies, unit, expected = FLIGHTS[name]
    choose = Choices()
    owner = "AL" if side == "JP" else "JP"
    japan = () if allies else (5108,)
    lab = fight(units, at=at, side=side, dice=dice, allies=allies, japan=japan, choose=choose)
    assert lab.holder(at) == side
    if isinstance(expected, int):
        kind = "port" if expected == 10 else "airfield"
        near = [h for h in board().within(at, expected) if board().has(h, kind)]
        expected = {h for h in near if lab.holder(h) == owner}
    assert (places(choose, "emergency") or {lab.hex(unit)} - {None}) == expected
    assert {actor for _, actor, _ in choose.questions("emergency")} <= {owner}
    assert lab.place(unit) == ("map" if expected else "eliminated")


@covers("BV-77", "R8.22-c", "R8.24-b", "R8.24-c", "R8.24-d", "E-038")
def test_ships_that_flee_into_a_full_port():
    full = "a_kent a_exeter a_london a_northampton a_neworleans".replace(" ", "@4825@aside ")
    choose = Choices(emergency=[4825], over_stack=["a_kent"])
    lab = fight(
        "j_nagato j_yamato j_sn1@home=4021", "a_dd_asia a_ca_asia a_cl_dutch", f"{full}@4825@aside",
        "a_hq_anzac@4828@aside", turn=3, dice=(0, 0), choose=choose,
    )  # fmt: skip
    assert {lab.hex("a_dd_asia"), lab.hex("a_ca_asia"), lab.hex("a_cl_dutch")} <= {4825, None}
    gone = [n for n in lab.scenario.units if lab.place(n) == "track"]
    assert len(gone) == 2
    assert "a_kent" in gone
    assert all(lab.g.when[lab.unit(name)] == 4 for name in gone)
    assert {actor for _, actor, _ in choose.questions("over_stack")} == {"AL"}


SQUADRON = "j_akagi j_soryu j_hiei j_kongo j_aoba j_takao j_tenryu"
BRIGADES = "j_ss j_sn1 j_sn2 j_sn3"
# units at Truk, with the HQ there, those offered first, how many go, where to
STACKS = {
    "BV-34": (SQUADRON, True, set(SQUADRON.split()), 1, "track"),
    "BV-34 unsupplied": (SQUADRON, False, set(SQUADRON.split()), 1, "eliminated"),
    "six ships": (SQUADRON[:-9], True, set(), 0, ""),
    "BV-33": ("j_af21 j_sn1 j_sn2 j_sn3", True, {"j_af21"}, 1, "track"),
    "BV-33 unsupplied": ("j_af21 j_sn1 j_sn2 j_sn3", False, {"j_af21"}, 1, "eliminated"),
    "two aircraft": ("j_af21 j_af22 j_sn1 j_sn2", True, {"j_af21", "j_af22"}, 1, "track"),
    "both aircraft": ("j_af21 j_ad1 j_sn1 j_sn2 j_sn3", True, {"j_af21", "j_ad1"}, 2, "track"),
    "no aircraft": (BRIGADES, True, set(BRIGADES.split()), 1, "track"),
    "three, and ships": ("j_af21 j_sn1 j_sn2 j_akagi", True, set(), 0, ""),
    "BV-33 a pair": ("a_13af a_13lrb a_1md a_2md", True, set(), 0, ""),
    "a pair of SEAC": ("a_seac_air a_seac_lrb a_1md a_2md", True, set(), 0, ""),
    "two formations": ("a_13af a_7lrb a_1md a_2md", True, {"a_13af", "a_7lrb"}, 1, "track"),
    "more than a pair": (
        "a_13af a_13lrb a_1md a_2md a_3md", True, {"a_13af", "a_13lrb"}, 2, "track",
    ),
}  # fmt: skip


@covers(
    "BV-33", "BV-34", "R8.24-b", "R8.24-c", "R8.24-d", "R8.34-b", "R8.34-c", "R8.34-d", "R8.34-e",
    "R8.34-f", "R8.48-a", "E-031", "E-038",
)  # fmt: skip
@pytest.mark.parametrize("name", STACKS)
@pytest.mark.parametrize("side", ["JP", "AL"])
def test_too_many_units_in_a_hex(name, side):
    units, supplied, offered, count, place = STACKS[name]
    at, staff = (4017, "j_hq_southseas") if units[0] == "j" else (4828, "a_hq_anzac")
    names = units.split()
    choose = Choices()
    stacked = [f"{unit}@{at}@aside@idle" for unit in names]
    more = [f"{staff}@{at}@aside@idle"] if supplied else []
    lab = fight(*stacked, *more, side=side, turn=3, battle=False, choose=choose)
    gone = [unit for unit in names if lab.place(unit) != "map"]
    first = set(next((options for _, _, options in choose.questions("over_stack")), ()))
    assert (first or set(gone)) == offered
    assert (len(gone), {lab.place(unit) for unit in gone}) == (count, {place} - {""})
    if place == "track":
        assert {int(lab.g.when[lab.unit(u)]) for u in gone} == {4 if units == SQUADRON else 5}


@covers("E-015", "R8.24-d", "R8.34-d", "BV-33", "BV-34")
@pytest.mark.parametrize("units", [SQUADRON, "j_af21 j_sn1 j_sn2 j_sn3"])
def test_activated_units_count_as_supplied(units):
    lab = fight(*[f"{unit}@4021@aside" for unit in units.split()], battle=False)
    assert sorted(lab.place(unit) for unit in units.split())[-1] == "track"


@covers("E-038")
@pytest.mark.parametrize("side", ["JP", "AL"])
def test_the_offensive_side_thins_out_first(side):
    choose = Choices()
    crowd = [f"{unit}@4017@aside@idle" for unit in SQUADRON.split()]
    crowd += [f"{unit}@4828@aside@idle" for unit in ("a_1md", "a_2md", "a_3md", "a_6md")]
    fight(*crowd, side=side, battle=False, choose=choose)
    actors = [actor for _, actor, _ in choose.questions("over_stack")]
    assert actors == ["JP", "AL"][:: 1 if side == "JP" else -1]
