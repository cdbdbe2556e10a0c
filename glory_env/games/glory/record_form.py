"""The lines of Glory's game records (docs/record.md)."""

from __future__ import annotations

from functools import cache

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.trace import OUTCOMES
from glory_env.record.forms import FACES, NUMBER, OBJECT, SWITCH, WHOLE, Form, lines_of, one_of

WINNERS = (*st.SERVICES, "draw", "none")
PERCENT = 100
BREAK_OFF = "offer", "break_off"  # decision and purpose
TONNAGE = {"army": NUMBER, "navy": NUMBER, "civil": NUMBER}
# Every format with the options it adds to those of the formats before it: a header names all of
# them, so that no record depends on what is the default today. Without a handicap none is named.
OPTIONS: dict[int, tuple[str, ...]] = {
    1: (
        "negotiation", "deadlock", "production", "max_offers", "break_off", "grid", "fixed_split",
        "civil_floor", "rulings", "optional", "solo",
    ),
    2: ("talk", "handicap?"),
}  # fmt: skip


def options_of(record_format: int) -> list[str]:
    """The options that a header of this format names; "?" marks one that may be absent."""
    return [name for k, names in sorted(OPTIONS.items()) if k <= record_format for name in names]


@cache
def record_form() -> Form:
    """Glory's; nothing but an offer is followed by a die of a hundred faces."""
    both = {"army": WHOLE, "navy": WHOLE}
    footer = {
        "gp": both,
        "completed": SWITCH,
        "outcome": one_of(OUTCOMES[1:]),
        "cause": one_of(st.CAUSES),
        "winner": one_of(WINNERS),
        "solo_victory?": SWITCH,
    }
    state = {
        "turn": WHOLE,
        "phase": one_of(st.PHASES),
        "state": {
            "total": NUMBER,
            "allotment": TONNAGE,
            "left": TONNAGE,
            "gp": both,
            "method": one_of(st.METHODS),
            "markers": OBJECT,
            "counters": OBJECT,
        },
    }
    return Form(
        Game,
        {**lines_of(Game.definition, footer, {}), "state": state},
        options_of,
        lambda decision, purpose: PERCENT if (decision, purpose) == BREAK_OFF else FACES,
    )
