"""The boundary vectors BV-01 .. BV-18, in order."""

from __future__ import annotations

import pytest

from tests.rules.common import END, faces, owed, payers, position, rolls, targets
from tests.rules.kit import covers

HOME_MARKER = {"D": "hokkaido", "Ch": "hunan"}


@pytest.mark.parametrize(
    ("army", "navy", "legal"),
    [(120, 181, False), (120, 180, True), (630, 5, False), (630, 0, True), (0, 0, True)],
)
@covers("BV-01", "R9-0b", "R9-0e")
def test_bv_01_allotment_bounds(army, navy, legal):
    game = position("tonnage", turn=1, total=630, dice=[1])
    assert game.is_legal({"army": army, "navy": navy}) is legal


@covers("BV-01", "R9-0c", "R4-0n")
def test_bv_01_nothing_requisitioned():
    game = position("tonnage", turn=1, total=630, dice=[1])
    game.play({"army": 0, "navy": 0}, {"accept": True})
    assert game.allotment["civil"] == 630


def dd_alone(turn, dice):
    """A lone DD in the Solomons; its loss is doubled."""
    game = position(
        "combat",
        turn=turn,
        total=500,
        markers={"N": "solomons"},
        units={"dd_1": "solomons"},
        printed={"dd_1": {"dice": len(dice)}},
    )
    game.choose({"box": "solomons"}, dice=dice)
    return game


@covers("BV-02", "R12-6-3a", "R12-6-3b", "R12-5h", "R3-1j")
def test_bv_02_a_dd_absorbs_sixty():
    game = dd_alone(2, faces(3, 3))  # E/30
    assert owed(game) == 60
    game.play({"damage": "dd_1"})
    assert (game.box("dd_1"), game.damage("dd_1")) == ("solomons", 1)
    game.play({"damage": "dd_1"})
    assert (game.box("dd_1"), game.total, game.phase) == ("pool", 500, "convoy")


@covers("BV-02", "R12-5a")
def test_bv_02_a_dd_does_not_absorb_more_than_sixty():
    game = dd_alone(2, faces(2, 2))  # E/35
    assert owed(game) == 70
    assert not game.is_legal({"pool": 5})
    game.play({"damage": "dd_1"}, {"damage": "dd_1"})
    assert game.decision == "pay"
    game.play({"pool": 10})
    assert game.total == 490


@covers("BV-03", "R12-7d", "R12-5e", "N-23")
def test_bv_03_a_hundred_without_the_total():
    game = position(
        "combat",
        turn=3,
        total=500,
        markers={"N": "solomons"},
        units={"dd_1": "solomons", "nagato": "solomons active"},
    )
    game.choose({"box": "solomons"}, dice=[1, 1])
    assert owed(game) == 100
    game.play(*[{"damage": u} for u in ("dd_1", "nagato", "dd_1", "nagato")])
    assert (game.box("dd_1"), game.box("nagato")) == ("pool", "removed")
    assert (game.total, game.phase) == (500, "convoy")


@covers("BV-04", "R16-0a", "R16-0f", "A-26")
def test_bv_04_fort():
    game = position(
        "combat",
        turn=8,
        total=500,
        markers={"C": "rangoon"},
        units={"nagato": "rangoon active", "army_10": "rangoon active", "fort_1": "rangoon"},
        printed={"nagato": {"dice": 3}},
    )
    game.choose({"box": "rangoon"}, dice=[6, 6, 6])
    assert owed(game) == 10
    assert not game.is_legal({"fort": "fort_1"})
    game.play({"pool": 10})
    game.choose({"box": "rangoon"}, dice=[6, 6, 6, 1])
    assert owed(game) == 10
    game.play({"fort": "fort_1"})
    assert (game.box("fort_1"), game.total, game.phase) == ("pool", 490, "convoy")


@pytest.mark.parametrize(
    ("gp", "result"),
    [((60, 50), "army"), ((59, 50), "draw"), ((50, 50), "draw"), ((50, 60), "navy")],
)
@covers("BV-05", "R18-2-2a", "R18-2-2b")
def test_bv_05_margin(gp, result):
    game = position("turn_end", turn=12, total=500, gp=gp, markers={"Ch": "hunan"})
    assert game.outcome == "completed"
    assert game.winner == result


@pytest.mark.parametrize(
    ("gp", "won"), [((65, 90), False), ((66, 66), True), ((90, 65), False), ((66, 80), True)]
)
@covers("BV-06", "R18-2-2c")
def test_bv_06_solo_margin(gp, won):
    game = position("turn_end", turn=12, total=500, gp=gp, markers={"Ch": "hunan"}, solo=True)
    assert game.outcome == "completed"
    assert game.solo_victory is won


@pytest.mark.parametrize(
    ("gp", "markers", "asked"),
    [
        ((15, 0), HOME_MARKER, True),
        ((14, 0), HOME_MARKER, False),
        ((30, 0), {"D": "north_kuriles", "Ch": "hunan"}, False),
    ],
)
@covers("BV-07", "R19-1b", "R19-1c", "R19-1d")
def test_bv_07_conditions_of_turn_13(gp, markers, asked):
    game = position("turn_end", turn=12, total=500, gp=gp, markers=markers)
    assert (game.decision == "turn_13") is asked
    assert game.outcome == ("playing" if asked else "completed")


@covers("BV-08", "R19-2b", "R19-2c", "R19-2d", "R19-2e", "R19-2f", "A-51", "R2-0c")
def test_bv_08_turn_13_roll():
    home = ("army_01", "army_02", "army_03", "nagato", "cl_1", "dd_1", "de_1", "naf_1", "fd_1")
    convoy = ("dd_2", "de_2", "naf_2")
    units = dict.fromkeys((*home, "fort_1", "fort_2"), "homeland")
    game = position(
        "turn_end",
        turn=12,
        total=500,
        gp=(20, 40),
        markers=HOME_MARKER,
        units=units | dict.fromkeys(convoy, "convoy"),
        printed={"army_03": {"dice": 3}},
    )
    game.choose({"declare": True}, dice=[3, 5, *faces(9, 29)])
    assert rolls(game, "turn_13_dice") == [[3, 5]]
    assert [len(roll) for roll in rolls(game, "turn_13_battle")] == [29]
    assert game.gp == {"army": 47, "navy": 40}


@pytest.mark.parametrize(
    ("units", "navy"),
    [
        ({"dd_1": "solomons damaged"}, 10),
        ({"naf_1": "solomons"}, 0),
        ({"nagato": "solomons"}, 0),
        ({"nagato": "solomons active"}, 10),
    ],
)
@covers("BV-09", "R15-1a", "R15-1e", "R15-1f")
def test_bv_09_solomons(units, navy):
    game = position(
        "turn_end", turn=5, markers={"N": "solomons", "Ch": "hunan"}, units=units, then_stop=True
    )
    assert game.gp == {"army": 0, "navy": navy}


@covers("BV-10", "R15-1c", "R15-1d", "R4-0c")
def test_bv_10_all_boxes():
    navy = {"aoba": "solomons", "cl_2": "marshalls", "myoko": "marianas"}
    army = ("mandalay", "jiangxi", "hunan", "aleutians", "east_new_guinea", "akyab")
    units = navy | {f"army_0{n}": box for n, box in enumerate(army, 1)}
    game = position(
        "turn_end",
        turn=5,
        markers={"Ch": "hunan"},
        units={unit: f"{box} active" for unit, box in units.items()},
        then_stop=True,
    )
    assert game.gp == {"army": 8, "navy": 17}


@covers("BV-11", "R15-3a", "R15-3b", "R15-3c")
def test_bv_11_no_active_damage():
    game = position(
        "turn_end",
        turn=5,
        markers={"N": "solomons", "Ch": "hunan"},
        units={"nagato": "solomons damaged", "dd_1": "solomons damaged"},
        then_stop=True,
    )
    assert game.box("nagato") == "removed"
    assert (game.box("dd_1"), game.damage("dd_1")) == ("solomons", 1)


@pytest.mark.parametrize(
    ("state", "box", "damage"), [("", "solomons", 1), (" damaged", "pool", None)]
)
@covers("BV-12", "R12-6-2a", "R12-6-2b", "A-59", "N-23")
def test_bv_12_aircraft_wear_out(state, box, damage):
    game = position(
        "combat",
        turn=3,
        markers={"N": "solomons"},
        units={"naf_1": "solomons" + state, "nagato": "solomons active"},
    )
    game.choose({"box": "solomons"}, dice=[6, 6])  # both dice are rolled
    assert owed(game) == 90
    assert game.box("naf_1") == box
    if damage:
        assert game.damage("naf_1") == damage


@pytest.mark.parametrize(
    ("units", "loss"),
    [({"naf_1": "convoy"}, 60), ({"naf_1": "convoy", "dd_1": "convoy"}, 50), ({}, 70)],
)
@covers("BV-13", "R13-2-1b", "A-44")
def test_bv_13_seven_in_the_convoy_crt(units, loss):
    game = position("convoy", turn=5, total=500, units=units)
    game.play({"request": False})
    game.until_phase_end({"large": False}, dice=[6])
    assert game.total == 500 - loss


def may_support(box, marker, navy, army_state=" active"):
    """How many navy units in `box` may be lent to the army, one after the other."""
    units = {unit: f"{box} active" for unit in navy} | {"army_01": box + army_state}
    game = position("combat", turn=3, markers={marker: box}, units=units)
    game.choose({"box": box}, dice=() if len(navy) > 1 and army_state else [1] * len(navy))
    if game.decision != "support_request":
        return 0
    game.play({"request": True})
    lent = 0
    while choices := [c for c in game.choices() if "unit" in c]:
        game.play(choices[0])
        lent += 1
    return lent


@pytest.mark.parametrize(
    ("navy", "state", "lent"),
    [
        (["nagato"], " active", 0),
        (["nagato", "cl_1"], " active", 1),
        (["nagato", "cl_1", "dd_1"], " active", 2),
        (["nagato", "cl_1", "dd_1"], "", 0),
    ],
)
@covers("BV-14", "R12-8a", "R12-8c", "R12-8d")
def test_bv_14_how_many_may_support(navy, state, lent):
    assert may_support("solomons", "N", navy, state) == lent


@covers("BV-14", "R12-8a", "A-40")
def test_bv_14_no_support_in_a_land_box():
    units = {"naf_1": "akyab", "naf_2": "akyab damaged", "army_09": "akyab active"}
    game = position("combat", turn=3, markers={"C": "akyab"}, units=units)
    game.choose({"box": "akyab"}, dice=[1, 1])
    assert game.decision == "pay"
    assert owed(game) == 30


@covers("BV-15", "R8-4b")
def test_bv_15_end_of_the_route():
    game = position("invasion", turn=2, markers={"D": "hokkaido"}, dice=[6], then_stop=True)
    assert game.marker("D") == "hokkaido"


@covers("BV-16", "R11-2g", "R16-0d")
def test_bv_16_not_into_the_convoy_box():
    units = {
        unit: "homeland active"
        for unit in ("nagato", "shokaku", "cvl", "myoko", "cl_1", "ise_bcv", "army_01")
    }
    units |= dict.fromkeys(("fd_1", "fort_1", "dd_1"), "homeland")
    game = position("movement", turn=5, units=units)
    for unit in ("nagato", "shokaku", "cvl", "myoko", "cl_1", "ise_bcv"):
        assert "hokkaido" in targets(game, unit)
        assert "convoy" not in targets(game, unit)
    assert "convoy" in targets(game, "dd_1")
    game.play(END)
    for piece in ("army_01", "fd_1", "fort_1"):
        assert "hokkaido" in targets(game, piece)
        assert "convoy" not in targets(game, piece)


@covers("BV-17", "R12-1c", "R12-1g", "R12-1f")
def test_bv_17_no_active_units_do_not_fight():
    units = {"nagato": "solomons", "army_01": "solomons"}
    game = position("combat", turn=3, markers={"N": "solomons"}, units=units)
    assert game.phase == "convoy"
    units["dd_1"] = "solomons"
    game = position("combat", turn=3, total=500, markers={"N": "solomons"}, units=units)
    game.choose({"box": "solomons"}, dice=[1])
    assert owed(game) == 100
    assert payers(game) == {"dd_1"}
    game.play({"pool": 100})
    assert game.phase == "convoy"


@pytest.mark.parametrize(("turn", "loss"), [(9, 30), (10, 60)])
@covers("BV-18", "R20-1a")
def test_bv_18_only_sixes_late(turn, loss):
    game = position(
        "combat",
        turn=turn,
        markers={"C": "akyab"},
        units={"army_09": "akyab active"},
        optional=("20-1",),
    )
    game.choose({"box": "akyab"}, dice=[5, 1, 1, 1])
    assert owed(game) == loss


@covers("BV-18", "R20-1b", "N-22")
def test_bv_18_only_sixes_in_turn_13():
    game = position(
        "turn_end",
        turn=12,
        total=500,
        gp=(0, 20),
        markers=HOME_MARKER,
        units={"army_01": "homeland"},
        optional=("20-1",),
    )
    game.choose({"declare": True}, dice=[1, 1, 5, 5, 5, 5, 5, 6])
    assert game.gp["army"] == 3
