"""The rulebook's worked examples (VX-03 .. VX-30) as tests, in order."""

from __future__ import annotations

import pytest

from tests.rules.common import END, faces, land, owed, position, rolls, sea
from tests.rules.kit import covers

TEN = {"army_07": {"dice": 5}, "army_08": {"dice": 5}}


def invade(die, markers=None, units=None, turn=2):
    return position(
        "invasion", turn=turn, dice=[die], markers=markers or {}, units=units or {}, then_stop=True
    )


def combat(turn, markers, units, total=500, **options):
    return position("combat", turn=turn, total=total, markers=markers, units=units, **options)


def production(units, civil, total=500, **options):
    options = {"turn": 5, "production": "navy_first", **options}
    return position("production", units=units, civil=civil, total=total, **options)


@covers("VX-03", "R8-1c")
def test_vx_03_several_codes():
    game = invade(6, turn=5)  # BF/CF/NF
    assert [game.marker(m) for m in ("B", "C", "N")] == ["east_new_guinea", "akyab", "solomons"]
    assert [game.marker(m) for m in ("I", "D")] == ["base", "base"]


@covers("VX-04", "R8-2-1a")
def test_vx_04_advance_from_base():
    assert invade(4).marker("C") == "akyab"  # CF


@pytest.mark.parametrize("state", ["", " active", " active damaged"])
@covers("VX-05", "R8-2-2b")
def test_vx_05_held_by_a_ground_unit(state):
    game = invade(6, {"D": "aleutians"}, {"army_15": "aleutians" + state})  # DF
    assert game.marker("D") == "aleutians"


@pytest.mark.parametrize("aircraft", ["fd_1", "naf_1"])
@covers("VX-06", "R8-2-2d")
def test_vx_06_held_by_aircraft_alone(aircraft):
    assert invade(6, {"D": "aleutians"}, {aircraft: "aleutians"}).marker("D") == "aleutians"


@covers("VX-07", "R8-2-2e", "A-01")
def test_vx_07_free_advance():
    assert invade(6, {"D": "aleutians"}).marker("D") == "north_kuriles"


@covers("VX-08", "R8-2-2f")
def test_vx_08_only_the_called_marker_of_two_moves():
    game = invade(4, {"C": "rangoon", "I": "rangoon"})  # CF
    assert game.marker("C") == "java"
    assert game.marker("I") == "rangoon"


@covers("VX-09", "R9-0c", "R9-0d")
def test_vx_09_allotment():
    game = position("tonnage", turn=1, total=630, dice=[1])
    game.play({"army": 120, "navy": 180}, {"accept": True})
    assert game.allotment == {"army": 120, "navy": 180, "civil": 330}
    assert game.total == 630


@covers("VX-10", "R10-1a")
def test_vx_10_activation():
    game = position("activation", turn=2, units={"shokaku": "marianas"}, navy=50)
    game.play({"unit": "shokaku"})
    assert game.left["navy"] == 30
    assert game.is_active("shokaku")


@covers("VX-11", "R10-2a")
def test_vx_11_doubled_activation():
    game = position(
        "activation",
        turn=2,
        markers={"N": "solomons"},
        units={"army_01": "solomons", "nagato": "solomons"},
        army=100,
        navy=100,
    )
    game.play({"unit": "nagato"}, END, {"unit": "army_01"})
    assert game.left["navy"] == 60
    assert game.left["army"] == 40


@covers("VX-12", "R11-2c")
def test_vx_12_no_way_on_toward_the_base():
    game = position(
        "movement", turn=4, markers={"N": "marshalls"}, units={"nagato": "marshalls active"}
    )
    assert not game.is_legal({"unit": "nagato", "to": "solomons"})
    assert game.is_legal({"unit": "nagato", "to": "marianas"})


@covers("VX-13", "R11-2b", "R11-2c", "R11-2e", "A-06")
def test_vx_13_burma():
    game = position(
        "movement",
        turn=4,
        markers={"I": "mandalay", "C": "rangoon"},
        units={"army_07": "mandalay active", "army_10": "rangoon active"},
    )
    game.play(END)
    assert not game.is_legal(land("army_10", "mandalay"))
    assert not game.is_legal(land("army_07", "akyab"))  # it must stop in Rangoon
    game.play(land("army_07", "rangoon"))
    assert game.box("army_07") == "rangoon"


@pytest.mark.parametrize(("face", "damage"), [(1, 1), (2, 0)])
@covers("VX-14", "R11-3-1b", "R11-3-2b", "R11-3-2c", "R11-3-2d", "R11-3-2e", "R11-3-2f", "A-22")
def test_vx_14_escorted_transport(face, damage):
    game = position(
        "movement",
        turn=4,
        units={"army_03": "henan active", "army_04": "henan active", "dd_3": "marshalls"},
    )
    game.play(END, sea("army_03", "mandalay", land="rangoon"), {"request": True})
    game.choose({"unit": "dd_3"}, dice=[face])
    assert rolls(game, "sea_check") == [[face]]
    assert game.box("dd_3") == "rangoon"
    assert game.box("army_03") == "mandalay"
    assert game.damage("army_03") == damage
    game.choose(sea("army_04", "rangoon"), dice=[4])  # that DD cannot be asked for again
    assert game.box("army_04") == "rangoon"


def mandalay_turn_8(hits, *bonus):
    game = combat(
        8,
        {"I": "mandalay"},
        {"army_07": "mandalay active", "army_08": "mandalay active"},
        printed=TEN,
    )
    game.choose({"box": "mandalay"}, dice=[*faces(hits, 10), *bonus])
    return game


@covers("VX-15", "R12-2a", "R12-2b", "R12-3a", "R12-3b", "R12-7c")
def test_vx_15_reading_the_crt():
    game = mandalay_turn_8(3)
    assert game.gp["army"] == 3
    assert owed(game) == 10


@covers("VX-16", "R12-4a", "R12-4d", "R12-4e", "R12-4h")
def test_vx_16_retreat_to_the_base():
    game = mandalay_turn_8(4, 5)
    assert game.gp["army"] == 3 + 5
    assert game.total == 500
    assert game.phase == "convoy"
    assert game.marker("I") == "base"


@covers("VX-17", "R12-1b", "R12-4f", "A-16")
def test_vx_17_retreat_of_two_markers():
    game = combat(6, {"I": "rangoon", "C": "rangoon"}, {"army_10": "rangoon active"})
    game.choose({"box": "rangoon"}, dice=[5, 6, 1, 1, 4])
    assert game.marker("I") == "mandalay"
    assert game.marker("C") == "akyab"
    assert game.gp["army"] == 1 + 4
    assert game.phase == "convoy"  # one combat only


@pytest.mark.parametrize(
    ("payment", "total", "damage"),
    [
        ([{"pool": 10}], 490, 0),
        ([{"damage": "nagato"}], 500, 1),
        ([{"pool": 5}, {"damage": "nagato"}], 495, 1),
    ],
)
@covers("VX-18", "R12-5b", "R12-5c", "R12-5g", "R12-5i")
def test_vx_18_three_ways_to_pay_ten(payment, total, damage):
    game = combat(
        8,
        {"C": "rangoon"},
        {"nagato": "rangoon active", "army_10": "rangoon active"},
        printed={"nagato": {"dice": 3}},
    )
    game.choose({"box": "rangoon"}, dice=[6, 6, 6])
    assert owed(game) == 10
    game.play(*payment)
    assert (game.total, game.damage("nagato")) == (total, damage)
    assert game.decision == "battle"  # paid; the army's combat is next


def army_fight(box, marker, turn, dice, printed):
    game = combat(turn, {marker: box}, {"army_01": f"{box} active"}, printed={"army_01": printed})
    game.choose({"box": box}, dice=dice)
    return game


@covers("VX-19", "R12-5e", "R12-5f", "R12-5g", "R12-5h")
def test_vx_19_overpayment_and_double_damage():
    game = army_fight("hunan", "Ch", 5, [6] * 7, {"dice": 7, "tonnage": 20})
    assert owed(game) == 5
    game.play({"damage": "army_01"})
    assert (game.damage("army_01"), game.total, game.phase) == (1, 500, "convoy")
    game = army_fight("akyab", "C", 3, [1, 1, 1, 1], {"tonnage": 15})
    assert owed(game) == 30
    game.play({"damage": "army_01"}, {"damage": "army_01"})
    assert (game.box("army_01"), game.total, game.phase) == ("removed", 500, "convoy")


@covers("VX-20", "R12-7a", "R12-7d", "R12-3e", "A-09")
def test_vx_20_doubled_loss():
    seven = ("kongo_1", "kongo_2", "myoko", "aoba", "cl_1", "dd_1", "dd_2")
    game = combat(
        3, {"N": "solomons"}, {unit: "solomons active" for unit in seven} | {"army_01": "solomons"}
    )
    game.choose({"box": "solomons"}, dice=[1, 2, 3, 4, 1, 2, 3])
    assert game.gp["navy"] == 1
    assert owed(game) == 100


@covers("VX-21", "R12-1a", "R12-1d", "R12-1e")
def test_vx_21_two_combats_in_one_box():
    game = combat(3, {"N": "solomons"}, {"nagato": "solomons active", "army_01": "solomons active"})
    assert (game.decision, game.actor) == ("battle", "navy")
    game.choose({"box": "solomons"}, dice=[1])
    game.play({"pool": 50})
    assert (game.decision, game.actor) == ("battle", "army")
    game.choose({"box": "solomons"}, dice=[1, 1, 1, 1])
    game.play({"pool": 50})
    assert game.phase == "convoy"


@pytest.mark.parametrize(
    ("second", "boxes", "damage"),
    [("dd_1", ("pool", "convoy"), 0), ("dd_2", ("convoy", "convoy"), 1)],
)
@covers("VX-22", "R13-2-2b", "R13-2-2c", "R13-2-2d", "A-43")
def test_vx_22_d2_removes_one_or_flips_two(second, boxes, damage):
    game = position(
        "convoy",
        turn=5,
        total=500,
        method="B",
        units={f"dd_{n}": "convoy" for n in (1, 2, 3, 4)},
        dice=[1],  # 60/D2
    )
    game.play({"unit": "dd_1"})
    assert game.damage("dd_1") == 1
    game.until_phase_end({"unit": second}, dice=())
    assert (game.box("dd_1"), game.box("dd_2")) == boxes
    assert game.damage("dd_2") == damage
    assert game.total == 440


@covers("VX-22", "R13-2-2e")
def test_vx_22_aircraft_stays_unchanged():
    game = position(
        "convoy",
        turn=5,
        method="B",
        units={f"dd_{n}": "convoy" for n in (1, 2, 3, 4)} | {"naf_1": "convoy"},
        dice=[1],  # 2 after the modifier: 50/D1
    )
    assert not game.is_legal({"unit": "naf_1"})
    game.until_phase_end({"unit": "dd_1"}, dice=())
    assert (game.box("naf_1"), game.damage("naf_1")) == ("convoy", 0)


@pytest.mark.parametrize(("before", "after"), [(600, 650), (700, 730), (730, 730)])
@covers("VX-23", "R14-1h", "R14-2f")
def test_vx_23_transport(before, after):
    game = production({"transport_1": "track 1"}, 75, before)
    game.play({"advance": "transport_1"})
    assert game.total == after
    assert game.box("transport_1") == "pool"


@pytest.mark.parametrize("civil", [10, 35])
@covers("VX-24", "R14-1c", "R14-1j")
def test_vx_24_leftover_civil_tonnage_is_lost(civil):
    game = production({}, civil, 600, markers={"Ch": "hunan"})
    game.play(END)
    game.choose(END, dice=[1, 1])
    assert (game.turn, game.phase, game.total) == (6, "tonnage", 600)
    game.play({"army": 100, "navy": 100}, {"accept": True})
    assert game.left == {"army": 100, "navy": 100, "civil": 400}


@covers("VX-25", "R14-2e")
def test_vx_25_no_counter_left():
    used = {"de_1": "convoy", "de_2": "homeland", "de_3": "track 1", "de_4": "track 2"}
    assert not any(c.get("start") == "DE" for c in production(used, 100).choices())
    used["de_3"] = "pool"
    assert production(used, 100).is_legal({"start": "DE", "counter": "de_3"})


@covers("VX-26", "R15-2d")
def test_vx_26_base_ch():
    game = position("turn_end", turn=5, total=500, markers={"Ch": "base"}, then_stop=True)
    assert game.total == 550
    assert game.gp == {"army": 10, "navy": 0}


@pytest.mark.parametrize(
    ("solo", "total", "outcome"),
    [
        (False, 150, "playing"),
        (False, 145, "game_over"),
        (True, 200, "playing"),
        (True, 195, "game_over"),
    ],
)
@covers("VX-27", "R18-1c", "R18-1d", "R18-1f")
def test_vx_27_threshold(solo, total, outcome):
    game = position(
        "turn_end",
        turn=5,
        total=total,
        markers={"N": "marianas", "Ch": "hunan"},
        solo=solo,
        then_stop=True,
    )
    assert game.total == total - 50
    assert game.outcome == outcome


@pytest.mark.parametrize(("turn", "outcome"), [(11, "game_over"), (12, "completed")])
@covers("VX-28", "R18-1a", "R18-1b")
def test_vx_28_turn_12_is_safe(turn, outcome):
    markers = {"D": "hokkaido", "N": "bonins", "Ch": "hunan"}
    game = position("turn_end", turn=turn, total=500, markers=markers)
    assert game.outcome == outcome


@pytest.mark.parametrize(("optional", "outcome"), [(("20-2",), "playing"), ((), "game_over")])
@covers("VX-29", "R20-2a", "R20-2b")
def test_vx_29_a_transport_saves_the_players(optional, outcome):
    game = combat(
        5,
        {"N": "solomons", "Ch": "hunan"},
        {
            "dd_1": "solomons",
            "naf_1": "convoy",
            "transport_1": "track 1",
            **{f"de_{n}": "convoy" for n in (1, 2, 3, 4)},
        },
        total=180,
        civil=75,
        method="B",
        production="navy_first",
        optional=optional,
    )
    game.choose({"box": "solomons"}, dice=[1])
    # the doubled loss leaves 80; the convoys (four escorts, aircraft, die 6) cost 10 more
    game.choose({"pool": 100}, dice=[6] if optional else [])
    assert game.outcome == outcome
    assert game.total == (70 if optional else 80)
    if not optional:
        return
    game.play({"advance": "transport_1"})
    game.play(END)
    game.choose(END, dice=[1, 1])
    assert (game.outcome, game.total, game.turn) == ("playing", 120, 6)


@covers("VX-30", "RFAQ-1a", "R11-2h", "R11-2i")
def test_vx_30_mixed_escorts():
    game = position(
        "movement",
        turn=5,
        units={
            "dd_1": "convoy",
            "de_1": "convoy",
            "de_2": "convoy",
            "de_3": "homeland",
            "de_4": "homeland",
            "dd_2": "homeland",
            "naf_1": "homeland",
            "naf_2": "hokkaido",
        },
    )
    game.play({"unit": "de_3", "to": "convoy"})
    assert not game.is_legal({"unit": "de_4", "to": "convoy"})
    assert not game.is_legal({"unit": "dd_2", "to": "convoy"})
    game.play({"unit": "naf_1", "to": "convoy"})
    assert not game.is_legal({"unit": "naf_2", "to": "convoy"})
