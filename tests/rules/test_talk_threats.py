"""Talk: the statements about the whole game, the threats, and what ends early."""

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


# --- no grab, no turn 13 -------------------------------------------------------------------
@pytest.mark.parametrize(("army", "broken"), [(215, False), (220, True)])
def test_no_grab_is_about_more_than_half_of_the_total(army, broken):
    game = next_turn(
        promised("army", say("no_grab"), markers=CHINA, production="navy_first"), "army"
    )
    game.play(END, {"army": army, "navy": 0})
    if broken:
        expect(game, "no_grab", "army", "broken")
    else:
        still_open(game, "no_grab", "army")
        game.play(COUNTER)
        write(game, navy=400, army=0)
        still_open(game, "no_grab", "army")


def test_no_grab_in_an_offer_named_after_a_deadlock():
    game = promised("army", say("no_grab"), markers=CHINA, production="navy_first", deadlock="lot")
    next_turn(game, "navy")
    write(game)
    game.play(WALK)
    game.choose({"army": 300, "navy": 0}, dice=[1])
    expect(game, "no_grab", "army", "broken")


FIRST = {"no_grab": 11, "no_turn_13": 12}  # a turn in which it may still be said


def last_turn(*lines, turn, seat="army", **values):
    """From the words of turn 11 or 12 to the end of turn 12; marker D in Hokkaido."""
    markers = {"D": "hokkaido", **CHINA}
    values = {"turn": turn, "production": "navy_first", "markers": markers, **values}
    game = promised(seat, *lines, **values)
    if turn == 11:
        game = next_turn(game, seat)
        agree(game, **{name: values.get(name, 100) for name in ("army", "navy")})
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6])
    while game.decision == "produce":
        game.play(END)
    return game


@pytest.mark.parametrize("statement", ["no_grab", "no_turn_13"])
def test_kept_at_the_end_of_a_completed_game(statement):
    game = last_turn(say(statement), turn=FIRST[statement])
    assert game.outcome == "completed"
    expect(game, statement, "army", "kept")


@pytest.mark.parametrize(("statement", "outcome"), [("no_grab", "kept"), ("no_turn_13", "void")])
def test_at_game_over(statement, outcome):
    total = 165 if FIRST[statement] == 12 else 235
    game = last_turn(say(statement), turn=FIRST[statement], total=total, army=50, navy=50)
    assert game.outcome == "game_over"
    expect(game, statement, "army", outcome)


@pytest.mark.parametrize(("declare", "outcome"), [(False, "kept"), (True, "broken")])
def test_no_turn_13(declare, outcome):
    game = last_turn(say("no_turn_13"), say("no_grab"), turn=11, gp=(0, 30))
    assert game.decision == "turn_13"
    still_open(game, "no_turn_13", "army")
    game.choose({"declare": declare}, dice=[1] * 4 if declare else ())
    assert state(game, "no_grab", "army") == "kept"
    expect(game, "no_turn_13", "army", outcome)


# --- threats -------------------------------------------------------------------------------
def threatened(*lines, seat="navy", answer=COUNTER, **values):
    """The opener threatens beside its offer, and the other seat answers."""
    game = talks(seat, **values)
    write(game, *lines)
    for line in lines:
        assert tally(game, line["say"], seat) == {"offered": 1}
    game.play(answer)
    return game


@pytest.mark.parametrize("seat", ["army", "navy"])
@pytest.mark.parametrize("threat", ["threat_pool", "threat_walk"])
def test_a_threat_that_is_met_with_acceptance_never_stands(seat, threat):
    game = threatened(say(threat), seat=seat, units=FRONT, answer=ACCEPT, **RANGOON)
    assert promises(game) == []
    assert state(game, threat, seat) == "none"
    checked_count(game)


FRONT = {"nagato": "rangoon active", "army_10": "rangoon active"}


@pytest.mark.parametrize(("last", "outcome"), [(WALK, "kept"), (COUNTER, "broken")])
def test_walk_is_judged_by_the_next_answer(last, outcome):
    game = threatened(say("threat_walk"))
    assert became(game, "threat_walk", "navy") == ["open"]
    assert state(game, "threat_walk", "navy") == "open"
    write(game)
    still_open(game, "threat_walk", "navy")
    game.play(last)
    expect(game, "threat_walk", "navy", outcome)


def test_walk_is_void_when_the_seats_agree():
    game = threatened(say("threat_walk"))
    write(game)
    game.play(ACCEPT)
    expect(game, "threat_walk", "navy", "void")


def test_walk_is_void_when_the_other_seat_walks():
    game = threatened(say("threat_walk"), answer=WALK)
    assert became(game, "threat_walk", "navy") == ["open", "void"]
    checked_count(game)


def test_all_open_threats_end_with_an_agreement():
    game = threatened(say("threat_pool"), seat="army", units=FRONT | {"dd_1": "bonins"}, **RANGOON)
    write(game, say("threat_pool"), say("threat_escorts"))
    game.play(COUNTER)
    assert became(game, "threat_escorts", "navy") == ["open"]
    write(game)
    game.play(ACCEPT)
    states = {(e["promise"], e["of"]): e["state"] for e in promises(game)}
    assert states == {
        ("threat_pool", "army"): "void",
        ("threat_pool", "navy"): "void",
        ("threat_escorts", "navy"): "void",
    }
    checked_count(game)


@pytest.mark.parametrize(
    ("pool", "outcome"), [(60, "kept"), (35, "kept"), (30, "broken"), (0, "broken")]
)
def test_pool_is_more_than_half_of_the_losses(pool, outcome):
    """Yamato pays up to 50 of 60."""
    game = threatened(
        say("threat_pool"), units={"yamato": "rangoon active"}, answer=WALK, **RANGOON
    )
    assert became(game, "threat_pool", "navy") == ["open"]
    ends(game, 4)
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"pool": pool} if pool else {"damage": "yamato"})
    while game.decision == "pay":
        game.play({"damage": "yamato"} if game.is_legal({"damage": "yamato"}) else {"pool": 10})
    expect(game, "threat_pool", "navy", outcome)


def test_pool_is_void_without_losses():
    game = threatened(say("threat_pool"), units={"yamato": "rangoon"}, answer=WALK, **RANGOON)
    ends(game, 4)
    expect(game, "threat_pool", "navy", "void")


def escorts(*requests, units=SAIL):
    """Sea moves under a threat; each request is granted or refused."""
    game = threatened(say("threat_escorts"), units=units, answer=WALK)
    ends(game, 3)
    for k, granted in enumerate(requests):
        still_open(game, "threat_escorts", "navy")
        game.play(sea(f"army_0{k + 1}", "hokkaido"), YES)
        if granted:
            game.choose({"unit": "dd_1"}, dice=[6])
        else:
            game.play({"refuse": True})
            return game
    game.play(END)
    return game


@pytest.mark.parametrize(
    ("requests", "outcome"), [([False], "kept"), ([True], "broken"), ([], "void")]
)
def test_escorts(requests, outcome):
    expect(escorts(*requests), "threat_escorts", "navy", outcome)


def test_a_threat_that_stands_is_not_said_again():
    game = threatened(say("threat_pool"), units={"yamato": "rangoon active"}, **RANGOON)
    write(game)
    game.play(COUNTER)
    assert not game.is_legal(say("threat_pool"))


def test_a_threat_that_was_judged_may_be_said_again():
    game = threatened(say("threat_walk"))
    write(game)
    game.play(COUNTER)
    expect(game, "threat_walk", "navy", "broken")
    write(game, say("threat_walk"))
    game.play(COUNTER)
    assert became(game, "threat_walk", "navy") == ["open"]
    checked_count(game)
    write(game)
    game.play(WALK)
    assert tally(game, "threat_walk", "navy") == {"offered": 2, "made": 2, "kept": 1, "broken": 1}
    assert state(game, "threat_walk", "navy") == "kept"


# --- ends before its time ------------------------------------------------------------------
def test_what_can_no_longer_be_judged_stays_open():
    """The total falls below its floor in the combat; the production is not reached."""
    game = promised(
        "navy", say("build", kind="DD"), say("large_convoys"), total=155, army=0, navy=50,
        units={"yamato": "rangoon active", "dd_7": "pool"}, **RANGOON,
    )  # fmt: skip
    ends(game, 4)
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"pool": 60})
    assert game.outcome == "game_over"
    still_open(game, "build", "navy")
    still_open(game, "large_convoys", "navy")
    checked_count(game)


def test_a_payment_that_ends_the_game_still_breaks_the_word():
    game = promised("navy", say("own_losses"), total=155, army=0, navy=50,
                    units={"yamato": "rangoon active"}, **RANGOON)  # fmt: skip
    ends(game, 4)
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"pool": 60})
    assert game.outcome == "game_over"
    expect(game, "own_losses", "navy", "broken")


def test_civil_of_a_game_that_ends_stays_open():
    game = promised("army", say("civil", amount=100), total=165, army=50, navy=50)
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6])
    assert game.outcome == "game_over"
    still_open(game, "civil", "army")


def test_open_statements_of_two_turns():
    game = promised(
        "army",
        say("civil", amount=100),
        say("no_grab"),
        markers=CHINA,
        production="navy_first",
        units={"army_01": "homeland"},
    )
    next_turn(game, "navy")
    agree(game, say("no_grab"), say("civil", amount=50))
    assert state(game, "civil", "army") == "void"
    assert int(game.record.promised[st.ARMY]) == 1 << st.SAY_NO_GRAB
    assert int(game.record.promised[st.NAVY]) == 1 << st.SAY_NO_GRAB | 1 << st.SAY_CIVIL
    checked_count(game)


# --- where a deadlock decides --------------------------------------------------------------
def test_talks_that_are_broken_off_bring_no_threat_into_force():
    """Nobody has answered."""
    game = talks("navy", break_off=1.0, units={"yamato": "rangoon active"}, **RANGOON)
    game.play(say("threat_pool"), say("threat_walk"))
    game.choose({"army": 100, "navy": 100}, dice=[50])
    assert game.phase == "activation"
    assert promises(game) == []
    assert tally(game, "threat_pool", "navy") == {"offered": 1}


@pytest.mark.parametrize(
    ("take", "stands"),
    [("own", [("army", "no_grab")]), ("other", [("navy", "escort")]), ("midpoint", [])],
)
def test_sealed_lines_after_a_lot(take, stands):
    game = talks(None, negotiation="sealed", deadlock="lot", units=SAIL)
    write(game, say("no_grab"), army=400, navy=0)
    game.play(say("escort"), END)
    game.choose({"army": 0, "navy": 400}, dice=[1])
    game.play({"take": take})
    assert [(e["of"], e["promise"]) for e in promises(game)] == stands


def test_the_lines_of_an_earlier_offer_do_not_stand():
    game = talks("army", deadlock="lot")
    write(game, say("no_grab"))
    game.play(COUNTER)
    write(game)
    game.play(COUNTER)
    write(game)
    game.choose(WALK, dice=[1])
    game.play({"take": "own"})
    assert promises(game) == []
    assert tally(game, "no_grab", "army") == {"offered": 1}


def test_walk_is_open_until_the_split_stands():
    game = talks("navy", deadlock="lot")
    write(game, say("threat_walk"))
    game.play(WALK)
    assert became(game, "threat_walk", "navy") == ["open"]
    game.choose({"army": 200, "navy": 0}, dice=[1])
    still_open(game, "threat_walk", "navy")
    game.play({"take": "midpoint"})
    expect(game, "threat_walk", "navy", "void")


def test_a_threat_and_a_promise_beside_the_offer_that_is_taken():
    game = talks("army", deadlock="lot", units=FRONT, **RANGOON)
    write(game, say("threat_pool"), say("own_losses"))
    game.play(WALK)
    assert [(e["promise"], e["state"]) for e in promises(game)] == [("threat_pool", "open")]
    game.choose({"army": 0, "navy": 0}, dice=[1])
    game.play({"take": "own"})
    assert [(e["promise"], e["state"]) for e in promises(game)] == [("own_losses", "open")]
    assert tally(game, "threat_pool", "army") == {"offered": 1, "made": 1}
    checked_count(game)


# --- a word renewed, a proposal voted down -------------------------------------------------
def test_civil_is_asked_for_again_before_it_is_judged():
    game = promised("army", say("civil", amount=100), markers=CHINA, production="navy_first")
    next_turn(game, "navy")
    events = agree(game, ask("army", "civil", amount=50))
    assert {(e["amount"], e["state"]) for e in events} == {(50, "open"), (100, "void")}
    assert int(game.record.promised[st.ARMY]) == 1 << st.SAY_CIVIL
    checked_count(game)


@pytest.mark.parametrize("talk", ["cheap", "binding"])
@pytest.mark.parametrize(("vote", "outcome"), [(True, "kept"), (False, "void")])
def test_build_is_kept_by_what_is_voted_for(talk, vote, outcome):
    yard = {"dd_7": "pool", "dd_8": "pool", "unryu": "pool"}
    line = say("build", kind="DD")
    game = promised("navy", line, talk=talk, units=yard, production="joint_vote", markers=CHINA)
    ends(game, 4)
    game.play(NO)
    game.choose({"large": False}, dice=[6, 6])
    game.play({"start": "DD", "counter": "dd_7"})
    still_open(game, "build", "navy")
    game.play({"yes": vote})
    assert int(game.record.log_built[5, st.NAVY]) == (vote << st.ROW_DD)
    if not vote:
        game.play(END)
        game.choose(END, dice=[1, 1])
    expect(game, "build", "navy", outcome)
