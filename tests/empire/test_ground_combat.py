"""Ground combat: table, modifiers, hits, outcome, garrisons (9.13, 9.32 to 9.4, 13.76, 13.94)."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest

from glory_env.games.empire.rules.participants import garrisons_in
from tests.covers import covers

from .battles import ISLAND, Choices, fight, lay, names_of, reached, shots

TOWN, CITY, ATOLL = 2112, 2609, 4612  # Kota Bharu: open; Canton: mixed, of Japan; Wake
TABLE = (0.5, 0.5, 0.5, 1, 1, 1, 1, 1.5, 1.5, 2)


def ground(*units: str, at: int = TOWN, **more: Any) -> Any:
    """A battle on land, fought out."""
    return fight(*units, at=at, **more)


@covers("R9.4-b", "R9.4-c", "R9.4-i", "R9.4-h", "R1.22-b", "R1.3-dg", "BV-55", "RSQ-42", "E-068")
@pytest.mark.parametrize("die", range(10))
def test_the_table(die):
    """Both by land, nothing else: no modifier, and no air-naval combat."""
    lab = ground("j_a38/1@from=2012 a_aus3/1", dice=(die, die))
    assert shots(lab) == []
    assert shots(lab, "gc") == [
        (side, strength, die, 0, TABLE[die], ceil(strength * TABLE[die]))
        for side, strength in (("JP", 9), ("AL", 11))
    ]


LANDS = "j_sn4@home=4715"
SHIPPED = "a_1md@home=5808"
# hex, attacker, units, modifier of OP and of RP; then effects; dice: low for the air-naval fires
MODIFIERS = {
    "open": (TOWN, "JP", "j_a38@from=2012 a_java", 0, 0),
    "jungle": (3520, "JP", "j_a38@from=3521 a_java", -1, 0),
    "mixed": (2014, "JP", "j_a38@from=1913 a_java", -2, 0),
    "mountain": (2013, "JP", "j_a38@from=1913 a_java", -3, 0),
    "city": (2015, "JP", "j_a38@from=2014 a_java", -2, 0),
    "atoll, landing": (ATOLL, "JP", f"{LANDS} a_wake", 0, 3),
    "by land and by sea": (TOWN, "JP", "j_a38@from=2012 j_sn1@home=2212 a_java", 0, 3),
    "landing before the defenders": (TOWN, "JP", "j_a14@home=2212 a_1md@home=2015@reaction", 0, 0),
    "before Japan's defenders": (
        ISLAND, "AL", "a_1md@home=4825 j_sn1@home=4021@reaction", -2, 0,
    ),
    "an HQ was there": (2015, "JP", "j_a14@home=2212 a_hq_malaya a_1md@home=1913@reaction", -2, 3),
    "a garrison was there": (CITY, "AL", "a_1md@home=2813", -2, 3),
    "by land against a garrison": (CITY, "AL", "a_xi@from=2708", -2, 0),
    "ships": (ATOLL, "JP", f"j_tenryu {LANDS} a_wake", 2, 3),
    "a carrier in the hex": (4715, "AL", f"a_casablanca {SHIPPED} j_sn1", 4, 3),
    "a carrier outside": (4715, "AL", f"a_casablanca@4717 {SHIPPED} j_sn1", 2, 3),
    "a bomber outside": (4715, "AL", f"a_7lrb@4612 {SHIPPED} j_sn1", 2, 3),
    "escorts outside": (4715, "AL", f"a_wasp@4717 a_exeter@4717 {SHIPPED} j_sn1", 2, 3),
    "idle aircraft outside": (4715, "AL", f"a_exeter a_7lrb@4612@aside {SHIPPED} j_sn1", 2, 3),
    "aircraft of RP in the hex": (4715, "AL", f"a_casablanca {SHIPPED} j_sn1 j_af50/1", 2, 3),
    "a ship of RP in the hex": (4715, "AL", f"a_casablanca {SHIPPED} j_sn1 j_tenryu/1", 2, 3),
    "a carrier of RP outside": (
        4715, "AL", f"a_casablanca a_ncarolina {SHIPPED} j_sn1 j_zuiho/1@4712", 2, 3,
    ),
    "other aircraft of RP": (4715, "AL", f"a_casablanca {SHIPPED} j_sn1 j_af25@4816@aside", 4, 3),
    "landed ships of RP": (
        4715, "AL", f"a_casablanca a_wasp {SHIPPED} j_sn1 j_zuiho/1@4712 j_tenryu@4712", 2, 3,
    ),
    "armour attacks": (TOWN, "AL", "a_arm7@from=2013 j_a38", 1, 0),
    "armour defends": (TOWN, "JP", "j_a38@from=2012 a_arm7", 0, 1),
    "Tsuji in attack": (2014, "JP", "j_a38@from=1913 a_java", 4, 0, [("tsuji", "JP", 4)]),
    "Tsuji in defence": (TOWN, "AL", "a_1md@home=2813 j_a38", 0, 4, [("tsuji", "JP", 4)]),
    "events": (
        2014, "JP", "j_a38@from=1913 a_java", 1, 1, [("gc_die", "JP", 3), ("gc_die", "AL", 1)],
    ),
    "events and Tsuji": (
        TOWN, "JP", "j_a38@from=2012 a_java", 4, -1,
        [("gc_die", "JP", 3), ("tsuji", "JP", 4), ("gc_die", "AL", -1)],
    ),
    "all at once": (
        2915, "AL", "a_casablanca a_1md@home=5808 a_arm7@from=3015 j_a35", 3, 3,
        [("gc_die", "AL", 0)],
    ),
}  # fmt: skip


@covers(
    "VX-23", "VX-24", "VX-36", "BV-64", "BV-65", "E-055", "E-068", "E-590", "R9.4-d", "R9.4-f",
    "R9.4-g", "R9.4-c", "R9.4-b",
)  # fmt: skip
@pytest.mark.parametrize("name", MODIFIERS)
def test_modifiers_of_the_die(name):
    at, side, units, op, rp, *effects = MODIFIERS[name]
    held = {"japan": (at, 2015)} if side == "AL" else {"allies": (at,)}
    lab = ground(
        units, at=at, side=side, effects=effects[0] if effects else (), dice=[0] * 4, **held
    )
    found = shots(lab, "gc")
    assert [(shot[0], shot[3]) for shot in found] == [
        (side, op),
        ("AL" if side == "JP" else "JP", rp),
    ]
    for _, strength, die, modifier, factor, hits in found:
        assert factor == TABLE[min(max(die + modifier, 0), 9)]
        assert hits == ceil(strength * factor)


# the unit of RP, steps left of it after 12 hits, modifier of OP
LEFT = {
    "a_dd_asia/1": (0, 4),
    "a_vmf211": (0, 4),
    "a_mississippi/1": (0, 4),
    "a_ncarolina/1": (1, 2),
    "a_hermes@4614": (0, 4),
    "a_wasp/1@4614": (0, 4),
    "a_victorious/1@4614": (1, 2),
}


@covers("BV-65", "R9.4-d", "R9.4-f")
@pytest.mark.parametrize("unit", LEFT)
def test_only_what_is_left_after_the_fires_counts(unit):
    """Takao and Akagi; a ship left in the hex, or an aircraft or carrier of the battle."""
    left, modifier = LEFT[unit]
    lab = ground(
        f"j_takao j_akagi@4609 {LANDS} a_wake {unit}", at=ATOLL, condition="surprise",
        dice=(0, 0, 0, 0)[left ^ 1 :],
    )  # fmt: skip
    assert [lab.steps(name) for name in names_of(unit)] == [left]
    assert shots(lab, "gc")[0][3] == modifier


# who fires, targets, dice of OP and of RP, steps that may be left to the targets
HITS = {
    "BV-60 9 hits": ("j_a38/1@from=2012", "a_dutch1 a_java", (3, 0), {(1, 2)}),
    "BV-60 14 hits": ("j_a38/1@from=2012", "a_dutch1 a_java", (7, 0), {(1, 1)}),
    "BV-60 18 hits": ("j_a38/1@from=2012", "a_dutch1 a_java", (9, 0), {(0, 1)}),
    "a step of one of two": ("j_a15@from=2012", "a_java a_aus8", (3, 0), {(1, 2), (2, 1)}),
    "both, and no more": ("j_a15@from=2012", "a_java a_aus8", (7, 0), {(1, 1)}),
    "one of them twice": ("j_a15@from=2012", "a_java a_aus8", (9, 0), {(0, 1), (1, 0)}),
    "landed in reaction": ("j_a38@from=2012", "a_1md@home=2015@reaction", (3, 0), {(1,)}),
}  # fmt: skip
LANDINGS = {
    "BV-61": ("a_aus1", "j_a14@home=2212", (0, 0), {(0,)}),
    "halves are rounded up": ("j_ss/1 j_sn1/1", "a_pm@home=2813", (0, 0), {(1,)}),
    "landed and marched": ("a_aus1", "j_sn1@home=2212 j_a38@from=2012", (0, 0), {(1, 2), (2, 1)}),
    "both of them": (
        "a_aus1 a_dutch1 a_dutch2 a_dutch3",
        "j_sn1@home=2212 j_a38@from=2012",
        (0, 0),
        {(1, 1)},
    ),
}  # fmt: skip


@covers(
    "BV-60", "BV-61", "R9.4-c", "R9.4-i", "R9.4-j", "R9.4-k", "R9.4-l", "R9.4-m", "R9.4-n",
    "R9.4-o", "R9.4-h", "E-070", "P-13", "R6.14-a",
)  # fmt: skip
@pytest.mark.parametrize("name", [*HITS, *LANDINGS])
def test_hits(name):
    """Attackers of HITS fire; in LANDINGS they are fired at, with +3 for the defenders."""
    firers, targets, dice, expected = (HITS | LANDINGS)[name]
    side = "JP" if "j_" in (firers if name in HITS else targets) else "AL"
    found = reached(
        lay(
            firers,
            targets,
            at=TOWN,
            side=side,
            dice=dice,
            japan=(2012, 2015) if side == "AL" else (2012,),
        ),
        lambda lab: tuple(lab.steps(unit) for unit in names_of(targets)),
        actor=side if name in HITS else "AL" if side == "JP" else "JP",
    )
    assert found == expected


@covers("VX-35", "R9.4-m")
def test_a_lone_unit_may_lose_both_steps():
    lab = ground("j_a17/1@from=2708 a_hk", at=2709, dice=(6, 5))
    assert shots(lab, "gc") == [("JP", 9, 6, -2, 1, 9), ("AL", 3, 5, 0, 1, 3)]
    assert lab.steps("a_hk") == 0
    assert lab.holder(2709) == lab.winner(2709) == "JP"


@covers("R9.4-a", "E-078", "R9.4-b")
@pytest.mark.parametrize("condition", ["surprise", "intercept", "ambush"])
def test_ground_fire_is_at_the_same_time(condition):
    choose = Choices()
    lab = ground("j_a38/1@from=2012 a_aus3/1", condition=condition, dice=(7, 7), choose=choose)
    assert [shot[:2] for shot in shots(lab, "gc")] == [("JP", 9), ("AL", 11)]
    assert (lab.steps("j_a38"), lab.steps("a_aus3")) == (0, 0)


# units, dice, who wins and holds the town, steps lost by JP and AL
OUTCOMES = {
    "nobody is hurt": ("j_a38@from=2012 a_aus1", (0, 0), "AL", 0, 0),
    "BV-62 one each": ("j_a38@from=2012 a_aus1", (3, 3), "AL", 1, 1),
    "BV-62 one and two": ("j_a38@from=2012 a_aus1 a_aus2", (7, 0), "JP", 1, 2),
    "OP loses more": ("j_a38@from=2012 a_aus1 a_aus2", (0, 3), "AL", 2, 0),
    "BV-63 all are gone": ("j_a38/1@from=2012 a_aus3/1", (7, 7), "AL", 1, 1),
    "OP is left": ("j_a38@from=2012 a_aus3/1", (3, 3), "JP", 0, 1),
    "RP is left": ("j_a38/1@from=2012 a_aus1", (0, 3), "AL", 1, 0),
    "RP is left with more losses": (
        "j_sn1/1@from=2012 a_aus1 j_a38/1@from=2012",
        (9, 3),
        "AL",
        1,
        1,
    ),
}


@covers("BV-62", "BV-63", "R9.4-p", "R9.4-q", "R9.4-r", "R9.4-t", "E-056", "P-14")
@pytest.mark.parametrize("name", OUTCOMES)
def test_outcome(name):
    units, dice, winner, jp, al = OUTCOMES[name]
    lab = ground(units, dice=dice, choose=Choices(hit=["j_a38"]))
    assert lab.winner(TOWN) == lab.holder(TOWN) == winner
    assert [int(lost) for lost in lab.g.battle_lost[:, 0]] == [jp, al]


ARMY, MARCH, MARINES = "j_a14@home=2212", "j_a38@from=2012", "a_1md@home=2015@reaction"
# units, dice, strengths in ground combat, holder: after an air-naval combat at the town
AFTER_AIR = {
    "won": (f"j_nagato {ARMY} a_forcez/1 a_java", (0, 0, 0, 0), [18, 6], "AL"),
    "lost": (f"j_tenryu {ARMY} a_mdca a_java", (0, 0), [], "AL"),
    "lost, nobody to fight": (f"j_tenryu {ARMY} a_mdca", (0, 0), [], "AL"),
    "lost, some by land": (f"j_tenryu {ARMY} {MARCH} a_mdca a_java", (0, 0, 0, 0), [18, 6], "AL"),
    "lost by RP, which landed": (
        f"j_nagato {ARMY} a_forcez/1 {MARINES}", (0, 0, 0, 0), [18, 12], "AL",
    ),
    "lost, RP landed": (f"j_tenryu {MARCH} a_mdca {MARINES}", (0, 0, 0, 0), [18, 12], "AL"),
    "nobody on land": ("j_nagato a_forcez/1", (0, 0), [], "AL"),
    "OP alone on land": (f"j_nagato {ARMY} a_forcez/1", (0, 0), [], "JP"),
    "E-067": (f"{MARCH} a_malaya_air a_java", (0, 0, 0), [18, 6], "AL"),
    "E-067 landed too": (f"{MARCH} {ARMY} a_malaya_air a_java", (0, 0, 0), [18, 6], "AL"),
    "E-068": (f"{ARMY} a_java", (0, 0), [18, 6], "AL"),
    "idle units of OP": (f"{MARCH} j_sn2@idle a_java", (0, 0), [18, 6], "AL"),
    "RP alone on land": ("j_nagato a_forcez/1 a_java", (0, 0), [], "AL"),
}  # fmt: skip


@covers(
    "R9.13-a", "R9.13-b", "R9.13-c", "R9.13-d", "R9.32-a", "R9.32-b", "R9.32-c", "R9.33-a",
    "R9.33-b", "R9.33-c", "R9.34-a", "E-067", "E-068", "P-14", "R9.0-a", "R1.3-ch",
)  # fmt: skip
@pytest.mark.parametrize("name", AFTER_AIR)
def test_who_fights_after_air_naval_combat(name):
    units, dice, strengths, holder = AFTER_AIR[name]
    lab = ground(units, dice=dice)
    assert [shot[1] for shot in shots(lab, "gc")] == strengths
    assert lab.holder(TOWN) == holder


@covers("E-055", "R9.13-c", "R9.32-a", "R9.32-c", "R9.4-j", "R9.4-d")
@pytest.mark.parametrize(
    ("ship", "modifier", "left"), [("j_tenryu", 0, {(2, 1)}), ("j_nagato", 3, {(1, 1)})]
)
def test_a_beaten_landing_takes_no_part(ship, modifier, left):
    """Not in the fire, not in the losses, and the defenders have no +3 for it."""
    found = reached(
        lay(f"{ship} {ARMY} {MARCH} a_forcez a_aus1", at=TOWN, dice=(0, 0, 0, 4)),
        lambda lab: (shots(lab, "gc")[1][3], lab.steps("j_a14"), lab.steps("j_a38")),
        actor="AL",
    )
    assert found == {(modifier, *steps) for steps in left}


@covers("R9.4-p")
def test_steps_lost_to_ships_do_not_count_on_land():
    """AL loses a step to the ships and none on land, Japan one on land."""
    lab = ground("j_nachi j_a38@from=2012 a_m a_aus1", dice=(6, 0, 6))
    assert shots(lab, "gc") == [("JP", 18, 0, 2, 0.5, 9), ("AL", 13, 6, 0, 1, 13)]
    assert (lab.steps("a_m"), lab.steps("j_a38")) == (1, 1)
    assert lab.winner(TOWN) == "AL"


# divisions in China, units, dice, strength of Japan, who holds the hex, steps lost by Japan
GARRISONS = {
    "12 divisions": (12, "a_xi@from=2708", (0, 0), 27, "JP", 0),
    "9 divisions": (9, "a_xi@from=2708", (0, 0), 27, "JP", 0),
    "8 divisions": (8, "a_xi@from=2708", (0, 0), 18, "JP", 0),
    "5 divisions": (5, "a_xi@from=2708", (0, 0), 18, "JP", 0),
    "4 divisions": (4, "a_xi@from=2708", (0, 0), 9, "JP", 0),
    "1 division": (1, "a_xi@from=2708", (0, 0), 9, "JP", 0),
    "no division": (0, "a_xi@from=2708", (0, 0), 9, "JP", 0),
    "all are beaten": (12, "a_xi@from=2708 a_i@from=2708", (5, 0), 27, "AL", 3),
    "with an army": (4, "a_xi@from=2708 j_a35", (5, 0), 27, "JP", 1),
    "the army goes first": (4, "a_xi@from=2708 j_a35", (9, 0), 27, "AL", 2),
    "as much as the attackers": (8, "a_xi@from=2708 j_a35/1", (5, 0), 27, "JP", 1),
    "the rest loses": (8, "a_xi@from=2708 a_i@from=2708 j_a35/1", (5, 0), 27, "AL", 3),
    "held at a loss": (12, "a_xi/1@from=2708", (9, 3), 27, "JP", 1),
}


@covers("R13.76-a", "R13.76-b", "R13.76-e", "E-590", "E-522", "BV-569", "R9.4-p")
@pytest.mark.parametrize("name", GARRISONS)
def test_garrisons_of_china(name):
    """Mixed ground, -2; 22 points of a full corps; garrisons 9-12 defend."""
    divisions, units, dice, strength, holder, lost = GARRISONS[name]
    lab = lay(units, at=CITY, side="AL", allies=(2708,), dice=dice)
    lab.g.divisions = divisions
    lab.play(Choices())
    assert shots(lab, "gc")[1][:2] == ("JP", strength)
    assert lab.holder(CITY) == lab.winner(CITY) == holder
    assert int(lab.g.battle_lost[0, 0]) == lost


@covers("E-590", "R13.76-b", "R9.4-p", "R9.5-d")
def test_garrisons_vanish_when_the_army_retreats():
    """33 hits: a step of each of two armies; one garrison of nine points fights on and vanishes."""
    lab = lay("a_xi@from=2708", "j_a35", "j_a17", at=CITY, side="AL", allies=(2708,), dice=(9, 0))
    lab.g.divisions = 4
    lab.play(Choices())
    assert shots(lab, "gc")[1][:2] == ("JP", 45)
    assert lab.winner(CITY) == lab.holder(CITY) == "AL"
    assert {lab.hex("j_a35"), lab.hex("j_a17")} == {2508}


@covers("R9.2-an", "E-590", "R13.76-b", "E-051")
@pytest.mark.parametrize("ships", ["", "a_missouri", "a_missouri a_newyork a_newjersey"])
def test_aircraft_leave_the_last_garrison(ships):
    """56 hits and more: the army, then two of three garrisons; the third fights the landing."""
    carriers = "a_essex@2610 a_bunkerhill@2610 a_franklin@2610 a_intrepid@2610"
    lab = lay(carriers, ships, "a_1md@home=2813", "j_a35/1", at=CITY, side="AL", dice=(6, 0, 0))
    lab.g.divisions = 12
    lab.play(Choices())
    assert shots(lab, "gc")[1][:2] == ("JP", 9)
    assert lab.steps("j_a35") == 0


# hex, sides that take it in turn before, attackers, strength of Japan's garrison (0: no combat)
HISTORY = {
    "Canton": (CITY, ("AL", "JP"), 27),
    "Hong Kong, when Japan has it": (2709, ("JP",), 27),
    "Kyushu": (3307, (), 12),
    "Kyushu, once lost": (3307, ("AL", "JP"), 0),
}


@covers("R13.76-c", "R13.76-d", "R13.94-a", "R13.94-b", "E-522", "E-590", "R9.4-d", "BV-570")
@pytest.mark.parametrize("name", HISTORY)
def test_where_garrisons_are(name):
    at, before, strength = HISTORY[name]
    lab = lay("a_1md@home=2813", "a_2md@home=2813", at=at, side="AL", battle=False)
    for side in before:
        lab.control(side, at)
    lab.g.divisions = 12
    lab.battle(at)
    lab.dice(*(5, 0)[: 2 * bool(strength)])
    lab.play(Choices())
    assert [shot[:2] for shot in shots(lab, "gc")][1:] == [("JP", strength)] * bool(strength)
    assert lab.holder(at) == ("JP" if strength == 27 else "AL")


@covers("VX-13.76")
def test_five_divisions_make_two_garrisons():
    lab = lay(at=CITY, side="AL", battle=False)
    lab.g.divisions = 5
    assert garrisons_in(lab.g, lab.s, lab.hex_at(CITY)) == 2
