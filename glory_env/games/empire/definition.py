"""The definition of Empire of the Sun: its parts, named for all that plays any game."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.game.definition import GameDefinition, Indices
from glory_env.games.empire import codes, decisions
from glory_env.games.empire import state as st
from glory_env.games.empire.actions import N_ACTIONS
from glory_env.games.empire.describe import describe, part_of_choice, shown
from glory_env.games.empire.engine import compact, observation
from glory_env.games.empire.engine.rewards import params
from glory_env.games.empire.generated import kernels
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.options import make_options
from glory_env.games.empire.rules.victory import vp
from glory_env.games.empire.scenario.load import Scenario, load
from glory_env.games.empire.text import board
from glory_env.render.modes import by_mode

SEATS = ("japan", "allies")


def pixels(scenario: Scenario, g: Game) -> np.ndarray:
    """The map as pixels, uint8 (H, W, 3). Drawing code is imported when it is needed."""
    from glory_env.games.empire.render import picture

    return picture.pixels(scenario, g)


def final_info(g: Game, s: Tables, seat: int) -> dict[str, Any]:
    """How a finished game ended, in numbers: outcome, cause, turn, VP, level (0 in play), will."""
    over = g.outcome != codes.PLAYING
    return {
        "outcome": int(g.outcome),
        "cause": int(g.cause),
        "turn": int(g.turn),
        "points": int(vp(g, s)) if g.turn else 0,
        "level": int(g.level) if over else 0,
        "will": int(g.will),
    }


def write_compact(full: np.ndarray, games: np.ndarray, out: np.ndarray) -> None:
    """`pack_all`; environments hold this function, which is pickled by its name."""
    compact.pack_all(full, out)


EMPIRE = GameDefinition(
    name="empire_v0",
    seats=SEATS,
    record=st.GAME,
    n_actions=N_ACTIONS,
    phases=st.PHASES,
    outcomes=codes.OUTCOMES,
    causes=codes.CAUSES,
    purposes=st.PURPOSES,
    decisions=decisions.ALL,
    kernels=kernels,
    default_scenario="year_1943",
    load=load,
    options=make_options,
    reward=params,
    observation_space=observation.space,
    indices=Indices(compact.space, write_compact),
    part_of_choice=part_of_choice,
    describe=describe,
    final_info=final_info,
    draw=by_mode(board, pixels),
    hides=True,
    shown=shown,
    option_fields=(
        "switch", "vp_adjust", "historical_hand", "al4_choice", "jp47_choice", "tournament",
        "events",
    ),
    by_actions=True,
)  # fmt: skip
