"""A game in which Japan gives a victory point away late, for hints and the review."""

from __future__ import annotations

from functools import cache

import numpy as np

from glory_agents.aleutians.playouts import Playouts, scripts_for, worlds_of
from glory_agents.aleutians.rows import script_row
from glory_agents.aleutians.script import play_out
from glory_env.aleutians_v0 import Game
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import N_ACTIONS
from glory_env.games.aleutians.play.session import Session

PEOPLE = {"japan": "person", "allies": "person"}


def session_at(game: Game, players: dict[str, str] | None = None, asked: int = 3) -> Session:
    """A session in which the game stands at a position."""
    session = Session(players or PEOPLE, seed=1)
    session.game, session.asked = game, asked
    session._seen = {seat: session.position(seat) for seat in st.SIDES}
    return session


@cache
def turn_11() -> Game:
    """Japan is asked to change its strategy at the end of turn 11, and should not."""
    rows = np.concatenate([script_row("historical")] * 2)
    work, mask = np.zeros(1, st.GAME), np.zeros(N_ACTIONS, np.int8)
    for seed in range(200):
        game = Game(seed=seed)
        games = game.games.copy()
        play_out(games, game.scenario.tables, blank_trace(), mask, work, rows, seed, 11)
        if games["outcome"][0] != st.PLAYING or games["changed"][0, st.JAPAN]:
            continue
        game = Game.of(game.scenario, game.options, games)
        game.seed = seed
        session = session_at(game, {"japan": "historical", "allies": "historical"})
        while game.outcome == "playing" and game.decision != "change_strategy":
            session.play_on()
            game = session.game
        if game.decision == "change_strategy" and game.actor == "japan" and is_costly(game):
            return game
    raise AssertionError("no game in which it matters")


def is_costly(game: Game) -> bool:
    """Whether the change costs Japan a level of victory in most worlds."""
    worlds = worlds_of(GameView(game, "japan"), range(12))
    ended = Playouts(game.scenario, "japan", scripts_for("japan", PEOPLE)).play(
        worlds, [a.NO, a.YES]
    )
    return float((ended.payoff[0] - ended.payoff[1]).mean()) > 0.2


def before_change() -> Session:
    players = {"japan": "person", "allies": "historical"}
    return session_at(turn_11().clone(), players)


@cache
def blundered() -> Session:
    """A finished game in which Japan has changed its strategy in turn 11."""
    session = before_change()
    session.choose(a.YES)
    while not session.is_over:
        session.play_to_person()
        if not session.is_over:
            session.choose(session.decision("japan")["choices"][0]["id"])
    return session
