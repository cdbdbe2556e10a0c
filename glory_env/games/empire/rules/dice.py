"""The ten-sided die (1.22)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die_of
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game

FACES = 10
MOST_THROWS = 100


@rule
def roll(g: Game, t: Trace, purpose: int, hex_: int, side: int) -> int:
    """One die as rolled, 0 to 9 (R1.22-a, R1.22-b).

    It depends on the key, the turn, the card play, the purpose, the hex and the side alone. The
    trace has faces 1 to 10; the tenth is the zero.
    """
    begin_roll(t, purpose)
    return die_of(g, t, purpose, 2 * hex_ + side, 0, int(g.action_no), FACES) % FACES


@rule
def pick(g: Game, t: Trace, purpose: int, side: int, number: int) -> int:
    """One of `number` things, at most ten: 0 to number - 1; a die that is too high is thrown again.

    With ten-sided dice alone all have the same chance.
    """
    if number <= 1:
        return 0
    begin_roll(t, purpose)
    for k in range(MOST_THROWS):
        natural = die_of(g, t, purpose, 2 * k + side, 0, int(g.action_no), FACES) % FACES
        if natural < number:
            return natural
    return 0
