"""S9, and S6b where there is no battle hex: attack cards (5.32; DK-40)."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import CARD, PASS
from glory_env.games.empire.codes import ATTACK_CARD
from glory_env.games.empire.events import (
    FX_KAMIKAZE,
    FX_LOSE_STEP,
    FX_SUBMARINE,
    MAX_CARD_EFFECTS,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.attack_effects import any_struck
from glory_env.games.empire.rules.card_effects import find_effect
from glory_env.games.empire.rules.frames import ask, next_step
from glory_env.games.empire.rules.intelligence import (
    any_open,
    asks_cards,
    in_reach,
    play_reaction,
)
from glory_env.games.empire.rules.kamikaze import open_strikes
from glory_env.games.empire.rules.needs import is_met
from glory_env.games.empire.state import NO_DECISION, NONE, REACTION_CARD, SUB_ATTACK


@rule
def continue_attack_cards(g: Game, s: Tables) -> None:
    """One after the other until the player stops; all lie open before the first acts.

    R7.2-g, R7.2-j, R7.26-a, R5.32-h, E-073, E-077.
    """
    if asks_cards(g, s, 1 << SUB_ATTACK):
        ask(g, ATTACK_CARD, 1 - int(g.op_side))
    else:
        next_step(g)


@rule
def strikes_played(g: Game, s: Tables, side: int) -> int:
    """Kamikaze cards on the table."""
    found = 0
    for k in range(int(g.cards_played)):
        if find_effect(s, side, int(g.played[k]), FX_KAMIKAZE) != NONE:
            found += 1
    return found


@rule
def has_target(g: Game, s: Tables, side: int, card: int) -> bool:
    """Whether the card can strike anything; without a battle hex submarines alone can (E-573)."""
    for slot in range(MAX_CARD_EFFECTS):
        word = s.fx[side, card, slot]
        if word == FX_KAMIKAZE:
            return open_strikes(g, s, int(s.fx_m[side, card, slot])) > strikes_played(g, s, side)
        if word == FX_SUBMARINE or (word == FX_LOSE_STEP and any_open(g)):
            return any_struck(g, s, side, card, slot)
    return False


@rule
def may_attack(g: Game, s: Tables, side: int, card: int) -> bool:
    """An attack card that may be played now (R5.32-a, R5.32-h)."""
    attack = s.card_kind[side, card] == REACTION_CARD and s.card_sub[side, card] == SUB_ATTACK
    if not attack or not in_reach(g, side, card) or not is_met(g, s, side, card):
        return False
    return has_target(g, s, side, card)


@rule
def legal_attack_card(g: Game, s: Tables, mask: Array[int]) -> None:
    """A card, or none."""
    side = int(g.actor)
    mask[PASS] = 1
    for card in range(int(s.cards[side])):
        if may_attack(g, s, side, card):
            mask[CARD + card] = 1


@rule
def apply_attack_card(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    if action == PASS:
        next_step(g)
    else:
        play_reaction(g, s, int(g.actor), action - CARD)
