"""Determinising: a world that agrees with what one side knows, in place of the true one.

Hidden from a side are the cards in the other one's hand and in its future-offensive place, and the
order of both decks. All of the other side's cards that the seat has not been shown are dealt anew
among the places they lie in, from the key; what lies open, and what the seat knows, stays. The
order of the decks and all dice follow from the key of the new world.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dealing import draw, shuffle
from glory_env.games.empire.codes import CARD_USE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.state import (
    CARD_DECK,
    CARD_FUTURE,
    CARD_HAND,
    MAX_CARDS,
    NONE,
)

DEAL, CHOICE = 301, 302  # what is drawn, for the hash
HIDDEN_PILES = (CARD_FUTURE, CARD_HAND, CARD_DECK)


@rule
def is_unseen(g: Game, side: int, card: int, seat: int) -> bool:
    """Whether a seat cannot tell where this card of the other side is."""
    if g.card_at[side, card] not in HIDDEN_PILES:
        return False
    return bool((g.card_known[side, card] >> seat) & 1 == 0)


@rule
def redraw(g: Game, s: Tables, seat: int, key: int) -> None:
    """Deal anew what a seat has not seen of the other side's cards; key: any number."""
    side = 1 - seat
    cards = np.zeros(MAX_CARDS, np.int64)
    in_pile = np.zeros(3, np.int64)
    turn = np.zeros(MAX_CARDS, np.int64)  # in which the k-th card in hand was drawn
    count = 0
    for k in range(3):
        for card in range(int(s.cards[side])):
            if g.card_at[side, card] == HIDDEN_PILES[k] and is_unseen(g, side, card, seat):
                if HIDDEN_PILES[k] == CARD_HAND:
                    turn[in_pile[k]] = g.card_turn[side, card]
                in_pile[k] += 1
    for card in range(int(s.cards[side])):  # by number, so that the true world leaves no trace
        if is_unseen(g, side, card, seat):
            cards[count] = card
            count += 1
    shuffle(cards, count, key, DEAL)
    deal_future(g, s, side, cards, count, int(in_pile[0]))
    first = int(in_pile[0])
    for k in range(first, count):
        card, in_hand = int(cards[k]), k < first + in_pile[1]
        g.card_at[side, card] = CARD_HAND if in_hand else CARD_DECK
        g.card_known[side, card] = (1 << side) if in_hand else 0
        g.card_turn[side, card] = turn[k - first] if in_hand else 0
    renew_choice(g, s, side, key)


@rule
def deal_future(g: Game, s: Tables, side: int, cards: Array[int], count: int, places: int) -> None:
    """The first card that may be set aside goes to the place of such a card (R7.29-e)."""
    if places == 0:
        return
    for k in range(count):
        card = int(cards[k])
        if s.card_future[side, card]:
            cards[k] = cards[0]
            cards[0] = card
            g.card_at[side, card] = CARD_FUTURE
            g.card_known[side, card] = 1 << side
            g.card_turn[side, card] = g.future_turn[side]
            g.future_card[side] = card
            return


@rule
def renew_choice(g: Game, s: Tables, side: int, key: int) -> None:
    """A card that the other side has named and not used yet is another one of its hand."""
    if g.actor != side or g.decision != CARD_USE:
        g.chosen_card = NONE if g.actor == side else g.chosen_card
        return
    held = 0
    for card in range(int(s.cards[side])):
        held += int(g.card_at[side, card] == CARD_HAND)
    pick = draw(key, CHOICE, 0, held)
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_HAND:
            if pick == 0:
                g.chosen_card = card
                return
            pick -= 1
