"""After the battles: control, HQs, retreats, moves, failed landings (6.5, 9.5, 9.6)."""

from __future__ import annotations

import pytest

from tests.covers import covers

from . import world
from .battles import ISLAND, JAPAN, Choices, fight, places
from .positions import board
from .reference import Position

TOWN = 2112


# --- control -------------------------------------------------------------------------------------
@covers("VX-08", "BV-69", "R6.5-c", "R6.5-d", "R9.4-r", "P-15", "R9.6-f")
def test_a_base_that_was_won_is_used_at_once():
    choose = Choices(moves={"a_13af": ISLAND})
    lab = fight(
        "a_northampton", "a_1md@home=4825", "a_13af@4825", "j_sn1/1",
        side="AL", condition="surprise", dice=(0, 3, 0), choose=choose,
    )  # fmt: skip
    assert lab.holder(ISLAND) == lab.winner(ISLAND) == "AL"
    assert lab.hex("a_northampton") == lab.hex("a_13af") == lab.hex("a_1md") == ISLAND


@covers("R6.5-c", "R6.5-b", "E-062", "R9.32-b", "R9.33-b", "P-15", "R1.3-cj", "R1.3-ch")
@pytest.mark.parametrize(
    ("units", "battle", "dice", "holder"),
    [
        ("j_sn1@home=4021", False, (), "JP"),  # nobody there
        ("j_tenryu j_sn1@home=4021", False, (), "JP"),
        ("j_tenryu", False, (), "AL"),  # ships alone
        ("j_tenryu j_sn1@home=4021 a_dd_asia/1", True, (0, 0), "JP"),  # won at sea
        ("j_tenryu/1 j_sn1@home=4021 a_exeter", True, (0, 0), "AL"),  # lost at sea
        ("j_tenryu a_dd_asia/1", True, (0, 0), "AL"),
        ("a_exeter a_java a_wasp@4425", True, (), "AL"),  # E-062: no attacker is left
    ],
)
def test_control_after_a_landing(units, battle, dice, holder):
    lab = fight(units, battle=battle, dice=dice)
    assert lab.holder(ISLAND) == holder
    assert len(lab.fires) == len(dice)


@covers("BV-63", "BV-69", "R9.62-d", "R9.4-q", "R8.21-l")
@pytest.mark.parametrize("dice", [(0, 9, 4), (0, 9, 0), (0, 0, 4)])
def test_ships_stay_only_in_a_port_that_was_won(dice):
    """On land both sides go; or the Allies alone (6 hits); or Japan alone (3 hits)."""
    units = ("j_tenryu", "j_ss/1@home=4021", "a_wake")
    choose = Choices(moves={"j_tenryu": ISLAND})
    lab = fight(*units, dice=dice, choose=choose)
    assert (lab.steps("j_ss") > 0, lab.steps("a_wake") > 0) == (dice[2] == 0, dice[1] == 0)
    assert (lab.hex("j_tenryu") == ISLAND) == (lab.holder(ISLAND) == "JP") == (dice == (0, 9, 0))


# hex, HQ, attackers, units with it, dice, where it ends
STAFFS = {
    "with a dot": (2015, "a_hq_malaya", "j_a38@from=2014", "", (), "out"),
    "comes back": (2813, "a_hq_swpac", "j_a14@home=2909", "", (), "track"),
    "by land": (2813, "a_hq_swpac", "j_a14@from=2812", "", (), "track"),
    "after ground combat": (2813, "a_hq_swpac", "j_a14@from=2812", "a_p", (5, 0), "track"),
    "held": (2813, "a_hq_swpac", "j_a14@from=2812", "a_r", (0, 0), "map"),
    "ships alone": (2813, "a_hq_swpac", "j_takao", "", (), "map"),
}  # fmt: skip


@covers("R6.14-a", "R6.14-b", "E-017", "BV-18", "P-15", "R6.0-i")
@pytest.mark.parametrize("name", STAFFS)
def test_headquarters_of_a_lost_hex(name):
    at, staff, attackers, others, dice, place = STAFFS[name]
    lab = fight(attackers, staff, others, at=at, dice=dice, turn=3, japan=(2812, 2014))
    assert lab.place(staff) == place
    assert lab.holder(at) == ("AL" if place == "map" else "JP")
    if place == "track":
        assert lab.g.when[lab.unit(staff)] == 4


# --- retreat -------------------------------------------------------------------------------------
FULL = "a_aus8@2015@aside a_malaya_air@2015@aside a_java@2015@aside"
# hex, units, dice, more Japanese hexes, hexes offered or taken by the first unit that retreats
RETREATS = {
    "BV-66": (2014, "j_a38@from=1913 a_ind3", (0, 0), (), {2015}),
    "BV-66 no room": (2014, f"j_a38@from=1913 a_ind3 {FULL}", (0, 0), (), {2013, 2113}),
    "the named hex is lost": (
        2014, "j_a38@from=1913 a_ind3", (0, 0), (2015,), {2013, 2113, 2015},
    ),
    "attackers stand there": (
        2014, f"j_a38@from=1913 a_ind3 {FULL} j_sn1@2113@aside", (0, 0), (), {2013},
    ),
    "from two sides": (
        2014, f"j_a38/1@from=1913 j_a16/1@from=2113 a_ind3 {FULL}", (0, 0), (), {2013},
    ),
    "a stack that fills up": (
        2014, "j_a38@from=1913 j_a15@from=1913 a_ind3 a_aus8 a_java@2015@aside a_aus2@2015@aside",
        (0, 0), (), {2013, 2015, 2113},
    ),
    "the way in is named": (2014, "j_a38@from=2015 a_ind3", (0, 0), (), {1913}),
    "land hexsides alone": (TOWN, "j_a38@from=2012 a_ind3", (0, 0), (), {2013, 2113}),
    "VX-36": (2913, "j_zuiho j_a19/1@home=3209 a_sl", (0, 5, 1), (), {2912}),
}  # fmt: skip


@covers("BV-66", "VX-36", "E-057", "R9.5-c", "R9.5-d", "R9.5-f")
@pytest.mark.parametrize("name", RETREATS)
def test_where_a_beaten_unit_retreats_to(name):
    at, units, dice, japan, expected = RETREATS[name]
    choose = Choices()
    lab = fight(units, at=at, dice=dice, japan=japan, choose=choose)
    name = next(t.split("/")[0] for t in units.split() if t.startswith("a_") and "@" not in t)
    assert {actor for _, actor, _ in choose.questions("retreat")} <= {"JP"}
    assert (places(choose, "retreat") or {lab.hex(name)}) == expected
    assert lab.hex(name) in expected
    assert lab.holder(at) == "JP"


@covers("E-057", "R6.5-a", "R9.5-d")
def test_a_retreat_takes_an_empty_hex():
    units = "j_a38@from=1913 a_ind3"
    lab = fight(units, at=2014, dice=(0, 0), japan=(2015,), choose=Choices(retreat=[2015]))
    assert (lab.hex("a_ind3"), lab.holder(2015)) == (2015, "AL")


BLOCKED = "j_sn1@2013@aside j_sn2@2113@aside"
# hex, attacker, units, dice, the unit, its steps and hex
RETIRED = {
    "BV-67": (ISLAND, "JP", "j_nagato j_a14@home=4021 a_m", (0, 3, 0), "a_m", 0, None),
    "nowhere to go": (TOWN, "JP", f"j_a38@from=2012 a_ind3 {BLOCKED}", (0, 0), "a_ind3", 0, None),
    "inner China is closed": (
        2409, "AL", "a_xi@from=2308 j_a31 j_sn1@2508@aside j_sn2@2508@aside j_sn3@2508@aside",
        (3, 0), "j_a31", 1, 2309,
    ),
    "attackers by land": (TOWN, "JP", "j_a38@from=2012 a_aus1", (0, 0), "j_a38", 2, 2012),
    "their way back is lost": (
        TOWN, "JP", "j_a38@from=2012 a_aus1 a_burma1@2012@aside", (0, 0), "j_a38", 0, None,
    ),
    "attackers by sea": (ISLAND, "JP", "j_a14@home=4021 a_aus8", (0, 0), "j_a14", 1, 4021),
}  # fmt: skip


@covers("BV-62", "BV-67", "E-057", "R9.5-a", "R9.5-b", "R9.5-e", "R9.5-f", "R8.41-a", "R8.45-q")
@pytest.mark.parametrize("name", RETIRED)
def test_retreats(name):
    at, side, units, dice, unit, steps, place = RETIRED[name]
    choose = Choices(moves={"j_a14": 4021})
    held = {"japan": (2012, 2409), "allies": (2308,)}
    lab = fight(units, at=at, side=side, dice=dice, choose=choose, **held)
    assert (lab.steps(unit), lab.hex(unit)) == (steps, place)


# --- moves ---------------------------------------------------------------------------------------
@covers("R9.6-a", "R9.6-c", "R9.6-d", "R9.61-c", "R9.62-a", "E-056", "P-15", "DK-46")
@covers("R7.2-l", "R7.2-n", "R7.2-o", "R7.2-p")
def test_order_after_the_battles():
    choose = Choices(moves={"a_forcez": 2015, "j_nagato": 2212})
    lab = fight(
        "j_a38@from=2012", "j_nagato", "j_af22@2212", "j_kongo@2311@strategic@aside",
        "a_ind3", "a_malaya_air", "a_forcez@reaction", "a_exeter@2015@aside",
        at=TOWN, dice=(0, 0, 0, 0), choose=choose,
    )  # fmt: skip
    asked = [(decision[:7], actor) for decision, actor, _ in choose.asked]
    steps = [("retreat", "JP"), ("move_af", "AL"), ("move_af", "JP"), ("emergen", "AL")]
    assert [step for step in dict.fromkeys(asked) if step in steps] == steps
    assert choose.offered("move_after_unit") <= {"a_forcez", "j_nagato", "j_af22", "done"}
    assert (lab.hex("a_forcez"), lab.hex("j_nagato")) == (2015, 2212)
    assert lab.hex("a_malaya_air") != TOWN


@covers("R9.6-b", "R9.62-a", "R9.62-d", "R8.21-l", "R8.1-a", "R8.31-b")
@pytest.mark.parametrize("ov", [1, 2, 3])
def test_how_far_ships_and_aircraft_go(ov):
    choose = Choices(moves={"j_tenryu": 4021, "j_af21": 4021})
    lab = fight("j_tenryu@4420@aside", "j_af21@4222@aside", ov=ov, battle=False, choose=choose)
    japan = world.control("y1941") | set(JAPAN)
    found = Position(board(), [], set()).sail(4420, 5 * ov)
    offers = {name: {int(key) for key in keys} for name, keys in choose.offers.items() if name}
    assert offers["j_tenryu"] == {h for h in found & japan if board().has(h, "port")}
    found = {4222}
    for _ in range(ov):
        found |= {
            h for at in found for h in board().within(at, 5) & japan if board().has(h, "airfield")
        }
    assert offers["j_af21"] | {4222} == found
    assert lab.hex("j_tenryu") == lab.hex("j_af21") == 4021


@covers("R9.62-e", "E-059", "R9.6-b", "R8.31-i")
@pytest.mark.parametrize(
    ("unit", "far"),
    [("a_1maw@4322", 2), ("a_1maw@4322@aside", 4), ("a_5af@4322", 4), ("a_5af@4322@aside", 4)],
)
def test_a_bracketed_range_is_not_for_units_that_fought(unit, far):
    name = unit.split("@")[0]
    choose = Choices(moves={name: 4825})
    fight(unit, "a_neworleans", "j_tenryu", side="AL", ov=1, dice=(0, 0), choose=choose)
    fields = {h for h in board().within(4322, far) if board().has(h, "airfield")}
    assert {int(key) for key in choose.offers[name]} | {4322} == fields - {ISLAND, *JAPAN}


STAFF, FAR_STAFF = "a_hq_ghormley@4826@aside", "a_hq_anzac@4828@aside"
NEAR = {4825, 4826, 4828, ISLAND}
# who attacks, other units, hexes of Japan, where New Orleans may go from 4425
HARBOURS = {
    "BV-68": ("JP", STAFF, (), NEAR),
    "nobody commands": ("JP", "", (), {*NEAR, 4024}),
    "OP is free": ("AL", STAFF, (), {*NEAR, 4024}),
    "in range of the HQ": ("JP", FAR_STAFF, (3822, 3823), {*NEAR, 4024}),
    "cut off": ("JP", f"{FAR_STAFF} j_af21@4122@aside", (3822, 3823), NEAR),
    "the worse is left": ("JP", STAFF, tuple(NEAR), {4024}),
    "nothing is left": ("JP", STAFF, (*NEAR, 4024), set()),
    "nothing is left to OP": ("AL", STAFF, (*NEAR, 4024), set()),
}


@covers("BV-68", "E-058", "R9.61-a", "R9.61-b", "R9.62-d", "R8.21-n", "R8.21-m", "E-006")
@pytest.mark.parametrize("name", HARBOURS)
def test_where_ships_may_end(name):
    side, others, japan, expected = HARBOURS[name]
    choose = Choices(moves={"a_neworleans": 4825})
    lab = fight(
        "a_neworleans@4425@aside@active", others, side=side, ov=1, battle=False,
        allies=set(NEAR) - set(japan), japan=japan, choose=choose,
    )  # fmt: skip
    offered = {int(key) for key in choose.offers.get("a_neworleans", choose.offers.get(None, ()))}
    end = lab.hex("a_neworleans")
    assert (offered or {end} - {None}) == expected
    assert lab.steps("a_neworleans") == (2 if expected else 0)


@covers("E-058", "R9.61-a", "R9.6-f")
@pytest.mark.parametrize(("at", "stays"), [(4024, False), (4423, True)])
def test_aircraft_leave_a_worse_field(at, stays):
    lab = fight(f"a_13af@{at}@aside@active", STAFF, ov=2, battle=False)
    assert (lab.hex("a_13af") == at) == stays
    assert lab.hex("a_13af") in board().within(4826, 7)


@covers("E-006", "R9.61-a", "R9.61-b", "R6.5-c", "P-15")
@pytest.mark.parametrize(("ov", "japan", "steps"), [(3, (), 2), (1, (4024, 4825, 4826), 0)])
def test_activated_units_sail_out_of_a_lost_port(ov, japan, steps):
    """They make no emergency move, and are lost without an own port in reach."""
    choose = Choices(moves={"a_dukeofyork": 4825})
    lab = fight(
        "j_yamato j_nagato j_sn1@home=4021 a_dukeofyork@reaction",
        ov=ov, dice=(0, 0), japan=(*japan, 4020), choose=choose,
    )  # fmt: skip
    assert lab.holder(ISLAND) == "JP"
    assert (lab.steps("a_dukeofyork"), lab.hex("a_dukeofyork")) == (steps, 4825 if steps else None)
    assert not choose.questions("emergency")


# hexes of the Allies besides, value of the card, more units, where the brigade ends
LOST_AT_SEA = {
    "BV-54": ((), 1, "", 4021),
    "no own coast": ((4021,), 1, "", None),
    "an enemy in the way": ((), 1, "a_java@4121@aside", None),
    "a longer way round": ((), 2, "a_java@4121@aside", 4021),
}


@covers("BV-54", "R9.62-b", "R9.62-c", "R8.45-q", "R9.32-a", "R9.5-b")
@pytest.mark.parametrize("name", LOST_AT_SEA)
def test_a_landing_that_was_lost_at_sea(name):
    """The zone of the aircraft is all around; the way out leads through it."""
    allies, ov, more, place = LOST_AT_SEA[name]
    units = ("j_tenryu", "j_sn1@home=4021", "a_5af@4322", more)
    allies = (3921, 4020, 4122, 4222, *allies)
    choose = Choices(moves={"j_sn1": 4021})
    lab = fight(*units, ov=ov, dice=(0, 0), allies=allies, choose=choose)
    assert lab.an_winner(ISLAND) == lab.holder(ISLAND) == "AL"
    assert lab.hex("j_sn1") == place


@covers("R9.61-a", "R9.6-d", "R9.6-f")
@pytest.mark.parametrize("unit", ["a_wasp@reaction", "a_exeter@reaction", "a_5af@reaction"])
def test_defenders_stay_in_their_own_base(unit):
    """They move before the beaten fleet sails home."""
    name = unit.split("@")[0]
    lab = fight("j_tenryu", unit, "a_kent", dice=(0, 0), choose=Choices(moves={name: ISLAND}))
    assert lab.hex(name) == ISLAND


# units, dice, steps left to the first two, where the second is
BROKEN = {
    "BV-43": ("a_dd_asia@reaction j_a14@home=4021", (), 2, 1, False),
    "BV-43 reduced": ("a_dd_asia@reaction j_a14/1@home=4021", (), 2, 0, False),
    "BV-43 escorted": ("a_dd_asia@reaction j_a14@home=4021 j_aoba", (0, 0), 2, 2, True),
    "ships that were there": ("a_dd_asia j_a14@home=4021", (0,), 2, 2, False),
    "BV-44 sunk": ("j_aoba j_ss@home=4021@by=j_aoba a_washington a_ncarolina", (0, 6), 0, 0, False),
    "BV-44 reduced": ("j_aoba j_ss@home=4021@by=j_aoba a_mdca", (0, 6), 1, 2, False),
    "BV-44 another ship": (
        "j_aoba/1 j_ss@home=4021@by=j_mogami j_mogami/1 a_washington", (0, 8), 0, 2, False,
    ),
}  # fmt: skip


@covers("BV-43", "BV-44", "R8.45-o", "R8.45-p", "R8.46-c", "E-035")
@pytest.mark.parametrize("name", BROKEN)
def test_landings_that_fail(name):
    units, dice, first, second, holds = BROKEN[name]
    names = [text.split("@")[0].split("/")[0] for text in units.split()[:2]]
    lab = fight(units, dice=dice, choose=Choices(moves={"j_a14": 4021, "j_ss": 4021}))
    assert [lab.steps(unit) for unit in names] == [first, second]
    assert (lab.holder(ISLAND) == "JP") == holds
    if second and not holds:
        assert lab.hex(names[1]) == 4021
