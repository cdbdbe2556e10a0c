"""Talk: what a word in force forbids with talk="binding", and with nothing else."""

from __future__ import annotations

import pytest

from glory_env.games.glory import state as st
from tests.rules.common import END, sea
from tests.rules.talking import (
    ACCEPT,
    CHINA,
    COUNTER,
    NO,
    RANGOON,
    SAIL,
    WALK,
    YES,
    agree,
    ask,
    ends,
    next_turn,
    other,
    promised,
    say,
    state,
    talks,
    write,
)

LOOSE = pytest.mark.parametrize("talk", ["cheap", "binding"])


def legal(game, *choices):
    return [game.is_legal(choice) for choice in choices]


def test_binding_without_a_word_forbids_nothing():
    for talk in ("off", "cheap", "binding"):
        game = position_after_agreement(talk)
        ends(game, 3)
        game.play(sea("army_01", "hokkaido"), YES)
        assert legal(game, {"refuse": True}, {"unit": "dd_1"}) == [True, True]


def position_after_agreement(talk, *lines):
    game = talks("navy", talk, units=SAIL) if talk != "off" else talks("navy", "off", units=SAIL)
    if talk == "off":
        game.play({"army": 100, "navy": 100}, ACCEPT)
    else:
        agree(game, *lines)
    return game


# --- escort --------------------------------------------------------------------------------
@LOOSE
@pytest.mark.parametrize("speaker", ["army", "navy"])
def test_escort_forbids_a_refusal(talk, speaker):
    line = say("escort") if speaker == "navy" else ask("navy", "escort")
    game = promised(speaker, line, talk=talk, units=SAIL)
    ends(game, 3)
    game.play(sea("army_01", "hokkaido"), YES)
    assert legal(game, {"unit": "dd_1"}, {"refuse": True}) == [True, talk == "cheap"]


@LOOSE
def test_escort_forbids_nothing_in_the_next_turn(talk):
    game = promised("navy", say("escort"), talk=talk, units=SAIL | {"army_01": "homeland"},
                    markers=CHINA, production="navy_first")  # fmt: skip
    next_turn(game, "navy")
    agree(game)
    assert state(game, "escort", "navy") == "kept"
    game.play(END, {"unit": "army_01"}, END, END, sea("army_01", "hokkaido"), YES)
    assert game.is_legal({"refuse": True})


# --- support -------------------------------------------------------------------------------
FLEET = {"nagato": "rangoon active", "dd_1": "rangoon", "cl_1": "rangoon active"}


@LOOSE
@pytest.mark.parametrize("request_first", [YES, NO])
def test_support_forbids_to_end_before_one_is_lent(talk, request_first):
    units = FLEET | {"army_10": "rangoon active"}
    game = promised("navy", say("support", box="rangoon"), talk=talk, units=units, **RANGOON)
    ends(game, 4)
    game.play({"box": "rangoon"}, request_first)
    assert game.is_legal(END) is (talk == "cheap")
    game.play({"unit": "dd_1"})
    assert legal(game, END, {"unit": "cl_1"}) == [True, True]


def test_support_is_about_its_box():
    units = {**FLEET, "army_10": "rangoon active"} | {
        "ise": "philippines active", "dd_2": "philippines", "army_11": "philippines active",
    }  # fmt: skip
    markers = {"C": "rangoon", "B": "philippines"}
    line = say("support", box="rangoon")
    game = promised("navy", line, talk="binding", units=units, markers=markers)
    ends(game, 4)
    game.play({"box": "philippines"}, NO)
    assert game.is_legal(END)


# --- own losses ----------------------------------------------------------------------------
@LOOSE
@pytest.mark.parametrize(
    ("ships", "limit"), [(["nagato"], 20), (["nagato", "ise"], 10), (["cl_1"], 40), (["naf_1"], 60)]
)
def test_own_losses_forbids_more_from_the_total_than_need_be(talk, ships, limit):
    """60 are owed; what the ships can absorb is not to be paid from the total."""
    units = {ship: "rangoon" if ship == "naf_1" else "rangoon active" for ship in ships}
    units |= {"ise": "homeland"} if "ise" not in ships else {}
    game = promised("navy", say("own_losses"), talk=talk, units=units, **RANGOON)
    ends(game, 4)
    game.choose({"box": "rangoon"}, dice=[1] * len(ships))
    amounts = [choice["pool"] for choice in game.choices() if "pool" in choice]
    assert max(amounts) == (limit if talk == "binding" else 60)
    assert min(amounts) <= limit
    if ships != ["naf_1"]:
        assert game.is_legal({"damage": ships[0]})
    game.play({"pool": max(amounts)})
    while game.decision == "pay":
        game.play(game.choices()[0])
    kept = talk == "binding" or limit == 60
    assert state(game, "own_losses", "navy") == ("kept" if kept else "broken")


def test_own_losses_after_a_damage():
    """20 are left for the total, whatever has been paid by damage before it is named."""
    game = promised("navy", say("own_losses"), talk="binding", units={"nagato": "rangoon active"},
                    **RANGOON)  # fmt: skip
    ends(game, 4)
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"damage": "nagato"})
    amounts = [choice["pool"] for choice in game.choices() if "pool" in choice]
    assert max(amounts) == 20
    while game.decision == "pay":
        game.play(game.choices()[-1])
    assert state(game, "own_losses", "navy") == "kept"


def test_own_losses_binds_its_speaker_alone():
    units = FLEET | {"army_10": "rangoon active"}
    game = promised("army", say("own_losses"), talk="binding", units=units, **RANGOON)
    ends(game, 4)
    game.play({"box": "rangoon"}, NO)
    game.choose(END, dice=[1] * 3)
    assert game.is_legal({"pool": 30})
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1] * 4)
    assert legal(game, {"pool": 10}, {"pool": 15}) == [True, False]


# --- use -----------------------------------------------------------------------------------
@LOOSE
@pytest.mark.parametrize("seat", ["army", "navy"])
def test_use_forbids_to_end_with_less(talk, seat):
    names = {"army": ["army_01", "army_02"], "navy": ["nagato", "ise"]}[seat]
    amount = {"army": 45, "navy": 30}[seat]
    units = dict.fromkeys(names, "homeland")
    game = promised(seat, say("use", amount=amount), talk=talk, units=units)
    if seat == "army":
        assert game.is_legal(END)
        game.play(END)
    for unit in names:
        assert game.is_legal(END) is (talk == "cheap")
        game.play({"unit": unit})
    assert game.is_legal(END)


def test_use_ends_where_nothing_is_affordable():
    units = {"ise": "homeland", "cl_1": "homeland", "myoko": "homeland"}  # 20, 10, 15
    game = promised("navy", say("use", amount=30), talk="binding", units=units, navy=30)
    assert not game.is_legal(END)
    game.play({"unit": "myoko"}, {"unit": "cl_1"})
    assert game.choices() == [END]
    game.play(END)
    assert state(game, "use", "navy") == "broken"  # it could have kept it
    game = promised("navy", say("use", amount=40), talk="binding", units=units, navy=15)
    assert game.is_legal(END)  # void: more than the share


# --- civil ---------------------------------------------------------------------------------
def civil_parts(game):
    """Civil amounts of the legal splits."""
    grid_total = game.total - game.total % int(game.record.opt_grid)
    return {grid_total - c["army"] - c["navy"] for c in game.choices()}


def after_civil(amount, talk="binding", opener="army", seat="army", **values):
    values = {"markers": CHINA, "production": "navy_first", "grid": 5, **values}
    game = promised(seat, say("civil", amount=amount), talk=talk, **values)
    return next_turn(game, opener)


@LOOSE
def test_civil_forbids_less_in_the_next_first_offer(talk):
    game = after_civil(150, talk, grid=25)
    game.play(END)
    assert min(civil_parts(game)) == (150 if talk == "binding" else 0)
    game.play({"army": 25, "navy": 250})
    assert state(game, "civil", "army") == "kept"
    game.play(COUNTER, END)
    assert min(civil_parts(game)) == 0  # the other seat
    game.play({"army": 25, "navy": 250}, COUNTER, END)
    assert min(civil_parts(game)) == 0  # the second offer


def test_civil_with_a_remainder_off_the_grid():
    """Of 430, 425 are on the grid and 5 are civil whatever is offered."""
    game = after_civil(150, total=500, grid=50)
    game.play(END)
    splits = {430 - c["army"] - c["navy"] for c in game.choices()}
    assert game.total == 430
    assert min(splits) == 180
    assert not {c for c in splits if c < 150}


def test_civil_above_the_total_forbids_nothing():
    game = after_civil(435)
    game.play(END)
    assert game.is_legal({"army": 430, "navy": 0})


def test_civil_in_an_offer_named_after_a_deadlock():
    game = after_civil(150, opener="navy", deadlock="lot")
    write(game)
    game.play(WALK)
    assert legal(game, {"army": 285, "navy": 0}, {"army": 280, "navy": 0}) == [False, True]


# --- build ---------------------------------------------------------------------------------
YARD = {"dd_7": "pool", "dd_8": "track 2", "army_16": "pool", "unryu": "pool"}


def building(*lines, talk, seat="navy", **values):
    values = {"units": YARD, "production": "navy_first", **values}
    game = promised(seat, *lines, talk=talk, **values)
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6])
    return game


START_DD, START_CV = {"start": "DD", "counter": "dd_7"}, {"start": "CV", "counter": "unryu"}
ADVANCE_DD, GROUND = {"advance": "dd_8"}, {"start": "ground", "counter": "army_16"}


@LOOSE
@pytest.mark.parametrize("choice", [START_DD, ADVANCE_DD])
def test_build_forbids_all_but_its_row(talk, choice):
    game = building(say("build", kind="DD"), talk=talk)
    loose = talk == "cheap"
    expected = [True, True, loose, loose, loose]
    assert legal(game, START_DD, ADVANCE_DD, START_CV, GROUND, END) == expected
    game.play(choice)
    assert legal(game, START_CV, GROUND, END) == [True, True, True]


def test_two_rows_promised():
    game = building(say("build", kind="DD"), say("build", kind="CV"), talk="binding")
    assert legal(game, START_DD, START_CV, GROUND, END) == [True, True, False, False]
    game.play(START_CV)
    assert legal(game, START_DD, ADVANCE_DD, GROUND, END) == [True, True, False, False]
    game.play(START_DD)
    assert legal(game, GROUND, END) == [True, True]


def test_build_that_is_impossible_forbids_nothing():
    game = building(say("build", kind="DD"), talk="binding", army=250, navy=220)
    assert legal(game, START_DD, START_CV, GROUND, END) == [False, True, True, True]


def test_build_binds_its_speaker_alone():
    game = building(say("build", kind="DD"), talk="binding", seat="army")
    assert legal(game, START_CV, GROUND, END) == [True, True, True]
    game.play(END)
    assert legal(game, START_DD, START_CV, END) == [True, False, False]


# --- large convoys -------------------------------------------------------------------------
@LOOSE
@pytest.mark.parametrize("asked", [YES, NO])
def test_large_convoys_forbids_to_leave_the_method(talk, asked):
    game = promised("army", ask("navy", "large_convoys"), talk=talk)
    ends(game, 4)
    game.play(asked)
    assert legal(game, {"large": True}, {"large": False}) == [True, talk == "cheap"]


# --- no grab, no turn 13 -------------------------------------------------------------------
@LOOSE
@pytest.mark.parametrize("seat", ["army", "navy"])
@pytest.mark.parametrize("named", [False, True])
def test_no_grab_forbids_more_than_half(talk, seat, named):
    """Of 430 in the next turn, with one line of offers or an offer named after a deadlock."""
    game = promised(seat, say("no_grab"), talk=talk, markers=CHINA, production="navy_first",
                    deadlock="lot")  # fmt: skip
    next_turn(game, other(seat) if named else seat)
    if named:
        write(game)
        game.play(WALK)
    else:
        game.play(END)
    assert (game.decision, game.actor) == ("offer", seat)
    more, half = {seat: 220, other(seat): 0}, {seat: 215, other(seat): 0}
    assert legal(game, half, more) == [True, talk == "cheap"]
    assert game.is_legal({seat: 0, other(seat): 430})
    for choice in ({seat: 215, other(seat): 215}, {seat: 220, other(seat): 210}):
        assert game.is_legal(choice) is (talk == "cheap" or choice[seat] == 215)


def test_no_grab_and_civil_together():
    game = promised("navy", say("no_grab"), say("civil", amount=100), talk="binding",
                    markers=CHINA, production="navy_first", grid=5)  # fmt: skip
    next_turn(game, "navy")
    game.play(END)
    for army, navy, allowed in ((115, 215, True), (330, 0, True), (110, 220, False),
                                (120, 215, False), (0, 215, True)):  # fmt: skip
        assert game.is_legal({"army": army, "navy": navy}) is allowed


@LOOSE
def test_no_turn_13_forbids_to_declare(talk):
    game = promised("army", say("no_turn_13"), talk=talk, turn=12, gp=(0, 30),
                    markers={"D": "hokkaido", **CHINA}, production="navy_first")  # fmt: skip
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6])
    ends(game, 2)
    assert game.decision == "turn_13"
    assert legal(game, {"declare": False}, {"declare": True}) == [True, talk == "cheap"]


# --- what is never bound -------------------------------------------------------------------
@pytest.mark.parametrize("statement", ["present", "away"])
def test_present_and_away_forbid_nothing(statement):
    game = promised("navy", say(statement, box="rangoon"), talk="binding",
                    units={"nagato": "rangoon", "dd_1": "homeland"}, **RANGOON)  # fmt: skip
    assert legal(game, END, {"unit": "nagato"}) == [True, True]
    ends(game, 2)
    assert legal(game, END, {"unit": "dd_1", "to": "rangoon"}) == [True, True]


def test_threats_forbid_nothing():
    units = SAIL | {"nagato": "rangoon active"}
    game = talks("navy", "binding", units=units, **RANGOON)
    write(game, say("threat_walk"), say("threat_escorts"))
    game.play(COUNTER)
    write(game)
    assert legal(game, ACCEPT, COUNTER, WALK) == [True, True, True]
    game.play(COUNTER)
    write(game, say("threat_pool"))
    game.play(WALK)
    ends(game, 3)
    game.play(sea("army_01", "hokkaido"), YES)
    assert legal(game, {"unit": "dd_1"}, {"refuse": True}) == [True, True]
    game.choose({"unit": "dd_1"}, dice=[6])
    game.play(END)
    game.choose({"box": "rangoon"}, dice=[1])
    assert legal(game, {"pool": 60}, {"damage": "nagato"}) == [True, True]
    assert int(game.record.opt_talk) == st.BINDING


# --- what may be broken all the same -------------------------------------------------------
def fleet_elsewhere(talk):
    units = {"nagato": "homeland active", "dd_1": "homeland", "army_10": "rangoon active"}
    line = say("support", box="rangoon")
    game = promised("navy", line, talk=talk, units=units, **RANGOON)
    ends(game, 4)
    return game


def spent_on_smaller_ships(talk):
    units = {"ise": "homeland", "cl_1": "homeland", "myoko": "homeland"}  # 20, 10, 15
    game = promised("navy", say("use", amount=30), talk=talk, units=units, navy=30)
    game.play({"unit": "myoko"}, {"unit": "cl_1"}, END)
    return game


def built_the_other_row(talk):
    """40 are civil: enough for one of the two."""
    lines = [say("build", kind="CV"), say("build", kind="DD")]
    game = building(*lines, talk=talk, army=250, navy=210)
    game.play(START_CV, END)
    game.choose(END, dice=[1, 1])
    return game


@LOOSE
@pytest.mark.parametrize(
    ("statement", "played"),
    [("support", fleet_elsewhere), ("use", spent_on_smaller_ships), ("build", built_the_other_row)],
)
def test_a_binding_word_is_broken_where_an_earlier_choice_left_no_other(talk, statement, played):
    """Nothing was masked in time: only the choice that breaks it at once is forbidden."""
    assert state(played(talk), statement, "navy") == "broken"
