"""Talk: which lines may stand beside an offer, when they come into force, what is hidden."""

from __future__ import annotations

import pytest

from glory_env.core.errors import OptionError
from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.describe import describe
from glory_env.games.glory.game import Game
from tests.rules.common import END
from tests.rules.kit import IllegalChoice, position
from tests.rules.talking import (
    COUNTER,
    SAIL,
    WALK,
    agree,
    ask,
    became,
    promises,
    say,
    sayable,
    state,
    talks,
    tally,
    write,
)

UNITS = {
    "nagato": "solomons", "cl_1": "homeland", "dd_1": "rangoon", "dd_7": "pool",
    "army_01": "rangoon", "army_02": "homeland", "army_16": "pool", "taiho": "track 2",
}  # fmt: skip
MARKERS = {"N": "solomons", "C": "rangoon", "Ch": "hunan"}
FULL = {"units": UNITS, "markers": MARKERS}


# --- the option ----------------------------------------------------------------------------
@pytest.mark.parametrize("talk", ["cheap", "binding"])
@pytest.mark.parametrize("wrong", [{"negotiation": "fixed"}, {"solo": True}])
def test_nobody_to_talk_to(talk, wrong):
    with pytest.raises(OptionError, match="talk"):
        Game(talk=talk, **wrong)
    Game(talk="off", **wrong)


def test_an_unknown_value_names_the_valid_ones():
    with pytest.raises(OptionError, match=r"talk.*'loud'.*off, cheap, binding"):
        Game(talk="loud")


def test_off_is_the_default_and_nobody_speaks():
    game = position("tonnage", turn=5, dice=[1], **FULL)
    assert game.options.talk == "off"
    assert (game.decision, game.actor) == ("offer", "army")
    game.play({"army": 100, "navy": 100})
    assert game.record.decision == st.ANSWER


# --- the course of an offer ----------------------------------------------------------------
@pytest.mark.parametrize("seat", ["army", "navy"])
def test_lines_come_before_the_split(seat):
    game = talks(seat, **FULL)
    assert (game.decision, game.actor, game.record.decision) == ("speak", seat, st.SPEAK)
    assert not game.is_legal({"army": 100, "navy": 100})
    game.play(END)
    assert (game.decision, game.actor) == ("offer", seat)


@pytest.mark.parametrize("lines", [0, 1, 2])
def test_at_most_two_lines(lines):
    game = talks("navy", **FULL)
    game.play(*[say("escort"), ask("army", "own_losses")][:lines])
    assert game.decision == ("offer" if lines == 2 else "speak")
    if lines < 2:
        game.play(END)
    game.play({"army": 100, "navy": 100})
    assert (game.decision, game.actor) == ("answer", "army")
    assert int(game.record.line_count[st.NAVY]) == lines


def test_the_micro_steps():
    game = talks("army", **FULL)
    box = a.BOX + game.scenario.boxes.index("solomons")
    assert a.ASK == a.TALK + 14
    assert all(k == a.END or a.TALK <= k <= a.ASK for k in game.legal_actions())
    steps = [
        (a.ASK, st.SPEAK_ASK), (a.TALK + st.SAY_SUPPORT, st.SPEAK_BOX), (box, st.SPEAK),
        (a.TALK + st.SAY_USE, st.SPEAK_AMOUNT), (a.AMOUNT + 6, st.OFFER_CIVIL),
    ]  # fmt: skip
    for action, after in steps:
        words = describe(game.scenario, action, game.record)
        assert words
        game.act(action)
        assert game.record.decision == after
        assert game.actor == "army"
    assert game.lines[0]["actions"] == [a.TALK + st.SAY_USE, a.AMOUNT + 6]
    game = talks("army", **FULL)
    game.act(a.TALK + st.SAY_BUILD)
    assert game.record.decision == st.SPEAK_KIND
    assert game.legal_actions() == [a.KIND + k for k in (st.ROW_DD, st.ROW_CV, st.ROW_GROUND)]


@pytest.mark.parametrize(
    "choice",
    [
        say("own_losses"),
        say("present", box="rangoon"),
        say("use", amount=30),
        say("build", kind="ground"),
        ask("navy", "escort"),
        ask("navy", "support", box="rangoon"),
        ask("navy", "civil", amount=150),
        ask("navy", "build", kind="CV"),
        END,
    ],
)
def test_a_line_in_the_record(choice):
    game = talks("army", **FULL)
    game.play(choice)
    (line,) = game.lines
    assert (line["actor"], line["decision"], line["choice"]) == ("army", "speak", choice)
    assert (line["events"], line["dice"]) == ([], [])


def test_every_word_has_a_sentence_of_its_own():
    game = talks("navy", **FULL)
    words = {describe(game.scenario, k, game.record) for k in game.legal_actions()}
    assert len(words) == len(game.legal_actions())


# --- what may be said ----------------------------------------------------------------------
BOTH = {"present", "away", "own_losses", "use", "civil", "build", "no_grab", "no_turn_13"}
OF_NAVY = {"escort", "support", "large_convoys"}


def test_who_may_say_what():
    army, navy = talks("army", **FULL), talks("navy", **FULL)
    assert set(sayable(army)) == BOTH | {"threat_pool", "threat_walk"}
    assert set(sayable(navy)) == BOTH | OF_NAVY | {"threat_pool", "threat_walk", "threat_escorts"}
    assert set(sayable(army, asked=True)) == BOTH | OF_NAVY
    assert set(sayable(navy, asked=True)) == BOTH


def test_boxes_are_contested_and_in_reach():
    navy, army = talks("navy", **FULL), talks("army", **FULL)
    sea = ["solomons", "rangoon"]
    for statement in ("support", "present", "away"):
        assert sayable(navy)[statement] == sea
    for statement in ("present", "away"):
        assert sayable(army)[statement] == [*sea, "hunan"]


@pytest.mark.parametrize(
    ("grid", "army", "navy", "civil"),
    [(5, range(5, 95, 5), range(5, 55, 5), range(5, 505, 5)),
     (25, [25, 50, 75], [25, 50], range(25, 525, 25))],
)  # fmt: skip
def test_amounts(grid, army, navy, civil):
    """The army could spend 60 + 30 (a marker doubles), the navy 40 + 10."""
    game = talks("army", grid=grid, **FULL)
    assert sayable(game)["use"] == list(army)
    assert sayable(game, asked=True)["use"] == list(navy)
    assert sayable(game)["civil"] == list(civil)


def test_rows_that_could_be_built():
    assert sayable(talks("army", **FULL))["build"] == ["DD", "CV", "ground"]
    assert "build" not in sayable(talks("army", units={"dd_1": "homeland"}))


def test_nothing_idle_is_said():
    game = talks("navy")  # not a unit, not a marker
    assert set(sayable(game)) == {
        "civil", "large_convoys", "no_grab", "no_turn_13", "threat_walk",
    }  # fmt: skip
    assert "large_convoys" not in sayable(talks("navy", method="B", **FULL))
    assert "civil" not in sayable(talks("navy", turn=12, **FULL))
    assert "civil" not in sayable(talks("navy", turn=12, **FULL), asked=True)


def test_nothing_is_said_about_offers_that_cannot_come():
    """After the last turn's agreement nobody makes an offer: the word could not be broken."""
    game = talks("army", turn=12, **FULL)
    for line in (say("no_grab"), ask("navy", "no_grab")):
        assert not game.is_legal(line), line


@pytest.mark.parametrize("statement", ["own_losses", "threat_pool"])
def test_nothing_is_said_about_losses_that_cannot_come(statement):
    """Mandalay is a land box: no ship fights there, and no other box is contested."""
    units = {"dd_1": "homeland", "army_07": "mandalay"}
    navy = talks("navy", units=units, markers={"I": "mandalay"})
    assert not navy.is_legal(say(statement))
    army = talks("army", units=units, markers={"I": "mandalay"})
    assert army.is_legal(say(statement))


@pytest.mark.parametrize("statement", ["present", "away"])
@pytest.mark.parametrize(("seat", "unit"), [("navy", "dd_1"), ("army", "fd_1")])
def test_nothing_is_said_about_a_box_out_of_reach(statement, seat, unit):
    """From home the only way to Rangoon ends in the contested box on it (11-2)."""
    markers = {"B": "taiwan_okinawa", "C": "rangoon"}
    game = talks(seat, units={unit: "homeland"}, markers=markers)
    assert game.is_legal(say(statement, box="taiwan_okinawa"))
    assert not game.is_legal(say(statement, box="rangoon"))


@pytest.mark.parametrize("statement", ["support", "present", "away"])
def test_coastal_escorts_do_nothing_outside_the_convoy_box(statement):
    units = {"de_1": "convoy", "de_2": "convoy", "army_10": "rangoon"}
    game = talks("navy", units=units, markers={"C": "rangoon"})
    assert not game.is_legal(say(statement, box="rangoon"))


@pytest.mark.parametrize("piece", ["army_01", "dd_1"])
def test_escort_needs_a_destroyer_and_a_piece_that_sails(piece):
    for units, said in ((SAIL, True), ({piece: "homeland active"}, False)):
        game = talks("navy", units=units)
        assert [game.is_legal(say(k)) for k in ("escort", "threat_escorts")] == [said, said]


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        (say("escort"), [say("escort")]),
        (say("use", amount=10), [say("use", amount=10), say("use", amount=20)]),
        (say("civil", amount=10), [say("civil", amount=50)]),
        (say("present", box="rangoon"), [say("present", box="rangoon")]),
        (say("present", box="rangoon"), [say("away", box="rangoon")]),
        (say("away", box="rangoon"), [say("present", box="rangoon")]),
        (ask("army", "away", box="rangoon"), [ask("army", "present", box="rangoon")]),
        (ask("army", "use", amount=30), [ask("army", "use", amount=60)]),
        (say("build", kind="DD"), [say("build", kind="DD")]),
        (say("threat_pool"), [say("threat_pool")]),
    ],
)  # fmt: skip
def test_no_line_twice_and_none_against_the_other(line, gone):
    game = talks("navy", **FULL)
    game.play(line)
    assert not any(game.is_legal(choice) for choice in gone)


@pytest.mark.parametrize(
    ("line", "also"),
    [
        (say("present", box="rangoon"), say("present", box="solomons")),
        (say("present", box="rangoon"), say("away", box="solomons")),
        (say("present", box="rangoon"), ask("army", "away", box="rangoon")),
        (say("use", amount=10), ask("army", "use", amount=10)),
        (say("build", kind="DD"), say("build", kind="CV")),
        (say("own_losses"), ask("army", "own_losses")),
    ],
)
def test_lines_that_stand_together(line, also):
    game = talks("navy", **FULL)
    game.play(line, also)
    assert game.decision == "offer"


@pytest.mark.parametrize(
    ("limit", "walk"), [(1, [False]), (2, [True, False]), (3, [True, True, False])]
)
def test_a_threat_to_walk_needs_an_answer_that_can_still_come(limit, walk):
    game = talks("army", max_offers=limit, **FULL)
    for k, expected in enumerate(walk):
        assert game.is_legal(say("threat_walk")) is expected
        assert game.is_legal(say("threat_pool"))
        write(game)
        if k < limit - 1:
            game.play(COUNTER)


def test_a_threat_is_not_asked_for():
    game = talks("army", **FULL)
    assert not {name for name in sayable(game, asked=True) if name.startswith("threat")}


# --- coming into force ---------------------------------------------------------------------
def test_accepted_lines_bind_their_speakers():
    game = talks("army", **FULL)
    lines = [say("use", amount=30), ask("navy", "support", box="rangoon")]
    assert agree(game, *lines) == [
        {"promise": "use", "of": "army", "amount": 30, "state": "open"},
        {"promise": "support", "of": "navy", "box": "rangoon", "state": "open"},
    ]
    g = game.record
    assert [int(bits) for bits in g.promised] == [1 << st.SAY_USE, 1 << st.SAY_SUPPORT]
    assert tally(game, "use", "army") == {"offered": 1, "made": 1}
    assert tally(game, "support", "navy") == {"made": 1}
    assert tally(game, "support", "army") == {"asked": 1}  # by who spoke the line
    assert (g.promise_kind[5, st.ARMY, 0], g.promise_argument[5, st.ARMY, 0]) == (st.SAY_USE, 30)
    assert state(game, "support", "navy") == "open"


def test_only_the_accepted_offer_brings_statements():
    game = talks("army", **FULL)
    write(game, say("own_losses"), ask("navy", "escort"))
    assert tally(game, "own_losses", "army") == {"offered": 1}
    assert tally(game, "escort", "army") == {"asked": 1}
    game.play(COUNTER)
    events = agree(game, say("use", amount=40), ask("army", "use", amount=60))
    assert [(e["promise"], e["of"]) for e in events] == [("use", "navy"), ("use", "army")]
    assert state(game, "own_losses", "army") == "none"
    assert state(game, "escort", "navy") == "none"


def test_a_line_is_not_offered_before_the_split_is_written():
    game = talks("army", **FULL)
    game.play(say("own_losses"), END)
    assert tally(game, "own_losses", "army") == {}
    game.play({"army": 100, "navy": 100})
    assert tally(game, "own_losses", "army") == {"offered": 1}


@pytest.mark.parametrize(
    ("rule", "take", "expected"),
    [
        ("lot", "own", ("army", "own_losses")),
        ("lot", "other", ("navy", "own_losses")),
        ("lot", "midpoint", None),
        ("zero", None, None),
        ("status_quo", None, None),
        ("pro_rata", None, None),
    ],
)
def test_after_a_deadlock(rule, take, expected):
    """The writer's own statements only, and only with an offer taken whole."""
    game = talks("army", deadlock=rule, **FULL)
    write(game, say("own_losses"), ask("navy", "escort"))
    game.play(COUNTER)
    write(game, say("own_losses"), ask("army", "use", amount=60))
    game.choose(WALK, dice=[1] if take else ())
    events = promises(game)
    if take:
        game.play({"take": take})
        events = promises(game)
    assert [(e["of"], e["promise"]) for e in events] == ([expected] if expected else [])


@pytest.mark.parametrize("opener", ["army", "navy"])
def test_an_offer_named_after_a_deadlock_carries_no_lines(opener):
    game = talks(opener, deadlock="lot", **FULL)
    write(game, say("own_losses"))
    game.play(WALK)
    assert game.decision == "offer"
    winner = game.actor
    game.choose({"army": 200, "navy": 50}, dice=[1 if winner == "army" else 6])
    game.play({"take": "own"})
    assert promises(game) == []
    assert not game.record.promised.any()


@pytest.mark.parametrize("statement", ["no_grab", "no_turn_13"])
def test_once_a_game(statement):
    game = talks("army", **FULL)
    write(game, say(statement))
    game.play(COUNTER)
    assert game.is_legal(ask("army", statement))  # it was offered, not made
    write(game, ask("army", statement))
    game.play(COUNTER)
    assert game.is_legal(say(statement))
    agree(game, say(statement))
    game.record.phase, game.record.step, game.record.decision = st.TONNAGE, 0, st.NO_DECISION
    game.record.turn = 6
    game.go_on([1])
    assert (game.decision, game.actor) == ("speak", "army")
    assert not game.is_legal(say(statement))
    assert game.is_legal(ask("navy", statement))


def test_an_illegal_line_changes_nothing():
    game = talks("army", **FULL)
    before = game.snapshot()
    wrong = [say("escort"), say("use", amount=95), say("present", box="java"), {"say": "hello"}]
    for choice in (*wrong, ask("army", "use", amount=30), ask("navy", "threat_walk")):
        with pytest.raises(IllegalChoice):
            game.play(choice)
    assert game.snapshot() == before
    assert became(game, "escort", "navy") == []
