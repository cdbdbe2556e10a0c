"""What both seats see, and what one alone (1.24, 5.0, 7.29)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from glory_env.games.empire.engine.observation import (
    CARD_ROWS,
    CARDS_AT,
    ENEMY_USED,
    OBSERVATION_SIZE,
    UNIT_COLUMNS,
    UNITS_AT,
    encode,
)
from glory_env.games.empire.generated.records import Game
from glory_env.games.empire.rules import cards
from glory_env.games.empire.rules.board import set_control
from glory_env.games.empire.state import (
    AL,
    CARD_DECK,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    FIRST_COVER,
    JP,
    MAX_BATTLES,
    MAX_CARDS,
    NO_TASK,
    NONE,
)
from tests.covers import covers

from . import world
from .test_moves import SOUTH_SEAS, TRUK, led

S = world.scenario("y1943").tables[0]
EVENT, COAST_WATCHERS = 37, 8  # printed numbers: a military card of Japan, a reaction card


def seen(g: Game, seat: int) -> np.ndarray:
    """What a seat sees."""
    out = np.zeros(OBSERVATION_SIZE, np.float32)
    encode(g, S, seat, out)
    return out


def dealt() -> Game:
    """The start of 1943 with both hands drawn, no card set aside."""
    g = world.start("y1943")
    g.key = 11
    for side in range(2):
        cards.to_pile(g, side, int(g.future_card[side]), CARD_DECK)
        g.future_card[side] = NONE
        for _ in range(5):
            cards.draw_card(g, S, side)
    return g


def first(g: Game, side: int, pile: int) -> int:
    """The lowest card of a side in a pile."""
    return int(np.flatnonzero(np.array(g.card_at[side]) == pile)[0])


def move_a_unit(g: Game) -> None:
    g.hex[world.unit_of("j_a17")] = world.index_of(4017)


def hurt_a_unit(g: Game) -> None:
    g.steps[world.unit_of("j_a17")] -= 1


def take_a_hex(g: Game) -> None:
    set_control(g, S, world.index_of(4021), AL)


def lower_the_will(g: Game) -> None:
    g.will -= 1


def roll_a_die(g: Game) -> None:
    g.battles, g.battle, g.die[AL] = 1, 0, 7
    g.battle_hex[0] = world.index_of(4021)


def discard(g: Game) -> None:
    cards.to_pile(g, JP, first(g, JP, CARD_HAND), CARD_DISCARD)


def remove(g: Game) -> None:
    cards.to_pile(g, JP, first(g, JP, CARD_HAND), CARD_REMOVED)


def draw(g: Game) -> None:
    cards.draw_card(g, S, JP)


def set_aside(g: Game) -> None:
    card = first(g, JP, CARD_HAND)
    cards.to_pile(g, JP, card, CARD_FUTURE)
    g.future_card[JP] = card


@covers("RSQ-51", "R1.24-b", "R5.0-k", "R7.29-d")
@pytest.mark.parametrize(
    "change",
    [
        move_a_unit, hurt_a_unit, take_a_hex, lower_the_will, roll_a_die, discard, remove, draw,
        set_aside,
    ],
)  # fmt: skip
def test_both_see_what_lies_open(change: Callable[[Game], None]):
    """Units, control, tracks, dice, piles, how many cards a hand has, and that one is set aside."""
    before = [seen(dealt(), seat) for seat in (JP, AL)]
    g = dealt()
    change(g)
    for seat in (JP, AL):
        assert not np.array_equal(seen(g, seat), before[seat])


@covers("RSQ-51", "R7.29-d")
@pytest.mark.parametrize("pile", [CARD_DECK, CARD_FUTURE])
def test_one_alone_knows_its_hand_and_its_card_set_aside(pile):
    """A hand card changes places with one of the deck, or with the one set aside."""
    g = dealt()
    set_aside(g)
    before = [seen(g, seat) for seat in (JP, AL)]
    one, other = first(g, JP, CARD_HAND), first(g, JP, pile)
    g.card_at[JP, one], g.card_at[JP, other] = pile, CARD_HAND
    if pile == CARD_FUTURE:
        g.future_card[JP] = one
    assert not np.array_equal(seen(g, JP), before[JP])
    assert np.array_equal(seen(g, AL), before[AL])
    g.future_card[JP] = NONE
    assert not np.array_equal(seen(g, AL), before[AL])  # the marker lies open


@covers("R5.0-k", "RSQ-51")
def test_the_piles_show_each_card():
    g = dealt()
    gone = first(g, JP, CARD_HAND)
    cards.to_pile(g, JP, gone, CARD_REMOVED)
    rows = seen(g, AL)[CARDS_AT : CARDS_AT + CARD_ROWS * MAX_CARDS].reshape(CARD_ROWS, -1)
    for card in range(int(S.cards[JP])):
        used = {CARD_DISCARD: 0.5, CARD_REMOVED: 1.0}.get(int(g.card_at[JP, card]), 0.0)
        assert rows[ENEMY_USED, card] == used
    assert rows[ENEMY_USED, gone] == 1.0


@covers("RSQ-52", "R4.22-c", "R5.0-i")
def test_the_other_side_sees_who_fights_where_before_it_answers():
    """An event: HQ, units, moves, battle; then the Allies are asked, and see whose battle it is."""
    lab = led("JP", SOUTH_SEAS, TRUK | {"j_af22": 4021}, {"a_washington": 4322}, event=1)
    lab.card(EVENT)
    lab.hold("AL", COAST_WATCHERS)
    lab.say("j_af22", "stay", "j_af22", "4322")
    assert (lab.actor, lab.decision) == ("AL", "intelligence_card")
    assert f"card {COAST_WATCHERS}" in lab.options()
    before = seen(lab.g, AL)
    lab.g.task[lab.unit("j_af22")] = NONE
    assert not np.array_equal(seen(lab.g, AL), before)


@pytest.mark.parametrize(("task", "number"), [(NO_TASK, 0), (2, 3), (FIRST_COVER + 1, -2)])
def test_a_unit_shows_its_battle_or_the_landing_it_covers(task, number):
    g, unit = dealt(), world.unit_of("j_akagi")
    g.task[unit] = task
    for seat in (JP, AL):
        shown = seen(g, seat)[UNITS_AT + unit * UNIT_COLUMNS + 13]
        assert shown == np.float32(number / MAX_BATTLES)
