"""Effects of reaction cards, and losses by events (5.32)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.generated.records import Game, Tables


@rule
def do_attack_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect from `cancel` to `kamikaze_more`; those of battles are asked for there."""
