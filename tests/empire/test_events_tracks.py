"""Events that move tracks and set markers: each card, and where it goes (5.33 to 5.36, 14, 15)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.rules.cards import resource_hexes
from glory_env.games.empire.rules.china import STABLE
from glory_env.games.empire.rules.tracks import move_escort
from glory_env.games.empire.rules.turn import end_turn
from glory_env.games.empire.state import (
    AL,
    BARGES_GONE,
    BARGES_READY,
    CHINA,
    JP,
    NO_BARGES,
)
from glory_env.games.empire.switches import ONE_YEAR_TOJO
from tests.covers import covers

from . import world
from .event_plays import Play

HOLD, OUT = "discard", "removed"


def check(card: str, pile: str, before: dict, after: dict, **named) -> Play:
    """Play a card for its event: the tracks are what they should be, the card is in its pile."""
    play = Play(card, "JP4" if card[:2] == "JP" else "AL59", **named)
    for field, value in before.items():
        name, _, side = field.rpartition("_")
        if side in ("JP", "AL"):
            getattr(play.g, name)[("JP", "AL").index(side)] = value
        else:
            setattr(play.g, field, value)
    play.play(card).done()
    assert {field: play.value(field) for field in after} == after
    assert play.pile(card) == pile
    assert play.g.actor != play.side
    return play


@covers("R5.34-a", "R15.7-a", "R5.36-a", "R5.0-l", "R4.22-d")
@pytest.mark.parametrize(
    ("cards", "by_year"),
    [
        (("JP51", "JP52", "JP53", "JP54", "JP56", "JP57"), (-2, -1, 0, 0)),
        (("JP55",), (-3, -2, -1, 0)),
        (("AL11", "AL14", "AL41", "AL42"), (1, 1, 2, 3)),
        (("AL47", "AL66", "AL73"), (1, 2, 3, 3)),
    ],
)
def test_the_war_in_europe(cards, by_year):
    for k, card in enumerate(cards):
        year = k % 4
        check(card, OUT, {"wie": 0}, {"wie": by_year[year]}, turn=2 + 3 * year)
    check(cards[0], OUT, {"wie": 3}, {"wie": 3 + min(by_year[0], 0)}, turn=2)


@covers("BV-614", "BV-615", "R15.7-a")
@pytest.mark.parametrize(
    ("card", "turn", "before", "after"),
    [("JP51", 6, -6, -7), ("JP55", 6, -7, -7), ("AL47", 11, 2, 3)],
)
def test_the_war_in_europe_has_ends(card, turn, before, after):
    check(card, OUT, {"wie": before}, {"wie": after}, turn=turn)


@covers("VX-5.31", "VX-03")
def test_an_end_of_a_rivalry_that_is_over():
    play = Play("AL33", "AL59", setup="y1943")
    assert "event" in play.uses("AL33")
    assert play.play("AL33").g.rivalry[AL] == 0


@covers("R5.31-i", "R5.34-a", "R14.0-b", "R5.35-a", "VX-5.31", "VX-03")
@pytest.mark.parametrize(
    ("card", "side", "rivals", "pile", "drawn"),
    [
        ("JP7", "AL", 1, HOLD, 1), ("JP11", "AL", 1, HOLD, 1), ("JP34", "AL", 1, HOLD, 1),
        ("AL2", "JP", 1, HOLD, 1), ("AL43", "JP", 1, HOLD, 1), ("JP33", "JP", 0, HOLD, 0),
        ("JP67", "JP", 0, HOLD, 0), ("JP68", "JP", 0, HOLD, 0), ("AL10", "AL", 0, OUT, 0),
        ("AL52", "AL", 0, OUT, 0), ("AL4", "AL", 0, OUT, 0), ("AL39", "AL", 0, OUT, 0),
    ],
)  # fmt: skip
def test_rivalries(card, side, rivals, pile, drawn):
    for before in (0, 1):
        play = check(card, pile, {f"rivalry_{side}": before}, {f"rivalry_{side}": rivals})
        assert play.g.hand[play.side] == 1 + drawn == 1 + play.g.event_draws[play.side]


@covers("R13.72-e", "R13.72-d", "R5.34-a")
@pytest.mark.parametrize(
    ("card", "pile", "moves"),
    [
        ("JP6", OUT, ((1, 2), (0, 1))), ("JP26", OUT, ((3, 4),)), ("JP41", OUT, ((2, 3),)),
        ("JP42", OUT, ((0, 1),)), ("AL49", OUT, ((3, 2), (1, 1), (0, 0))),
        ("AL77", OUT, ((2, 1),)), ("AL81", HOLD, ((4, 3), (0, 0))), ("AL82", HOLD, ((2, 1),)),
        ("AL83", HOLD, ((1, 1),)),
    ],
)  # fmt: skip
def test_the_front_in_china(card, pile, moves):
    for before, after in moves:
        check(card, pile, {"front": before, "doolittle": 1}, {"front": after})


@covers("R13.73-a", "BV-559")
def test_china_surrenders_at_once_by_an_event():
    play = check("JP41", OUT, {"front": 4, "will": 8}, {"front": 5, "china_surrendered": 1})
    assert (play.value("will"), play.g.surrendered[CHINA]) == (6, 1)
    check("AL77", OUT, {"front": 5, "china_surrendered": 1}, {"front": 5})


@covers("R5.34-a", "R16.44-a", "R17.26-b")
@pytest.mark.parametrize(
    ("card", "pile", "before", "after"),
    [
        ("JP43", OUT, {"will": 8}, {"will": 6, "tojo": 1}), ("JP74", OUT, {"will": 8}, {"will": 7}),
        ("AL1", OUT, {"will": 8}, {"will": 9}),
        ("AL6", OUT, {"will": 10}, {"will": 10, "doolittle": 1}),
        ("JP74", OUT, {"will": 0}, {"will": 0}),
    ],
)  # fmt: skip
def test_the_will_of_the_us(card, pile, before, after):
    play = Play(card, "JP4" if card[:2] == "JP" else "AL59")
    play.control("JP", 2813)
    for field, value in before.items():
        setattr(play.g, field, value)
    play.play(card).done()
    assert {field: play.value(field) for field in after} == after
    assert play.pile(card) == pile


@covers("R17.26-b", "BV-605")
def test_the_raid_on_tokyo_in_a_campaign():
    check("AL6", OUT, {"will": 8}, {"will": 9, "doolittle": 1})


@covers("R17.26-a", "BV-604")
def test_three_operations_for_an_agreement():
    play = Play("JP8", "JP4", setup="y1943", rivalry=[1, 0])
    assert "oc_agreement" in play.uses("JP8")
    play.say("JP8", "oc_agreement")
    assert (play.g.rivalry[JP], play.pile("JP8"), play.decision) == (0, HOLD, "card")


@covers("R17.26-b", "E-552", "BV-605")
def test_in_a_year_these_cards_are_operations():
    for setup, cards in (("y1942", ("JP43", "JP74", "AL1", "AL6")), ("y1941", ())):
        for card in cards:
            play = Play(card, "JP4" if card[:2] == "JP" else "AL59", setup=setup, turn=3)
            play.control("JP", 2813)
            uses = play.uses(card)
            assert "event" not in uses
            assert "oc_offensive" in uses


@covers("R5.31-c", "GD-08")
def test_what_an_event_needs():
    for card, lay, need in (
        ("JP6", lambda play: None, lambda play: setattr(play.g, "doolittle", 1)),
        (
            "JP18",
            lambda play: play.control("AL", 2108),
            lambda play: play.control("JP", 2108, 2109),
        ),
        ("AL1", lambda play: play.control("AL", 2813), lambda play: play.control("JP", 2813)),
        ("AL60", lambda play: play.put("a_20bc", 3803), lambda play: play.in_box("a_20bc")),
        ("AL67", lambda play: play.put("a_20bc", 4017), lambda play: play.put("a_20bc", 3709)),
    ):
        play = Play(card, "JP4" if card[:2] == "JP" else "AL59")
        lay(play)
        assert "event" not in play.uses(card), card
        need(play)
        assert "event" in play.uses(card), card


@covers("R13.79-a", "E-526")
def test_the_bridge_on_the_kwai():
    play = Play("JP18", "JP4")
    play.control("JP", 2108, 2109)
    play.play("JP18")
    assert (play.g.kwai, play.pile("JP18")) == (1, OUT)


@covers("E-565", "R12.32-d", "R8.47-a", "R10.31-c")
@pytest.mark.parametrize(
    ("card", "pile", "before", "after"),
    [
        ("JP31", OUT, {}, {"doctrine": 1}),
        ("JP71", OUT, {"air_repl_JP": 1}, {"bomb_drm": 1, "air_repl_JP": 3}),
        ("AL17", OUT, {}, {"hump": 1}),
        ("AL23", OUT, {"barges": BARGES_READY}, {"barges": BARGES_GONE, "pt_boats": 1}),
        ("AL18", OUT, {"asp_AL": 3}, {"asp_AL": 4}),
        ("AL80", OUT, {"escort": 4}, {"escort": 0}),
        ("JP80", OUT, {}, {"delay_al": 1}),
        ("JP5", OUT, {"air_repl_JP": 1}, {"air_repl_JP": 3}),
        ("JP30", OUT, {}, {"air_repl_JP": 3}),
        ("JP72", OUT, {"naval_repl_JP": 2}, {"naval_repl_JP": 5}),
    ],
)  # fmt: skip
def test_markers_and_tracks(card, pile, before, after):
    check(card, pile, before, after)


def test_escorts_come_no_more_after_their_end():
    play = check("AL80", OUT, {"escort": 2}, {"escort": 0, "hand_AL": 2})
    move_escort(play.g, 2)
    assert play.g.escort == 0
    play.g.once = 0
    for escorts in (2, 4, 4):
        move_escort(play.g, 2)
        assert play.g.escort == escorts


@covers("BV-517", "R10.33-b")
def test_pt_boats_come_by_their_event_alone():
    play = Play("AL23", "AL59", barges=NO_BARGES).say_operation("AL23")
    assert (play.g.barges, play.pile("AL23")) == (NO_BARGES, HOLD)
    check("AL23", OUT, {"barges": NO_BARGES}, {"barges": BARGES_GONE})


@covers("R10.33-a", "R10.33-b", "BV-517")
def test_barges_are_gone_for_good_with_pt_boats():
    for before, after in ((NO_BARGES, BARGES_READY), (BARGES_GONE, BARGES_GONE)):
        play = Play("JP73", "JP4", barges=before).play("JP73")
        assert (play.decision, play.g.barges) == ("headquarters", after)


@covers("E-579", "R13.62-d", "R5.34-a", "E-515")
@pytest.mark.parametrize(("card", "pile"), [("JP15", OUT), ("JP82", HOLD)])
def test_unrest_in_india(card, pile):
    play = check(card, pile, {"india": 1}, {"india": 2, "india_repl": 6, "india_lost": 1})
    assert play.g.surrendered.sum() == 0
    twice = {"india": 4, "india_repl": 6, "india_lost": 1}
    check(card, pile, twice, {"india": 4, "india_lost": 2})


@covers("R13.72-e", "R13.91-a", "E-543", "R5.37-b", "E-588", "BV-613")
def test_the_soviets_take_manchuria():
    play = Play("AL79", "AL59", turn=9, tojo=1, front=2)
    assert play.uses("AL79") == {"event"}
    resources = resource_hexes(play.g, play.s)
    play.play("AL79")
    s, g = play.s, play.g
    assert resource_hexes(g, s) == resources - 2
    for number in (3302, 3303):
        hex_ = world.index_of(number)
        assert (int(g.ctrl[s.column[hex_]]) >> int(s.row[hex_])) & 1 == 0
    assert (g.front, g.soviet, play.pile("AL79"), g.reshuffle[1]) == (STABLE, 1, OUT, 0)
    check("AL79", OUT, {"tojo": 1, "china_surrendered": 1, "front": 5}, {"front": 5})


# --- special cards -----------------------------------------------------------------------------
@covers("R5.37-a", "R5.37-b", "R5.37-c", "R5.37-d", "E-045", "E-588", "E-552", "R7.29-e")
@pytest.mark.parametrize(
    ("setup", "turn", "reading", "kind"),
    [
        ("y1941", 7, 0, "free"), ("y1941", 8, 0, "event"), ("y1944", 8, 0, "operation"),
        ("y1944", 8, 1, "event"), ("y1943", 7, 1, "operation"),
    ],
)  # fmt: skip
def test_the_resignation_of_tojo(setup, turn, reading, kind):
    play = Play("JP43", "JP4", setup=setup, turn=turn)
    play.g.switch[ONE_YEAR_TOJO] = reading
    uses = play.uses("JP43")
    assert "set_aside" not in uses
    assert ("event" in uses) == (kind != "operation")
    assert ("oc_offensive" in uses) == ("discard" in uses) == (kind != "event")
    if kind != "event":
        play.say("JP43", "discard")
        assert (play.pile("JP43"), play.g.reshuffle[JP]) == (HOLD, 1)


@covers("BV-611", "R5.37-d")
def test_the_deck_is_shuffled_after_the_resignation_as_an_operation():
    play = Play("JP43", "JP4", turn=6, will=8).say_operation("JP43")
    assert play.pile("JP43") == HOLD
    end_turn(play.g, play.s)
    assert (play.pile("JP43"), play.g.reshuffle[JP], play.g.turn) == ("deck", 0, 7)


@covers("R5.37-d", "E-588", "BV-613")
def test_the_soviets_are_an_operation_while_tojo_stays():
    play = Play("AL79", "AL59", turn=9, tojo=0)
    uses = play.uses("AL79")
    assert "oc_offensive" in uses
    assert not uses & {"event", "discard", "set_aside"}
    play.say("AL79", "oc_withdraw")
    play.say(next(iter(play.options())))
    assert (play.pile("AL79"), play.g.reshuffle[1]) == (HOLD, 1)


@covers("E-574", "E-595")
def test_the_card_of_the_aleutians():
    play = Play("AL30", "AL59", setup="y1943", turn=5)
    assert play.uses("AL30") <= {"event", "discard"}
    assert "discard" in play.uses("AL30")
    play.control("AL", 4600)
    uses = play.uses("AL30")
    assert "event" not in uses
    assert {"oc_offensive", "discard", "set_aside"} <= uses
