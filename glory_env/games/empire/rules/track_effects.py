"""Effects at once: tracks, markers, replacements and units of an event (5.33, 5.34)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.events import FX_RIVALRY, FX_WAR, FX_WILL
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.tracks import move_will, set_rivalry, war_victory


@rule
def do_track_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect from `asp_more` on."""
    word, n = int(s.fx[side, card, slot]), int(s.fx_n[side, card, slot])
    helped = int(s.fx_side[side, card, slot])
    if word == FX_WILL:
        move_will(g, n)
    elif word == FX_WAR:
        war_victory(g, helped, n)
    elif word == FX_RIVALRY:
        set_rivalry(g, helped, n)
