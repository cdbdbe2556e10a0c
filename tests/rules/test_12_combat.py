"""Chapter 12 without 12-5: who fights, the CRT, retreats, carriers, aircraft, support."""

from __future__ import annotations

import pytest

from glory_env.games.glory.scenario import ScenarioError, load
from tests.rules.common import faces, owed, payers, position, raw_scenario, rolls, variant
from tests.rules.kit import covers

GP = {"E": 1, "D": 2, "C": 3, "B": 4, "A": 5, "S": 10, "SS": 15}
ARMY_FRONT = {"us": ("east_new_guinea", "B"), "uk": ("mandalay", "I"), "cn": ("hunan", "Ch")}
NAVY_FRONT = {"us": ("solomons", "N"), "uk": ("rangoon", "C")}


def combat(units, markers, turn=3, **options):
    return position("combat", turn=turn, total=600, units=units, markers=markers, **options)


def crt_row(turn, nation):
    """The cells of the CRT for 0, 1, 2 .. hits; the last one again for one hit more."""
    for band, row in raw_scenario()["crt"][nation].items():
        first, last = map(int, band.split("-"))
        if first <= turn <= last:
            return [cell.split("/") for cell in [*row, row[-1]]]
    raise AssertionError(f"no band for turn {turn}")


@pytest.mark.parametrize("nation", ARMY_FRONT)
@pytest.mark.parametrize("turn", range(1, 13))
@covers("R12-2a", "R12-2b", "R12-3a", "R12-3b", "R12-3c", "R12-3d", "R12-3e", "A-53", "R3-1f")
@covers("R12-4a", "R12-4e", "R12-4h", "A-17", "R2-0c")
def test_every_cell_for_the_army(turn, nation):
    box, marker = ARMY_FRONT[nation]
    row = crt_row(turn, nation)
    for hits, (grade, loss) in enumerate(row):
        game = combat(
            {"army_01": f"{box} active"},
            {marker: box},
            turn,
            gp=(7, 7),
            printed={"army_01": {"dice": len(row)}},
        )
        retreat = loss == "DR"
        game.choose({"box": box}, dice=faces(hits, len(row)) + [3] * retreat)
        assert game.gp == {"army": 7 + GP[grade] + 3 * retreat, "navy": 7}
        assert (game.marker(marker) == "base") is retreat
        assert rolls(game, "dr_bonus") == [[3]] * retreat
        if retreat:
            assert (game.total, game.phase) == (600, "convoy")
        else:
            assert owed(game) == int(loss) * (2 if nation == "us" else 1)  # 12-7


@pytest.mark.parametrize(
    ("marker", "box", "loss"),
    [
        ("D", "aleutians", 100),  # the American column: E/50, doubled
        ("N", "solomons", 100),
        ("B", "east_new_guinea", 100),
        ("C", "akyab", 30),  # the British one: E/30
        ("I", "mandalay", 30),
        ("Ch", "hunan", 20),  # the Chinese one: E/20
    ],
)
@covers("R4-0g", "R12-3b")
def test_whose_column_a_marker_brings(marker, box, loss):
    game = combat({"army_01": f"{box} active"}, {marker: box})
    game.choose({"box": box}, dice=[1] * 4)
    assert owed(game) == loss


@pytest.mark.parametrize("nation", NAVY_FRONT)
@pytest.mark.parametrize("turn", range(1, 13))
@covers("R12-3a", "R12-3c", "R12-3d", "R12-4b", "R12-7a")
def test_every_cell_for_the_navy(turn, nation):
    box, marker = NAVY_FRONT[nation]
    row = crt_row(turn, nation)
    for hits, (grade, loss) in enumerate(row):
        printed = {"nagato": {"dice": len(row)}}
        game = combat({"nagato": f"{box} active"}, {marker: box}, turn, printed=printed)
        game.choose({"box": box}, dice=faces(hits, len(row)))
        assert game.gp == {"army": 0, "navy": GP[grade]}
        assert game.marker(marker) == box
        if loss == "DR":
            assert (game.total, game.phase) == (600, "convoy")
        else:
            assert owed(game) == int(loss) * 2


@pytest.mark.parametrize(
    ("marker", "route", "nation"),
    [
        ("N", ["solomons", "marshalls", "marianas", "bonins"], "us"),
        ("B", ["east_new_guinea", "philippines", "taiwan_okinawa"], "us"),
        ("D", ["aleutians", "north_kuriles", "hokkaido"], "us"),
        ("C", ["akyab", "rangoon", "java"], "uk"),
        ("I", ["mandalay", "rangoon", "java"], "uk"),
        ("Ch", ["hunan"], "cn"),
    ],
)
@covers("R12-4c", "R12-4d", "R12-4i", "R4-0j", "A-15", "A-55")
def test_retreat_toward_the_own_base(marker, route, nation):
    turn = 7 if nation == "cn" else 5  # no retreat in China before turn 7
    hits = next(n for n, cell in enumerate(crt_row(turn, nation)) if cell[1] == "DR")
    for box, behind in zip(route, ["base", *route], strict=False):
        units = {"army_01": f"{box} active"}
        if behind != "base":  # what stands there does not matter
            units |= {"army_02": behind, "fd_1": behind}
        game = combat(units, {marker: box}, turn, printed={"army_01": {"dice": hits}})
        game.choose({"box": box}, dice=[6] * hits + [1])
        assert game.marker(marker) == behind


@covers("R12-1b", "R12-4f", "R12-4g", "A-16")
def test_two_markers_retreat_together_where_their_routes_are_one():
    game = combat({"army_12": "java active"}, {"C": "java", "I": "java"})
    game.choose({"box": "java"}, dice=[6, 6, 1, 1, 6])
    assert (game.marker("C"), game.marker("I")) == ("rangoon", "rangoon")
    assert game.gp["army"] == 1 + 6


@covers("A-10")
def test_markers_of_two_nations_never_share_a_box(tmp_path):
    changed = variant(tmp_path, ("en: Chittagong, nation: uk", "en: Chittagong, nation: us"))
    with pytest.raises(ScenarioError, match=r"java|rangoon"):
        load(changed)


@covers("R12-1a", "R12-1d", "R12-1g", "A-56")
def test_all_of_the_navy_first_in_any_order():
    markers = {"N": "solomons", "C": "rangoon", "B": "philippines"}
    units = {"nagato": "solomons active", "cl_1": "rangoon active", "cl_2": "bonins active"}
    units |= {"myoko": "philippines", "army_01": "rangoon active", "army_02": "philippines active"}
    game = combat(units, markers)
    assert game.actor == "navy"
    assert game.choices() == [{"box": "solomons"}, {"box": "rangoon"}]
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"pool": 30})
    assert (game.actor, game.choices()) == ("navy", [{"box": "solomons"}])
    game.choose({"box": "solomons"}, dice=[1])
    game.play({"pool": 100})
    assert game.actor == "army"
    assert game.choices() == [{"box": "philippines"}, {"box": "rangoon"}]


@covers("R12-2d", "R12-1c", "A-58", "R12-1f")
def test_all_active_units_of_the_service_fight():
    units = {"nagato": "solomons active", "dd_1": "solomons", "naf_1": "solomons"}
    game = combat(units | {"myoko": "solomons", "cl_2": "marshalls active"}, {"N": "solomons"})
    game.choose({"box": "solomons"}, dice=[1, 1, 1])
    assert [len(roll) for roll in rolls(game, "combat")] == [3]


@covers("R12-2c", "RFAQ-3a")
def test_damage_does_not_weaken():
    game = combat({"army_07": "mandalay active damaged"}, {"I": "mandalay"})
    game.choose({"box": "mandalay"}, dice=[6, 1, 1, 1])
    assert owed(game) == 15


@pytest.mark.parametrize(
    ("turn", "face", "loss"), [(5, 4, 30), (5, 5, 15), (5, 6, 15), (11, 4, 60), (11, 5, 50)]
)
@covers("R12-2a")
def test_fives_and_sixes_hit(turn, face, loss):
    game = combat({"army_07": "mandalay active"}, {"I": "mandalay"}, turn)
    game.choose({"box": "mandalay"}, dice=[face, 1, 2, 3])
    assert owed(game) == loss


@pytest.mark.parametrize(
    ("ships", "dice", "stack", "loss"),
    [
        (["shokaku"], [4], False, 15),
        (["shokaku"], [3], False, 30),
        (["cvl"], [4], False, 15),
        (["nagato"], [4], False, 30),
        (["shokaku", "nagato"], [4, 4], False, 15),  # one carrier, one die
        (["shokaku", "cvl", "nagato"], [4, 4, 5], False, 0),  # three hits: D/DR
        (["shokaku", "cvl"], [4, 3], False, 15),
        (["shokaku", "cvl"], [3, 1], False, 30),
        (["shokaku", "cvl"], [3, 1], True, 15),
        (["shokaku", "cvl"], [4, 4], True, 0),  # the 4s first: two hits, E/DR
        (["shokaku", "cvl"], [3, 4], True, 15),
        (["shokaku", "cvl"], [2, 1], True, 30),
    ],
)
@covers("R12-6-1a", "R3-1g", "A-18")
def test_carriers_change_one_die_each(ships, dice, stack, loss):
    units = {ship: "rangoon active" for ship in ships} | {"fd_1": "rangoon"}
    game = combat(units, {"C": "rangoon"}, rulings={"stack_die_modifiers": stack})
    if len(ships) == 1:
        game.choose({"box": "rangoon"}, dice=dice)
    else:
        game.play({"box": "rangoon"}, {"request": False})
        game.choose({"end": True}, dice=dice)
    assert (owed(game) if game.decision == "pay" else 0) == loss


@covers("R12-6-2a", "R12-6-2b", "N-13", "A-13", "R12-5k")
def test_army_aircraft_are_worn_before_the_loss_is_paid():
    units = {"army_07": "mandalay active", "fd_1": "mandalay", "fd_2": "mandalay damaged"}
    game = combat(units, {"I": "mandalay"})
    game.choose({"box": "mandalay"}, dice=[6, 1, 1, 1, 1, 1])
    assert owed(game) == 15
    assert (game.damage("fd_1"), game.box("fd_2")) == (1, "pool")
    assert payers(game) == {"army_07"}


@pytest.mark.parametrize(
    ("units", "box", "marker", "loss"),
    [
        ({"army_01": "active", "nagato": ""}, "rangoon", "C", 60),
        ({"army_01": "active", "myoko": "damaged"}, "rangoon", "C", 60),
        ({"army_01": "active"}, "mandalay", "I", 30),
        ({"fd_1": ""}, "rangoon", "C", 60),
        ({"fd_1": ""}, "akyab", "C", 30),
    ],
)
@covers("R12-7a", "R12-7b", "R12-7c", "R12-7d")
def test_the_army_alone(units, box, marker, loss):
    game = combat({u: f"{box} {state}".strip() for u, state in units.items()}, {marker: box})
    game.choose({"box": box}, dice=[1] * (4 if "army_01" in units else 1))
    assert owed(game) == loss


@pytest.mark.parametrize(("naf", "army_loss"), [("rangoon", 30), ("rangoon damaged", 60)])
@covers("R12-7b", "A-14")
def test_aloneness_is_judged_at_each_combat(naf, army_loss):
    game = combat({"naf_1": naf, "army_01": "rangoon active"}, {"C": "rangoon"})
    game.choose({"box": "rangoon"}, dice=[1])
    assert owed(game) == 30  # the army is there
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1, 1, 1, 1])
    assert owed(game) == army_loss  # the worn-out aircraft has gone


@covers("A-14", "R12-7b", "N-23")
def test_a_navy_paid_away_leaves_the_army_alone():
    game = combat({"dd_1": "rangoon damaged", "army_01": "rangoon active"}, {"C": "rangoon"})
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"damage": "dd_1"})
    game.choose({"box": "rangoon"}, dice=[1] * 4)
    assert owed(game) == 60


@pytest.mark.parametrize("opens", [True, False])
@covers("A-15", "N-15", "R12-1a")
def test_a_retreat_opens_a_battle(opens):
    units = {"army_09": "akyab active", "army_10": "rangoon active", "naf_1": "akyab"}
    options = {} if opens else {"rulings": {"retreat_opens_battle": False}}
    game = combat(units, {"C": "rangoon"}, **options)
    game.choose({"box": "rangoon"}, dice=[6, 6, 1, 1, 2])
    assert game.marker("C") == "akyab"
    if opens:
        assert (game.actor, game.choices()) == ("army", [{"box": "akyab"}])
        game.choose({"box": "akyab"}, dice=[6, 6, 1, 1, 2])
        assert game.marker("C") == "base"
    assert game.phase == "convoy"
    assert game.damage("naf_1") == 0  # the navy's step is not reopened


@covers("A-15", "N-15", "R12-1a")
def test_a_box_already_fought_is_not_fought_again():
    units = {"army_10": "rangoon active", "army_12": "java active"}
    game = combat(units, {"C": "rangoon", "I": "java"})
    game.choose({"box": "rangoon"}, dice=[6, 6, 1, 1, 2])
    game.choose({"box": "java"}, dice=[6, 6, 1, 1, 2])
    assert (game.marker("C"), game.marker("I")) == ("akyab", "rangoon")
    assert game.phase == "convoy"


FLEET = {"shokaku": "rangoon active", "nagato": "rangoon active", "naf_1": "rangoon"}


def support(supporters, navy_dice, asked=True, **options):
    """Shokaku, Nagato, aircraft and an army against C in Rangoon; the navy's roll is made."""
    units = FLEET | {"army_10": "rangoon active"}
    game = combat(units, {"C": "rangoon"}, **options)
    game.play({"box": "rangoon"})
    assert (game.decision, game.actor) == ("support_request", "army")
    game.play({"request": asked})
    assert (game.decision, game.actor) == ("support", "navy")
    game.play(*[{"unit": unit} for unit in supporters])
    game.choose({"end": True}, dice=navy_dice)
    return game


@pytest.mark.parametrize("asked", [True, False])
@covers("R12-8b", "R12-8c", "R12-8-1a", "R12-8-1b", "R12-8-1c", "R12-8-1e", "A-41", "N-14")
def test_support_adds_dice_and_modifiers(asked):
    game = support(["shokaku"], [4, 1], asked)  # without the carrier the 4 is no hit
    assert owed(game) == 30
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[4, 1, 1, 1, 1])
    assert (owed(game), game.actor) == (15, "army")
    assert game.gp == {"army": 1, "navy": 1}


@covers("R12-8-1d", "R12-5d", "A-12", "A-63", "RFAQ-4a")
def test_the_army_may_damage_its_supporters_only():
    game = support(["nagato"], [1, 1])
    assert payers(game) == {"shokaku"}
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1] * 5)
    assert payers(game) == {"army_10", "nagato"}
    game.play({"damage": "nagato"}, {"pool": 10})
    assert (game.damage("nagato"), game.total) == (1, 560)


@covers("A-12", "R12-8b", "R12-5d")
def test_of_two_alike_only_the_lent_one_pays_for_the_army():
    units = {"dd_1": "rangoon", "dd_2": "rangoon", "army_10": "rangoon active"}
    game = combat(units, {"C": "rangoon"})
    game.play({"box": "rangoon"}, {"request": True}, {"unit": "dd_1"})
    game.choose({"end": True}, dice=[1])
    assert payers(game) == {"dd_2"}
    game.play({"damage": "dd_2"})
    game.choose({"box": "rangoon"}, dice=[1] * 5)
    assert payers(game) == {"army_10", "dd_1"}


@covers("N-14", "R12-6-2a", "R12-8b")
def test_supporting_aircraft_are_worn_in_the_armys_combat():
    game = support(["naf_1"], [1, 1])
    assert game.damage("naf_1") == 0
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1] * 5)
    assert game.damage("naf_1") == 1


@covers("R12-8c", "R12-8-1f", "R12-1f", "R12-7b", "A-14")
def test_at_least_one_navy_unit_fights_and_prevents_doubling():
    game = support(["nagato", "naf_1"], [1])
    assert owed(game) == 30
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1] * 6)
    assert owed(game) == 30


@covers("R12-8c", "R12-8e")
def test_without_support_everybody_fights_for_the_own_service():
    game = support([], [5, 1, 1])
    assert owed(game) == 15
    game.play({"pool": 15})
    game.choose({"box": "rangoon"}, dice=[1] * 4)
    assert game.decision == "pay"
