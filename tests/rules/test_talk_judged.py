"""Talk: what becomes of each statement that is in force."""

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
    became,
    checked_count,
    ends,
    expect,
    next_turn,
    promised,
    promises,
    say,
    state,
    still_open,
    talks,
    tally,
    write,
)


# --- escort --------------------------------------------------------------------------------
def sailing(*lines, seat="navy", requests=1, refused=(), **values):
    """The army's sea moves of a turn; `refused`: numbers of the requests refused."""
    game = promised(seat, *lines, units=SAIL | {"dd_2": "homeland"}, **values)
    ends(game, 3)
    for k in range(requests):
        game.play(sea(f"army_0{k + 1}", "hokkaido"), YES)
        if k in refused:
            game.play({"refuse": True})
            return game
        game.choose({"unit": f"dd_{k + 1}"}, dice=[6])
    still_open(game, lines[0].get("say") or lines[0]["for"], "navy")
    game.play(END)
    return game


@pytest.mark.parametrize("requests", [0, 1, 2])
def test_escort_is_kept_if_none_was_refused(requests):
    game = sailing(say("escort"), requests=requests)
    assert game.phase == "convoy"
    expect(game, "escort", "navy", "kept")


@pytest.mark.parametrize("refused", [0, 1])
def test_escort_is_broken_by_a_refusal(refused):
    game = sailing(say("escort"), requests=2, refused=[refused])
    expect(game, "escort", "navy", "broken")
    game.choose({"sail": True}, dice=[6])
    assert promises(game) == []
    game.play(END)
    assert promises(game) == []


def test_escort_asked_for_is_the_navys_word():
    game = sailing(ask("navy", "escort"), seat="army", refused=[0])
    expect(game, "escort", "navy", "broken")
    assert tally(game, "escort", "army") == {"asked": 1}


# --- support -------------------------------------------------------------------------------
FLEET = {"nagato": "rangoon active", "dd_1": "rangoon", "army_10": "rangoon active"}
SUPPORT = say("support", box="rangoon")


def to_combat(*lines, seat="navy", units=None, **values):
    game = promised(seat, *lines, units=units or FLEET, **{**RANGOON, **values})
    ends(game, 4)
    return game


@pytest.mark.parametrize("request_first", [YES, NO])
@pytest.mark.parametrize(("lent", "outcome"), [(["dd_1"], "kept"), ([], "broken")])
def test_support_is_judged_when_lending_ends(request_first, lent, outcome):
    game = to_combat(SUPPORT)
    assert game.phase == "combat"
    game.play({"box": "rangoon"}, request_first, *[{"unit": unit} for unit in lent])
    if game.decision == "support":
        still_open(game, "support", "navy")
        game.choose(END, dice=[1] * (2 - len(lent)))
    expect(game, "support", "navy", outcome)
    assert int(game.record.log_support_asked[5]) == (request_first is YES)


def test_support_is_void_without_the_army():
    game = to_combat(SUPPORT, units=FLEET | {"army_10": "rangoon"})
    expect(game, "support", "navy", "void")


def test_support_with_a_single_ship_is_broken():
    units = {"dd_1": "rangoon", "nagato": "homeland", "army_10": "rangoon active"}
    game = to_combat(SUPPORT, units=units)
    expect(game, "support", "navy", "broken")


def test_support_when_the_navy_stayed_away_is_broken():
    units = {"nagato": "homeland active", "dd_1": "homeland", "army_10": "rangoon active"}
    game = to_combat(SUPPORT, units=units)
    expect(game, "support", "navy", "broken")


# --- present, away -------------------------------------------------------------------------
@pytest.mark.parametrize("seat", ["army", "navy"])
@pytest.mark.parametrize(
    ("statement", "there", "outcome"),
    [
        ("present", True, "kept"), ("present", False, "broken"),
        ("away", True, "broken"), ("away", False, "kept"),
    ],
)  # fmt: skip
def test_present_and_away(seat, statement, there, outcome):
    unit = {"army": "army_10", "navy": "nagato"}[seat]
    game = promised(seat, say(statement, box="rangoon"), units={unit: "rangoon"}, **RANGOON)
    ends(game, seat == "army")
    if there:
        game.play({"unit": unit})
    ends(game, 3 - (seat == "army"))
    still_open(game, statement, seat)
    game.play(END)
    expect(game, statement, seat, outcome)


@pytest.mark.parametrize(("share", "outcome"), [(30, None), (40, None), (35, None), (0, "void")])
def test_present_is_void_where_no_unit_can_come(share, outcome):
    """A ship at home costs 20, one in the contested box 40."""
    game = talks("navy", units={"nagato": "homeland"}, **RANGOON)
    agree(game, say("present", box="rangoon"), navy=share)
    assert became(game, "present", "navy") == (["open", outcome] if outcome else ["open"])
    checked_count(game)


@pytest.mark.parametrize(("share", "outcome"), [(35, "void"), (40, "open")])
def test_present_is_void_where_the_unit_there_is_too_dear(share, outcome):
    game = talks("navy", units={"nagato": "rangoon"}, **RANGOON)
    agree(game, say("present", box="rangoon"), navy=share)
    assert became(game, "present", "navy")[-1] == outcome


def test_what_the_speaker_spends_elsewhere_is_no_excuse():
    units = {"nagato": "rangoon", "ise": "homeland"}
    game = promised("navy", say("present", box="rangoon"), units=units, navy=40, **RANGOON)
    game.play({"unit": "ise"})
    ends(game, 4)
    expect(game, "present", "navy", "broken")


def test_aircraft_count_as_present():
    game = promised("navy", say("present", box="rangoon"), units={"naf_1": "homeland"}, **RANGOON)
    ends(game, 2)
    game.play({"unit": "naf_1", "to": "rangoon"})
    ends(game, 2)
    expect(game, "present", "navy", "kept")


# --- own losses ----------------------------------------------------------------------------
def paying(units, *parts, line=None, dice=1):
    """Losses of 60 in Rangoon (turn 5, no hits, alone); parts: what pays them."""
    game = to_combat(line or say("own_losses"), units=dict.fromkeys(units, "rangoon active"))
    game.choose({"box": "rangoon"}, dice=[1] * dice)
    for part in parts:
        game.play({"pool": part} if isinstance(part, int) else {"damage": part})
    return game


@pytest.mark.parametrize(
    ("ships", "limit"),
    [(["nagato"], 20), (["cl_1"], 40), (["nagato", "ise"], 10), (["yamato"], 10), (["dd_1"], 10)],
)
def test_the_most_that_keeps_own_losses(ships, limit):
    game = paying(ships, dice=len(ships))
    assert int(game.record.pay_limit) == limit
    game.play({"pool": limit})
    while game.decision == "pay":
        game.play(game.choices()[0])
    expect(game, "own_losses", "navy", "kept")
    game = paying(ships, dice=len(ships))
    game.play({"pool": limit + 5})
    while game.decision == "pay":
        game.play(game.choices()[0])
    expect(game, "own_losses", "navy", "broken")


def test_own_losses_without_a_payment_is_kept():
    game = to_combat(say("own_losses"), units={"nagato": "rangoon"})
    assert game.phase == "convoy"
    expect(game, "own_losses", "navy", "kept")


def test_lent_ships_and_forts_do_not_count_for_the_army():
    """Army 30, of it 60 by its own units: with the lent ship or the fort it would be the same."""
    units = {"fd_1": "rangoon", "nagato": "rangoon active", "dd_1": "rangoon", "fort_1": "rangoon"}
    game = to_combat(say("own_losses"), seat="army", units=units)
    game.play({"box": "rangoon"}, YES, {"unit": "nagato"})
    game.choose(END, dice=[1])
    game.play({"pool": 30})
    game.choose({"box": "rangoon"}, dice=[1, 1])
    assert game.actor == "army"
    assert int(game.record.pay_limit) == 30
    game.play({"pool": 30})
    expect(game, "own_losses", "army", "kept")


def test_a_lent_ship_does_not_count_for_the_navy():
    """The cruiser can absorb 10 of the 30; the destroyers 60, but they are the army's now."""
    units = {"cl_1": "rangoon active damaged", "dd_1": "rangoon", "army_10": "rangoon active"}
    game = to_combat(say("own_losses"), units=units)
    game.play({"box": "rangoon"}, NO, {"unit": "dd_1"})
    game.choose(END, dice=[1])
    assert int(game.record.pay_limit) == 20


@pytest.mark.parametrize(("absorbers", "limit"), [("participants", 40), ("box", 10)])
def test_whose_units_can_absorb(absorbers, limit):
    units = {"cl_1": "rangoon active", "nagato": "rangoon"}
    game = to_combat(say("own_losses"), units=units, rulings={"absorbers": absorbers})
    game.choose({"box": "rangoon"}, dice=[1])
    assert int(game.record.pay_limit) == limit


def test_the_payment_of_the_other_service_is_not_judged():
    game = to_combat(say("own_losses"), seat="army")
    game.play({"box": "rangoon"}, NO)
    game.choose(END, dice=[1, 1])
    game.play({"pool": 30})
    still_open(game, "own_losses", "army")


# --- use -----------------------------------------------------------------------------------
SHIPS = {"nagato": "homeland", "cl_1": "homeland", "army_01": "homeland"}


@pytest.mark.parametrize(
    ("amount", "share", "activated", "outcome"),
    [
        (20, 100, ["nagato"], "kept"),
        (15, 100, ["nagato"], "kept"),
        (30, 100, ["nagato", "cl_1"], "kept"),
        (30, 100, ["nagato"], "broken"),
        (5, 100, [], "broken"),
        (20, 10, ["cl_1"], "void"),  # more than the share
        (20, 5, [], "void"),
        (5, 0, [], "void"),
    ],
)
def test_use(amount, share, activated, outcome):
    game = promised("navy", say("use", amount=amount), units=SHIPS, navy=share)
    if outcome == "void":  # as soon as the shares are set
        assert state(game, "use", "navy") == "void"
        return
    game.play(*[{"unit": unit} for unit in activated])
    still_open(game, "use", "navy")
    game.play(END)
    expect(game, "use", "navy", outcome)


def test_use_of_the_army():
    game = promised("navy", ask("army", "use", amount=30), units=SHIPS)
    game.play(END)
    still_open(game, "use", "army")
    game.play({"unit": "army_01"}, END)
    expect(game, "use", "army", "kept")


# --- civil ---------------------------------------------------------------------------------
def civil(amount, opener="army", seat="army", **values):
    values = {"markers": CHINA, "production": "navy_first", **values}
    return next_turn(promised(seat, say("civil", amount=amount), **values), opener)


@pytest.mark.parametrize(("navy", "outcome"), [(180, "kept"), (150, "kept"), (185, "broken")])
def test_civil_is_judged_at_the_first_offer_of_the_next_turn(navy, outcome):
    """Of 430 in the next turn."""
    game = civil(150)
    game.play(END)
    still_open(game, "civil", "army")
    game.play({"army": 100, "navy": navy})
    expect(game, "civil", "army", outcome)
    game.play(COUNTER)
    write(game)
    game.play(COUNTER)
    assert write(game, army=400, navy=30) == []


def test_civil_of_who_does_not_open():
    game = civil(150, opener="navy")
    write(game)
    still_open(game, "civil", "army")
    game.play(COUNTER)
    write(game, army=300)
    expect(game, "civil", "army", "broken")


def test_civil_is_void_without_an_own_offer():
    game = civil(150, opener="navy")
    write(game)
    game.play(ACCEPT)
    expect(game, "civil", "army", "void")


@pytest.mark.parametrize(("rule", "outcome"), [("lot", "broken"), ("zero", "void")])
def test_civil_in_an_offer_named_after_a_deadlock(rule, outcome):
    game = civil(150, opener="navy", deadlock=rule)
    write(game)
    game.play(WALK)
    if rule == "lot":
        assert (game.decision, game.actor) == ("offer", "army")
        game.choose({"army": 430, "navy": 0}, dice=[1])
    expect(game, "civil", "army", outcome)


@pytest.mark.parametrize(("amount", "outcome"), [(430, "broken"), (435, "void"), (500, "void")])
def test_civil_is_void_when_the_total_has_fallen_below_it(amount, outcome):
    game = civil(amount)
    write(game)
    assert state(game, "civil", "army") == outcome
    checked_count(game)


# --- build ---------------------------------------------------------------------------------
YARD = {"dd_7": "pool", "dd_8": "track 2", "army_16": "pool", "unryu": "pool"}


def building(*lines, seat="navy", **values):
    values = {"units": YARD, "production": "navy_first", "turn": 5, **values}
    game = promised(seat, *lines, **values)
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6])
    assert game.phase == "production"
    return game


@pytest.mark.parametrize("choice", [{"start": "DD", "counter": "dd_7"}, {"advance": "dd_8"}])
def test_build_is_kept_by_a_start_or_an_advance(choice):
    game = building(say("build", kind="DD"))
    game.play({"start": "CV", "counter": "unryu"})
    still_open(game, "build", "navy")
    game.play(choice)
    expect(game, "build", "navy", "kept")
    assert int(game.record.log_built[5, st.NAVY]) == (1 << st.ROW_DD | 1 << st.ROW_CV)


def test_build_is_broken_by_a_pass_while_it_could():
    game = building(say("build", kind="DD"))
    game.play(END)
    expect(game, "build", "navy", "broken")


def test_build_is_void_without_the_tonnage():
    game = building(say("build", kind="DD"), navy=390, army=100)
    game.play(END)
    still_open(game, "build", "navy")
    game.choose(END, dice=[1, 1])
    expect(game, "build", "navy", "void")


def test_build_by_the_other_seat_does_not_keep_it():
    game = building(say("build", kind="CV"), seat="army")
    game.play({"start": "CV", "counter": "unryu"}, END)
    still_open(game, "build", "army")
    game.choose(END, dice=[1, 1])
    expect(game, "build", "army", "void")


# --- large convoys -------------------------------------------------------------------------
@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize(("large", "outcome"), [(True, "kept"), (False, "broken")])
def test_large_convoys(asked, large, outcome):
    game = promised("army", ask("navy", "large_convoys"), production="navy_first")
    ends(game, 4)
    game.play({"request": asked})
    still_open(game, "large_convoys", "navy")
    game.choose({"large": large}, dice=[6])
    expect(game, "large_convoys", "navy", outcome)
