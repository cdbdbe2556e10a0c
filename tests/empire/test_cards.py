"""Decks, the deal, the offensives phase, HQs by card and attrition (4.2, 5.0, 6.13, 6.24, 12)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from glory_env.games.empire.actions import (
    CARD,
    DISCARD,
    N_ACTIONS,
    OC_AGREEMENT,
    OC_OFFENSIVE,
    OC_RETURN,
    OC_WITHDRAW,
    PASS,
    PLACE,
    SET_ASIDE,
    UNIT,
)
from glory_env.games.empire.engine.sequence import play_on
from glory_env.games.empire.generated.dispatch import apply, legal
from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules import cards, initiative
from glory_env.games.empire.rules.attrition import attrition
from glory_env.games.empire.rules.board import set_control
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.state import (
    AL,
    AUSTRALIA,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    HQ,
    INDIA,
    JP,
    MAP,
    NONE,
    TRACK,
)
from tests.covers import covers

from . import world
from .sandbox import Sandbox


class Phase:
    """The offensives phase of 1943 from its start, with hands that a test has set."""

    def __init__(self, hands: tuple[int, int] = (2, 2), key: int = 7) -> None:
        self.s, self.g = world.scenario("y1943").tables[0], world.start("y1943")
        self.g.key = key
        for side in range(2):
            for _ in range(hands[side]):
                cards.draw_card(self.g, self.s, side)
        self.trace = Sandbox().trace

    def begin(self) -> None:
        initiative.begin_offensives(self.g)
        play_on(self.g, self.s, self.trace[0])

    def options(self) -> list[int]:
        mask = np.zeros(N_ACTIONS, np.int8)
        legal(self.g, self.s, mask)
        return np.flatnonzero(mask).tolist()

    def hand(self, side: int) -> list[int]:
        return np.flatnonzero(np.array(self.g.card_at[side]) == CARD_HAND).tolist()

    def say(self, *actions: int) -> None:
        for action in actions:
            assert action in self.options()
            apply(self.g, self.s, self.trace[0], action)
            play_on(self.g, self.s, self.trace[0])


@covers("R5.0-a", "R4.14-a", "R5.0-m", "G-01", "GD-09")
def test_the_order_of_a_deck_follows_from_its_key():
    orders = []
    for key in (1, 1, 2):
        phase = Phase((0, 0), key)
        orders.append([cards.draw_card(phase.g, phase.s, JP) for _ in range(20)])
        assert phase.g.hand[JP] == 20 == len(set(orders[-1]))
    assert orders[0] == orders[1] != orders[2]


@covers("G-01")
def test_each_card_comes_first_about_as_often():
    first: Counter[int] = Counter()
    phase = Phase((0, 0))
    for key in range(3000):
        phase.g.key = key * 7919 + 1
        first[cards.top_card(phase.g, phase.s, JP)] += 1
    expected = 3000 / len(first)
    chi = sum((n - expected) ** 2 / expected for n in first.values())
    assert chi < 1.6 * len(first)


@covers("G-01", "R5.0-j", "E-508c")
def test_an_empty_deck_takes_the_discards():
    phase = Phase((0, 0))
    g, s = phase.g, phase.s
    drawn = 0
    while (card := cards.top_card(g, s, AL)) != NONE:
        cards.to_pile(g, AL, card, CARD_DISCARD)
        drawn += 1
    assert cards.draw_card(g, s, AL) != NONE
    assert g.shuffles[AL] == 1
    assert drawn > 30
    while cards.draw_card(g, s, AL) != NONE:
        pass
    assert g.hand[AL] == drawn + np.count_nonzero(s.start_card[AL] == CARD_DISCARD)


@covers("R12.11-a", "R12.11-b", "R12.4-a", "R12.12-a", "BV-530", "R12.4-b", "R5.0-c")
@pytest.mark.parametrize(
    ("held", "turn", "drawn", "passes"),
    [(13, 5, 7, 0), (12, 5, 6, 1), (10, 5, 5, 2), (3, 5, 4, 2), (6, 4, 7, 0)],
)
def test_japan_draws_by_resources(held, turn, drawn, passes):
    phase = Phase((0, 0))
    g, s = phase.g, phase.s
    g.turn = turn
    hexes = [h for h in range(s.hexes) if s.resource[h]]
    for number, hex_ in enumerate(hexes):
        set_control(g, s, hex_, JP if number < held else AL)
    cards.deal(g, s)
    assert (g.hand[JP], g.passes[JP]) == (drawn, passes)


@covers("R12.51-a", "R12.51-b", "R12.52-a", "R12.52-b", "R4.14-b", "R5.0-c", "R3.0-c")
@pytest.mark.parametrize(
    ("turn", "lost", "drawn", "passes"),
    [(2, 0, 5, 2), (3, 0, 6, 1), (5, 0, 7, 0), (5, 1, 6, 1), (5, 2, 5, 2), (2, 2, 4, 2)],
)
def test_the_allies_draw_by_turn_and_losses(turn, lost, drawn, passes):
    phase = Phase((0, 0))
    g, s = phase.g, phase.s
    g.turn = turn
    for nation in (AUSTRALIA, INDIA)[:lost]:
        g.surrendered[nation] = 1
    cards.deal(g, s)
    assert (g.hand[AL], g.passes[AL]) == (drawn, passes)


@covers("R4.21-a", "R4.21-c", "BV-73")
@pytest.mark.parametrize(
    ("hands", "turn", "first"),
    [((3, 2), 5, JP), ((2, 3), 5, AL), ((2, 2), 4, JP), ((2, 2), 5, AL)],
)
def test_the_larger_hand_goes_first(hands, turn, first):
    phase = Phase(hands)
    phase.g.turn = turn
    phase.begin()
    assert phase.g.actor == first


@covers("R4.22-b", "R4.22-e", "R4.22-f", "R4.22-g", "R5.0-d", "R5.0-e", "RSQ-3", "E-041")
@covers("R5.0-j", "R7.28-b", "R4.22-a", "R4.22-h", "R3.0-d")
def test_sides_act_in_turn_until_both_hands_are_empty():
    phase = Phase((1, 3))
    phase.begin()
    order = []
    while phase.g.depth:
        side = int(phase.g.actor)
        order.append(side)
        phase.say(CARD + phase.hand(side)[0], DISCARD)
    assert order == [AL, JP, AL, AL]
    assert list(phase.g.hand) == [0, 0]


@covers("R12.4-c", "R12.51-c", "R4.22-d", "E-042")
def test_a_pass_costs_a_pass():
    phase = Phase((2, 1))
    phase.g.passes[JP] = 1
    phase.begin()
    phase.say(PASS)
    assert (phase.g.actor, phase.g.passes[JP], phase.g.hand[JP]) == (AL, 0, 2)
    phase.say(CARD + phase.hand(AL)[0], DISCARD)
    assert PASS not in phase.options()


@covers("R7.29-m")
@covers("R7.29-a", "R7.29-b", "R7.29-c", "R7.29-f", "R7.29-h", "R7.29-i", "R7.29-l", "BV-72")
def test_a_card_is_set_aside_and_used_on_a_later_turn():
    phase = Phase((3, 1))
    g = phase.g
    g.future_card[:] = NONE
    phase.begin()
    card = phase.hand(JP)[0]
    phase.say(CARD + card, SET_ASIDE)
    assert (g.future_card[JP], g.card_at[JP, card], g.hand[JP]) == (card, CARD_FUTURE, 2)
    phase.say(CARD + phase.hand(AL)[0], DISCARD)
    assert CARD + card not in phase.options()  # not in the turn it was set aside
    phase.say(CARD + phase.hand(JP)[0])
    assert SET_ASIDE not in phase.options()
    phase.say(DISCARD)
    g.turn += 1
    g.side = JP
    assert CARD + card in phase.options()  # with a hand card left
    phase.say(CARD + phase.hand(JP)[0], DISCARD)
    assert (g.depth, g.future_card[JP]) == (0, card)  # alone it stays where it is


@covers("R6.0-i")
@covers("R6.13-a", "R6.13-b", "R6.13-c", "R6.15-a", "R6.15-b", "R6.15-c", "E-018", "R5.0-h")
def test_an_hq_is_withdrawn_and_comes_back_early():
    phase = Phase((3, 1))
    g, s = phase.g, phase.s
    phase.begin()
    hq = world.unit_of("j_hq_south")
    phase.say(CARD + phase.hand(JP)[0], OC_WITHDRAW, UNIT + hq)
    assert (g.place[hq], g.when[hq]) == (TRACK, g.turn + 1)
    phase.say(CARD + phase.hand(AL)[0], DISCARD)
    phase.say(CARD + phase.hand(JP)[0], OC_RETURN, UNIT + hq)
    ports = {world.number_of(int(s.place_hex[action - PLACE])) for action in phase.options()}
    assert 3706 in ports
    assert 4017 not in ports
    phase.say(PLACE + int(s.hex_place[world.index_of(3706)]))
    assert (g.place[hq], world.number_of(int(g.hex[hq]))) == (MAP, 3706)


@covers("R17.26-a")
def test_three_operations_end_a_rivalry_in_a_year():
    phase = Phase((8, 1))
    assert phase.g.rivalry[JP]
    phase.begin()
    ov = np.array(phase.s.card_ov[JP])
    low = next(card for card in phase.hand(JP) if ov[card] < 3)
    high = next(card for card in phase.hand(JP) if ov[card] == 3)
    for card, offered in ((low, False), (high, True)):
        copy = Phase((8, 1))
        copy.begin()
        copy.say(CARD + card)
        assert (OC_AGREEMENT in copy.options()) == offered
    phase.say(CARD + high, OC_AGREEMENT)
    assert not phase.g.rivalry[JP]
    assert phase.g.card_at[JP, high] == CARD_DISCARD


@covers("R7.1-a", "R5.1-b", "R1.25-c", "R7.1-b", "R1.3-db")
def test_a_card_makes_an_offensive():
    phase = Phase((2, 1))
    phase.begin()
    card = phase.hand(JP)[0]
    phase.say(CARD + card, OC_OFFENSIVE)
    assert phase.g.ov == phase.s.card_ov[JP, card]
    assert all(phase.s.kind[action - UNIT] == HQ for action in phase.options())


def test_phases_with_random_answers_end():
    sandbox = Sandbox()
    for seed in range(9):
        g, s = sandbox.phase(seed)
        assert (g.depth, *g.hand) == (0, 0, 0)
        piles = [np.bincount(g.card_at[side, : s.cards[side]], minlength=7) for side in range(2)]
        assert all(pile[CARD_HAND] == 0 for pile in piles)


@covers("R4.4-c")
@covers("R6.24-a", "R6.24-b", "R6.24-c", "R6.24-e", "R6.24-f", "R4.4-a", "R4.4-b", "BV-22", "BV-23")
def test_attrition_takes_what_is_out_of_supply():
    """Beyond every range a reduced unit is lost and a full one reduced; in range nobody is lost."""
    lab = Laboratory(world.scenario("y1943"), "JP", turn=5)
    lab.put("a_hq_cpac", 5808)
    lab.put("a_hq_seac", 1805)
    full, reduced, near = "a_ind3", "a_aus8", "a_1md"
    lab.put(full, 2212)
    lab.put(reduced, 2415, steps=1)
    lab.put(near, 1905, steps=1)
    lab.put("a_washington", 2616)
    lab.control("JP", 2212, 2415, 1905)
    refresh(lab.g, lab.s)
    attrition(lab.g, lab.s)
    assert (lab.steps(full), lab.steps(reduced), lab.place(reduced)) == (1, 0, "eliminated")
    assert lab.steps(near) == 1
    assert lab.steps("a_washington") == 2
