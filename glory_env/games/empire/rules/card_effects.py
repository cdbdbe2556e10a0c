"""Which effects are in work or in force: of the event that is played and of the reaction cards.

The event of the side on turn is card 0 of those in use; the reaction cards follow in the order they
were played (`played` of the record).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import MAX_CARD_EFFECTS
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.frames import top
from glory_env.games.empire.state import NONE


# --- in work: the frame EVENT on top -----------------------------------------------------------
@rule
def card_number(g: Game, index: int) -> int:
    """The card with this index among those in use, NONE if there is none."""
    if index == 0:
        return int(g.op_card) if g.as_ec else NONE
    return int(g.played[index - 1]) if index <= g.cards_played else NONE


@rule
def side_in_use(g: Game) -> int:
    """The side whose card is in work."""
    first = g.frame_step[top(g)] <= MAX_CARD_EFFECTS
    return int(g.op_side) if first else 1 - int(g.op_side)


@rule
def card_in_use(g: Game) -> int:
    """The card in work, NONE if there is none with this index."""
    return card_number(g, (int(g.frame_step[top(g)]) - 1) // MAX_CARD_EFFECTS)


@rule
def slot_in_use(g: Game) -> int:
    """Which of the card's effects is in work; questions of an effect find it so."""
    return (int(g.frame_step[top(g)]) - 1) % MAX_CARD_EFFECTS


@rule
def repeat_effect(g: Game) -> None:
    """The effect in work is done once more when the frame goes on."""
    g.frame_step[top(g)] -= 1


# --- in force ----------------------------------------------------------------------------------
@rule
def find_effect(s: Tables, side: int, card: int, word: int) -> int:
    """The slot of a card's effect with this word, NONE if it has none."""
    for slot in range(MAX_CARD_EFFECTS):
        if s.fx[side, card, slot] == word:
            return slot
    return NONE


@rule
def op_effect(g: Game, s: Tables, word: int) -> int:
    """The slot of such an effect of the event that is played, NONE: none is in force."""
    if not g.as_ec or g.op_card == NONE:
        return NONE
    return find_effect(s, int(g.op_side), int(g.op_card), word)


@rule
def op_number(g: Game, s: Tables, word: int, otherwise: int) -> int:
    """The number n of such an effect of the event that is played, else `otherwise`."""
    slot = op_effect(g, s, word)
    if slot == NONE:
        return otherwise
    return int(s.fx_n[int(g.op_side), int(g.op_card), slot])


@rule
def counter_effect(g: Game, s: Tables, word: int) -> int:
    """The slot of such an effect of the counter-offensive in force, NONE: there is none."""
    if g.counter_card == NONE:
        return NONE
    return find_effect(s, 1 - int(g.op_side), int(g.counter_card), word)
