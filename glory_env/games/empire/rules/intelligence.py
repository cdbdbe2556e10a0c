"""S7: what the reaction player learns, and the reaction cards he may play (7.25, 5.32).

With events on, the questions about cards are asked while cards of that kind may be in his hand as
far as his opponent knows, whatever he holds (GD-01, GD-03).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import CARD, DONE, NO, PASS, YES
from glory_env.games.empire.codes import (
    INTELLIGENCE_CARD,
    INTELLIGENCE_ROLL,
    LATE_CARD,
    OPEN_BATTLE,
)
from glory_env.games.empire.events import (
    FX_FIXED_CONDITION,
    FX_INTELLIGENCE_DIE,
    FX_LATE,
    FX_LV_OF_OV,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.card_effects import counter_effect, find_effect, op_effect
from glory_env.games.empire.rules.cards import draw_by_event, may_use_future, to_pile
from glory_env.games.empire.rules.dice import roll
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.needs import is_met
from glory_env.games.empire.rules.zones import is_reached
from glory_env.games.empire.state import (
    CA,
    CARD_DECK,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    CARD_TABLE,
    INTERCEPT,
    MAP,
    MAX_PLAYED,
    NAT_US,
    NO_DECISION,
    NONE,
    REACTION_CARD,
    ROLL_INTELLIGENCE,
    SUB_COUNTER,
    SUB_INTELLIGENCE,
    SURPRISE,
)

ZONE_MODIFIER, NEVER = 2, 9


# --- the die -----------------------------------------------------------------------------------
@rule
def says_surprise(g: Game, s: Tables) -> bool:
    """The event of the offensive expressly says so (R5.31-e, R7.25-d)."""
    return g.as_ec != 0 and s.card_intel[int(g.op_side), int(g.op_card)] == SURPRISE


@rule
def intelligence_value(g: Game, s: Tables, special: int) -> int:
    """What the die must not pass, NONE if no die is rolled (R5.2-a, R5.2-d, R7.25-g, R7.27-j).

    special: of special reactions, for which a surprise and an event without a value have the value
    of an operation.
    """
    if g.op_card == NONE:
        return NONE
    op, card = int(g.op_side), int(g.op_card)
    value = int(s.card_iv[op, card, int(g.as_ec)])
    if special and (says_surprise(g, s) or value == NONE):
        return int(s.card_iv[op, card, 0])
    return NONE if says_surprise(g, s) else value


@rule
def event_modifier(g: Game, s: Tables) -> int:
    """What an event adds to the die, of special reactions too.

    It does so while a hex lies in no zone of the reaction player and no US CA is near it.
    """
    slot = op_effect(g, s, FX_INTELLIGENCE_DIE)
    if slot == NONE:
        return 0
    op, card = int(g.op_side), int(g.op_card)
    hex_, far = int(s.fx_hex[op, card, slot]), int(s.fx_m[op, card, slot])
    if is_reached(g, s, 1 - op, hex_):
        return 0
    for unit in range(s.units):
        cruiser = s.type[unit] == CA and s.nat[unit] == NAT_US and g.place[unit] == MAP
        if cruiser and s.dist[g.hex[unit], hex_] <= far:
            return 0
    return int(s.fx_n[op, card, slot])


@rule
def succeeds(g: Game, s: Tables, die: int, value: int) -> bool:
    """Two less if a unit has moved in an enemy zone; a 9 fails (R7.25-g to R7.25-i, R7.25-k)."""
    modified = die - ZONE_MODIFIER if g.zone_entered else die
    return die != NEVER and modified + event_modifier(g, s) <= value


# --- cards -------------------------------------------------------------------------------------
@rule
def may_be_held(g: Game, s: Tables, side: int, subs: int) -> bool:
    """Reaction cards of these kinds, as bits, may be in hand and of use, as far as is known.

    R5.32-f, GD-01.
    """
    for card in range(int(s.cards[side])):
        hidden = g.card_at[side, card] in (CARD_DECK, CARD_HAND, CARD_FUTURE)
        fit = s.card_kind[side, card] == REACTION_CARD and (subs >> s.card_sub[side, card]) & 1
        if hidden and fit and is_met(g, s, side, card):
            return True
    return False


@rule
def asks_cards(g: Game, s: Tables, subs: int) -> bool:
    """Whether the reaction player is asked for cards (R5.32-a, R5.32-b, R5.32-e, GD-01)."""
    rp = 1 - int(g.op_side)
    return g.events != 0 and g.cards_played < MAX_PLAYED and may_be_held(g, s, rp, subs)


@rule
def in_reach(g: Game, side: int, card: int) -> bool:
    """A hand card, or the one set aside on an earlier turn (R7.29-i, R7.29-j)."""
    if g.card_at[side, card] == CARD_HAND:
        return True
    return g.future_card[side] == card and may_use_future(g, side)


@rule
def may_inform(g: Game, s: Tables, side: int, card: int) -> bool:
    """A card that changes the condition (R5.32-g, R5.32-i): one counter-offensive at most."""
    if s.card_kind[side, card] != REACTION_CARD or not in_reach(g, side, card):
        return False
    if s.card_sub[side, card] == SUB_COUNTER:
        return g.counter_card == NONE
    return s.card_sub[side, card] == SUB_INTELLIGENCE and is_met(g, s, side, card)


@rule
def play_reaction(g: Game, s: Tables, side: int, card: int) -> None:
    """The card lies open; ambush goes before interception (R7.25-c, R5.32-g)."""
    if g.future_card[side] == card:
        g.future_card[side] = NONE
    to_pile(g, side, card, CARD_TABLE)
    g.played[g.cards_played] = card
    g.cards_played += 1
    g.condition = max(int(g.condition), int(s.card_intel[side, card]))
    if s.card_sub[side, card] == SUB_COUNTER:
        g.counter_card = card


@rule
def put_away(g: Game, s: Tables) -> None:
    """The reaction cards of the offensive draw and go to their piles (R5.0-j, R5.35-a, R5.36-a)."""
    rp = 1 - int(g.op_side)
    for k in range(int(g.cards_played)):
        draw_by_event(g, s, rp, int(s.card_draw[rp, int(g.played[k])]))
    for card in range(int(s.cards[rp])):
        if g.card_at[rp, card] == CARD_TABLE:
            to_pile(g, rp, card, CARD_REMOVED if s.card_removed[rp, card] else CARD_DISCARD)


@rule
def counter_value(g: Game, s: Tables) -> int:
    """Units the reaction gives besides the ER: OV, or the LV of the counter-offensive (R7.26-e).

    R5.1-d, R5.32-i. Two cards have the OV with a number added.
    """
    rp, card = 1 - int(g.op_side), int(g.counter_card)
    if card == NONE:
        return int(g.ov)
    slot = counter_effect(g, s, FX_LV_OF_OV)
    if slot != NONE:
        return int(g.ov) + int(s.fx_n[rp, card, slot])
    for k in range(s.hqs):
        if s.hq_unit[k] == g.rp_hq and (s.card_alt_hq[rp, card] >> k) & 1:
            return int(s.card_lv_alt[rp, card])
    return int(s.card_lv[rp, card])


# --- S7 ----------------------------------------------------------------------------------------
@rule
def any_open(g: Game) -> bool:
    """Whether there is any battle hex (R7.2-g)."""
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE:
            return True
    return False


@rule
def continue_intelligence_cards(g: Game, s: Tables) -> None:
    """S7: cards that change the condition of all hexes, several too (DK-34).

    R5.2-c, R5.32-d, R7.25-c. One event lets no card do so.
    """
    fixed = op_effect(g, s, FX_FIXED_CONDITION) != NONE
    if not fixed and asks_cards(g, s, (1 << SUB_INTELLIGENCE) | (1 << SUB_COUNTER)):
        ask(g, INTELLIGENCE_CARD, 1 - int(g.op_side))
    else:
        next_step(g)


@rule
def legal_intelligence_card(g: Game, s: Tables, mask: Array[int]) -> None:
    """A card that changes the condition, or DONE."""
    side = int(g.actor)
    mask[DONE] = 1
    for card in range(int(s.cards[side])):
        if may_inform(g, s, side, card):
            mask[CARD + card] = 1


@rule
def apply_intelligence_card(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == DONE:
        next_step(g)
    else:
        play_reaction(g, s, int(g.actor), action - CARD)


@rule
def continue_intelligence_roll(g: Game, s: Tables) -> None:
    """The second way to do so: one die, if no card was used (R7.25-d, R7.25-f, R7.2-h, DK-35)."""
    if g.condition == SURPRISE and intelligence_value(g, s, 0) != NONE:
        ask(g, INTELLIGENCE_ROLL, 1 - int(g.op_side))
    else:
        next_step(g)


@rule
def legal_intelligence_roll(g: Game, s: Tables, mask: Array[int]) -> None:
    """To roll or not."""
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_intelligence_roll(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A success is an interception, in all hexes; else it stays a surprise.

    R5.2-b, R7.25-a, R7.25-b, R7.25-d, R7.25-g.
    Cards are too late after the die, but for one of Japan's (R7.25-e, DK-36, GD-03).
    """
    g.decision = NO_DECISION
    next_step(g)
    if action == NO:
        return
    rp = 1 - int(g.op_side)
    g.intel_rolled = 1
    if succeeds(g, s, roll(g, t, ROLL_INTELLIGENCE, 0, rp), intelligence_value(g, s, 0)):
        g.condition = INTERCEPT
        return
    for card in range(int(s.cards[rp])):
        hidden = g.card_at[rp, card] in (CARD_DECK, CARD_HAND, CARD_FUTURE)
        if g.events and hidden and is_late(s, rp, card):
            ask(g, LATE_CARD, rp)
            return


@rule
def is_late(s: Tables, side: int, card: int) -> bool:
    """A card that may follow a failed die."""
    return find_effect(s, side, card, FX_LATE) != NONE


@rule
def legal_late_card(g: Game, s: Tables, mask: Array[int]) -> None:
    """The card that may follow a failed die, or none."""
    side = int(g.actor)
    mask[PASS] = 1
    for card in range(int(s.cards[side])):
        if is_late(s, side, card) and in_reach(g, side, card):
            mask[CARD + card] = 1


@rule
def apply_late_card(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action != PASS:
        play_reaction(g, s, int(g.actor), action - CARD)
