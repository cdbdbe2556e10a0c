"""Decks, hands and piles (5.0, 5.35, 12.1, 12.4, 12.5).

The order of a deck is no list: the top card is the one with the smallest number drawn from the key,
the side, how often the deck was shuffled, and the card. Nobody sees the key.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import hash_key, mix
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.state import (
    AL,
    AUSTRALIA,
    CARD_DECK,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    CARD_TABLE,
    INDIA,
    JP,
    NONE,
    ROLL_SHUFFLE,
)

LEAST_DRAW, MOST_DRAW, EARLY_TURNS = 4, 7, 4
ALL_SEATS = 3  # of `card_known`
MOST_PASSES = 2
MOST_EVENT_DRAWS = 3


# --- piles -----------------------------------------------------------------------------------
@rule
def to_pile(g: Game, side: int, card: int, pile: int) -> None:
    """A card goes to a pile; discarded, removed and played cards are open to both (R5.0-m)."""
    if g.card_at[side, card] == CARD_HAND:
        g.hand[side] -= 1
    if pile == CARD_HAND:
        g.hand[side] += 1
    g.card_at[side, card] = pile
    if pile in (CARD_DISCARD, CARD_REMOVED, CARD_TABLE):
        g.card_known[side, card] = ALL_SEATS
    elif pile == CARD_DECK:
        g.card_known[side, card] = 0
    elif pile != CARD_FUTURE:
        g.card_known[side, card] = 1 << side


@rule
def rank(g: Game, side: int, card: int) -> int:
    """Where a card lies in its deck: the lowest number is on top (G-01)."""
    shuffled = hash_key(g.key, 16 * ROLL_SHUFFLE + side, int(g.shuffles[side]))
    return mix(shuffled, card + 1)


@rule
def top_card(g: Game, s: Tables, side: int) -> int:
    """The top card of a side's deck, NONE if it is empty."""
    found, least = NONE, 0
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_DECK:
            number = rank(g, side, card)
            if found == NONE or number < least:
                found, least = card, number
    return found


@rule
def shuffle_discards(g: Game, s: Tables, side: int) -> None:
    """The discard pile goes back into the deck (R5.37-d, G-01)."""
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_DISCARD:
            to_pile(g, side, card, CARD_DECK)
    g.shuffles[side] += 1


@rule
def draw_card(g: Game, s: Tables, side: int) -> int:
    """The top card comes into the hand; from an empty deck after a shuffle. NONE: no card left."""
    card = top_card(g, s, side)
    if card == NONE:
        shuffle_discards(g, s, side)
        card = top_card(g, s, side)
    if card != NONE:
        to_pile(g, side, card, CARD_HAND)
        g.card_turn[side, card] = g.turn
    return card


@rule
def discard(g: Game, s: Tables, side: int, card: int) -> None:
    """A card that is not played goes to the discard pile (R5.0-j).

    After a special one the deck takes the discards at the end of the turn (R5.37-d, E-588).
    """
    to_pile(g, side, card, CARD_DISCARD)
    if not s.card_future[side, card]:
        g.reshuffle[side] = 1


@rule
def draw_by_event(g: Game, s: Tables, side: int, cards: int) -> None:
    """Cards an event gives, at most three in an offensives phase (R5.35-a, R5.35-c, R5.35-d)."""
    for _ in range(cards):
        if g.event_draws[side] < MOST_EVENT_DRAWS:
            g.event_draws[side] += 1
            draw_card(g, s, side)


@rule
def may_use_future(g: Game, side: int) -> bool:
    """The card set aside on an earlier turn, while a hand card is left after it (R7.29-h, -i).

    R7.29-j, R7.29-m, E-029.
    """
    card = int(g.future_card[side])
    return card != NONE and g.future_turn[side] < g.turn and g.hand[side] > 0


# --- the deal --------------------------------------------------------------------------------
@rule
def resource_hexes(g: Game, s: Tables) -> int:
    """Resource hexes Japan controls (R12.11-d, R12.11-e)."""
    found = 0
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ != NONE and s.resource[hex_] and controls(g, s, hex_, JP):
            found += 1
    return found


@rule
def japanese_draw(g: Game, s: Tables) -> int:
    """Cards Japan draws: one for two resource hexes, 7 in the first turns (R12.11-a, R12.12-a)."""
    if g.turn <= EARLY_TURNS:
        return MOST_DRAW
    return min(max((resource_hexes(g, s) + 1) // 2, LEAST_DRAW), MOST_DRAW)


@rule
def allied_losses(g: Game, s: Tables) -> int:
    """Cards the Allies lose to surrenders and the war in Europe (R12.52-a, R12.52-c)."""
    level = int(s.wie_level[3 - int(g.wie)])
    lost = int(g.china_surrendered) + int(g.surrendered[INDIA]) + int(g.surrendered[AUSTRALIA])
    return lost + int(level == LEAST_DRAW)


@rule
def deal(g: Game, s: Tables) -> None:
    """Both draw for the turn; fewer cards give passes (R4.14-a, R4.14-b, R12.0-a, R12.4-a).

    Submarines and bombs cost Japan cards down to the least (R12.11-b, R12.11-c, R12.21-b, R12.32-b,
    R12.4-b). R12.51-a, R12.51-b, R12.52-b.
    """
    lost = int(g.submarines) + int(g.bombings)
    drawn = max(japanese_draw(g, s) - lost, LEAST_DRAW)
    give_cards(g, s, JP, drawn, int(s.jp_passes[drawn]))
    base, lost = int(s.al_draw[g.turn]), allied_losses(g, s)
    early = MOST_DRAW - base if base else 0
    drawn = min(base, max(base - lost, LEAST_DRAW))
    give_cards(g, s, AL, drawn, min(early + lost, MOST_PASSES))


@rule
def first_deal(g: Game, s: Tables) -> None:
    """The hands and passes a scenario begins with (R17.2-a, R17.25-a, R17.35-a, R17.45-a).

    In the first turn of the campaign nobody draws (R4.14-c).
    """
    for side in range(2):
        dealt = 0  # what has been chosen before the draw
        for card in range(int(s.cards[side])):
            chosen = g.card_at[side, card] == CARD_HAND and s.start_card[side, card] != CARD_HAND
            dealt += int(chosen)
        give_cards(g, s, side, int(s.start_hand[side]) - dealt, int(s.start_passes[side]))


@rule
def give_cards(g: Game, s: Tables, side: int, drawn: int, passes: int) -> None:
    """A side draws its hand of the turn."""
    for _ in range(drawn):
        draw_card(g, s, side)
    g.passes[side] = passes
    g.event_draws[side] = 0
    g.future_set[side] = 0
