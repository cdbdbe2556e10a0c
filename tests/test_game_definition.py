"""Another game on the same core: the toy of `tests.toy` runs through all that plays Glory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from glory_env.bench import bootstrap, play_pairs
from glory_env.core.errors import IllegalAction
from glory_env.envs.agent import RandomAgent
from glory_env.fuzz.games import GameFuzzer, play_games, replay_failure
from glory_env.record import play_record
from glory_env.record.replay import first_difference, replay
from glory_env.report.tables import Table, interval, text
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
    games, one, env = ToyVector(8, seed=5, survival=0.5), ToyGame(seed=7), ToyEnv(survival=0.5)
    env.reset(seed=7)
    while one.outcome == "playing":
        actions = games.sample(1, one.turn)
        one.act(int(actions[2]))
        env.step(int(actions[2]))
        games.step(actions)
        assert games.rewards[2].tolist() == [env.rewards[seat] for seat in SEATS]
        ended = games.finals[2] if games.done[2] else games.games[2]
        assert ended["points"].tolist() == one.record.points.tolist()
    assert games.done[2]
    assert games.unshaped[2, 0] == np.sign(np.subtract(*one.record.points))
    assert games.rewards[2, 0] == games.unshaped[2, 0] + 0.5


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


class ToyFuzzer(GameFuzzer):
    """Points never fall, and the pile is never below 0."""

    game_class = ToyGame
    lowest = 0

    def check(self, in_phase: int) -> str:
        gone = (self.games["points"] < self.before["points"]).any() and in_phase > 1
        return "the pile" if self.games["pile"][0] < self.lowest or gone else ""


def test_fuzz(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fuzzer = ToyFuzzer("toy")
    assert play_games(fuzzer, 20, 1, 0.0, tmp_path) == 0
    assert "outcomes: completed 100.00%" in capsys.readouterr().out
    fuzzer.lowest = 4
    assert play_games(fuzzer, 20, 1, 0.0, tmp_path) == 1
    assert "game 0: the pile" in capsys.readouterr().err
    (path,) = tmp_path.iterdir()
    assert replay_failure(path, ToyFuzzer) == 0
    assert "take: take" in capsys.readouterr().out


def test_bench() -> None:
    """Games of a pairing, figures with intervals, and their table."""
    left, right = (RandomAgent(SEATS) for _ in SEATS)
    results = play_pairs(left, right, 60, seed=4, vector_class=ToyVector)
    assert (results.rewards.sum(axis=1) == 0).all()
    one = play_pairs(left, right, 1, seed=9, vector_class=ToyVector)
    assert one.finals.tobytes() == results.finals[5:6].tobytes()
    points = {f"points of {seat}": results.finals["points"][:, k] for k, seat in enumerate(SEATS)}
    figures = bootstrap(points, results.seeds)
    rows = [[name, interval(one.rounded(2), "number")] for name, one in figures.items()]
    mean = results.finals["points"][:, 0].mean()
    assert f"points of left   {mean:.2f} [" in text(
        [Table("toy", "Toy", "", ["figure", "mean"], rows)]
    )
