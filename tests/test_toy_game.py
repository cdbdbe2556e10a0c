"""Another game on the same core: the toy of `tests.toy_game` runs through every shared machine.

A line registers it; shared code knows no game by name.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from starlette.testclient import TestClient

from glory_agents.registry import make_agent
from glory_env import games
from glory_env.bench import bootstrap, play_pairs
from glory_env.cli.games import Sitting
from glory_env.cli.main import main
from glory_env.cli.plain_play import PlainPlay
from glory_env.core.errors import IllegalAction
from glory_env.envs.agent import RandomAgent
from glory_env.fuzz.games import play_games, replay_failure
from glory_env.play.saves import Saves
from glory_env.play.server import make_app
from glory_env.record import play_record
from glory_env.record.replay import first_difference, replay
from glory_env.report.tables import Table, interval, text
from tests.play.pages import ADDRESS, FakePage
from tests.toy_game import ToyEnv, ToyFuzzer, ToyGame, ToySeat, ToyVector

SEATS = ToyGame.definition.seats


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy_game:GAME")


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


def test_record_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file says which game it is of."""
    path = tmp_path / "toy.jsonl"
    assert main(["record", "--game", "toy", "--out", str(path), "--games", "3", "--seed", "0"]) == 0
    assert main(["verify", str(path)]) == 0
    assert "3 games, no difference" in capsys.readouterr().out
    path.write_text(path.read_text().replace('"take":2', '"take":3', 1))
    assert main(["verify", str(path)]) == 1
    assert "line 4: actions[0]: expected 2, got 1" in capsys.readouterr().err


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


def test_fuzz_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--game", "toy", "--games", "20"]) == 0
    assert "20 games" in capsys.readouterr().out


def test_evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that adds nothing to the command gets the rewards of its seats."""
    path = tmp_path / "toy.json"
    words = ["evaluate", "--game", "toy", "--games", "40", "--seed", "4", "--seat", "left=random"]
    assert main([*words, "--json", str(path)]) == 0
    assert "reward of left" in capsys.readouterr().out
    found = json.loads(path.read_text())
    rewards = [game["rewards"][0] for game in found["games"]]
    assert found["summary"]["reward_left"]["mean"] == pytest.approx(np.mean(rewards))
    assert main(["evaluate", "--game", "toy", "--seat", "left=aggressive"]) == 2
    assert "agent 'aggressive' plays aleutians, not toy" in capsys.readouterr().err
    assert main(["evaluate", "--game", "toy", "--seat", "army=random"]) == 2
    assert "unknown seat 'army': valid are left, right" in capsys.readouterr().err


def test_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person plays a few turns, leaves, goes on to the end, and looks at the game again."""
    path = tmp_path / "toy.jsonl"
    words = ["play", "--game", "toy", "--terminal"]
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nu\nl\n2\nq\n"))
    assert main([*words, "--seat", "right", "--seed", "1", "--save", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "The toy game, scenario toy, seed 1 (left: random, right: you)" in shown
    assert "   2  take 2" in shown
    for line in ("this game gives no hints", "this game takes nothing back", "left: take"):
        assert line in shown
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 12 + "r\n\n"))
    assert main([*words, "--resume", str(path)]) == 0
    assert "0 left" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("\n2\nb\nq\n"))
    assert main([*words, "--replay", str(path)]) == 0
    assert "right: take 2" in capsys.readouterr().out


def test_page(tmp_path: Path) -> None:
    """A page shows the pile and the legal actions as a list, and takes their numbers."""
    part = PlainPlay(games.game("toy"))
    asked = Sitting(None, 1, {}, False, False, frozenset(), False, False, None)
    session = part.new({"left": "random", "right": "person"}, asked)
    table = part.table(session, Saves(tmp_path), None, asked)
    with (
        TestClient(make_app(table), base_url="http://127.0.0.1:8765") as client,
        client.websocket_connect(ADDRESS) as socket,
    ):
        assert 'src="js/plain/app.js"' in client.get("/").text
        page = FakePage(socket)
        page.until("state")
        assert page.my_turn()["question"] == "right: take"
        assert page.state["choices"][0]["words"] == "take 1"
        assert "left: take" in page.state["log"][0]
        stale = page.ask("state", type="choose", seq=10**6, id=0)
        assert (stale["type"], stale["code"]) == ("error", "stale")
        assert page.ask("state", type="choose", seq=page.state["seq"], id=9)["code"] == "illegal"
        while page.my_turn()["waiting"] == "person":
            first = page.state["choices"][0]["id"]
            assert page.ask("state", type="choose", seq=page.state["seq"], id=first)["seq"]
        assert "0 left" in page.state["drawing"]
    (file,) = tmp_path.glob("*.jsonl")
    assert main(["verify", str(file)]) == 0


def test_bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Agents with each other from both seats; a command that the game does not have says so."""
    path = tmp_path / "toy.json"
    words = ["bench", "--game", "toy", "--agents", "random", "--games", "40"]
    assert main([*words, "--json", str(path)]) == 0
    assert "reward of left" in capsys.readouterr().out
    found = json.loads(path.read_text())
    assert found["cells"]["random"]["random"].keys() == {"reward", "turns"}
    assert main([*words, "--quick"]) == 2
    assert "--quick: only with --game glory" in capsys.readouterr().err
    assert main(["respond", "random", "--game", "toy"]) == 2
    assert "--game toy: has no `glory respond`" in capsys.readouterr().err


def test_pairs() -> None:
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


SMALL = ["--game", "toy", "--config", "toy.yaml", "--games", "4", "--layers", "8", "8"]


def test_imitate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The network that is written plays wherever an agent is named."""
    monkeypatch.chdir(tmp_path)
    Path("toy.yaml").write_text("game: toy\nslots: 8\nbatch: 16\nmemory: 64\nsteps: 64\n")
    assert main(["imitate", *SMALL]) == 0
    assert "best replies" in capsys.readouterr().out
    assert json.loads(Path("runs/toy-0/comparison.json").read_text())["seeds"]["games"] == 4
    seat = ["--seat", "left=runs/toy-0/policy"]
    assert main(["evaluate", "--game", "toy", "--games", "4", *seat]) == 0
    assert "reward of left" in capsys.readouterr().out
    assert main(["evaluate", "--games", "4", "--seat", "army=runs/toy-0/policy"]) == 2
    assert "this network plays toy, not glory" in capsys.readouterr().err


def test_train(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run goes on from its checkpoint, evaluates, and keeps past selves."""
    monkeypatch.chdir(tmp_path)
    settings = "slots: 8\nrollout: 8\nbatch: 16\nsnapshot_minutes: 0.001\nevaluate_games: 2\n"
    Path("toy.yaml").write_text(f"game: toy\nname: own\n{settings}")
    assert main(["train", *SMALL, "--steps", "64"]) == 0
    assert main(["train", *SMALL, "--steps", "128", "--resume"]) == 0
    shown = capsys.readouterr().out
    assert "held-out games: score" in shown
    assert "random/right" in shown
    assert json.loads(Path("runs/own-0/checkpoint.json").read_text())["steps"] >= 128
    assert make_agent("runs/own-0/policy", game="toy").about["game"] == "toy"
