"""The definition of Glory: its parts, named for all that plays any game of the family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glory_env.game.definition import GameDefinition, Indices
from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.choices import part_of_choice
from glory_env.games.glory.describe import describe
from glory_env.games.glory.engine import observation
from glory_env.games.glory.engine.bounds import OPTION_FIELDS, bounds
from glory_env.games.glory.engine.observe_units import index_all
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.engine.rewards import SOLO_REWARD, Reward, parse_reward, reward_params
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules import handicap
from glory_env.games.glory.scenario import Scenario, load
from glory_env.games.glory.trace import OUTCOMES, add_event, add_state
from glory_env.render.modes import by_mode

RESULTS = ("playing", "win", "draw", "loss", "game_over")  # for a seat


def params(reward: Reward, shaping: float | None, survival: float | None) -> np.ndarray:
    """Reward parameters, float64 (2, N_PARAMS); ValueError."""
    return reward_params(parse_reward(reward), shaping, survival)


def objective(games: np.ndarray, params: np.ndarray, reveal: bool) -> None:
    """Write the seats' objective angles, and whether each sees the other's."""
    games["objective"] = params[..., :2]
    games["reveal_objective"] = reveal


def final_info(g: Game, s: Tables, seat: int) -> dict[str, Any]:
    """How a finished game ended for a seat, in numbers; `info_words` says them in words.

    outcome, cause and result: numbers of `OUTCOMES`, `st.CAUSES` and `RESULTS`. turn: the last.
    gp: int64 (2,), army and navy. margin: own GP minus the other's. All are 0 for a blank record.
    """
    gp = [int(g.gp[st.ARMY]), int(g.gp[st.NAVY])]
    margin = gp[seat] - gp[1 - seat]
    result = "playing"
    if g.outcome == st.GAME_OVER:
        result = "game_over"
    elif g.outcome == st.COMPLETED:
        result = "draw"
        if abs(margin) >= handicap.margin_of(g, s, seat if margin > 0 else 1 - seat):
            result = "win" if margin > 0 else "loss"
    return {
        "outcome": int(g.outcome),
        "cause": int(g.cause),
        "turn": int(g.turn),
        "gp": np.array(gp),
        "margin": margin,
        "result": RESULTS.index(result),
    }


def info_words(info: Mapping[str, Any]) -> dict[str, Any]:
    """The info of one game with words in place of codes, and GP by service; the rest as it is.

    info: of any environment of Glory. outcome: "playing", "completed" or "game_over"; cause:
    "none", "tonnage" or "home_boxes"; result: "playing", "win", "draw", "loss" or "game_over".
    """
    worded = dict(info)
    for key, words in (("outcome", OUTCOMES), ("cause", st.CAUSES), ("result", RESULTS)):
        if key in info:
            worded[key] = words[int(info[key])]
    if "gp" in info:
        worded["gp"] = {seat: int(gp) for seat, gp in zip(st.SERVICES, info["gp"], strict=True)}
    return worded


def write_indices(full: np.ndarray, games: np.ndarray, out: np.ndarray) -> None:
    """`index_all`; environments hold this function, which is pickled by its name."""
    index_all(games, out)


def text_board(scenario: Scenario, g: Game) -> str:
    """The board as text. Drawing code is imported when it is needed."""
    from glory_env.games.glory.render import text

    return text.board(scenario, g)


def pixels(scenario: Scenario, g: Game) -> np.ndarray:
    """The board as pixels, uint8 (H, W, 3)."""
    from glory_env.games.glory.render import picture

    return picture.pixels(scenario, g)


GLORY = GameDefinition(
    name="glory_v0",
    seats=st.SERVICES,
    record=st.GAME,
    n_actions=N_ACTIONS,
    phases=st.PHASES,
    outcomes=OUTCOMES,
    causes=st.CAUSES,
    purposes=st.PURPOSES,
    system_lines=st.SYSTEM_LINES,
    decisions=decisions.ALL,
    kernels=kernels,
    default_scenario="glory",
    load=load,
    options=make_options,
    reward=params,
    objective=objective,
    observation_space=observation.space,
    columns_without=observation.columns_without,
    indices=Indices(observation.index_space, write_indices),
    part_of_choice=part_of_choice,
    add_event=add_event,
    add_state=add_state,
    describe=describe,
    final_info=final_info,
    draw=by_mode(text_board, pixels),
    solo_reward=SOLO_REWARD,
    limits=bounds,
    option_fields=OPTION_FIELDS,
)
