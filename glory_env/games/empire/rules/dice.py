"""The ten-sided die (1.22)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die_of
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game


@rule
def roll(g: Game, t: Trace, purpose: int, hex_: int, side: int) -> int:
    """One die as rolled, 0 to 9 (R1.22-a, R1.22-b).

    It depends on the key, the turn, the card play, the purpose, the hex and the side alone. The
    trace has faces 1 to 10; the tenth is the zero.

    RSQ-42.
    """
    begin_roll(t, purpose)
    return die_of(g, t, purpose, 2 * hex_ + side, 0, int(g.action_no), 10) % 10
