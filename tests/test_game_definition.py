"""Another game on the same core: the toy of `tests.toy` runs through all that plays Glory."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from glory_env.core.errors import IllegalAction
from glory_env.envs.agent import RandomAgent
from glory_env.record import play_record
from glory_env.record.replay import first_difference, replay
from tests.toy import ToyEnv, ToyGame, ToySeat, ToyVector

SEATS = ToyGame.definition.seats


def test_aec() -> None:
    api_test(ToyEnv(), num_cycles=60)
    env = ToyEnv(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "12 left"
    with pytest.raises(IllegalAction, match=r"left has to decide 'take' .* \(not an action"):
        env.step(3)
    env.step(0)
    assert (env.agent_selection, env.describe(1)) == ("right", "take 2")
    twin = env.clone()
    twin.restore(env.to_bytes())
    assert (twin.state() == env.state()).all()


def test_single_agent() -> None:
    check_env(ToySeat("right", RandomAgent(SEATS)), skip_render_check=True)


def test_vector_plays_as_the_single_game() -> None:
    games, one = ToyVector(8, seed=5), ToyGame(seed=7)
    while one.outcome == "playing":
        actions = games.sample(1, one.turn)
        one.act(int(actions[2]))
        games.step(actions)
        ended = games.finals[2] if games.done[2] else games.games[2]
        assert ended["points"].tolist() == one.record.points.tolist()
    assert games.done[2]
    assert games.rewards[2, 0] == np.sign(np.subtract(*one.record.points))


def test_record_and_replay() -> None:
    agents = {seat: RandomAgent(SEATS) for seat in SEATS}
    record = play_record(ToyGame(seed=3), agents)
    assert record.footer is not None
    assert record.lines[0]["dice"][0]["purpose"] == "points"
    assert first_difference(record, game_class=ToyGame) is None
    assert replay(record, 2, game_class=ToyGame).turn == 3
    record.lines[1]["dice"][0]["faces"] = [7]
    difference = first_difference(record, game_class=ToyGame)
    assert difference is not None
    assert difference.field == "dice[0].faces[0]"
