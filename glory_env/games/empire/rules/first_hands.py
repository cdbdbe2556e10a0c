"""The hands a scenario begins with, and what is chosen in 1942 before the first card.

17.2; DK-02, DK-03, DK-04.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import CARD, DONE, NO, UNIT, YES
from glory_env.games.empire.codes import (
    EMERGENCY,
    EXCHANGE_CARD,
    FIRST_CARD,
    FIRST_HANDS,
    FREE_SHIP,
    STACKING,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.bitmaps import count
from glory_env.games.empire.rules.cards import (
    ALL_SEATS,
    discard,
    first_deal,
    to_pile,
)
from glory_env.games.empire.rules.emergency import refuges
from glory_env.games.empire.rules.frames import ask, go_to, next_step, pop, push, top
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.state import (
    AL,
    CARD_DECK,
    CARD_HAND,
    JP,
    MAP,
    MOVED,
    NAVAL,
    NO_DECISION,
    NONE,
)

FIRST_OF_1942 = 2  # turn
ARCADIA = 3  # the Allies' card that may be the first one, from 0
KONDO = 46  # Japan's card for one of its own
HISTORICAL = (2, 46, 58)  # cards of Japan
MOST_OV = 3
ALLIES_CHOOSE, DEAL, JAPAN_CHOOSES, SHIPS, STACKS = range(5)


@rule
def begin_first_hands(g: Game) -> None:
    """The first turn of a scenario: its hands (R17.2-a)."""
    push(g, FIRST_HANDS, 0, 0, 0)


@rule
def is_1942(s: Tables) -> bool:
    """A scenario that begins in 1942 with the offensives."""
    return s.first_turn == FIRST_OF_1942 and s.starts != 0


@rule
def changes_hands(g: Game, s: Tables) -> bool:
    """Its cards may be chosen, for events are played."""
    return bool(g.events) and is_1942(s)


@rule
def continue_first_hands(g: Game, s: Tables) -> None:
    """The Allies choose before the cards are drawn, Japan when it has seen its hand.

    R17.25-a, R17.25-b, E-551. Japan is asked whatever it holds (GD-04). Then ships of the Allies
    may go to other ports.
    """
    step = int(g.frame_step[top(g)])
    next_step(g)
    if step == ALLIES_CHOOSE:
        if changes_hands(g, s) and g.al4_choice and g.card_at[AL, ARCADIA] == CARD_DECK:
            ask(g, FIRST_CARD, AL)
    elif step == DEAL:
        if changes_hands(g, s) and g.historical_hand:
            for k in range(len(HISTORICAL)):
                take_openly(g, JP, int(HISTORICAL[k]))
        first_deal(g, s)
    elif step == JAPAN_CHOOSES and asks_exchange(g, s):
        ask(g, EXCHANGE_CARD, JP)
    elif step == SHIPS and is_1942(s):
        ask(g, FREE_SHIP, AL)
    elif step == STACKS and is_1942(s):
        push(g, STACKING, AL, 0, 0)
    elif step > STACKS:
        pop(g)


@rule
def take_openly(g: Game, side: int, card: int) -> None:
    """A card comes into the hand from the deck, seen by both."""
    to_pile(g, side, card, CARD_HAND)
    g.card_known[side, card] = ALL_SEATS
    g.card_turn[side, card] = g.turn


@rule
def legal_first_card(g: Game, s: Tables, mask: Array[int]) -> None:
    """One card of the hand, which Japan sees, or all by chance (R17.25-a D)."""
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_first_card(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == YES:
        take_openly(g, AL, ARCADIA)


@rule
def asks_exchange(g: Game, s: Tables) -> bool:
    """Whether Japan is asked; not where both know that it holds the card."""
    return changes_hands(g, s) and bool(g.jp47_choice) and not g.historical_hand


@rule
def holds_military(g: Game, s: Tables) -> bool:
    """A card with a logistics value in Japan's hand."""
    for card in range(int(s.cards[JP])):
        if g.card_at[JP, card] == CARD_HAND and s.card_lv[JP, card] != NONE:
            return True
    return False


@rule
def legal_exchange_card(g: Game, s: Tables, mask: Array[int]) -> None:
    """Without one: a card of three operations, if there is none any other (R17.25-a E)."""
    mask[NO] = 1
    if holds_military(g, s):
        return
    best = False
    for card in range(int(s.cards[JP])):
        best = best or (g.card_at[JP, card] == CARD_HAND and s.card_ov[JP, card] == MOST_OV)
    for card in range(int(s.cards[JP])):
        if g.card_at[JP, card] == CARD_HAND and (s.card_ov[JP, card] == MOST_OV or not best):
            mask[CARD + card] = 1


@rule
def apply_exchange_card(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action != NO:
        discard(g, s, JP, action - CARD)
        take_openly(g, JP, KONDO)


@rule
def legal_free_ship(g: Game, s: Tables, mask: Array[int]) -> None:
    """The Allied ships that may make an emergency move, each once (R17.25-a C, R8.22-c)."""
    mask[DONE] = 1
    w = scratch()
    for unit in range(s.units):
        ship = s.unit_side[unit] == AL and s.kind[unit] == NAVAL and g.place[unit] == MAP
        if ship and g.unit_flags[unit] & MOVED == 0:
            refuges(g, s, unit, w)
            mask[UNIT + unit] = count(w, ENDS) > 1


@rule
def apply_free_ship(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The ship is asked for its port, or all stay where they are."""
    if action == DONE:
        g.decision = NO_DECISION
        for unit in range(s.units):
            g.unit_flags[unit] &= ~MOVED
    else:
        g.unit_flags[action - UNIT] |= MOVED
        g.chosen_units[0] = action - UNIT
        go_to(g, SHIPS)  # the next ship is asked for after its port
        ask(g, EMERGENCY, AL)
