"""What events do to hands and piles, and cards whose use is not free (5.35 to 5.37; DK-50)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import CARD, NO
from glory_env.games.empire.codes import SWAP_GIVE, SWAP_TAKE
from glory_env.games.empire.events import FX_FORCED, FX_MARK, FX_WILL, MAX_CARD_EFFECTS
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import find_effect, side_in_use
from glory_env.games.empire.rules.cards import ALL_SEATS, discard, to_pile
from glory_env.games.empire.rules.dice import pick
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.tracks import move_will, set_mark
from glory_env.games.empire.rules.where import ALEUTIANS
from glory_env.games.empire.rules.will import is_occupied
from glory_env.games.empire.state import (
    CARD_DISCARD,
    CARD_HAND,
    CARD_REMOVED,
    JP,
    NO_DECISION,
    NONE,
    ROLL_DISCARD_PICK,
    SUB_SPECIAL,
)
from glory_env.games.empire.switches import ONE_YEAR_TOJO, SWITCHES

FREE_USE, EVENT_ALONE, NO_EVENT, EVENT_OR_DISCARD = range(4)
TOJO_TURN = 8  # from which his resignation has to be an event
AS_EVENT = SWITCHES["one_year_tojo"].index("event")


# --- cards with a use of their own ----------------------------------------------------------
@rule
def use_of(g: Game, s: Tables, side: int, card: int) -> int:
    """How a side may use a card: freely, or as the card says (R5.37-a, R5.37-b, E-045, E-588)."""
    if find_effect(s, side, card, FX_FORCED) == NONE or not g.events:
        return FREE_USE
    if s.card_sub[side, card] != SUB_SPECIAL:
        return EVENT_OR_DISCARD if holds_aleutians(g, s) else NO_EVENT
    if side == JP:
        return use_of_resignation(g, s)
    return EVENT_ALONE if g.tojo else NO_EVENT


@rule
def use_of_resignation(g: Game, s: Tables) -> int:
    """JP43: free at first, later an event (E-588); in one-year scenarios an operation (E-552).

    By another reading it is an event there, too, from that turn on.
    """
    if s.one_year and (g.switch[ONE_YEAR_TOJO] != AS_EVENT or g.turn < TOJO_TURN):
        return NO_EVENT
    return EVENT_ALONE if g.turn >= TOJO_TURN else FREE_USE


@rule
def holds_aleutians(g: Game, s: Tables) -> bool:
    """Whether Japan occupies a hex of the Aleutians (AL30, E-574, E-595)."""
    for place in range(s.places - 1):
        hex_ = int(s.place_hex[place])
        if s.region[hex_] == ALEUTIANS and is_occupied(g, s, hex_):
            return True
    return False


# --- a card is lost ----------------------------------------------------------------------------
@rule
def lose_random_card(g: Game, s: Tables, t: Trace, side: int) -> None:
    """A card of the hand goes to the discard pile, drawn by the number of the cards (GD-12, E-571).

    R5.0-b, R12.33-a. The card set aside is no part of the hand (R7.29-k).
    """
    if g.hand[side] == 0:
        return
    left = pick(g, t, ROLL_DISCARD_PICK, side, int(g.hand[side]))
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_HAND:
            if left == 0:
                lose_card(g, s, side, card)
                return
            left -= 1


@rule
def lose_card(g: Game, s: Tables, side: int, card: int) -> None:
    """A special card that is due happens at that moment (R5.37-e, E-571)."""
    if s.card_sub[side, card] == SUB_SPECIAL and use_of(g, s, side, card) == EVENT_ALONE:
        for slot in range(MAX_CARD_EFFECTS):
            n = int(s.fx_n[side, card, slot])
            if s.fx[side, card, slot] == FX_WILL:
                move_will(g, n)
            elif s.fx[side, card, slot] == FX_MARK:
                set_mark(g, int(s.fx_of[side, card, slot]))
        to_pile(g, side, card, CARD_REMOVED)
    else:
        discard(g, s, side, card)


# --- a card is changed (DK-50) -----------------------------------------------------------------
@rule
def any_discarded(g: Game, s: Tables, side: int) -> bool:
    """Whether a card lies in the discard pile; the one that is played does not yet (E-577)."""
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_DISCARD:
            return True
    return False


@rule
def offer_swap(g: Game, s: Tables) -> None:
    """The player may change a hand card for a discarded one; asked whatever he holds (E-577)."""
    side = side_in_use(g)
    if g.hand[side] > 0 and any_discarded(g, s, side):
        ask(g, SWAP_GIVE, side)


@rule
def legal_swap_give(g: Game, s: Tables, mask: Array[int]) -> None:
    """A hand card, but no special one, or none (E-577)."""
    side = int(g.actor)
    mask[NO] = 1
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_HAND and s.card_sub[side, card] != SUB_SPECIAL:
            mask[CARD + card] = 1


@rule
def apply_swap_give(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action != NO:
        g.chosen_card = action - CARD
        discard(g, s, int(g.actor), action - CARD)
        ask(g, SWAP_TAKE, int(g.actor))


@rule
def legal_swap_take(g: Game, s: Tables, mask: Array[int]) -> None:
    """A card of the own discard pile, other than the one just given."""
    side = int(g.actor)
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_DISCARD and card != g.chosen_card:
            mask[CARD + card] = 1


@rule
def apply_swap_take(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Both have seen the card that comes into the hand."""
    g.decision = NO_DECISION
    side, card = int(g.actor), action - CARD
    to_pile(g, side, card, CARD_HAND)
    g.card_known[side, card] = ALL_SEATS
    g.card_turn[side, card] = g.turn
