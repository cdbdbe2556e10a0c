"""Air-naval combat: table, modifiers, strengths, order of fire, winner (9.1 to 9.3)."""

from __future__ import annotations

from math import ceil

import pytest

from tests.covers import covers

from .battles import ISLAND, Choices, fight, lay, put, shots

TABLE = (0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 1, 1, 1, 1)
VX_18 = ("a_wasp@4425", "a_7lrb@4825", "a_7af@4322", "a_5af@4825", "a_washington")


@covers("R9.2-h", "R1.22-a", "R1.22-b", "R1.3-dg", "RSQ-42", "VX-01", "BV-55")
@pytest.mark.parametrize("die", range(10))
def test_the_table(die):
    factor = TABLE[die]
    lab = fight("j_kongo", "a_exeter", dice=(die, die))
    assert shots(lab) == [
        (side, strength, die, 0, factor, ceil(strength * factor))
        for side, strength in (("JP", 13), ("AL", 5))
    ]


@covers("VX-18", "R9.2-d", "R9.2-f", "E-046")
@pytest.mark.parametrize(("die", "hits"), [(0, 12), (2, 12), (3, 24), (5, 24), (6, 47), (8, 47)])
def test_forty_seven(die, hits):
    lab = fight(*VX_18, "j_tenryu", side="AL", dice=(die, 0))
    assert shots(lab)[0] == ("AL", 47, die, 0, TABLE[die], hits)


# who attacks, condition, turn, units, modifiers in the order of fire; then effects and dice
MODIFIERS = {
    "surprise of JP": ("JP", "surprise", 4, "j_kongo a_ncarolina", "JP+3 AL+0"),
    "surprise of AL": ("AL", "surprise", 4, "a_ncarolina j_yamato", "AL+3 JP+0"),
    "surprise, 1943": ("AL", "surprise", 5, "a_ncarolina a_7lrb j_yamato", "AL+4 JP+0"),
    "surprise, 1944": ("AL", "surprise", 8, "a_ncarolina a_wasp j_yamato", "AL+6 JP+0"),
    "surprise, ships alone": ("AL", "surprise", 8, "a_ncarolina j_yamato", "AL+3 JP+0"),
    "answer, 1943": ("JP", "surprise", 7, "j_kongo a_ncarolina a_wasp", "JP+3 AL+1"),
    "1942": ("JP", "intercept", 4, "j_kongo a_7lrb", "JP+0 AL+0"),
    "1943": ("JP", "intercept", 5, "j_kongo a_7lrb", "JP+0 AL+1"),
    "end of 1943": ("JP", "intercept", 7, "j_kongo a_wasp", "JP+0 AL+1"),
    "1944": ("JP", "intercept", 8, "j_kongo a_wasp", "JP+0 AL+3"),
    "1945": ("JP", "intercept", 12, "j_kongo a_vmf211", "JP+0 AL+3"),
    "British aircraft": ("JP", "intercept", 8, "j_kongo a_seac_air", "JP+0 AL+0"),
    "British carrier": ("JP", "intercept", 8, "j_kongo a_indomitable", "JP+0 AL+0"),
    "from outside": ("JP", "intercept", 6, "j_kongo a_exeter a_5af@4825", "JP+0 AL+1"),
    "not in it": ("JP", "intercept", 6, "j_kongo a_exeter a_5af@4825@aside", "JP+0 AL+0"),
    "ambush": ("JP", "ambush", 4, "j_kongo a_exeter", "AL+4 JP+0"),
    "ambush, 1944": ("JP", "ambush", 9, "j_kongo a_wasp/1", "AL+7 JP+0"),
    "events": (
        "JP", "intercept", 8, "j_kongo a_wasp", "JP+1 AL+5",
        [("an_die", "JP", 1), ("an_die", "AL", 2)],
    ),
    "below zero": ("JP", "intercept", 1, "j_kongo a_exeter", "JP-5 AL+0", [("an_die", "JP", -5)]),
}  # fmt: skip


@covers("R9.2-h", "R9.2-i", "R9.2-l", "R9.2-q", "E-047", "R9.2-m", "R9.2-n", "R9.2-o")
@pytest.mark.parametrize("name", MODIFIERS)
def test_modifiers_of_the_die(name):
    side, condition, turn, units, expected, *effects = MODIFIERS[name]
    lab = fight(
        units,
        side=side,
        condition=condition,
        turn=turn,
        effects=effects[0] if effects else (),
        dice=(0, 0),
    )
    found = shots(lab)
    assert " ".join(f"{shot[0]}{shot[3]:+}" for shot in found) == expected
    for _, strength, die, modifier, factor, hits in found:
        assert factor == TABLE[min(max(die + modifier, 0), 9)]
        assert hits == ceil(strength * factor)


@covers("E-047", "R9.2-i", "R9.2-n")
@pytest.mark.parametrize(("gone", "modifier"), [("a_vmf211", 0), ("a_ncarolina", 3)])
def test_american_aircraft_must_live_to_help(gone, modifier):
    """32 hits reduce the battleship, then the aircraft or the battleship go."""
    units = ("j_nagato", "j_aoba", "a_vmf211", "a_ncarolina")
    choose = Choices(hit=[gone, "a_ncarolina"])
    lab = fight(*units, condition="surprise", turn=8, dice=(5, 0), choose=choose)
    assert lab.steps(gone) == 0
    assert shots(lab)[1][3] == modifier


# where, who attacks, units, strength of JP, of AL
STRENGTHS = {
    "VX-30": (
        2812, "JP", ("j_ad5@2909", "j_af21@3009", "j_af23@3009", "j_takao", "a_feaf", "a_19lrb"),
        39, 10,
    ),
    "VX-31": (
        5808, "JP",
        ("j_akagi@5506", "j_soryu@5506", "j_shokaku@5506", "j_hiei@5506", "a_mdca", "a_x"), 36, 15,
    ),
    "VX-32": (4612, "JP", ("j_af24@4715", "j_tenryu", "a_vmf211", "a_wake"), 9, 1),
    "VX-34": (3014, "JP", ("j_ryujo@3313", "a_ca_asia"), 6, 4),
    "normal range": (ISLAND, "JP", ("j_af21@4122", "j_ad5@4222", "a_exeter"), 38, 5),
    "extended range": (ISLAND, "JP", ("j_af21@3921", "j_ad5@4122", "a_exeter"), 19, 5),
    "half of an odd number": (ISLAND, "AL", ("a_14af@4825", "j_tenryu"), 4, 5),
    "reduced": (ISLAND, "JP", ("j_akagi/1@4420", "j_ad5/1@4222", "a_exeter/1"), 19, 3),
    "reduced and half": (
        ISLAND, "JP", ("j_ad5/1@4122", "j_af21/1@3921", "j_af24/1@3921", "a_exeter"), 13, 5,
    ),
    "ships in the hex and escorts": (
        ISLAND, "JP", ("j_akagi@4420", "j_hiei@4420", "j_kongo", "j_zuiho", "a_exeter"), 33, 5,
    ),
    "whoever stands in the hex": (
        ISLAND, "JP", ("j_kongo", "a_exeter", "a_kent/1", "a_hermes", "a_14af", "a_java"), 13, 18,
    ),
    "all that react": (
        ISLAND, "JP",
        (
            "j_kongo", "a_exeter", "a_wasp@4425", "a_london@4425", "a_5af@4322",
            "a_neworleans@reaction",
        ),
        13, 36,
    ),
    "aircraft that left the hex": (ISLAND, "JP", ("j_kongo", "a_13af@4825", "a_kent"), 13, 8),
    "idle aircraft outside": (
        ISLAND, "JP", ("j_kongo", "j_af21@4122@aside", "a_exeter", "a_14af@4322@aside"), 13, 5,
    ),
    "no limit in a battle": (
        ISLAND, "JP",
        (
            "j_akagi j_soryu j_hiei j_kongo j_aoba j_takao j_tenryu",
            "j_af21@4222 j_af22@4222 j_af23@4222 j_af24@4222", "a_washington",
        ),
        142, 16,
    ),
    "bracketed ranges": (
        ISLAND, "AL", ("a_1maw@4825 a_2maw@4322@bracket a_feaf@4322 a_exeter", "j_tenryu"), 4, 13,
    ),
    "idle ships of OP": (ISLAND, "JP", ("j_kongo j_aoba@idle", "a_exeter"), 13, 5),
    "a bomber's one range": (ISLAND, "AL", ("a_13lrb@4825", "a_20bc@4825", "j_tenryu"), 4, 10),
}  # fmt: skip


@covers(
    "VX-30", "VX-31", "VX-32", "VX-34", "BV-46", "BV-70", "BV-78", "BV-82", "E-046", "R9.0-b",
    "R9.11-a", "R9.11-b", "R9.11-c", "R9.12-a", "R9.12-b", "R9.12-c", "R9.14-a", "R9.2-a",
    "R9.2-b", "R9.2-c", "R9.2-d", "R9.2-e", "R9.2-f", "R8.24-a", "R8.34-a", "BV-34", "R1.3-be",
    "R1.3-bg", "R1.3-dg",
)  # fmt: skip
@pytest.mark.parametrize("name", STRENGTHS)
def test_strengths(name):
    at, side, units, jp, al = STRENGTHS[name]
    lab = fight(*units, at=at, side=side, dice=(0, 0))
    assert {shot[0]: shot[1] for shot in shots(lab)} == {"JP": jp, "AL": al}


@covers("R9.2-a", "R9.2-i")
@pytest.mark.parametrize(
    ("effect", "found"),
    [
        (("attack", "JP", 2, "air"), [("JP", 31), ("AL", 1)]),
        (("attack", "AL", 3, "air"), [("JP", 29), ("AL", 4)]),
        (("attack", "AL", -5, "air"), [("JP", 29)]),
    ],
)
def test_events_change_the_attack_of_aircraft(effect, found):
    """A strength never falls below 0."""
    dice = (0, 0)[: len(found)]
    lab = fight("j_af21@4122", "j_kongo", "a_vmf211", effects=[effect], dice=dice)
    assert [shot[:2] for shot in shots(lab)] == found


# condition, units, dice, side and strength of each fire
ORDER = {
    "at once": ("intercept", "j_nagato a_exeter a_kent", (6, 0), [("JP", 20), ("AL", 8)]),
    "survivors answer": ("surprise", "j_nagato a_exeter a_kent", (3, 0), [("JP", 20), ("AL", 5)]),
    "nobody answers": ("surprise", "j_nagato a_hermes", (3,), [("JP", 20)]),
    "the dead fire too": ("intercept", "j_nagato a_hermes", (6, 0), [("JP", 20), ("AL", 2)]),
    "ambush": (
        "ambush", "j_mogami j_takao a_washington a_ncarolina", (2, 0), [("AL", 32), ("JP", 7)],
    ),
    "ambush of one": ("ambush", "j_tenryu/1 a_washington", (2,), [("AL", 16)]),
    "one side alone": ("intercept", "j_nagato a_java", (0,), [("JP", 20)]),
    "no target": ("intercept", "a_exeter j_sn1@landed", (0,), [("AL", 5)]),
}  # fmt: skip


@covers("R9.2-m", "R9.2-n", "R9.2-o", "R9.2-p", "E-048", "RSQ-41", "RSQ-42", "R9.0-a")
@pytest.mark.parametrize("name", ORDER)
def test_order_of_fire(name):
    condition, units, dice, expected = ORDER[name]
    lab = fight(units, condition=condition, dice=dice)
    assert [shot[:2] for shot in shots(lab)] == expected


# who attacks, units, dice, winner
WINNERS = {
    "a few aircraft deny": ("AL", "a_washington j_ad6/1", (0, 0), "JP"),
    "BV-52 without aircraft": ("AL", "a_washington j_hiei/1", (0, 0), "AL"),
    "aircraft on both sides": ("AL", "a_washington a_hermes j_ad6/1", (0, 0), "AL"),
    "a carrier denies": ("JP", "j_yamato a_hermes@4425", (0, 0), "AL"),
    "OP's aircraft deny nothing": ("JP", "j_ad6/1@4222 a_exeter", (0, 0), "AL"),
    "equal": ("JP", "j_nagato a_dukeofyork", (0, 0), "AL"),
    "more": ("JP", "j_nagato a_washington", (0, 0), "JP"),
    "idle ships count": ("JP", "j_nagato a_exeter a_washington", (0, 0), "AL"),
    "half stays half": ("JP", "j_af22@3921 a_mississippi", (0, 0), "AL"),
    "carriers outside are flyers": ("JP", "j_akagi@4420 a_14af", (0, 0), "JP"),
    "near enough": ("JP", "j_af22@4122 a_mississippi", (0, 0), "JP"),
    "escorts add nothing": ("JP", "j_akagi@4420 j_hiei@4420 a_mississippi", (0, 0), "AL"),
    "losses count": ("JP", "j_mogami a_mdca", (6, 0), "JP"),
    "an escort is left to RP": ("JP", "j_akagi/1 a_hermes@4425 a_exeter/1@4425", (6, 9), "AL"),
    "nobody is left": ("JP", "j_akagi/1 a_hermes", (6, 9), "JP"),
    "an escort is left to OP": ("JP", "j_akagi/1@4420 j_hiei/1@4420 a_hermes", (6, 9), "JP"),
    "RP alone": ("JP", "j_sn1@landed a_exeter", (0,), "AL"),
    "OP alone": ("JP", "j_tenryu a_java", (0,), "JP"),
    "nobody at all": ("JP", "j_sn1@landed a_java", (0, 0), None),
}


@covers(
    "R9.3-a", "R9.3-b", "R9.3-c", "R9.3-d", "R9.3-f", "R9.34-a", "E-054", "BV-52", "BV-53",
    "BV-54", "BV-85", "RSQ-41",
)  # fmt: skip
@pytest.mark.parametrize("name", WINNERS)
def test_the_winner(name):
    """A natural nine without a step for it takes one of the weakest unit."""
    side, units, dice, winner = WINNERS[name]
    choose = Choices(hit=["a_hermes"])
    lab = fight(units, side=side, dice=dice, choose=choose)
    assert lab.an_winner(ISLAND) == winner


@covers("E-021", "R9.1-a", "R9.11-b")
@pytest.mark.parametrize("first", [ISLAND, 2112])
def test_the_offensive_side_takes_the_battles_in_its_own_order(first):
    lab = lay("j_kongo", "a_exeter", battle=False)
    put(lab, "j_mogami", 2112, "JP")
    put(lab, "a_forcez", 2112, "JP")
    lab.battle(ISLAND)
    lab.battle(2112)
    lab.dice(0, 0, 0, 0)
    choose = Choices(next_battle=[first])
    lab.play(choose)
    ((_, actor, options),) = choose.questions("next_battle")
    assert (actor, set(options)) == ("JP", {str(ISLAND), "2112"})
    second = ISLAND + 2112 - first
    assert [f["hex"] for f in lab.fires] == [first, first, second, second]
    assert sorted(f["strength"] for f in lab.fires) == [5, 8, 12, 13]
