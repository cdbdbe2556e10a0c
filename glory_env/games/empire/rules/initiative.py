"""The offensives phase: who goes first, and one action after the other (4.2, 5.0, 7.29)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import (
    CARD,
    DISCARD,
    EVENT,
    NO,
    OC_AGREEMENT,
    OC_CHINA,
    OC_OFFENSIVE,
    OC_RETURN,
    OC_ROUTE,
    OC_WITHDRAW,
    PASS,
    SET_ASIDE,
    YES,
)
from glory_env.games.empire.codes import (
    CARD_CHOICE,
    CARD_USE,
    OFFENSIVES_PHASE,
    RETURN_HQ,
    ROUTE_HEX,
    SEIZE,
    WITHDRAW_HQ,
)
from glory_env.games.empire.events import AT_PLAY
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.activation import any_lead
from glory_env.games.empire.rules.bombing import look_at_interceptors
from glory_env.games.empire.rules.cards import discard, draw_by_event, may_use_future, to_pile
from glory_env.games.empire.rules.china import attack_china, may_attack_china
from glory_env.games.empire.rules.event_cards import (
    EVENT_ALONE,
    EVENT_OR_DISCARD,
    FREE_USE,
    NO_EVENT,
    use_of,
)
from glory_env.games.empire.rules.events import begin_event, may_be_event
from glory_env.games.empire.rules.frames import ask, go_to, next_step, pop, push, top
from glory_env.games.empire.rules.hq_moves import any_on_map, any_return
from glory_env.games.empire.rules.offensive import begin_offensive
from glory_env.games.empire.rules.offensive_effects import set_naval_hexes
from glory_env.games.empire.rules.roads import any_route
from glory_env.games.empire.state import (
    AL,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    CARD_TABLE,
    JP,
    MILITARY,
    NO_DECISION,
    NONE,
    SURPRISE,
)

LAST_JAPANESE_TIE = 4  # turn
FIRST, ACTING, AFTER = range(3)
PASSED, PLAYED = 1, 2  # of `last_action`


@rule
def first_side(g: Game) -> int:
    """The larger hand goes first; at a tie Japan up to turn 4, then the Allies (R4.21-a, -c)."""
    if g.hand[JP] != g.hand[AL]:
        return JP if g.hand[JP] > g.hand[AL] else AL
    return JP if g.turn <= LAST_JAPANESE_TIE else AL


@rule
def continue_offensives_phase(g: Game, s: Tables) -> None:
    """One action of a side after the other until both hands are empty (R4.22-f, RSQ-3, E-041).

    A side without cards is skipped (R4.22-g, E-042).

    R5.0-e, R3.0-d, R4.22-a, R4.22-h.
    """
    step = int(g.frame_step[top(g)])
    if step == FIRST:
        g.side = first_side(g)
        next_step(g)
        if asks_seize(g):
            ask(g, SEIZE, 1 - int(g.side))
    elif step == ACTING:
        if g.hand[0] + g.hand[1] == 0:
            pop(g)
        elif g.hand[int(g.side)] == 0:
            g.side = 1 - g.side
        else:
            g.op_card = NONE
            next_step(g)
            ask(g, CARD_CHOICE, int(g.side))
    else:
        end_action(g, s)


@rule
def end_action(g: Game, s: Tables) -> None:
    """The card on the table goes to its pile, and it is the other side's turn (R5.0-j, R4.22-e)."""
    side = int(g.side)
    if g.op_card != NONE and g.card_at[side, int(g.op_card)] == CARD_TABLE:
        put_down_card(g, s, side, int(g.op_card))
    g.op_card = NONE
    g.as_ec = 0
    g.taken_back = 0
    look_at_interceptors(g, s)
    g.action_no += 1
    g.side = 1 - side
    go_to(g, ACTING)


@rule
def put_down_card(g: Game, s: Tables, side: int, card: int) -> None:
    """An event may draw and be out of the game then, an operation is not (R5.0-l, R5.36-a).

    R5.35-a, R5.35-b, E-039: what is drawn comes when the offensive or the event is over.
    """
    if g.as_ec:
        draw_by_event(g, s, side, int(s.card_draw[side, card]))
    removed = g.as_ec and s.card_removed[side, card]
    to_pile(g, side, card, CARD_REMOVED if removed else CARD_DISCARD)


# --- who goes first ----------------------------------------------------------------------------
@rule
def asks_seize(g: Game) -> bool:
    """The side with fewer cards has one set aside that it may use (DK-12, GD-05).

    Whether that card qualifies does not show.
    """
    return bool(g.events) and g.hand[JP] != g.hand[AL] and may_use_future(g, 1 - int(g.side))


@rule
def legal_seize(g: Game, s: Tables, mask: Array[int]) -> None:
    """It goes first with an offensive by that card's event (R4.21-b, R7.29-g, E-028)."""
    side = int(g.actor)
    card = int(g.future_card[side])
    mask[NO] = 1
    barred = use_of(g, s, side, card) == NO_EVENT
    if s.card_kind[side, card] == MILITARY and not barred and may_be_event(g, s, side, card):
        mask[YES] = 1


@rule
def apply_seize(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == YES:
        side = int(g.actor)
        g.side = side
        go_to(g, AFTER)
        g.last_action[side] = PLAYED
        lay_on_table(g, side, int(g.future_card[side]))
        play_event(g, s, side, int(g.op_card))


@rule
def lay_on_table(g: Game, side: int, card: int) -> None:
    """A card is played."""
    g.from_future = card == g.future_card[side]
    if g.from_future:
        g.future_card[side] = NONE
    to_pile(g, side, card, CARD_TABLE)
    g.op_card = card
    g.op_side = side


# --- the card ----------------------------------------------------------------------------------
@rule
def legal_card(g: Game, s: Tables, mask: Array[int]) -> None:
    """A hand card, the card set aside, or a pass while there is one (R4.22-b, R12.4-c, R5.0-d)."""
    side = int(g.actor)
    for card in range(int(s.cards[side])):
        if g.card_at[side, card] == CARD_HAND:
            mask[CARD + card] = 1
    if may_use_future(g, side) and has_use(g, s, side, int(g.future_card[side])):
        mask[CARD + int(g.future_card[side])] = 1
    if g.passes[side] > 0:
        mask[PASS] = 1


@rule
def begin_offensives(g: Game) -> None:
    """The offensives phase begins; cards have been dealt."""
    push(g, OFFENSIVES_PHASE, 0, 0, 0)


@rule
def apply_card(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    side = int(g.actor)
    if action == PASS:
        g.passes[side] -= 1
        g.last_action[side] = PASSED
    else:
        g.chosen_card = action - CARD
        ask(g, CARD_USE, side)


@rule
def has_use(g: Game, s: Tables, side: int, card: int) -> bool:
    """A card set aside is no discard: one that has to be an event has to be possible (E-595)."""
    use = use_of(g, s, side, card)
    return use in (FREE_USE, NO_EVENT) or may_be_event(g, s, side, card)


@rule
def legal_card_use(g: Game, s: Tables, mask: Array[int]) -> None:
    """What the card may be used for (R5.0-g, R5.0-h, R5.37-c, R7.29-a to -l).

    Some cards say what they have to be used for (`use_of`). The Allied one that may not be set
    aside is an operation before it can be an event (R5.37-d, E-588).
    """
    side, card = int(g.actor), int(g.chosen_card)
    in_hand = g.card_at[side, card] == CARD_HAND
    use = use_of(g, s, side, card)
    if use == EVENT_ALONE:
        mask[EVENT] = 1
        return
    may_be = g.events and use != NO_EVENT and not g.taken_back
    if may_be and may_be_event(g, s, side, card):
        mask[EVENT] = 1
    if use == EVENT_OR_DISCARD:
        if in_hand or not mask[EVENT]:
            mask[DISCARD] = 1
        return
    offer_operations(g, s, side, card, mask)
    used = mask[OC_OFFENSIVE] or mask[OC_WITHDRAW] or mask[OC_RETURN] or mask[OC_ROUTE]
    free = g.future_card[side] == NONE and not g.future_set[side] and not g.taken_back
    if in_hand and s.card_future[side, card] and free:
        mask[SET_ASIDE] = 1
    may_throw = in_hand and (s.card_future[side, card] or side == JP)
    if may_throw or not used:
        mask[DISCARD] = 1


@rule
def offer_operations(g: Game, s: Tables, side: int, card: int, mask: Array[int]) -> None:
    """The uses as an operation (R5.0-h).

    A player may end a rivalry with three operations in a one-year scenario (R17.26-a, R17.37-a,
    R17.47-a).
    """
    if any_lead(g, s, side):
        mask[OC_OFFENSIVE] = 1
    if any_on_map(g, s, side):
        mask[OC_WITHDRAW] = 1
    if any_return(g, s, side):
        mask[OC_RETURN] = 1
    if s.one_year and s.card_ov[side, card] == 3 and g.rivalry[side]:
        mask[OC_AGREEMENT] = 1
    if s.card_ov[side, card] == 3:
        if side == JP and may_attack_china(g, s):
            mask[OC_CHINA] = 1
        if any_route(g, s, side):
            mask[OC_ROUTE] = 1


@rule
def apply_card_use(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The card is played, discarded or set aside; one use alone (R1.25-c, R7.1-b).

    R1.25-d, R1.3-dh.
    """
    g.decision = NO_DECISION
    side, card = int(g.actor), int(g.chosen_card)
    g.last_action[side] = PLAYED
    if action == DISCARD:
        if card == g.future_card[side]:
            g.future_card[side] = NONE
        discard(g, s, side, card)
        return
    if action == SET_ASIDE:
        to_pile(g, side, card, CARD_FUTURE)
        g.future_card[side] = card
        g.future_turn[side] = g.turn
        g.future_set[side] = 1
        return
    lay_on_table(g, side, card)
    if action == EVENT:
        play_event(g, s, side, card)
        return
    if not s.card_future[side, card]:
        g.reshuffle[side] = 1  # R5.37-d
    if action == OC_AGREEMENT:
        g.rivalry[side] = 0
    elif action == OC_CHINA:
        attack_china(g, s, t)
    elif action == OC_ROUTE:
        ask(g, ROUTE_HEX, side)
    elif action == OC_WITHDRAW:
        ask(g, WITHDRAW_HQ, side)
    elif action == OC_RETURN:
        ask(g, RETURN_HQ, side)
    else:
        g.as_ec = 0
        g.ov = s.card_ov[side, card]
        g.condition = SURPRISE
        begin_offensive(g, side)


@rule
def play_event(g: Game, s: Tables, side: int, card: int) -> None:
    """The card is an event: an offensive, or its effects at once (R4.22-d, R5.0-g, R5.31-b).

    R5.0-i.
    """
    g.as_ec = 1
    if s.card_kind[side, card] != MILITARY:
        begin_event(g, AT_PLAY)
        return
    g.ov, g.lv = s.card_ov[side, card], s.card_lv[side, card]
    set_naval_hexes(g, s)
    g.condition = SURPRISE
    begin_offensive(g, side)
