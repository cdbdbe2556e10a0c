"""A record without what a seat does not see: the script reads nothing else.

`GameView.records` deals the hidden cards anew. Here they are taken out, so that the script plays
the same whatever is hidden.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.engine.hiding import is_unseen
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.state import CARD_OUT, NONE


@rule
def veil(g: Game, s: Tables, seat: int) -> None:
    """Take out the key, the other side's cards that `seat` has not seen and the order of decks."""
    enemy = 1 - seat
    for card in range(int(s.cards[enemy])):
        if is_unseen(g, enemy, card, seat):
            g.card_at[enemy, card] = CARD_OUT
            g.card_known[enemy, card] = 0
            g.card_turn[enemy, card] = 0
            if g.future_card[enemy] == card:
                g.future_card[enemy] = NONE
    g.key = 0
