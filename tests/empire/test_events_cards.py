"""Events and cards: draws, piles, changes, losses, who goes first, first hands (5.35 to 5.37)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from glory_env.games.empire.actions import CARD, PLACE
from glory_env.games.empire.engine.hiding import redraw
from glory_env.games.empire.rules import board, initiative
from glory_env.games.empire.rules.dice import MOST_THROWS, pick
from glory_env.games.empire.rules.event_cards import lose_card, lose_random_card
from glory_env.games.empire.rules.intelligence import play_reaction, put_away
from glory_env.games.empire.rules.turn import begin_game
from glory_env.games.empire.state import (
    AL,
    CARD_HAND,
    JP,
    MAP,
    MAX_HEXES,
    MOVED,
    NAVAL,
    NONE,
    ROLL_DISCARD_PICK,
    TRACK,
)
from tests.covers import covers

from .event_plays import Play
from .world import number_of


# --- draws and piles ---------------------------------------------------------------------------
@covers("R5.35-a", "R5.35-b", "R5.35-c", "R5.35-d", "E-039", "R5.36-a", "BV-616", "BV-74")
def test_three_cards_a_phase_are_drawn():
    play = Play("JP7", "JP11", "JP34", "JP80", "JP4", others=("AL13", "AL19", "AL21", "AL29"))
    for number, card in enumerate(("JP7", "JP11", "JP34", "JP80"), 1):
        play.play(card)
        assert play.value("event_draws_JP") == min(number, 3)
        assert play.value("hand_JP") == 5 - number + min(number, 3)
        other = next(word for word in play.options() if word[:2] == "AL")
        play.say(other, "discard")
    assert play.pile("JP80") == "removed"


@covers("R5.35-a", "R5.0-l", "R5.36-a")
def test_an_operation_draws_nothing_and_stays():
    play = Play("JP80", "JP4", setup="y1943")
    play.say_operation("JP80")
    assert (play.pile("JP80"), play.value("hand_JP")) == ("discard", 1)


@covers("R5.35-a", "R5.36-a")
def test_reaction_cards_draw_after_the_offensive():
    play = Play("AL13", others=("JP4", "JP13"))
    g, s = play.g, play.s
    g.op_side = AL
    for name in ("JP4", "JP13"):
        play_reaction(g, s, *play.card(name))
    assert g.hand[JP] == 0
    put_away(g, s)
    assert (g.hand[JP], g.event_draws[JP]) == (1, 1)
    assert (play.pile("JP4"), play.pile("JP13")) == ("discard", "removed")


# --- changed cards -----------------------------------------------------------------------------
@covers("DK-50", "E-577")
@pytest.mark.parametrize("card", ["JP33", "JP67", "JP68", "AL10", "AL52"])
def test_a_card_is_changed_for_a_discarded_one(card):
    given, kept, taken = ("JP4", "JP43", "JP3") if card[:2] == "JP" else ("AL13", "AL79", "AL19")
    play = Play(card, given, kept)
    play.to_pile(taken, "discard")
    play.play(card)
    assert {*play.options()} == {given, "no"}  # special cards are not given
    play.say(given)
    assert {*play.options()} == {taken}  # not the one that is played, nor the one given
    play.say(taken)
    assert (play.pile(given), play.pile(taken)) == ("discard", "hand")
    assert play.g.card_known[play.card(taken)] == 3
    assert play.value(f"hand_{card[:2]}") == 2
    play = Play(card, given)
    play.to_pile(taken, "discard")
    play.play(card, "no")
    assert play.pile(given) == "hand"


@covers("E-577")
def test_a_change_is_asked_whatever_is_held_but_not_without_discards():
    play = Play("JP33", "JP43")
    play.to_pile("JP3", "discard")
    assert {*play.play("JP33").options()} == {"no"}
    play = Play("JP33", "JP4")
    assert play.play("JP33").decision == "card"


# --- lost cards --------------------------------------------------------------------------------
@covers("GD-12", "E-571", "R5.0-b", "R7.29-k")
def test_each_card_of_a_hand_is_lost_as_often():
    play = Play("AL60", others=("JP3", "JP8", "JP20", "JP22"))
    lost: Counter[str] = Counter()
    for key in range(400):
        play.g.key = key * 7919
        play.to_pile("JP30", "future")
        lose_random_card(play.g, play.s, play.trace[0], JP)
        (name,) = {n for n in ("JP3", "JP8", "JP20", "JP22", "JP30") if play.pile(n) == "discard"}
        lost[name] += 1
        play.to_pile(name, "hand")
    assert "JP30" not in lost
    assert min(lost.values()) > 70
    play.dice(9, 4, 2)
    assert pick(play.g, play.trace[0], ROLL_DISCARD_PICK, JP, 4) == 2
    play.dice(*[9] * MOST_THROWS, 3)
    assert pick(play.g, play.trace[0], ROLL_DISCARD_PICK, JP, 4) == 0  # it has to end


@covers("E-571")
def test_an_empty_hand_loses_no_card():
    play = Play("AL60", "AL59", setup="y1944", turn=9, others=0)
    play.to_pile("JP30", "future")
    play.in_box("a_20bc")
    play.play("AL60")
    assert (play.pile("AL60"), play.pile("JP30"), play.value("hand_JP")) == ("removed", "future", 0)


@covers("E-571", "R5.37-e", "E-552", "R12.33-a")
@pytest.mark.parametrize(("card", "lay"), [("AL60", "in_box"), ("AL67", "put")])
def test_bombers_cost_japan_a_card(card, lay):
    play = Play(card, "AL59", setup="y1944", turn=9, others=("JP8", "JP9"))
    if lay == "in_box":
        play.in_box("a_20bc")
    else:
        play.put("a_20bc", 3709)
    play.dice(1)
    play.play(card)
    assert (play.pile("JP8"), play.pile("JP9")) == ("hand", "discard")
    assert (play.pile(card), play.value("hand_JP")) == ("removed", 1)


@covers("R5.37-e", "E-552", "E-588", "BV-612")
@pytest.mark.parametrize(
    ("setup", "turn", "pile", "will", "due"),
    [("y1941", 8, "removed", 6, 0), ("y1941", 7, "discard", 8, 1), ("y1944", 8, "discard", 8, 1)],
)
def test_tojo_among_the_lost_cards(setup, turn, pile, will, due):
    play = Play("AL60", setup=setup, turn=turn, will=8, others=("JP43",))
    lose_card(play.g, play.s, *play.card("JP43"))
    assert (play.pile("JP43"), play.g.will, play.g.reshuffle[JP]) == (pile, will, due)
    assert play.g.tojo == (pile == "removed")


# --- who goes first ----------------------------------------------------------------------------
def begin(*, future: str, hand: str = "JP4", turn: int = 5, since: int = 4) -> Play:
    """Japan has one card and one set aside, the Allies have two."""
    play = Play(hand, setup="y1943", turn=turn, others=2)
    play.to_pile(future, "future")
    play.g.future_turn[JP] = since
    initiative.begin_offensives(play.g)
    play.play_on()
    return play


@covers("R4.21-b", "R7.29-g", "DK-12", "GD-05", "E-028", "R7.29-j")
def test_the_smaller_hand_goes_first_with_a_card_set_aside():
    play = begin(future="JP8")
    assert (play.decision, play.g.actor, {*play.options()}) == ("seize", JP, {"yes", "no"})
    play.say("yes")
    assert (play.decision, play.g.actor, play.g.as_ec) == ("headquarters", JP, 1)
    assert (play.g.future_card[JP], play.pile("JP8")) == (NONE, "table")
    play = begin(future="JP8")
    play.say("no")
    assert (play.decision, play.g.actor, play.g.future_card[JP]) == ("card", AL, 7)


@covers("GD-05", "E-028")
def test_a_card_that_does_not_qualify_is_asked_for_too():
    for future in ("JP30", "JP13", "JP7"):
        assert {*begin(future=future).options()} == {"no"}
    assert begin(future="JP8", since=5).decision == "card"  # set aside this turn
    play = begin(future="JP8", turn=4, since=3)
    assert play.decision == "seize"


@covers("R4.21-c", "R7.29-g")
def test_with_as_many_cards_nobody_seizes_the_first_go():
    play = Play("JP4", setup="y1943", others=1)
    play.to_pile("JP8", "future")
    initiative.begin_offensives(play.g)
    play.play_on()
    assert (play.decision, play.g.actor) == ("card", AL)


@covers("R5.0-g", "R7.29-j")
def test_a_card_set_aside_is_played_as_an_event_later():
    play = Play("JP4", setup="y1943", others=0)
    play.to_pile("JP30", "future")
    play.play("JP30").done()
    assert (play.pile("JP30"), play.g.future_card[JP]) == ("removed", NONE)
    assert play.value("air_repl_JP") >= 3


@covers("R5.0-g", "R7.29-j", "R1.25-c")
def test_a_card_set_aside_without_any_use_is_thrown_away():
    play = Play("JP4", "JP20", setup="y1943", empty=True, events=0)
    play.to_pile("JP20", "future")
    assert play.uses("JP20") == {"discard"}
    play.say("JP20", "discard")
    assert (play.pile("JP20"), play.g.future_card[JP], play.g.hand[JP]) == ("discard", NONE, 1)


@covers("R6.15-a", "R6.11-f", "R6.11-g", "R5.0-h")
def test_without_a_port_no_hq_is_called_back():
    for ports, offered in ((True, True), (False, False)):
        play = Play("JP4", setup="y1943", events=0)
        play.away(TRACK, "j_hq_south", when=6)
        if not ports:
            play.control("AL", *(number_of(h) for h in range(play.s.hexes) if play.s.has_port[h]))
        assert ("oc_return" in play.uses("JP4")) == offered


@covers("E-595")
def test_the_aleutian_card_set_aside_needs_its_event():
    play = Play("AL59", setup="y1943", others=0)
    play.to_pile("AL30", "future")
    assert play.uses("AL30") <= {"event"}  # Japan holds a hex of the chain
    play.control("AL", 4600)
    assert "oc_offensive" in play.uses("AL30")


# --- first hands of 1942 -----------------------------------------------------------------------
def first_hands(**options) -> Play:
    """The year 1942 from its start."""
    play = Play("JP4", setup="y1942", turn=2, others=0)
    play.to_pile("JP4", "deck")
    play.g.al4_choice = play.g.jp47_choice = 1
    for name, value in options.items():
        setattr(play.g, name, value)
    begin_game(play.g)
    play.play_on()
    return play


@covers("R17.25-a", "DK-02", "E-551", "R17.2-a")
def test_the_allies_may_begin_with_a_conference():
    play = first_hands()
    assert (play.decision, play.g.actor, {*play.options()}) == ("first_card", AL, {"yes", "no"})
    assert play.g.hand.sum() == 0
    play.say("yes")
    assert (play.pile("AL4"), [*play.g.hand], play.g.card_known[AL, 3]) == ("hand", [7, 5], 3)
    play = first_hands()
    play.say("no")
    assert [*play.g.hand] == [7, 5]
    for option in ({"al4_choice": 0}, {"events": 0}):
        assert first_hands(**option).decision != "first_card"


@covers("R17.25-a", "R8.22-c", "R8.24-c", "DK-04")
def test_allied_ships_may_go_to_other_ports_before_the_first_card():
    for events in (0, 1):
        play = first_hands(al4_choice=0, jp47_choice=0, events=events)
        assert (play.decision, play.g.actor) == ("free_ship", AL)
    s, g = play.s, play.g
    ports = {h for h in range(MAX_HEXES) if s.has_port[h]}
    ours = {h for h in ports if board.controls(g, s, h, AL)}
    ships = [u for u in range(s.units) if s.unit_side[u] == AL and s.kind[u] == NAVAL]
    reach = {
        u: {h for h in ours if board.distance(s, int(g.hex[u]), h) <= 10}
        for u in ships
        if g.place[u] == MAP
    }
    offered = {play.unit(name) for name in play.options() if name != "done"}
    assert offered == {u for u, near in reach.items() if len(near) > 1}
    first, *others = sorted(offered)
    harbour = next(h for h in sorted(reach[first]) if h != g.hex[first])
    play.say(play.scenario.units[first])
    assert play.decision == "emergency"
    assert {action - PLACE for action in play.options().values()} == {
        int(s.hex_place[h]) for h in reach[first]
    }
    play.say(number_of(harbour))
    assert (g.hex[first], play.decision) == (harbour, "free_ship")
    assert {play.unit(name) for name in play.options() if name != "done"} == {*others}  # once
    crowd = [u for u in others if harbour in reach[u]][:7]
    for unit in crowd:
        play.say(play.scenario.units[unit], number_of(harbour))
    play.say("done")
    assert play.decision == ("over_stack" if len(crowd) > 5 else "card")
    assert not (g.unit_flags & MOVED).any()


def test_no_ship_moves_freely_before_other_years():
    play = Play("JP4", setup="y1943", others=0)
    begin_game(play.g)
    play.play_on()
    assert play.decision != "free_ship"


@covers("R17.25-a", "DK-03", "GD-04", "E-551")
def test_japan_may_change_a_card_for_kondo():
    play = first_hands(al4_choice=0)
    assert (play.decision, play.g.actor) == ("exchange_card", JP)
    assert {*play.options()} == {"no"}  # it holds a military card
    hand = [card for card in range(86) if play.g.card_at[JP, card] == CARD_HAND]
    for card in hand:
        play.to_pile(f"JP{card + 1}", "deck")
    for name in ("JP30", "JP4", "JP49", "JP41"):
        play.to_pile(name, "hand")
    assert {*play.options()} == {"JP30", "JP41", "no"}
    play.say("JP30")
    assert (play.pile("JP30"), play.pile("JP47"), play.g.card_known[JP, 46]) == (
        "discard", "hand", 3,
    )  # fmt: skip
    assert play.decision == "free_ship"
    play = first_hands(al4_choice=0)
    for card in range(86):
        if play.g.card_at[JP, card] == CARD_HAND:
            play.to_pile(f"JP{card + 1}", "deck")
    for name in ("JP4", "JP49"):
        play.to_pile(name, "hand")
    assert {*play.options()} == {"JP4", "JP49", "no"}  # none of three operations


@covers("R17.25-b", "E-551")
def test_the_historical_hand():
    play = first_hands(al4_choice=0, historical_hand=1)
    assert play.decision == "free_ship"
    assert {play.pile(name) for name in ("JP3", "JP47", "JP59")} == {"hand"}
    assert [*play.g.hand] == [7, 5]


# --- hidden cards ------------------------------------------------------------------------------
@covers("GD-04", "GD-05", "GD-08")
def test_questions_of_hidden_cards_can_be_answered_in_drawn_worlds():
    """Whatever world is drawn for the other seat, somebody can go on from the question."""
    swap = Play("JP33", "JP4")
    swap.to_pile("JP3", "discard")
    giving = swap.play("JP33")
    for play in (begin(future="JP8"), first_hands(al4_choice=0), giving):
        for number in range(5):
            before = play.g.copy()
            redraw(play.g, play.s, AL, number)
            assert play.options()
            for field in before.dtype.names:
                play.g[field] = before[field]


def test_actions_of_cards_have_the_numbers_of_the_deck():
    play = Play("JP33", "JP4").start()
    assert np.isin([CARD + 32, CARD + 3], [*play.options().values()]).all()
