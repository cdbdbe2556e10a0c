"""The definition of the Aleutians Campaign: its parts, named for all that plays any game.

Two seats: Japan, and the Allies as one (R1-1a).
"""

from __future__ import annotations

from typing import Any

from glory_env.game.definition import GameDefinition
from glory_env.games.aleutians import decisions
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.describe import describe, part_of_choice
from glory_env.games.aleutians.engine import observation
from glory_env.games.aleutians.engine.rewards import params
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.options import make_options
from glory_env.games.aleutians.rules.victory import final_vp, vp
from glory_env.games.aleutians.scenario.load import load
from glory_env.games.aleutians.text import board
from glory_env.render.modes import by_mode

OUTCOMES = ("playing", "completed")


def final_info(g: Game, s: Tables, seat: int) -> dict[str, Any]:
    """How a finished game ended, in numbers: outcome, cause, turn, VP and level (0 in play)."""
    over = g.outcome != st.PLAYING
    return {
        "outcome": int(g.outcome),
        "cause": int(g.cause),
        "turn": int(g.turn),
        "points": int(final_vp(g, s) if over else vp(g, s)) if g.turn else 0,
        "level": int(g.level) if over else 0,
    }


ALEUTIANS = GameDefinition(
    name="aleutians_v0",
    seats=st.SIDES,
    record=st.GAME,
    n_actions=N_ACTIONS,
    phases=st.PHASES,
    outcomes=OUTCOMES,
    causes=st.CAUSES,
    purposes=st.PURPOSES,
    decisions=decisions.ALL,
    kernels=kernels,
    default_scenario="aleutians",
    load=load,
    options=make_options,
    reward=params,
    observation_space=observation.space,
    part_of_choice=part_of_choice,
    describe=describe,
    final_info=final_info,
    draw=by_mode(board),
    option_fields=("opt_", "switch"),
    render_modes=("human", "ansi"),
    by_actions=True,
)
